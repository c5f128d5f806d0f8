//! When tasks are planned, and how far they have come. Days are ages; see [`super::super::chain`].

use nirmaan_store::entity::{project::Status, task::Status as TaskStatus};

use super::super::{chain::Chain, seed::Seed};

/// The whole, in hundredths of a percent.
pub(super) const DONE: i64 = 10_000;

/// The time that a project takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Course {
    status: Status,
    /// Planned first day.
    start: i64,
    /// Planned days.
    period: i64,
    /// The day on which work began, and the days that all of it takes at its pace.
    actual: Option<(i64, i64)>,
    /// The last day of which there is something to tell.
    until: i64,
}

/// When a task is done, and how far it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Time {
    pub start: i64,
    pub end: i64,
    pub actual_start: Option<i64>,
    pub actual_end: Option<i64>,
    /// In hundredths of a percent.
    pub progress: i64,
}

impl Course {
    /// Of a project of this status, of a contract with these days.
    pub(super) fn of(seed: &mut Seed, status: Status, chain: &Chain) -> Self {
        // Until the order to begin is there, it is expected some weeks after the award.
        let start = chain.given_start.unwrap_or(chain.awarded.unwrap_or(0) - seed.between(20, 40));
        let period = chain.period.max(20);
        let begun = chain.actual_start.filter(|_| !matches!(status, Status::Initiated | Status::Planned));
        let until = match status {
            Status::OnHold => begun.unwrap_or(0) / 2,
            _ => chain.actual_end.unwrap_or(0),
        };
        let actual = begun.map(|begun| {
            let elapsed = (begun - until).max(1);
            let is_whole = matches!(status, Status::UnderReview | Status::Completed);
            // What isn't done goes on, most of it later than planned.
            let left = if is_whole { 100 } else { seed.between(108, 190) };
            let pace = if is_whole { 0 } else { period * seed.between(95, 140) / 100 };
            (begun, (elapsed * left / 100).max(pace))
        });
        Self { status, start, period, actual, until }
    }

    /// The time of leaf number `at` of `leaves`, which follow one another with some overlap.
    pub(super) fn time(&self, seed: &mut Seed, at: i64, leaves: i64, is_milestone: bool) -> Time {
        let step = self.period * 100 / leaves.max(1);
        let length = if is_milestone { 0 } else { (step * seed.between(120, 260) / 10_000).max(2) };
        let offset = (step * at / 100).min(self.period - length).max(0);
        let (start, end) = (self.start - offset, self.start - offset - length);
        let Some((begun, span)) = self.actual else {
            return Time { start, end, actual_start: None, actual_end: None, progress: 0 };
        };
        let on_the_way = |days: i64| begun - days * span / self.period;
        let (from, to) = (on_the_way(offset), on_the_way(offset + length));
        let came = |day: i64| Some(day).filter(|day| *day >= self.until);
        let progress = match (came(from), came(to)) {
            (_, Some(_)) => DONE,
            (Some(_), None) => ((from - self.until + 1) * 20 / (from - to + 1) * 500).clamp(500, 9_500),
            (None, None) => 0,
        };
        Time { start, end, actual_start: came(from), actual_end: came(to), progress }
    }

    /// Where a leaf stands that has come so far.
    pub(super) fn status(&self, seed: &mut Seed, time: &Time) -> TaskStatus {
        let chance = seed.between(0, 99);
        match (time.progress, self.status) {
            (DONE, Status::UnderReview) if chance < 30 => TaskStatus::UnderReview,
            (DONE, Status::UnderReview | Status::Completed) if chance < 80 => TaskStatus::Approved,
            (DONE, Status::UnderReview | Status::Completed) => TaskStatus::Completed,
            (DONE, _) => match chance {
                ..=54 => TaskStatus::Approved,
                55..=79 => TaskStatus::Completed,
                80..=93 => TaskStatus::UnderReview,
                _ => TaskStatus::Rejected,
            },
            (_, Status::Terminated) => TaskStatus::Terminated,
            (1.., Status::OnHold) => TaskStatus::OnHold,
            (1.., _) => match chance {
                ..=84 => TaskStatus::InProgress,
                85..=92 => TaskStatus::Reopened,
                _ => TaskStatus::OnHold,
            },
            (_, Status::Initiated) if chance < 40 => TaskStatus::Draft,
            _ if (-30..0).contains(&time.start) => TaskStatus::Assigned,
            _ => TaskStatus::Planned,
        }
    }
}

/// Where a heading stands above tasks that stand there.
pub(super) fn above(below: &[TaskStatus]) -> TaskStatus {
    use TaskStatus::{Approved, Assigned, Completed, Draft, InProgress, Planned, Terminated, UnderReview};
    let all = |known: &[TaskStatus]| below.iter().all(|status| known.contains(status));
    if all(&[Draft]) {
        Draft
    } else if all(&[Approved, Completed, UnderReview]) {
        Completed
    } else if all(&[Draft, Planned, Assigned]) {
        Planned
    } else if below.contains(&Terminated) {
        Terminated
    } else {
        InProgress
    }
}
