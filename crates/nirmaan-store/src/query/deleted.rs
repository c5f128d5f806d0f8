//! What goes along with a record that is deleted.

use sea_orm::{
    ColumnTrait, FromQueryResult, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Asterisk, Expr, ExprTrait},
};
use uuid::Uuid;

use super::{kpis::in_paise, sum, tasks};
use crate::{
    Scoped, StoreError, TenantDb,
    entity::{
        document,
        security_deposit::{self, Status},
        task,
    },
};

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
    #[derive(FromQueryResult)]
    struct OfStatus {
        status: Status,
        rows_of_status: i64,
        rupees: i64,
        paise: i64,
    }
    let amount = || Expr::col(Column::Amount);
    let groups: Vec<OfStatus> = db
        .find::<Entity>()
        .filter(Column::ContractId.eq(contract_id))
        .select_only()
        .column(Column::Status)
        .expr_as(Expr::col(Asterisk).count(), "rows_of_status")
        .expr_as(sum(amount().div(100_i64)), "rupees")
        .expr_as(sum(amount().modulo(100_i64)), "paise")
        .group_by(Column::Status)
        .rows()
        .await?;
    let deposits = groups.into_iter().map(|group| Deposits {
        status: group.status,
        rows: group.rows_of_status,
        amount: in_paise(group.rupees, group.paise),
    });
    Ok(deposits.collect())
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
