//! Deleting users, and bringing them back.

use chrono::{DateTime, Utc};
use nirmaan_api::{access::Action::View, common::DeletionScope, platform::DeleteUserRequest};
use nirmaan_store::{
    StoreError,
    entity::user,
    query::{deleted, mail_links, people, sessions},
};
use serde_json::json;
use uuid::Uuid;

use super::{KIND, Users, fields::Touches, find, find_to_change, hand_over, may_change};
use crate::{
    Deps,
    access::Caller,
    auth::app_passwords,
    common::gone,
    error::{Error, Result},
    platform::{administrators::keep_one, visits},
    projects::task_hand_over,
    wire,
};

/// What goes along with a user, and what stays in their name: nothing of the latter is told of other organisations, and open
/// tasks to whoever may view tasks.
///
/// # Errors
/// [`Error::NotFound`] when the caller knows none such.
pub(crate) async fn scope(deps: &Deps, caller: &Caller, id: Uuid) -> Result<DeletionScope> {
    let row = find(deps, caller, id).await?;
    visits::tell(deps, caller, KIND, [row.tenant_id]).await?;
    let db = deps.store.read(&caller.actor_in(row.tenant_id)?).await?;
    let mut scope =
        DeletionScope { roles: deleted::roles_of(&db, id).await? as i64, ..DeletionScope::default() };
    if row.tenant_id == caller.actor.tenant_id {
        scope.shared_views = deleted::shared_views_of(&db, id).await? as i64;
        if caller.may("Project Tasks", View) {
            scope.open_tasks = deleted::open_tasks_of(&db, id).await? as i64;
        }
    }
    Ok(scope)
}

impl Users {
    /// Deletes a user. What they would come back with stays: their roles, password, second factor and image. Their open tasks
    /// go to whom the request names.
    pub(super) async fn delete(&self, caller: &Caller, request: DeleteUserRequest) -> Result<()> {
        let hand_over_to = hand_over::receiver(caller, &request.hand_over_to_id)?;
        let found = find(&self.deps, caller, wire::id(&request.id, "User")?).await?;
        if caller.actor.user_id == Some(found.id) {
            return Err(Error::Precondition("You can't delete your own account.".to_owned()));
        }
        if hand_over_to.is_some() {
            hand_over::require_colleague(caller, &found)?;
        }
        let actor = caller.actor_in(found.tenant_id)?;
        let deleted = self.deps.store.write(&actor, |db| async move {
            if let Some(to) = hand_over_to {
                hand_over::hold_both(&db, found.id, to).await?;
            }
            let row = find_to_change(&db, found.id).await?;
            may_change(&db, caller, row.id, Touches::Presence).await?;
            let delete = async {
                mail_links::end_of_user(&db, row.id).await?;
                let ended = sessions::end_of_user(&db, row.id, None, "deleted").await?;
                let mut along = app_passwords::end_of_user(&db, row.id).await?;
                for (what, rows) in
                    [("sessions", ended), ("user_roles", deleted::roles_of(&db, row.id).await?)]
                {
                    along.insert(what.to_owned(), json!({"from": rows, "to": 0}));
                }
                if let Some(to) = hand_over_to {
                    task_hand_over::hand_over(&db, row.id, to).await?;
                }
                Ok(db.delete_with(row, along).await?)
            };
            keep_one(&db, delete).await
        });
        deleted.await
    }
}

/// Brings a user back who was deleted since an instant, with their roles: of the caller's organisation, or of any for users of
/// the platform.
///
/// # Errors
/// [`Error::NotFound`] when there is none such, [`Error::Denied`] when their roles grant rights that the caller lacks, or the
/// caller's second factor has to be shown, [`Error::AlreadyExists`] when another has their address or mobile number by now.
pub(crate) async fn restore(deps: &Deps, caller: &Caller, id: Uuid, since: DateTime<Utc>) -> Result<()> {
    let db = deps.store.read_within(&caller.actor, caller.platform.as_ref()).await?;
    let tenant_id = people::organisation_of(&db, id).await?.unwrap_or(caller.actor.tenant_id);
    drop(db);
    visits::tell(deps, caller, KIND, [tenant_id]).await?;
    let actor = caller.actor_in(tenant_id)?;
    let restored = deps.store.write(&actor, |db| async move {
        let Some(row) = db.get_deleted::<user::Entity, user::Model>(id, since).await? else {
            return gone(db.get::<user::Entity, _>(id).await?);
        };
        may_change(&db, caller, id, Touches::Presence).await?;
        let roles = deleted::roles_of(&db, id).await?;
        if roles > 0 {
            // As for whoever gives them.
            caller.require_step_up()?;
        }
        // An inactive user gets them back on becoming active.
        if row.is_active {
            task_hand_over::give_back(&db, id).await?;
        }
        let names = [row.email.clone(), row.mobile_no.clone()];
        let [email, mobile_no] =
            names.map(|name| if caller.may("User", View) { name } else { String::new() });
        db.restore(row, &[("user_roles", roles)]).await.map(drop).map_err(|error| match error {
            StoreError::Duplicate(which) if which.contains("mobile") => taken("mobile number", &mobile_no),
            StoreError::Duplicate(_) => taken("e-mail address", &email),
            error => error.into(),
        })
    });
    restored.await
}

/// Says what somebody else has by now, of those who may not view users without naming it.
fn taken(what: &str, which: &str) -> Error {
    let message = match which {
        "" => format!("Another user has their {what} by now. Change that one first."),
        which => format!("Another user has the {what} {which} by now. Change that one first."),
    };
    Error::AlreadyExists { field: "id".to_owned(), message }
}
