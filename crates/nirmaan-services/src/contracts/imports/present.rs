//! Imports as clients see them.

use std::collections::HashSet;

use nirmaan_api::contracts::{ContractImport, contract_import::Record as Wire};
use nirmaan_store::{
    TenantDb,
    entity::import::{Model, Record},
    query::{imports::in_the_way, people},
};

use crate::{
    Deps,
    access::Caller,
    contracts::{deposits::present::sees_accounts, import::failed},
    error::{Error, Result},
    wire::{name_and_state, optional_id, timestamp},
};

/// An import as [`all`] has it.
pub(super) async fn one(deps: &Deps, db: &TenantDb, caller: &Caller, row: Model) -> Result<ContractImport> {
    let mut presented = all(deps, db, caller, vec![row]).await?;
    presented.pop().ok_or_else(|| Error::Internal("an import got lost".to_owned()))
}

/// Imports for a caller, with whose doing they were, and whether they may be taken back.
pub(super) async fn all(
    deps: &Deps,
    db: &TenantDb,
    caller: &Caller,
    rows: Vec<Model>,
) -> Result<Vec<ContractImport>> {
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
            record,
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
        // Rows of deposits are handed back with their account numbers whole, as whoever sent them had them.
        let is_own = created_by.is_some() && created_by == caller.actor.user_id;
        let may_read_rows = record == Record::Contract || is_own || sees_accounts(caller);
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
            error_file_url: if may_read_rows {
                failed::link(deps, &error_key, created_at)
            } else {
                String::new()
            },
            created_by_state,
            undone_by_state,
            record: to_wire(record).into(),
        }
    };
    Ok(rows.into_iter().map(present).collect())
}

fn to_wire(record: Record) -> Wire {
    match record {
        Record::Contract => Wire::Contract,
        Record::Deposit => Wire::Deposit,
    }
}

/// What an import brings; `None` where nothing was said.
pub(super) fn from_wire(wire: Wire) -> Option<Record> {
    match wire {
        Wire::Unspecified => None,
        Wire::Contract => Some(Record::Contract),
        Wire::Deposit => Some(Record::Deposit),
    }
}
