//! Bank guarantees that run out soon.
//!
//! Deposits have no column for a guarantee's end, so it follows from the day of issue: securities for performance
//! run 12 months, bid bonds 180 days (bids are valid for 120, and the rules ask for some more), and claims can
//! be made for another 60 days. The comment says both days.

use std::collections::HashMap;

use nirmaan_store::entity::contract::Status;

use super::contracts::Work;
use super::seed::Seed;

/// Days for which a guarantee for performance, retention or an advance runs.
pub(super) const PERFORMANCE_VALIDITY: i64 = 365;
/// Days for which a bid bond runs.
pub(super) const BID_VALIDITY: i64 = 180;
/// Days after the end in which the beneficiary can still claim.
pub(super) const CLAIM_PERIOD: i64 = 60;

/// What is left of a guarantee's validity, in days (from, to), and how many of a firm's performance guarantees
/// have that much: the oldest first. Less than 0 is the claim period, below that it has lapsed.
pub(super) const LADDER: [(i64, i64, usize); 7] = [
    (-CLAIM_PERIOD - 12, -CLAIM_PERIOD - 1, 3),
    (-CLAIM_PERIOD, -1, 5),
    (0, 7, 12),
    (8, 15, 12),
    (16, 30, 12),
    (31, 60, 12),
    (61, 90, 12),
];

/// The ages of the guarantees that stand on the ladder, by the number of their contract. All other guarantees of
/// a firm must be younger than [`youngest`].
pub(super) fn ages(tenant: u64, works: &[Work]) -> HashMap<u64, i64> {
    let mut candidates: Vec<(i64, u64)> = works
        .iter()
        .filter(|work| is_running(work.row.status))
        .filter_map(|work| Some((work.chain.awarded?, work.no)))
        .collect();
    candidates.sort_unstable_by(|a, b| b.cmp(a));
    let steps = LADDER.iter().flat_map(|step| std::iter::repeat_n(step, step.2));
    let mut seed = Seed::other(tenant, 0, 2);
    candidates
        .into_iter()
        .zip(steps)
        // Given within days of the award at the earliest.
        .map(|((awarded, no), (from, to, _))| {
            let left = seed.between(*from, *to).max(PERFORMANCE_VALIDITY - awarded + 1);
            (no, PERFORMANCE_VALIDITY - left)
        })
        .collect()
}

/// The oldest a guarantee may be that runs for `validity` days and is not on the ladder.
pub(super) fn youngest(validity: i64) -> i64 {
    validity - 91
}

/// Whether the authority still holds the performance security.
fn is_running(status: Status) -> bool {
    matches!(
        status,
        Status::WorkInProgress
            | Status::OnHold
            | Status::Resumed
            | Status::Completed
            | Status::SubmittedForApproval
            | Status::Approved
            | Status::PaymentPending
    )
}
