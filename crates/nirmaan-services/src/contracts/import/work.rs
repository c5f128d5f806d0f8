//! An import's work that would hold up the async threads.

use std::sync::Arc;

use super::waits::Waits;
use crate::{blocking::Blocking, error::Result, slots::Slot};

/// Where the work of one import is done. Its place among the tenant's imports stays taken as long as any of it runs,
/// even if the caller has gone.
pub(super) struct Work {
    threads: Blocking,
    slot: Arc<Slot>,
    waits: Waits,
}

impl Work {
    /// Of an import with this place, and what tells that it waits.
    pub(super) fn new(threads: Blocking, slot: Slot, waits: Waits) -> Self {
        Self { threads, slot: Arc::new(slot), waits }
    }

    /// What some work comes to: seconds of it for a large file.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let slot = self.slot();
        let turn = self.waits.wait(self.threads.turn()).await??;
        turn.run(move || {
            let _slot = slot;
            work()
        })
        .await
    }

    /// What tells that it waits for work that is done elsewhere.
    pub(super) fn waits(&self) -> &Waits {
        &self.waits
    }

    /// The place, for work that is done elsewhere.
    pub(super) fn slot(&self) -> Arc<Slot> {
        self.slot.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use nirmaan_store::{Actor, Source};
    use uuid::Uuid;

    use super::*;
    use crate::slots::Slots;

    #[tokio::test]
    async fn the_place_is_taken_until_the_work_is_done_even_if_the_caller_has_gone() {
        let slots = Slots::new(1, "imports");
        let actor = Actor {
            tenant_id: Uuid::nil(),
            user_id: None,
            source: Source::Json,
            request_id: String::new(),
            address: String::new(),
        };
        let (report, _) = tokio::sync::mpsc::channel(1);
        let threads = Blocking::new("Too much at once.");
        let work = Work::new(threads, slots.take(&actor).unwrap(), Waits::new(report));
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (end, ends) = mpsc::channel::<()>();
        let caller = tokio::spawn(async move {
            work.run(move || {
                begun.send(()).unwrap();
                // Until the other end goes.
                ends.recv().unwrap_err();
            })
            .await
        });
        has_begun.await.unwrap();
        caller.abort();
        assert!(caller.await.unwrap_err().is_cancelled());
        assert!(slots.take(&actor).is_err());
        drop(end);
        while slots.take(&actor).is_err() {
            tokio::task::yield_now().await;
        }
    }
}
