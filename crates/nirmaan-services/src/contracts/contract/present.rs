//! Contracts as clients see them.

use nirmaan_api::{contracts::Contract, types::JsonObject};
use nirmaan_store::{
    TenantDb,
    entity::contract::Model,
    query::deposits::{self, WithDeposits},
};

use crate::{
    bid::percentage_to_wire,
    contracts::status,
    error::{Error, Result},
    wire::{date, money, optional_id, sum_of_money, timestamp},
};

/// Rows that were read with what is deposited for each.
pub(in crate::contracts) fn listed(rows: Vec<WithDeposits>) -> Vec<Contract> {
    rows.into_iter().map(|row| contract(row.contract, row.deposited)).collect()
}

/// A row that nothing is deposited for yet.
pub(in crate::contracts) fn new(row: Model) -> Contract {
    contract(row, 0)
}

/// Rows that are at hand, with what is deposited for each, in one query.
pub(super) async fn all(db: &TenantDb, rows: Vec<Model>) -> Result<Vec<Contract>> {
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let totals = deposits::totals(db, &ids).await?;
    let deposited = |row: &Model| totals.get(&row.id).copied().unwrap_or(0);
    Ok(rows
        .into_iter()
        .map(|row| {
            let total = deposited(&row);
            contract(row, total)
        })
        .collect())
}

/// One row with what is deposited for it.
pub(super) async fn one(db: &TenantDb, row: Model) -> Result<Contract> {
    let rows = all(db, vec![row]).await?;
    rows.into_iter().next().ok_or_else(|| Error::Internal("a row got lost".to_owned()))
}

fn contract(row: Model, total_deposit: i128) -> Contract {
    // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
    let Model {
        tenant_id: _,
        id,
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
        has_project,
        import_id: _,
        search: _,
        version,
        created_at,
        updated_at,
        deleted_at,
        created_by,
        updated_by,
        deleted_by,
        deleted_with: _,
    } = row;
    Contract {
        id: id.to_string(),
        bid_id,
        contract_name,
        reference_no,
        description,
        status: status::to_wire(status).into(),
        paper_cost: paper_cost.map(money),
        tender_actual_value: tender_actual_value.map(money),
        tender_bid_value: tender_bid_value.map(money),
        tender_bid_percentage: tender_bid_percentage.map(percentage_to_wire),
        contract_type,
        termination_reason,
        extension_count,
        opening_date: opening_date.map(date),
        closing_date: closing_date.map(date),
        result_date: result_date.map(date),
        drafting_date: drafting_date.map(date),
        submitted_payment_date: submitted_payment_date.map(date),
        awarded_date: awarded_date.map(date),
        agreement_date: agreement_date.map(date),
        given_start_date: given_start_date.map(date),
        given_end_date: given_end_date.map(date),
        actual_start_date: actual_start_date.map(date),
        actual_end_date: actual_end_date.map(date),
        license_id,
        license_holder_name,
        license_no,
        comments,
        contract_metadata: contract_metadata.map(|json| JsonObject { json }),
        created_at: Some(timestamp(created_at)),
        updated_at: Some(timestamp(updated_at)),
        created_by: optional_id(created_by),
        updated_by: optional_id(updated_by),
        is_deleted: deleted_at.is_some(),
        deleted_at: deleted_at.map(timestamp),
        deleted_by: optional_id(deleted_by),
        total_deposit: Some(sum_of_money(total_deposit)),
        total_amount: Some(sum_of_money(total_deposit + i128::from(paper_cost.unwrap_or(0)))),
        is_project_created: has_project,
        version,
        warnings: Vec::new(),
    }
}
