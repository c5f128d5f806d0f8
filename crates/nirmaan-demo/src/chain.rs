//! The days of a contract, from the notice to the last payment, none before the one it follows.
//!
//! Days are kept as ages: whole days before the day of seeding, negative for days to come. The gaps are those of
//! published notices: 7 to 42 days to bid, results within the validity of bids, performance security 21 days
//! after the letter of acceptance, and so on.

use nirmaan_store::entity::contract::Status;

use super::seed::Seed;

/// The ages of a contract's days; `None` where it hasn't come so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Chain {
    /// When the firm took it down, at or after the notice.
    pub created: i64,
    /// Bidding opens.
    pub opening: i64,
    /// Bidding closes.
    pub closing: i64,
    pub result: Option<i64>,
    pub awarded: Option<i64>,
    pub drafting: Option<i64>,
    pub agreement: Option<i64>,
    pub given_start: Option<i64>,
    pub given_end: Option<i64>,
    pub actual_start: Option<i64>,
    pub actual_end: Option<i64>,
    pub submitted_payment: Option<i64>,
    /// The period of work in days.
    pub period: i64,
    /// How often it was extended.
    pub extensions: i32,
}

impl Chain {
    /// The days of a contract that stands at `status` today.
    pub(super) fn of(seed: &mut Seed, status: Status) -> Self {
        let mut chain = Self { period: 30 * seed.between(2, 18), ..Self::default() };
        match status {
            Status::Draft => chain.closing = -seed.between(-5, 30),
            Status::Submitted if seed.chance(8) => chain.closing = -seed.between(0, 6),
            Status::Submitted => chain.closing = seed.between(1, 170),
            Status::Cancelled => chain.closing = seed.between(20, 450),
            Status::Rejected => {
                let result = seed.between(3, 430);
                chain.result = Some(result);
                chain.closing = result + seed.between(15, 90);
            }
            _ => {
                let awarded = awarded(seed, status);
                let result = awarded + seed.between(0, 12);
                chain.awarded = Some(awarded);
                chain.result = Some(result);
                chain.closing = result + seed.between(15, 75);
                chain.carry_on(seed, status, awarded);
            }
        }
        chain.opening = chain.closing + seed.between(7, 42);
        chain.created = (chain.opening - seed.between(0, 4)).max(0);
        chain
    }

    /// The last of the days that has come.
    pub(super) fn last(&self) -> i64 {
        let days = [
            Some(self.created),
            Some(self.closing),
            self.result,
            self.awarded,
            self.drafting,
            self.agreement,
            self.given_start,
            self.actual_start,
            self.actual_end,
            self.submitted_payment,
        ];
        days.into_iter().flatten().filter(|age| *age >= 0).min().unwrap_or(0)
    }

    /// What follows an award, as far as `status` has come.
    fn carry_on(&mut self, seed: &mut Seed, status: Status, awarded: i64) {
        let drafting = awarded - seed.between(2, 8);
        let agreement = drafting - seed.between(3, 15);
        let given_start = agreement - seed.between(3, 15);
        let actual_start = given_start - seed.between(0, 15);
        if status == Status::Awarded {
            return;
        }
        self.drafting = Some(drafting).filter(|age| *age >= 0);
        if status == Status::Accepted {
            return;
        }
        self.agreement = Some(agreement);
        self.given_start = Some(given_start);
        if !matches!(status, Status::WorkOrderIssued | Status::Mobilized) {
            self.actual_start = Some(actual_start);
        }
        if let Some(ended) = ended(seed, status) {
            self.actual_end = Some(ended);
            // Rounded to months, as notices have it; some works end before their time, more end late.
            self.period = ((given_start - ended) * 100 / seed.between(85, 125) / 30 * 30).max(30);
            if matches!(status, Status::PaymentPending | Status::PaymentReceived | Status::Closed) {
                self.submitted_payment = Some(ended - seed.between(5, 25));
            }
        }
        self.given_end = Some(given_start - self.period);
        let late = given_start - self.period > self.actual_end.unwrap_or(0);
        if late {
            self.extensions = if seed.chance(70) { 1 } else { 2 };
        }
    }
}

/// How long ago a contract of this status was awarded.
fn awarded(seed: &mut Seed, status: Status) -> i64 {
    match status {
        Status::Awarded => seed.between(0, 20),
        Status::Accepted => seed.between(5, 30),
        Status::WorkOrderIssued => seed.between(25, 60),
        Status::Mobilized => seed.between(40, 80),
        Status::WorkInProgress if seed.chance(50) => seed.between(60, 330),
        Status::Terminated | Status::Dispute => seed.between(200, 440),
        Status::PaymentReceived | Status::Closed => seed.between(300, 450),
        Status::OnHold | Status::Resumed => seed.between(140, 440),
        Status::WorkInProgress => seed.between(330, 450),
        _ if seed.chance(80) => seed.between(330, 450),
        _ => seed.between(250, 330),
    }
}

/// How long ago work ended, where it did.
fn ended(seed: &mut Seed, status: Status) -> Option<i64> {
    match status {
        Status::Completed => Some(seed.between(2, 60)),
        Status::SubmittedForApproval => Some(seed.between(10, 50)),
        Status::Approved => Some(seed.between(20, 70)),
        Status::PaymentPending => Some(seed.between(30, 120)),
        Status::PaymentReceived => Some(seed.between(70, 150)),
        Status::Closed => Some(seed.between(110, 190)),
        Status::Terminated => Some(seed.between(20, 100)),
        _ => None,
    }
}
