//! Sweeps stored objects that are nobody's any more.
//!
//! Rows and objects don't change in one transaction, so there is an order: an object is stored before its row, and
//! noted as gone after it was deleted. Whoever is killed in between leaves an object too many, and never a row
//! without its object. All of it can be done again, and on several nodes at once.

mod owner;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::TryStreamExt;
use nirmaan_store::entity::document;

use self::owner::unowned;
use super::DELETED;
use crate::{Deps, error::Result};

/// How old an object without a row must be to be nobody's: until then its upload may be under way.
pub const ORPHANED: TimeDelta = TimeDelta::hours(24);
/// Rows or objects that are looked at together.
const PAGE: usize = 200;

/// Deletes the content of documents that were deleted 30 days ago; says of how many.
///
/// # Errors
/// When the database or the storage doesn't answer; what was deleted until then stays so.
pub async fn purge_deleted(deps: &Deps) -> Result<u64> {
    let mut purged = 0;
    loop {
        let now = deps.store.clock().now();
        let due =
            deps.store.platform(|db| async move { db.documents_to_purge(now - DELETED, PAGE as u64).await });
        let due: Vec<document::Model> = due.await?;
        if due.is_empty() {
            return Ok(purged);
        }
        for row in &due {
            deps.objects.delete(&row.key).await?;
            if !row.thumbnail_key.is_empty() {
                deps.objects.delete(&row.thumbnail_key).await?;
            }
            deps.store.platform(|db| async move { db.document_purged(row, now).await }).await?;
            purged += 1;
        }
    }
}

/// Deletes what was stored before `before` and belongs to no row, and what is left of objects that never became
/// whole; says how many.
///
/// # Errors
/// As [`purge_deleted`].
pub async fn sweep_orphans(deps: &Deps, before: DateTime<Utc>) -> Result<u64> {
    let mut swept = deps.objects.sweep_drafts(before).await?;
    let mut pages = Box::pin(deps.objects.stored_before(before).try_chunks(PAGE));
    while let Some(keys) = pages.try_next().await.map_err(|error| error.1)? {
        for key in unowned(&deps.store, keys).await? {
            deps.objects.delete(&key).await?;
            swept += 1;
        }
    }
    Ok(swept)
}
