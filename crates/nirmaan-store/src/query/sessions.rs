//! Sessions as changes of users and tenants open and end them.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter,
    sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    AllTenantsDb, StoreError, WriteDb,
    entity::{
        refresh_token,
        session::{self, Column, Entity},
    },
    handle::Handle,
};

/// Ends the living sessions of one user of the actor's tenant, but for one to keep; says how many.
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

/// Opens a session of a user of the actor's tenant, with the hash of its first refresh token.
pub async fn open(
    db: &WriteDb,
    session: session::Model,
    token_hash: Vec<u8>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let token = refresh_token::ActiveModel {
        tenant_id: Set(session.tenant_id),
        id: Set(crate::new_id()),
        session_id: Set(session.id),
        token_hash: Set(token_hash),
        created_at: Set(now),
        spent_at: Set(None),
        replays: Set(0),
    };
    let session = session.into_active_model().reset_all();
    Entity::insert(session).exec_without_returning(db.transaction()).await?;
    refresh_token::Entity::insert(token).exec_without_returning(db.transaction()).await?;
    Ok(())
}

/// Whether a session of the actor's tenant still lives.
pub async fn lives(db: &WriteDb, id: Uuid) -> Result<bool, StoreError> {
    let own = Entity::find_by_id((db.tenant_id(), id)).filter(Column::EndedAt.is_null());
    Ok(own.one(db.transaction()).await?.is_some())
}

/// Ends one living session of a user of the actor's tenant; says whether there was one.
pub async fn end(db: &WriteDb, user_id: Uuid, id: Uuid, reason: &str) -> Result<bool, StoreError> {
    let living =
        living(db, db.tenant_id(), reason).filter(Column::UserId.eq(user_id)).filter(Column::Id.eq(id));
    Ok(living.exec(db.transaction()).await?.rows_affected > 0)
}

/// Ends the living sessions of one user of the actor's tenant that began with an app password, whichever or a given one; says
/// how many.
pub async fn end_of_app_passwords(
    db: &WriteDb,
    user_id: Uuid,
    id: Option<Uuid>,
    reason: &str,
) -> Result<u64, StoreError> {
    let began_so = match id {
        Some(id) => Column::AppPasswordId.eq(id),
        None => Column::AppPasswordId.is_not_null(),
    };
    let living = living(db, db.tenant_id(), reason).filter(Column::UserId.eq(user_id)).filter(began_so);
    Ok(living.exec(db.transaction()).await?.rows_affected)
}

/// Notes that a user of the actor's tenant has shown their second factor in a session of theirs.
pub async fn proved(db: &WriteDb, id: Uuid, now: DateTime<Utc>) -> Result<(), StoreError> {
    let proved = Entity::update_many()
        .col_expr(Column::ProvedAt, Expr::value(now))
        .filter(Column::TenantId.eq(db.tenant_id()))
        .filter(Column::Id.eq(id));
    proved.exec(db.transaction()).await?;
    Ok(())
}

/// Ends every living session of a tenant; says how many.
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
