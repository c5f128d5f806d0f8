//! How many imports run at a time.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use uuid::Uuid;

use crate::error::{Error, Result};

/// Counts the imports of each tenant on this node.
#[derive(Clone)]
pub struct ImportSlots {
    per_tenant: usize,
    running: Arc<Mutex<HashMap<Uuid, usize>>>,
}

/// A running import, which ends when this is dropped.
pub(super) struct Slot {
    tenant: Uuid,
    running: Arc<Mutex<HashMap<Uuid, usize>>>,
}

impl ImportSlots {
    /// So many at a time for each tenant.
    pub fn new(per_tenant: usize) -> Self {
        Self { per_tenant, running: Arc::default() }
    }

    /// Begins an import.
    pub(super) fn take(&self, tenant: Uuid) -> Result<Slot> {
        // A poisoned lock only means that a count may be off by one.
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let count = running.entry(tenant).or_default();
        if *count >= self.per_tenant {
            let message = format!(
                "Your organisation runs {} imports already. Please wait until one has ended.",
                self.per_tenant
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
    fn a_slot_is_free_again_when_its_import_has_ended() {
        let slots = ImportSlots::new(1);
        let tenant = Uuid::from_u128(1);
        let slot = slots.take(tenant).unwrap();
        assert!(slots.take(tenant).is_err());
        assert!(slots.take(Uuid::from_u128(2)).is_ok());
        drop(slot);
        assert!(slots.take(tenant).is_ok());
    }
}
