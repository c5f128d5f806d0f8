//! `ContractService`.

pub(crate) mod deletion;
mod fields;
mod file;
pub(super) mod present;
pub(super) mod warnings;

use std::collections::BTreeSet;

use chrono::NaiveDate;
use nirmaan_api::contracts::{
    BulkUploadContractsRequest, BulkUploadContractsResponse, Contract, CreateContractRequest,
    DeleteContractRequest, DeleteContractResponse, ExportContractsRequest, ExportContractsResponse,
    FilterContractsRequest, FilterContractsResponse, GetBulkUploadTemplateRequest,
    GetBulkUploadTemplateResponse, GetContractRequest, UpdateContractRequest, contract::Status as Wire,
    contract_service_server::ContractService,
};
use nirmaan_import::Record;
use nirmaan_store::{
    ColumnTrait, Page, PageRequest, QueryFilter, Scoped, Set, SimpleExpr, StoreError, TenantDb, WriteDb,
    entity::contract::{self, Column, Text, contains},
    list::{between, one_of},
    query::{
        deposits::{WithDeposits, with_deposits},
        imports::of_import,
        kpis,
    },
};
use tonic::{Request, Response, Streaming, async_trait};
use uuid::Uuid;

use self::fields::Fields;
use super::{import, status};
use crate::{
    Deps,
    access::Caller,
    change::Sent,
    check::Check,
    common::missing,
    error::{Error, Result},
    export,
    wire::{self, Kept, Rpc},
};

/// The tenant's contracts.
pub struct Contracts {
    deps: Deps,
}

impl Contracts {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }
}

#[async_trait]
impl ContractService for Contracts {
    type BulkUploadContractsStream = import::Events<BulkUploadContractsResponse>;

    async fn filter_contracts(
        &self,
        request: Request<FilterContractsRequest>,
    ) -> Rpc<FilterContractsResponse> {
        let (caller, request) = Caller::split(request)?;
        let filter = Filter::read(&request)?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        let asked = wire::page_request(request.pagination, request.sort);
        let page = filter.page(&db, None, &asked).await?;
        let [number, size, total_pages] = wire::page_numbers(&page);
        Ok(Response::new(FilterContractsResponse {
            number,
            size,
            total_pages,
            total_elements: page.total_elements as i64,
            content: present::listed(page.content),
        }))
    }

    async fn get_contract(&self, request: Request<GetContractRequest>) -> Rpc<Contract> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Contract")?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        let found = db.find::<contract::Entity>().filter(Column::Id.eq(id));
        let found = with_deposits(found).rows().await.map_err(Error::from)?;
        match present::listed(found).pop() {
            Some(contract) => Ok(Response::new(contract)),
            None => Err(missing::contract(&db, id).await.into()),
        }
    }

    async fn create_contract(&self, request: Request<CreateContractRequest>) -> Rpc<Contract> {
        let (caller, request) = Caller::split(request)?;
        let key = caller.idempotency_key(&request)?;
        let fields = &Fields::read(request.contract.unwrap_or_default())?;
        let today = self.deps.store.clock().today();
        let created = self.deps.store.write_once(&caller.actor, key.as_ref(), |db| async move {
            let row = db.insert(fields.new_row()).await.map_err(|error| fields.explain(error))?;
            let mut contract = present::new(row);
            contract.warnings = warnings::of(&contract, Some(today));
            Ok::<_, Error>(Kept(contract))
        });
        Ok(Response::new(created.await?.0))
    }

    async fn update_contract(&self, request: Request<UpdateContractRequest>) -> Rpc<Contract> {
        let (caller, UpdateContractRequest { id, contract, update_mask }) = Caller::split(request)?;
        let sent = &Sent::read(contract, update_mask)?;
        sent.check_whole(Fields::read)?;
        let id = wire::id(&id, "Contract")?;
        let updated = self.deps.store.write(&caller.actor, |db| async move {
            let old = find_to_change(&db, id).await?;
            let fields = Fields::read(fields::merged(sent, &old)?)?;
            let row = db
                .update(old, fields.version, |row| fields.change(row))
                .await
                .map_err(|error| fields.explain(error))?;
            present::one(&db, row).await
        });
        match updated.await {
            Ok(mut contract) => {
                contract.warnings = warnings::of(&contract, None);
                Ok(Response::new(contract))
            }
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await.into()),
        }
    }

    async fn delete_contract(&self, request: Request<DeleteContractRequest>) -> Rpc<DeleteContractResponse> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Contract")?;
        self.deps.store.write(&caller.actor, |db| async move { deletion::delete(&db, id).await }).await?;
        Ok(Response::new(DeleteContractResponse {}))
    }

    async fn bulk_upload_contracts(
        &self,
        request: Request<Streaming<BulkUploadContractsRequest>>,
    ) -> Rpc<Self::BulkUploadContractsStream> {
        let (caller, request) = Caller::split(request)?;
        let events = import::contracts(self.deps.clone(), caller, request).await?;
        Ok(Response::new(events))
    }

    type ExportContractsStream = export::Parts<ExportContractsResponse>;

    async fn export_contracts(
        &self,
        request: Request<ExportContractsRequest>,
    ) -> Rpc<Self::ExportContractsStream> {
        let (caller, ExportContractsRequest { filter, format }) = Caller::split(request)?;
        let filter = filter.unwrap_or_default();
        let asked = export::asked(&caller, &filter);
        let list = file::Contracts::read(&self.deps.store, &caller.actor, filter)?;
        let part = |part| ExportContractsResponse { part: Some(part) };
        Ok(Response::new(export::file(&self.deps, &caller, list, asked, format, part)?))
    }

    async fn get_bulk_upload_template(
        &self,
        request: Request<GetBulkUploadTemplateRequest>,
    ) -> Rpc<GetBulkUploadTemplateResponse> {
        Caller::split(request)?;
        Ok(Response::new(GetBulkUploadTemplateResponse { file: Some(import::template(Record::Contract)?) }))
    }
}

/// The filters of a list, checked.
pub(super) struct Filter {
    bid_id: String,
    contract_name: String,
    reference_no: String,
    license_holder_name: String,
    contract_type: String,
    statuses: Vec<contract::Status>,
    has_paper_cost: bool,
    import_id: Option<Uuid>,
    created: (Option<NaiveDate>, Option<NaiveDate>),
}

impl Filter {
    pub(super) fn read(request: &FilterContractsRequest) -> Result<Self> {
        let mut check = Check::default();
        let statuses: BTreeSet<_> = request.status().filter_map(status::from_wire).collect();
        if request
            .status
            .iter()
            .any(|number| Wire::try_from(*number).map_or(true, |wire| wire == Wire::Unspecified))
        {
            check.complain("status", "There is no such status.");
        }
        let filter = Self {
            bid_id: check.text("bid_id", "Bid ID", &request.bid_id, 255),
            contract_name: check.text("contract_name", "Contract name", &request.contract_name, 255),
            reference_no: check.text("reference_no", "Reference no.", &request.reference_no, 255),
            license_holder_name: check.text(
                "license_holder_name",
                "Licence holder",
                &request.license_holder_name,
                255,
            ),
            contract_type: check.text("contract_type", "Contract type", &request.contract_type, 255),
            // Each once, however often it was sent: a statement takes only so many values.
            statuses: statuses.into_iter().collect(),
            has_paper_cost: request.has_paper_cost,
            import_id: wire::narrowing_id(&request.import_id),
            created: wire::days(request.date_range.clone())?,
        };
        check.done()?;
        Ok(filter)
    }

    /// A page of the tenant's contracts that match, of those for which `more` holds, too. How many there are by status, or
    /// in all, is known without counting.
    pub(super) async fn page(
        &self,
        db: &TenantDb,
        more: Option<SimpleExpr>,
        asked: &PageRequest,
    ) -> Result<Page<WithDeposits>> {
        let Self {
            bid_id,
            contract_name,
            reference_no,
            license_holder_name,
            contract_type,
            statuses,
            has_paper_cost,
            import_id,
            created,
        } = self;
        let is_wordless = [bid_id, contract_name, reference_no, license_holder_name, contract_type]
            .iter()
            .all(|word| word.is_empty());
        let is_whole = import_id.is_none() && *created == (None, None) && more.is_none();
        let is_known = is_wordless && !has_paper_cost && is_whole;
        let matching = self.narrow(db).narrow(more);
        let total = is_known.then(|| kpis::number_of_contracts(db, statuses));
        Ok(with_deposits(matching).page_of(total, asked).await?)
    }

    /// The tenant's contracts that match.
    pub(super) fn narrow(&self, db: &TenantDb) -> Scoped<contract::Entity> {
        let (from, to) = self.created;
        db.find::<contract::Entity>()
            .narrow(contains(Text::BidId, &self.bid_id))
            .narrow(contains(Text::ContractName, &self.contract_name))
            .narrow(contains(Text::ReferenceNo, &self.reference_no))
            .narrow(contains(Text::LicenseHolderName, &self.license_holder_name))
            .narrow(contains(Text::ContractType, &self.contract_type))
            .narrow(one_of(Column::Status, self.statuses.clone()))
            .narrow(self.has_paper_cost.then(|| Column::PaperCost.gt(0)))
            .narrow(self.import_id.map(|id| of_import(db, id)))
            .narrow(between(Column::CreatedAt, from, to))
    }
}

async fn find_to_change(db: &WriteDb, id: Uuid) -> Result<contract::Model> {
    db.get_to_change::<contract::Entity, _>(id).await?.ok_or(Error::NotFound("Contract"))
}

impl Fields {
    fn new_row(&self) -> contract::ActiveModel {
        let mut row = self.row.clone();
        if !row.status.is_set() {
            row.status = Set(contract::Status::Draft);
        }
        row
    }

    /// Replaces every editable field; what wasn't sent of the status keeps its value.
    fn change(&self, row: &mut contract::ActiveModel) {
        let (tenant_id, id) = (row.tenant_id.clone(), row.id.clone());
        *row = contract::ActiveModel { tenant_id, id, ..self.row.clone() };
    }

    /// Says whose bid id it is that a unique index refused.
    fn explain(&self, error: StoreError) -> Error {
        match error {
            StoreError::Duplicate(_) => Error::AlreadyExists {
                field: "contract.bid_id".to_owned(),
                message: "Bid ID is already used by another contract.".to_owned(),
            },
            error => error.into(),
        }
    }
}
