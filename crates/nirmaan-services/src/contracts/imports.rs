//! `ContractImportService`.

mod present;
mod undo;

use std::sync::Arc;

use nirmaan_api::contracts::{
    ContractImport, FilterContractImportsRequest, FilterContractImportsResponse, GetContractImportRequest,
    UndoContractImportRequest, contract_import::Record,
    contract_import_service_server::ContractImportService,
};
use nirmaan_store::{
    ColumnTrait, Draft, WriteDb,
    entity::import::{self, Column, file_name_contains},
    list::between,
};
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use crate::{
    Deps,
    access::Caller,
    check::Check,
    error::{Error, Result},
    wire::{self, Rpc},
};

/// The tenant's imports.
pub struct Imports {
    deps: Deps,
}

impl Imports {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn filter(
        &self,
        caller: &Caller,
        request: FilterContractImportsRequest,
    ) -> Result<FilterContractImportsResponse> {
        let mut check = Check::default();
        let file_name = check.text("file_name", "File name", &request.file_name, 255);
        let record = Record::try_from(request.record);
        if record.is_err() {
            check.complain("record", "There is no such kind of record.");
        }
        check.done()?;
        let (from, to) = wire::days(request.date_range)?;
        let db = self.deps.store.read(&caller.actor).await?;
        let page = db
            .find::<import::Entity>()
            .narrow(record.ok().and_then(present::from_wire).map(|record| Column::Record.eq(record)))
            .narrow(file_name_contains(&file_name))
            .narrow(between(Column::CreatedAt, from, to))
            .page(&wire::page_request(request.pagination, request.sort))
            .await?;
        let [number, size, total_pages] = wire::page_numbers(&page);
        Ok(FilterContractImportsResponse {
            number,
            size,
            total_pages,
            total_elements: page.total_elements as i64,
            content: present::all(&self.deps, &db, caller, page.content).await?,
        })
    }

    async fn get(&self, caller: &Caller, id: Uuid) -> Result<ContractImport> {
        let db = self.deps.store.read(&caller.actor).await?;
        let row = db.get::<import::Entity, _>(id).await?.ok_or(Error::NotFound("Import"))?;
        present::one(&self.deps, &db, caller, row).await
    }
}

#[async_trait]
impl ContractImportService for Imports {
    async fn filter_contract_imports(
        &self,
        request: Request<FilterContractImportsRequest>,
    ) -> Rpc<FilterContractImportsResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.filter(&caller, request).await?))
    }

    async fn get_contract_import(&self, request: Request<GetContractImportRequest>) -> Rpc<ContractImport> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Import")?;
        Ok(Response::new(self.get(&caller, id).await?))
    }

    async fn undo_contract_import(&self, request: Request<UndoContractImportRequest>) -> Rpc<ContractImport> {
        let (caller, request) = Caller::split(request)?;
        let (id, caller) = (wire::id(&request.id, "Import")?, &caller);
        let now = self.deps.store.clock().now();
        // Locks as many contracts as an import: one after the other, they can't be in each other's way. Other calls of its own
        // don't wait with it.
        caller.end_turn();
        let turn = self.deps.import_turn.acquire().await;
        let _turn = turn.map_err(|error| Error::Internal(error.to_string()))?;
        let draft = |draft: Draft| async move { undo::draft(&draft, id).await };
        let write = |db: WriteDb, drafted: Arc<undo::Drafted>| async move {
            let row = undo::undo(&db, id, &drafted, now).await?;
            present::one(&self.deps, &db, caller, row).await
        };
        Ok(Response::new(self.deps.store.write_drafted(&caller.actor, draft, write).await?))
    }
}
