//! Storing what was planned, within one transaction.

use std::collections::HashSet;

use nirmaan_store::{
    NotSet, Set, WriteDb,
    entity::{contract, import, import_change},
};
use serde_json::Value;

use super::{
    plan::{Fate, Planned},
    rows::Change,
};
use crate::error::{Error, Result};

/// Creates the contracts of a plan. A row whose bid id somebody took since it was planned fails.
pub(super) async fn create(db: &WriteDb, plan: &mut [Planned], report: impl Fn(usize)) -> Result<()> {
    let contracts = plan.iter().filter_map(|row| match &row.fate {
        Fate::Create(contract) => Some((**contract).clone()),
        _ => None,
    });
    let mut stored = HashSet::new();
    db.insert_many(contracts.collect(), contract::live_bid_id(), |inserted| {
        stored.extend(inserted.iter().map(|row: &contract::Model| row.bid_id.clone()));
        report(stored.len());
    })
    .await?;
    for row in plan.iter_mut().filter(|row| matches!(row.fate, Fate::Create(_))) {
        if !stored.contains(&row.bid_id) {
            row.is_taken();
        }
    }
    Ok(())
}

/// The rows that change no contract, and the changes.
pub(super) fn split(plan: Vec<Planned>) -> (Vec<Planned>, Vec<Change>) {
    let mut changes = Vec::new();
    let mut others = Vec::with_capacity(plan.len());
    for row in plan {
        match row.fate {
            Fate::Update(change) => changes.push(*change),
            fate => others.push(Planned { fate, ..row }),
        }
    }
    (others, changes)
}

/// Changes contracts, each with its event, and hands over what takes that back.
pub(super) async fn update(
    db: &WriteDb,
    changes: Vec<Change>,
    report: impl FnMut(usize),
) -> Result<Vec<import_change::ActiveModel>> {
    let mut former = Vec::with_capacity(changes.len());
    let mut pairs = Vec::with_capacity(changes.len());
    for Change { old, new, former: values } in changes {
        former.push(values);
        pairs.push((old, new));
    }
    let changed: Vec<contract::Model> = db.update_many(pairs, report).await?;
    if changed.len() != former.len() {
        return Err(Error::Internal("a planned change changed nothing".to_owned()));
    }
    let back = changed.into_iter().zip(former).map(|(row, former)| import_change::ActiveModel {
        tenant_id: NotSet,
        id: NotSet,
        import_id: NotSet,
        contract_id: Set(row.id),
        former: Set(Value::Object(former)),
        version_after: Set(row.version),
        version: NotSet,
        created_at: NotSet,
        updated_at: NotSet,
        created_by: NotSet,
        updated_by: NotSet,
    });
    Ok(back.collect())
}

/// Stores the import itself, with what takes it back. Its event is that of the import.
pub(super) async fn remember(
    db: &WriteDb,
    import: import::ActiveModel,
    mut changes: Vec<import_change::ActiveModel>,
) -> Result<()> {
    for change in &mut changes {
        change.import_id = import.id.clone();
    }
    db.insert_along(vec![import]).await?;
    db.insert_along(changes).await?;
    Ok(())
}
