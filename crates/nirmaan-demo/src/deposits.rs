//! The deposits of a firm: what stands behind its bids and contracts, and what came back.

mod emd;
mod instrument;

use std::collections::HashMap;

use nirmaan_store::entity::{
    contract::Status as Stage,
    security_deposit::{self, Status},
};

use self::instrument::Instrument;
use super::contracts::Work;
use super::day::Today;
use super::rules::{self, CRORE, PERCENT};
use super::seed::Seed;
use super::{Firm, demo_id, ladder};

/// A deposit before it is a row. Days are ages; see [`super::chain`].
#[derive(Debug, Clone, Copy)]
struct Deposit {
    kind: &'static str,
    amount: i64,
    instrument: Instrument,
    created: i64,
    submitted: Option<i64>,
    returned: Option<i64>,
    status: Status,
    comment: &'static str,
}

/// The deposits of all contracts of a firm.
pub(super) fn of_firm(firm: &Firm, works: &[Work], today: &Today) -> Vec<security_deposit::Model> {
    let on_ladder = ladder::ages(firm.profile.no, works);
    let mut exceptions = emd::Exceptions::default();
    // Of the first accepted contracts the guarantee is still with the bank; the first terminated ones lost theirs.
    let mut requested = 3_u32;
    let mut forfeited = 2_u32;
    let mut rows = Vec::new();
    for work in works {
        let mut seed = Seed::other(firm.profile.no, work.no, 1);
        let mut deposits = Vec::new();
        if work.emd > 0 {
            deposits.push(emd::of(&mut seed, work, &mut exceptions));
        }
        if let Some(mut security) = performance(&mut seed, work, &on_ladder) {
            match work.row.status {
                Stage::Accepted if requested > 0 => {
                    requested -= 1;
                    security.instrument = Instrument::Request;
                    security.status = Status::Draft;
                    security.submitted = None;
                    security.comment = "Guarantee requested from the bank";
                }
                Stage::Terminated if forfeited > 0 => {
                    forfeited -= 1;
                    security.status = Status::Forfeited;
                    security.comment = "Encashed by the authority on termination";
                }
                _ => {}
            }
            deposits.push(security);
            deposits.extend(additional(&mut seed, work, &security));
        }
        deposits.extend(retention(&mut seed, work));
        deposits.extend(advance(&mut seed, work));
        rows.extend(deposits.into_iter().map(|deposit| row(firm, work, &mut seed, deposit, today)));
    }
    rows
}

/// Performance security: from ACCEPTED on; 3 to 5 % of the contract, within some three weeks of the award.
fn performance(seed: &mut Seed, work: &Work, on_ladder: &HashMap<u64, i64>) -> Option<Deposit> {
    let stage = work.row.status;
    let awarded = work.chain.awarded.filter(|_| stage != Stage::Awarded)?;
    let amount = rules::security(work.row.tender_bid_value?, work.authority.security.0);
    let mut created = (awarded - seed.between(4, 19)).max(0);
    let mut instrument = Instrument::security(seed, amount);
    let (status, returned) = after_completion(seed, work);
    let mut comment = "";
    if let Some(age) = on_ladder.get(&work.no) {
        (created, instrument) = (*age, Instrument::Guarantee);
    } else if instrument == Instrument::Guarantee && returned.is_none() {
        let youngest = ladder::youngest(ladder::PERFORMANCE_VALIDITY);
        if created > youngest {
            created = seed.between(20, youngest);
            comment = "Renewed";
        }
    }
    let submitted = Some((created - seed.between(1, 5)).max(returned.unwrap_or(0)).max(0));
    Some(Deposit {
        kind: "PERFORMANCE_SECURITY",
        amount,
        instrument,
        created,
        submitted,
        returned,
        status,
        comment,
    })
}

/// Additional performance security for railway bids more than 10 % below the estimate; goes with the other.
fn additional(seed: &mut Seed, work: &Work, security: &Deposit) -> Option<Deposit> {
    let (estimate, percentage) = (work.row.tender_actual_value?, work.row.tender_bid_percentage?);
    let amount = rules::additional_security(work.authority.emd, estimate, percentage);
    let instrument = if seed.chance(50) { Instrument::Fixed } else { Instrument::Draft };
    let plain = !matches!(security.status, Status::Draft | Status::Forfeited);
    (amount > 0 && plain).then_some(Deposit {
        kind: "ADDITIONAL_PERFORMANCE",
        amount,
        instrument,
        comment: "Bid more than 10 % below the estimate",
        ..*security
    })
}

/// Retention, which railways call security deposit: kept back from bills once work runs.
fn retention(seed: &mut Seed, work: &Work) -> Option<Deposit> {
    let started = work.chain.actual_start?;
    let full = rules::security(work.row.tender_bid_value?, work.authority.security.1);
    let running = work.chain.actual_end.is_none();
    // Recovered bill by bill: running works have paid a part.
    let amount = if running { rules::security(full, seed.between(15, 95) * PERCENT) } else { full };
    let created = (started - seed.between(20, 50)).max(work.chain.actual_end.unwrap_or(0) + 1).max(1);
    let (mut status, returned) = after_completion(seed, work);
    if running && seed.chance(20) {
        status = Status::Pending;
    }
    let kind = match work.authority.emd {
        rules::EmdRule::Railways => "SECURITY_DEPOSIT",
        _ => "RETENTION",
    };
    let comment = match status {
        Status::Pending => "Deducted from the bill; certificate awaited",
        Status::PendingRelease => "Defect liability certificate applied for",
        _ => "",
    };
    Some(Deposit {
        kind,
        amount,
        instrument: Instrument::Bill,
        created,
        submitted: Some(created),
        returned,
        status,
        comment,
    })
}

/// A guarantee of 10 % against the mobilisation advance, for some larger works.
fn advance(seed: &mut Seed, work: &Work) -> Option<Deposit> {
    let value = work.row.tender_bid_value.filter(|value| *value > 3 * CRORE)?;
    let started = work.chain.actual_start.filter(|_| work.row.status == Stage::WorkInProgress)?;
    let created = started.min(ladder::youngest(ladder::PERFORMANCE_VALIDITY)).max(1);
    seed.chance(60).then_some(Deposit {
        kind: "ADVANCE_BG",
        amount: rules::security(value, 10 * PERCENT),
        instrument: Instrument::Guarantee,
        created,
        submitted: Some(created - 1),
        returned: None,
        status: Status::Submitted,
        comment: "Against the mobilisation advance",
    })
}

/// Where securities stand, and when they came back: held until the work is done, asked for while it is paid,
/// released when the contract is closed.
fn after_completion(seed: &mut Seed, work: &Work) -> (Status, Option<i64>) {
    let paid = work.chain.submitted_payment.unwrap_or(0);
    match work.row.status {
        Stage::PaymentReceived if seed.chance(60) => (Status::PendingRelease, None),
        Stage::PaymentReceived | Stage::Closed => {
            (Status::Released, Some(seed.between(2, (paid - 5).max(2))))
        }
        Stage::Approved | Stage::PaymentPending if seed.chance(25) => (Status::PendingRelease, None),
        _ => (Status::Submitted, None),
    }
}

fn row(
    firm: &Firm,
    work: &Work,
    seed: &mut Seed,
    deposit: Deposit,
    today: &Today,
) -> security_deposit::Model {
    let (bank, account) = instrument::account(firm.profile.no, &work.row.license_id);
    let no = deposit.instrument.number(firm.profile.no, work.no, deposit.kind, bank);
    // Money is in one's own account some days after the instrument came back.
    let transferred = deposit
        .returned
        .filter(|_| deposit.status != Status::Forfeited)
        .map(|returned| (returned - seed.between(0, 6)).max(0));
    let created_at = today.at(deposit.created, seed.between(0, 540)).max(work.row.created_at);
    let last = transferred.or(deposit.returned).or(deposit.submitted).unwrap_or(deposit.created);
    security_deposit::Model {
        tenant_id: firm.tenant_id,
        id: demo_id("deposit", &format!("{}/{}/{}", firm.profile.no, work.no, deposit.kind)),
        contract_id: work.row.id,
        deposit_type: deposit.kind.to_owned(),
        instrument_no: no.clone(),
        amount: deposit.amount,
        deposit_created_date: Some(today.day(deposit.created)),
        deposit_submitted_date: deposit.submitted.map(|age| today.day(age)),
        deposit_returned_date: deposit.returned.map(|age| today.day(age)),
        deposit_transferred_own_account_date: transferred.map(|age| today.day(age)),
        bank_account_no: account.clone(),
        bank_name: bank.name.to_owned(),
        account_holder_name: work.row.license_holder_name.clone(),
        bank_address: format!("{} (IFSC {})", firm.profile.branch, bank.ifsc),
        status: deposit.status,
        search: security_deposit::search_text(deposit.kind, &no, &work.row.license_holder_name, &account),
        comment: instrument::comment(&deposit, today),
        import_id: None,
        version: 1,
        created_at,
        updated_at: today.at(last, 545).max(created_at),
        deleted_at: None,
        created_by: Some(firm.owner_id),
        updated_by: Some(firm.owner_id),
        deleted_by: None,
        deleted_with: None,
    }
}
