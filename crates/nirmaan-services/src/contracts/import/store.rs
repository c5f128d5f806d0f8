//! Storing what was planned, within one transaction and some hundred rows at a time.

use std::collections::HashSet;

use nirmaan_import::ContractRow;
use nirmaan_store::{
    NotSet, Set, StoreError, WriteDb,
    entity::{contract, import_change},
    query::imports,
};
use serde_json::Value;
use uuid::Uuid;

use super::{
    plan::{self, Fate, Planned},
    rows,
};
use crate::error::{Error, Result};

/// Creates the contracts of a plan of these rows. A row whose bid id somebody took since it was planned fails.
pub(super) async fn create(
    db: &WriteDb,
    rows: &[ContractRow],
    plan: &mut [Planned],
    import_id: Uuid,
    report: impl Fn(usize),
) -> Result<()> {
    let mut created = 0;
    for (rows, plan) in rows.chunks(imports::CHUNK).zip(plan.chunks_mut(imports::CHUNK)) {
        let planned = rows.iter().zip(&*plan).filter(|(_, planned)| matches!(planned.fate, Fate::Create));
        let contracts: std::result::Result<Vec<_>, _> =
            planned.map(|(row, _)| rows::create(row, import_id)).collect();
        let mut stored = HashSet::new();
        db.insert_many(contracts.map_err(Error::Internal)?, contract::live_bid_id(), |inserted| {
            stored.extend(inserted.iter().map(|row: &contract::Model| row.bid_id.clone()));
            report(created + stored.len());
        })
        .await?;
        created += stored.len();
        for row in plan.iter_mut().filter(|row| matches!(row.fate, Fate::Create)) {
            if !stored.contains(&row.bid_id) {
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
    plan: &[Planned],
    import_id: Uuid,
    report: impl Fn(usize),
) -> Result<()> {
    let planned = rows.iter().zip(plan).filter(|(_, planned)| matches!(planned.fate, Fate::Update(_)));
    let rows: Vec<&ContractRow> = planned.map(|(row, _)| row).collect();
    let mut updated = 0;
    for rows in rows.chunks(imports::CHUNK) {
        // Read once more rather than kept: a file's contracts together may be larger than our memory.
        let mut known = imports::by_bid_id(db, &plan::bid_ids(rows.iter().copied())).await?;
        let (mut pairs, mut former) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
        for row in rows {
            let old = known.remove(&row.bid_id).ok_or_else(StoreError::overtaken)?;
            let Ok(Some(change)) = rows::change(&old, row) else {
                return Err(StoreError::overtaken().into());
            };
            former.push(change.former(&old).map_err(|error| Error::Internal(error.to_string()))?);
            pairs.push((old, change.new));
        }
        let changed: Vec<contract::Model> = db.update_many(pairs, |done| report(updated + done)).await?;
        if changed.len() != former.len() {
            return Err(Error::Internal("a planned change changed nothing".to_owned()));
        }
        updated += changed.len();
        let back = changed.iter().zip(former).map(|(row, former)| change_of(import_id, row, former));
        db.insert_along(back.collect()).await?;
    }
    Ok(())
}

/// What takes the change of a contract back.
fn change_of(import_id: Uuid, changed: &contract::Model, former: Value) -> import_change::ActiveModel {
    import_change::ActiveModel {
        tenant_id: NotSet,
        id: NotSet,
        import_id: Set(import_id),
        contract_id: Set(changed.id),
        former: Set(former),
        version_after: Set(changed.version),
        version: NotSet,
        created_at: NotSet,
        updated_at: NotSet,
        created_by: NotSet,
        updated_by: NotSet,
    }
}
