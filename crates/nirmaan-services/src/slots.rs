//! How much of something each tenant may run at a time.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use nirmaan_store::Actor;
use uuid::Uuid;

use crate::error::{Error, Result};

/// Counts the imports, or the exports, of each tenant on this node.
#[derive(Clone)]
pub struct Slots {
    per_tenant: usize,
    per_user: usize,
    /// What is counted, as a person calls it.
    what: &'static str,
    running: Running,
}

/// How many of each tenant, and of each of its users, under the ids of both.
type Running = Arc<Mutex<HashMap<(Uuid, Option<Uuid>), usize>>>;

/// A place that is taken, and free again when this is dropped.
pub struct Slot {
    taken: Vec<(Uuid, Option<Uuid>)>,
    running: Running,
}

impl Slots {
    /// So many at a time for each tenant.
    pub fn new(per_tenant: usize, what: &'static str) -> Self {
        Self { per_tenant, per_user: per_tenant, what, running: Arc::default() }
    }

    /// So many at a time for each tenant, of which one user has half at most.
    pub fn shared(per_tenant: usize, what: &'static str) -> Self {
        Self { per_user: per_tenant.div_ceil(2), ..Self::new(per_tenant, what) }
    }

    /// Takes a place.
    ///
    /// # Errors
    /// [`Error::TooMany`] when the tenant or the user has no more.
    pub fn take(&self, actor: &Actor) -> Result<Slot> {
        // A poisoned lock only means that a count may be off by one.
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let tenants = ((actor.tenant_id, None), self.per_tenant, "Your organisation runs");
        let users = actor.user_id.map(|user| ((actor.tenant_id, Some(user)), self.per_user, "You run"));
        let shares: Vec<_> = std::iter::once(tenants).chain(users).collect();
        for (key, most, who) in &shares {
            if running.get(key).is_some_and(|count| count >= most) {
                let message = format!("{who} {most} {} already. Please wait until one has ended.", self.what);
                return Err(Error::TooMany { message, retry_after_seconds: 5 });
            }
        }
        let taken: Vec<_> = shares.into_iter().map(|(key, ..)| key).collect();
        for key in &taken {
            *running.entry(*key).or_default() += 1;
        }
        Ok(Slot { taken, running: self.running.clone() })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &self.taken {
            if let Some(count) = running.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    running.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nirmaan_store::Source;

    use super::*;

    fn actor(tenant: u128, user: u128) -> Actor {
        let user_id = Some(Uuid::from_u128(user));
        Actor {
            tenant_id: Uuid::from_u128(tenant),
            user_id,
            source: Source::Grpc,
            request_id: String::new(),
            address: String::new(),
        }
    }

    #[test]
    fn a_place_is_free_again_when_its_work_has_ended() {
        let slots = Slots::new(1, "imports");
        let slot = slots.take(&actor(1, 1)).unwrap();
        assert!(slots.take(&actor(1, 2)).is_err());
        assert!(slots.take(&actor(2, 3)).is_ok());
        drop(slot);
        assert!(slots.take(&actor(1, 1)).is_ok());
        assert!(slots.running.lock().unwrap().is_empty());
    }

    #[test]
    fn one_user_leaves_places_to_the_others() {
        let slots = Slots::shared(4, "exports");
        let _one = [slots.take(&actor(1, 1)).unwrap(), slots.take(&actor(1, 1)).unwrap()];
        assert!(slots.take(&actor(1, 1)).is_err());
        let _two = [slots.take(&actor(1, 2)).unwrap(), slots.take(&actor(1, 2)).unwrap()];
        assert!(slots.take(&actor(1, 3)).is_err());
    }
}
