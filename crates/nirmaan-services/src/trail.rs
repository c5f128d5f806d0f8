//! What the trail is told of beside changes: what leaves the house, and who failed to come in.
//!
//! None of it writes a row of its own accord, and nobody shall wait for a writer because of it: events wait in memory and
//! are kept together, within a second or so. A stop keeps what waits; a kill loses it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_store::{
    Action, Actor, Changes, Clock, Store, StoreError, Table,
    entity::{audit_event::Model, document},
    noted,
};
use serde_json::{Value, json};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::{documents, links::Link};

/// Events that may wait: beyond, the log alone is told.
const MOST_WAITING: usize = 10_000;
/// Events of one transaction.
const AT_ONCE: usize = 500;
/// How long the same content fetched again by the same user is the same download: as long as a link lives, so that a
/// viewer that reads page by page leaves one event.
const ONE_DOWNLOAD: TimeDelta = TimeDelta::minutes(15);
/// Downloads that are remembered.
const MOST_FETCHED: usize = 20_000;

/// Takes events and has them kept soon. Cheap to clone.
#[derive(Clone)]
pub struct Trail {
    clock: Clock,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Vec<Model>>,
    /// Held by whoever keeps events: what isn't kept in the end waits again before the next one looks.
    keeping: tokio::sync::Mutex<()>,
    arrived: Notify,
    fetched: Mutex<HashMap<(Uuid, Uuid), DateTime<Utc>>>,
}

/// From where a link was followed.
#[derive(Debug, Clone, Default)]
pub struct Follower {
    /// The request's id, as it stands in the logs.
    pub request_id: String,
    /// The client's address.
    pub address: String,
}

impl Trail {
    /// An empty one.
    pub fn new(clock: Clock) -> Self {
        Self { clock, shared: Arc::default() }
    }

    /// What time it is for it.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Takes an event of what happened just now.
    pub fn tell(&self, actor: &Actor, action: Action, what: (&str, Uuid), changes: Changes) {
        let event = noted(&self.clock, actor, action, what, changes);
        let mut waiting = lock(&self.shared.waiting);
        if waiting.len() < MOST_WAITING {
            waiting.push(event);
            self.shared.arrived.notify_one();
        } else {
            let Model { tenant_id, actor_id, request_id, entity, action, .. } = event;
            tracing::error!(%tenant_id, ?actor_id, request_id, entity, action, "the trail has no room for an event");
        }
    }

    /// Tells of a document whose content a link opened, once for each user and a while.
    pub fn downloaded(&self, link: &Link, follower: &Follower) {
        let (Some(reader), Some(content)) = (&link.reader, documents::content_of(&link.key)) else { return };
        if !self.is_new(reader.user_id, content.id) {
            return;
        }
        let actor = Actor {
            tenant_id: content.tenant_id,
            user_id: Some(reader.user_id),
            source: reader.source,
            request_id: follower.request_id.clone(),
            address: follower.address.clone(),
        };
        let changes = facts([
            ("file_name", json!(link.file_name)),
            ("entity_type", json!(content.entity_type)),
            ("entity_id", json!(content.entity_id)),
        ]);
        self.tell(&actor, Action::Download, (document::Entity::NAME, content.id), changes);
    }

    fn is_new(&self, user_id: Uuid, document: Uuid) -> bool {
        let now = self.clock.now();
        let mut fetched = lock(&self.shared.fetched);
        if fetched.len() >= MOST_FETCHED {
            fetched.retain(|_, until| *until > now);
        }
        if fetched.len() >= MOST_FETCHED {
            // Rather told twice than not at all.
            fetched.clear();
        }
        fetched.insert((user_id, document), now + ONE_DOWNLOAD).is_none_or(|until| until <= now)
    }

    /// Waits until an event was taken since the last time.
    pub async fn told(&self) {
        self.shared.arrived.notified().await;
    }

    /// Keeps what waits, after what is being kept already; says how many events. What can't be kept now waits on.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn keep(&self, store: &Store) -> Result<usize, StoreError> {
        let _keeping = self.shared.keeping.lock().await;
        let mut kept = 0;
        loop {
            let batch: Vec<Model> = {
                let mut waiting = lock(&self.shared.waiting);
                let some = waiting.len().min(AT_ONCE);
                waiting.drain(..some).collect()
            };
            if batch.is_empty() {
                return Ok(kept);
            }
            kept += batch.len();
            self.keep_all(store, batch).await?;
        }
    }

    async fn keep_all(&self, store: &Store, batch: Vec<Model>) -> Result<(), StoreError> {
        // Taken back whole, also when nobody waits for this any more.
        let mut unkept = Unkept { trail: self, events: batch };
        match store.keep_events(&unkept.events).await {
            Ok(()) => {
                unkept.events.clear();
                return Ok(());
            }
            // One that is there already, since nobody heard of its COMMIT, or that is refused: the others shall be kept.
            Err(StoreError::Duplicate(_) | StoreError::Reference(_)) => {}
            Err(error) => return Err(error),
        }
        while let Some(event) = unkept.events.first() {
            match store.keep_events(std::slice::from_ref(event)).await {
                Ok(()) => {}
                Err(StoreError::Duplicate(_)) => {}
                Err(StoreError::Reference(_)) => {
                    tracing::error!(id = %event.id, tenant_id = %event.tenant_id, "the trail refuses an event");
                }
                Err(error) => return Err(error),
            }
            unkept.events.remove(0);
        }
        Ok(())
    }
}

/// Events on their way, which wait on when they don't arrive.
struct Unkept<'a> {
    trail: &'a Trail,
    events: Vec<Model>,
}

impl Drop for Unkept<'_> {
    fn drop(&mut self) {
        if !self.events.is_empty() {
            let mut waiting = lock(&self.trail.shared.waiting);
            self.events.append(&mut waiting);
            std::mem::swap(&mut *waiting, &mut self.events);
            self.trail.shared.arrived.notify_one();
        }
    }
}

/// What an event tells that changed nothing, by name.
pub(crate) fn facts<const N: usize>(facts: [(&str, Value); N]) -> Changes {
    facts.into_iter().map(|(name, fact)| (name.to_owned(), json!({"from": null, "to": fact}))).collect()
}

/// A poisoned lock only means that an event may be told twice.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use nirmaan_store::StillClock;

    use super::*;

    #[test]
    fn the_same_content_is_one_download_for_a_while() {
        let clock = StillClock::at(DateTime::UNIX_EPOCH);
        let trail = Trail::new((*clock).clone());
        let (user, other, document) = (Uuid::from_u128(1), Uuid::from_u128(2), Uuid::from_u128(3));
        assert!(trail.is_new(user, document));
        assert!(!trail.is_new(user, document));
        assert!(trail.is_new(other, document));
        clock.advance(ONE_DOWNLOAD);
        assert!(trail.is_new(user, document));
    }

    #[test]
    fn what_has_no_room_is_not_kept_waiting() {
        let trail = Trail::new(Clock::default());
        let actor = Actor::system(Uuid::nil());
        for _ in 0..MOST_WAITING + 1 {
            trail.tell(&actor, Action::Export, ("contract", Uuid::nil()), Changes::new());
        }
        assert_eq!(lock(&trail.shared.waiting).len(), MOST_WAITING);
    }
}
