//! Ending sessions that their users don't end themselves.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use uuid::Uuid;

use crate::{
    AllTenantsDb, StoreError, WriteDb,
    entity::session::{Column, Entity},
    handle::Handle,
};

/// Ends the living sessions of one user of the actor's tenant, but for one to keep; says how many.
///
/// # Errors
/// When the database can't be reached.
pub async fn end_of_user(
    db: &WriteDb,
    user_id: Uuid,
    keep: Option<Uuid>,
    reason: &str,
) -> Result<u64, StoreError> {
    let mut living = living(db, db.tenant_id(), reason).filter(Column::UserId.eq(user_id));
    if let Some(keep) = keep {
        living = living.filter(Column::Id.ne(keep));
    }
    Ok(living.exec(db.transaction()).await?.rows_affected)
}

/// Ends one living session of a user of the actor's tenant; says whether there was one.
///
/// # Errors
/// When the database can't be reached.
pub async fn end(db: &WriteDb, user_id: Uuid, id: Uuid, reason: &str) -> Result<bool, StoreError> {
    let living =
        living(db, db.tenant_id(), reason).filter(Column::UserId.eq(user_id)).filter(Column::Id.eq(id));
    Ok(living.exec(db.transaction()).await?.rows_affected > 0)
}

/// Ends every living session of a tenant; says how many.
///
/// # Errors
/// When the database can't be reached.
pub async fn end_of_tenant(
    db: &WriteDb<AllTenantsDb>,
    tenant_id: Uuid,
    reason: &str,
) -> Result<u64, StoreError> {
    Ok(living(db, tenant_id, reason).exec(db.transaction()).await?.rows_affected)
}

fn living<R>(db: &WriteDb<R>, tenant_id: Uuid, reason: &str) -> sea_orm::UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(db.clock.now()))
        .col_expr(Column::EndReason, Expr::value(reason))
        .filter(Column::TenantId.eq(tenant_id))
        .filter(Column::EndedAt.is_null())
}
