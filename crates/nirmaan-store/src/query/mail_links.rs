//! Links that are mailed: made, found by their tokens' hashes, used once.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DeleteMany, EntityTrait, IntoActiveModel, QueryFilter,
    sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    IdentityDb, StoreError, WriteDb,
    entity::{
        mail_link::{self, Column, Entity, Purpose},
        user,
    },
    handle::Handle,
};

impl IdentityDb {
    /// The link with the token of this hash, whether or not it still counts.
    pub async fn mail_link(&self, token_hash: &[u8]) -> Result<Option<mail_link::Model>, StoreError> {
        self.one(Entity::find().filter(Column::TokenHash.eq(token_hash))).await
    }

    /// Keeps a link in the place of an earlier one of the same user and purpose. The user must be locked.
    pub async fn put_mail_link(&self, link: mail_link::Model) -> Result<(), StoreError> {
        self.delete(earlier(&link)).await?;
        self.insert(link.into_active_model().reset_all()).await
    }
}

/// Keeps a link of a user of the actor's tenant in the place of an earlier one of the same purpose. The user must be
/// locked.
pub async fn put(db: &WriteDb, link: mail_link::Model) -> Result<(), StoreError> {
    earlier(&link).exec(db.transaction()).await?;
    let link =
        mail_link::ActiveModel { tenant_id: Set(db.tenant_id()), ..link.into_active_model().reset_all() };
    Entity::insert(link).exec_without_returning(db.transaction()).await?;
    Ok(())
}

/// Uses a link of the actor's tenant, and tells whether it counted until now.
pub async fn spend(db: &WriteDb, id: Uuid) -> Result<bool, StoreError> {
    let now = db.clock.now();
    let spent = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::TenantId.eq(db.tenant_id()))
        .filter(Column::Id.eq(id))
        .filter(Column::UsedAt.is_null())
        .filter(Column::ExpiresAt.gt(now));
    Ok(spent.exec(db.transaction()).await?.rows_affected > 0)
}

/// Ends what a user of the actor's tenant was mailed and hasn't used: they have another password, or may not come in.
pub async fn end_of_user(db: &WriteDb, user_id: Uuid) -> Result<(), StoreError> {
    let unused = Entity::delete_many()
        .filter(Column::TenantId.eq(db.tenant_id()))
        .filter(Column::UserId.eq(user_id))
        .filter(Column::UsedAt.is_null());
    unused.exec(db.transaction()).await?;
    Ok(())
}

/// Whether a link counts now for its user as they are.
pub fn counts(link: &mail_link::Model, user: &user::Model, now: DateTime<Utc>) -> bool {
    // Of a change of address the link was mailed to the next one.
    let is_theirs = link.purpose == Purpose::EmailChange || link.email == user.email;
    let is_first = link.purpose == Purpose::Invitation;
    let is_in_time = link.used_at.is_none() && now < link.expires_at;
    is_in_time && is_theirs && may_come_in(user) && is_first == user.is_invited()
}

/// Whether a link was used, and its user can sign in under the address that it was mailed to.
pub fn was_used(link: &mail_link::Model, user: &user::Model) -> bool {
    link.used_at.is_some() && link.email == user.email && may_come_in(user) && !user.is_invited()
}

fn may_come_in(user: &user::Model) -> bool {
    user.is_active && user.deleted_at.is_none()
}

fn earlier(link: &mail_link::Model) -> DeleteMany<Entity> {
    Entity::delete_many()
        .filter(Column::TenantId.eq(link.tenant_id))
        .filter(Column::UserId.eq(link.user_id))
        .filter(Column::Purpose.eq(link.purpose))
}
