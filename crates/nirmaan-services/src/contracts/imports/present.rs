//! Imports as clients see them.

use std::collections::HashSet;

use nirmaan_api::contracts::ContractImport;
use nirmaan_store::{
    TenantDb,
    entity::import::Model,
    query::{imports::in_the_way, people},
};

use crate::{
    Deps,
    contracts::import::failed,
    error::{Error, Result},
    wire::{name_and_state, optional_id, timestamp},
};

/// An import as [`all`] has it.
pub(super) async fn one(deps: &Deps, db: &TenantDb, row: Model) -> Result<ContractImport> {
    let mut presented = all(deps, db, vec![row]).await?;
    presented.pop().ok_or_else(|| Error::Internal("an import got lost".to_owned()))
}

/// Imports with whose doing they were, and whether they may be taken back.
pub(super) async fn all(deps: &Deps, db: &TenantDb, rows: Vec<Model>) -> Result<Vec<ContractImport>> {
    let standing: Vec<_> = rows.iter().filter(|row| row.undone_at.is_none()).map(|row| row.id).collect();
    let obstacles = in_the_way(db, &standing).await?;
    let kept: HashSet<_> = obstacles.into_iter().map(|obstacle| obstacle.import_id).collect();
    let people: Vec<_> = rows.iter().flat_map(|row| [row.created_by, row.undone_by]).flatten().collect();
    let people = people::with_emails(db, people).await?;
    let present = |row: Model| {
        // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
        let Model {
            tenant_id: _,
            id,
            record: _,
            file_name,
            created,
            updated,
            skipped,
            failed,
            error_key,
            undone_at,
            undone_by,
            search: _,
            version: _,
            created_at,
            updated_at: _,
            created_by,
            updated_by: _,
        } = row;
        let (created_by_email, created_by_state) = name_and_state(people.of(created_by));
        let (undone_by_email, undone_by_state) = name_and_state(people.of(undone_by));
        ContractImport {
            id: id.to_string(),
            file_name,
            created_at: Some(timestamp(created_at)),
            created_by: optional_id(created_by),
            created_by_email,
            created,
            updated,
            skipped,
            failed,
            undone_at: undone_at.map(timestamp),
            undone_by_email,
            can_undo: undone_at.is_none() && !kept.contains(&id),
            error_file_url: failed::link(deps, &error_key, created_at),
            created_by_state,
            undone_by_state,
        }
    };
    Ok(rows.into_iter().map(present).collect())
}
