//! A password that is set by a link.

use nirmaan_api::auth::AcceptInvitationRequest;
use nirmaan_store::{
    Action, Set,
    entity::{mail_link::Purpose, user},
    query::{mail_links, outbox, sessions},
};
use serde_json::json;

use super::{
    MailLinks, letters,
    link::{Found, ended, find, mail, or_used},
};
use crate::{
    access::Origin,
    auth::{app_passwords, password},
    error::{Error, Result},
    platform::users,
};

impl MailLinks {
    pub(super) async fn accept_invitation(
        &self,
        origin: &Origin,
        request: AcceptInvitationRequest,
    ) -> Result<()> {
        let AcceptInvitationRequest { token, new_password } = request;
        let found = find(&self.deps, &token, Some(Purpose::Invitation)).await?;
        let set = self.set_password(origin, &found, new_password).await;
        or_used(&self.deps, &token, Purpose::Invitation, set).await
    }

    /// Sets the password of a link's user, and uses the link: every session ends, and whatever else they were mailed.
    /// Whoever had another password is told by mail.
    pub(super) async fn set_password(&self, origin: &Origin, found: &Found, new: String) -> Result<()> {
        let Found { link, user, tenant } = found;
        let known = [user.email.as_str(), &user.mobile_no, &tenant.name, &tenant.subdomain];
        password::check(&self.deps.hasher, "new_password", &new, &known).await?;
        let hash = &self.deps.hasher.hash(new).await?;
        let told = &mail(&self.deps, &user.email, letters::password_changed(&user.email, &tenant.name));
        let (actor, now) = (found.actor(origin), self.deps.store.clock().now());
        let changed = self.deps.store.write(&actor, |db| async move {
            let old = users::find_to_change(&db, link.user_id).await?;
            let is_same = mail_links::counts(link, &old, now) && old.password_hash == user.password_hash;
            // Of two who use it at once, the second finds it used.
            if !is_same || !mail_links::spend(&db, link.id).await? {
                return Err(ended());
            }
            mail_links::end_of_user(&db, old.id).await?;
            let mut along = app_passwords::end_of_user(&db, old.id).await?;
            along.insert("mail_link".to_owned(), json!({"from": link.purpose, "to": null}));
            let ended = sessions::end_of_user(&db, old.id, None, "password").await?;
            if ended > 0 {
                along.insert("sessions".to_owned(), json!({"from": ended, "to": 0}));
            }
            if link.purpose == Purpose::PasswordReset {
                outbox::post(&db, told.clone()).await?;
            }
            let version = Some(old.version);
            let change = |row: &mut user::ActiveModel| {
                row.password_hash = Set(hash.clone());
                row.must_change_password = Set(false);
            };
            db.change_as(Action::Update, old, version, change, along).await?;
            Ok::<_, Error>(())
        });
        changed.await?;
        self.deps.mailer.wake();
        Ok(())
    }
}
