//! Second factors: what signing in asks of them, and how their users make and end them. Whoever writes holds the user's row.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    IdentityDb, StoreError, TenantDb, WriteDb,
    entity::{
        recovery_code,
        second_factor::{self, Column, Entity},
        user,
    },
    handle::Handle,
};

impl IdentityDb {
    /// The authenticator app of a user, confirmed or not.
    pub async fn second_factor(
        &self,
        tenant_id: Uuid,
        user_id: Uuid,
    ) -> Result<Option<second_factor::Model>, StoreError> {
        self.one(Entity::find_by_id((tenant_id, user_id))).await
    }

    /// Takes a time step and all before it, and keeps the secret as it is sealed now; tells whether the step was still to be
    /// had.
    pub async fn take_step(
        &self,
        factor: &second_factor::Model,
        step: i64,
        sealed_secret: Vec<u8>,
    ) -> Result<bool, StoreError> {
        let taken = Entity::update_many()
            .col_expr(Column::LastStep, Expr::value(step))
            .col_expr(Column::SealedSecret, Expr::value(sealed_secret))
            .filter(Column::TenantId.eq(factor.tenant_id))
            .filter(Column::UserId.eq(factor.user_id))
            .filter(Column::LastStep.lt(step));
        Ok(self.update(taken).await? > 0)
    }

    /// Uses up a recovery code; tells how many the user has left, or `None` when it was none of theirs.
    pub async fn use_recovery_code(
        &self,
        tenant_id: Uuid,
        user_id: Uuid,
        hash: &[u8],
    ) -> Result<Option<u64>, StoreError> {
        let used = of_user(tenant_id, user_id).filter(recovery_code::Column::CodeHash.eq(hash));
        if self.delete(used).await? == 0 {
            return Ok(None);
        }
        let left = recovery_code::Entity::find()
            .filter(recovery_code::Column::TenantId.eq(tenant_id))
            .filter(recovery_code::Column::UserId.eq(user_id));
        Ok(Some(self.all(left).await?.len() as u64))
    }
}

/// The authenticator app of a user of the handle's tenant, confirmed or not.
pub async fn of(db: &TenantDb, user_id: Uuid) -> Result<Option<second_factor::Model>, StoreError> {
    Ok(Entity::find_by_id((db.tenant_id(), user_id)).one(db.transaction()).await?)
}

/// How many recovery codes a user of the handle's tenant has left.
pub async fn codes_left(db: &TenantDb, user_id: Uuid) -> Result<u64, StoreError> {
    let left = recovery_code::Entity::find()
        .filter(recovery_code::Column::TenantId.eq(db.tenant_id()))
        .filter(recovery_code::Column::UserId.eq(user_id));
    Ok(left.count(db.transaction()).await?)
}

/// Keeps a secret that isn't confirmed yet, in the place of another.
pub async fn begin(db: &WriteDb, user_id: Uuid, sealed_secret: Vec<u8>) -> Result<(), StoreError> {
    drop_secret(db, user_id).await?;
    let created_at = db.clock.now();
    let row =
        second_factor::Model { tenant_id: db.tenant_id(), user_id, sealed_secret, last_step: 0, created_at };
    let row = row.into_active_model().reset_all();
    Entity::insert(row).exec_without_returning(db.transaction()).await?;
    Ok(())
}

/// Makes the secret count from now on, of which the code of a time step was taken.
pub async fn confirm(db: &WriteDb, user_id: Uuid, step: i64, now: DateTime<Utc>) -> Result<(), StoreError> {
    let confirmed = Entity::update_many()
        .col_expr(Column::LastStep, Expr::value(step))
        .filter(Column::TenantId.eq(db.tenant_id()))
        .filter(Column::UserId.eq(user_id));
    confirmed.exec(db.transaction()).await?;
    set_since(db, user_id, Some(now)).await
}

/// Puts recovery codes, by their hashes, in the place of those that a user has; says how many these were.
pub async fn renew_codes(db: &WriteDb, user_id: Uuid, hashes: &[Vec<u8>]) -> Result<u64, StoreError> {
    let before = of_user(db.tenant_id(), user_id).exec(db.transaction()).await?.rows_affected;
    let created_at = db.clock.now();
    let rows = hashes.iter().map(|hash| {
        let row =
            recovery_code::Model { tenant_id: db.tenant_id(), user_id, code_hash: hash.clone(), created_at };
        row.into_active_model().reset_all()
    });
    recovery_code::Entity::insert_many(rows).exec_without_returning(db.transaction()).await?;
    Ok(before)
}

/// Takes a user's second factor and recovery codes away; says how many of these there were.
pub async fn remove(db: &WriteDb, user_id: Uuid) -> Result<u64, StoreError> {
    drop_secret(db, user_id).await?;
    let codes = of_user(db.tenant_id(), user_id).exec(db.transaction()).await?.rows_affected;
    set_since(db, user_id, None).await?;
    Ok(codes)
}

async fn drop_secret(db: &WriteDb, user_id: Uuid) -> Result<(), StoreError> {
    let own =
        Entity::delete_many().filter(Column::TenantId.eq(db.tenant_id())).filter(Column::UserId.eq(user_id));
    own.exec(db.transaction()).await?;
    Ok(())
}

/// Not a change of the user's version: nobody who edits their record is in the way of it.
async fn set_since(db: &WriteDb, user_id: Uuid, since: Option<DateTime<Utc>>) -> Result<(), StoreError> {
    let own = user::Entity::update_many()
        .col_expr(user::Column::SecondFactorSince, Expr::value(since))
        .filter(user::Column::TenantId.eq(db.tenant_id()))
        .filter(user::Column::Id.eq(user_id));
    own.exec(db.transaction()).await?;
    Ok(())
}

fn of_user(tenant_id: Uuid, user_id: Uuid) -> sea_orm::DeleteMany<recovery_code::Entity> {
    recovery_code::Entity::delete_many()
        .filter(recovery_code::Column::TenantId.eq(tenant_id))
        .filter(recovery_code::Column::UserId.eq(user_id))
}
