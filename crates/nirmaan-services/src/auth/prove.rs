//! Proving once more who one is, in the course of a session.

use nirmaan_store::{Actor, entity::user};

use super::{
    factor::{self, Judged},
    service,
    throttle::{Keys, Verdict},
};
use crate::{Deps, access::Origin, error::Result};

/// Whether it is the user's password; failures count as those of signing in by their organisation's name and their address.
///
/// # Errors
/// [`crate::Error::TooMany`] after ten failures.
pub(super) async fn password(
    deps: &Deps,
    user: &user::Model,
    tenant_name: &str,
    origin: &Origin,
    password: String,
) -> Result<bool> {
    let now = deps.store.clock().now();
    let keys = &Keys::new(tenant_name, &user.email, &origin.address);
    match keys.attempt(&deps.store, now).await? {
        Verdict::Wait(seconds) => return Err(service::too_many(seconds)),
        Verdict::After(attempt) => tokio::time::sleep(attempt.delay(deps.first_delay)).await,
    }
    if !deps.hasher.verify(password, Some(user.password_hash.clone())).await?.is_right() {
        return Ok(false);
    }
    deps.store.identity(|db| async move { keys.forgive(&db).await }).await?;
    Ok(true)
}

/// Takes a code of the user's second factor, once.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn code(deps: &Deps, user: &user::Model, actor: &Actor, code: &str) -> Result<Judged> {
    let (now, tokens) = (deps.store.clock().now(), &deps.tokens);
    let judged = deps.store.identity(|db| async move {
        if !db.may_still_start(user).await? {
            return Ok(Judged::Wrong);
        }
        factor::take(&db, tokens, user, actor, code, now).await
    });
    Ok(judged.await?)
}
