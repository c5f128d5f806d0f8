//! Checked rows as contracts.

use nirmaan_import::ContractRow;
use nirmaan_store::{
    NotSet, Set,
    entity::contract::{self, search_text},
    search,
};
use uuid::Uuid;

use super::change::Change;
use crate::{bid, contracts::status};

/// What a row makes of the contract that has its bid id; `None` when it says what is there already.
pub(super) fn change(
    old: &contract::Model,
    row: &ContractRow,
) -> Result<Option<Change<contract::Model>>, String> {
    let new = changed(old, row)?;
    check_length(search_text(
        &new.bid_id,
        &new.contract_name,
        &new.reference_no,
        &new.license_holder_name,
        &new.contract_type,
    ))?;
    Ok(Change::between(old, new))
}

fn check_length(searchable: String) -> Result<(), String> {
    if searchable.len() > search::MAX_BYTES {
        return Err("The texts of this row are too long together.".to_owned());
    }
    Ok(())
}

fn status_named(name: Option<&str>) -> Result<Option<contract::Status>, String> {
    name.map(|name| status::named(name).ok_or_else(|| format!("Status: there is no {name}"))).transpose()
}

/// A contract with what a row says of it; what it doesn't say stays.
fn changed(old: &contract::Model, row: &ContractRow) -> Result<contract::Model, String> {
    let text = |said: &String, had: &String| if said.is_empty() { had.clone() } else { said.clone() };
    // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
    let ContractRow {
        row: _,
        bid_id: _,
        contract_name,
        reference_no,
        description,
        status,
        paper_cost,
        tender_actual_value,
        tender_bid_value: _,
        tender_bid_percentage: _,
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
        notes: _,
    } = row;
    let actual = tender_actual_value.or(old.tender_actual_value);
    let (bid, percentage) = quoted(old, actual, row)?;
    Ok(contract::Model {
        bid_id: old.bid_id.clone(),
        contract_name: text(contract_name, &old.contract_name),
        reference_no: text(reference_no, &old.reference_no),
        description: text(description, &old.description),
        status: status_named(status.as_deref())?.unwrap_or(old.status),
        paper_cost: paper_cost.or(old.paper_cost),
        tender_actual_value: actual,
        tender_bid_value: bid,
        tender_bid_percentage: percentage,
        contract_type: text(contract_type, &old.contract_type),
        termination_reason: text(termination_reason, &old.termination_reason),
        extension_count: extension_count.unwrap_or(old.extension_count),
        opening_date: opening_date.or(old.opening_date),
        closing_date: closing_date.or(old.closing_date),
        result_date: result_date.or(old.result_date),
        drafting_date: drafting_date.or(old.drafting_date),
        submitted_payment_date: submitted_payment_date.or(old.submitted_payment_date),
        awarded_date: awarded_date.or(old.awarded_date),
        agreement_date: agreement_date.or(old.agreement_date),
        given_start_date: given_start_date.or(old.given_start_date),
        given_end_date: given_end_date.or(old.given_end_date),
        actual_start_date: actual_start_date.or(old.actual_start_date),
        actual_end_date: actual_end_date.or(old.actual_end_date),
        license_id: text(license_id, &old.license_id),
        license_holder_name: text(license_holder_name, &old.license_holder_name),
        license_no: text(license_no, &old.license_no),
        comments: text(comments, &old.comments),
        contract_metadata: contract_metadata.clone().or_else(|| old.contract_metadata.clone()),
        ..old.clone()
    })
}

/// Bid value and percentage as the form would have them: of the two, the one that the row says counts.
fn quoted(
    old: &contract::Model,
    actual: Option<i64>,
    row: &ContractRow,
) -> Result<(Option<i64>, Option<i64>), String> {
    let says_nothing = row.tender_bid_value.is_none() && row.tender_bid_percentage.is_none();
    if says_nothing && actual == old.tender_actual_value {
        return Ok((old.tender_bid_value, old.tender_bid_percentage));
    }
    let value = match row.tender_bid_percentage {
        // The value that was there would win over it.
        Some(_) if actual.is_some_and(|actual| actual > 0) => row.tender_bid_value,
        _ => row.tender_bid_value.or(old.tender_bid_value),
    };
    let percentage = row.tender_bid_percentage.or(old.tender_bid_percentage);
    bid::bid(actual, value, percentage).map_err(|wrong| wrong.to_string())
}

/// A row as a new contract of an import.
pub(super) fn create(row: &ContractRow, import_id: Uuid) -> Result<contract::ActiveModel, String> {
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
        notes: _,
    } = row;
    if contract_name.is_empty() {
        return Err("Contract Name: is required".to_owned());
    }
    check_length(search_text(bid_id, contract_name, reference_no, license_holder_name, contract_type))?;
    let status = status_named(status.as_deref())?.unwrap_or(contract::Status::Draft);
    let (bid, percentage) = bid::bid(*tender_actual_value, *tender_bid_value, *tender_bid_percentage)
        .map_err(|wrong| wrong.to_string())?;
    Ok(contract::ActiveModel {
        tenant_id: NotSet,
        id: NotSet,
        bid_id: Set(bid_id.clone()),
        contract_name: Set(contract_name.clone()),
        reference_no: Set(reference_no.clone()),
        description: Set(description.clone()),
        status: Set(status),
        paper_cost: Set(*paper_cost),
        tender_actual_value: Set(*tender_actual_value),
        tender_bid_value: Set(bid),
        tender_bid_percentage: Set(percentage),
        contract_type: Set(contract_type.clone()),
        termination_reason: Set(termination_reason.clone()),
        extension_count: Set(extension_count.unwrap_or_default()),
        opening_date: Set(*opening_date),
        closing_date: Set(*closing_date),
        result_date: Set(*result_date),
        drafting_date: Set(*drafting_date),
        submitted_payment_date: Set(*submitted_payment_date),
        awarded_date: Set(*awarded_date),
        agreement_date: Set(*agreement_date),
        given_start_date: Set(*given_start_date),
        given_end_date: Set(*given_end_date),
        actual_start_date: Set(*actual_start_date),
        actual_end_date: Set(*actual_end_date),
        license_id: Set(license_id.clone()),
        license_holder_name: Set(license_holder_name.clone()),
        license_no: Set(license_no.clone()),
        comments: Set(comments.clone()),
        contract_metadata: Set(contract_metadata.clone()),
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
        deleted_with: Set(None),
    })
}
