//! Tenants by their names.

use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::LockType,
};
use uuid::Uuid;

use crate::{
    AllTenantsDb, ReachDb, StoreError, TenantDb, WriteDb,
    entity::tenant::{Column, Entity, Model, Status, Text, contains},
    handle::Handle,
};

/// The tenants within reach whose name contains a word, by name, the deleted left out.
pub async fn named(db: &ReachDb, word: &str, most: u64) -> Result<Vec<Model>, StoreError> {
    let living = Condition::all()
        .add(Column::Status.ne(Status::Deleted))
        .add_option(contains(Text::Name, word))
        .add_option(db.tenant().map(|own| Column::Id.eq(own)));
    let tenants = Entity::find().filter(living).order_by_asc(Column::NameKey).limit(most);
    Ok(tenants.all(db.transaction()).await?)
}

/// The tenants, but for one, that have one of these names in lower case as name or subdomain.
pub async fn called(
    db: &WriteDb<AllTenantsDb>,
    names: [&String; 2],
    but: Option<Uuid>,
) -> Result<Vec<Model>, StoreError> {
    let called = Condition::any().add(Column::NameKey.is_in(names)).add(Column::Subdomain.is_in(names));
    let others = Condition::all().add(called).add_option(but.map(|id| Column::Id.ne(id)));
    Ok(Entity::find().filter(others).all(db.transaction()).await?)
}

/// Locks the names of tenants until the transaction ends: whoever else would write some waits.
pub async fn lock(db: &WriteDb<AllTenantsDb>) -> Result<(), StoreError> {
    let platform = Entity::find().filter(Column::IsPlatform.eq(true)).lock(LockType::NoKeyUpdate);
    platform.one(db.transaction()).await?;
    Ok(())
}

/// Locks the handle's own tenant until the transaction ends: whoever else would add up what it has, change who
/// administers it or what it asks of its people waits.
pub async fn lock_own(db: &WriteDb<TenantDb>) -> Result<(), StoreError> {
    // Not FOR UPDATE, for which every insert that refers to the tenant would wait.
    Entity::find_by_id(db.tenant_id()).lock(LockType::NoKeyUpdate).one(db.transaction()).await?;
    Ok(())
}
