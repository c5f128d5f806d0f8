//! Saved views of lists.

use nirmaan_api::{access::Action::Edit, common::SavedView};
use nirmaan_store::{
    ColumnTrait, QueryFilter, Set, StoreError, TenantDb, WriteDb,
    entity::{
        saved_view::{ActiveModel, Column, Entity, Model},
        user,
    },
    query::people::{self, Person, State},
};
use uuid::Uuid;

use super::fields::list_name;
use crate::{
    access::Caller,
    check::Check,
    error::{Error, Result},
    wire::{self, name_and_state, timestamp},
};

/// Views that one person may have.
const MOST: u64 = 100;
/// Views of a list that others share, of which one is told.
const MOST_SHARED: u64 = 500;

/// A view as a client sends it, checked.
pub(super) struct View {
    list: String,
    name: String,
    query: String,
    is_shared: bool,
    version: Option<i64>,
}

impl View {
    /// The view of a request; of one that is there already the list stays, whatever is sent.
    pub(super) fn read(view: SavedView, is_new: bool) -> Result<Self> {
        let SavedView {
            list,
            name,
            query,
            is_shared,
            version,
            // The server's own.
            id: _,
            is_own: _,
            owner_email: _,
            owner_state: _,
            updated_at: _,
        } = view;
        let mut check = Check::under("view.");
        let list = if is_new { list_name(&mut check, "list", &list) } else { String::new() };
        let name = check.required("name", "Name", &name, 100);
        let query = check.text("query", "Query", &query, 2_000);
        check.done()?;
        Ok(Self { list, name, query, is_shared, version: (version != 0).then_some(version) })
    }

    /// Saves it for somebody whose row is locked, so that nobody gets more views by sending them at once.
    pub(super) async fn create(&self, db: &WriteDb, user: &user::Model) -> Result<SavedView> {
        if db.find::<Entity>().filter(Column::UserId.eq(user.id)).count().await? >= MOST {
            let message = format!("You have {MOST} saved views. Delete one that you don't need.");
            return Err(Error::Precondition(message));
        }
        let mut row =
            ActiveModel { user_id: Set(user.id), list: Set(self.list.clone()), ..Default::default() };
        self.change(&mut row);
        let row = db.insert(row).await.map_err(explain)?;
        Ok(present(row, user.id, caller(user)))
    }

    /// Replaces a view of somebody's own.
    pub(super) async fn update(&self, db: &WriteDb, user: &user::Model, id: Uuid) -> Result<SavedView> {
        let old = find_to_change(db, id, |row| row.user_id == user.id).await?;
        let row = db.update(old, self.version, |row| self.change(row)).await.map_err(explain)?;
        Ok(present(row, user.id, caller(user)))
    }

    fn change(&self, row: &mut ActiveModel) {
        row.name = Set(self.name.clone());
        row.query = Set(self.query.clone());
        row.is_shared = Set(self.is_shared);
    }
}

/// The id of a view, as a request names it.
pub(super) fn id(id: &str) -> Result<Uuid> {
    wire::id(id, "View")
}

/// The name of the list whose views are asked for.
pub(super) fn list(name: &str) -> Result<String> {
    let mut check = Check::default();
    let name = list_name(&mut check, "list", name);
    check.done()?;
    Ok(name)
}

/// Somebody's views of a list and those that others share, by name.
pub(super) async fn all(db: &TenantDb, user_id: Uuid, list: &str) -> Result<Vec<SavedView>> {
    let views = db.find::<Entity>().filter(Column::List.eq(list));
    let own = views.clone().filter(Column::UserId.eq(user_id)).newest(0, MOST).await?;
    let shared = views.filter(Column::UserId.ne(user_id)).filter(Column::IsShared.eq(true));
    let shared = shared.newest(0, MOST_SHARED).await?;
    let people = people::with_emails(db, own.iter().chain(&shared).map(|row| row.user_id)).await?;
    let mut rows: Vec<_> = own.into_iter().chain(shared).collect();
    rows.sort_by(|a, b| (&a.name_key, a.id).cmp(&(&b.name_key, b.id)));
    let present = |row: Model| {
        let owner = people.of(Some(row.user_id));
        present(row, user_id, owner)
    };
    Ok(rows.into_iter().map(present).collect())
}

/// Deletes a view of the caller's own; or one that others share, if the caller may edit users: whoever shared it may
/// have left.
pub(super) async fn delete(db: &WriteDb, caller: &Caller, id: Uuid) -> Result<()> {
    let own = caller.user_id()?;
    let tidies = caller.may("User", Edit);
    let row = find_to_change(db, id, |row| row.user_id == own || (row.is_shared && tidies)).await?;
    Ok(db.delete(row, &[]).await?)
}

async fn find_to_change(db: &WriteDb, id: Uuid, may: impl Fn(&Model) -> bool) -> Result<Model> {
    db.get_to_change::<Entity, _>(id).await?.filter(may).ok_or(Error::NotFound("View"))
}

fn explain(error: StoreError) -> Error {
    match error {
        StoreError::Duplicate(_) => Error::AlreadyExists {
            field: "view.name".to_owned(),
            message: "You have a view of this name already.".to_owned(),
        },
        error => error.into(),
    }
}

/// The caller, who is active.
fn caller(user: &user::Model) -> Person {
    Person { name: user.email.clone(), state: State::Active }
}

fn present(row: Model, user_id: Uuid, owner: Person) -> SavedView {
    let Model {
        id,
        user_id: owner_id,
        list,
        name,
        query,
        is_shared,
        version,
        updated_at,
        tenant_id: _,
        name_key: _,
        created_at: _,
        created_by: _,
        updated_by: _,
    } = row;
    let (owner_email, owner_state) = name_and_state(owner);
    SavedView {
        id: id.to_string(),
        list,
        name,
        query,
        is_shared,
        is_own: owner_id == user_id,
        owner_email,
        owner_state,
        updated_at: Some(timestamp(updated_at)),
        version,
    }
}
