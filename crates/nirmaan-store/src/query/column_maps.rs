//! What a tenant chose for the columns of its imports' files.

use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict},
};

use crate::{
    StoreError, TenantDb, WriteDb,
    entity::import_column_map::{ActiveModel, Column, Entity, Model},
    handle::Handle,
};

/// Of how many files with different headings a tenant's choices are kept, those that were used last.
pub const MOST_KEPT: u64 = 100;

/// The tenant's choices, the one that was used last first.
pub async fn all(db: &TenantDb) -> Result<Vec<Model>, StoreError> {
    let kept = db.all_of::<Entity>().select.order_by_desc(Column::UsedAt).limit(MOST_KEPT);
    Ok(kept.all(db.transaction()).await?)
}

/// Keeps what was chosen for files with these headings, in place of what was chosen before; says whether it differs. Of those
/// that are too many the ones go that haven't been used for longest.
pub async fn keep(db: &WriteDb, headings: &str, choices: &str) -> Result<bool, StoreError> {
    let (tenant_id, transaction) = (db.tenant_id(), db.transaction());
    let before = Entity::find_by_id((tenant_id, headings.to_owned())).one(transaction).await?;
    let chosen = ActiveModel {
        tenant_id: Set(tenant_id),
        headings: Set(headings.to_owned()),
        choices: Set(choices.to_owned()),
        used_at: Set(db.clock.now()),
    };
    let same = OnConflict::columns([Column::TenantId, Column::Headings])
        .update_columns([Column::Choices, Column::UsedAt])
        .to_owned();
    Entity::insert(chosen).on_conflict(same).exec_without_returning(transaction).await?;
    let kept = db.all_of::<Entity>().select.order_by_desc(Column::UsedAt).order_by_asc(Column::Headings);
    let old = kept.offset(MOST_KEPT).limit(MOST_KEPT).all(transaction).await?;
    for row in old {
        Entity::delete_by_id((tenant_id, row.headings)).exec(transaction).await?;
    }
    Ok(before.is_none_or(|before| before.choices != choices))
}

/// Notes that what is kept for files with these headings was used.
pub async fn use_again(db: &WriteDb, headings: &str) -> Result<(), StoreError> {
    Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(db.clock.now()))
        .filter(Column::TenantId.eq(db.tenant_id()))
        .filter(Column::Headings.eq(headings))
        .exec(db.transaction())
        .await?;
    Ok(())
}

/// Forgets what was chosen for files with these headings.
pub async fn forget(db: &WriteDb, headings: &str) -> Result<(), StoreError> {
    Entity::delete_many()
        .filter(Column::TenantId.eq(db.tenant_id()))
        .filter(Column::Headings.eq(headings))
        .exec(db.transaction())
        .await?;
    Ok(())
}
