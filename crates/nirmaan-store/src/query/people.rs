//! Who somebody is, by id: also those who are gone.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, EntityTrait, IntoSimpleExpr, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use uuid::Uuid;

use crate::{
    ReachDb, StoreError, TenantDb,
    entity::{tenant, user},
    handle::Handle,
    query::names,
};

/// The state of a user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum State {
    /// Can sign in.
    #[default]
    Active,
    /// Can't sign in for now.
    Inactive,
    /// Deleted.
    Deleted,
}

/// Somebody whom a record names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Person {
    /// What they are called.
    pub name: String,
    /// Their state; active where that isn't known.
    pub state: State,
}

/// Those whom records name.
#[derive(Clone, Debug, Default)]
pub struct People(HashMap<Uuid, Person>);

impl People {
    /// The one with an id; nobody where there is no id, or none that is known.
    pub fn of(&self, id: Option<Uuid>) -> Person {
        id.and_then(|id| self.0.get(&id)).cloned().unwrap_or_default()
    }

    /// Whether somebody with this id is known.
    pub fn contains(&self, id: Uuid) -> bool {
        self.0.contains_key(&id)
    }

    /// All of them.
    pub fn into_all(self) -> impl Iterator<Item = (Uuid, Person)> {
        self.0.into_iter()
    }
}

/// Users by their ids with their e-mail addresses, as far as the handle sees them.
pub async fn with_emails(
    db: &impl Handle,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<People, StoreError> {
    let ids: BTreeSet<Uuid> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(People::default());
    }
    let mut select = user::Entity::find().filter(user::Column::Id.is_in(ids));
    if let Some(tenant_id) = db.tenant() {
        select = select.filter(user::Column::TenantId.eq(tenant_id));
    }
    use user::Column::{DeletedAt, Email, Id, IsActive};
    let select = select.select_only().columns([Id, Email, IsActive, DeletedAt]);
    let rows: Vec<(Uuid, String, bool, Option<DateTime<Utc>>)> =
        select.into_tuple().all(db.transaction()).await?;
    let person = |(id, name, is_active, deleted_at): (_, _, bool, Option<_>)| {
        let state = match (deleted_at, is_active) {
            (Some(_), _) => State::Deleted,
            (None, false) => State::Inactive,
            (None, true) => State::Active,
        };
        (id, Person { name, state })
    };
    Ok(People(rows.into_iter().map(person).collect()))
}

/// The e-mail addresses of users by their ids, as far as the handle sees them.
pub async fn emails(
    db: &impl Handle,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>, StoreError> {
    let people = with_emails(db, ids).await?;
    Ok(people.into_all().map(|(id, person)| (id, person.name)).collect())
}

/// Users by their ids: with their e-mail addresses as far as the handle sees them, and otherwise with the name of the platform,
/// which alone works in other organisations.
pub async fn with_names(db: &impl Handle, ids: impl IntoIterator<Item = Uuid>) -> Result<People, StoreError> {
    let ids: BTreeSet<Uuid> = ids.into_iter().collect();
    let mut people = with_emails(db, ids.iter().copied()).await?;
    if people.0.len() < ids.len() {
        let platform = Person { name: platform_name(db).await?, state: State::default() };
        for id in ids {
            people.0.entry(id).or_insert_with(|| platform.clone());
        }
    }
    Ok(people)
}

/// The organisation of a user within reach, deleted or not.
pub async fn organisation_of(db: &ReachDb, id: Uuid) -> Result<Option<Uuid>, StoreError> {
    let found = db.all_of::<user::Entity>().filter(user::Column::Id.eq(id));
    let found = found.select_only().column(user::Column::TenantId);
    Ok(found.select.into_tuple().one(db.transaction()).await?)
}

/// The tenant's active users whose e-mail address contains `word`, by address, at most so many; none without a word.
pub async fn active_named(db: &TenantDb, word: &str, most: u64) -> Result<Vec<(Uuid, Person)>, StoreError> {
    let Some(named) = user::contains(user::Text::Email, word) else { return Ok(Vec::new()) };
    let active = db.find::<user::Entity>().filter(named).filter(user::Column::IsActive.eq(true)).select;
    let first = active.order_by_asc(user::Column::Email).limit(most);
    let columns = first.select_only().columns([user::Column::Id, user::Column::Email]);
    let rows: Vec<(Uuid, String)> = columns.into_tuple().all(db.transaction()).await?;
    Ok(rows.into_iter().map(|(id, name)| (id, Person { name, state: State::Active })).collect())
}

/// The names of tenants by their ids.
pub async fn tenant_names(
    db: &impl Handle,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>, StoreError> {
    names::<tenant::Entity>(db, ids).await
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
