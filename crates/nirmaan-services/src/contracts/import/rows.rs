//! Checked rows as contracts.

use nirmaan_import::{ContractRow, Failure};
use nirmaan_store::{
    NotSet, Set,
    entity::contract::{self, search_text},
    search,
};
use uuid::Uuid;

use crate::contracts::{contract::rules, status};

/// A row that can be stored.
pub(super) struct Row {
    number: u32,
    pub(super) bid_id: String,
    pub(super) contract: contract::ActiveModel,
}

impl Row {
    /// The failure of a row whose bid id a live contract has.
    pub(super) fn already_exists(&self) -> Failure {
        let reason = "A contract with this Bid ID already exists.".to_owned();
        Failure { row: self.number, ref_id: self.bid_id.clone(), reason }
    }
}

/// The bid ids of rows.
pub(super) fn bid_ids(rows: &[Row]) -> Vec<&str> {
    rows.iter().map(|row| row.bid_id.as_str()).collect()
}

/// Rows as contracts of one import, and those that can't be.
pub(super) fn to_contracts(rows: Vec<ContractRow>, import_id: Uuid) -> (Vec<Row>, Vec<Failure>) {
    let mut contracts = Vec::with_capacity(rows.len());
    let mut failures = Vec::new();
    for row in rows {
        let (number, bid_id) = (row.row, row.bid_id.clone());
        match to_contract(row, import_id) {
            Ok(contract) => contracts.push(Row { number, bid_id, contract }),
            Err(reason) => failures.push(Failure { row: number, ref_id: bid_id, reason }),
        }
    }
    // In one order whatever the file's: two imports of the same rows wait for each other, and don't collide.
    contracts.sort_by(|one, other| one.bid_id.cmp(&other.bid_id));
    (contracts, failures)
}

fn to_contract(row: ContractRow, import_id: Uuid) -> Result<contract::ActiveModel, String> {
    // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
    let ContractRow {
        row: _,
        bid_id,
        contract_name,
        reference_no,
        description,
        status,
        paper_cost,
        tender_actual_value,
        tender_bid_value,
        tender_bid_percentage,
        contract_type,
        termination_reason,
        extension_count,
        opening_date,
        closing_date,
        result_date,
        drafting_date,
        submitted_payment_date,
        awarded_date,
        agreement_date,
        given_start_date,
        given_end_date,
        actual_start_date,
        actual_end_date,
        license_id,
        license_holder_name,
        license_no,
        comments,
        contract_metadata,
    } = row;
    let searchable =
        search_text(&bid_id, &contract_name, &reference_no, &license_holder_name, &contract_type);
    if searchable.len() > search::MAX_BYTES {
        return Err("The texts of this row are too long together.".to_owned());
    }
    let status = match status {
        None => contract::Status::Draft,
        Some(name) => status::named(&name).ok_or_else(|| format!("Status: there is no {name}"))?,
    };
    let (bid, percentage) = rules::bid(tender_actual_value, tender_bid_value, tender_bid_percentage)
        .map_err(|wrong| wrong.to_string())?;
    Ok(contract::ActiveModel {
        tenant_id: NotSet,
        id: NotSet,
        bid_id: Set(bid_id),
        contract_name: Set(contract_name),
        reference_no: Set(reference_no),
        description: Set(description),
        status: Set(status),
        paper_cost: Set(paper_cost),
        tender_actual_value: Set(tender_actual_value),
        tender_bid_value: Set(bid),
        tender_bid_percentage: Set(percentage),
        contract_type: Set(contract_type),
        termination_reason: Set(termination_reason),
        extension_count: Set(extension_count),
        opening_date: Set(opening_date),
        closing_date: Set(closing_date),
        result_date: Set(result_date),
        drafting_date: Set(drafting_date),
        submitted_payment_date: Set(submitted_payment_date),
        awarded_date: Set(awarded_date),
        agreement_date: Set(agreement_date),
        given_start_date: Set(given_start_date),
        given_end_date: Set(given_end_date),
        actual_start_date: Set(actual_start_date),
        actual_end_date: Set(actual_end_date),
        license_id: Set(license_id),
        license_holder_name: Set(license_holder_name),
        license_no: Set(license_no),
        comments: Set(comments),
        contract_metadata: Set(contract_metadata),
        has_project: Set(false),
        import_id: Set(Some(import_id)),
        search: NotSet,
        version: NotSet,
        created_at: NotSet,
        updated_at: NotSet,
        deleted_at: Set(None),
        created_by: NotSet,
        updated_by: NotSet,
        deleted_by: Set(None),
    })
}
