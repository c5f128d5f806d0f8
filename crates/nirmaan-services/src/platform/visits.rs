//! Users of the platform who read an organisation's rows: its trail says who and why before they have the answer, and its
//! administrators are told by mail, once a day.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_api::errors::ErrorReason;
use nirmaan_store::{
    Action, PlatformDb, StoreError,
    entity::audit_event,
    new_id, noted,
    query::{outbox::NewMail, people},
};
use serde_json::json;
use uuid::Uuid;

use crate::{
    Deps,
    access::Caller,
    error::{Error, Result},
    mail::Mailer,
    trail::facts,
};

/// So long reading on is the same visit, of one person in one kind of an organisation's rows.
const ONE_VISIT: TimeDelta = TimeDelta::minutes(15);
/// How often an organisation's administrators are told of the same person.
const ONE_MAIL: TimeDelta = TimeDelta::days(1);
/// Visits that a node remembers.
const MOST: usize = 10_000;

/// Who, whose rows, and of what kind.
type Visit = (Uuid, Uuid, &'static str);

/// The visits of users of the platform. Cheap to clone.
#[derive(Clone, Default)]
pub struct Visits {
    needs_reason: bool,
    /// Until when each goes on.
    known: Arc<Mutex<HashMap<Visit, DateTime<Utc>>>>,
}

impl Visits {
    /// None so far; with `needs_reason` nobody reads on who doesn't say why.
    pub fn new(needs_reason: bool) -> Self {
        Self { needs_reason, known: Arc::default() }
    }

    /// Those among the visits that begin now.
    fn new_ones(&self, visits: impl Iterator<Item = Visit>, now: DateTime<Utc>) -> Vec<Visit> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        visits.filter(|visit| known.get(visit).is_none_or(|until| *until <= now)).collect()
    }

    fn remember(&self, visits: Vec<Visit>, now: DateTime<Utc>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() + visits.len() > MOST {
            known.retain(|_, until| *until > now);
        }
        if known.len() + visits.len() > MOST {
            // Rather told twice than not at all.
            known.clear();
        }
        known.extend(visits.into_iter().map(|visit| (visit, now + ONE_VISIT)));
    }
}

/// Tells organisations, other than the caller's own, that a user of the platform reads their rows of a kind. The answer
/// waits for it, so that nothing was read of which the trail doesn't know; within a quarter of an hour of the same visit
/// there is nothing to tell.
///
/// # Errors
/// [`Error::Denied`] when a reason is required and the caller gives none.
pub(crate) async fn tell(
    deps: &Deps,
    caller: &Caller,
    kind: &'static str,
    tenants: impl IntoIterator<Item = Uuid>,
) -> Result<()> {
    let Some(platform) = &caller.platform else { return Ok(()) };
    let others: BTreeSet<_> = tenants.into_iter().filter(|id| *id != platform.tenant_id).collect();
    if others.is_empty() {
        return Ok(());
    }
    if deps.visits.needs_reason && caller.reason.is_empty() {
        let message =
            "Say why you read what belongs to another organisation. A program says it in the header \
                       X-Nirmaan-Reason."
                .to_owned();
        return Err(Error::Denied {
            reason: ErrorReason::AccessReasonRequired,
            message,
            facts: HashMap::new(),
        });
    }
    let (user_id, now) = (caller.user_id()?, deps.store.clock().now());
    let visits = others.into_iter().map(|tenant_id| (user_id, tenant_id, kind));
    let visits = deps.visits.new_ones(visits, now);
    if visits.is_empty() {
        return Ok(());
    }
    let own = deps.store.read(&caller.actor).await?;
    let who = people::emails(&own, [user_id]).await?.remove(&user_id).unwrap_or_default();
    drop(own);
    let mut changes = facts([("read_by", json!(who))]);
    if !caller.reason.is_empty() {
        changes.extend(facts([("reason", json!(caller.reason))]));
    }
    let events: &Vec<audit_event::Model> = &visits
        .iter()
        .map(|(_, tenant_id, kind)| {
            let actor = platform.within(*tenant_id);
            noted(deps.store.clock(), &actor, Action::Read, (*kind, *tenant_id), changes.clone())
        })
        .collect();
    let visitor = &Visitor { who: &who, reason: &caller.reason, user_id, now };
    let written = deps.store.platform(|db| async move {
        let mut posted = false;
        if deps.mailer.is_configured() {
            for event in events {
                posted |= visitor.announce(&db, &deps.mailer, event.tenant_id).await?;
            }
        }
        db.insert_all(events.clone()).await?;
        Ok::<_, StoreError>(posted)
    });
    if written.await? {
        deps.mailer.wake();
    }
    deps.visits.remember(visits, now);
    Ok(())
}

struct Visitor<'a> {
    who: &'a str,
    reason: &'a str,
    user_id: Uuid,
    now: DateTime<Utc>,
}

impl Visitor<'_> {
    /// Puts a mail to each of an organisation's administrators into the outbox, unless they were told of this person
    /// within a day; says whether it did.
    async fn announce(
        &self,
        db: &PlatformDb,
        mailer: &Mailer,
        tenant_id: Uuid,
    ) -> std::result::Result<bool, StoreError> {
        if db.has_read(self.user_id, tenant_id, self.now - ONE_MAIL).await? {
            return Ok(false);
        }
        let administrators = db.administrators(tenant_id).await?;
        let is_told = !administrators.is_empty();
        for recipient in administrators {
            db.post(self.mail(mailer, recipient), self.now).await?;
        }
        Ok(is_told)
    }

    fn mail(&self, mailer: &Mailer, recipient: String) -> NewMail {
        let id = new_id();
        let reason = if self.reason.is_empty() { "none was given" } else { self.reason };
        NewMail {
            id,
            message_id: mailer.message_id(id),
            recipient,
            reply_to_name: String::new(),
            reply_to_address: String::new(),
            subject: "Your organisation's data was opened by the platform".to_owned(),
            body: format!(
                "{} of the platform has opened data of your organisation.\nReason: {reason}\n\nWhat was opened, and when, \
                 stands in Activity. Of the same person you hear once a day at most.\n",
                self.who
            ),
            origin: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_goes_on_for_a_quarter_of_an_hour_in_one_kind() {
        let visits = Visits::new(false);
        let (now, who, whose) = (Utc::now(), Uuid::from_u128(1), Uuid::from_u128(2));
        let users = (who, whose, "user");
        let begun = |visit: Visit, now| !visits.new_ones(std::iter::once(visit), now).is_empty();
        assert!(begun(users, now));
        visits.remember(vec![users], now);
        assert!(!begun(users, now));
        assert!(begun((who, whose, "tenant"), now));
        assert!(begun((Uuid::from_u128(3), whose, "user"), now));
        assert!(begun(users, now + ONE_VISIT));
    }
}
