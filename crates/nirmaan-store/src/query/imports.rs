//! What imports need to know of contracts and of their deposits.

mod changed;
mod in_the_way;

use std::collections::{HashMap, HashSet};

use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseBackend, EntityTrait, FromQueryResult, QueryFilter, QuerySelect,
    QueryTrait, Select,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use uuid::Uuid;

pub use self::{
    changed::{Former, ImportChanges, changed_by, draft_changes, draft_restores, restorable},
    in_the_way::{InTheWay, Obstacle, in_the_way},
};
use super::deposits::OfImport;
use crate::{
    StoreError, TenantDb, WriteDb,
    entity::{
        contract::{Column, Entity, Model},
        import, import_change, import_deposit_change,
        security_deposit::{Column as Deposit, Entity as Deposits},
    },
    handle::Handle,
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
    stands(db, import_id)
        .and(Column::ImportId.eq(import_id).or(changed_by::<import_change::Entity>(db, import_id)))
}

/// The deposits that an import created or changed; none once it was taken back.
pub(super) fn deposits_of_import(db: &TenantDb, OfImport { id, only_created }: OfImport) -> SimpleExpr {
    let created = Deposit::ImportId.eq(id);
    let brought = match only_created {
        true => created,
        false => created.or(changed_by::<import_deposit_change::Entity>(db, id)),
    };
    stands(db, id).and(brought)
}

/// Whether there is such an import that wasn't taken back.
fn stands(db: &TenantDb, import_id: Uuid) -> SimpleExpr {
    let stands = import::Column::Id.eq(import_id).and(import::Column::UndoneAt.is_null());
    is_there(db.find::<import::Entity>().filter(stands).select)
}

/// The contracts of the deposits that an import created or changed.
pub fn with_deposits_of(db: &TenantDb, import_id: Uuid) -> SimpleExpr {
    let of = |deposits: SimpleExpr| {
        let deposits = db.find::<Deposits>().filter(deposits);
        among(db, Column::Id, deposits.select_only().column(Deposit::ContractId).select)
    };
    of(Deposit::ImportId.eq(import_id)).or(of(changed_by::<import_deposit_change::Entity>(db, import_id)))
}

/// Deletes the deposits that an import created and that nobody changed since; its own event tells of them. Says how many. Of one
/// that is brought back meanwhile, nothing goes: it is at a later version.
pub async fn delete_deposits(db: &WriteDb, import_id: Uuid) -> Result<u64, StoreError> {
    let untouched = Deposit::ImportId.eq(import_id).and(Deposit::Version.eq(FIRST));
    db.delete_along::<Deposits>(untouched, import_id).await
}

/// The version of a row that nobody changed since it was created.
const FIRST: i64 = 1;

/// Whether there is such a row.
fn is_there<E: EntityTrait>(rows: Select<E>) -> SimpleExpr {
    value_of(rows.select_only().expr(Expr::value(1))).is_not_null()
}

/// The value of the first row, looked up for each row of the statement around. Of EXISTS, PostgreSQL would make a join; and
/// as long as it has no statistics of rows that were just imported, it expects one, and compares all with all.
fn value_of<E: EntityTrait>(rows: Select<E>) -> SimpleExpr {
    SimpleExpr::SubQuery(None, Box::new(rows.limit(1).into_query().into()))
}
