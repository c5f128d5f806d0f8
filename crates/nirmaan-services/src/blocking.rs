//! Work that would hold up the async threads: so much of it at a time, and so much waiting.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Result};

/// How much may wait before the rest is turned away.
const QUEUE: usize = 64;

/// Runs work on threads of its own, as much at a time as there are cores to spare.
#[derive(Clone)]
pub struct Blocking {
    permits: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    busy: &'static str,
}

impl Blocking {
    /// With what is said when too much waits already.
    pub fn new(busy: &'static str) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let permits = Arc::new(Semaphore::new(cores.saturating_sub(1).max(1)));
        Self { permits, waiting: Arc::default(), busy }
    }

    /// What the work comes to.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when too much waits already.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        self.turn().await?.run(work).await
    }

    /// Waits until some work may be run.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when too much waits already.
    pub async fn turn(&self) -> Result<Turn> {
        let _place = self.place()?;
        Ok(Turn { _permit: self.permits.clone().acquire_owned().await.map_err(fault)? })
    }

    fn place(&self) -> Result<Place> {
        let place = Place(self.waiting.clone());
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= QUEUE {
            return Err(Error::Unavailable(self.busy.to_owned()));
        }
        Ok(place)
    }
}

/// Leave to run some work.
pub struct Turn {
    _permit: OwnedSemaphorePermit,
}

impl Turn {
    /// What the work comes to.
    ///
    /// # Errors
    /// [`Error::Internal`] when the work panics.
    pub async fn run<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let result = tokio::task::spawn_blocking(move || {
            // Held until the work is done, even if the caller has gone.
            let _turn = self;
            work()
        });
        result.await.map_err(fault)
    }
}

/// A place in the queue, given back when it is dropped.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn fault(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("work off the async threads failed: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_beyond_the_queue_is_turned_away_and_leaves_no_trace() {
        let blocking = Blocking::new("Too much at once.");
        let places: Vec<_> = (0..QUEUE).map(|_| blocking.place().unwrap()).collect();
        let refused = blocking.run(|| 1).await.unwrap_err();
        assert_eq!(refused.to_string(), "Too much at once.");
        drop(places);
        assert_eq!(blocking.run(|| 1).await.unwrap(), 1);
        assert_eq!(blocking.waiting.load(Ordering::Relaxed), 0);
    }
}
