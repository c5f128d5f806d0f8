//! `DepositImportService`.

use nirmaan_api::contracts::{
    BulkUploadDepositsRequest, BulkUploadDepositsResponse, GetDepositUploadTemplateRequest,
    GetDepositUploadTemplateResponse, deposit_import_service_server::DepositImportService,
};
use nirmaan_import::Record;
use tonic::{Request, Response, Streaming, async_trait};

use super::import;
use crate::{Deps, access::Caller, wire::Rpc};

/// Bulk upload of the tenant's deposits.
pub struct DepositImports {
    deps: Deps,
}

impl DepositImports {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }
}

#[async_trait]
impl DepositImportService for DepositImports {
    type BulkUploadDepositsStream = import::Events<BulkUploadDepositsResponse>;

    async fn bulk_upload_deposits(
        &self,
        request: Request<Streaming<BulkUploadDepositsRequest>>,
    ) -> Rpc<Self::BulkUploadDepositsStream> {
        let (caller, request) = Caller::split(request)?;
        let events = import::deposits(self.deps.clone(), caller, request).await?;
        Ok(Response::new(events))
    }

    async fn get_deposit_upload_template(
        &self,
        request: Request<GetDepositUploadTemplateRequest>,
    ) -> Rpc<GetDepositUploadTemplateResponse> {
        Caller::split(request)?;
        Ok(Response::new(GetDepositUploadTemplateResponse { file: Some(import::template(Record::Deposit)?) }))
    }
}
