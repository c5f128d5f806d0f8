//! Forgets what deleted users would have come back with.

use chrono::TimeDelta;
use nirmaan_store::StoreError;

use crate::{Deps, common::KEPT};

/// How long it is kept: an hour longer than they can be brought back, so that nobody comes back while it goes.
const DELETED: TimeDelta = TimeDelta::hours(KEPT.num_hours() + 1);

/// Forgets roles, passwords, second factors and images of users who were deleted 30 days ago; says how many rows.
///
/// # Errors
/// When the database can't be reached.
pub async fn forget_deleted(deps: &Deps) -> Result<u64, StoreError> {
    let before = deps.store.clock().now() - DELETED;
    deps.store.platform(|db| async move { db.forget_deleted_users(before).await }).await
}
