//! The fields of a user as a client sends them, checked, and as clients see them.

use nirmaan_api::platform::User;
use nirmaan_store::{Set, StoreError, entity::user};
use uuid::Uuid;

use super::image::ImageChange;
use crate::{
    change::Sent,
    check::Check,
    error::{Error, Result, Violation},
    mail::address,
    wire::{optional_id, timestamp},
};

/// The fields of a user, checked.
pub(super) struct Fields {
    pub(super) email: String,
    pub(super) mobile_no: String,
    designation: String,
    is_active: Option<bool>,
    comment: String,
    /// The version that the client read, if it says so.
    pub(super) version: Option<i64>,
}

/// What isn't stored as it is sent.
pub(super) struct Secrets {
    pub(super) password: Option<String>,
    /// Whether they shall choose the password by an invitation.
    pub(super) invite: bool,
    pub(super) image: ImageChange,
}

/// The user as they are to be: what was sent, over what is stored. Of a password and an image only what was sent.
pub(super) fn merged(sent: &Sent<User>, old: &user::Model) -> Result<User> {
    sent.over(|| User { profile_image: String::new(), ..present(old.clone(), String::new()) })
}

impl Fields {
    pub(super) fn read(user: User) -> Result<(Self, Secrets)> {
        let User {
            email,
            password,
            mobile_no,
            designation,
            is_active,
            profile_image,
            comment,
            version,
            send_invitation,
            // Decided by the caller, before.
            tenant_id: _,
            // The server's own.
            id: _,
            tenant_name: _,
            profile_thumbnail: _,
            is_invited: _,
            created_at: _,
            updated_at: _,
            created_by: _,
            updated_by: _,
            has_second_factor: _,
            role_requested_at: _,
        } = user;
        let mut check = Check::under("user.");
        check.required("email", "E-mail", &email, 255);
        let fields = Self {
            email: check.email("email", "E-mail", &email),
            mobile_no: check.mobile("mobile_no", "Mobile", &mobile_no),
            designation: check.text("designation", "Designation", &designation, 255),
            is_active,
            comment: check.long_text("comment", "Comment", &comment),
            version: (version != 0).then_some(version),
        };
        check.done()?;
        let password = (!password.is_empty()).then_some(password);
        let image = ImageChange::read(profile_image);
        Ok((fields, Secrets { password, invite: send_invitation, image }))
    }

    pub(super) fn new_row(
        &self,
        id: Uuid,
        password_hash: &str,
        must_change_password: bool,
        image: &str,
    ) -> user::ActiveModel {
        let mut row = user::ActiveModel {
            id: Set(id),
            password_hash: Set(password_hash.to_owned()),
            must_change_password: Set(must_change_password),
            profile_image: Set(image.to_owned()),
            is_active: Set(self.is_active.unwrap_or(true)),
            ..Default::default()
        };
        self.apply(&mut row);
        row
    }

    /// Complains of whoever can't be invited.
    pub(super) fn may_be_invited(&self) -> Result<()> {
        if self.is_active == Some(false) {
            return Err(wrong("is_active", "Whoever is invited must be active."));
        }
        match address(&self.email) {
            Some(_) => Ok(()),
            None => Err(wrong("email", "No mail can be sent to this address.")),
        }
    }

    /// Whether a user is active with these fields.
    pub(super) fn is_active_after(&self, old: &user::Model) -> bool {
        self.is_active.unwrap_or(old.is_active)
    }

    pub(super) fn deactivates(&self, old: &user::Model) -> bool {
        old.is_active && !self.is_active_after(old)
    }

    /// What of a user's signing in changes with these fields, and perhaps a password.
    pub(super) fn touches(&self, old: &user::Model, password: bool) -> Touches {
        if password || old.email != self.email || old.mobile_no != self.mobile_no {
            Touches::Credentials
        } else if self.is_active_after(old) != old.is_active {
            Touches::Activity
        } else {
            Touches::Nothing
        }
    }

    pub(super) fn apply(&self, row: &mut user::ActiveModel) {
        row.email = Set(self.email.clone());
        row.mobile_no = Set(self.mobile_no.clone());
        row.designation = Set(self.designation.clone());
        row.comment = Set(self.comment.clone());
        if let Some(is_active) = self.is_active {
            row.is_active = Set(is_active);
        }
    }
}

/// What of a user's signing in a change touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touches {
    Nothing,
    /// Whether they may.
    Activity,
    /// Whether there is such a user.
    Presence,
    /// Whether they still are.
    Sessions,
    /// With what.
    Credentials,
    /// Whether with a code as well.
    SecondFactor,
}

/// A complaint about one field of a user.
pub(super) fn wrong(field: &str, message: &str) -> Error {
    Error::Invalid(vec![Violation { field: format!("user.{field}"), message: message.to_owned() }])
}

/// Says what of a user, under the field `of` of the request, somebody else has already.
pub(crate) fn explain(of: &str, error: StoreError) -> Error {
    let taken = |field: &str, label: &str| Error::AlreadyExists {
        field: format!("{of}.{field}"),
        message: format!("{label} is already used by another user of the organisation."),
    };
    match error {
        StoreError::Duplicate(which) if which.contains("mobile") => taken("mobile_no", "Mobile"),
        StoreError::Duplicate(_) => taken("email", "E-mail"),
        error => error.into(),
    }
}

/// A user as clients see them, but for the image, of which the key stands in place of the links.
pub(super) fn present(row: user::Model, tenant_name: String) -> User {
    let is_invited = row.is_invited();
    let user::Model {
        tenant_id,
        id,
        email,
        mobile_no,
        designation,
        password_hash: _,
        second_factor_since,
        must_change_password: _,
        role_requested_at,
        is_active,
        profile_image,
        comment,
        search: _,
        version,
        created_at,
        updated_at,
        deleted_at: _,
        created_by,
        updated_by,
        deleted_by: _,
        deleted_with: _,
    } = row;
    User {
        id: id.to_string(),
        email,
        password: String::new(),
        mobile_no,
        designation,
        tenant_id: tenant_id.to_string(),
        tenant_name,
        is_active: Some(is_active),
        profile_image,
        profile_thumbnail: String::new(),
        comment,
        created_at: Some(timestamp(created_at)),
        updated_at: Some(timestamp(updated_at)),
        created_by: optional_id(created_by),
        updated_by: optional_id(updated_by),
        version,
        send_invitation: false,
        is_invited,
        has_second_factor: second_factor_since.is_some(),
        role_requested_at: role_requested_at.map(timestamp),
    }
}
