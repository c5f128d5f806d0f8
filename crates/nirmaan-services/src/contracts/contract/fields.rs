//! The fields of a contract as a client sends them, checked.

use nirmaan_api::contracts::{Contract, contract::Status as Wire};
use nirmaan_store::{
    NotSet, Set,
    entity::contract::{self, search_text},
    search,
};

use super::present;
use crate::{
    bid::{self, Bid},
    change::Sent,
    check::Check,
    contracts::status,
    error::Result,
};

const BID: bid::Names = bid::Names {
    actual: "tender_actual_value",
    bid: "tender_bid_value",
    percentage: "tender_bid_percentage",
};

/// The fields of a contract, checked.
pub(super) struct Fields {
    /// Every editable column; the status is not set when it wasn't sent.
    pub(super) row: contract::ActiveModel,
    /// The version that the client read, if it says so.
    pub(super) version: Option<i64>,
}

/// The contract as it is to be: what was sent, over what is stored.
pub(super) fn merged(sent: &Sent<Contract>, old: &contract::Model) -> Result<Contract> {
    let mut contract = sent.over(|| present::new(old.clone()))?;
    let Contract { tender_actual_value, tender_bid_value, tender_bid_percentage, .. } = &mut contract;
    let is_changed = |field: &str| sent.names(field);
    bid::clear_what_follows(is_changed, BID, *tender_actual_value, tender_bid_value, tender_bid_percentage);
    Ok(contract)
}

impl Fields {
    pub(super) fn read(contract: Contract) -> Result<Self> {
        // Destructured in full, so that a new field doesn't compile until somebody has thought of it.
        let Contract {
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
            version,
            // The server's own: whatever a client says of them counts for nothing.
            id: _,
            created_at: _,
            updated_at: _,
            created_by: _,
            updated_by: _,
            is_deleted: _,
            deleted_at: _,
            deleted_by: _,
            total_deposit: _,
            total_amount: _,
            is_project_created: _,
            warnings: _,
        } = contract;

        let mut check = Check::under("contract.");
        let bid_id = check.required("bid_id", "Bid ID", &bid_id, 64);
        let contract_name = check.required("contract_name", "Contract name", &contract_name, 255);
        let reference_no = check.text("reference_no", "Reference no.", &reference_no, 100);
        let license_holder_name =
            check.text("license_holder_name", "Licence holder", &license_holder_name, 150);
        let contract_type = check.text("contract_type", "Contract type", &contract_type, 64);
        let searchable =
            search_text(&bid_id, &contract_name, &reference_no, &license_holder_name, &contract_type);
        if searchable.len() > search::MAX_BYTES {
            check.complain("contract_name", "The texts of this contract are too long together.");
        }
        let status = match Wire::try_from(status) {
            Ok(wire) => status::from_wire(wire).map_or(NotSet, Set),
            Err(_) => {
                check.complain("status", "There is no such status.");
                NotSet
            }
        };
        let sent = (tender_actual_value, tender_bid_value, tender_bid_percentage);
        let Bid { actual, value, percentage } = bid::read(&mut check, BID, sent);
        if !(0..=1_000).contains(&extension_count) {
            check.complain("extension_count", "Extensions must be between 0 and 1,000.");
        }
        let row = contract::ActiveModel {
            tenant_id: NotSet,
            id: NotSet,
            bid_id: Set(bid_id),
            contract_name: Set(contract_name),
            reference_no: Set(reference_no),
            description: Set(check.long_text("description", "Description", &description)),
            status,
            paper_cost: Set(check.money("paper_cost", "Paper cost", paper_cost)),
            tender_actual_value: Set(actual),
            tender_bid_value: Set(value),
            tender_bid_percentage: Set(percentage),
            contract_type: Set(contract_type),
            termination_reason: Set(check.long_text(
                "termination_reason",
                "Termination reason",
                &termination_reason,
            )),
            extension_count: Set(extension_count),
            opening_date: Set(check.date("opening_date", "Opening date", opening_date)),
            closing_date: Set(check.date("closing_date", "Closing date", closing_date)),
            result_date: Set(check.date("result_date", "Result date", result_date)),
            drafting_date: Set(check.date("drafting_date", "Drafting date", drafting_date)),
            submitted_payment_date: Set(check.date(
                "submitted_payment_date",
                "Submitted payment date",
                submitted_payment_date,
            )),
            awarded_date: Set(check.date("awarded_date", "Awarded date", awarded_date)),
            agreement_date: Set(check.date("agreement_date", "Agreement date", agreement_date)),
            given_start_date: Set(check.date("given_start_date", "Given start date", given_start_date)),
            given_end_date: Set(check.date("given_end_date", "Given end date", given_end_date)),
            actual_start_date: Set(check.date("actual_start_date", "Actual start date", actual_start_date)),
            actual_end_date: Set(check.date("actual_end_date", "Actual end date", actual_end_date)),
            license_id: Set(check.text("license_id", "Licence ID", &license_id, 64)),
            license_holder_name: Set(license_holder_name),
            license_no: Set(check.text("license_no", "Licence no.", &license_no, 100)),
            comments: Set(check.long_text("comments", "Comments", &comments)),
            contract_metadata: Set(check.json("contract_metadata", "Metadata", contract_metadata)),
            has_project: NotSet,
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
}
