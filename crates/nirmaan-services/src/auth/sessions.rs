//! Sessions: families of refresh tokens, of which each is spent once.

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_store::{
    Action, Actor, IdentityDb, StoreError, WriteDb,
    entity::{session, user},
    new_id,
    query::sessions as living,
};
use rand::RngCore;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::access::Origin;

/// A session ends after so long, however much it is used.
const LIFETIME: TimeDelta = TimeDelta::days(30);
/// A session ends when it wasn't used for so long.
pub(super) const IDLE: TimeDelta = TimeDelta::days(7);
/// Two tabs may spend the same token within so long of each other.
const GRACE: TimeDelta = TimeDelta::seconds(10);

/// A session as it goes on: the next refresh token, in the clear for the only time.
pub(super) struct Continued {
    pub(super) tenant_id: Uuid,
    pub(super) session_id: Uuid,
    pub(super) user_id: Uuid,
    pub(super) refresh_token: String,
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
) -> Result<Option<Continued>, StoreError> {
    if !db.may_still_start(user).await? {
        return Ok(None);
    }
    // The user is locked by now: of sign-ins at once each sees the sessions of those before.
    let living = db.living_sessions(user.tenant_id, user.id, now, now - IDLE).await?;
    for surplus in living.iter().skip(most.saturating_sub(1)) {
        end(db, surplus, "limit", origin, now).await?;
    }
    let (session, token) = fresh(user, origin, now);
    let session_id = session.id;
    db.start_session(session).await?;
    db.keep_refresh_token(user.tenant_id, session_id, digest(&token), now).await?;
    let actor = actor(user.tenant_id, user.id, origin);
    db.event(&actor, Action::SignIn, ("session", session_id), serde_json::Map::new()).await?;
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
    };
    (session, secret())
}

/// Whether a refresh token was ever issued.
pub(super) async fn is_known(db: &IdentityDb, refresh_token: &str) -> Result<bool, StoreError> {
    Ok(db.refresh_token(&digest(refresh_token)).await?.is_some())
}

/// Continues the session of a refresh token, and spends the token; `None` when there is nothing to continue.
/// A spent one that comes back after the grace was stolen, by whoever came first or second: the session ends.
pub(super) async fn go_on(
    db: &IdentityDb,
    refresh_token: &str,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<Option<Continued>, StoreError> {
    let Some(token) = db.refresh_token(&digest(refresh_token)).await? else { return Ok(None) };
    let Some(session) = db.lock_session(token.tenant_id, token.session_id).await? else { return Ok(None) };
    if session.ended_at.is_some() || session.expires_at <= now || session.last_used_at + IDLE <= now {
        return Ok(None);
    }
    if !db.spend_refresh_token(token.tenant_id, token.id, now).await? {
        // Read again: it may have been spent between our first look and the lock.
        let spent_at = db.refresh_token(&token.token_hash).await?.and_then(|token| token.spent_at);
        if spent_at.is_none_or(|at| at + GRACE < now) {
            end(db, &session, "reuse", origin, now).await?;
            return Ok(None);
        }
    }
    db.touch_session(session.tenant_id, session.id, now).await?;
    let refresh_token = issue(db, session.tenant_id, session.id, now).await?;
    Ok(Some(Continued {
        tenant_id: session.tenant_id,
        session_id: session.id,
        user_id: session.user_id,
        refresh_token,
    }))
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

async fn issue(
    db: &IdentityDb,
    tenant_id: Uuid,
    session_id: Uuid,
    now: DateTime<Utc>,
) -> Result<String, StoreError> {
    let token = secret();
    db.keep_refresh_token(tenant_id, session_id, digest(&token), now).await?;
    Ok(token)
}

/// A refresh token.
fn secret() -> String {
    let mut secret = [0_u8; 32];
    rand::rng().fill_bytes(&mut secret);
    base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, secret)
}

/// A token is 256 random bits: a plain hash of it can't be guessed, and the token can't be read back.
fn digest(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

fn actor(tenant_id: Uuid, user_id: Uuid, origin: &Origin) -> Actor {
    Actor { tenant_id, user_id: Some(user_id), source: origin.source, request_id: origin.request_id.clone() }
}
