//! What is different between imports of contracts and of deposits.

use chrono::NaiveDate;
use nirmaan_api::contracts::{bulk_upload_contracts_request::Part, bulk_upload_contracts_response::Event};
use nirmaan_import::SheetRow;
use nirmaan_store::{Draft, TenantDb, WriteDb, entity::import};
use uuid::Uuid;

use super::{plan::Planned, receive::Options};
use crate::error::Result;

/// A checked row of a file, and what an import makes of it.
pub(super) trait Imported: SheetRow + Send + Sync {
    /// A part of an upload.
    type Request: Send + 'static;
    /// What happens to it.
    type Response: Send + 'static;
    /// A plan, and in words what it stores of a file's first rows, as far as there is room for.
    type Drafted: Send + Sync;

    /// What its import is kept as.
    const STORED_AS: import::Record;

    fn part(request: Self::Request) -> Option<Part>;

    fn response(event: Event) -> Self::Response;

    /// Decides what becomes of rows, by what is there now. With the day of a dry run it warns, too.
    fn plan(
        db: &TenantDb,
        rows: &[Self],
        options: Options,
        import_id: Uuid,
        tried_on: Option<NaiveDate>,
    ) -> impl Future<Output = Result<Vec<Planned>>> + Send;

    /// Puts into words what a plan of these rows stores.
    fn draft(
        draft: &Draft,
        rows: &[Self],
        plan: Vec<Planned>,
        import_id: Uuid,
    ) -> impl Future<Output = Result<Self::Drafted>> + Send;

    /// The plan that was put into words.
    fn planned(drafted: &Self::Drafted) -> &[Planned];

    /// Creates what a plan of these rows creates. Rows may fail that somebody overtook since they were planned.
    fn create(
        db: &WriteDb,
        rows: &[Self],
        drafted: &Self::Drafted,
        plan: &mut [Planned],
        of: (Options, Uuid),
        report: impl Fn(usize) + Send + Sync,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Changes what a plan of these rows changes.
    fn update(
        db: &WriteDb,
        rows: &[Self],
        drafted: &Self::Drafted,
        import_id: Uuid,
        report: impl Fn(usize) + Send + Sync,
    ) -> impl Future<Output = Result<()>> + Send;
}
