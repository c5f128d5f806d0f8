//! Forgets what deleted users would have come back with.

use nirmaan_store::StoreError;

use super::DELETED;
use crate::Deps;

/// Forgets roles, passwords, second factors and images of users who were deleted 30 days ago; says of how many users.
///
/// # Errors
/// When the database can't be reached.
pub async fn forget_deleted(deps: &Deps) -> Result<u64, StoreError> {
    let before = deps.store.clock().now() - DELETED;
    deps.store.platform(|db| async move { db.forget_deleted_users(before).await }).await
}
