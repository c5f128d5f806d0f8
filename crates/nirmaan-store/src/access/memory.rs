//! The memory itself: bounded, and emptied rather than trusted too long.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use hashlink::LruCache;
use uuid::Uuid;

use crate::query::permissions::SessionGrant;

/// Sessions that a node remembers; a firm's grants take some kilobytes.
const MOST: usize = 4_096;
/// How long nothing is kept after a write whose end nobody saw: it may still happen.
const UNSURE: Duration = Duration::from_secs(10);
/// How long an entry counts where nobody tells of what another process writes.
const LIFE: Duration = Duration::from_secs(1);

/// Whose sessions a write may have changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// One tenant's.
    Tenant(Uuid),
    /// Anybody's.
    All,
}

/// What is remembered of sessions.
#[derive(Clone)]
pub(crate) struct Memory(Arc<Mutex<Inner>>);

struct Inner {
    known: LruCache<(Uuid, Uuid), Entry>,
    /// Counts what was forgotten: who asked the database before may have read what was true before.
    forgotten: u64,
    heard: Heard,
    /// Until when nothing is kept.
    unsure: Option<Instant>,
}

struct Entry {
    rows: Arc<[SessionGrant]>,
    kept: Instant,
}

/// How it learns of what others write.
#[derive(Clone, Copy)]
enum Heard {
    /// Not at all: each entry counts for its [`LIFE`].
    Never,
    /// Until then they would have been heard; it is as true as the database.
    Until(Instant),
}

/// What had been forgotten when the database was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked(u64);

impl Memory {
    /// For a database that this process alone writes to: an administrator's own SQL counts a moment later.
    pub(crate) fn alone() -> Self {
        Self::of(Heard::Never)
    }

    /// For a database that others write to as well: of use once they are heard.
    pub(crate) fn among_others() -> Self {
        Self::of(Heard::Until(Instant::now()))
    }

    fn of(heard: Heard) -> Self {
        let known = LruCache::new(MOST);
        Self(Arc::new(Mutex::new(Inner { known, forgotten: 0, heard, unsure: None })))
    }

    /// What is known of a session.
    pub(crate) fn get(&self, tenant_id: Uuid, id: Uuid) -> Option<Arc<[SessionGrant]>> {
        let mut inner = self.inner();
        let now = Instant::now();
        let heard = inner.heard;
        let entry = inner.known.get(&(tenant_id, id))?;
        let until = match heard {
            Heard::Never => entry.kept + LIFE,
            Heard::Until(until) => until,
        };
        (now < until).then(|| entry.rows.clone())
    }

    /// To be called before the database is asked.
    pub(crate) fn ask(&self) -> Asked {
        Asked(self.inner().forgotten)
    }

    /// Keeps what the database said, unless something was forgotten since it was asked.
    pub(crate) fn keep(&self, asked: Asked, key: (Uuid, Uuid), rows: Arc<[SessionGrant]>) {
        let mut inner = self.inner();
        let kept = Instant::now();
        let is_unsure = inner.unsure.is_some_and(|until| kept < until);
        if inner.forgotten == asked.0 && !is_unsure {
            inner.known.insert(key, Entry { rows, kept });
        }
    }

    /// Forgets what may have changed.
    pub(crate) fn forget(&self, scope: Scope) {
        self.inner().forget(scope);
    }

    /// Forgets what may have changed or still change, and keeps nothing for a while.
    pub(crate) fn forget_unsure(&self, scope: Scope) {
        let mut inner = self.inner();
        inner.forget(scope);
        inner.unsure = Some(Instant::now() + UNSURE);
    }

    /// Notes that until then it is known what others write.
    pub(crate) fn trust(&self, until: Instant) {
        self.inner().heard = Heard::Until(until);
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Nothing in here can be left half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn forget(&mut self, scope: Scope) {
        self.forgotten += 1;
        match scope {
            Scope::All => self.known.clear(),
            Scope::Tenant(tenant_id) => {
                let of_tenant =
                    self.known.iter().map(|(key, _)| *key).filter(|(tenant, _)| *tenant == tenant_id);
                for key in of_tenant.collect::<Vec<_>>() {
                    self.known.remove(&key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3_600);
    const A: (Uuid, Uuid) = (Uuid::from_u128(1), Uuid::from_u128(11));
    const B: (Uuid, Uuid) = (Uuid::from_u128(2), Uuid::from_u128(12));

    fn keep(memory: &Memory, key: (Uuid, Uuid)) {
        memory.keep(memory.ask(), key, Vec::new().into());
    }

    fn knows(memory: &Memory, (tenant_id, id): (Uuid, Uuid)) -> bool {
        memory.get(tenant_id, id).is_some()
    }

    #[test]
    fn a_write_of_a_tenant_makes_it_forget_that_tenants_sessions() {
        let memory = Memory::alone();
        keep(&memory, A);
        keep(&memory, B);
        memory.forget(Scope::Tenant(A.0));
        assert_eq!((knows(&memory, A), knows(&memory, B)), (false, true));
        memory.forget(Scope::All);
        assert!(!knows(&memory, B));
    }

    #[test]
    fn what_was_asked_before_a_write_is_not_kept_after_it() {
        let memory = Memory::alone();
        let asked = memory.ask();
        memory.forget(Scope::Tenant(B.0));
        memory.keep(asked, A, Vec::new().into());
        assert!(!knows(&memory, A));
        keep(&memory, A);
        assert!(knows(&memory, A));
    }

    #[test]
    fn among_others_nothing_counts_that_is_not_trusted() {
        let memory = Memory::among_others();
        keep(&memory, A);
        assert!(!knows(&memory, A));
        memory.trust(Instant::now() + LONG);
        assert!(knows(&memory, A));
        memory.trust(Instant::now());
        assert!(!knows(&memory, A));
    }

    #[test]
    fn after_a_write_whose_end_nobody_saw_nothing_is_kept_for_a_while() {
        let memory = Memory::alone();
        keep(&memory, A);
        memory.forget_unsure(Scope::Tenant(A.0));
        keep(&memory, A);
        assert!(!knows(&memory, A));
    }
}
