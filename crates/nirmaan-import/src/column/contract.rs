//! The columns of a register of tenders.

use super::{Field, Kind, Need, Role, Slot, date, field, long_text, money, text};
use crate::ContractRow;

/// Every column of a contract, in the order of the template.
pub(crate) const FIELDS: &[Field<ContractRow>] = &[
    text("bidId", "Bid ID", 64, |row: &mut ContractRow| &mut row.bid_id)
        .needed(Need::Always, "The tender's id on its portal, used once")
        .role(Role::Id),
    text("referenceNo", "Reference No", 100, |row: &mut ContractRow| &mut row.reference_no)
        .hint("The authority's reference"),
    text("contractName", "Contract Name", 255, |row: &mut ContractRow| &mut row.contract_name)
        .needed(Need::ToCreate, "What is to be built")
        .role(Role::Name),
    text("contractType", "Contract Type", 64, |row: &mut ContractRow| &mut row.contract_type)
        .hint("For example Item rate or EPC"),
    field("status", "Status", Kind::Status(&STATUSES), Slot::Status(|row: &mut ContractRow| &mut row.status))
        .hint("One of the drop-down's choices; Draft when empty"),
    money("paperCost", "Paper Cost", |row| &mut row.paper_cost),
    money("tenderActualValue", "Tender Actual Value", |row: &mut ContractRow| &mut row.tender_actual_value)
        .hint("The authority's estimate in rupees, for example 1,25,00,000"),
    money("tenderBidValue", "Tender Bid Value", |row: &mut ContractRow| &mut row.tender_bid_value)
        .hint("Your quote in rupees; computed from the percentage when empty"),
    field(
        "tenderBidPercentage",
        "Tender Bid Percentage",
        Kind::Percentage,
        Slot::Percentage(|row| &mut row.tender_bid_percentage),
    ),
    date("openingDate", "Opening Date", |row| &mut row.opening_date),
    date("closingDate", "Closing Date", |row| &mut row.closing_date),
    date("resultDate", "Result Date", |row| &mut row.result_date),
    date("draftingDate", "Drafting Date", |row| &mut row.drafting_date),
    date("submittedPaymentDate", "Submitted Payment Date", |row| &mut row.submitted_payment_date),
    date("awardedDate", "Awarded Date", |row| &mut row.awarded_date),
    date("aggreementDate", "Agreement Date", |row| &mut row.agreement_date),
    date("givenStartDate", "Given Start Date", |row| &mut row.given_start_date),
    date("givenEndDate", "Given End Date", |row| &mut row.given_end_date),
    date("actualStartDate", "Actual Start Date", |row| &mut row.actual_start_date),
    date("actualEndDate", "Actual End Date", |row| &mut row.actual_end_date),
    field("extensionCoun", "Extension Count", Kind::Count, Slot::Count(|row| &mut row.extension_count)),
    text("licenseId", "License ID", 64, |row| &mut row.license_id),
    text("licenseHolderName", "License Holder Name", 150, |row| &mut row.license_holder_name),
    text("licenseNo", "License No", 100, |row| &mut row.license_no),
    long_text("description", "Description", |row| &mut row.description),
    long_text("comments", "Comments", |row| &mut row.comments),
    long_text("terminationReason", "Termination Reason", |row| &mut row.termination_reason),
    field("contractMetadata", "Contract Metadata", Kind::Json, Slot::Json(|row| &mut row.contract_metadata)),
];

/// The statuses of a contract: name and label.
pub const STATUSES: [(&str, &str); 19] = [
    ("DRAFT", "Draft"),
    ("SUBMITTED", "Submitted"),
    ("AWARDED", "Awarded"),
    ("ACCEPTED", "Accepted"),
    ("REJECTED", "Rejected"),
    ("CANCELLED", "Cancelled"),
    ("WORK_ORDER_ISSUED", "Work order issued"),
    ("MOBILIZED", "Mobilized"),
    ("WORK_IN_PROGRESS", "Work in progress"),
    ("ON_HOLD", "On hold"),
    ("RESUMED", "Resumed"),
    ("COMPLETED", "Completed"),
    ("SUBMITTED_FOR_APPROVAL", "Submitted for approval"),
    ("APPROVED", "Approved"),
    ("PAYMENT_PENDING", "Payment pending"),
    ("PAYMENT_RECEIVED", "Payment received"),
    ("CLOSED", "Closed"),
    ("TERMINATED", "Terminated"),
    ("DISPUTE", "Dispute"),
];
