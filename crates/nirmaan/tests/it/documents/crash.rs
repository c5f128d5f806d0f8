//! A server that is killed while files are uploaded.

use std::collections::BTreeSet;

use chrono::{TimeDelta, Utc};
use futures_util::TryStreamExt;
use nirmaan::{config::Config, serve};
use nirmaan_services::jobs::objects::sweep_orphans;
use reqwest::{
    Client,
    multipart::{Form, Part},
};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::{sync::mpsc, task::JoinSet};

use super::{PDF, SEVERAL, text};
use crate::process;

/// Uploads, two files at a time, until the server is gone; tells of each that was acknowledged.
async fn upload_on(base: String, token: String, size: usize, tell: mpsc::UnboundedSender<String>) {
    let http = Client::new();
    let file = [PDF, &vec![b' '; size]].concat();
    loop {
        let part = || Part::bytes(file.clone()).file_name("a.pdf");
        let form = Form::new().text("entityType", "VEHICLE").part("a", part()).part("b", part());
        let sent = http.post(format!("{base}{SEVERAL}")).bearer_auth(&token).multipart(form).send().await;
        let Ok(answer) = sent else { return };
        assert_eq!(answer.status(), 200);
        let Ok(documents) = answer.json::<Value>().await else { return };
        for document in documents.as_array().unwrap() {
            // Nobody listens any more once the server was killed.
            let _ = tell.send(text(document, "id").to_owned());
        }
    }
}

#[tokio::test]
async fn kill_9_during_uploads_leaves_no_row_without_its_object() {
    let dir = tempfile::tempdir().unwrap();
    let mut acknowledged = BTreeSet::new();
    let mut token = String::new();
    for round in 1..=4 {
        let mut serving = process::serve(dir.path(), &["--limit-calls-burst=100000"]);
        token = serving.log_in().await;
        let (tell, mut told) = mpsc::unbounded_channel();
        let mut uploads = JoinSet::new();
        // Small ones, and such as are stored in parts.
        for size in [10, 300_000, 6_000_000] {
            uploads.spawn(upload_on(serving.base.clone(), token.clone(), size, tell.clone()));
        }
        for _ in 0..round * 5 {
            acknowledged.insert(told.recv().await.unwrap());
        }
        serving.signal("-KILL");
        serving.child.wait().unwrap();
        uploads.join_all().await;
        told.close();
        while let Some(id) = told.recv().await {
            acknowledged.insert(id);
        }
    }

    let mut config = Config::at(dir.path());
    config.listen = "127.0.0.1:0".parse().unwrap();
    let running = serve::start(config).await.unwrap();
    let http = Client::new();
    let base = format!("http://{}", running.addr);
    let listed = http.get(format!("{base}/api/documents")).bearer_auth(&token).send().await.unwrap();
    let rows: Vec<Value> = listed.json().await.unwrap();
    let ids: BTreeSet<_> = rows.iter().map(|row| text(row, "id").to_owned()).collect();
    assert!(acknowledged.is_subset(&ids), "what was acknowledged is there");
    assert_eq!(ids.len() % 2, 0, "both of an upload or none");
    for row in &rows {
        let file = http.get(format!("{base}{}", text(row, "previewUrl"))).send().await.unwrap();
        let bytes = file.error_for_status().unwrap().bytes().await.unwrap();
        let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, text(row, "sha256"));
    }
    let later = Utc::now() + TimeDelta::hours(1);
    sweep_orphans(&running.deps, later).await.unwrap();
    let keys: BTreeSet<String> = running.deps.objects.stored_before(later).try_collect().await.unwrap();
    assert_eq!(keys, rows.iter().map(|row| text(row, "key").to_owned()).collect());
    assert_eq!(std::fs::read_dir(dir.path().join("uploads")).unwrap().count(), 0);
    assert_eq!(running.deps.objects.sweep_drafts(later).await.unwrap(), 0, "swept with the orphans");
    running.shutdown().await;
}
