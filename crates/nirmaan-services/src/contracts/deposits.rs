//! `SecurityDepositService`.

pub(crate) mod deletion;
mod fields;
mod file;
pub(super) mod present;
mod search;
pub(super) mod status;
pub(super) mod warnings;

use nirmaan_api::contracts::{
    CreateSecurityDepositRequest, DeleteSecurityDepositRequest, DeleteSecurityDepositResponse,
    ExportContractDepositsRequest, ExportContractDepositsResponse, FindSameInstrumentRequest,
    FindSameInstrumentResponse, GetSecurityDepositRequest, ListSecurityDepositsRequest,
    ListSecurityDepositsResponse, SameInstrument, SearchContractDepositsRequest,
    SearchContractDepositsResponse, SecurityDeposit, UpdateSecurityDepositRequest,
    security_deposit_service_server::SecurityDepositService,
};
use nirmaan_api::{access::Action, types::Warning};
use nirmaan_store::{
    ColumnTrait, QueryFilter, TenantDb, WriteDb,
    entity::{
        contract,
        security_deposit::{Column, Entity, Model},
    },
    query::deposits::{bid_ids, contracts_with, of_contracts, on_instrument},
};
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use self::fields::Fields;
use super::contract::{Filter, present as contracts};
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

/// Deposits are part of contracts.
const MODULE: &str = "Contracts";
/// The most deposits of one contract.
const MOST: u64 = 10_000;
/// The most deposits beside a page of contracts.
const MOST_FOUND: u64 = 1_000;
/// The most deposits with one number that are compared.
const MOST_NUMBERED: u64 = 100;
/// The most of them that are named.
const MOST_NAMED: usize = 5;

/// The deposits of the tenant's contracts.
pub struct Deposits {
    deps: Deps,
}

impl Deposits {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn search(
        &self,
        caller: &Caller,
        request: SearchContractDepositsRequest,
    ) -> Result<SearchContractDepositsResponse> {
        let contracts_filter = Filter::read(&search::contracts(&request))?;
        let mut filter = search::deposits(caller, &request)?;
        let db = self.deps.store.read(&caller.actor).await?;
        filter.look_up(&db).await?;
        let asked = wire::page_request(request.pagination, request.sort);
        let page = contracts_filter.page(&db, contracts_with(&db, &filter), &asked).await?;
        let [number, size, total_pages] = wire::page_numbers(&page);
        let total_elements = page.total_elements as i64;
        let ids: Vec<_> = page.content.iter().map(|row| row.contract.id).collect();
        let deposits = of_contracts(&db, &ids, &filter, MOST_FOUND).await?;
        Ok(SearchContractDepositsResponse {
            content: contracts::listed(page.content),
            number,
            size,
            total_pages,
            total_elements,
            deposits: present::all(caller, deposits),
        })
    }

    /// A deposit as whoever wrote it is answered. The change is done: it is answered even where the warnings can't be read.
    async fn written(&self, caller: &Caller, deposit: SecurityDeposit) -> SecurityDeposit {
        let warnings = self.warnings(caller, &deposit).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a deposit is answered without its warnings");
            Vec::new()
        });
        SecurityDeposit { warnings, ..deposit }
    }

    async fn warnings(&self, caller: &Caller, deposit: &SecurityDeposit) -> Result<Vec<Warning>> {
        let key = Key::read(&deposit.contract_id, &deposit.id)?;
        let db = self.deps.store.read(&caller.actor).await?;
        let tender: Option<contract::Model> = db.get::<contract::Entity, _>(key.contract_id).await?;
        let tender_value =
            tender.and_then(|row| warnings::tender_value(row.tender_actual_value, row.tender_bid_value));
        let mut found = warnings::of(deposit, tender_value);
        // What other contracts there are is told to those alone who may read them.
        if caller.may(MODULE, Action::View) && warnings::is_out(deposit) {
            let others =
                same_instrument(&db, &deposit.instrument_no, &deposit.bank_name, Some(key.id)).await?;
            found.extend(warnings::of_same_instrument(deposit, &others));
        }
        Ok(found)
    }
}

#[async_trait]
impl SecurityDepositService for Deposits {
    async fn list_security_deposits(
        &self,
        request: Request<ListSecurityDepositsRequest>,
    ) -> Rpc<ListSecurityDepositsResponse> {
        let (caller, request) = Caller::split(request)?;
        let contract_id = contract_id(&request.contract_id)?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        require_contract(&db, contract_id).await?;
        let below = db.find::<Entity>().filter(Column::ContractId.eq(contract_id));
        let deposits = below.newest(0, MOST).await.map_err(Error::from)?;
        Ok(Response::new(ListSecurityDepositsResponse { deposits: present::all(&caller, deposits) }))
    }

    async fn get_security_deposit(
        &self,
        request: Request<GetSecurityDepositRequest>,
    ) -> Rpc<SecurityDeposit> {
        let (caller, GetSecurityDepositRequest { contract_id, id }) = Caller::split(request)?;
        let key = Key::read(&contract_id, &id)?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        let found = db.get::<Entity, _>(key.id).await.map_err(Error::from)?;
        match key.check(found) {
            Err(Error::NotFound(_)) => Err(missing::deposit(&db, key.contract_id, key.id).await.into()),
            row => Ok(Response::new(present::one(&caller, row?))),
        }
    }

    async fn create_security_deposit(
        &self,
        request: Request<CreateSecurityDepositRequest>,
    ) -> Rpc<SecurityDeposit> {
        let (caller, request) = Caller::split(request)?;
        let key = caller.idempotency_key(&request)?;
        let CreateSecurityDepositRequest { contract_id: id, deposit } = request;
        let fields = &Fields::read(deposit.unwrap_or_default())?;
        let (id, caller) = (contract_id(&id)?, &caller);
        let created = self.deps.store.write_once(&caller.actor, key.as_ref(), |db| async move {
            // Locked, so that nobody deletes the contract meanwhile and leaves the deposit behind.
            let contract = db.get_to_change::<contract::Entity, _>(id).await?;
            let contract: contract::Model = contract.ok_or(Error::NotFound("Contract"))?;
            let row = db.insert(fields.new_row(contract.id)).await?;
            Ok::<_, Error>(Kept(present::to_keep(row)))
        });
        // A repeated call is the same request, and so has the same number.
        let deposit = present::kept(caller, created.await?.0, fields.bank_account_no());
        Ok(Response::new(self.written(caller, deposit).await))
    }

    async fn update_security_deposit(
        &self,
        request: Request<UpdateSecurityDepositRequest>,
    ) -> Rpc<SecurityDeposit> {
        let (caller, request) = Caller::split(request)?;
        let UpdateSecurityDepositRequest { contract_id, id, deposit, update_mask } = request;
        let (sent, caller) = (&Sent::read(deposit, update_mask)?, &caller);
        sent.check_whole(Fields::read)?;
        let key = Key::read(&contract_id, &id)?;
        let updated = self.deps.store.write(&caller.actor, |db| async move {
            let old = key.find_to_change(&db).await?;
            let fields = Fields::read(sent.over(|| present::one(caller, old.clone()))?)?;
            Ok::<_, Error>(db.update(old, fields.version, |row| fields.change(row)).await?)
        });
        match updated.await {
            Ok(row) => Ok(Response::new(self.written(caller, present::one(caller, row)).await)),
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await.into()),
        }
    }

    async fn find_same_instrument(
        &self,
        request: Request<FindSameInstrumentRequest>,
    ) -> Rpc<FindSameInstrumentResponse> {
        let (caller, request) = Caller::split(request)?;
        let mut check = Check::default();
        let number = check.text("instrument_no", "Instrument no.", &request.instrument_no, 100);
        let bank = check.text("bank_name", "Bank name", &request.bank_name, 255);
        check.done()?;
        // What is no id is that of no deposit.
        let but = request.except_id.parse().ok();
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        Ok(Response::new(FindSameInstrumentResponse {
            deposits: same_instrument(&db, &number, &bank, but).await?,
        }))
    }

    async fn delete_security_deposit(
        &self,
        request: Request<DeleteSecurityDepositRequest>,
    ) -> Rpc<DeleteSecurityDepositResponse> {
        let (caller, DeleteSecurityDepositRequest { contract_id, id }) = Caller::split(request)?;
        let key = Key::read(&contract_id, &id)?;
        self.deps.store.write(&caller.actor, |db| async move { deletion::delete(&db, key).await }).await?;
        Ok(Response::new(DeleteSecurityDepositResponse {}))
    }

    async fn search_contract_deposits(
        &self,
        request: Request<SearchContractDepositsRequest>,
    ) -> Rpc<SearchContractDepositsResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.search(&caller, request).await?))
    }

    type ExportContractDepositsStream = export::Parts<ExportContractDepositsResponse>;

    async fn export_contract_deposits(
        &self,
        request: Request<ExportContractDepositsRequest>,
    ) -> Rpc<Self::ExportContractDepositsStream> {
        let (caller, ExportContractDepositsRequest { filter, format }) = Caller::split(request)?;
        let filter = filter.unwrap_or_default();
        let asked = export::asked(&caller, &filter);
        let list = file::Deposits::read(&self.deps.store, &caller, &filter)?;
        let part = |part| ExportContractDepositsResponse { part: Some(part) };
        Ok(Response::new(export::file(&self.deps, &caller, list, asked, format, part)?))
    }
}

/// The deposits but one that are out on an instrument, the newest first; empty when the number identifies no instrument.
async fn same_instrument(
    db: &TenantDb,
    instrument_no: &str,
    bank_name: &str,
    but: Option<Uuid>,
) -> Result<Vec<SameInstrument>> {
    if !warnings::is_identified(instrument_no) {
        return Ok(Vec::new());
    }
    let mut same = on_instrument(db, instrument_no, but, MOST_NUMBERED).await?;
    same.retain(|on| warnings::is_same_bank(&on.bank_name, bank_name));
    same.truncate(MOST_NAMED);
    let bid_ids = bid_ids(db, same.iter().map(|on| on.contract_id).collect()).await?;
    let named = same.into_iter().map(|on| SameInstrument {
        id: on.id.to_string(),
        contract_id: on.contract_id.to_string(),
        bid_id: bid_ids.get(&on.contract_id).cloned().unwrap_or_default(),
    });
    Ok(named.collect())
}

/// Which deposit of which contract.
#[derive(Clone, Copy)]
struct Key {
    contract_id: Uuid,
    id: Uuid,
}

impl Key {
    fn read(contract_id: &str, id: &str) -> Result<Self> {
        let key = contract_id.parse().ok().zip(id.parse().ok());
        let (contract_id, id) = key.ok_or(Error::NotFound("Security deposit"))?;
        Ok(Self { contract_id, id })
    }

    /// A deposit is found only below its own contract.
    fn check(self, found: Option<Model>) -> Result<Model> {
        found.filter(|row| row.contract_id == self.contract_id).ok_or(Error::NotFound("Security deposit"))
    }

    async fn find_to_change(self, db: &WriteDb) -> Result<Model> {
        // The contract first, in the order in which whoever deletes it locks both. Its status, by which the deposit is
        // counted, can't change meanwhile.
        db.get_to_change::<contract::Entity, _>(self.contract_id).await?;
        self.check(db.get_to_change::<Entity, _>(self.id).await?)
    }
}

fn contract_id(id: &str) -> Result<Uuid> {
    wire::id(id, "Contract")
}

async fn require_contract(db: &TenantDb, id: Uuid) -> Result<contract::Model> {
    match db.get::<contract::Entity, _>(id).await? {
        Some(row) => Ok(row),
        None => Err(missing::contract(db, id).await),
    }
}
