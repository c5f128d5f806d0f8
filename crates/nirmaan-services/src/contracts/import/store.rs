//! Storing what was planned, some hundred rows at a time: put into words first, then written within one transaction.

use std::collections::HashSet;

use nirmaan_import::ContractRow;
use nirmaan_store::{
    Draft, DraftedRows, StoreError, WriteDb,
    entity::{
        contract::{self, Column},
        import_change,
    },
    query::imports::{self, ImportChanges, draft_changes},
};
use tokio::task::yield_now;
use uuid::Uuid;

use super::{
    plan::{self, Fate, Planned},
    receive::Options,
    rows,
};
use crate::{
    contracts::AHEAD,
    error::{Error, Result},
};

/// A plan, and in words what it stores of a file's first rows, as far as there is room for.
pub(super) struct Drafted {
    pub(super) plan: Vec<Planned>,
    creates: Vec<DraftedRows>,
    updates: Vec<ImportChanges>,
}

/// Puts into words what a plan of these rows stores.
pub(super) async fn draft(
    draft: &Draft,
    rows: &[ContractRow],
    plan: Vec<Planned>,
    import_id: Uuid,
) -> Result<Drafted> {
    let mut room = AHEAD;
    let (mut creates, mut updates) = (Vec::new(), Vec::new());
    for (rows, plan) in rows.chunks(imports::CHUNK).zip(plan.chunks(imports::CHUNK)) {
        if room == 0 {
            break;
        }
        let create = draft_create(draft, rows, plan, import_id)?;
        room = room.saturating_sub(create.bytes());
        creates.push(create);
        yield_now().await;
    }
    for rows in to_update(rows, &plan).chunks(imports::CHUNK) {
        if room == 0 {
            break;
        }
        let update = draft_update(draft, rows, import_id).await?;
        room = room.saturating_sub(update.bytes());
        updates.push(update);
        yield_now().await;
    }
    Ok(Drafted { plan, creates, updates })
}

/// Creates the contracts of a plan of these rows. A row whose bid id somebody took since it was planned fails; where
/// contracts that are there are to be changed, all is planned anew.
pub(super) async fn create(
    db: &WriteDb,
    rows: &[ContractRow],
    drafted: &Drafted,
    plan: &mut [Planned],
    (options, import_id): (Options, Uuid),
    report: impl Fn(usize),
) -> Result<()> {
    let mut created = 0;
    let chunks = rows.chunks(imports::CHUNK).zip(plan.chunks_mut(imports::CHUNK));
    for (number, (rows, plan)) in chunks.enumerate() {
        let late;
        let create = match drafted.creates.get(number) {
            Some(ahead) => ahead,
            None => {
                late = draft_create(&db.draft(), rows, plan, import_id)?;
                &late
            }
        };
        let stored: HashSet<String> = db.insert_drafted(create).await?.into_iter().collect();
        created += stored.len();
        report(created);
        for row in plan.iter_mut().filter(|row| matches!(row.fate, Fate::Create)) {
            if !stored.contains(&row.bid_id) {
                if options.update_existing {
                    return Err(StoreError::overtaken().into());
                }
                row.is_taken();
            }
        }
    }
    Ok(())
}

/// Changes the contracts that a plan of these rows changes, each with its event, and keeps what takes that back.
pub(super) async fn update(
    db: &WriteDb,
    rows: &[ContractRow],
    drafted: &Drafted,
    import_id: Uuid,
    report: impl Fn(usize),
) -> Result<()> {
    let mut updated = 0;
    for (number, rows) in to_update(rows, &drafted.plan).chunks(imports::CHUNK).enumerate() {
        let late;
        let update = match drafted.updates.get(number) {
            Some(ahead) => ahead,
            None => {
                late = draft_update(&db.draft(), rows, import_id).await?;
                &late
            }
        };
        update.write(db).await?;
        updated += rows.len();
        report(updated);
    }
    Ok(())
}

fn to_update<'a>(rows: &'a [ContractRow], plan: &[Planned]) -> Vec<&'a ContractRow> {
    let planned = rows.iter().zip(plan).filter(|(_, planned)| matches!(planned.fate, Fate::Update(_)));
    planned.map(|(row, _)| row).collect()
}

fn draft_create(
    draft: &Draft,
    rows: &[ContractRow],
    plan: &[Planned],
    import_id: Uuid,
) -> Result<DraftedRows> {
    let planned = rows.iter().zip(plan).filter(|(_, planned)| matches!(planned.fate, Fate::Create));
    let contracts: std::result::Result<Vec<_>, _> =
        planned.map(|(row, _)| rows::create(row, import_id)).collect();
    let unless = Some((contract::live_bid_id(), Column::BidId));
    Ok(draft.rows::<_, contract::Entity>(contracts.map_err(Error::Internal)?, unless))
}

async fn draft_update(draft: &Draft, rows: &[&ContractRow], import_id: Uuid) -> Result<ImportChanges> {
    // Read once more rather than kept with the plan: a file's contracts together may be larger than our memory.
    let mut known = imports::by_bid_id(draft, &plan::bid_ids(rows.iter().copied())).await?;
    let mut pairs = Vec::with_capacity(rows.len());
    for row in rows {
        let old = known.remove(&row.bid_id).ok_or_else(StoreError::overtaken)?;
        let Ok(Some(change)) = rows::change(&old, row) else {
            return Err(StoreError::overtaken().into());
        };
        pairs.push((old, change.new));
    }
    Ok(draft_changes::<import_change::Entity>(draft, import_id, pairs)?)
}
