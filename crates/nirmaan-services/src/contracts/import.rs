//! Bulk upload: a register of tenders becomes contracts, one of deposits those of contracts that are there.

mod change;
mod columns;
mod contracts;
mod deposits;
pub(super) mod failed;
mod imported;
mod plan;
mod receive;
mod rows;
mod store;
mod tell;
mod values;
mod waits;
mod work;

use std::{pin::Pin, sync::Arc, time::Duration};

use async_stream::try_stream;
use bytes::Bytes;
use nirmaan_api::contracts::{
    BulkUploadContractsRequest, BulkUploadContractsResponse, BulkUploadDepositsRequest,
    BulkUploadDepositsResponse, BulkUploadResult, FileContent, ImportProgress,
    bulk_upload_contracts_response::Event, import_progress::Stage,
};
use nirmaan_import::{ContractRow, DepositRow, Failure, Parsed, Record, Table};
use nirmaan_store::{Action, Actor, Draft, NotSet, Set, Source, Table as _, WriteDb, entity::import, new_id};
use tokio::{sync::mpsc, task::JoinError};
use tokio_stream::Stream;
use tokio_util::task::AbortOnDropHandle;
use tonic::{Status, Streaming};
use tracing::Instrument;
use uuid::Uuid;

use self::{
    failed::Problems,
    imported::Imported,
    plan::{Counts, Planned},
    receive::{Options, Upload},
    waits::Waits,
    work::Work,
};
use crate::{
    Deps,
    access::Caller,
    error::{Error, Result},
    metrics::Metrics,
};

/// How long an import may take after its file was received, beside what it waits for its turn.
const TIME: Duration = Duration::from_secs(120);
/// Events that wait for their client at most.
const PROGRESS: usize = 256;

/// What a client is told while its file is imported.
pub(super) type Events<T> = Pin<Box<dyn Stream<Item = std::result::Result<T, Status>> + Send>>;

/// Receives a file with such rows; then the events of its import, of which the last is the result. Dropping them cancels it, and
/// nothing is stored. A file that can't be read ends here, before the first event, unless it has to wait for that.
async fn run<R: Imported>(
    deps: Deps,
    caller: Caller,
    parts: Streaming<R::Request>,
) -> Result<Events<R::Response>> {
    let slot = deps.import_slots.take(&caller.actor)?;
    let file = receive::file::<R>(parts, &caller).await?;
    let (report, progress) = mpsc::channel(PROGRESS);
    let waits = Waits::new(report.clone());
    let work = Work::new(deps.imports.clone(), slot, waits.clone());
    // In a task of its own: no transaction waits for a client that doesn't read its events. Dropped with them.
    let task = async move {
        let result = waits.within(TIME, import::<R>(&deps, &caller, work, file, report)).await;
        count(&deps.metrics, &result);
        result
    };
    let task = AbortOnDropHandle::new(tokio::spawn(task.in_current_span()));
    let mut running = Running { progress, task };
    let mut event = running.next().await?;
    Ok(Box::pin(try_stream! {
        loop {
            let is_last = matches!(event, Event::Result(_));
            yield R::response(event);
            if is_last {
                break;
            }
            event = running.next().await?;
        }
    }))
}

/// [`run`] of a register of tenders.
pub(super) async fn contracts(
    deps: Deps,
    caller: Caller,
    parts: Streaming<BulkUploadContractsRequest>,
) -> Result<Events<BulkUploadContractsResponse>> {
    run::<ContractRow>(deps, caller, parts).await
}

/// [`run`] of a register of deposits.
pub(super) async fn deposits(
    deps: Deps,
    caller: Caller,
    parts: Streaming<BulkUploadDepositsRequest>,
) -> Result<Events<BulkUploadDepositsResponse>> {
    run::<DepositRow>(deps, caller, parts).await
}

/// An import on its way.
struct Running {
    progress: mpsc::Receiver<ImportProgress>,
    task: AbortOnDropHandle<Result<BulkUploadResult>>,
}

impl Running {
    /// How far it is, or how it ended.
    async fn next(&mut self) -> Result<Event> {
        tokio::select! {
            biased;
            Some(progress) = self.progress.recv() => Ok(Event::Progress(progress)),
            result = &mut self.task => Ok(Event::Result(ended(result)?)),
        }
    }
}

/// Reads a file with such rows and imports it.
async fn import<R: Imported>(
    deps: &Deps,
    caller: &Caller,
    work: Work,
    file: Upload,
    report: mpsc::Sender<ImportProgress>,
) -> Result<BulkUploadResult> {
    let (file_name, options) = (file.name.clone(), file.options);
    let table = Arc::new(receive::table(deps, caller, &work, file).await?);
    Import { id: new_id(), file_name, options, table, report, work }.run::<R>(deps, caller).await
}

fn count(metrics: &Metrics, result: &Result<BulkUploadResult>) {
    match result {
        Err(_) => metrics.import("failed"),
        Ok(result) if result.dry_run => metrics.import("tried"),
        Ok(result) => {
            metrics.import("stored");
            for (outcome, rows) in
                [("created", result.imported), ("updated", result.updated), ("skipped", result.skipped)]
            {
                metrics.imported_rows(outcome, usize::try_from(rows).unwrap_or_default());
            }
            metrics.imported_rows("failed", result.failures.len());
        }
    }
}

fn ended(task: std::result::Result<Result<BulkUploadResult>, JoinError>) -> Result<BulkUploadResult> {
    task.unwrap_or_else(|error| Err(Error::Internal(format!("an import fell over: {error}"))))
}

/// An empty workbook to fill in with such records.
pub(super) fn template(record: Record) -> Result<FileContent> {
    let data = nirmaan_import::template(record).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(FileContent {
        file_name: format!("nirmaan-{}s-template.xlsx", record.name()),
        content_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet".to_owned(),
        data: Bytes::from(data),
    })
}

/// A file that was read, on its way to be stored.
struct Import {
    id: Uuid,
    file_name: String,
    options: Options,
    table: Arc<Table>,
    report: mpsc::Sender<ImportProgress>,
    work: Work,
}

/// A file's rows, checked.
struct Checked<R> {
    /// In the order of their keys whatever the file's: two imports of the same rows wait for each other, and don't collide.
    rows: Vec<R>,
    failures: Vec<Failure>,
    unknown_columns: Vec<String>,
}

/// What was stored.
struct Stored {
    counts: Counts,
    /// All of the file's, in the order of the sheet.
    failures: Vec<Failure>,
}

impl Import {
    async fn run<R: Imported>(self, deps: &Deps, caller: &Caller) -> Result<BulkUploadResult> {
        let checked = self.check::<R>(deps).await?;
        let db = deps.store.read(&caller.actor).await?;
        let tried_on = self.options.dry_run.then(|| deps.store.clock().today());
        let plan = R::plan(&db, &checked.rows, self.options, self.id, tried_on).await?;
        drop(db);
        let failures = all_failures(&checked, &plan);
        let counts = plan::counts(&plan);
        let is_trial = self.options.dry_run || counts.created + counts.updated == 0;
        let key = &failed::key(caller.actor.tenant_id, self.id, &self.file_name);
        let problems =
            |failures| Problems { import_id: self.id, key, table: &self.table, failures, is_trial };
        // Before the import is stored, so that no import names a file that isn't there.
        let has_room = failures.is_empty() || problems(&failures).keep(deps, caller, &self.work).await?;
        if self.options.dry_run {
            let rows = tell::rows(plan, &failures);
            let stored = Stored { counts, failures };
            let key = Some(key).filter(|_| has_room);
            let result = self.result::<R>(deps, stored, checked.unknown_columns, key);
            return Ok(BulkUploadResult { rows, ..result });
        }
        drop(plan);
        let key = Some(key).filter(|_| has_room);
        let stored = self.store(deps, caller, &checked, key).await?;
        // Somebody took a bid id in between, or gave one back.
        if key.is_some()
            && stored.failures != failures
            && !stored.failures.is_empty()
            && !matches!(problems(&stored.failures).keep(deps, caller, &self.work).await, Ok(true))
        {
            tracing::warn!("an import's rows with problems are handed back as they were foreseen");
        }
        Ok(self.result::<R>(deps, stored, checked.unknown_columns, key))
    }

    async fn check<R: Imported>(&self, deps: &Deps) -> Result<Checked<R>> {
        let (table, report, today) = (self.table.clone(), self.report.clone(), deps.store.clock().today());
        let check = move || {
            nirmaan_import::check(&table, today, |done, total| {
                tell::progress(&report, Stage::Checking, done, total);
            })
        };
        let Parsed { mut rows, failures, unknown_columns } = self.work.run(check).await?;
        rows.sort_by_cached_key(R::key);
        Ok(Checked { rows, failures, unknown_columns })
    }

    /// Stores all good rows, or none.
    async fn store<R: Imported>(
        &self,
        deps: &Deps,
        caller: &Caller,
        checked: &Checked<R>,
        key: Option<&String>,
    ) -> Result<Stored> {
        // One at a time: the others wait here, and not for the writer, which sign-ins need too.
        let turn = self.work.waits().wait(deps.import_turn.acquire()).await?;
        let _turn = turn.map_err(|error| Error::Internal(error.to_string()))?;
        let actor = Actor { source: Source::Import, ..caller.actor.clone() };
        let draft = |draft: Draft| async move {
            let plan = R::plan(&draft, &checked.rows, self.options, self.id, None).await?;
            R::draft(&draft, &checked.rows, plan, self.id).await
        };
        let write = |db: WriteDb, drafted: Arc<R::Drafted>| async move {
            let mut plan = R::planned(&drafted).to_vec();
            let counts = plan::counts(&plan);
            let total = counts.created + counts.updated;
            let report = |done: usize| tell::progress(&self.report, Stage::Storing, done, total);
            report(0);
            R::create(&db, &checked.rows, &drafted, &mut plan, (self.options, self.id), report).await?;
            let counts = plan::counts(&plan);
            let failures = all_failures(checked, &plan);
            if counts.created + counts.updated > 0 {
                let key = key.filter(|_| !failures.is_empty()).map_or("", String::as_str);
                // Its event is that of the import.
                db.insert_along(vec![self.row::<R>(&counts, failures.len(), key)], None).await?;
            }
            let report = |done: usize| report(counts.created + done);
            R::update(&db, &checked.rows, &drafted, self.id, report).await?;
            let is_any_good = counts.created + counts.updated + counts.skipped > 0;
            let chosen = match is_any_good {
                true => columns::remember(&db, R::RECORD, &self.table, self.options.are_choices_new).await?,
                false => Vec::new(),
            };
            let facts = tell::summary(
                R::RECORD,
                &self.file_name,
                &counts,
                failures.len(),
                &checked.unknown_columns,
                chosen,
            );
            db.event(Action::Import, (import::Entity::NAME, self.id), facts).await?;
            Ok::<_, Error>(Stored { counts, failures })
        };
        deps.store.write_drafted(&actor, draft, write).await
    }

    fn row<R: Imported>(&self, counts: &Counts, failed: usize, error_key: &str) -> import::ActiveModel {
        import::ActiveModel {
            tenant_id: NotSet,
            id: Set(self.id),
            record: Set(R::STORED_AS),
            file_name: Set(self.file_name.clone()),
            created: Set(counts.created as i32),
            updated: Set(counts.updated as i32),
            skipped: Set(counts.skipped as i32),
            failed: Set(failed as i32),
            error_key: Set(error_key.to_owned()),
            undone_at: Set(None),
            undone_by: Set(None),
            search: NotSet,
            version: NotSet,
            created_at: NotSet,
            updated_at: NotSet,
            created_by: NotSet,
            updated_by: NotSet,
        }
    }

    fn result<R: Imported>(
        &self,
        deps: &Deps,
        stored: Stored,
        unknown_columns: Vec<String>,
        key: Option<&String>,
    ) -> BulkUploadResult {
        let Stored { counts, failures } = stored;
        let dry_run = self.options.dry_run;
        let is_kept = !dry_run && counts.created + counts.updated > 0;
        let missing: Vec<_> = self.table.missing().collect();
        BulkUploadResult {
            message: match missing.as_slice() {
                [] => tell::message(R::RECORD, &counts, failures.len(), dry_run, key.is_none()),
                missing => tell::missing(missing),
            },
            imported: counts.created as i32,
            updated: counts.updated as i32,
            skipped: counts.skipped as i32,
            unknown_columns,
            dry_run,
            import_id: if is_kept { self.id.to_string() } else { String::new() },
            rows: Vec::new(),
            error_file_url: key
                .filter(|_| !failures.is_empty())
                .map(|key| failed::link(deps, key, deps.store.clock().now()))
                .unwrap_or_default(),
            failures: tell::failures(&failures),
            columns: tell::columns(self.table.readings()),
            missing_fields: missing.iter().map(|column| column.json_name.to_owned()).collect(),
            passed_rows: tell::passed_rows(self.table.passed_rows()),
        }
    }
}

/// The failures of the check and of the plan, in the order of the sheet.
fn all_failures<R>(checked: &Checked<R>, plan: &[Planned]) -> Vec<Failure> {
    let mut failures = checked.failures.clone();
    failures.extend(plan.iter().filter_map(Planned::failure));
    failures.sort_by_key(|failure| failure.row);
    failures
}
