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

/// What is remembered of sessions, and of whether tenants work.
#[derive(Clone)]
pub(crate) struct Memory(Arc<Mutex<Inner>>);

struct Inner {
    known: LruCache<(Uuid, Uuid), Entry<Arc<[SessionGrant]>>>,
    working: LruCache<Uuid, Entry<bool>>,
    /// Counts what was forgotten: who asked the database before may have read what was true before.
    forgotten: u64,
    heard: Heard,
    /// Until when nothing is kept.
    unsure: Option<Instant>,
}

struct Entry<T> {
    what: T,
    kept: Instant,
}

impl<T: Clone> Entry<T> {
    /// What was kept, if it still counts.
    fn now(&self, heard: Heard) -> Option<T> {
        let until = match heard {
            Heard::Never => self.kept + LIFE,
            Heard::Until(until) => until,
        };
        (Instant::now() < until).then(|| self.what.clone())
    }
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
        let (known, working) = (LruCache::new(MOST), LruCache::new(MOST));
        Self(Arc::new(Mutex::new(Inner { known, working, forgotten: 0, heard, unsure: None })))
    }

    /// What is known of a session.
    pub(crate) fn get(&self, tenant_id: Uuid, id: Uuid) -> Option<Arc<[SessionGrant]>> {
        let mut inner = self.inner();
        let heard = inner.heard;
        inner.known.get(&(tenant_id, id))?.now(heard)
    }

    /// Whether a tenant works, if that is known.
    pub(crate) fn works(&self, tenant_id: Uuid) -> Option<bool> {
        let mut inner = self.inner();
        let heard = inner.heard;
        inner.working.get(&tenant_id)?.now(heard)
    }

    /// To be called before the database is asked.
    pub(crate) fn ask(&self) -> Asked {
        Asked(self.inner().forgotten)
    }

    /// Keeps what the database said, unless something was forgotten since it was asked.
    pub(crate) fn keep(&self, asked: Asked, key: (Uuid, Uuid), rows: Arc<[SessionGrant]>) {
        let mut inner = self.inner();
        if let Some(entry) = inner.entry(asked, rows) {
            inner.known.insert(key, entry);
        }
    }

    /// The same of whether a tenant works.
    pub(crate) fn keep_works(&self, asked: Asked, tenant_id: Uuid, works: bool) {
        let mut inner = self.inner();
        if let Some(entry) = inner.entry(asked, works) {
            inner.working.insert(tenant_id, entry);
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
    /// What is to be kept, unless something was forgotten since it was asked.
    fn entry<T>(&self, asked: Asked, what: T) -> Option<Entry<T>> {
        let kept = Instant::now();
        let is_unsure = self.unsure.is_some_and(|until| kept < until);
        (self.forgotten == asked.0 && !is_unsure).then_some(Entry { what, kept })
    }

    fn forget(&mut self, scope: Scope) {
        self.forgotten += 1;
        match scope {
            Scope::All => {
                self.known.clear();
                self.working.clear();
            }
            Scope::Tenant(tenant_id) => {
                self.working.remove(&tenant_id);
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
    fn whether_a_tenant_works_is_forgotten_with_its_sessions() {
        let memory = Memory::alone();
        for (tenant_id, works) in [(A.0, true), (B.0, false)] {
            memory.keep_works(memory.ask(), tenant_id, works);
        }
        assert_eq!((memory.works(A.0), memory.works(B.0)), (Some(true), Some(false)));
        memory.forget(Scope::Tenant(A.0));
        assert_eq!((memory.works(A.0), memory.works(B.0)), (None, Some(false)));
        let asked = memory.ask();
        memory.forget(Scope::All);
        memory.keep_works(asked, A.0, true);
        assert_eq!((memory.works(A.0), memory.works(B.0)), (None, None));
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
