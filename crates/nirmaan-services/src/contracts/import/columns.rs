//! What a firm chose for the columns of its files, remembered for those that have the same headings.

use std::collections::HashMap;

use nirmaan_import::{Choice, Record, Remembered, Table};
use nirmaan_store::{StoreError, TenantDb, WriteDb, query::column_maps};

/// What was chosen for earlier files with such records, by the key of their headings.
pub(super) async fn remembered(
    db: &TenantDb,
    record: Record,
) -> Result<HashMap<String, Remembered>, StoreError> {
    let kept = column_maps::all(db).await?;
    // One that names a field which there isn't any more, or which other records have, is of no use.
    let known = |choices: &str| Remembered::parse(record, choices);
    Ok(kept.into_iter().filter_map(|row| Some((row.headings, known(&row.choices)?))).collect())
}

/// Remembers how the columns of a file are read that was imported, if that was chosen anew; says, for people, what was chosen,
/// where it is news.
pub(super) async fn remember(
    db: &WriteDb,
    record: Record,
    table: &Table,
    is_new: bool,
) -> Result<Vec<String>, StoreError> {
    let headings = table.headings_key();
    match (table.choice(), Remembered::of(table)) {
        (Some(Choice::Now), None) if is_new => column_maps::forget(db, headings).await?,
        (Some(Choice::Now), Some(chosen)) if is_new => {
            if column_maps::keep(db, headings, &chosen.to_json()).await? {
                return Ok(chosen.described(record));
            }
        }
        // Meanwhile, another file may have brought another choice, which stays.
        (Some(_), _) => column_maps::use_again(db, headings).await?,
        (None, _) => {}
    }
    Ok(Vec::new())
}
