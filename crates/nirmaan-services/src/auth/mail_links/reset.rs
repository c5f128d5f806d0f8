//! A new password for whoever has forgotten theirs.

use std::time::Duration;

use nirmaan_api::auth::{RequestPasswordResetRequest, ResetPasswordRequest};
use nirmaan_store::{
    IdentityDb, StoreError,
    entity::{mail_link::Purpose, tenant, user},
};
use tokio::time::{Instant, sleep_until};

use super::{
    MailLinks, letters,
    link::{Issued, find, issue, may_be_mailed, or_used},
};
use crate::{
    access::Origin,
    auth::{
        password::is_too_long,
        throttle::{Keys, Verdict},
    },
    check::Check,
    error::{Error, Result, Violation},
    mail::address,
};

/// How long the answer takes at least, whether or not a mail is written meanwhile: time shall not tell who is a user.
const ANSWERED_AFTER: Duration = Duration::from_millis(300);

impl MailLinks {
    pub(super) async fn request_password_reset(
        &self,
        origin: &Origin,
        request: RequestPasswordResetRequest,
    ) -> Result<()> {
        let RequestPasswordResetRequest { email_or_mobile, tenant_name } = request;
        let mut check = Check::default();
        let identifier = check.required("email_or_mobile", "E-mail or mobile", &email_or_mobile, 255);
        let tenant_name = check.required("tenant_name", "Tenant name", &tenant_name, 255);
        check.done()?;
        self.deps.link_mailer.public_url()?;

        let begun = Instant::now();
        let now = self.deps.store.clock().now();
        let keys = Keys::of_reset(&tenant_name, &identifier, &origin.address);
        let delay = match keys.attempt(&self.deps.store, now).await? {
            Verdict::Wait(seconds) => return Err(too_many(seconds)),
            Verdict::After(attempt) => attempt.delay(self.deps.first_delay),
        };
        if let Some((tenant, user)) = self.entitled(&tenant_name, &identifier).await? {
            let whose = (user.tenant_id, user.id);
            let letter = |url: &str| letters::password_reset(&user.email, &tenant.name, url);
            let issued = issue(&self.deps, Purpose::PasswordReset, whose, &user.email, letter)?;
            let (user, issued) = (&user, &issued);
            self.deps.store.identity(|db| async move { post(&db, user, issued).await }).await?;
            self.deps.mailer.wake();
        }
        sleep_until(begun + ANSWERED_AFTER + delay).await;
        Ok(())
    }

    /// Whom the request means, if they may get a link: they can sign in, and mail reaches them.
    async fn entitled(
        &self,
        tenant_name: &str,
        identifier: &str,
    ) -> Result<Option<(tenant::Model, user::Model)>> {
        let db = self.deps.store.identity_read().await?;
        let Some(tenant) = db.tenant_named(tenant_name).await? else { return Ok(None) };
        let Some(user) = db.user_called(tenant.id, identifier).await? else { return Ok(None) };
        let may = user.is_active && !user.is_invited() && tenant.status == tenant::Status::Active;
        Ok((may && address(&user.email).is_some()).then_some((tenant, user)))
    }

    pub(super) async fn reset_password(&self, origin: &Origin, request: ResetPasswordRequest) -> Result<()> {
        let ResetPasswordRequest { token, new_password } = request;
        let found = find(&self.deps, &token, Some(Purpose::PasswordReset)).await?;
        let present = Some(found.user.password_hash.clone());
        let is_too_long = is_too_long(&new_password);
        if !is_too_long && self.deps.hasher.verify(new_password.clone(), present).await?.is_right() {
            let message = "This is the present password. Choose another one.".to_owned();
            return Err(Error::Invalid(vec![Violation { field: "new_password".to_owned(), message }]));
        }
        let set = self.set_password(origin, &found, new_password).await;
        or_used(&self.deps, &token, Purpose::PasswordReset, set).await
    }
}

/// Keeps a link and posts its mail, unless the user was changed since they were read, or has enough mails of late: the
/// last link that they got counts then.
async fn post(db: &IdentityDb, user: &user::Model, issued: &Issued) -> std::result::Result<(), StoreError> {
    let Issued { link, mail } = issued;
    if !db.may_still_start(user).await? {
        return Ok(());
    }
    // The user is locked by now: of requests at once each sees the counts of those before.
    if !may_be_mailed(db, user, link.created_at).await? {
        return Ok(());
    }
    db.put_mail_link(link.clone()).await?;
    db.post(mail.clone(), link.created_at).await
}

pub(super) fn too_many(seconds: u64) -> Error {
    let minutes = seconds.div_ceil(60);
    let plural = if minutes == 1 { "" } else { "s" };
    let message = format!("Too many requests. Please try again in {minutes} minute{plural}.");
    Error::TooMany { message, retry_after_seconds: seconds }
}
