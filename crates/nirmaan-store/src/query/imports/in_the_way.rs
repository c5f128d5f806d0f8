//! What is in the way of taking imports back.

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, QueryTrait, Select,
    sea_query::{Asterisk, Expr, ExprTrait, SelectStatement, SimpleExpr, UnionType},
};
use uuid::Uuid;

use super::{FIRST, Former, is_there, value_of};
use crate::{
    Scoped, StoreError, Table, TenantDb,
    entity::{
        contract::{Column, Entity as Contracts},
        document::{self, Entity as Documents},
        import_change, import_deposit_change, project,
        security_deposit::{Column as Deposit, Entity as Deposits},
    },
    handle::{Handle, live},
    scope::OfTenant,
    write::Stamped,
};

/// What keeps an import from being taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// Somebody changed a contract or a deposit since, or deleted one that the import only changed.
    Changed,
    /// A contract has got a project.
    Project,
    /// A contract has got a deposit.
    Deposit,
    /// A contract or a deposit has got a document.
    Document,
}

/// The contracts or deposits of an import that are in the way of taking it back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InTheWay {
    /// Of which import.
    pub import_id: Uuid,
    /// Why.
    pub obstacle: Obstacle,
    /// How many.
    pub records: i64,
    /// The bid id of one of them, or of its contract.
    pub bid_id: String,
}

#[derive(FromQueryResult)]
struct Found {
    import_id: Uuid,
    obstacle: i32,
    records: i64,
    bid_id: String,
}

/// In the order in which they are told: getting a project changes the contract, too.
const OBSTACLES: [Obstacle; 4] =
    [Obstacle::Project, Obstacle::Changed, Obstacle::Deposit, Obstacle::Document];

/// The contracts that imports created and that are in the way.
fn of_created_contracts(db: &TenantDb, imports: &[Uuid], obstacle: Obstacle) -> SelectStatement {
    let own = [Column::TenantId, Column::Id].map(|column| Expr::col((Contracts, column)));
    let is_in_the_way = match obstacle {
        Obstacle::Project => Column::HasProject.eq(true),
        Obstacle::Changed => Column::Version.ne(FIRST),
        Obstacle::Deposit => is_there(below::<Deposits>(DEPOSIT, own)),
        Obstacle::Document => is_there(below::<Documents>(OF_CONTRACT, own)),
    };
    let created = db.find::<Contracts>().filter(Column::ImportId.is_in(imports.iter().copied()));
    let created = created.filter(is_in_the_way).select_only();
    let created = created.column(Column::ImportId).group_by(Column::ImportId);
    counted(created, obstacle, Column::BidId.into_expr())
}

/// The contracts that imports changed and that are in the way. What one had before stays with it.
fn of_changed_contracts(db: &TenantDb, imports: &[Uuid], obstacle: Obstacle) -> SelectStatement {
    type Was = import_change::Entity;
    let is_in_the_way = match obstacle {
        Obstacle::Project => is_there(since::<project::Entity, Was>(project::Column::ContractId)),
        Obstacle::Changed => was_changed::<Was>(),
        Obstacle::Deposit => is_there(since::<Deposits, Was>(DEPOSIT)),
        Obstacle::Document => is_there(since::<Documents, Was>(OF_CONTRACT)),
    };
    let bid_id = value_of(record::<Was>().select_only().column(Column::BidId));
    of_changed::<Was>(db, imports, (obstacle, is_in_the_way), bid_id)
}

/// The deposits that imports created and that are in the way.
fn of_created_deposits(db: &TenantDb, imports: &[Uuid], obstacle: Obstacle) -> Option<SelectStatement> {
    let own = [Deposit::TenantId, Deposit::Id].map(|column| Expr::col((Deposits, column)));
    let is_in_the_way = match obstacle {
        Obstacle::Changed => Deposit::Version.ne(FIRST),
        Obstacle::Document => is_there(below::<Documents>(OF_DEPOSIT, own)),
        Obstacle::Project | Obstacle::Deposit => return None,
    };
    let contract = [Deposit::TenantId, Deposit::ContractId].map(|column| Expr::col((Deposits, column)));
    let created = db.find::<Deposits>().filter(Deposit::ImportId.is_in(imports.iter().copied()));
    let created = created.filter(is_in_the_way).select_only();
    let created = created.column(Deposit::ImportId).group_by(Deposit::ImportId);
    Some(counted(created, obstacle, bid_id_of(contract)))
}

/// The deposits that imports changed and that are in the way. What one had before stays with it.
fn of_changed_deposits(db: &TenantDb, imports: &[Uuid], obstacle: Obstacle) -> Option<SelectStatement> {
    type Was = import_deposit_change::Entity;
    let is_in_the_way = match obstacle {
        Obstacle::Changed => was_changed::<Was>(),
        Obstacle::Document => is_there(since::<Documents, Was>(OF_DEPOSIT)),
        Obstacle::Project | Obstacle::Deposit => return None,
    };
    let [tenant, _] = key::<Was>();
    let contract = value_of(record::<Was>().select_only().column(Deposit::ContractId));
    Some(of_changed::<Was>(db, imports, (obstacle, is_in_the_way), bid_id_of([tenant, contract])))
}

const DEPOSIT: Deposit = Deposit::ContractId;
const OF_CONTRACT: document::Column = document::Column::ContractId;
const OF_DEPOSIT: document::Column = document::Column::DepositId;

/// The records that imports changed and that are in the way.
fn of_changed<F: Former>(
    db: &TenantDb,
    imports: &[Uuid],
    (obstacle, is_in_the_way): (Obstacle, SimpleExpr),
    bid_id: SimpleExpr,
) -> SelectStatement {
    let changed = db.find::<F>().filter(F::IMPORT.is_in(imports.iter().copied()));
    let changed = changed.filter(is_in_the_way).select_only();
    counted(changed.column(F::IMPORT).group_by(F::IMPORT), obstacle, bid_id)
}

/// The tenant and the record of a change of the statement around.
fn key<F: Former>() -> [SimpleExpr; 2] {
    [F::TENANT, F::RECORD].map(|column| Expr::col((F::default(), column)))
}

/// The record of a change of the statement around, deleted or not.
fn record<F: Former>() -> Select<F::Of> {
    let [tenant, id] = key::<F>();
    let records = F::Of::find().filter(<F::Of as OfTenant>::TENANT.into_expr().eq(tenant));
    records.filter(F::Of::ID.into_expr().eq(id))
}

/// Whether the record of a change was changed since, or deleted.
fn was_changed<F: Former>() -> SimpleExpr {
    let version_after = Expr::col((F::default(), F::VERSION_AFTER));
    let changed = F::Of::VERSION.into_expr().ne(version_after);
    is_there(record::<F>().filter(match F::Of::DELETED_AT {
        Some(deleted_at) => changed.or(deleted_at.is_not_null()),
        None => changed,
    }))
}

/// The bid id of a contract of the statement around, given by its tenant and its id.
fn bid_id_of([tenant, id]: [SimpleExpr; 2]) -> SimpleExpr {
    let contract = Contracts::find().filter(Column::TenantId.into_expr().eq(tenant));
    value_of(contract.filter(Column::Id.into_expr().eq(id)).select_only().column(Column::BidId))
}

/// The live rows of a table that belong to a record of the statement around, given by its tenant and its id, by the column that
/// names it.
fn below<E: Table + OfTenant>(record: E::Column, [tenant, id]: [SimpleExpr; 2]) -> Select<E> {
    live::<E>().filter(E::TENANT.into_expr().eq(tenant)).filter(record.into_expr().eq(id))
}

/// Those of them that came after a change of the statement around.
fn since<E: Table + OfTenant, F: Former>(record: E::Column) -> Select<E> {
    let changed_at = Expr::col((F::default(), F::CREATED_AT));
    below::<E>(record, key::<F>()).filter(E::CREATED_AT.into_expr().gte(changed_at))
}

/// How many records there are, and the bid id of one of them.
fn counted<E: EntityTrait>(records: Scoped<E>, obstacle: Obstacle, bid_id: SimpleExpr) -> SelectStatement {
    let records = records
        .expr_as(Expr::value(obstacle as i32), "obstacle")
        .expr_as(Expr::col(Asterisk).count(), "records")
        .expr_as(bid_id.min(), "bid_id");
    records.select.into_query()
}

/// What is in the way of taking these imports back.
pub async fn in_the_way(db: &TenantDb, imports: &[Uuid]) -> Result<Vec<InTheWay>, StoreError> {
    if imports.is_empty() {
        return Ok(Vec::new());
    }
    let mut arms = OBSTACLES.into_iter().flat_map(|obstacle| {
        let of_contracts = [of_created_contracts, of_changed_contracts].map(|of| of(db, imports, obstacle));
        let of_deposits = [of_created_deposits, of_changed_deposits].map(|of| of(db, imports, obstacle));
        of_contracts.into_iter().chain(of_deposits.into_iter().flatten())
    });
    let Some(mut all) = arms.next() else { return Ok(Vec::new()) };
    arms.for_each(|arm| {
        all.union(UnionType::All, arm);
    });
    let statement = db.transaction().get_database_backend().build(&all);
    let found = Found::find_by_statement(statement).all(db.transaction()).await?;
    let told = |found: Found| {
        let obstacle = OBSTACLES.into_iter().find(|obstacle| *obstacle as i32 == found.obstacle)?;
        let Found { import_id, records, bid_id, .. } = found;
        Some(InTheWay { import_id, obstacle, records, bid_id })
    };
    Ok(found.into_iter().filter_map(told).collect())
}
