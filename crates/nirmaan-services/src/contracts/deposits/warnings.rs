//! What is unusual about a deposit that can be stored.

use nirmaan_api::{
    contracts::{SameInstrument, SecurityDeposit},
    types::{Money, Warning},
};

use super::status;
use crate::{
    warnings::{out_of_order, very_large, warning},
    wire::money,
};

/// The most that an EMD usually is, as a part of the tender's value: authorities ask for 1 to 5 percent.
const EMD_PART: i64 = 10;
/// The fewest letters and digits of a number that identifies an instrument.
const FEWEST: usize = 4;
/// The field of the day on which the authority gave a deposit back.
const RETURNED: &str = "depositeReturnedDate";

/// Of a deposit's days and amount, beside the value of the tender that it is for.
pub(in crate::contracts) fn of(deposit: &SecurityDeposit, tender_value: Option<Money>) -> Vec<Warning> {
    // Three of these names are misspelt; see docs/api-quirks.md.
    let days = [
        ("depositCreatedDate", "Created date", deposit.deposit_created_date),
        ("depositSubmitedDate", "Submitted date", deposit.deposit_submitted_date),
        (RETURNED, "Returned date", deposit.deposit_returned_date),
        ("depositTransferedOwnAcDate", "Date in own account", deposit.deposit_transferred_own_account_date),
    ];
    let amount = [("amount", "Amount", deposit.amount)];
    let mut found: Vec<_> = very_large(&amount).collect();
    let parts = deposit
        .amount
        .zip(tender_value)
        .map(|(amount, of)| (i128::from(amount.paise) * i128::from(EMD_PART), of));
    if is_earnest_money(&deposit.deposit_type)
        && parts.is_some_and(|(parts, of)| parts > i128::from(of.paise))
    {
        found.push(warning("amount", "Amount is above 10% of the value of the tender."));
    }
    if is_back(deposit) && deposit.deposit_returned_date.is_none() {
        found.push(warning(RETURNED, "Returned date is missing, although the deposit came back."));
    }
    found.extend(out_of_order(&days));
    found
}

/// What a tender is worth: the authority's estimate, else what was quoted; both in paise.
pub(in crate::contracts) fn tender_value(estimate: Option<i64>, quoted: Option<i64>) -> Option<Money> {
    [estimate, quoted].into_iter().flatten().find(|paise| *paise > 0).map(money)
}

/// Whether a deposit is one that the firm may still get back.
pub(in crate::contracts) fn is_out(deposit: &SecurityDeposit) -> bool {
    status::from_wire(deposit.status()).is_some_and(|status| status.is_out())
}

/// Whether the authority has given a deposit back.
fn is_back(deposit: &SecurityDeposit) -> bool {
    status::from_wire(deposit.status()).is_some_and(|status| status.is_back())
}

/// Of the other deposits that are out on its instrument.
pub(super) fn of_same_instrument(deposit: &SecurityDeposit, others: &[SameInstrument]) -> Option<Warning> {
    let others: Vec<_> = others.iter().map(|other| other.bid_id.as_str()).collect();
    let which = match others.len() {
        0 => return None,
        1 => "Another deposit has",
        _ => "Other deposits have",
    };
    let same = if deposit.bank_name.is_empty() { "instrument number" } else { "instrument number and bank" };
    let message = format!("{which} the same {same}: {}.", others.join(", "));
    Some(warning("instrumentNo", message))
}

/// Whether a type says that a deposit is earnest money, for example `EMD`, `EMD (BG)` or `Bid security`.
fn is_earnest_money(deposit_type: &str) -> bool {
    let key = key(deposit_type);
    ["emd", "earnestmoney", "bidsecurity"].iter().any(|name| key.starts_with(name))
}

/// Whether a number identifies an instrument: "NA", "-" and "nil" don't.
pub(super) fn is_identified(instrument_no: &str) -> bool {
    let key = key(instrument_no);
    key.chars().count() >= FEWEST && key.chars().any(|c| c.is_numeric() && c != '0')
}

/// Whether two names are those of one bank, spaces, signs and case aside.
pub(super) fn is_same_bank(one: &str, other: &str) -> bool {
    key(one) == key(other)
}

/// The letters and digits of a text's key.
fn key(text: &str) -> String {
    nirmaan_text::key(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use nirmaan_api::contracts::security_deposit::Status;

    use super::*;
    use crate::warnings::tests::cases;

    #[test]
    fn what_is_unusual_is_said_as_the_cases_say() {
        for case in cases("deposit") {
            let deposit = SecurityDeposit {
                deposit_type: case.text("depositType").to_owned(),
                amount: case.money("amount"),
                deposit_created_date: case.day("depositCreatedDate"),
                deposit_submitted_date: case.day("depositSubmitedDate"),
                deposit_returned_date: case.day("depositeReturnedDate"),
                deposit_transferred_own_account_date: case.day("depositTransferedOwnAcDate"),
                status: Status::from_str_name(case.text("status")).unwrap_or_default().into(),
                ..SecurityDeposit::default()
            };
            case.expect(&of(&deposit, case.money("tenderValue")));
        }
    }

    #[test]
    fn numbers_that_stand_for_none_and_names_of_one_bank_are_known() {
        for number in ["DD 004512", "0012", "UTR-99A1", "१२३४"] {
            assert!(is_identified(number), "{number}");
        }
        for none in ["", "NA", "N/A", "nil", "-", "0", "0000", "123", "not yet known"] {
            assert!(!is_identified(none), "{none}");
        }
        assert!(is_same_bank("State Bank of India", "state bank of  india.") && is_same_bank("", " - "));
        assert!(!is_same_bank("State Bank of India", "SBI") && !is_same_bank("SBI", ""));
    }

    #[test]
    fn other_deposits_are_named_by_their_contracts() {
        for case in cases("instrument") {
            let others = case.text("others").split_terminator(' ');
            let others: Vec<_> = others
                .map(|bid_id| SameInstrument { bid_id: bid_id.to_owned(), ..SameInstrument::default() })
                .collect();
            let bank_name = case.text("bankName").to_owned();
            let deposit = SecurityDeposit { bank_name, ..SecurityDeposit::default() };
            case.expect(of_same_instrument(&deposit, &others).as_slice());
        }
    }

    #[test]
    fn a_tender_is_worth_its_estimate_or_else_what_was_quoted() {
        for (estimate, quoted, expected) in [
            (None, None, None),
            (Some(0), Some(0), None),
            (Some(5), Some(4), Some(5)),
            (Some(0), Some(4), Some(4)),
            (None, Some(4), Some(4)),
        ] {
            assert_eq!(tender_value(estimate, quoted), expected.map(money), "{estimate:?} {quoted:?}");
        }
    }
}
