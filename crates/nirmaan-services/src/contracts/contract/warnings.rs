//! What is unusual about a contract that can be stored.

use std::cmp::Ordering;

use chrono::NaiveDate;
use nirmaan_api::{
    contracts::{Contract, contract::Status},
    types::Warning,
};

use crate::warnings::{compared_with, out_of_order, very_large, warning};

/// Of a contract's days, amounts and status. Of one that is new, `new_on` is the day in Asia/Kolkata on which it is created.
pub(in crate::contracts) fn of(contract: &Contract, new_on: Option<NaiveDate>) -> Vec<Warning> {
    let tender = [
        ("openingDate", "Opening date", contract.opening_date),
        ("closingDate", "Closing date", contract.closing_date),
        ("resultDate", "Result date", contract.result_date),
        ("awardedDate", "Awarded date", contract.awarded_date),
        // Misspelt; see docs/api-quirks.md.
        ("aggreementDate", "Agreement date", contract.agreement_date),
        ("givenStartDate", "Given start date", contract.given_start_date),
        ("givenEndDate", "Given end date", contract.given_end_date),
    ];
    let work = [
        ("actualStartDate", "Actual start date", contract.actual_start_date),
        ("actualEndDate", "Actual end date", contract.actual_end_date),
    ];
    let amounts = [
        ("tenderActualValue", "Tender actual value", contract.tender_actual_value),
        ("tenderBidValue", "Tender bid value", contract.tender_bid_value),
        ("paperCost", "Paper cost", contract.paper_cost),
    ];
    let mut found: Vec<_> =
        very_large(&amounts).chain(out_of_order(&tender)).chain(out_of_order(&work)).collect();
    let is_draft = matches!(contract.status(), Status::Draft | Status::Unspecified);
    if is_draft
        && new_on.is_some_and(|today| compared_with(contract.closing_date, today) == Some(Ordering::Less))
    {
        found.push(warning("closingDate", "Closing date has passed."));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warnings::tests::cases;

    #[test]
    fn what_is_unusual_is_said_as_the_cases_say() {
        for case in cases("contract") {
            let contract = Contract {
                status: Status::from_str_name(case.text("status")).unwrap_or_default().into(),
                opening_date: case.day("openingDate"),
                closing_date: case.day("closingDate"),
                result_date: case.day("resultDate"),
                drafting_date: case.day("draftingDate"),
                awarded_date: case.day("awardedDate"),
                agreement_date: case.day("aggreementDate"),
                given_start_date: case.day("givenStartDate"),
                given_end_date: case.day("givenEndDate"),
                actual_start_date: case.day("actualStartDate"),
                actual_end_date: case.day("actualEndDate"),
                tender_actual_value: case.money("tenderActualValue"),
                tender_bid_value: case.money("tenderBidValue"),
                paper_cost: case.money("paperCost"),
                ..Contract::default()
            };
            let new_on = case.is_new().then(|| NaiveDate::from_ymd_opt(2026, 11, 26).unwrap());
            case.expect(&of(&contract, new_on));
        }
    }
}
