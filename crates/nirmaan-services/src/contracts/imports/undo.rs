//! Taking an import back.

use std::marker::PhantomData;

use chrono::{DateTime, Utc};
use nirmaan_store::{
    Action, Changes, ColumnTrait, Draft, DraftedChanges, Set, WriteDb,
    entity::{
        contract,
        import::{self, Record},
        import_change, import_deposit_change, security_deposit,
    },
    query::imports::{
        Former, InTheWay, Obstacle, changed_by, delete_deposits, draft_restores, in_the_way, restorable,
        with_deposits_of,
    },
};
use serde_json::json;
use tokio::task::yield_now;
use uuid::Uuid;

use crate::{
    contracts::AHEAD,
    error::{Error, Result},
};

/// Records that are read at a time.
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
    // deposit; whoever brings back what the import created locks the import.
    match import.record {
        Record::Contract => {
            db.lock::<contract::Entity>(contract::Column::ImportId.eq(id)).await?;
            db.lock::<contract::Entity>(changed_by::<import_change::Entity>(db, id)).await?;
        }
        Record::Deposit => {
            db.lock::<contract::Entity>(with_deposits_of(db, id)).await?;
            db.lock::<security_deposit::Entity>(security_deposit::Column::ImportId.eq(id)).await?;
            db.lock::<security_deposit::Entity>(changed_by::<import_deposit_change::Entity>(db, id)).await?;
        }
    }
    if let Some(obstacle) = in_the_way(db, &[id]).await?.first() {
        return Err(Error::Precondition(sentence(import.record, obstacle)));
    }
    let Drafted { contracts, deposits } = drafted;
    let restored = contracts.write(db, id).await? + deposits.write(db, id).await?;
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

/// What gives the records that an import changed their former values.
pub(super) struct Drafted {
    contracts: Restores<import_change::Entity>,
    deposits: Restores<import_deposit_change::Entity>,
}

/// Puts into words what gives the records that an import changed their former values.
pub(super) async fn draft(draft: &Draft, id: Uuid) -> Result<Drafted> {
    let mut room = AHEAD;
    let contracts = Restores::draft(draft, id, &mut room).await?;
    let deposits = Restores::draft(draft, id, &mut room).await?;
    Ok(Drafted { contracts, deposits })
}

/// The records that an import changed, and in words the former values of the first of them, as far as there is room for.
struct Restores<F> {
    records: Vec<Uuid>,
    ahead: Vec<DraftedChanges>,
    of: PhantomData<F>,
}

impl<F: Former> Restores<F> {
    async fn draft(draft: &Draft, import_id: Uuid, room: &mut usize) -> Result<Self> {
        let records = restorable::<F>(draft, import_id).await?;
        let mut ahead = Vec::new();
        for ids in records.chunks(CHUNK) {
            if *room == 0 {
                break;
            }
            let restore = draft_restores::<F>(draft, import_id, ids).await?;
            *room = room.saturating_sub(restore.bytes());
            ahead.push(restore);
            yield_now().await;
        }
        Ok(Self { records, ahead, of: PhantomData })
    }

    /// Gives them their former values; says how many there are.
    async fn write(&self, db: &WriteDb, import_id: Uuid) -> Result<usize> {
        for (number, ids) in self.records.chunks(CHUNK).enumerate() {
            let late;
            let restore = match self.ahead.get(number) {
                Some(ahead) => ahead,
                None => {
                    late = draft_restores::<F>(&db.draft(), import_id, ids).await?;
                    &late
                }
            };
            db.change_drafted(restore).await?;
        }
        Ok(self.records.len())
    }
}

/// Why an import stays.
fn sentence(record: Record, in_the_way: &InTheWay) -> String {
    let InTheWay { obstacle, records, bid_id, .. } = in_the_way;
    let (has, have) = match obstacle {
        Obstacle::Changed => ("was changed or deleted since", "were changed or deleted since"),
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
            (contract, Obstacle::Changed, 1, "GJ/71 was changed or deleted since"),
            (contract, Obstacle::Deposit, 3, "GJ/71 and 2 more have deposits"),
            (contract, Obstacle::Project, 1, "GJ/71 has a project"),
            (deposit, Obstacle::Changed, 1, "a deposit of GJ/71 was changed or deleted since"),
            (deposit, Obstacle::Document, 3, "3 of its deposits have documents, such as one of GJ/71"),
        ] {
            let expected = format!("This import can't be undone: {expected}.");
            assert_eq!(sentence(record, &in_the_way(obstacle, records)), expected);
        }
    }
}
