//! Checked rows as deposits.

use nirmaan_api::contracts::{ImportDay, ImportDeposit, SecurityDeposit, security_deposit::Status as Wire};
use nirmaan_import::{DepositRow, Record};
use nirmaan_store::{
    NotSet, Set,
    audit::{MASK, mask},
    entity::security_deposit::{self, Model, Status},
};
use uuid::Uuid;

use super::super::change::Change;
use crate::{
    contracts::deposits::status,
    wire::{date, money},
};

/// What is wrong with an account number from the export of somebody who is shown its end only.
const MASKED: &str = "Bank Account No: write the whole number, or leave the cell empty";

fn status_named(name: Option<&str>) -> Result<Option<Status>, String> {
    let named = |name| Wire::from_str_name(name).and_then(status::from_wire);
    name.map(|name| named(name).ok_or_else(|| format!("Status: there is no {name}"))).transpose()
}

/// The name for people of a column.
pub(super) fn label(column: &str) -> Option<&'static str> {
    Record::Deposit.label(match column {
        // Misspelt; see docs/api-quirks.md.
        "deposit_submitted_date" => "depositSubmitedDate",
        "deposit_returned_date" => "depositeReturnedDate",
        "deposit_transferred_own_account_date" => "depositTransferedOwnAcDate",
        column => column,
    })
}

/// An account number without spaces, signs and zeros before it, which spreadsheets drop.
fn account_key(number: &str) -> String {
    let kept: String = number.chars().filter(|c| c.is_alphanumeric()).collect();
    kept.trim_start_matches('0').to_owned()
}

/// What a row makes of the deposit that it names; `None` when it says what is there already. Type and number stay as they were
/// entered: they are what the deposit is known by, however the row writes them.
pub(super) fn change(old: &Model, row: &DepositRow) -> Result<Option<Change<Model>>, String> {
    let text = |said: &String, had: &String| if said.is_empty() { had.clone() } else { said.clone() };
    // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
    let DepositRow {
        row: _,
        bid_id: _,
        deposit_type: _,
        instrument_no: _,
        amount,
        status,
        deposit_created_date,
        deposit_submitted_date,
        deposit_returned_date,
        deposit_transferred_own_account_date,
        bank_account_no,
        bank_name,
        account_holder_name,
        bank_address,
        comment,
        notes: _,
    } = row;
    let is_same_account = *bank_account_no == mask(&old.bank_account_no)
        || account_key(bank_account_no) == account_key(&old.bank_account_no);
    if !is_same_account && bank_account_no.contains(MASK) {
        return Err(MASKED.to_owned());
    }
    let new = Model {
        amount: amount.unwrap_or(old.amount),
        status: status_named(status.as_deref())?.unwrap_or(old.status),
        deposit_created_date: deposit_created_date.or(old.deposit_created_date),
        deposit_submitted_date: deposit_submitted_date.or(old.deposit_submitted_date),
        deposit_returned_date: deposit_returned_date.or(old.deposit_returned_date),
        deposit_transferred_own_account_date: deposit_transferred_own_account_date
            .or(old.deposit_transferred_own_account_date),
        bank_account_no: match is_same_account {
            true => old.bank_account_no.clone(),
            false => text(bank_account_no, &old.bank_account_no),
        },
        bank_name: text(bank_name, &old.bank_name),
        account_holder_name: text(account_holder_name, &old.account_holder_name),
        bank_address: text(bank_address, &old.bank_address),
        comment: text(comment, &old.comment),
        ..old.clone()
    };
    Ok(Change::between(old, new))
}

/// A row as a new deposit of a contract and of an import.
pub(super) fn create(
    row: &DepositRow,
    contract_id: Uuid,
    import_id: Uuid,
) -> Result<security_deposit::ActiveModel, String> {
    // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
    let DepositRow {
        row: _,
        bid_id: _,
        deposit_type,
        instrument_no,
        amount,
        status,
        deposit_created_date,
        deposit_submitted_date,
        deposit_returned_date,
        deposit_transferred_own_account_date,
        bank_account_no,
        bank_name,
        account_holder_name,
        bank_address,
        comment,
        notes: _,
    } = row;
    if bank_account_no.contains(MASK) {
        return Err(MASKED.to_owned());
    }
    Ok(security_deposit::ActiveModel {
        tenant_id: NotSet,
        id: NotSet,
        contract_id: Set(contract_id),
        deposit_type: Set(deposit_type.clone()),
        instrument_no: Set(instrument_no.clone()),
        amount: Set(amount.ok_or("Amount: is required")?),
        deposit_created_date: Set(*deposit_created_date),
        deposit_submitted_date: Set(*deposit_submitted_date),
        deposit_returned_date: Set(*deposit_returned_date),
        deposit_transferred_own_account_date: Set(*deposit_transferred_own_account_date),
        bank_account_no: Set(bank_account_no.clone()),
        bank_name: Set(bank_name.clone()),
        account_holder_name: Set(account_holder_name.clone()),
        bank_address: Set(bank_address.clone()),
        status: Set(status_named(status.as_deref())?.unwrap_or(Status::Submitted)),
        comment: Set(comment.clone()),
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

/// Of a new deposit, what is looked at for warnings and what a dry run says.
pub(super) fn to_be(row: &DepositRow) -> SecurityDeposit {
    SecurityDeposit {
        deposit_type: row.deposit_type.clone(),
        instrument_no: row.instrument_no.clone(),
        amount: row.amount.map(money),
        deposit_created_date: row.deposit_created_date.map(date),
        deposit_submitted_date: row.deposit_submitted_date.map(date),
        deposit_returned_date: row.deposit_returned_date.map(date),
        deposit_transferred_own_account_date: row.deposit_transferred_own_account_date.map(date),
        bank_name: row.bank_name.clone(),
        status: status_named(row.status.as_deref()).map_or_else(
            |_| Default::default(),
            |status| status::to_wire(status.unwrap_or(Status::Submitted)).into(),
        ),
        ..SecurityDeposit::default()
    }
}

/// What a dry run says of a deposit: not its long texts, of which an answer about thousands of rows has no room.
pub(super) fn told(deposit: SecurityDeposit) -> ImportDeposit {
    // Three of these names are misspelt; see docs/api-quirks.md.
    let days = [
        ("depositCreatedDate", deposit.deposit_created_date),
        ("depositSubmitedDate", deposit.deposit_submitted_date),
        ("depositeReturnedDate", deposit.deposit_returned_date),
        ("depositTransferedOwnAcDate", deposit.deposit_transferred_own_account_date),
    ];
    let filled =
        |(field, day): (&str, Option<_>)| Some(ImportDay { field: field.to_owned(), day: Some(day?) });
    ImportDeposit {
        deposit_type: deposit.deposit_type,
        instrument_no: deposit.instrument_no,
        amount: deposit.amount,
        status: deposit.status,
        bank_name: deposit.bank_name,
        days: days.into_iter().filter_map(filled).collect(),
    }
}
