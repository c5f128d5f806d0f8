//! What imports need to know of contracts.

use std::collections::{HashMap, HashSet};

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait,
    sea_query::{Asterisk, Expr, ExprTrait, SelectStatement, SimpleExpr, UnionType},
};
use uuid::Uuid;

use crate::{
    Scoped, StoreError, Table, TenantDb,
    entity::{
        contract::{Column, Entity, Model},
        document, import_change, project, security_deposit,
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

/// The contracts that an import changed.
pub fn changed_by(db: &TenantDb, import_id: Uuid) -> SimpleExpr {
    let changes = db.find::<import_change::Entity>().filter(import_change::Column::ImportId.eq(import_id));
    let contracts = changes.select_only().column(import_change::Column::ContractId);
    Column::Id.in_subquery(contracts.select.into_query())
}

/// The ids of the contracts that an import changed, in their order.
pub async fn restorable(db: &TenantDb, import_id: Uuid) -> Result<Vec<Uuid>, StoreError> {
    #[derive(FromQueryResult)]
    struct Changed {
        contract_id: Uuid,
    }
    let changes = db.find::<import_change::Entity>().filter(import_change::Column::ImportId.eq(import_id));
    let ids = changes.select_only().column(import_change::Column::ContractId);
    let found: Vec<Changed> = ids.order_by_asc(import_change::Column::ContractId).rows().await?;
    Ok(found.into_iter().map(|row| row.contract_id).collect())
}

/// What keeps an import from being taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// Somebody edited a contract since, or deleted one that the import only changed.
    Edited,
    /// A contract has got a project.
    Project,
    /// A contract has got a deposit.
    Deposit,
    /// A contract has got a document.
    Document,
}

/// The contracts of an import that are in the way of taking it back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InTheWay {
    /// Of which import.
    pub import_id: Uuid,
    /// Why.
    pub obstacle: Obstacle,
    /// How many.
    pub contracts: i64,
    /// The bid id of one of them.
    pub bid_id: String,
}

#[derive(FromQueryResult)]
struct Found {
    import_id: Uuid,
    obstacle: i32,
    contracts: i64,
    bid_id: String,
}

/// In the order in which they are told: whoever gets a project is edited by that.
const OBSTACLES: [Obstacle; 4] = [Obstacle::Project, Obstacle::Edited, Obstacle::Deposit, Obstacle::Document];

/// The contracts that imports created and that are in the way. One is at its first version until somebody edits it.
fn of_created(db: &TenantDb, imports: &[Uuid], obstacle: Obstacle) -> Scoped<Entity> {
    let is_in_the_way = match obstacle {
        Obstacle::Project => Column::HasProject.eq(true),
        Obstacle::Edited => Column::Version.ne(1),
        Obstacle::Deposit => Expr::exists(below::<security_deposit::Entity>(DEPOSIT)),
        Obstacle::Document => Expr::exists(below::<document::Entity>(DOCUMENT)),
    };
    let created = db.find::<Entity>().filter(Column::ImportId.is_in(imports.iter().copied()));
    created.filter(is_in_the_way).select_only().column(Column::ImportId).group_by(Column::ImportId)
}

/// The contracts that imports changed and that are in the way. What one had before stays with it.
fn of_changed(db: &TenantDb, imports: &[Uuid], obstacle: Obstacle) -> Scoped<import_change::Entity> {
    use import_change::{Column as Change, Entity as Changes};
    let is_in_the_way = match obstacle {
        Obstacle::Project => Expr::exists(since::<project::Entity>(PROJECT)),
        Obstacle::Edited => {
            let edited = Column::Version.into_expr().ne(Expr::col((Changes, Change::VersionAfter)));
            edited.or(Column::DeletedAt.is_not_null())
        }
        Obstacle::Deposit => Expr::exists(since::<security_deposit::Entity>(DEPOSIT)),
        Obstacle::Document => Expr::exists(since::<document::Entity>(DOCUMENT)),
    };
    let mut changed = db.find::<Changes>().filter(Change::ImportId.is_in(imports.iter().copied()));
    let same_tenant = Expr::col((Entity, Column::TenantId)).equals((Changes, Change::TenantId));
    let same = same_tenant.and(Expr::col((Entity, Column::Id)).equals((Changes, Change::ContractId)));
    QuerySelect::query(&mut changed).inner_join(Entity, same);
    changed.filter(is_in_the_way).select_only().column(Change::ImportId).group_by(Change::ImportId)
}

const PROJECT: project::Column = project::Column::ContractId;
const DEPOSIT: security_deposit::Column = security_deposit::Column::ContractId;
const DOCUMENT: document::Column = document::Column::ContractId;

/// The live rows of a table that belong to a contract of the statement around, by the column that names it.
fn below<E: Table + OfTenant>(contract: E::Column) -> SelectStatement {
    let same_tenant = Expr::col((E::default(), E::TENANT)).equals((Entity, Column::TenantId));
    let same = same_tenant.and(Expr::col((E::default(), contract)).equals((Entity, Column::Id)));
    live::<E>().filter(same).into_query()
}

/// Those that came after the import changed it.
fn since<E: Table + OfTenant>(contract: E::Column) -> SelectStatement {
    let changed = Expr::col((import_change::Entity, import_change::Column::CreatedAt));
    below::<E>(contract).and_where(E::CREATED_AT.into_expr().gte(changed)).to_owned()
}

/// How many contracts there are, and one of them.
fn counted<E: EntityTrait>(contracts: Scoped<E>, obstacle: i32) -> SelectStatement {
    let contracts = contracts
        .expr_as(Expr::value(obstacle), "obstacle")
        .expr_as(Expr::col(Asterisk).count(), "contracts")
        .expr_as(Column::BidId.into_expr().min(), "bid_id");
    contracts.select.into_query()
}

/// What is in the way of taking these imports back.
pub async fn in_the_way(db: &TenantDb, imports: &[Uuid]) -> Result<Vec<InTheWay>, StoreError> {
    if imports.is_empty() {
        return Ok(Vec::new());
    }
    let mut arms = (0..).zip(OBSTACLES).flat_map(|(number, obstacle)| {
        let created = counted(of_created(db, imports, obstacle), number);
        [created, counted(of_changed(db, imports, obstacle), number)]
    });
    let Some(mut all) = arms.next() else { return Ok(Vec::new()) };
    arms.for_each(|arm| {
        all.union(UnionType::All, arm);
    });
    let statement = db.transaction().get_database_backend().build(&all);
    let found = Found::find_by_statement(statement).all(db.transaction()).await?;
    let told = |found: Found| {
        let obstacle = OBSTACLES.get(usize::try_from(found.obstacle).ok()?)?;
        let Found { import_id, contracts, bid_id, .. } = found;
        Some(InTheWay { import_id, obstacle: *obstacle, contracts, bid_id })
    };
    Ok(found.into_iter().filter_map(told).collect())
}
