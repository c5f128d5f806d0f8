//! Changes of users.

use std::slice;

use nirmaan_api::platform::{UpdateUserRequest, User};
use nirmaan_store::{
    Action, Set, WriteDb,
    entity::user,
    query::{self, mail_links, people, sessions},
};
use serde_json::json;
use uuid::Uuid;

use super::{
    IMAGE, Users,
    fields::{self, Fields, explain},
    find, find_to_change, first_password_is_changed, hand_over, image, may_change,
    roles::Roles,
};
use crate::{
    access::Caller,
    auth::{app_passwords, password},
    change::Sent,
    error::{Error, Result},
    platform::administrators::keep_one,
    projects::task_hand_over,
    wire,
};

impl Users {
    pub(super) async fn update(&self, caller: &Caller, request: UpdateUserRequest) -> Result<User> {
        let UpdateUserRequest { id, user, update_mask, hand_over_to_id, give_role_ids, take_role_ids } =
            request;
        let hand_over_to = hand_over::receiver(caller, &hand_over_to_id)?;
        let roles = Roles::of_update(caller, &give_role_ids, &take_role_ids)?;
        let mut sent = Sent::read(user, update_mask)?;
        let named = caller.tenant_named(&sent.record().tenant_id)?;
        sent.check_whole(Fields::read)?;
        let found = find(&self.deps, caller, wire::id(&id, "User")?).await?;
        if named.is_some_and(|named| named != found.tenant_id) {
            return Err(fields::wrong("tenant_id", "A user can't be moved to another organisation."));
        }
        if hand_over_to.is_some() {
            hand_over::require_colleague(caller, &found)?;
        }
        let actor = caller.actor_in(found.tenant_id)?;
        let db = self.deps.store.read(&actor).await?;
        let tenant = people::own_tenant(&db).await?.ok_or(Error::NotFound("User"))?;
        // Before anything that takes time, and once more in the write.
        let (fields, secrets) = Fields::read(fields::merged(&sent, &found)?)?;
        let touches = fields.touches(&found, secrets.password.is_some());
        may_change(&db, caller, found.id, touches).await?;
        roles.plan(&db, caller, found.id).await?;
        // A password and an image take their time, and a snapshot a connection.
        drop(db);
        let password_hash = match secrets.password {
            Some(password) => {
                let known = [fields.email.as_str(), &fields.mobile_no, &tenant.name, &tenant.subdomain];
                password::check(&self.deps.hasher, "user.password", &password, &known).await?;
                Some(self.deps.hasher.hash(password).await?)
            }
            None => None,
        };
        let image = image::store(&self.deps, IMAGE, secrets.image, found.tenant_id, found.id).await?;
        // They are as they are to be stored, and needn't be read again where others wait for it.
        let User { password, profile_image, .. } = sent.record_mut();
        password.clear();
        profile_image.clear();
        let change = &Change { sent: &sent, password_hash, image: image.clone(), hand_over_to, roles };
        let updated = self.deps.store.write(&actor, |db| async move {
            let (before, mut row) = change.carry_out(&db, caller, found.id).await?;
            query::roles::forget_answered(&*db, slice::from_mut(&mut row)).await?;
            Ok::<_, Error>((before, row))
        });
        match updated.await {
            Ok((before, row)) => {
                if before != row.profile_image {
                    image::forget(&self.deps, &before).await;
                }
                Ok(self.with_links(fields::present(row, tenant.name)))
            }
            Err(error) => {
                image::take_back(&self.deps, image, &error).await;
                Err(error.naming_the_other(&self.deps.store, &actor).await)
            }
        }
    }
}

/// What an update changes.
struct Change<'a> {
    sent: &'a Sent<User>,
    password_hash: Option<String>,
    /// The key of the image from now on; `None` keeps it.
    image: Option<String>,
    /// Who gets the open tasks.
    hand_over_to: Option<Uuid>,
    roles: Roles,
}

impl Change<'_> {
    /// Changes the user; the key of the image before, and the row after.
    async fn carry_out(&self, db: &WriteDb, caller: &Caller, id: Uuid) -> Result<(String, user::Model)> {
        if let Some(to) = self.hand_over_to {
            hand_over::hold_both(db, id, to).await?;
        }
        let old = find_to_change(db, id).await?;
        let (fields, _) = Fields::read(fields::merged(self.sent, &old)?)?;
        may_change(db, caller, id, fields.touches(&old, self.password_hash.is_some())).await?;
        db.require_version(&old, fields.version)?;
        if self.hand_over_to.is_some() && fields.is_active_after(&old) {
            return Err(hand_over::wrong(
                "Only the tasks of an inactive user can be handed over. Make the user inactive, or leave this empty.",
            ));
        }
        let before = old.profile_image.clone();
        let exchange = self.roles.plan(db, caller, id).await?;
        let save = async {
            let mut along = exchange.changes();
            if self.password_hash.is_some() || fields.deactivates(&old) {
                mail_links::end_of_user(db, id).await?;
                if self.password_hash.is_some() {
                    along.extend(app_passwords::end_of_user(db, id).await?);
                }
                let ended = sessions::end_of_user(db, id, None, "changed").await?;
                if ended > 0 {
                    along.insert("sessions".to_owned(), json!({"from": ended, "to": 0}));
                }
            }
            if let Some(to) = self.hand_over_to {
                task_hand_over::hand_over(db, id, to).await?;
            }
            if !old.is_active && fields.is_active_after(&old) {
                task_hand_over::give_back(db, id).await?;
            }
            let first_is_changed = first_password_is_changed(db).await?;
            let change = |row: &mut user::ActiveModel| self.apply(&fields, row, first_is_changed);
            let row = db
                .change_as(Action::Update, old, fields.version, change, along)
                .await
                .map_err(|error| explain("user", error))?;
            exchange.carry_out(db, id).await?;
            Ok(row)
        };
        Ok((before, keep_one(db, save).await?))
    }

    /// Whoever gets another password owes one of their own where `first_is_changed`.
    fn apply(&self, fields: &Fields, row: &mut user::ActiveModel, first_is_changed: bool) {
        fields.apply(row);
        if let Some(hash) = &self.password_hash {
            row.password_hash = Set(hash.clone());
            row.must_change_password = Set(first_is_changed);
        }
        if let Some(image) = &self.image {
            row.profile_image = Set(image.clone());
        }
    }
}
