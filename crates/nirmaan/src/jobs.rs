//! Work that nobody waits for.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures_util::FutureExt;
use nirmaan_services::{
    Deps,
    jobs::{objects, outbox, people},
};
use nirmaan_store::StoreError;
use tokio::time::{Instant, interval, interval_at, sleep, timeout};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::AbortOnDropHandle,
};

/// How often rows that have served their time are swept.
const EVERY: Duration = Duration::from_secs(3_600);
/// How often objects without rows are looked for, which takes a list of all objects.
const DAILY: Duration = Duration::from_secs(24 * 3_600);
/// How often the outbox is looked into when nobody says that there is something: mails that wait for another attempt,
/// or that another node has left behind.
const LOOK: Duration = Duration::from_secs(30);

/// How often the kept figures are folded: at most what writers append in that time is added up by each reader.
const FOLD: Duration = Duration::from_secs(10);

/// How long events of the trail that tell of no change are gathered, to be kept in one transaction. A node that is
/// killed loses as many.
const GATHER: Duration = Duration::from_secs(1);

/// How often events are sealed: as long an event can be altered without a trace by whoever holds the database.
const SEAL: Duration = Duration::from_secs(300);

/// The jobs, which end when they are dropped.
pub struct Jobs {
    _sweeping: [AbortOnDropHandle<()>; 5],
    sending: AbortOnDropHandle<()>,
    stop: DropGuard,
    patience: Duration,
}

impl Jobs {
    /// Ends the jobs. A mail that is being sent gets the time that accepted requests get; cut off, it is sent again.
    pub async fn finish(self) {
        drop(self.stop);
        if timeout(self.patience, self.sending).await.is_err() {
            tracing::warn!("a mail was cut off: it took longer than a stop may wait");
        }
    }
}

/// Starts the jobs. Every node runs them: sweeping twice sweeps nothing twice, and a mail is claimed by one.
pub fn start(deps: &Deps, patience: Duration) -> Jobs {
    let stop = CancellationToken::new();
    let sending = send_mails(deps.clone(), stop.clone());
    Jobs {
        _sweeping: [
            AbortOnDropHandle::new(tokio::spawn(sweep_hourly(deps.clone()))),
            AbortOnDropHandle::new(tokio::spawn(sweep_orphans_daily(deps.clone()))),
            AbortOnDropHandle::new(tokio::spawn(fold_figures(deps.clone()))),
            AbortOnDropHandle::new(tokio::spawn(keep_trail(deps.clone()))),
            AbortOnDropHandle::new(tokio::spawn(seal_trails(deps.clone()))),
        ],
        sending: AbortOnDropHandle::new(tokio::spawn(sending)),
        stop: stop.drop_guard(),
        patience,
    }
}

/// What a job comes to, counted; `None` when it panicked, for which the others shall not suffer.
async fn run<T, E>(
    deps: &Deps,
    job: &'static str,
    work: impl Future<Output = Result<T, E>>,
) -> Option<Result<T, E>> {
    let result = AssertUnwindSafe(work).catch_unwind().await.ok();
    let outcome = match &result {
        Some(Ok(_)) => "done",
        Some(Err(_)) => "failed",
        None => "panicked",
    };
    deps.metrics.job(job, outcome);
    result
}

async fn sweep_hourly(deps: Deps) {
    let mut hours = interval(EVERY);
    loop {
        hours.tick().await;
        match run(&deps, "sweep", sweep(&deps)).await {
            Some(Ok(rows)) => tracing::debug!(rows, "swept"),
            Some(Err(error)) => tracing::warn!(%error, "sweeping failed; the next hour tries again"),
            None => tracing::error!("sweeping panicked; the next hour tries again"),
        }
        match run(&deps, "purge", objects::purge_deleted(&deps)).await {
            Some(Ok(0)) => {}
            Some(Ok(documents)) => tracing::info!(documents, "purged what was deleted 30 days ago"),
            Some(Err(error)) => tracing::warn!(%error, "purging failed; the next hour tries again"),
            None => tracing::error!("purging panicked; the next hour tries again"),
        }
    }
}

async fn sweep_orphans_daily(deps: Deps) {
    // Not at once: who has started with the wrong database shall have time to notice.
    let mut days = interval_at(Instant::now() + EVERY, DAILY);
    loop {
        days.tick().await;
        let before = deps.store.clock().now() - objects::ORPHANED;
        match run(&deps, "sweep_objects", objects::sweep_orphans(&deps, before)).await {
            Some(Ok(0)) => {}
            Some(Ok(objects)) => tracing::info!(objects, "swept objects that were nobody's"),
            Some(Err(error)) => tracing::warn!(%error, "sweeping objects failed; the next day tries again"),
            None => tracing::error!("sweeping objects panicked; the next day tries again"),
        }
    }
}

async fn fold_figures(deps: Deps) {
    let mut turns = interval(FOLD);
    loop {
        turns.tick().await;
        match run(&deps, "fold_figures", deps.store.fold_figures()).await {
            Some(Ok(rows)) => tracing::debug!(rows, "folded the figures"),
            Some(Err(error)) => {
                tracing::warn!(%error, "the figures weren't folded; the next turn tries again")
            }
            None => tracing::error!("folding the figures panicked; the next turn tries again"),
        }
    }
}

async fn keep_trail(deps: Deps) {
    loop {
        deps.trail.told().await;
        sleep(GATHER).await;
        match run(&deps, "keep_trail", deps.trail.keep(&deps.store)).await {
            Some(Ok(events)) => tracing::debug!(events, "the trail was told"),
            Some(Err(error)) => tracing::warn!(%error, "events can't be kept; the next turn tries again"),
            None => tracing::error!("keeping events panicked; the next turn tries again"),
        }
    }
}

async fn seal_trails(deps: Deps) {
    let mut turns = interval_at(Instant::now() + SEAL, SEAL);
    loop {
        turns.tick().await;
        match run(&deps, "seal_trails", deps.store.seal_trails()).await {
            Some(Ok(seals)) => tracing::debug!(seals, "sealed the trails"),
            Some(Err(error)) => {
                tracing::warn!(%error, "the trails weren't sealed; the next turn tries again")
            }
            None => tracing::error!("sealing the trails panicked; the next turn tries again"),
        }
    }
}

/// Deletes what has served its time; says how many rows.
pub async fn sweep(deps: &Deps) -> Result<u64, StoreError> {
    let now = deps.store.clock().now();
    let swept = deps.store.platform(|db| async move { db.sweep(now).await }).await?;
    Ok(swept + people::forget_deleted(deps).await?)
}

async fn send_mails(deps: Deps, stop: CancellationToken) {
    let mut looks = interval(LOOK);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = looks.tick() => {}
            () = deps.mailer.posted() => {}
        }
        match run(&deps, "send_mails", outbox::send_due(&deps, &stop)).await {
            Some(Ok(attempts)) => tracing::debug!(attempts, "looked into the outbox"),
            Some(Err(error)) => tracing::warn!(%error, "the outbox can't be read; the next look tries again"),
            // The mail's claim runs out, and after its last attempt it is given up.
            None => tracing::error!("sending a mail panicked; the next look goes on"),
        }
    }
}
