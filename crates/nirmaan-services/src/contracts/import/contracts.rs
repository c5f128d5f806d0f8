//! Imports of contracts.

use chrono::NaiveDate;
use nirmaan_api::contracts::{
    BulkUploadContractsRequest, BulkUploadContractsResponse, bulk_upload_contracts_request::Part,
    bulk_upload_contracts_response::Event,
};
use nirmaan_import::ContractRow;
use nirmaan_store::{Draft, TenantDb, WriteDb, entity::import};
use uuid::Uuid;

use super::{
    imported::Imported,
    plan::{self, Planned},
    receive::Options,
    store,
};
use crate::error::Result;

impl Imported for ContractRow {
    type Request = BulkUploadContractsRequest;
    type Response = BulkUploadContractsResponse;
    type Drafted = store::Drafted;

    const STORED_AS: import::Record = import::Record::Contract;

    fn part(request: BulkUploadContractsRequest) -> Option<Part> {
        request.part
    }

    fn response(event: Event) -> BulkUploadContractsResponse {
        BulkUploadContractsResponse { event: Some(event) }
    }

    async fn plan(
        db: &TenantDb,
        rows: &[Self],
        options: Options,
        import_id: Uuid,
        tried_on: Option<NaiveDate>,
    ) -> Result<Vec<Planned>> {
        plan::make(db, rows, options, import_id, tried_on).await
    }

    async fn draft(
        draft: &Draft,
        rows: &[Self],
        plan: Vec<Planned>,
        import_id: Uuid,
    ) -> Result<store::Drafted> {
        store::draft(draft, rows, plan, import_id).await
    }

    fn planned(drafted: &store::Drafted) -> &[Planned] {
        &drafted.plan
    }

    async fn create(
        db: &WriteDb,
        rows: &[Self],
        drafted: &store::Drafted,
        plan: &mut [Planned],
        of: (Options, Uuid),
        report: impl Fn(usize) + Send + Sync,
    ) -> Result<()> {
        store::create(db, rows, drafted, plan, of, report).await
    }

    async fn update(
        db: &WriteDb,
        rows: &[Self],
        drafted: &store::Drafted,
        import_id: Uuid,
        report: impl Fn(usize) + Send + Sync,
    ) -> Result<()> {
        store::update(db, rows, drafted, import_id, report).await
    }
}
