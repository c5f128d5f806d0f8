//! Sends what is in the outbox.
//!
//! A mail is claimed, sent, and marked: three steps, of which the middle one can't be undone. Whoever is killed
//! between sending and marking has it sent again when the claim has run out, under the same Message-ID.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_store::{StoreError, entity::mail};
use tokio::time::interval;
use tokio_util::sync::CancellationToken;

use crate::{Deps, mail::Failure};

/// Attempts before a mail is given up.
const ATTEMPTS: i64 = 10;
/// Until the second attempt; twice as long until each further one.
const FIRST_WAIT: TimeDelta = TimeDelta::minutes(1);
/// Between attempts at most.
const LONGEST_WAIT: TimeDelta = TimeDelta::hours(1);
/// How much longer than its attempt a claim lasts: marking takes time too.
const MARKING: Duration = Duration::from_secs(60);
/// How long to wait when the database couldn't be told that a mail was sent.
const MARK_AGAIN: Duration = Duration::from_secs(1);

/// Sends all mails that are due, one after the other, until there are none or `stop` is cancelled; a mail that is
/// being sent is sent to its end. Says how many attempts there were.
///
/// # Errors
/// When the database can't be reached.
pub async fn send_due(deps: &Deps, stop: &CancellationToken) -> Result<u32, StoreError> {
    let mut attempts = 0;
    while !stop.is_cancelled() {
        let Some(mail) = claim(deps).await? else { break };
        attempts += 1;
        attempt(deps, mail).await?;
    }
    Ok(attempts)
}

async fn claim(deps: &Deps) -> Result<Option<mail::Model>, StoreError> {
    let now = deps.store.clock().now();
    let until = now + deps.mailer.patience() + MARKING;
    deps.store.platform(|db| async move { db.claim_mail(now, until).await }).await
}

async fn attempt(deps: &Deps, mail: mail::Model) -> Result<(), StoreError> {
    // Only crashes and panics lead beyond the last attempt: perhaps this mail is what causes them.
    let sent = if mail.attempts > ATTEMPTS {
        Err(Failure::Final("every attempt was cut off".to_owned()))
    } else {
        deps.mailer.send(&mail).await
    };
    let now = deps.store.clock().now();
    match sent {
        Ok(()) => mark_sent(deps, &mail, now).await,
        Err(failure) => mark_failed(deps, &mail, &failure, now).await,
    }
}

/// It can't be unsent: the database is asked until the claim has run out, while an import has it for example.
async fn mark_sent(deps: &Deps, mail: &mail::Model, now: DateTime<Utc>) -> Result<(), StoreError> {
    let mut turns = interval(MARK_AGAIN);
    loop {
        turns.tick().await;
        let marked = deps.store.platform(|db| async move { db.mail_sent(mail.id, now).await }).await;
        let claimed = mail.claimed_until.is_some_and(|until| deps.store.clock().now() < until);
        if marked.is_ok() || !claimed {
            return marked;
        }
    }
}

async fn mark_failed(
    deps: &Deps,
    mail: &mail::Model,
    failure: &Failure,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let again_at = match failure {
        Failure::Passing(_) if mail.attempts < ATTEMPTS => Some(now + wait_after(mail.attempts)),
        Failure::Passing(_) | Failure::Final(_) => None,
    };
    let error = &failure.to_string();
    deps.store.platform(|db| async move { db.mail_failed(mail, error, again_at).await }).await?;
    // The server's words may hold addresses: they are in the table, for the operator, and not in the log.
    match again_at {
        Some(_) => tracing::info!(mail = %mail.id, attempt = mail.attempts, "a mail has to wait"),
        None => tracing::warn!(mail = %mail.id, "a mail was given up"),
    }
    Ok(())
}

/// How long to wait after the `n`th attempt.
fn wait_after(n: i64) -> TimeDelta {
    let doublings = u32::try_from(n.saturating_sub(1).clamp(0, 6)).unwrap_or(0);
    (FIRST_WAIT * 2_i32.pow(doublings)).min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_from_a_minute_to_an_hour() {
        let minutes: Vec<_> = (1..=10).map(|n| wait_after(n).num_minutes()).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
        assert_eq!(wait_after(i64::MAX), LONGEST_WAIT);
    }
}
