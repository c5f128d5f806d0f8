//! When things were planned and when they happened.

use chrono::{DateTime, NaiveDate, Utc};
use nirmaan_api::contracts::{Milestone, milestone::Kind};
use nirmaan_store::{entity::contract, query::trail::StatusChange};
use uuid::Uuid;

use crate::{contracts::status::Category, wire::date};

/// What is known of a record beside its trail.
pub(super) struct Course {
    /// The status it has, as the protos name it.
    pub(super) now: &'static str,
    /// When it was created.
    pub(super) created_at: DateTime<Utc>,
    /// By whom.
    pub(super) created_by: Option<Uuid>,
}

impl Course {
    /// The changes of a record's status from its beginning. An import tells nothing of single rows, and what was
    /// there before the trail left no event: the first status is then the one that the first change left.
    pub(super) fn complete(&self, id: Uuid, mut changes: Vec<StatusChange>) -> Vec<StatusChange> {
        let first = match changes.first() {
            Some(StatusChange { from: None, .. }) => return changes,
            Some(StatusChange { from: Some(from), .. }) => from.clone(),
            None => self.now.to_owned(),
        };
        let begun =
            StatusChange { id, from: None, to: first, at: self.created_at, actor_id: self.created_by };
        changes.insert(0, begun);
        changes
    }
}

/// A day in a contract's life: when it was planned, and when it happened.
pub(super) type Day = (Kind, Option<NaiveDate>, Option<NaiveDate>);

/// Those of a contract's days that are known, in their order.
pub(super) fn milestones(
    status: contract::Status,
    days: impl IntoIterator<Item = Day>,
    today: NaiveDate,
) -> Vec<Milestone> {
    let is_running =
        matches!(Category::of(status), Category::PreProject | Category::Active | Category::Dispute);
    let known = days.into_iter().filter_map(|(kind, planned, actual)| {
        let day = actual.or(planned)?;
        Some(Milestone {
            kind: kind.into(),
            planned: planned.map(date),
            actual: actual.map(date),
            days_late: days_late(planned, actual, today, is_running),
            is_past: day <= today,
        })
    });
    known.collect()
}

/// Days from the planned day to the actual one, or to today where it is overdue.
fn days_late(
    planned: Option<NaiveDate>,
    actual: Option<NaiveDate>,
    today: NaiveDate,
    is_running: bool,
) -> Option<i32> {
    let planned = planned?;
    let until = actual.or_else(|| Some(today).filter(|today| is_running && *today > planned))?;
    i32::try_from((until - planned).num_days()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 3, day).unwrap()
    }

    #[test]
    fn lateness_is_counted_from_the_planned_day() {
        let today = day(20);
        let cases = [
            // planned, actual, still running → days late
            (Some(10), Some(13), true, Some(3)),
            (Some(10), Some(8), false, Some(-2)),
            (Some(10), Some(10), true, Some(0)),
            (Some(10), None, true, Some(10)),
            (Some(10), None, false, None),
            (Some(20), None, true, None),
            (Some(25), None, true, None),
            (Some(25), Some(26), true, Some(1)),
            (None, Some(10), true, None),
        ];
        for (planned, actual, is_running, expected) in cases {
            let late = days_late(planned.map(day), actual.map(day), today, is_running);
            assert_eq!(late, expected, "{planned:?} {actual:?} {is_running}");
        }
    }

    #[test]
    fn the_known_days_are_milestones_in_their_order() {
        let days = [
            (Kind::Opening, None, Some(day(1))),
            (Kind::Closing, None, None),
            (Kind::Award, None, Some(day(20))),
            (Kind::Start, Some(day(5)), None),
            (Kind::End, Some(day(25)), None),
        ];
        let milestone =
            |kind: Kind, planned: Option<u32>, actual: Option<u32>, days_late, is_past| Milestone {
                kind: kind.into(),
                planned: planned.map(day).map(date),
                actual: actual.map(day).map(date),
                days_late,
                is_past,
            };
        let known = |status, late| {
            assert_eq!(
                milestones(status, days, day(20)),
                [
                    milestone(Kind::Opening, None, Some(1), None, true),
                    milestone(Kind::Award, None, Some(20), None, true),
                    milestone(Kind::Start, Some(5), None, late, true),
                    milestone(Kind::End, Some(25), None, None, false),
                ]
            );
        };
        for running in [contract::Status::Draft, contract::Status::Mobilized, contract::Status::Dispute] {
            known(running, Some(15));
        }
        for over in [contract::Status::Rejected, contract::Status::Closed] {
            known(over, None);
        }
    }

    #[test]
    fn a_course_begins_with_the_record() {
        let id = Uuid::from_u128(1);
        let at = DateTime::UNIX_EPOCH;
        let change = |from: Option<&str>, to: &str| StatusChange {
            id,
            from: from.map(str::to_owned),
            to: to.to_owned(),
            at,
            actor_id: None,
        };
        let course = Course { now: "AWARDED", created_at: at, created_by: None };
        assert_eq!(course.complete(id, Vec::new()), [change(None, "AWARDED")]);
        let told = vec![change(None, "DRAFT"), change(Some("DRAFT"), "AWARDED")];
        assert_eq!(course.complete(id, told.clone()), told);
        let later = vec![change(Some("SUBMITTED"), "AWARDED")];
        let whole = [change(None, "SUBMITTED"), change(Some("SUBMITTED"), "AWARDED")];
        assert_eq!(course.complete(id, later), whole);
    }
}
