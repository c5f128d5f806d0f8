//! `ContactService`.

mod rules;

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_api::common::{SendEmailRequest, SendEmailResponse, contact_service_server::ContactService};
use nirmaan_store::{IdentityDb, StoreError, new_id, query::outbox::NewMail};
use tonic::{Request, Response, async_trait};

use self::rules::Letter;
use crate::{
    Deps,
    access::Origin,
    auth::throttle::{digest, network},
    error::{Error, Result},
    wire::Rpc,
};

/// Within which messages are counted.
const WINDOW: TimeDelta = TimeDelta::hours(1);

/// Who reads the contact form, and how often it may be sent.
#[derive(Debug, Clone)]
pub struct ContactForm {
    /// The reader's address.
    pub to: String,
    /// Messages an hour from one network.
    pub from_one: u64,
    /// Messages an hour in all.
    pub in_all: u64,
}

/// The contact form of the public site.
pub struct Contact {
    deps: Deps,
}

impl Contact {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn send_email(&self, origin: &Origin, request: SendEmailRequest) -> Result<SendEmailResponse> {
        let letter = rules::read(request)?;
        let mail = &self.mail(letter, origin);
        let (form, now) = (&self.deps.contact_form, self.deps.store.clock().now());
        // Looked at before the writer is asked for, so that whoever floods the form doesn't hold up sign-ins.
        if let Some(seconds) = form.full(&self.deps.store.identity_read().await?, mail, now).await? {
            return Err(too_many(seconds));
        }
        let posted = self.deps.store.identity(|db| async move { form.post(&db, mail, now).await });
        if let Some(seconds) = posted.await? {
            return Err(too_many(seconds));
        }
        self.deps.mailer.wake();
        Ok(SendEmailResponse { message: "Message sent successfully!".to_owned() })
    }

    fn mail(&self, letter: Letter, origin: &Origin) -> NewMail {
        let Letter { name, email, mobile, message } = letter;
        let id = new_id();
        NewMail {
            id,
            message_id: self.deps.mailer.message_id(id),
            recipient: self.deps.contact_form.to.clone(),
            subject: format!("Message from {name}"),
            body: format!("Name: {name}\nE-mail: {email}\nMobile: {mobile}\n\n{message}"),
            reply_to_name: name,
            reply_to_address: email,
            origin: Some(digest(&["contact", &network(&origin.address)]).to_vec()),
        }
    }
}

impl ContactForm {
    /// Puts the mail into the outbox, or says in how many seconds there is room for it.
    async fn post(
        &self,
        db: &IdentityDb,
        mail: &NewMail,
        now: DateTime<Utc>,
    ) -> std::result::Result<Option<u64>, StoreError> {
        // One at a time, so that messages at once don't outrun the counts.
        db.lock_failures(&digest(&["contact"]), now).await?;
        let seconds = self.full(db, mail, now).await?;
        if seconds.is_none() {
            db.post(mail.clone(), now).await?;
        }
        Ok(seconds)
    }

    /// In how many seconds there is room, when there is none.
    async fn full(
        &self,
        db: &IdentityDb,
        mail: &NewMail,
        now: DateTime<Utc>,
    ) -> std::result::Result<Option<u64>, StoreError> {
        let since = now - WINDOW;
        let full = [
            db.nth_last_mail(self.from_one, mail.origin.as_deref(), since).await?,
            db.nth_last_mail(self.in_all, None, since).await?,
        ];
        // Room is made when the last that fills an hour is an hour old.
        let last = full.into_iter().flatten().max();
        Ok(last.map(|last| u64::try_from((last - since).num_seconds() + 1).unwrap_or(1)))
    }
}

#[async_trait]
impl ContactService for Contact {
    async fn send_email(&self, request: Request<SendEmailRequest>) -> Rpc<SendEmailResponse> {
        let origin = Origin::of(&request)?;
        Ok(Response::new(self.send_email(&origin, request.into_inner()).await?))
    }
}

fn too_many(seconds: u64) -> Error {
    let minutes = seconds.div_ceil(60);
    let plural = if minutes == 1 { "" } else { "s" };
    let message = format!("Too many messages. Please try again in {minutes} minute{plural}.");
    Error::TooMany { message, retry_after_seconds: seconds }
}
