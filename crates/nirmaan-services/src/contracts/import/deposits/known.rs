//! What is there of what the rows of a file name.

use std::collections::{HashMap, HashSet};

use nirmaan_import::{DepositRow, deposit_key};
use nirmaan_store::{
    TenantDb,
    entity::{contract, security_deposit},
    list::one_of,
    query::{
        deposits::{ToldApart, told_apart},
        imports::by_bid_id,
    },
};
use uuid::Uuid;

use crate::error::Result;

/// The deposits of some contracts, by their contract and their key, which several may have in common.
pub(super) type There = HashMap<(Uuid, String), Vec<Uuid>>;

/// What is there of what some rows name.
pub(super) struct Known {
    /// By their bid ids.
    pub(super) contracts: HashMap<String, contract::Model>,
    there: There,
    /// The same without their amounts.
    names: HashSet<(Uuid, String)>,
    /// The deposits that rows name, by their ids, as far as they may be changed.
    deposits: HashMap<Uuid, security_deposit::Model>,
}

/// The deposits that a row names.
pub(super) enum Named<'a> {
    None,
    /// One, which is here if it may be changed.
    One(Option<&'a security_deposit::Model>),
    Several,
}

impl Known {
    /// With `to_change`, deposits that rows name may be changed.
    pub(super) async fn of(db: &TenantDb, rows: &[&DepositRow], to_change: bool) -> Result<Self> {
        let contracts = by_bid_id(db, &bid_ids(rows)).await?;
        let there = there(db, contracts.values().map(|contract| contract.id)).await?;
        let named = |row: &&DepositRow| match there.get(&key(contracts.get(&row.bid_id)?.id, row))?.as_slice()
        {
            [id] => Some(*id),
            _ => None,
        };
        let ids: Vec<_> = if to_change { rows.iter().filter_map(named).collect() } else { Vec::new() };
        let deposits = match one_of(security_deposit::Column::Id, ids) {
            None => HashMap::new(),
            Some(condition) => {
                let found = db.find::<security_deposit::Entity>().narrow(Some(condition)).all().await?;
                found.into_iter().map(|deposit| (deposit.id, deposit)).collect()
            }
        };
        let names = there.keys().map(|(contract_id, key)| (*contract_id, without_amount(key).to_owned()));
        let names = names.collect();
        Ok(Self { contracts, there, names, deposits })
    }

    /// The deposits of a contract that a row names.
    pub(super) fn named(&self, contract_id: Uuid, row: &DepositRow) -> Named<'_> {
        match self.there.get(&key(contract_id, row)).map(Vec::as_slice) {
            None | Some([]) => Named::None,
            Some([id]) => Named::One(self.deposits.get(id)),
            Some(_) => Named::Several,
        }
    }

    /// Whether a contract has a deposit that differs by its amount alone from the one that a row names.
    pub(super) fn has_namesake(&self, contract_id: Uuid, row: &DepositRow) -> bool {
        let (contract_id, key) = key(contract_id, row);
        self.names.contains(&(contract_id, without_amount(&key).to_owned()))
    }
}

/// A deposit's key without its amount, which stands last.
fn without_amount(key: &str) -> &str {
    key.rsplit_once('\n').map_or(key, |(name, _)| name)
}

/// The bid ids of rows, each once.
pub(super) fn bid_ids<'a>(rows: &[&'a DepositRow]) -> Vec<&'a str> {
    let each: HashSet<_> = rows.iter().map(|row| row.bid_id.as_str()).collect();
    each.into_iter().collect()
}

/// The deposits of contracts.
pub(super) async fn there(db: &TenantDb, contracts: impl Iterator<Item = Uuid>) -> Result<There> {
    let mut there = There::new();
    for ToldApart { id, contract_id, deposit_type, instrument_no, amount } in
        told_apart(db, &contracts.collect::<Vec<_>>()).await?
    {
        let key = deposit_key(&deposit_type, &instrument_no, amount);
        there.entry((contract_id, key)).or_default().push(id);
    }
    Ok(there)
}

/// What the deposit that a row names has in [`There`].
pub(super) fn key(contract_id: Uuid, row: &DepositRow) -> (Uuid, String) {
    let amount = row.amount.unwrap_or_default();
    (contract_id, deposit_key(&row.deposit_type, &row.instrument_no, amount))
}
