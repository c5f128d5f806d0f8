//! What goes along with a record that is deleted, and who deleted it.

pub mod list;
pub mod parents;

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, FromQueryResult, ModelTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Asterisk, Expr, ExprTrait, SimpleExpr},
};
use uuid::Uuid;

use super::{kpis::in_paise, sum, tasks};
use crate::{
    Named, Scoped, StoreError, TenantDb, TenantEntity,
    entity::{
        document, project, saved_view,
        security_deposit::{self, Status},
        task, user_role,
    },
    write::Stamped,
};

/// How a record was deleted.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct Deletion {
    /// What the record was called.
    pub name: String,
    /// When.
    pub at: DateTime<Utc>,
    /// Who did it; `None` for the system itself.
    pub by: Option<Uuid>,
    /// The record that it went along with, itself where it was deleted by itself; `None` where an earlier version deleted it.
    pub along_with: Option<Uuid>,
}

/// How a record of the tenant, of those for which `below` holds, was deleted; `None` where it wasn't, and where deleting leaves
/// nothing behind.
pub async fn deletion<E, M>(
    db: &TenantDb,
    id: Uuid,
    below: Option<SimpleExpr>,
) -> Result<Option<Deletion>, StoreError>
where
    E: TenantEntity<Model = M> + Stamped + Named,
    M: FromQueryResult + ModelTrait<Entity = E> + Send + Sync,
{
    let (Some(at), Some(by), Some(along_with)) = (E::DELETED_AT, E::DELETED_BY, E::DELETED_WITH) else {
        return Ok(None);
    };
    let gone = db.all_of::<E>().filter(E::ID.eq(id)).narrow(below).filter(at.is_not_null());
    let told = gone
        .select_only()
        .column_as(E::NAMED_BY, "name")
        .column_as(at, "at")
        .column_as(by, "by")
        .column_as(along_with, "along_with");
    Ok(told.rows().await?.pop())
}

/// Whether a project of this id ever was, deleted by now or not.
pub async fn was_project(db: &TenantDb, id: Uuid) -> Result<bool, StoreError> {
    Ok(db.all_of::<project::Entity>().filter(project::Column::Id.eq(id)).count().await? > 0)
}

/// Deposits of one status.
#[derive(Debug, Clone, Copy)]
pub struct Deposits {
    /// Where they stand.
    pub status: Status,
    /// How many.
    pub rows: i64,
    /// What they come to, in paise.
    pub amount: i128,
}

/// A contract's deposits by status.
pub async fn deposits_of(db: &TenantDb, contract_id: Uuid) -> Result<Vec<Deposits>, StoreError> {
    use security_deposit::{Column, Entity};
    let own = db.find::<Entity>().filter(Column::ContractId.eq(contract_id));
    Ok(by_status(own, Column::ContractId).await?.into_iter().map(|(_, deposits)| deposits).collect())
}

/// The deposits that went along with deleted contracts, by these and by status.
async fn deposits_along(db: &TenantDb, contracts: Vec<Uuid>) -> Result<Vec<(Uuid, Deposits)>, StoreError> {
    use security_deposit::{Column, Entity};
    by_status(db.all_of::<Entity>().filter(Column::DeletedWith.is_in(contracts)), Column::DeletedWith).await
}

/// Deposits by the id in a column and by status.
async fn by_status(
    deposits: Scoped<security_deposit::Entity>,
    of: security_deposit::Column,
) -> Result<Vec<(Uuid, Deposits)>, StoreError> {
    use security_deposit::Column;
    #[derive(FromQueryResult)]
    struct OfStatus {
        of: Uuid,
        status: Status,
        rows_of_status: i64,
        rupees: i64,
        paise: i64,
    }
    let amount = || Expr::col(Column::Amount);
    let groups: Vec<OfStatus> = deposits
        .select_only()
        .column_as(of, "of")
        .column(Column::Status)
        .expr_as(Expr::col(Asterisk).count(), "rows_of_status")
        .expr_as(sum(amount().div(100_i64)), "rupees")
        .expr_as(sum(amount().modulo(100_i64)), "paise")
        .group_by(of)
        .group_by(Column::Status)
        .rows()
        .await?;
    let deposits = |group: &OfStatus| Deposits {
        status: group.status,
        rows: group.rows_of_status,
        amount: in_paise(group.rupees, group.paise),
    };
    Ok(groups.iter().map(|group| (group.of, deposits(group))).collect())
}

/// How many roles a user holds.
pub async fn roles_of(db: &TenantDb, user_id: Uuid) -> Result<u64, StoreError> {
    db.find::<user_role::Entity>().filter(user_role::Column::UserId.eq(user_id)).count().await
}

/// How many tasks are assigned to a user of which something is left to be done.
pub async fn open_tasks_of(db: &TenantDb, user_id: Uuid) -> Result<u64, StoreError> {
    db.find::<task::Entity>().filter(tasks::is_open_of(user_id)).count().await
}

/// How many saved views a user shares.
pub async fn shared_views_of(db: &TenantDb, user_id: Uuid) -> Result<u64, StoreError> {
    use saved_view::{Column, Entity};
    db.find::<Entity>().filter(Column::UserId.eq(user_id)).filter(Column::IsShared.eq(true)).count().await
}

/// How many documents a contract and its deposits have.
pub async fn documents_of_contract(db: &TenantDb, id: Uuid) -> Result<u64, StoreError> {
    use security_deposit::{Column, Entity};
    let deposits = db.find::<Entity>().filter(Column::ContractId.eq(id)).select_only().column(Column::Id);
    let own = documents(db).filter(document::Column::ContractId.eq(id)).count().await?;
    let theirs = document::Column::DepositId.in_subquery(deposits.select.into_query());
    Ok(own + documents(db).filter(theirs).count().await?)
}

/// How many documents a deposit has.
pub async fn documents_of_deposit(db: &TenantDb, id: Uuid) -> Result<u64, StoreError> {
    documents(db).filter(document::Column::DepositId.eq(id)).count().await
}

/// How many documents a project and its tasks have.
pub async fn documents_of_project(db: &TenantDb, id: Uuid) -> Result<u64, StoreError> {
    let own = documents(db).filter(document::Column::ProjectId.eq(id)).count().await?;
    let tasks = db.find::<task::Entity>().filter(task::Column::ProjectId.eq(id));
    Ok(own + documents_of_tasks(db, tasks).await?)
}

/// How many tasks are below a task.
pub async fn tasks_below(db: &TenantDb, top: &task::Model) -> Result<u64, StoreError> {
    db.find::<task::Entity>().filter(tasks::is_within(top)).filter(task::Column::Id.ne(top.id)).count().await
}

/// How many documents a task and those below it have.
pub async fn documents_of_task(db: &TenantDb, top: &task::Model) -> Result<u64, StoreError> {
    documents_of_tasks(db, db.find::<task::Entity>().filter(tasks::is_within(top))).await
}

async fn documents_of_tasks(db: &TenantDb, tasks: Scoped<task::Entity>) -> Result<u64, StoreError> {
    let ids = tasks.select_only().column(task::Column::Id);
    documents(db).filter(document::Column::TaskId.in_subquery(ids.select.into_query())).count().await
}

/// The live documents, for counting alone: whoever may delete what they belong to may know how many go along.
fn documents(db: &TenantDb) -> Scoped<document::Entity> {
    db.all_of::<document::Entity>().filter(document::Column::DeletedAt.is_null())
}
