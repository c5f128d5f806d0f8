//! Storing deposits, some hundred rows at a time, while their contracts are held.

use std::collections::HashMap;

use nirmaan_import::DepositRow;
use nirmaan_store::{
    ColumnTrait, Draft, DraftedRows, StoreError, WriteDb,
    entity::{contract, import_deposit_change, security_deposit},
    query::imports::{ImportChanges, draft_changes, ids_by_bid_id},
};
use uuid::Uuid;

use super::{
    known::{Known, Named, bid_ids, key, there},
    rows,
};
use crate::error::{Error, Result};

/// The contracts that deposits are for, by their bid ids.
type Contracts = HashMap<String, Uuid>;

/// New deposits in words.
pub(super) struct Create {
    rows: DraftedRows,
    contracts: Contracts,
}

impl Create {
    /// Puts into words what creates the deposits of rows.
    pub(super) async fn draft(draft: &Draft, rows: &[&DepositRow], import_id: Uuid) -> Result<Self> {
        let contracts = ids_by_bid_id(draft, &bid_ids(rows)).await?;
        let create = |row: &&DepositRow| {
            let contract_id = contracts.get(&row.bid_id).ok_or_else(StoreError::overtaken)?;
            rows::create(row, *contract_id, import_id).map_err(Error::Internal)
        };
        let deposits = rows.iter().map(create).collect::<Result<Vec<_>>>()?;
        Ok(Self { rows: draft.rows::<_, security_deposit::Entity>(deposits, None), contracts })
    }

    pub(super) fn bytes(&self) -> usize {
        self.rows.bytes()
    }

    pub(super) async fn write(&self, db: &WriteDb, rows: &[&DepositRow]) -> Result<()> {
        hold(db, rows, (&self.contracts, 0)).await?;
        db.insert_drafted(&self.rows).await?;
        Ok(())
    }
}

/// Changes of deposits in words.
pub(super) struct Update {
    changes: ImportChanges,
    contracts: Contracts,
}

impl Update {
    /// Puts into words what rows make of the deposits that they name.
    pub(super) async fn draft(draft: &Draft, rows: &[&DepositRow], import_id: Uuid) -> Result<Self> {
        // Read once more rather than kept with the plan: a file's deposits together may be larger than our memory.
        let known = Known::of(draft, rows, true).await?;
        let mut pairs = Vec::with_capacity(rows.len());
        for row in rows {
            let contract = known.contracts.get(&row.bid_id).ok_or_else(StoreError::overtaken)?;
            let Named::One(Some(old)) = known.named(contract.id, row) else {
                return Err(StoreError::overtaken().into());
            };
            let Ok(Some(change)) = rows::change(old, row) else {
                return Err(StoreError::overtaken().into());
            };
            pairs.push((old.clone(), change.new));
        }
        let contracts = known.contracts.into_iter().map(|(bid_id, contract)| (bid_id, contract.id)).collect();
        Ok(Self {
            changes: draft_changes::<import_deposit_change::Entity>(draft, import_id, pairs)?,
            contracts,
        })
    }

    pub(super) fn bytes(&self) -> usize {
        self.changes.bytes()
    }

    pub(super) async fn write(&self, db: &WriteDb, rows: &[&DepositRow]) -> Result<()> {
        hold(db, rows, (&self.contracts, 1)).await?;
        Ok(self.changes.write(db).await?)
    }
}

/// Holds the contracts of rows, as whoever creates a deposit does: nobody deletes one meanwhile, and nobody adds a deposit to it.
/// They must still be the ones that have these bid ids, with so many deposits that each row names.
async fn hold(db: &WriteDb, rows: &[&DepositRow], (contracts, deposits): (&Contracts, usize)) -> Result<()> {
    let bid_ids = bid_ids(rows);
    db.lock::<contract::Entity>(contract::Column::BidId.is_in(bid_ids.iter().copied())).await?;
    let held = ids_by_bid_id(db, &bid_ids).await?;
    let there = there(db, held.values().copied()).await?;
    let is_as_planned = |row: &&DepositRow| {
        let contract = held.get(&row.bid_id);
        contract.is_some_and(|id| there.get(&key(*id, row)).map_or(0, Vec::len) == deposits)
    };
    if held == *contracts && rows.iter().all(is_as_planned) {
        Ok(())
    } else {
        Err(StoreError::overtaken().into())
    }
}
