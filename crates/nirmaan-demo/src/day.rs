//! The day of seeding, from which all days are counted.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use nirmaan_store::clock::{day_in_kolkata, start_of_day_in_kolkata};

/// The day of seeding in Asia/Kolkata.
#[derive(Debug, Clone, Copy)]
pub(super) struct Today {
    now: DateTime<Utc>,
    day: NaiveDate,
}

impl Today {
    /// The day on which `now` falls.
    pub(super) fn of(now: DateTime<Utc>) -> Self {
        Self { now, day: day_in_kolkata(now) }
    }

    /// The day `age` days ago; in days to come when it is negative.
    pub(super) fn day(&self, age: i64) -> NaiveDate {
        self.day - TimeDelta::days(age)
    }

    /// An instant of the office hours (9 to 18:05) of the day `age` days ago, but never after now.
    pub(super) fn at(&self, age: i64, minute: i64) -> DateTime<Utc> {
        let at = start_of_day_in_kolkata(self.day(age)) + TimeDelta::minutes(9 * 60 + minute);
        at.min(self.now)
    }
}
