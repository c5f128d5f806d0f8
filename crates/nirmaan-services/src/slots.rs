//! How much of something each tenant may run at a time.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use uuid::Uuid;

use crate::error::{Error, Result};

/// Counts the imports, or the exports, of each tenant on this node.
#[derive(Clone)]
pub struct Slots {
    per_tenant: usize,
    /// What is counted, as a person calls it.
    what: &'static str,
    running: Arc<Mutex<HashMap<Uuid, usize>>>,
}

/// A place that is taken, and free again when this is dropped.
pub struct Slot {
    tenant: Uuid,
    running: Arc<Mutex<HashMap<Uuid, usize>>>,
}

impl Slots {
    /// So many at a time for each tenant.
    pub fn new(per_tenant: usize, what: &'static str) -> Self {
        Self { per_tenant, what, running: Arc::default() }
    }

    /// Takes a place.
    ///
    /// # Errors
    /// [`Error::TooMany`] when the tenant has no more.
    pub fn take(&self, tenant: Uuid) -> Result<Slot> {
        // A poisoned lock only means that a count may be off by one.
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let count = running.entry(tenant).or_default();
        if *count >= self.per_tenant {
            let message = format!(
                "Your organisation runs {} {} already. Please wait until one has ended.",
                self.per_tenant, self.what
            );
            return Err(Error::TooMany { message, retry_after_seconds: 5 });
        }
        *count += 1;
        Ok(Slot { tenant, running: self.running.clone() })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = running.get_mut(&self.tenant) {
            *count -= 1;
            if *count == 0 {
                running.remove(&self.tenant);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_its_work_has_ended() {
        let slots = Slots::new(1, "imports");
        let tenant = Uuid::from_u128(1);
        let slot = slots.take(tenant).unwrap();
        assert!(slots.take(tenant).is_err());
        assert!(slots.take(Uuid::from_u128(2)).is_ok());
        drop(slot);
        assert!(slots.take(tenant).is_ok());
    }
}
