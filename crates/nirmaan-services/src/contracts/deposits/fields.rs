//! The fields of a deposit as a client sends them, checked.

use nirmaan_api::{
    contracts::{SecurityDeposit, security_deposit::Status as Wire},
    types::Money,
};
use nirmaan_store::{
    NotSet, Set,
    audit::MASK,
    entity::security_deposit::{self, Status},
};
use uuid::Uuid;

use super::status;
use crate::{check::Check, error::Result};

/// The fields of a deposit, checked.
pub(super) struct Fields {
    /// Every editable column; the status is not set when it wasn't sent.
    row: security_deposit::ActiveModel,
    /// The version that the client read, if it says so.
    pub(super) version: Option<i64>,
}

impl Fields {
    pub(super) fn read(deposit: SecurityDeposit) -> Result<Self> {
        // Destructured in full, so that a new field doesn't compile until somebody has thought of it.
        let SecurityDeposit {
            deposit_type,
            instrument_no,
            amount,
            deposit_created_date,
            deposit_submitted_date,
            bank_account_no,
            bank_name,
            account_holder_name,
            bank_address,
            status,
            comment,
            deposit_returned_date,
            deposit_transferred_own_account_date,
            version,
            // The server's own: whatever a client says of them counts for nothing.
            id: _,
            contract_id: _,
            created_at: _,
            updated_at: _,
            created_by: _,
            updated_by: _,
            warnings: _,
        } = deposit;

        let mut check = Check::under("deposit.");
        let status = match Wire::try_from(status) {
            Ok(wire) => status::from_wire(wire).map_or(NotSet, Set),
            Err(_) => {
                check.complain("status", "There is no such status.");
                NotSet
            }
        };
        let bank_account_no = check.text("bank_account_no", "Bank account no.", &bank_account_no, 64);
        if bank_account_no.contains(MASK) {
            // Sent back by somebody who was shown its end only.
            check.complain("bank_account_no", "Enter the whole bank account no.");
        }
        let row = security_deposit::ActiveModel {
            tenant_id: NotSet,
            id: NotSet,
            contract_id: NotSet,
            deposit_type: Set(check.required("deposit_type", "Deposit type", &deposit_type, 64)),
            instrument_no: Set(check.required("instrument_no", "Instrument no.", &instrument_no, 100)),
            amount: required_amount(&mut check, amount).map_or(NotSet, Set),
            deposit_created_date: Set(check.date(
                "deposit_created_date",
                "Created date",
                deposit_created_date,
            )),
            deposit_submitted_date: Set(check.date(
                "deposit_submitted_date",
                "Submitted date",
                deposit_submitted_date,
            )),
            deposit_returned_date: Set(check.date(
                "deposit_returned_date",
                "Returned date",
                deposit_returned_date,
            )),
            deposit_transferred_own_account_date: Set(check.date(
                "deposit_transferred_own_account_date",
                "Date in own account",
                deposit_transferred_own_account_date,
            )),
            bank_account_no: Set(bank_account_no),
            bank_name: Set(check.text("bank_name", "Bank name", &bank_name, 255)),
            account_holder_name: Set(check.text(
                "account_holder_name",
                "Account holder",
                &account_holder_name,
                255,
            )),
            bank_address: Set(check.long_text("bank_address", "Bank address", &bank_address)),
            status,
            comment: Set(check.long_text("comment", "Comment", &comment)),
            import_id: NotSet,
            search: NotSet,
            version: NotSet,
            created_at: NotSet,
            updated_at: NotSet,
            deleted_at: NotSet,
            created_by: NotSet,
            updated_by: NotSet,
            deleted_by: NotSet,
            deleted_with: NotSet,
        };
        check.done()?;
        Ok(Self { row, version: Some(version).filter(|version| *version != 0) })
    }

    /// The account number.
    pub(super) fn bank_account_no(&self) -> &str {
        self.row.bank_account_no.try_as_ref().map_or("", String::as_str)
    }

    /// A new deposit of a contract.
    pub(super) fn new_row(&self, contract_id: Uuid) -> security_deposit::ActiveModel {
        let mut row = self.row.clone();
        row.contract_id = Set(contract_id);
        if !row.status.is_set() {
            row.status = Set(Status::Submitted);
        }
        row
    }

    /// Replaces every editable field; a status that wasn't sent keeps its value.
    pub(super) fn change(&self, row: &mut security_deposit::ActiveModel) {
        let (tenant_id, id, contract_id) = (row.tenant_id.clone(), row.id.clone(), row.contract_id.clone());
        *row = security_deposit::ActiveModel { tenant_id, id, contract_id, ..self.row.clone() };
    }
}

fn required_amount(check: &mut Check, amount: Option<Money>) -> Option<i64> {
    if amount.is_none() {
        check.complain("amount", "Amount is required.");
    }
    let paise = check.money("amount", "Amount", amount)?;
    if paise == 0 {
        check.complain("amount", "Amount must be above 0.");
    }
    Some(paise)
}
