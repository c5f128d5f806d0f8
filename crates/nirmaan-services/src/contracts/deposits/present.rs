//! Deposits as clients see them.

use nirmaan_api::{access::Action::Edit, contracts::SecurityDeposit};
use nirmaan_store::{audit::mask, entity::security_deposit::Model};

use super::{MODULE, status};
use crate::{
    access::Caller,
    wire::{date, money, optional_id, timestamp},
};

/// Whether a caller sees account numbers whole: those who may write them do.
pub(in crate::contracts) fn sees_accounts(caller: &Caller) -> bool {
    caller.may(MODULE, Edit)
}

/// Deposits for a caller.
pub(super) fn all(caller: &Caller, rows: Vec<Model>) -> Vec<SecurityDeposit> {
    rows.into_iter().map(|row| one(caller, row)).collect()
}

/// A deposit for a caller.
pub(super) fn one(caller: &Caller, row: Model) -> SecurityDeposit {
    let bank_account_no = row.bank_account_no.clone();
    kept(caller, to_keep(row), &bank_account_no)
}

/// A reply that was kept without its account number, for a caller.
pub(super) fn kept(caller: &Caller, mut deposit: SecurityDeposit, bank_account_no: &str) -> SecurityDeposit {
    if sees_accounts(caller) {
        bank_account_no.clone_into(&mut deposit.bank_account_no);
    }
    deposit
}

/// A deposit with its account number masked, as it may be kept.
pub(in crate::contracts) fn to_keep(row: Model) -> SecurityDeposit {
    // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
    let Model {
        tenant_id: _,
        id,
        contract_id,
        deposit_type,
        instrument_no,
        amount,
        deposit_created_date,
        deposit_submitted_date,
        deposit_returned_date,
        deposit_transferred_own_account_date,
        bank_account_no,
        bank_name,
        account_holder_name,
        bank_address,
        status,
        comment,
        import_id: _,
        search: _,
        version,
        created_at,
        updated_at,
        deleted_at: _,
        created_by,
        updated_by,
        deleted_by: _,
        deleted_with: _,
    } = row;
    SecurityDeposit {
        id: id.to_string(),
        contract_id: contract_id.to_string(),
        deposit_type,
        instrument_no,
        amount: Some(money(amount)),
        deposit_created_date: deposit_created_date.map(date),
        deposit_submitted_date: deposit_submitted_date.map(date),
        deposit_returned_date: deposit_returned_date.map(date),
        deposit_transferred_own_account_date: deposit_transferred_own_account_date.map(date),
        bank_account_no: mask(&bank_account_no),
        bank_name,
        account_holder_name,
        bank_address,
        status: status::to_wire(status).into(),
        comment,
        created_at: Some(timestamp(created_at)),
        updated_at: Some(timestamp(updated_at)),
        created_by: optional_id(created_by),
        updated_by: optional_id(updated_by),
        version,
        warnings: Vec::new(),
    }
}
