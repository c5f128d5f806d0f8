//! The files with rows of imports that have problems: how much room they take, and how long they stay.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};
use uuid::Uuid;

use super::sum;
use crate::{
    StoreError, TenantDb, WriteDb,
    entity::import_problem::{ActiveModel, Column, Entity},
    handle::Handle,
};

/// How long the rows with problems of an import are kept.
pub const PROBLEMS_KEPT: TimeDelta = TimeDelta::days(30);
/// How long those are kept of an import of which nothing came.
pub const TRIALS_KEPT: TimeDelta = TimeDelta::days(1);
/// Of how many imports of which nothing came a tenant has the rows with problems at a time.
pub const TRIALS: u64 = 20;

/// Notes how large the file with the rows of an import that have problems is, in place of what was noted of that import
/// before. Of imports of which nothing came the newest [`TRIALS`] are known from then on; the keys of the others' files are
/// the answer.
pub async fn note(
    db: &WriteDb,
    import_id: Uuid,
    (key, bytes): (&str, i64),
    is_trial: bool,
) -> Result<Vec<String>, StoreError> {
    let (tenant_id, transaction) = (db.tenant_id(), db.transaction());
    Entity::delete_by_id((tenant_id, import_id)).exec(transaction).await?;
    let file = ActiveModel {
        tenant_id: Set(tenant_id),
        id: Set(import_id),
        key: Set(key.to_owned()),
        bytes: Set(bytes),
        is_trial: Set(is_trial),
        created_at: Set(db.clock.now()),
    };
    Entity::insert(file).exec_without_returning(transaction).await?;
    let trials = db.all_of::<Entity>().filter(Column::IsTrial.eq(true)).select;
    // Ids grow with time. One is one too many: each call takes out what it puts in.
    let old = trials.order_by_desc(Column::Id).offset(TRIALS).limit(TRIALS).all(transaction).await?;
    let ids = old.iter().map(|row| row.id);
    if !old.is_empty() {
        let of_tenant = Entity::delete_many().filter(Column::TenantId.eq(tenant_id));
        of_tenant.filter(Column::Id.is_in(ids)).exec(transaction).await?;
    }
    Ok(old.into_iter().map(|row| row.key).collect())
}

/// How many bytes the tenant's files with rows that have problems have.
pub async fn bytes(db: &TenantDb) -> Result<i64, StoreError> {
    let files = db.all_of::<Entity>().select_only().expr(sum(Expr::col(Column::Bytes)));
    let all: Option<i64> = files.select.into_tuple().one(db.transaction()).await?;
    Ok(all.unwrap_or(0))
}

/// Whether the time is over for which the rows with problems of an import are kept.
pub(crate) fn are_over(now: DateTime<Utc>) -> Condition {
    let trials = Column::IsTrial.eq(true).and(Column::CreatedAt.lte(now - TRIALS_KEPT));
    Condition::any().add(Column::CreatedAt.lte(now - PROBLEMS_KEPT)).add(trials)
}
