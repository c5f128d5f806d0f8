//! Earnest money: one deposit for each bid that isn't exempt.

use nirmaan_store::entity::{contract::Status as Stage, security_deposit::Status};

use super::super::chain::Chain;
use super::super::contracts::Work;
use super::super::ladder;
use super::super::rules::{LAKH, RUPEE};
use super::super::seed::Seed;
use super::{Deposit, Instrument};

/// What still has to go wrong among a firm's bids.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exceptions {
    /// Lost to the authority: the bid was withdrawn while valid.
    forfeited: u32,
    /// Sent back long ago, says the authority; nobody acknowledged it.
    unacknowledged: u32,
    /// The instrument was defective.
    defective: u32,
    /// The instrument was made and never handed over.
    cancelled: u32,
}

impl Default for Exceptions {
    fn default() -> Self {
        Self { forfeited: 2, unacknowledged: 6, defective: 3, cancelled: 3 }
    }
}

/// The EMD of a bid.
pub(super) fn of(seed: &mut Seed, work: &Work, exceptions: &mut Exceptions) -> Deposit {
    let chain = &work.chain;
    let created = (chain.closing + seed.between(1, 5)).clamp(0, chain.created);
    let submitted = (created - seed.between(0, 2)).max(chain.closing).max(0);
    let mut deposit = Deposit {
        kind: "EMD",
        amount: work.emd,
        instrument: instrument(seed, work, created),
        created,
        submitted: Some(submitted),
        returned: None,
        status: Status::Submitted,
        comment: "",
    };
    match work.row.status {
        Stage::Submitted if seed.chance(6) => {
            deposit.status = Status::Pending;
            deposit.comment = "Paid; the portal's receipt is awaited";
        }
        Stage::Rejected => lost(seed, chain, exceptions, &mut deposit),
        Stage::Cancelled if exceptions.cancelled > 0 => {
            exceptions.cancelled -= 1;
            deposit.status = Status::Cancelled;
            deposit.submitted = None;
            deposit.comment = "Not handed over: the tender was cancelled";
        }
        Stage::Cancelled => {
            let cancelled = chain.closing - seed.between(3, 15);
            give_back(seed, cancelled, &mut deposit);
        }
        Stage::Submitted | Stage::Awarded | Stage::Accepted => {}
        // Winners get it back when they have given the performance security.
        _ => give_back(seed, chain.awarded.unwrap_or(0) - 21, &mut deposit),
    }
    deposit
}

/// The EMD of a bid that lost.
fn lost(seed: &mut Seed, chain: &Chain, exceptions: &mut Exceptions, deposit: &mut Deposit) {
    let result = chain.result.unwrap_or(0);
    if exceptions.forfeited > 0 && result > 60 {
        exceptions.forfeited -= 1;
        deposit.status = Status::Forfeited;
        deposit.comment = "Bid withdrawn within its validity";
    } else if exceptions.unacknowledged > 0 && result > 200 {
        exceptions.unacknowledged -= 1;
        deposit.comment = "Returned according to the authority; acknowledgement missing";
    } else if exceptions.defective > 0 && result > 30 {
        exceptions.defective -= 1;
        deposit.status = Status::Rejected;
        deposit.comment = "Instrument found defective at the technical opening";
    } else {
        give_back(seed, result, deposit);
    }
}

/// Back 10 to 120 days after `due`, the age of the day from which it may be; the rest is late, or was asked for.
fn give_back(seed: &mut Seed, due: i64, deposit: &mut Deposit) {
    let returned = due - seed.triangular(10, 30, 120);
    if returned >= 0 && seed.chance(82) {
        deposit.status = if seed.chance(65) { Status::Refunded } else { Status::Returned };
        deposit.returned = Some(returned);
    } else if due > 7 && seed.chance(40) {
        deposit.status = Status::PendingRefund;
        deposit.comment = "Refund requested in writing";
    }
}

/// Small sums by portal or draft, large ones by deposit receipt or guarantee.
fn instrument(seed: &mut Seed, work: &Work, created: i64) -> Instrument {
    // Open bids only, and young ones: the ladder of guarantees is made of performance securities.
    let guaranteed = work.row.status == Stage::Submitted && created <= ladder::youngest(ladder::BID_VALIDITY);
    match work.emd {
        ..=1_000_000 => seed.pick(&[Instrument::Cheque, Instrument::Draft, Instrument::Portal]),
        emd if emd > 5 * LAKH && guaranteed => {
            seed.pick(&[Instrument::Guarantee, Instrument::Guarantee, Instrument::Surety, Instrument::Fixed])
        }
        emd if emd > 50_000 * RUPEE => seed.pick(&[
            Instrument::Portal,
            Instrument::Transfer,
            Instrument::Fixed,
            Instrument::Fixed,
            Instrument::Draft,
        ]),
        _ => seed.pick(&[Instrument::Portal, Instrument::Portal, Instrument::Transfer, Instrument::Draft]),
    }
}
