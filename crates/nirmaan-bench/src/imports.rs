//! How long a large import takes, and how long others wait meanwhile who sign in: on SQLite both need the one writer.

use std::{
    fmt::Write as _,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::Context;
use futures_util::future::try_join_all;
use reqwest::{
    Client, RequestBuilder,
    multipart::{Form, Part},
};
use serde_json::Value;

use crate::{
    cases::{login, sign_in},
    data::{Firm, Firms},
};

/// Rows of a file, as many as it may have.
const ROWS: usize = 20_000;
/// How long people sign in while nothing is imported.
const ALONE: Duration = Duration::from_secs(2);

/// Some work, and what it was like to sign in beside it.
pub struct Sample {
    /// What was done.
    pub work: &'static str,
    /// How long it took.
    pub took: Duration,
    /// How long each sign-in took meanwhile, the shortest first.
    pub sign_ins: Vec<Duration>,
    /// How many others failed.
    pub failed: usize,
}

/// Imports as many contracts as one file may have, changes them all by a second one and takes both back, while so many
/// others sign in again and again.
pub async fn run(base: &str, firms: &Firms, others: usize) -> anyhow::Result<Vec<Sample>> {
    let http = Client::new();
    let token = sign_in(&http, base, &firms.written).await?;
    let post = |path: &str| http.post(format!("{base}/api/contracts/{path}")).bearer_auth(&token);
    let upload = |file: String, form: Form| {
        let file = Part::text(file).file_name("register.csv");
        post("v2/bulk-upload").multipart(form.part("file", file))
    };
    let undo = |import: &Value| {
        let id = import.get("importId").and_then(Value::as_str).unwrap_or_default();
        post(&format!("imports/{id}/undo"))
    };
    let beside = |work, request| beside(work, request, base, &firms.small, others);

    let creates = || Some(upload(file("Road", "Draft"), Form::new()));
    let form = Form::new().text("updateExisting", "true");
    let changes = upload(file("Dam", "Awarded"), form);

    let (alone, _) = beside("nothing", None).await?;
    let (created, import) = beside("import that creates", creates()).await?;
    let (deleted, _) = beside("taking that back", Some(undo(&import))).await?;
    beside("import that creates", creates()).await?;
    let (changed, import) = beside("import that changes", Some(changes)).await?;
    let (restored, _) = beside("taking that back", Some(undo(&import))).await?;
    Ok(vec![alone, created, deleted, changed, restored])
}

/// A register whose rows say this of each of its contracts.
fn file(name: &str, status: &str) -> String {
    let mut file =
        "Bid ID,Contract Name,Status,Tender Actual Value,Contract Type,License Holder Name\n".to_owned();
    for row in 0..ROWS {
        let _ =
            writeln!(file, "BENCH-{row},{name} {row} of the bench,{status},1250000,Item rate,Bench & Sons");
    }
    file
}

/// Sends a request while others sign in, until it is answered; without one for a while.
async fn beside(
    work: &'static str,
    request: Option<RequestBuilder>,
    base: &str,
    firm: &Firm,
    others: usize,
) -> anyhow::Result<(Sample, Value)> {
    let is_done = AtomicBool::new(false);
    let signing_in = try_join_all((0..others).map(|_| again_and_again(base, firm, &is_done)));
    let working = async {
        let begun = Instant::now();
        let answer = match request {
            Some(request) => request.send().await?.error_for_status()?.json().await?,
            None => {
                tokio::time::sleep(ALONE).await;
                Value::Null
            }
        };
        is_done.store(true, Ordering::Relaxed);
        anyhow::Ok((begun.elapsed(), answer))
    };
    let ((took, answer), outcomes) = tokio::try_join!(working, signing_in)?;
    let outcomes: Vec<_> = outcomes.into_iter().flatten().collect();
    let mut sign_ins: Vec<Duration> = outcomes.iter().copied().flatten().collect();
    sign_ins.sort_unstable();
    Ok((Sample { work, took, failed: outcomes.len() - sign_ins.len(), sign_ins }, answer))
}

/// Signs in until the work is done; says how long each time took that went well.
async fn again_and_again(
    base: &str,
    firm: &Firm,
    is_done: &AtomicBool,
) -> anyhow::Result<Vec<Option<Duration>>> {
    let http = Client::new();
    let mut outcomes = Vec::new();
    while !is_done.load(Ordering::Relaxed) {
        let begun = Instant::now();
        let status = login(&http, base, firm).send().await.context("a sign-in got no answer")?.status();
        outcomes.push(status.is_success().then(|| begun.elapsed()));
    }
    Ok(outcomes)
}
