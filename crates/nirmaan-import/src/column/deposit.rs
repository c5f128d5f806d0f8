//! The columns of a register of deposits: those of the export, without what the system itself knows.

use super::{Field, Kind, Need, Role, Slot, date, field, long_text, money, text};
use crate::DepositRow;

/// Every column of a deposit, in the order of the template.
pub(crate) const FIELDS: &[Field<DepositRow>] = &[
    text("bidId", "Bid ID", 64, |row: &mut DepositRow| &mut row.bid_id)
        .needed(Need::Always, "The Bid ID of the contract that it is for")
        .role(Role::Id),
    text("depositType", "Deposit Type", 64, |row: &mut DepositRow| &mut row.deposit_type)
        .needed(Need::Always, "For example EMD, Security Deposit or Performance Guarantee")
        .role(Role::Name),
    text("instrumentNo", "Instrument No", 100, |row: &mut DepositRow| &mut row.instrument_no)
        .needed(Need::Always, "The number of the draft, guarantee, fixed deposit or payment")
        .role(Role::Name),
    money("amount", "Amount", |row: &mut DepositRow| &mut row.amount)
        .needed(Need::ToCreate, "The amount in rupees, for example 2,00,000")
        .general(),
    field("status", "Status", Kind::Status(&STATUSES), Slot::Status(|row: &mut DepositRow| &mut row.status))
        .hint("One of the drop-down's choices; a new deposit is Submitted when empty")
        .general(),
    date("depositCreatedDate", "Created Date", |row| &mut row.deposit_created_date),
    date("depositSubmitedDate", "Submitted Date", |row| &mut row.deposit_submitted_date),
    date("depositeReturnedDate", "Returned Date", |row| &mut row.deposit_returned_date),
    date("depositTransferedOwnAcDate", "Date In Own Account", |row| {
        &mut row.deposit_transferred_own_account_date
    }),
    text("bankAccountNo", "Bank Account No", 64, |row| &mut row.bank_account_no),
    text("bankName", "Bank Name", 255, |row| &mut row.bank_name),
    text("accountHolderName", "Account Holder", 255, |row| &mut row.account_holder_name),
    long_text("bankAddress", "Bank Address", |row| &mut row.bank_address),
    long_text("comment", "Comment", |row| &mut row.comment),
];

const STATUSES: [(&str, &str); 11] = [
    ("DRAFT", "Draft"),
    ("SUBMITTED", "Submitted"),
    ("REJECTED", "Rejected"),
    ("CANCELLED", "Cancelled"),
    ("REFUNDED", "Refunded"),
    ("FORFEITED", "Forfeited"),
    ("RELEASED", "Released"),
    ("PENDING_RELEASE", "Pending release"),
    ("PENDING_REFUND", "Pending refund"),
    ("RETURNED", "Returned"),
    ("PENDING", "Pending"),
];
