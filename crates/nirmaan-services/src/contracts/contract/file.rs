//! Contracts as a file.

use std::collections::BTreeSet;

use nirmaan_api::contracts::{Contract, FilterContractsRequest};
use nirmaan_store::{Actor, Cursor, KeysetPage, PageRequest, Store, query::people};

use super::{Filter, present};
use crate::{
    contracts::status,
    error::Result,
    export::{self, Column, date, instant, money, number, percentage, text, wide_text, yes_no},
    wire,
};

/// The contracts that match, in the list's order.
pub(super) struct Contracts {
    store: Store,
    actor: Actor,
    filter: Filter,
    order: PageRequest,
}

impl Contracts {
    /// What a request asks for.
    pub(super) fn read(store: &Store, actor: &Actor, request: FilterContractsRequest) -> Result<Self> {
        let filter = Filter::read(&request).map_err(export::in_filter)?;
        let order = wire::page_request(None, request.sort);
        Ok(Self { store: store.clone(), actor: actor.clone(), filter, order })
    }
}

impl export::List for Contracts {
    type Row = Contract;
    const NAME: &'static str = "contracts";
    const KIND: &'static str = "contract";
    /// First what an import reads, in the order of its template; then what only the server knows.
    const COLUMNS: &'static [Column<Contract>] = &[
        text("Bid ID", |row| &row.bid_id),
        text("Reference No", |row| &row.reference_no),
        wide_text("Contract Name", |row| &row.contract_name),
        text("Contract Type", |row| &row.contract_type),
        text("Status", |row| status::label(row.status())),
        money("Paper Cost", |row| row.paper_cost),
        money("Tender Actual Value", |row| row.tender_actual_value),
        money("Tender Bid Value", |row| row.tender_bid_value),
        percentage("Tender Bid Percentage", |row| row.tender_bid_percentage),
        date("Opening Date", |row| row.opening_date),
        date("Closing Date", |row| row.closing_date),
        date("Result Date", |row| row.result_date),
        date("Drafting Date", |row| row.drafting_date),
        date("Submitted Payment Date", |row| row.submitted_payment_date),
        date("Awarded Date", |row| row.awarded_date),
        date("Agreement Date", |row| row.agreement_date),
        date("Given Start Date", |row| row.given_start_date),
        date("Given End Date", |row| row.given_end_date),
        date("Actual Start Date", |row| row.actual_start_date),
        date("Actual End Date", |row| row.actual_end_date),
        number("Extension Count", |row| row.extension_count.into()),
        text("License ID", |row| &row.license_id),
        text("License Holder Name", |row| &row.license_holder_name),
        text("License No", |row| &row.license_no),
        wide_text("Description", |row| &row.description),
        wide_text("Comments", |row| &row.comments),
        wide_text("Termination Reason", |row| &row.termination_reason),
        wide_text("Contract Metadata", |row| row.contract_metadata.as_ref().map_or("", |data| &data.json)),
        money("Total Deposit", |row| row.total_deposit),
        money("Total Amount", |row| row.total_amount),
        yes_no("Project Created", |row| row.is_project_created),
        instant("Created (IST)", |row| row.created_at),
        text("Created By", |row| &row.created_by),
        instant("Updated (IST)", |row| row.updated_at),
        text("Updated By", |row| &row.updated_by),
        text("Contract ID", |row| &row.id),
    ];

    async fn count(&self) -> Result<u64> {
        let db = self.store.read(&self.actor).await?;
        Ok(self.filter.narrow(&db).count().await?)
    }

    async fn read(&self, after: Option<&Cursor>) -> Result<KeysetPage<Contract>> {
        let db = self.store.read(&self.actor).await?;
        let KeysetPage { content, next } =
            self.filter.narrow(&db).keyset_page(&self.order, after, export::ROWS).await?;
        let people = content.iter().flat_map(|row| [row.created_by, row.updated_by]).flatten();
        let emails = people::emails(&db, people.collect::<BTreeSet<_>>()).await?;
        let mut content = present::all(&db, content).await?;
        for row in &mut content {
            export::name(&emails, [&mut row.created_by, &mut row.updated_by]);
        }
        Ok(KeysetPage { content, next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::List;

    #[test]
    fn an_export_begins_with_what_an_import_reads() {
        let labels = Contracts::COLUMNS.iter().map(|column| column.label);
        let read = nirmaan_import::Record::Contract.columns();
        assert!(labels.take(read.len()).eq(read.iter().map(|column| column.label)));
    }
}
