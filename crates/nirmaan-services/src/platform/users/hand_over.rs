//! Who gets the open tasks of a user who is deleted or made inactive.

use nirmaan_api::access::Action::Edit;
use nirmaan_store::{ColumnTrait, WriteDb, entity::user};
use uuid::Uuid;

use crate::{
    access::Caller,
    error::{Error, Result, Violation},
};

/// Who gets them, as a request names them; nobody where it names nobody.
///
/// # Errors
/// [`Error::Denied`] for whoever may not edit tasks.
pub(super) fn receiver(caller: &Caller, id: &str) -> Result<Option<Uuid>> {
    if id.is_empty() {
        return Ok(None);
    }
    caller.require("Project Tasks", Edit)?;
    // What can't be an id is nobody's.
    Ok(Some(id.parse().unwrap_or_default()))
}

/// Asks that the caller be of the user's own organisation: the platform's users have no business with the tasks of others.
///
/// # Errors
/// [`Error::Denied`] when they aren't.
pub(super) fn require_colleague(caller: &Caller, user: &user::Model) -> Result<()> {
    caller.require_own_tenant(&user.tenant_id.to_string())
}

/// Holds a user and who gets their tasks, who has to be there and active, until the transaction ends; in one order, so that two
/// that hand over to each other wait.
///
/// # Errors
/// [`Error::Invalid`] when it can't be who gets them.
pub(super) async fn hold_both(db: &WriteDb, from: Uuid, to: Uuid) -> Result<()> {
    db.lock::<user::Entity>(user::Column::Id.is_in([from, to])).await?;
    let receiver: Option<user::Model> = db.get::<user::Entity, _>(to).await?;
    let problem = match receiver {
        _ if to == from => "Tasks can't be handed over to the same user. Choose somebody else.",
        None => "There is no such user any more. Choose somebody else.",
        Some(receiver) if !receiver.is_active => {
            "An inactive user can't be given tasks. Choose somebody else."
        }
        Some(_) => return Ok(()),
    };
    Err(wrong(problem))
}

/// A complaint about who gets the tasks.
pub(super) fn wrong(message: &str) -> Error {
    Error::Invalid(vec![Violation { field: "hand_over_to_id".to_owned(), message: message.to_owned() }])
}
