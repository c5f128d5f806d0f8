//! Who somebody is, by id: also those who are gone.

use std::collections::{BTreeSet, HashMap};

use sea_orm::{
    ColumnTrait, EntityTrait, IntoSimpleExpr, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use uuid::Uuid;

use crate::{
    ReachDb, StoreError, TenantDb,
    entity::{tenant, user},
    handle::Handle,
};

/// The e-mail addresses of users by their ids, as far as the handle sees them.
pub async fn emails(
    db: &impl Handle,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>, StoreError> {
    let ids: BTreeSet<Uuid> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut select = user::Entity::find().filter(user::Column::Id.is_in(ids));
    if let Some(tenant_id) = db.tenant() {
        select = select.filter(user::Column::TenantId.eq(tenant_id));
    }
    let select = select.select_only().columns([user::Column::Id, user::Column::Email]);
    let rows: Vec<(Uuid, String)> = select.into_tuple().all(db.transaction()).await?;
    Ok(rows.into_iter().collect())
}

/// What users are called, by their ids: by their e-mail addresses as far as the handle sees them, and otherwise by the name of the
/// platform, which alone works in other organisations.
pub async fn names(
    db: &impl Handle,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>, StoreError> {
    let ids: BTreeSet<Uuid> = ids.into_iter().collect();
    let mut names = emails(db, ids.iter().copied()).await?;
    if names.len() < ids.len() {
        let platform = platform_name(db).await?;
        for id in ids {
            names.entry(id).or_insert_with(|| platform.clone());
        }
    }
    Ok(names)
}

/// The organisation of a user within reach, deleted or not.
pub async fn organisation_of(db: &ReachDb, id: Uuid) -> Result<Option<Uuid>, StoreError> {
    let found = db.all_of::<user::Entity>().filter(user::Column::Id.eq(id));
    let found = found.select_only().column(user::Column::TenantId);
    Ok(found.select.into_tuple().one(db.transaction()).await?)
}

/// The tenant's active users whose e-mail address contains `word`, by address, at most so many; none without a word.
pub async fn active_named(db: &TenantDb, word: &str, most: u64) -> Result<Vec<(Uuid, String)>, StoreError> {
    let Some(named) = user::contains(user::Text::Email, word) else { return Ok(Vec::new()) };
    let active = db.find::<user::Entity>().filter(named).filter(user::Column::IsActive.eq(true)).select;
    let first = active.order_by_asc(user::Column::Email).limit(most);
    let columns = first.select_only().columns([user::Column::Id, user::Column::Email]);
    Ok(columns.into_tuple().all(db.transaction()).await?)
}

/// The names of tenants by their ids.
pub async fn tenant_names(
    db: &impl Handle,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>, StoreError> {
    let select = tenant::Entity::find().filter(tenant::Column::Id.is_in(ids));
    let select = select.select_only().columns([tenant::Column::Id, tenant::Column::Name]);
    let rows: Vec<(Uuid, String)> = select.into_tuple().all(db.transaction()).await?;
    Ok(rows.into_iter().collect())
}

/// The handle's own tenant.
pub async fn own_tenant(db: &TenantDb) -> Result<Option<tenant::Model>, StoreError> {
    Ok(tenant::Entity::find_by_id(db.tenant_id()).one(db.transaction()).await?)
}

/// What the platform's own tenant is called.
pub async fn platform_name(db: &impl Handle) -> Result<String, StoreError> {
    let platform = tenant::Entity::find().filter(tenant::Column::IsPlatform.eq(true));
    Ok(platform.one(db.transaction()).await?.map(|tenant| tenant.name).unwrap_or_default())
}

/// Whether the columns of a tenant and a user name one of the users, of all tenants, for whom a condition holds.
pub(crate) fn is_of_users<C: IntoSimpleExpr>(named_by: [C; 2], condition: SimpleExpr) -> SimpleExpr {
    let users = user::Entity::find().select_only().columns([user::Column::TenantId, user::Column::Id]);
    let named = named_by.map(IntoSimpleExpr::into_simple_expr);
    Expr::tuple(named).in_subquery(users.filter(condition).into_query())
}
