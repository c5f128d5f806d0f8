//! What imports need to know of contracts and of their deposits.

use std::collections::{HashMap, HashSet};

use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseBackend, EntityTrait, FromQueryResult, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select,
    sea_query::{Asterisk, Expr, ExprTrait, SelectStatement, SimpleExpr, UnionType},
};
use uuid::Uuid;

use crate::{
    Scoped, StoreError, Table, TenantDb, WriteDb,
    entity::{
        contract::{Column, Entity, Model},
        document, import,
        import_change::{Column as Change, Entity as Changes},
        project,
        security_deposit::{Column as Deposit, Entity as Deposits},
    },
    handle::{Handle, live},
    scope::OfTenant,
};

/// Bid ids of one statement at most.
pub const CHUNK: usize = 500;

#[derive(FromQueryResult)]
struct BidId {
    bid_id: String,
}

/// Which of these bid ids, at most [`CHUNK`], live contracts have.
pub async fn taken(db: &TenantDb, bid_ids: &[&str]) -> Result<HashSet<String>, StoreError> {
    let contracts = db.find::<Entity>().filter(Column::BidId.is_in(bid_ids.iter().copied()));
    let found: Vec<BidId> = contracts.select_only().column(Column::BidId).rows().await?;
    Ok(found.into_iter().map(|row| row.bid_id).collect())
}

/// The live contracts with these bid ids, at most [`CHUNK`], by their bid ids.
pub async fn by_bid_id(db: &TenantDb, bid_ids: &[&str]) -> Result<HashMap<String, Model>, StoreError> {
    let found = db.find::<Entity>().filter(Column::BidId.is_in(bid_ids.iter().copied())).all().await?;
    Ok(found.into_iter().map(|row| (row.bid_id.clone(), row)).collect())
}

/// The ids of the live contracts with these bid ids, at most [`CHUNK`], by their bid ids.
pub async fn ids_by_bid_id(db: &TenantDb, bid_ids: &[&str]) -> Result<HashMap<String, Uuid>, StoreError> {
    #[derive(FromQueryResult)]
    struct Named {
        id: Uuid,
        bid_id: String,
    }
    let contracts = db.find::<Entity>().filter(Column::BidId.is_in(bid_ids.iter().copied()));
    let found: Vec<Named> = contracts.select_only().columns([Column::Id, Column::BidId]).rows().await?;
    Ok(found.into_iter().map(|row| (row.bid_id, row.id)).collect())
}

/// The contracts that an import changed.
pub fn changed_by(db: &TenantDb, import_id: Uuid) -> SimpleExpr {
    let changes = db.find::<Changes>().filter(Change::ImportId.eq(import_id));
    among(db, Column::Id, changes.select_only().column(Change::ContractId).select)
}

/// Whether an id is one of those that a statement finds by an import. No id is NULL: to ask for that, too, keeps PostgreSQL from
/// making a join of it, in which it would compare all rows with all that the import brought, as long as it has no statistics of
/// that. SQLite would read all rows for it.
pub(super) fn among<E: EntityTrait>(db: &TenantDb, id: impl ColumnTrait, found: Select<E>) -> SimpleExpr {
    let is_found = id.in_subquery(found.into_query());
    match db.transaction().get_database_backend() {
        DatabaseBackend::Postgres => is_found.or(id.is_null()),
        _ => is_found,
    }
}

/// The contracts that an import created or changed; none once it was taken back.
pub fn of_import(db: &TenantDb, import_id: Uuid) -> SimpleExpr {
    stands(db, import_id).and(Column::ImportId.eq(import_id).or(changed_by(db, import_id)))
}

/// The deposits that an import created; none once it was taken back.
pub(super) fn deposits_of_import(db: &TenantDb, import_id: Uuid) -> SimpleExpr {
    stands(db, import_id).and(Deposit::ImportId.eq(import_id))
}

/// Whether there is such an import that wasn't taken back.
fn stands(db: &TenantDb, import_id: Uuid) -> SimpleExpr {
    let stands = import::Column::Id.eq(import_id).and(import::Column::UndoneAt.is_null());
    is_there(db.find::<import::Entity>().filter(stands).select)
}

/// The contracts of the deposits that an import created.
pub fn with_deposits_of(db: &TenantDb, import_id: Uuid) -> SimpleExpr {
    let deposits = db.find::<Deposits>().filter(Deposit::ImportId.eq(import_id));
    among(db, Column::Id, deposits.select_only().column(Deposit::ContractId).select)
}

/// Deletes the deposits that an import created and that nobody edited since; its own event tells of them. Says how many. Of one
/// that is brought back meanwhile, nothing goes: it is at a later version.
pub async fn delete_deposits(db: &WriteDb, import_id: Uuid) -> Result<u64, StoreError> {
    let untouched = Deposit::ImportId.eq(import_id).and(Deposit::Version.eq(FIRST));
    db.delete_along::<Deposits>(untouched, import_id).await
}

/// The ids of the contracts that an import changed, in their order.
pub async fn restorable(db: &TenantDb, import_id: Uuid) -> Result<Vec<Uuid>, StoreError> {
    #[derive(FromQueryResult)]
    struct Changed {
        contract_id: Uuid,
    }
    let changes = db.find::<Changes>().filter(Change::ImportId.eq(import_id));
    let ids = changes.select_only().column(Change::ContractId);
    let found: Vec<Changed> = ids.order_by_asc(Change::ContractId).rows().await?;
    Ok(found.into_iter().map(|row| row.contract_id).collect())
}

/// What keeps an import from being taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// Somebody edited a contract or a deposit since, or deleted a contract that the import only changed.
    Edited,
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

/// In the order in which they are told: whoever gets a project is edited by that.
const OBSTACLES: [Obstacle; 4] = [Obstacle::Project, Obstacle::Edited, Obstacle::Deposit, Obstacle::Document];

/// The version of a row that nobody edited since it was created.
const FIRST: i64 = 1;

/// The contracts that imports created and that are in the way.
fn of_created(db: &TenantDb, imports: &[Uuid], obstacle: Obstacle) -> SelectStatement {
    let own = [Column::TenantId, Column::Id].map(|column| Expr::col((Entity, column)));
    let is_in_the_way = match obstacle {
        Obstacle::Project => Column::HasProject.eq(true),
        Obstacle::Edited => Column::Version.ne(FIRST),
        Obstacle::Deposit => is_there(below::<Deposits>(DEPOSIT, own)),
        Obstacle::Document => is_there(below::<document::Entity>(DOCUMENT, own)),
    };
    let created = db.find::<Entity>().filter(Column::ImportId.is_in(imports.iter().copied()));
    let created = created.filter(is_in_the_way).select_only();
    let created = created.column(Column::ImportId).group_by(Column::ImportId);
    counted(created, obstacle, Column::BidId.into_expr())
}

/// The contracts that imports changed and that are in the way. What one had before stays with it.
fn of_changed(db: &TenantDb, imports: &[Uuid], obstacle: Obstacle) -> SelectStatement {
    let is_in_the_way = match obstacle {
        Obstacle::Project => is_there(since::<project::Entity>(PROJECT)),
        Obstacle::Edited => {
            let edited = Column::Version.into_expr().ne(Expr::col((Changes, Change::VersionAfter)));
            is_there(changed_contract().filter(edited.or(Column::DeletedAt.is_not_null())))
        }
        Obstacle::Deposit => is_there(since::<Deposits>(DEPOSIT)),
        Obstacle::Document => is_there(since::<document::Entity>(DOCUMENT)),
    };
    let changed = db.find::<Changes>().filter(Change::ImportId.is_in(imports.iter().copied()));
    let changed = changed.filter(is_in_the_way).select_only();
    let changed = changed.column(Change::ImportId).group_by(Change::ImportId);
    counted(changed, obstacle, value_of(changed_contract().select_only().column(Column::BidId)))
}

/// The deposits that imports created and that are in the way.
fn of_deposits(db: &TenantDb, imports: &[Uuid]) -> [SelectStatement; 2] {
    let own = [Deposit::TenantId, Deposit::Id].map(|column| Expr::col((Deposits, column)));
    let documents = is_there(below::<document::Entity>(document::Column::DepositId, own));
    [(Obstacle::Edited, Deposit::Version.ne(FIRST)), (Obstacle::Document, documents)].map(
        |(obstacle, is_in_the_way)| {
            let [tenant, id] =
                [Deposit::TenantId, Deposit::ContractId].map(|column| Expr::col((Deposits, column)));
            let contract = Entity::find().filter(Column::TenantId.into_expr().eq(tenant));
            let contract = contract.filter(Column::Id.into_expr().eq(id));
            let created = db.find::<Deposits>().filter(Deposit::ImportId.is_in(imports.iter().copied()));
            let created = created.filter(is_in_the_way).select_only();
            let created = created.column(Deposit::ImportId).group_by(Deposit::ImportId);
            counted(created, obstacle, value_of(contract.select_only().column(Column::BidId)))
        },
    )
}

const PROJECT: project::Column = project::Column::ContractId;
const DEPOSIT: Deposit = Deposit::ContractId;
const DOCUMENT: document::Column = document::Column::ContractId;

/// The tenant and the contract of a change of the statement around.
fn changed() -> [SimpleExpr; 2] {
    [Change::TenantId, Change::ContractId].map(|column| Expr::col((Changes, column)))
}

/// The contract of a change of the statement around, deleted or not.
fn changed_contract() -> Select<Entity> {
    let [tenant, id] = changed();
    Entity::find().filter(Column::TenantId.into_expr().eq(tenant)).filter(Column::Id.into_expr().eq(id))
}

/// The live rows of a table that belong to a contract of the statement around, given by its tenant and its id, by the
/// column that names it.
fn below<E: Table + OfTenant>(contract: E::Column, [tenant, id]: [SimpleExpr; 2]) -> Select<E> {
    live::<E>().filter(E::TENANT.into_expr().eq(tenant)).filter(contract.into_expr().eq(id))
}

/// Those of them that came after the change.
fn since<E: Table + OfTenant>(contract: E::Column) -> Select<E> {
    let changed_at = Expr::col((Changes, Change::CreatedAt));
    below::<E>(contract, changed()).filter(E::CREATED_AT.into_expr().gte(changed_at))
}

/// Whether there is such a row.
fn is_there<E: EntityTrait>(rows: Select<E>) -> SimpleExpr {
    value_of(rows.select_only().expr(Expr::value(1))).is_not_null()
}

/// The value of the first row, looked up for each row of the statement around. Of EXISTS, PostgreSQL would make a join; and
/// as long as it has no statistics of rows that were just imported, it expects one, and compares all with all.
fn value_of<E: EntityTrait>(rows: Select<E>) -> SimpleExpr {
    SimpleExpr::SubQuery(None, Box::new(rows.limit(1).into_query().into()))
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
    let mut arms = OBSTACLES
        .into_iter()
        .flat_map(|obstacle| [of_created(db, imports, obstacle), of_changed(db, imports, obstacle)])
        .chain(of_deposits(db, imports));
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
