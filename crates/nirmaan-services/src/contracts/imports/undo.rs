//! Taking an import back.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use nirmaan_store::{
    Action, Changes, ColumnTrait, Draft, DraftedChanges, QueryFilter, Set, WriteDb,
    entity::{
        contract,
        import::{self, Record},
        import_change, security_deposit,
    },
    query::imports::{
        InTheWay, Obstacle, changed_by, delete_deposits, in_the_way, restorable, with_deposits_of,
    },
};
use serde_json::{Value, json};
use tokio::task::yield_now;
use uuid::Uuid;

use crate::{
    contracts::AHEAD,
    error::{Error, Result},
};

/// Contracts that are read at a time.
const CHUNK: usize = 500;

/// Deletes what an import created and gives what it changed its former values. The import's own event tells of what
/// is deleted; what is changed back has an event each.
pub(super) async fn undo(
    db: &WriteDb,
    id: Uuid,
    drafted: &Drafted,
    now: DateTime<Utc>,
) -> Result<import::Model> {
    let import: Option<import::Model> = db.get_to_change::<import::Entity, _>(id).await?;
    let import = import.ok_or(Error::NotFound("Import"))?;
    if import.undone_at.is_some() {
        return Err(Error::Precondition("This import was undone already.".to_owned()));
    }
    // Locked first: what is in the way can't come in between, because a deposit locks its contract as well, and a document its
    // deposit; whoever brings one of them back by itself locks the import.
    match import.record {
        Record::Contract => {
            db.lock::<contract::Entity>(contract::Column::ImportId.eq(id)).await?;
            db.lock::<contract::Entity>(changed_by(db, id)).await?;
        }
        Record::Deposit => {
            db.lock::<contract::Entity>(with_deposits_of(db, id)).await?;
            db.lock::<security_deposit::Entity>(security_deposit::Column::ImportId.eq(id)).await?;
        }
    }
    if let Some(obstacle) = in_the_way(db, &[id]).await?.first() {
        return Err(Error::Precondition(sentence(import.record, obstacle)));
    }
    let restored = restore(db, id, drafted).await?;
    let deleted = match import.record {
        Record::Contract => db.delete_below::<contract::Entity>(contract::Column::ImportId, id).await?,
        Record::Deposit => delete_deposits(db, id).await?,
    };
    let along = [("created", deleted), ("updated", restored as u64)]
        .map(|(what, rows)| (what.to_owned(), json!({"from": rows, "to": 0})));
    let (version, by) = (import.version, db.actor_id());
    let change = |row: &mut import::ActiveModel| {
        row.undone_at = Set(Some(now));
        row.undone_by = Set(by);
    };
    Ok(db.change_as(Action::Update, import, Some(version), change, Changes::from_iter(along)).await?)
}

/// The contracts that an import changed, and in words the former values of the first of them, as far as there is room
/// for.
pub(super) struct Drafted {
    contracts: Vec<Uuid>,
    restores: Vec<DraftedChanges>,
}

/// Puts into words what gives the contracts that an import changed their former values.
pub(super) async fn draft(draft: &Draft, id: Uuid) -> Result<Drafted> {
    let contracts = restorable(draft, id).await?;
    let mut room = AHEAD;
    let mut restores = Vec::new();
    for ids in contracts.chunks(CHUNK) {
        if room == 0 {
            break;
        }
        let restore = draft_restore(draft, id, ids).await?;
        room = room.saturating_sub(restore.bytes());
        restores.push(restore);
        yield_now().await;
    }
    Ok(Drafted { contracts, restores })
}

/// Gives the contracts that an import changed their former values; says how many.
async fn restore(db: &WriteDb, id: Uuid, drafted: &Drafted) -> Result<usize> {
    for (number, ids) in drafted.contracts.chunks(CHUNK).enumerate() {
        let late;
        let restore = match drafted.restores.get(number) {
            Some(ahead) => ahead,
            None => {
                late = draft_restore(&db.draft(), id, ids).await?;
                &late
            }
        };
        db.change_drafted(restore).await?;
    }
    Ok(drafted.contracts.len())
}

/// Puts into words what restores some of the contracts that an import changed, in the order of their ids.
async fn draft_restore(draft: &Draft, import_id: Uuid, contracts: &[Uuid]) -> Result<DraftedChanges> {
    let (Some(first), Some(last)) = (contracts.first(), contracts.last()) else {
        return Err(Error::Internal("nothing to restore".to_owned()));
    };
    // From the first to the last, since PostgreSQL would compare each of the import's changes with each id of a list.
    let changes = draft.find::<import_change::Entity>();
    let of_import = changes.filter(import_change::Column::ImportId.eq(import_id));
    let of_these = of_import.filter(import_change::Column::ContractId.between(*first, *last));
    let changes: Vec<import_change::Model> = of_these.all().await?;
    let mut former: HashMap<Uuid, Value> =
        changes.into_iter().map(|change| (change.contract_id, change.former)).collect();
    let of_these = contract::Column::Id.is_in(contracts.iter().copied());
    let rows: Vec<contract::Model> = draft.find::<contract::Entity>().filter(of_these).all().await?;
    let mut pairs = Vec::with_capacity(rows.len());
    for contract in rows {
        if let Some(values) = former.remove(&contract.id) {
            let before = with(&contract, values)?;
            pairs.push((contract, before));
        }
    }
    Ok(draft.changes(pairs)?)
}

/// A contract with other values in some columns.
fn with(contract: &contract::Model, values: Value) -> Result<contract::Model> {
    let broken = |error: serde_json::Error| Error::Internal(format!("former values can't be read: {error}"));
    let mut row = serde_json::to_value(contract).map_err(broken)?;
    if let (Some(row), Value::Object(values)) = (row.as_object_mut(), values) {
        row.extend(values);
    }
    serde_json::from_value(row).map_err(broken)
}

/// Why an import stays.
fn sentence(record: Record, in_the_way: &InTheWay) -> String {
    let InTheWay { obstacle, records, bid_id, .. } = in_the_way;
    let (has, have) = match obstacle {
        Obstacle::Edited if record == Record::Deposit => {
            ("was edited or brought back since", "were edited or brought back since")
        }
        Obstacle::Edited => ("was edited since", "were edited since"),
        Obstacle::Project => ("has a project", "have projects"),
        Obstacle::Deposit => ("has deposits", "have deposits"),
        Obstacle::Document => ("has documents", "have documents"),
    };
    let which = match (record, records) {
        (Record::Contract, 1) => format!("{bid_id} {has}"),
        (Record::Contract, many) => format!("{bid_id} and {} more {have}", many - 1),
        (Record::Deposit, 1) => format!("a deposit of {bid_id} {has}"),
        (Record::Deposit, many) => format!("{many} of its deposits {have}, such as one of {bid_id}"),
    };
    format!("This import can't be undone: {which}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_names_one_of_those_in_the_way() {
        let in_the_way = |obstacle, records| InTheWay {
            import_id: Uuid::nil(),
            obstacle,
            records,
            bid_id: "GJ/71".to_owned(),
        };
        let [contract, deposit] = [Record::Contract, Record::Deposit];
        for (record, obstacle, records, expected) in [
            (contract, Obstacle::Edited, 1, "GJ/71 was edited since"),
            (contract, Obstacle::Deposit, 3, "GJ/71 and 2 more have deposits"),
            (contract, Obstacle::Project, 1, "GJ/71 has a project"),
            (deposit, Obstacle::Edited, 1, "a deposit of GJ/71 was edited or brought back since"),
            (deposit, Obstacle::Document, 3, "3 of its deposits have documents, such as one of GJ/71"),
        ] {
            let expected = format!("This import can't be undone: {expected}.");
            assert_eq!(sentence(record, &in_the_way(obstacle, records)), expected);
        }
    }
}
