//! Deleting users, and bringing them back.

use chrono::{DateTime, Utc};
use nirmaan_api::common::DeletionScope;
use nirmaan_store::{
    StoreError,
    entity::user,
    query::{deleted, people, sessions},
};
use uuid::Uuid;

use super::{KIND, Users, fields::Touches, find, find_to_change, may_change};
use crate::{
    Deps,
    access::Caller,
    auth::app_passwords,
    common::gone,
    error::{Error, Result},
    platform::{administrators::keep_one, visits},
    wire,
};

/// What goes along with a user, and what stays in their name.
///
/// # Errors
/// [`Error::NotFound`] when the caller knows none such.
pub(crate) async fn scope(deps: &Deps, caller: &Caller, id: Uuid) -> Result<DeletionScope> {
    let row = find(deps, caller, id).await?;
    visits::tell(deps, caller, KIND, [row.tenant_id]).await?;
    let db = deps.store.read(&caller.actor_in(row.tenant_id)?).await?;
    Ok(DeletionScope {
        roles: deleted::roles_of(&db, id).await? as i64,
        open_tasks: deleted::open_tasks_of(&db, id).await? as i64,
        shared_views: deleted::shared_views_of(&db, id).await? as i64,
        ..DeletionScope::default()
    })
}

impl Users {
    /// Deletes a user. What they would come back with stays: their roles, password, second factor and image.
    pub(super) async fn delete(&self, caller: &Caller, id: &str) -> Result<()> {
        let found = find(&self.deps, caller, wire::id(id, "User")?).await?;
        if caller.actor.user_id == Some(found.id) {
            return Err(Error::Precondition("You can't delete your own account.".to_owned()));
        }
        let actor = caller.actor_in(found.tenant_id)?;
        let deleted = self.deps.store.write(&actor, |db| async move {
            let row = find_to_change(&db, found.id).await?;
            may_change(&db, caller, row.id, Touches::Presence).await?;
            let delete = async {
                let ended = sessions::end_of_user(&db, row.id, None, "deleted").await?;
                let roles = deleted::roles_of(&db, row.id).await?;
                app_passwords::end_of_user(&db, row.id).await?;
                Ok(db.delete(row, &[("sessions", ended), ("user_roles", roles)]).await?)
            };
            keep_one(&db, delete).await
        });
        deleted.await
    }
}

/// Brings a user back who was deleted since an instant: of the caller's organisation, or of any for users of the platform.
///
/// # Errors
/// [`Error::NotFound`] when there is none such, [`Error::Denied`] when their roles grant rights that the caller lacks,
/// [`Error::AlreadyExists`] when another has their address or mobile number by now.
pub(crate) async fn restore(deps: &Deps, caller: &Caller, id: Uuid, since: DateTime<Utc>) -> Result<()> {
    let db = deps.store.read_within(&caller.actor, caller.platform.as_ref()).await?;
    let of = people::organisation_of(&db, id).await?;
    drop(db);
    let actor = caller.actor_in(of.unwrap_or(caller.actor.tenant_id))?;
    let restored = deps.store.write(&actor, |db| async move {
        let Some(row) = db.get_deleted::<user::Entity, user::Model>(id, since).await? else {
            return gone(db.get::<user::Entity, _>(id).await?);
        };
        may_change(&db, caller, id, Touches::Presence).await?;
        let roles = deleted::roles_of(&db, id).await?;
        let [email, mobile_no] = [row.email.clone(), row.mobile_no.clone()];
        db.restore(row, &[("user_roles", roles)]).await.map(drop).map_err(|error| match error {
            StoreError::Duplicate(which) if which.contains("mobile") => taken("mobile number", &mobile_no),
            StoreError::Duplicate(_) => taken("e-mail address", &email),
            error => error.into(),
        })
    });
    restored.await
}

/// Says what somebody else has by now.
fn taken(what: &str, which: &str) -> Error {
    let message = format!("Another user has the {what} {which} by now. Change that one first.");
    Error::AlreadyExists { field: "id".to_owned(), message }
}
