//! Bulk upload: a register of tenders becomes contracts.

mod receive;
mod rows;

use std::{pin::Pin, time::Duration};

use async_stream::try_stream;
use bytes::Bytes;
use futures_util::future::Either;
use nirmaan_api::contracts::{
    BulkUploadContractsRequest, BulkUploadContractsResponse, BulkUploadResult, FileContent, ImportFailure,
    ImportProgress, bulk_upload_contracts_response::Event, import_progress::Stage,
};
use nirmaan_import::{Failure, Parsed, Table};
use nirmaan_store::{Action, Actor, Source, new_id};
use serde_json::json;
use tokio::{sync::mpsc, task::JoinError, time::timeout};
use tokio_stream::Stream;
use tokio_util::task::AbortOnDropHandle;
use tonic::{Status, Streaming};
use tracing::Instrument;

use crate::{
    Deps,
    access::Caller,
    error::{Error, Result},
};

/// How long an import may take after its file was read; what the method declares.
const TIME: Duration = Duration::from_secs(120);
/// Events that wait for their client at most.
const PROGRESS: usize = 256;

type Events = Pin<Box<dyn Stream<Item = std::result::Result<BulkUploadContractsResponse, Status>> + Send>>;

/// Receives and reads a file; then the events of its import, of which the last is the result. Dropping them
/// cancels it, and nothing is stored. A file that can't be read ends here, before the first event.
pub(super) async fn run(
    deps: Deps,
    caller: Caller,
    parts: Streaming<BulkUploadContractsRequest>,
) -> Result<Events> {
    let slot = deps.import_slots.take(caller.actor.tenant_id)?;
    let file = receive::file(parts).await?;
    let file_name = file.name.clone();
    let table = receive::table(&deps, file).await?;
    let (report, mut progress) = mpsc::channel(PROGRESS);
    // In a task of its own: no transaction waits for a client that doesn't read its events. Dropped with them.
    let task = async move {
        // Held until the import has ended, one way or the other.
        let _slot = slot;
        match timeout(TIME, import(&deps, &caller, &file_name, table, report)).await {
            Ok(result) => result,
            Err(_) => Err(Error::Unavailable("The import took too long. Split the file.".to_owned())),
        }
    };
    let mut task = AbortOnDropHandle::new(tokio::spawn(task.in_current_span()));
    Ok(Box::pin(try_stream! {
        loop {
            let next = tokio::select! {
                biased;
                Some(progress) = progress.recv() => Either::Left(progress),
                result = &mut task => Either::Right(ended(result)),
            };
            match next {
                Either::Left(progress) => yield event(Event::Progress(progress)),
                Either::Right(result) => {
                    yield event(Event::Result(result?));
                    break;
                }
            }
        }
    }))
}

fn ended(task: std::result::Result<Result<BulkUploadResult>, JoinError>) -> Result<BulkUploadResult> {
    task.unwrap_or_else(|error| Err(Error::Internal(format!("an import fell over: {error}"))))
}

/// An empty workbook to fill in.
pub(super) fn template() -> Result<FileContent> {
    let data = nirmaan_import::template().map_err(|error| Error::Internal(error.to_string()))?;
    Ok(FileContent {
        file_name: "nirmaan-contracts-template.xlsx".to_owned(),
        content_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet".to_owned(),
        data: Bytes::from(data),
    })
}

async fn import(
    deps: &Deps,
    caller: &Caller,
    file_name: &str,
    table: Table,
    report: mpsc::Sender<ImportProgress>,
) -> Result<BulkUploadResult> {
    let checked = report.clone();
    // Seconds of work for a large file: not on a thread that answers others.
    let parsed = tokio::task::spawn_blocking(move || {
        nirmaan_import::check(table, |done, total| tell(&checked, Stage::Checking, done, total))
    });
    let Parsed { rows, mut failures, unknown_columns } =
        parsed.await.map_err(|error| Error::Internal(format!("checking a file failed: {error}")))?;

    let import_id = new_id();
    let (rows, refused) = rows::to_contracts(rows, import_id);
    failures.extend(refused);
    let total = rows.len();
    let (rows, report) = (&rows, &report);
    let (stored_ids, unknown) = (&rows::bid_ids(rows), &unknown_columns);
    let known = failures.len();
    // One at a time: the others wait here, and not for the writer, which sign-ins need too.
    let _turn = deps.import_turn.acquire().await.map_err(|error| Error::Internal(error.to_string()))?;
    let actor = Actor { source: Source::Import, ..caller.actor.clone() };
    let stored = deps
        .store
        .write(&actor, |db| async move {
            let mut stored = std::collections::HashSet::with_capacity(total);
            let contracts = rows.iter().map(|row| row.contract.clone()).collect();
            tell(report, Stage::Storing, 0, total);
            db.insert_many(contracts, nirmaan_store::entity::contract::live_bid_id(), |inserted| {
                stored.extend(
                    inserted.iter().map(|row: &nirmaan_store::entity::contract::Model| row.bid_id.clone()),
                );
                tell(report, Stage::Storing, stored.len(), total);
            })
            .await?;
            let failed = known + stored_ids.len() - stored.len();
            let changes = summary(file_name, stored.len(), failed, unknown);
            db.event(Action::Import, ("contract_import", import_id), changes).await?;
            Ok::<_, Error>(stored)
        })
        .await?;

    failures.extend(rows.iter().filter(|row| !stored.contains(&row.bid_id)).map(rows::Row::already_exists));
    failures.sort_by_key(|failure| failure.row);
    Ok(BulkUploadResult {
        message: message(stored.len(), failures.len()),
        failures: failures.into_iter().map(failure).collect(),
        imported: stored.len() as i32,
        unknown_columns,
        ..BulkUploadResult::default()
    })
}

fn summary(
    file_name: &str,
    imported: usize,
    failed: usize,
    unknown_columns: &[String],
) -> serde_json::Map<String, serde_json::Value> {
    let facts = [
        ("file", json!(file_name)),
        ("imported", json!(imported)),
        ("failed", json!(failed)),
        ("unknown_columns", json!(unknown_columns)),
    ];
    facts.into_iter().map(|(fact, to)| (fact.to_owned(), json!({"from": null, "to": to}))).collect()
}

fn message(imported: usize, failed: usize) -> String {
    let contracts = |count: usize| match count {
        1 => "1 contract".to_owned(),
        count => format!("{count} contracts"),
    };
    match (imported, failed) {
        (0, 0) => "The file has no rows to import.".to_owned(),
        (imported, 0) => format!("Upload successful! {} imported.", contracts(imported)),
        (0, failed) => format!("No contract was imported: {failed} rows have problems."),
        (imported, 1) => format!("{} imported, 1 row has problems.", contracts(imported)),
        (imported, failed) => format!("{} imported, {failed} rows have problems.", contracts(imported)),
    }
}

fn failure(failure: Failure) -> ImportFailure {
    let Failure { row, ref_id, reason } = failure;
    ImportFailure { ref_id, reason, row: i32::try_from(row).unwrap_or(i32::MAX) }
}

fn tell(report: &mpsc::Sender<ImportProgress>, stage: Stage, done: usize, total: usize) {
    // A client that doesn't keep up misses some of it; the import waits for nobody.
    let _ = report.try_send(ImportProgress { stage: stage.into(), done: done as i64, total: total as i64 });
}

fn event(event: Event) -> BulkUploadContractsResponse {
    BulkUploadContractsResponse { event: Some(event) }
}
