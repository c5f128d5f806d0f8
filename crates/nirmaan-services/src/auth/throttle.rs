//! How often somebody may fail to sign in.
//!
//! By tenant, identifier and address together, whether or not they exist: ten failures, then a wait that grows.
//! By address alone a hundred, since an office shares one. By identifier alone only a delay, so that nobody can
//! lock an owner out. The counts live in the database: every node sees them.

mod rules;
mod told;

use chrono::{DateTime, Utc};
use nirmaan_store::{IdentityDb, Store, StoreError};

pub(crate) use self::rules::digest;
pub use self::rules::network;
pub(super) use self::rules::{Attempt, Verdict, WINDOW};

/// What is counted, hashed.
pub(super) struct Keys {
    person: [u8; 32],
    identifier: [u8; 32],
    address: [u8; 32],
}

impl Keys {
    /// Of whoever is meant, by what was sent and nothing else: whether two names are counted as one would tell that
    /// both are names of the same organisation or person, and that there is one.
    pub(super) fn new(tenant: &str, identifier: &str, address: &str) -> Self {
        let (tenant, identifier) = (tenant.to_lowercase(), identifier.to_lowercase());
        let network = network(address);
        Self {
            person: digest(&["person", &tenant, &identifier, &network]),
            identifier: digest(&["identifier", &tenant, &identifier]),
            address: digest(&["address", &network]),
        }
    }

    /// Counts an attempt as a failure before it is known to be none, so that attempts at once don't outrun
    /// the count; [`Keys::forgive`] takes it back. Whoever has to wait is told so by what was counted before: asking
    /// again writes nothing, and takes no turn of SQLite's writer from others.
    pub(super) async fn attempt(&self, store: &Store, now: DateTime<Utc>) -> Result<Verdict, StoreError> {
        let counted = store.identity_read().await?;
        let verdict = self.verdict(&counted, now).await?;
        drop(counted);
        match verdict {
            Verdict::Wait(_) => Ok(verdict),
            Verdict::After(_) => store.identity(|db| async move { self.count(&db, now).await }).await,
        }
    }

    async fn count(&self, db: &IdentityDb, now: DateTime<Utc>) -> Result<Verdict, StoreError> {
        db.lock_failures(&self.person, now).await?;
        let verdict = self.verdict(db, now).await?;
        if matches!(verdict, Verdict::After(_)) {
            for key in [&self.person, &self.identifier, &self.address] {
                db.count_failure(key, WINDOW, now).await?;
            }
        }
        Ok(verdict)
    }

    async fn verdict(&self, db: &IdentityDb, now: DateTime<Utc>) -> Result<Verdict, StoreError> {
        let person = db.failures(&self.person).await?;
        let address = db.failures(&self.address).await?;
        let identifier = db.failures(&self.identifier).await?;
        Ok(rules::verdict(person.as_ref(), address.as_ref(), identifier.as_ref(), now))
    }

    /// Whoever knows the password is no longer suspected; of the address only this attempt is taken back.
    pub(super) async fn forgive(&self, db: &IdentityDb) -> Result<(), StoreError> {
        db.forget_failures(&self.person).await?;
        db.forget_failures(&self.identifier).await?;
        db.uncount_failure(&self.address).await
    }
}
