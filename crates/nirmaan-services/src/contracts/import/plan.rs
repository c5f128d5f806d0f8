//! What becomes of each row of a file: decided in one place, for a dry run and for the import that follows.

use nirmaan_import::{ContractRow, Failure};
use nirmaan_store::{TenantDb, query::imports};
use uuid::Uuid;

use super::{receive::Options, rows};
use crate::error::Result;

/// What becomes of a row: no more than the answer needs, because a plan holds all rows of a file.
#[derive(Clone)]
pub(super) enum Fate {
    Create,
    /// The fields that change, by their names for people.
    Update(String),
    /// It says what is there already.
    Skip,
    /// Why it can't be stored.
    Fail(String),
}

/// A row, and what becomes of it.
#[derive(Clone)]
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
            Fate::Create => counts.created += 1,
            Fate::Update(_) => counts.updated += 1,
            Fate::Skip => counts.skipped += 1,
            Fate::Fail(_) => {}
        }
    }
    counts
}

/// Decides what becomes of rows, by the contracts that are there now, of which it holds some hundred at a time.
pub(super) async fn make(
    db: &TenantDb,
    rows: &[ContractRow],
    options: Options,
    import_id: Uuid,
) -> Result<Vec<Planned>> {
    let mut plan = Vec::with_capacity(rows.len());
    for rows in rows.chunks(imports::CHUNK) {
        let fates: Vec<Fate> = if options.update_existing {
            let known = imports::by_bid_id(db, &bid_ids(rows)).await?;
            let fate = |row: &ContractRow| match known.get(&row.bid_id) {
                None => create(row, import_id),
                Some(old) => match rows::change(old, row) {
                    Ok(Some(change)) => Fate::Update(change.fields()),
                    Ok(None) => Fate::Skip,
                    Err(reason) => Fate::Fail(reason),
                },
            };
            rows.iter().map(fate).collect()
        } else {
            let known = imports::taken(db, &bid_ids(rows)).await?;
            let fate = |row: &ContractRow| match known.contains(&row.bid_id) {
                true => Fate::Fail(taken()),
                false => create(row, import_id),
            };
            rows.iter().map(fate).collect()
        };
        let planned = rows.iter().zip(fates);
        plan.extend(planned.map(|(row, fate)| Planned { number: row.row, bid_id: row.bid_id.clone(), fate }));
        // Others on this thread have waited for as long as some hundred rows take.
        tokio::task::yield_now().await;
    }
    Ok(plan)
}

fn create(row: &ContractRow, import_id: Uuid) -> Fate {
    rows::create(row, import_id).map_or_else(Fate::Fail, |_| Fate::Create)
}

/// The bid ids of rows.
pub(super) fn bid_ids<'a>(rows: impl IntoIterator<Item = &'a ContractRow>) -> Vec<&'a str> {
    rows.into_iter().map(|row| row.bid_id.as_str()).collect()
}
