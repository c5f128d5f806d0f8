//! The roles that a user is given as they are created, and given and taken as they are changed.

use nirmaan_api::access::Action;
use nirmaan_store::TenantDb;
use uuid::Uuid;

use crate::{
    access::Caller,
    error::{Error, Result, Violation},
    platform::mappings::{Exchange, RoleChange, role_ids},
};

/// Roles that a request gives and takes, and the field of it that names those to give.
pub(super) struct Roles {
    change: RoleChange,
    field: &'static str,
}

impl Roles {
    /// Those of a new user.
    ///
    /// # Errors
    /// As [`Roles::read`].
    pub(super) fn of_new(caller: &Caller, role_ids: &[String]) -> Result<Self> {
        Self::read(caller, Action::Create, ("role_ids", role_ids), &[])
    }

    /// Those that an update gives and takes.
    ///
    /// # Errors
    /// As [`Roles::read`].
    pub(super) fn of_update(caller: &Caller, give: &[String], take: &[String]) -> Result<Self> {
        Self::read(caller, Action::Edit, ("give_role_ids", give), take)
    }

    /// Asks for what the mapping of roles asks for, where there are any.
    ///
    /// # Errors
    /// [`Error::Denied`] for whoever may not map roles, or hasn't shown their second factor of late; [`Error::Invalid`] for what
    /// can't be a role, or is given and taken at once.
    fn read(
        caller: &Caller,
        action: Action,
        (field, give): (&'static str, &[String]),
        take: &[String],
    ) -> Result<Self> {
        let give = role_ids(give).map_err(|error| unknown(field, error))?;
        let take = role_ids(take).map_err(|error| unknown("take_role_ids", error))?;
        let change = RoleChange::of(give, take)?;
        if !change.is_empty() {
            caller.require("UserRoleMapping", action)?;
            caller.require_step_up()?;
        }
        Ok(Self { change, field })
    }

    /// What it comes to for a user of the handle's tenant, who may be yet to be created.
    ///
    /// # Errors
    /// As [`RoleChange::plan`], but [`Error::Invalid`] for a role that isn't there.
    pub(super) async fn plan(&self, db: &TenantDb, caller: &Caller, user_id: Uuid) -> Result<Exchange> {
        self.change.plan(db, caller, user_id).await.map_err(|error| unknown(self.field, error))
    }
}

/// Says of a role that isn't there in which field it was named.
fn unknown(field: &str, error: Error) -> Error {
    match error {
        Error::NotFound("Role") => Error::Invalid(vec![Violation {
            field: field.to_owned(),
            message: "One of the roles isn't there any more. Choose again.".to_owned(),
        }]),
        error => error,
    }
}
