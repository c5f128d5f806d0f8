//! What a contract has in it once a row is stored, for whoever compares that with the sheet.

use nirmaan_api::contracts::{Contract, ImportDay, ImportValues};

/// What a person looks at first in a contract: not its long texts, of which an answer about thousands of rows has no room.
pub(super) fn of(contract: Contract) -> ImportValues {
    let days = [
        ("openingDate", contract.opening_date),
        ("closingDate", contract.closing_date),
        ("resultDate", contract.result_date),
        ("draftingDate", contract.drafting_date),
        ("submittedPaymentDate", contract.submitted_payment_date),
        ("awardedDate", contract.awarded_date),
        // Misspelt; see docs/api-quirks.md.
        ("aggreementDate", contract.agreement_date),
        ("givenStartDate", contract.given_start_date),
        ("givenEndDate", contract.given_end_date),
        ("actualStartDate", contract.actual_start_date),
        ("actualEndDate", contract.actual_end_date),
    ];
    let filled =
        |(field, day): (&str, Option<_>)| Some(ImportDay { field: field.to_owned(), day: Some(day?) });
    ImportValues {
        contract_name: contract.contract_name,
        status: contract.status,
        paper_cost: contract.paper_cost,
        tender_actual_value: contract.tender_actual_value,
        tender_bid_value: contract.tender_bid_value,
        tender_bid_percentage: contract.tender_bid_percentage,
        days: days.into_iter().filter_map(filled).collect(),
    }
}
