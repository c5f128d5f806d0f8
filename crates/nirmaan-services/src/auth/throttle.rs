//! How often somebody may fail to sign in.
//!
//! By tenant, identifier and address together, whether or not they exist: ten failures, then a wait that grows.
//! By address alone a hundred, since an office shares one. By identifier alone only a delay, so that nobody can
//! lock an owner out. Codes of a second factor are counted by user wherever they come from, ten of them too: who gets so
//! far knows the password. The counts live in the database: every node sees them.

mod rules;
mod told;

use chrono::{DateTime, Utc};
use nirmaan_store::{IdentityDb, Store, StoreError};
use uuid::Uuid;

pub(crate) use self::rules::digest;
pub(super) use self::rules::{Attempt, Verdict, WINDOW};
pub use self::rules::{FIRST_DELAY, network};

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
        Self::of(["person", "identifier", "address"], tenant, identifier, address)
    }

    /// The same of whoever has forgotten their password: each request counts, as a failure does.
    pub(super) fn of_reset(tenant: &str, identifier: &str, address: &str) -> Self {
        Self::of(["reset person", "reset identifier", "reset address"], tenant, identifier, address)
    }

    fn of(kinds: [&str; 3], tenant: &str, identifier: &str, address: &str) -> Self {
        let [person, by_identifier, by_address] = kinds;
        // As both are looked up: who writes a name in another way has no further tries.
        let (tenant, identifier) = (nirmaan_text::key(tenant), identifier.to_lowercase());
        let network = network(address);
        Self {
            person: digest(&[person, &tenant, &identifier, &network]),
            identifier: digest(&[by_identifier, &tenant, &identifier]),
            address: digest(&[by_address, &network]),
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

    /// Takes back this attempt alone, of somebody who knows the password and has still to prove the rest.
    pub(super) async fn withdraw(&self, db: &IdentityDb) -> Result<(), StoreError> {
        for key in [&self.person, &self.identifier, &self.address] {
            db.uncount_failure(key).await?;
        }
        Ok(())
    }
}

/// Under what wrong codes of a user are counted.
pub(super) struct CodeKey([u8; 32]);

impl CodeKey {
    /// Of one user.
    pub(super) fn new(tenant_id: Uuid, user_id: Uuid) -> Self {
        Self(digest(&["code", &tenant_id.to_string(), &user_id.to_string()]))
    }

    /// In how many seconds a code may be tried, if not now.
    pub(super) async fn wait(&self, db: &IdentityDb, now: DateTime<Utc>) -> Result<Option<u64>, StoreError> {
        Ok(rules::wait_for_code(db.failures(&self.0).await?.as_ref(), now))
    }

    /// Counts a wrong one.
    pub(super) async fn count(&self, db: &IdentityDb, now: DateTime<Utc>) -> Result<(), StoreError> {
        db.count_failure(&self.0, WINDOW, now).await
    }

    /// Forgets the wrong ones.
    pub(super) async fn forgive(&self, db: &IdentityDb) -> Result<(), StoreError> {
        db.forget_failures(&self.0).await
    }
}
