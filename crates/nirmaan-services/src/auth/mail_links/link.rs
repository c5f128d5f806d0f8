//! Links: 256 random bits, of which only a hash is kept.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_store::{
    Actor, IdentityDb, StoreError,
    entity::{
        mail_link::{self, Purpose},
        tenant, user,
    },
    new_id,
    query::{
        mail_links::{counts, was_used},
        outbox::NewMail,
    },
};
use uuid::Uuid;

use super::letters::{self, Letter};
use crate::{
    Deps,
    access::Origin,
    auth::{
        sessions::{actor, digest, secret},
        throttle::digest as digest_of,
    },
    error::{Error, Result},
};

/// How many links somebody has mailed within [`HOUR`].
const LINKS: i64 = 5;
pub(super) const HOUR: TimeDelta = TimeDelta::hours(1);

/// Whether links can be mailed, and where they lead. Cheap to clone.
#[derive(Clone)]
pub struct LinkMailer(Option<Arc<str>>);

impl LinkMailer {
    /// Links that begin with the server's public address; none without it, or where mails reach nobody.
    pub fn new(public_url: Option<&str>) -> Self {
        Self(public_url.map(Arc::from))
    }

    /// Whether links are mailed.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// The address that links begin with.
    ///
    /// # Errors
    /// [`Error::Precondition`] when no links are mailed.
    pub(crate) fn public_url(&self) -> Result<&str> {
        let message = "This server sends no mail. Please ask an administrator.";
        self.0.as_deref().ok_or_else(|| Error::Precondition(message.to_owned()))
    }

    /// Makes sure that somebody can be invited.
    ///
    /// # Errors
    /// [`Error::Precondition`] when no links are mailed; it tells an administrator what to do instead.
    pub(crate) fn can_invite(&self) -> Result<()> {
        if self.is_on() {
            return Ok(());
        }
        let message = "This server can't mail invitations. Set a password for the user, and tell it to them.";
        Err(Error::Precondition(message.to_owned()))
    }
}

/// A link and the mail that it travels in.
#[derive(Clone)]
pub(crate) struct Issued {
    pub(crate) link: mail_link::Model,
    pub(crate) mail: NewMail,
}

/// Where a link leads, and how long it counts.
fn target(purpose: Purpose) -> (&'static str, TimeDelta) {
    match purpose {
        Purpose::PasswordReset => ("/reset-password", TimeDelta::minutes(60)),
        Purpose::Invitation => ("/accept-invitation", TimeDelta::hours(72)),
        Purpose::EmailChange => ("/confirm-email", TimeDelta::hours(24)),
    }
}

/// Invites somebody to an organisation, where they hold roles with these names.
///
/// # Errors
/// As [`issue`].
pub(crate) fn invitation(
    deps: &Deps,
    whose: (Uuid, Uuid),
    tenant_name: &str,
    to: &str,
    roles: &str,
) -> Result<Issued> {
    issue(deps, Purpose::Invitation, whose, to, |url| letters::invitation(to, tenant_name, roles, url))
}

/// A new link for a user of a tenant, to be kept and mailed in one transaction; `letter` says with which words.
///
/// # Errors
/// [`Error::Precondition`] when no links are mailed.
pub(super) fn issue(
    deps: &Deps,
    purpose: Purpose,
    (tenant_id, user_id): (Uuid, Uuid),
    to: &str,
    letter: impl FnOnce(&str) -> Letter,
) -> Result<Issued> {
    let (path, lifetime) = target(purpose);
    let token = secret();
    // Behind the #: browsers send it to nobody, so that it gets into no log and no Referer.
    let url = format!("{}{path}#token={token}", deps.link_mailer.public_url()?);
    let now = deps.store.clock().now();
    let link = mail_link::Model {
        tenant_id,
        id: new_id(),
        user_id,
        purpose,
        email: to.to_owned(),
        token_hash: digest(&token),
        created_at: now,
        expires_at: now + lifetime,
        used_at: None,
    };
    Ok(Issued { link, mail: mail(deps, to, letter(&url)) })
}

/// A mail of the product's own.
pub(crate) fn mail(deps: &Deps, to: &str, letter: Letter) -> NewMail {
    let id = new_id();
    NewMail {
        id,
        message_id: deps.mailer.message_id(id),
        recipient: to.to_owned(),
        reply_to_name: String::new(),
        reply_to_address: String::new(),
        subject: letter.subject,
        body: letter.body,
        origin: None,
    }
}

/// A link that counts, with whose it is.
pub(super) struct Found {
    pub(super) link: mail_link::Model,
    pub(super) user: user::Model,
    pub(super) tenant: tenant::Model,
}

impl Found {
    /// The user, who acts by the link.
    pub(super) fn actor(&self, origin: &Origin) -> Actor {
        actor(self.link.tenant_id, self.link.user_id, origin)
    }
}

/// The link with a token, if it counts now, and for `purpose` where that is given.
///
/// # Errors
/// [`Error::LinkUsed`] for one that was used, [`Error::Precondition`] for any other that doesn't count.
pub(super) async fn find(deps: &Deps, token: &str, purpose: Option<Purpose>) -> Result<Found> {
    let db = deps.store.identity_read().await?;
    let link = db.mail_link(&digest(token)).await?.ok_or_else(ended)?;
    let user = db.user(link.tenant_id, link.user_id).await?.ok_or_else(ended)?;
    let tenant = db.tenant(link.tenant_id).await?.ok_or_else(ended)?;
    let is_meant = purpose.is_none_or(|purpose| purpose == link.purpose);
    let is_open = tenant.status == tenant::Status::Active;
    if !is_meant || !is_open {
        return Err(ended());
    }
    if was_used(&link, &user) {
        return Err(used(link, tenant.name));
    }
    if !counts(&link, &user, deps.store.clock().now()) {
        return Err(ended());
    }
    Ok(Found { link, user, tenant })
}

/// Counts a link that is to be mailed for a user, and tells whether they had few enough of late. Whoever has had
/// enough still has the last one.
pub(super) async fn may_be_mailed(
    db: &IdentityDb,
    user: &user::Model,
    now: DateTime<Utc>,
) -> std::result::Result<bool, StoreError> {
    let key = digest_of(&["mailed links", &user.tenant_id.to_string(), &user.id.to_string()]);
    let count = db.failures(&key).await?;
    if count.is_some_and(|count| now - count.window_started_at <= HOUR && count.failures >= LINKS) {
        return Ok(false);
    }
    db.count_failure(&key, HOUR, now).await?;
    Ok(true)
}

pub(super) fn ended() -> Error {
    Error::Precondition("This link was used or has ended. Please ask for a new one.".to_owned())
}

/// Tells a failure to use a link as [`find`] tells it by now: somebody else may have used the link meanwhile.
pub(super) async fn or_used<T>(deps: &Deps, token: &str, purpose: Purpose, outcome: Result<T>) -> Result<T> {
    if matches!(outcome, Err(Error::Precondition(_))) {
        find(deps, token, Some(purpose)).await?;
    }
    outcome
}

fn used(link: mail_link::Model, tenant_name: String) -> Error {
    let message = match link.purpose {
        Purpose::Invitation => {
            "This invitation was accepted already. Sign in with your password; if it wasn't you who accepted it, tell an \
             administrator of your organisation."
        }
        Purpose::PasswordReset => {
            "This link was used already. Sign in with your password, or ask for a new link."
        }
        Purpose::EmailChange => "This address was confirmed already. Sign in with it.",
    };
    Error::LinkUsed { message, email: link.email, tenant_name }
}
