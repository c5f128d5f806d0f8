//! Another address of one's own.

use nirmaan_api::auth::RequestEmailChangeRequest;
use nirmaan_store::{
    Action, Changes, Set,
    entity::{mail_link::Purpose, user},
    query::{mail_links, outbox},
};
use serde_json::json;

use super::{
    MailLinks, letters,
    link::{HOUR, ended, find, issue, mail, may_be_mailed, or_used},
    reset::too_many,
};
use crate::{
    access::{Caller, Origin},
    auth::{password, profile, prove},
    check::{Check, is_email},
    error::{Error, Result},
    mail::address,
    platform::users,
};

impl MailLinks {
    pub(super) async fn request_email_change(
        &self,
        caller: &Caller,
        origin: &Origin,
        request: RequestEmailChangeRequest,
    ) -> Result<()> {
        let RequestEmailChangeRequest { new_email, password } = request;
        let (row, tenant) = profile::own(&self.deps.store.read(&caller.actor).await?, caller).await?;
        let mut check = Check::default();
        check.required("new_email", "New e-mail", &new_email, 255);
        let email = check.email("new_email", "New e-mail", &new_email);
        if is_email(&email) && address(&email).is_none() {
            check.complain("new_email", "No mail can be sent to this address.");
        } else if email == row.email {
            check.complain("new_email", "This is the present address.");
        }
        password::check_sent(&mut check, "password", "Password", &password);
        check.done()?;
        let whose = (row.tenant_id, row.id);
        let letter = |url: &str| letters::email_change(&email, &tenant.name, url);
        let issued = &issue(&self.deps, Purpose::EmailChange, whose, &email, letter)?;
        if !prove::password(&self.deps, &row, &tenant.name, origin, password).await? {
            return Err(profile::wrong_password("password"));
        }
        let other = self.deps.store.identity_read().await?.user_called(row.tenant_id, &email).await?;
        if other.is_some() {
            let message = "E-mail is already used by another user of the organisation.".to_owned();
            return Err(Error::AlreadyExists { field: "new_email".to_owned(), message });
        }
        let (proved, now) = (&row, issued.link.created_at);
        let few = self.deps.store.identity(|db| async move { may_be_mailed(&db, proved, now).await });
        if !few.await? {
            return Err(too_many(HOUR.num_seconds().unsigned_abs()));
        }
        let posted = self.deps.store.write(&caller.actor, |db| async move {
            let old = users::find_to_change(&db, proved.id).await?;
            if old.password_hash != proved.password_hash {
                return Err(profile::wrong_password("password"));
            }
            mail_links::put(&db, issued.link.clone()).await?;
            outbox::post(&db, issued.mail.clone()).await?;
            let mut changes = Changes::new();
            changes.insert("mail_link".to_owned(), json!({"from": null, "to": issued.link.purpose}));
            Ok(db.event(Action::Update, ("user", old.id), changes).await?)
        });
        posted.await?;
        self.deps.mailer.wake();
        Ok(())
    }

    pub(super) async fn confirm_email_change(&self, origin: &Origin, token: &str) -> Result<()> {
        let found = &find(&self.deps, token, Some(Purpose::EmailChange)).await?;
        let (link, actor, now) = (&found.link, found.actor(origin), self.deps.store.clock().now());
        let changed = self.deps.store.write(&actor, |db| async move {
            let old = users::find_to_change(&db, link.user_id).await?;
            if !mail_links::counts(link, &old, now) || !mail_links::spend(&db, link.id).await? {
                return Err(ended());
            }
            mail_links::end_of_user(&db, old.id).await?;
            // At the address so far: whoever reads the new one has just confirmed it.
            let letter = letters::email_changed(&old.email, &link.email, &found.tenant.name);
            outbox::post(&db, mail(&self.deps, &old.email, letter)).await?;
            let mut along = Changes::new();
            along.insert("mail_link".to_owned(), json!({"from": link.purpose, "to": null}));
            let version = Some(old.version);
            let change = |row: &mut user::ActiveModel| row.email = Set(link.email.clone());
            let saved = db.change_as(Action::Update, old, version, change, along).await;
            saved.map_err(|error| users::explain("user", error))?;
            Ok(())
        });
        or_used(&self.deps, token, Purpose::EmailChange, changed.await).await?;
        self.deps.mailer.wake();
        Ok(())
    }
}
