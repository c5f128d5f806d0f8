//! Work that nobody waits for.

use std::time::Duration;

use nirmaan_services::Deps;
use nirmaan_store::StoreError;
use tokio_util::task::AbortOnDropHandle;

/// How often rows that have served their time are swept.
const EVERY: Duration = Duration::from_secs(3_600);

/// Starts the jobs, which end when the handle is dropped. Every node runs them: sweeping twice sweeps nothing twice.
pub fn start(deps: &Deps) -> AbortOnDropHandle<()> {
    let deps = deps.clone();
    AbortOnDropHandle::new(tokio::spawn(async move {
        let mut hours = tokio::time::interval(EVERY);
        loop {
            hours.tick().await;
            match sweep(&deps).await {
                Ok(rows) => tracing::debug!(rows, "swept"),
                Err(error) => tracing::warn!(%error, "sweeping failed; the next hour tries again"),
            }
        }
    }))
}

/// Deletes what has served its time; says how many rows.
pub async fn sweep(deps: &Deps) -> Result<u64, StoreError> {
    let now = deps.store.clock().now();
    deps.store.platform(|db| async move { db.sweep(now).await }).await
}
