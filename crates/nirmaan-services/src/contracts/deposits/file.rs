//! Deposits as a file, each with its contract.

use std::collections::{BTreeSet, HashMap};

use nirmaan_api::contracts::{SearchContractDepositsRequest, SecurityDeposit};
use nirmaan_store::{
    ColumnTrait, Cursor, KeysetPage, PageRequest, QueryFilter, Store,
    entity::contract,
    query::{
        deposits::{DepositFilter, of_all},
        people,
    },
};
use uuid::Uuid;

use super::{Filter, present, search, status};
use crate::{
    access::Caller,
    contracts::status as contract_status,
    error::Result,
    export::{self, Column, date, instant, money, text, wide_text},
};

/// The deposits that match, the newest first.
pub(super) struct Deposits {
    store: Store,
    caller: Caller,
    contracts: Filter,
    deposits: DepositFilter,
}

impl Deposits {
    /// What a request asks for.
    pub(super) fn read(
        store: &Store,
        caller: &Caller,
        request: &SearchContractDepositsRequest,
    ) -> Result<Self> {
        let contracts = Filter::read(&search::contracts(request)).map_err(export::in_filter)?;
        let deposits = search::deposits(caller, request).map_err(export::in_filter)?;
        Ok(Self { store: store.clone(), caller: caller.clone(), contracts, deposits })
    }
}

/// A deposit and its contract.
pub(super) struct Line {
    contract: contract::Model,
    deposit: SecurityDeposit,
}

impl export::List for Deposits {
    type Row = Line;
    const NAME: &'static str = "deposits";
    const KIND: &'static str = "security_deposit";
    const COLUMNS: &'static [Column<Line>] = &[
        text("Bid ID", |row| &row.contract.bid_id),
        wide_text("Contract Name", |row| &row.contract.contract_name),
        text("Contract Status", |row| contract_status::label(contract_status::to_wire(row.contract.status))),
        text("Deposit Type", |row| &row.deposit.deposit_type),
        text("Instrument No", |row| &row.deposit.instrument_no),
        money("Amount", |row| row.deposit.amount),
        text("Status", |row| status::label(row.deposit.status())),
        date("Created Date", |row| row.deposit.deposit_created_date),
        date("Submitted Date", |row| row.deposit.deposit_submitted_date),
        date("Returned Date", |row| row.deposit.deposit_returned_date),
        date("Date In Own Account", |row| row.deposit.deposit_transferred_own_account_date),
        text("Bank Account No", |row| &row.deposit.bank_account_no),
        text("Bank Name", |row| &row.deposit.bank_name),
        text("Account Holder", |row| &row.deposit.account_holder_name),
        wide_text("Bank Address", |row| &row.deposit.bank_address),
        wide_text("Comment", |row| &row.deposit.comment),
        instant("Created (IST)", |row| row.deposit.created_at),
        text("Created By", |row| &row.deposit.created_by),
        instant("Updated (IST)", |row| row.deposit.updated_at),
        text("Updated By", |row| &row.deposit.updated_by),
        text("Deposit ID", |row| &row.deposit.id),
        text("Contract ID", |row| &row.deposit.contract_id),
    ];

    async fn read(&self, after: Option<&Cursor>) -> Result<KeysetPage<Line>> {
        let db = self.store.read(&self.caller.actor).await?;
        let mut deposits = self.deposits.clone();
        deposits.look_up(&db).await?;
        let KeysetPage { content, next } = of_all(&db, self.contracts.narrow(&db), &deposits)
            .keyset_page(&PageRequest::default(), after, export::ROWS)
            .await?;
        let ids: BTreeSet<Uuid> = content.iter().map(|row| row.contract_id).collect();
        let these = db.find::<contract::Entity>().filter(contract::Column::Id.is_in(ids));
        let contracts: HashMap<Uuid, contract::Model> =
            these.all().await?.into_iter().map(|row: contract::Model| (row.id, row)).collect();
        let people = content.iter().flat_map(|row| [row.created_by, row.updated_by]).flatten();
        let emails = people::emails(&db, people.collect::<BTreeSet<_>>()).await?;
        let line = |row: nirmaan_store::entity::security_deposit::Model| {
            let contract = contracts.get(&row.contract_id)?.clone();
            let mut deposit = present::one(&self.caller, row);
            export::name(&emails, [&mut deposit.created_by, &mut deposit.updated_by]);
            Some(Line { contract, deposit })
        };
        Ok(KeysetPage { content: content.into_iter().filter_map(line).collect(), next })
    }
}

#[cfg(test)]
mod tests {
    use nirmaan_import::Record;

    use super::*;
    use crate::export::List;

    #[test]
    fn what_is_exported_can_be_imported() {
        for column in Record::Deposit.columns() {
            assert!(
                Deposits::COLUMNS.iter().any(|exported| exported.label == column.label),
                "{}",
                column.label
            );
        }
    }
}
