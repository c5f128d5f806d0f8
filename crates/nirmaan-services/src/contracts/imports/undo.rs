//! Taking an import back.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use nirmaan_store::{
    Action, Changes, ColumnTrait, QueryFilter, Set, WriteDb,
    entity::{contract, import, import_change},
    query::imports::{InTheWay, Obstacle, changed_by, in_the_way},
};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::error::{Error, Result};

/// Contracts that are read at a time.
const CHUNK: usize = 500;

/// Deletes what an import created and gives what it changed its former values. The import's own event tells of what
/// is deleted; what is changed back has an event each.
pub(super) async fn undo(db: &WriteDb, id: Uuid, now: DateTime<Utc>) -> Result<import::Model> {
    let import: Option<import::Model> = db.get_to_change::<import::Entity, _>(id).await?;
    let import = import.ok_or(Error::NotFound("Import"))?;
    if import.undone_at.is_some() {
        return Err(Error::Precondition("This import was taken back already.".to_owned()));
    }
    // Locked first: what is in the way can't come in between, because a deposit locks its contract as well.
    db.lock::<contract::Entity>(contract::Column::ImportId.eq(id)).await?;
    db.lock::<contract::Entity>(changed_by(db, id)).await?;
    if let Some(obstacle) = in_the_way(db, &[id]).await?.first() {
        return Err(Error::Precondition(sentence(obstacle)));
    }
    let restored = restore(db, id).await?;
    let deleted = db.delete_below::<contract::Entity>(contract::Column::ImportId, id).await?;
    let along = [("created", deleted), ("updated", restored as u64)]
        .map(|(what, rows)| (what.to_owned(), json!({"from": rows, "to": 0})));
    let (version, by) = (import.version, db.actor_id());
    let change = |row: &mut import::ActiveModel| {
        row.undone_at = Set(Some(now));
        row.undone_by = Set(by);
    };
    Ok(db.change_as(Action::Update, import, Some(version), change, Changes::from_iter(along)).await?)
}

/// Gives the contracts that an import changed their former values; says how many.
async fn restore(db: &WriteDb, import_id: Uuid) -> Result<usize> {
    let of_import = import_change::Column::ImportId.eq(import_id);
    let changes: Vec<import_change::Model> =
        db.find::<import_change::Entity>().filter(of_import).all().await?;
    let former: BTreeMap<Uuid, Value> =
        changes.into_iter().map(|change| (change.contract_id, change.former)).collect();
    let ids: Vec<Uuid> = former.keys().copied().collect();
    for ids in ids.chunks(CHUNK) {
        let of_these = contract::Column::Id.is_in(ids.iter().copied());
        let contracts: Vec<contract::Model> = db.find::<contract::Entity>().filter(of_these).all().await?;
        let mut pairs = Vec::with_capacity(contracts.len());
        for contract in contracts {
            if let Some(values) = former.get(&contract.id) {
                let before = with(&contract, values)?;
                pairs.push((contract, before));
            }
        }
        db.update_many(pairs, |_| {}).await?;
    }
    Ok(ids.len())
}

/// A contract with other values in some columns.
fn with(contract: &contract::Model, values: &Value) -> Result<contract::Model> {
    let broken = |error: serde_json::Error| Error::Internal(format!("former values can't be read: {error}"));
    let mut row = serde_json::to_value(contract).map_err(broken)?;
    if let (Some(row), Some(values)) = (row.as_object_mut(), values.as_object()) {
        row.extend(values.clone());
    }
    serde_json::from_value(row).map_err(broken)
}

/// Why an import stays.
fn sentence(in_the_way: &InTheWay) -> String {
    let InTheWay { obstacle, contracts, bid_id, .. } = in_the_way;
    let (has, have) = match obstacle {
        Obstacle::Edited => ("was edited since", "were edited since"),
        Obstacle::Project => ("has a project", "have projects"),
        Obstacle::Deposit => ("has deposits", "have deposits"),
        Obstacle::Document => ("has documents", "have documents"),
    };
    match contracts {
        1 => format!("This import can't be taken back: {bid_id} {has}."),
        many => format!("This import can't be taken back: {bid_id} and {} more {have}.", many - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_names_one_of_those_in_the_way() {
        let in_the_way = |obstacle, contracts| InTheWay {
            import_id: Uuid::nil(),
            obstacle,
            contracts,
            bid_id: "GJ/71".to_owned(),
        };
        for (obstacle, contracts, expected) in [
            (Obstacle::Edited, 1, "This import can't be taken back: GJ/71 was edited since."),
            (Obstacle::Deposit, 3, "This import can't be taken back: GJ/71 and 2 more have deposits."),
            (Obstacle::Project, 1, "This import can't be taken back: GJ/71 has a project."),
        ] {
            assert_eq!(sentence(&in_the_way(obstacle, contracts)), expected);
        }
    }
}
