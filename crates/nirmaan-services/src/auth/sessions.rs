//! Sessions: families of refresh tokens, of which each is spent once.

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_store::{
    Action, Actor, IdentityDb, StoreError, WriteDb,
    entity::{app_password, refresh_token, session, user},
    new_id,
    query::sessions as living,
};
use rand::RngCore;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::tokens::Tokens;
use crate::access::Origin;

/// A session ends after so long, however much it is used.
const LIFETIME: TimeDelta = TimeDelta::days(30);
/// A session ends when it wasn't used for so long.
pub(super) const IDLE: TimeDelta = TimeDelta::days(7);
/// Two tabs may spend the same token within so long of each other.
const GRACE: TimeDelta = TimeDelta::seconds(10);
/// So often a spent token is answered again within the grace.
const REPLAYS: i64 = 10;

/// A session as it goes on: the next refresh token, in the clear for the only time.
pub(super) struct Continued {
    pub(super) tenant_id: Uuid,
    pub(super) session_id: Uuid,
    pub(super) user_id: Uuid,
    pub(super) refresh_token: String,
}

/// What somebody has shown to sign in.
#[derive(Clone, Copy)]
pub(super) enum With<'a> {
    /// The password alone.
    Password,
    /// The password, and a code of the second factor.
    Code,
    /// What a program has in the place of both.
    AppPassword(&'a app_password::Model),
}

/// Starts a session of a user who has proved who they are, if they still are as they were when they did: hashing
/// takes its time, in which they may have been locked out. They have `most` at a time: those that weren't used for
/// longest make room.
pub(super) async fn start(
    db: &IdentityDb,
    user: &user::Model,
    origin: &Origin,
    now: DateTime<Utc>,
    most: usize,
    with: With<'_>,
) -> Result<Option<Continued>, StoreError> {
    if !db.may_still_start(user).await? {
        return Ok(None);
    }
    // The user is locked by now: of sign-ins at once each sees the sessions of those before.
    let living = db.living_sessions(user.tenant_id, user.id, now, now - IDLE).await?;
    for surplus in living.iter().skip(most.saturating_sub(1)) {
        end(db, surplus, "limit", origin, now).await?;
    }
    let (mut session, token) = fresh(user, origin, now);
    let mut changes = serde_json::Map::new();
    match with {
        With::Password => {}
        With::Code => session.proved_at = Some(now),
        With::AppPassword(used) => {
            session.app_password_id = Some(used.id);
            changes.insert("app_password".to_owned(), serde_json::json!({"from": null, "to": used.name}));
        }
    }
    let session_id = session.id;
    db.start_session(session).await?;
    db.keep_refresh_token(user.tenant_id, session_id, digest(&token), now).await?;
    let actor = actor(user.tenant_id, user.id, origin);
    db.event(&actor, Action::SignIn, ("session", session_id), changes).await?;
    Ok(Some(Continued { tenant_id: user.tenant_id, session_id, user_id: user.id, refresh_token: token }))
}

/// Opens a session within another change of the user, which tells of it.
pub(super) async fn open(
    db: &WriteDb,
    user: &user::Model,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<Continued, StoreError> {
    let (session, token) = fresh(user, origin, now);
    let session_id = session.id;
    living::open(db, session, digest(&token), now).await?;
    Ok(Continued { tenant_id: user.tenant_id, session_id, user_id: user.id, refresh_token: token })
}

/// A new session and its first refresh token.
fn fresh(user: &user::Model, origin: &Origin, now: DateTime<Utc>) -> (session::Model, String) {
    let session_id = new_id();
    let session = session::Model {
        tenant_id: user.tenant_id,
        id: session_id,
        user_id: user.id,
        user_agent: origin.user_agent.clone(),
        address: origin.address.clone(),
        created_at: now,
        last_used_at: now,
        expires_at: now + LIFETIME,
        ended_at: None,
        end_reason: String::new(),
        proved_at: None,
        app_password_id: None,
    };
    (session, secret())
}

/// Whether a refresh token was ever issued.
pub(super) async fn is_known(db: &IdentityDb, refresh_token: &str) -> Result<bool, StoreError> {
    Ok(db.refresh_token(&digest(refresh_token)).await?.is_some())
}

/// Continues the session of a refresh token, and spends the token; `None` when there is nothing to continue.
/// A spent one that comes back within the grace gets the same successor again, some times. One that comes back later or
/// more often was stolen, by whoever came first or second: the session ends.
pub(super) async fn go_on(
    db: &IdentityDb,
    tokens: &Tokens,
    refresh_token: &str,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<Option<Continued>, StoreError> {
    let Some(token) = db.refresh_token(&digest(refresh_token)).await? else { return Ok(None) };
    let Some(session) = db.lock_session(token.tenant_id, token.session_id).await? else { return Ok(None) };
    if session.ended_at.is_some() || session.expires_at <= now || session.last_used_at + IDLE <= now {
        return Ok(None);
    }
    let Some(refresh_token) = successor(db, tokens, &token, refresh_token, now).await? else {
        end(db, &session, "reuse", origin, now).await?;
        return Ok(None);
    };
    db.touch_session(session.tenant_id, session.id, &origin.address, now).await?;
    Ok(Some(Continued {
        tenant_id: session.tenant_id,
        session_id: session.id,
        user_id: session.user_id,
        refresh_token,
    }))
}

/// What follows a token, spent now or within the grace; `None` when it comes back too late or too often. Where the
/// successor was spent meanwhile too, it is what follows that one, and so on: whoever gets it keeps it for a while,
/// and a spent one would end the session when they come with it. Each of them is counted, so that the way is short.
async fn successor(
    db: &IdentityDb,
    tokens: &Tokens,
    token: &refresh_token::Model,
    secret: &str,
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    let (tenant_id, session_id) = (token.tenant_id, token.session_id);
    if db.spend_refresh_token(tenant_id, token.id, now).await? {
        return issue(db, tokens, token, secret, now).await.map(Some);
    }
    // Read again: it may have been spent between the first look and the lock.
    let Some(mut token) = db.refresh_token(&token.token_hash).await? else { return Ok(None) };
    let mut secret = secret.to_owned();
    for _ in 0..REPLAYS {
        let is_late = token.spent_at.is_none_or(|at| at + GRACE < now);
        if is_late || !db.count_replay(tenant_id, token.id, REPLAYS).await? {
            return Ok(None);
        }
        let Some((next, its_secret)) = issued(db, tokens, &token, &secret).await? else {
            // Of a key that is gone, or of a version that didn't compute it.
            return issue(db, tokens, &token, &secret, now).await.map(Some);
        };
        if next.session_id != session_id {
            return Ok(None);
        }
        if next.spent_at.is_none() {
            return Ok(Some(its_secret));
        }
        (token, secret) = (next, its_secret);
    }
    Ok(None)
}

/// The successor that a token got when it was spent, by whichever key it was computed.
async fn issued(
    db: &IdentityDb,
    tokens: &Tokens,
    token: &refresh_token::Model,
    secret: &str,
) -> Result<Option<(refresh_token::Model, String)>, StoreError> {
    for successor in tokens.successors(token.id, secret) {
        if let Some(next) = db.refresh_token(&digest(&successor)).await? {
            return Ok(Some((next, successor)));
        }
    }
    Ok(None)
}

/// Ends the session of a refresh token, if there is one.
pub(super) async fn sign_out(
    db: &IdentityDb,
    refresh_token: &str,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(token) = db.refresh_token(&digest(refresh_token)).await? else { return Ok(()) };
    let Some(session) = db.lock_session(token.tenant_id, token.session_id).await? else { return Ok(()) };
    end(db, &session, "logout", origin, now).await
}

async fn end(
    db: &IdentityDb,
    session: &session::Model,
    reason: &str,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if db.end_session(session.tenant_id, session.id, reason, now).await? {
        let actor = actor(session.tenant_id, session.user_id, origin);
        let mut changes = serde_json::Map::new();
        changes.insert("end_reason".to_owned(), serde_json::json!({"from": "", "to": reason}));
        db.event(&actor, Action::SignOut, ("session", session.id), changes).await?;
    }
    Ok(())
}

/// Keeps the successor of a token by its hash.
async fn issue(
    db: &IdentityDb,
    tokens: &Tokens,
    token: &refresh_token::Model,
    secret: &str,
    now: DateTime<Utc>,
) -> Result<String, StoreError> {
    // There is a key, or there were no tokens.
    let next = tokens.successors(token.id, secret).into_iter().next().unwrap_or_else(self::secret);
    db.keep_refresh_token(token.tenant_id, token.session_id, digest(&next), now).await?;
    Ok(next)
}

/// 256 random bits: the first refresh token of a session, or the token of a mailed link.
pub(super) fn secret() -> String {
    let mut secret = [0_u8; 32];
    rand::rng().fill_bytes(&mut secret);
    base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, secret)
}

/// A token is 256 random bits: a plain hash of it can't be guessed, and the token can't be read back.
pub(super) fn digest(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// Somebody who isn't signed in yet, or not any more.
pub(super) fn actor(tenant_id: Uuid, user_id: Uuid, origin: &Origin) -> Actor {
    let Origin { source, request_id, address, .. } = origin.clone();
    Actor { tenant_id, user_id: Some(user_id), source, request_id, address }
}
