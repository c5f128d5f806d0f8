//! App passwords: found by their hashes when a program signs in, made and taken away by their users. Whoever writes holds the
//! user's row.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    IdentityDb, StoreError, TenantDb, WriteDb,
    entity::app_password::{self, Column, Entity},
    handle::Handle,
};

impl IdentityDb {
    /// The app password of a user with this hash.
    pub async fn app_password(
        &self,
        tenant_id: Uuid,
        user_id: Uuid,
        hash: &[u8],
    ) -> Result<Option<app_password::Model>, StoreError> {
        let found = Entity::find()
            .filter(Column::TenantId.eq(tenant_id))
            .filter(Column::UserId.eq(user_id))
            .filter(Column::SecretHash.eq(hash));
        self.one(found).await
    }

    /// Notes that an app password signs in; tells whether it is still there.
    pub async fn use_app_password(
        &self,
        found: &app_password::Model,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let used = Entity::update_many()
            .col_expr(Column::LastUsedAt, Expr::value(now))
            .filter(Column::TenantId.eq(found.tenant_id))
            .filter(Column::Id.eq(found.id));
        Ok(self.update(used).await? > 0)
    }
}

/// The app passwords of a user of the handle's tenant, the newest first.
pub async fn of_user(db: &TenantDb, user_id: Uuid) -> Result<Vec<app_password::Model>, StoreError> {
    let own = Entity::find()
        .filter(Column::TenantId.eq(db.tenant_id()))
        .filter(Column::UserId.eq(user_id))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id);
    Ok(own.all(db.transaction()).await?)
}

/// Keeps a new app password of a user of the actor's tenant.
pub async fn create(db: &WriteDb, row: app_password::Model) -> Result<(), StoreError> {
    let row = row.into_active_model().reset_all();
    Entity::insert(row).exec_without_returning(db.transaction()).await?;
    Ok(())
}

/// Takes app passwords of a user of the actor's tenant away: one, or all; says how many there were.
pub async fn delete(db: &WriteDb, user_id: Uuid, id: Option<Uuid>) -> Result<u64, StoreError> {
    let mut gone =
        Entity::delete_many().filter(Column::TenantId.eq(db.tenant_id())).filter(Column::UserId.eq(user_id));
    if let Some(id) = id {
        gone = gone.filter(Column::Id.eq(id));
    }
    Ok(gone.exec(db.transaction()).await?.rows_affected)
}
