//! What becomes of each row of a file: decided in one place, for a dry run and for the import that follows.

use nirmaan_import::{ContractRow, Failure};
use nirmaan_store::{TenantDb, entity::contract, query::imports};
use uuid::Uuid;

use super::{
    receive::Options,
    rows::{self, Change},
};
use crate::error::Result;

/// What becomes of a row.
pub(super) enum Fate {
    Create(Box<contract::ActiveModel>),
    Update(Box<Change>),
    /// It says what is there already.
    Skip,
    /// Why it can't be stored.
    Fail(String),
}

/// A row, and what becomes of it.
pub(super) struct Planned {
    /// As the sheet counts.
    pub(super) number: u32,
    pub(super) bid_id: String,
    pub(super) fate: Fate,
}

/// What a file's good rows come to.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) created: usize,
    pub(super) updated: usize,
    pub(super) skipped: usize,
}

impl Planned {
    /// The failure of a row that can't be stored.
    pub(super) fn failure(&self) -> Option<Failure> {
        let Fate::Fail(reason) = &self.fate else { return None };
        Some(Failure { row: self.number, ref_id: self.bid_id.clone(), reason: reason.clone() })
    }

    /// Lets a row fail whose bid id somebody took meanwhile.
    pub(super) fn is_taken(&mut self) {
        self.fate = Fate::Fail(taken());
    }
}

fn taken() -> String {
    "A contract with this Bid ID already exists.".to_owned()
}

/// Counts the rows of a plan that don't fail.
pub(super) fn counts(plan: &[Planned]) -> Counts {
    let mut counts = Counts::default();
    for row in plan {
        match row.fate {
            Fate::Create(_) => counts.created += 1,
            Fate::Update(_) => counts.updated += 1,
            Fate::Skip => counts.skipped += 1,
            Fate::Fail(_) => {}
        }
    }
    counts
}

/// Decides what becomes of rows, by the contracts that are there now.
pub(super) async fn make(
    db: &TenantDb,
    rows: &[ContractRow],
    options: Options,
    import_id: Uuid,
) -> Result<Vec<Planned>> {
    let bid_ids: Vec<&str> = rows.iter().map(|row| row.bid_id.as_str()).collect();
    let planned =
        |row: &ContractRow, fate: Fate| Planned { number: row.row, bid_id: row.bid_id.clone(), fate };
    let create = |row: &ContractRow| match rows::create(row, import_id) {
        Ok(contract) => Fate::Create(Box::new(contract)),
        Err(reason) => Fate::Fail(reason),
    };
    if !options.update_existing {
        let known = imports::taken(db, &bid_ids).await?;
        let fate = |row: &ContractRow| {
            if known.contains(&row.bid_id) { Fate::Fail(taken()) } else { create(row) }
        };
        return Ok(rows.iter().map(|row| planned(row, fate(row))).collect());
    }
    let mut known = imports::by_bid_id(db, &bid_ids).await?;
    let mut fate = |row: &ContractRow| match known.remove(&row.bid_id) {
        None => create(row),
        Some(old) => match rows::change(old, row) {
            Ok(Some(change)) => Fate::Update(Box::new(change)),
            Ok(None) => Fate::Skip,
            Err(reason) => Fate::Fail(reason),
        },
    };
    Ok(rows.iter().map(|row| planned(row, fate(row))).collect())
}
