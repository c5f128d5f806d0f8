//! What contracts hold in deposits, and which contracts have which.

use std::collections::HashMap;

use sea_orm::{
    ColumnTrait, DbErr, EntityTrait, FromQueryResult, Iterable, QueryFilter, QueryOrder, QueryResult,
    QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use uuid::Uuid;

use super::{
    imports::{among, deposits_of_import},
    sum,
};
use crate::{
    Scoped, StoreError, TenantDb,
    entity::{
        contract, import,
        security_deposit::{Column, Entity, Model, Status, Text, contains},
    },
    list::one_of,
};

/// The column of the database's own that has an instrument's number for comparing.
const INSTRUMENT_KEY: &str = "instrument_key";

/// Which deposits. All that is set must hold.
#[derive(Debug, Clone, Default)]
pub struct DepositFilter {
    /// Contained in the type.
    pub deposit_type: String,
    /// Contained in the instrument's number.
    pub instrument_no: String,
    /// Contained in the account holder's name.
    pub account_holder_name: String,
    /// In the account number.
    pub account: AccountFilter,
    /// Any of these; none means all.
    pub statuses: Vec<Status>,
    /// Exactly one of these; none means all.
    pub types: Vec<String>,
    /// Only those with a submission and a return.
    pub is_returned: bool,
    /// Only those that this import created or changed; none once it was taken back.
    pub import: Option<OfImport>,
}

/// Which import.
#[derive(Debug, Clone, Copy)]
pub struct OfImport {
    pub(super) id: Uuid,
    /// Whether it is known to have changed no deposit; see [`DepositFilter::look_up`].
    pub(super) only_created: bool,
}

impl From<Uuid> for OfImport {
    fn from(id: Uuid) -> Self {
        Self { id, only_created: false }
    }
}

/// Which account numbers.
#[derive(Debug, Clone, Default)]
pub enum AccountFilter {
    /// All.
    #[default]
    Any,
    /// Those that contain this.
    Containing(String),
    /// This one, for people who see only its end.
    Whole(String),
}

impl DepositFilter {
    /// Finds out whether the import changed deposits, which some do. Of one that didn't, PostgreSQL finds the deposits by their
    /// index; of any other, it reads all of the tenant's.
    pub async fn look_up(&mut self, db: &TenantDb) -> Result<(), StoreError> {
        if let Some(of) = &mut self.import {
            let import: Option<import::Model> = db.get::<import::Entity, _>(of.id).await?;
            of.only_created = import.is_some_and(|import| import.updated == 0);
        }
        Ok(())
    }

    /// The conditions that are set.
    fn conditions(&self, db: &TenantDb) -> Vec<SimpleExpr> {
        let account = match &self.account {
            AccountFilter::Any => None,
            AccountFilter::Containing(part) => contains(Text::BankAccountNo, part),
            AccountFilter::Whole(number) => Some(Column::BankAccountNo.eq(number)),
        };
        let returned = self.is_returned.then(|| {
            Column::DepositSubmittedDate.is_not_null().and(Column::DepositReturnedDate.is_not_null())
        });
        let conditions = [
            contains(Text::DepositType, &self.deposit_type),
            contains(Text::InstrumentNo, &self.instrument_no),
            contains(Text::AccountHolderName, &self.account_holder_name),
            account,
            one_of(Column::Status, self.statuses.clone()),
            one_of(Column::DepositType, self.types.clone()),
            returned,
            self.import.map(|import| deposits_of_import(db, import)),
        ];
        conditions.into_iter().flatten().collect()
    }

    /// Whether a row's id of a contract is one of those that a statement finds.
    fn among<E: EntityTrait>(&self, db: &TenantDb, id: impl ColumnTrait, contracts: Select<E>) -> SimpleExpr {
        match self.import {
            Some(_) => among(db, id, contracts),
            None => id.in_subquery(contracts.into_query()),
        }
    }

    fn matching(&self, db: &TenantDb) -> Scoped<Entity> {
        self.conditions(db)
            .into_iter()
            .fold(db.find::<Entity>(), |deposits, condition| deposits.filter(condition))
    }
}

/// The contracts that have a deposit which matches; `None` when nothing is asked of deposits.
pub fn contracts_with(db: &TenantDb, filter: &DepositFilter) -> Option<SimpleExpr> {
    if filter.conditions(db).is_empty() {
        return None;
    }
    let contracts = filter.matching(db).select_only().column(Column::ContractId).select;
    Some(filter.among(db, contract::Column::Id, contracts))
}

/// The matching deposits of contracts, to be read in order.
pub fn of_all(db: &TenantDb, contracts: Scoped<contract::Entity>, filter: &DepositFilter) -> Scoped<Entity> {
    let contracts = contracts.select_only().column(contract::Column::Id).select;
    filter.matching(db).filter(filter.among(db, Column::ContractId, contracts))
}

/// The matching deposits of these contracts, the newest first, at most so many.
pub async fn of_contracts(
    db: &TenantDb,
    contracts: &[Uuid],
    filter: &DepositFilter,
    limit: u64,
) -> Result<Vec<Model>, StoreError> {
    if contracts.is_empty() {
        return Ok(Vec::new());
    }
    let below = Column::ContractId.is_in(contracts.iter().copied());
    filter.matching(db).filter(below).newest(0, limit).await
}

/// A deposit on an instrument.
#[derive(Debug, Clone, FromQueryResult)]
pub struct OnInstrument {
    /// The deposit.
    pub id: Uuid,
    /// Its contract.
    pub contract_id: Uuid,
    /// Its bank, as it was entered.
    pub bank_name: String,
}

/// The deposits but one that are out on an instrument with this number, the newest first, at most so many. Spaces, the signs
/// `-`, `/` and `.`, and case don't count.
pub async fn on_instrument(
    db: &TenantDb,
    instrument_no: &str,
    but: Option<Uuid>,
    limit: u64,
) -> Result<Vec<OnInstrument>, StoreError> {
    // As the database makes the column: see the step of the schema.
    let key: String = instrument_no.chars().filter(|c| !matches!(c, ' ' | '-' | '/' | '.')).collect();
    let numbered =
        db.find::<Entity>().filter(Expr::col((Entity, INSTRUMENT_KEY)).eq(key.to_ascii_uppercase()));
    let out = numbered.filter(Column::Status.is_in(Status::iter().filter(|status| status.is_out())));
    out.narrow(but.map(|id| Column::Id.ne(id)))
        .select_only()
        .columns([Column::Id, Column::ContractId, Column::BankName])
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .limit(limit)
        .rows()
        .await
}

/// What tells a deposit from the others of its contract.
#[derive(Debug, Clone, FromQueryResult)]
pub struct ToldApart {
    /// The deposit.
    pub id: Uuid,
    /// Its contract.
    pub contract_id: Uuid,
    /// Its type, as it was entered.
    pub deposit_type: String,
    /// Its instrument's number, as it was entered.
    pub instrument_no: String,
    /// Paise.
    pub amount: i64,
}

/// All live deposits of some hundred contracts.
pub async fn told_apart(db: &TenantDb, contracts: &[Uuid]) -> Result<Vec<ToldApart>, StoreError> {
    if contracts.is_empty() {
        return Ok(Vec::new());
    }
    let below = db.find::<Entity>().filter(Column::ContractId.is_in(contracts.iter().copied()));
    let columns = [Column::Id, Column::ContractId, Column::DepositType, Column::InstrumentNo, Column::Amount];
    below.select_only().columns(columns).rows().await
}

/// The bid ids of contracts.
pub async fn bid_ids(db: &TenantDb, contracts: Vec<Uuid>) -> Result<HashMap<Uuid, String>, StoreError> {
    if contracts.is_empty() {
        return Ok(HashMap::new());
    }
    let contracts = db.find::<contract::Entity>().narrow(one_of(contract::Column::Id, contracts));
    let named = contracts.select_only().column(contract::Column::Id).column(contract::Column::BidId);
    Ok(named.rows::<BidId>().await?.into_iter().map(|BidId { id, bid_id }| (id, bid_id)).collect())
}

#[derive(FromQueryResult)]
struct BidId {
    id: Uuid,
    bid_id: String,
}

/// A contract as it is listed: with its counted deposits.
#[derive(Debug, Clone)]
pub struct WithDeposits {
    /// The contract.
    pub contract: contract::Model,
    /// What its counted deposits come to, in paise.
    pub deposited: i128,
}

impl FromQueryResult for WithDeposits {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        let deposited = super::kpis::in_paise(row.try_get("", RUPEES)?, row.try_get("", PAISE)?);
        Ok(Self { contract: contract::Model::from_query_result(row, prefix)?, deposited })
    }
}

/// What a statement calls the sums beside a contract.
const RUPEES: &str = "deposited_rupees";
const PAISE: &str = "deposited_paise";

/// Contracts with their counted deposits in the same statement, to be read as [`WithDeposits`].
#[must_use]
pub fn with_deposits(contracts: Scoped<contract::Entity>) -> Scoped<contract::Entity> {
    let deposited = |part: SimpleExpr| {
        let own = Entity::find()
            .select_only()
            .expr(sum(part))
            .filter(
                Expr::col((Entity, Column::TenantId)).equals((contract::Entity, contract::Column::TenantId)),
            )
            .filter(Expr::col((Entity, Column::ContractId)).equals((contract::Entity, contract::Column::Id)))
            .filter(Column::DeletedAt.is_null())
            .filter(Column::Status.is_not_in(UNCOUNTED));
        SimpleExpr::SubQuery(None, Box::new(own.into_query().into()))
    };
    contracts.expr_as(deposited(rupees()), RUPEES).expr_as(deposited(paise()), PAISE)
}

/// The whole rupees of a deposit.
fn rupees() -> SimpleExpr {
    Column::Amount.into_expr().div(100)
}

/// The paise beside them.
fn paise() -> SimpleExpr {
    Column::Amount.into_expr().modulo(100)
}

/// Deposits in these statuses don't count: nothing was handed over.
const UNCOUNTED: [Status; 2] = [Status::Cancelled, Status::Rejected];

#[derive(FromQueryResult)]
struct Sum {
    contract_id: Uuid,
    rupees: i64,
    paise: i64,
}

/// The counted deposits of each of these contracts, in paise; a contract without any is missing.
pub async fn totals(db: &TenantDb, contracts: &[Uuid]) -> Result<HashMap<Uuid, i128>, StoreError> {
    if contracts.is_empty() {
        return Ok(HashMap::new());
    }
    let sums: Vec<Sum> = db
        .find::<Entity>()
        .filter(Column::ContractId.is_in(contracts.iter().copied()))
        .filter(Column::Status.is_not_in(UNCOUNTED))
        .select_only()
        .column(Column::ContractId)
        .expr_as(sum(rupees()), "rupees")
        .expr_as(sum(paise()), "paise")
        .group_by(Column::ContractId)
        .rows()
        .await?;
    Ok(sums.into_iter().map(|sum| (sum.contract_id, super::kpis::in_paise(sum.rupees, sum.paise))).collect())
}
