//! What the combined search asks for.

use std::collections::BTreeSet;

use nirmaan_api::contracts::{
    FilterContractsRequest, SearchContractDepositsRequest, security_deposit::Status as Wire,
};
use nirmaan_store::query::deposits::{AccountFilter, DepositFilter};

use super::{present, status};
use crate::{access::Caller, check::Check, error::Result, wire};

/// The most types of deposits that may be named.
const MAX_TYPES: usize = 50;

/// What is asked of the contracts; as in their own list.
pub(super) fn contracts(request: &SearchContractDepositsRequest) -> FilterContractsRequest {
    FilterContractsRequest {
        bid_id: request.bid_id.clone(),
        contract_name: request.contract_name.clone(),
        reference_no: request.reference_no.clone(),
        status: request.statuses.clone(),
        license_holder_name: request.license_holder_name.clone(),
        contract_type: request.contract_type.clone(),
        date_range: request.date_range.clone(),
        pagination: request.pagination,
        sort: request.sort.clone(),
        has_paper_cost: false,
        import_id: String::new(),
    }
}

/// What is asked of the deposits, checked.
pub(super) fn deposits(caller: &Caller, request: &SearchContractDepositsRequest) -> Result<DepositFilter> {
    let mut check = Check::default();
    // Each once, however often it was sent: a statement takes only so many values.
    let statuses: BTreeSet<_> = request.deposit_statuses().filter_map(status::from_wire).collect();
    let is_known = |number: &i32| Wire::try_from(*number).is_ok_and(|wire| wire != Wire::Unspecified);
    if !request.deposit_statuses.iter().all(is_known) {
        check.complain("deposit_statuses", "There is no such status.");
    }
    let types: BTreeSet<_> = request.deposit_types.iter().map(|name| nirmaan_text::normalize(name)).collect();
    let is_type = |name: &String| name.chars().count() <= 64 && !name.chars().any(char::is_control);
    if types.len() > MAX_TYPES || !types.iter().all(is_type) {
        check.complain(
            "deposit_types",
            "Name at most 50 types, of at most 64 characters each and no control characters.",
        );
    }
    let account = check.text("bank_account_no", "Bank account no.", &request.bank_account_no, 255);
    let filter = DepositFilter {
        deposit_type: check.text("deposit_type", "Deposit type", &request.deposit_type, 255),
        instrument_no: check.text("instrument_no", "Instrument no.", &request.instrument_no, 255),
        account_holder_name: check.text(
            "account_holder_name",
            "Account holder",
            &request.account_holder_name,
            255,
        ),
        account: match account {
            account if account.is_empty() => AccountFilter::Any,
            account if present::sees_accounts(caller) => AccountFilter::Containing(account),
            // Digit by digit, a filter by parts would tell what the mask hides.
            account => AccountFilter::Whole(account),
        },
        statuses: statuses.into_iter().collect(),
        types: types.into_iter().collect(),
        is_returned: request.is_returned,
        import: wire::narrowing_id(&request.import_id).map(Into::into),
    };
    check.done()?;
    Ok(filter)
}
