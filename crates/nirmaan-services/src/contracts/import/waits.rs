//! Waiting for a turn: an import says so, and it costs nothing of its time.

use std::{
    future::Future,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::FutureExt;
use nirmaan_api::contracts::{ImportProgress, import_progress::Stage};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep, sleep_until},
};

use super::tell;
use crate::error::{Error, Result};

/// How long an import waits for its turns, all together.
pub(super) const LONGEST: Duration = Duration::from_secs(600);
/// How often one that waits says so: proxies end answers on which nothing comes for a while.
const SAID_EVERY: Duration = Duration::from_secs(10);

/// What an import has waited.
#[derive(Clone)]
pub(super) struct Waits {
    report: mpsc::Sender<ImportProgress>,
    said_every: Duration,
    waited: Arc<Mutex<Waited>>,
}

#[derive(Default)]
struct Waited {
    over: Duration,
    /// Since when it waits now.
    since: Option<Instant>,
}

impl Waited {
    fn so_far(&self, now: Instant) -> Duration {
        self.over + self.since.map_or(Duration::ZERO, |since| now.duration_since(since))
    }
}

impl Waits {
    /// Of an import that tells how far it is.
    pub(super) fn new(report: mpsc::Sender<ImportProgress>) -> Self {
        Self { report, said_every: SAID_EVERY, waited: Arc::default() }
    }

    /// Waits for a turn, and says so if it doesn't come at once. One at a time.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the import has waited for too long.
    pub(super) async fn wait<T>(&self, turn: impl Future<Output = T>) -> Result<T> {
        let mut turn = pin!(turn);
        if let Some(turn) = turn.as_mut().now_or_never() {
            return Ok(turn);
        }
        let _waiting = Waiting::begin(self);
        loop {
            tell::progress(&self.report, Stage::Waiting, 0, 0);
            let left = LONGEST.saturating_sub(self.so_far());
            tokio::select! {
                biased;
                turn = &mut turn => return Ok(turn),
                () = sleep(left.min(self.said_every)) => {}
            }
            if self.so_far() >= LONGEST {
                let message = "Too many imports are running. Nothing was stored. Please try again later.";
                return Err(Error::Unavailable(message.to_owned()));
            }
        }
    }

    /// What an import comes to that may run so long, beside what it waits.
    ///
    /// # Errors
    /// Its own, and [`Error::Unavailable`] when it takes too long.
    pub(super) async fn within<T>(
        &self,
        time: Duration,
        import: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let begun = Instant::now();
        let mut import = pin!(import);
        loop {
            let end = begun + time + self.so_far();
            if end <= Instant::now() {
                return Err(Error::Unavailable("The import took too long. Split the file.".to_owned()));
            }
            tokio::select! {
                biased;
                result = &mut import => return result,
                // Unless it has waited meanwhile.
                () = sleep_until(end) => {}
            }
        }
    }

    fn so_far(&self) -> Duration {
        self.waited().so_far(Instant::now())
    }

    fn waited(&self) -> MutexGuard<'_, Waited> {
        // A poisoned lock only means that a wait may count as work.
        self.waited.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A wait, until this is dropped.
struct Waiting<'a>(&'a Waits);

impl<'a> Waiting<'a> {
    fn begin(waits: &'a Waits) -> Self {
        waits.waited().since = Some(Instant::now());
        Self(waits)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut waited = self.0.waited();
        *waited = Waited { over: waited.so_far(Instant::now()), since: None };
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use nirmaan_api::method;
    use tokio::{sync::oneshot, task::yield_now};

    use super::{super::TIME, *};

    const HOUR: Duration = Duration::from_secs(3_600);

    /// Of an import that has waited so long.
    fn waits(over: Duration) -> (Waits, mpsc::Receiver<ImportProgress>) {
        let (report, told) = mpsc::channel(16);
        let waits = Waits::new(report);
        waits.waited().over = over;
        (waits, told)
    }

    #[tokio::test]
    async fn a_turn_that_is_there_is_no_wait() {
        let (waits, mut told) = waits(Duration::ZERO);
        assert_eq!(waits.wait(ready(7)).await.unwrap(), 7);
        assert_eq!(waits.so_far(), Duration::ZERO);
        assert!(told.try_recv().is_err());
    }

    #[tokio::test]
    async fn one_that_waits_says_so_at_once_and_again() {
        let (mut waits, mut told) = waits(Duration::ZERO);
        waits.said_every = Duration::from_millis(1);
        let (give, turn) = oneshot::channel();
        let giver = async {
            for _ in 0..3 {
                assert_eq!(told.recv().await.unwrap().stage(), Stage::Waiting);
            }
            give.send(7).unwrap();
        };
        let (turn, ()) = tokio::join!(waits.wait(turn), giver);
        assert_eq!(turn.unwrap(), Ok(7));
        assert!(waits.waited().since.is_none() && waits.so_far() > Duration::ZERO);
    }

    #[test]
    fn a_wait_under_way_counts() {
        let since = Instant::now();
        let waited = Waited { over: HOUR, since: Some(since) };
        assert_eq!(waited.so_far(since + HOUR), 2 * HOUR);
    }

    #[tokio::test]
    async fn work_has_its_time_beside_what_it_waits() {
        let import = || async {
            yield_now().await;
            Ok(7)
        };
        let late = waits(Duration::ZERO).0.within(Duration::ZERO, import()).await.unwrap_err();
        assert_eq!(late.to_string(), "The import took too long. Split the file.");
        assert_eq!(waits(HOUR).0.within(Duration::ZERO, import()).await.unwrap(), 7);
        let own = async { Err::<(), _>(Error::NotFound("Import")) };
        assert_eq!(waits(HOUR).0.within(TIME, own).await.unwrap_err().to_string(), "Import not found.");
    }

    #[tokio::test]
    async fn nobody_waits_for_ever() {
        let (waits, _told) = waits(LONGEST);
        let error = waits.wait(pending::<()>()).await.unwrap_err();
        assert!(error.to_string().starts_with("Too many imports are running."), "{error}");
    }

    #[test]
    fn the_call_may_take_as_long_as_its_import() {
        let method = method::find("/nirmaan.contracts.v1.ContractService/BulkUploadContracts").unwrap();
        let seconds = Duration::from_secs(method.limits.answer_seconds.into());
        assert_eq!(seconds, LONGEST + TIME);
    }
}
