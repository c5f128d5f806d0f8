//! The time, as the whole product sees it.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use chrono::{DateTime, FixedOffset, NaiveDate, Offset, TimeDelta, Utc};

/// Offset of Asia/Kolkata, which has no daylight saving, in seconds.
const KOLKATA_SECONDS: i32 = 5 * 3600 + 1800;

/// The machine's clock, which tests may set forward.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    ahead_micros: Arc<AtomicI64>,
}

impl Clock {
    /// Now, cut to the microsecond: what both databases keep.
    pub fn now(&self) -> DateTime<Utc> {
        let ahead = TimeDelta::microseconds(self.ahead_micros.load(Ordering::Relaxed));
        let now = Utc::now() + ahead;
        DateTime::from_timestamp_micros(now.timestamp_micros()).unwrap_or(now)
    }

    /// Today in Asia/Kolkata: the only day there is in the product.
    pub fn today(&self) -> NaiveDate {
        day_in_kolkata(self.now())
    }

    /// Sets the clock, and every clone of it, forward.
    pub fn advance(&self, by: TimeDelta) {
        self.ahead_micros.fetch_add(by.num_microseconds().unwrap_or(0), Ordering::Relaxed);
    }
}

/// The day in Asia/Kolkata on which an instant falls.
pub fn day_in_kolkata(at: DateTime<Utc>) -> NaiveDate {
    in_kolkata(at).date_naive()
}

/// An instant as clocks in India show it.
pub fn in_kolkata(at: DateTime<Utc>) -> DateTime<FixedOffset> {
    let offset = FixedOffset::east_opt(KOLKATA_SECONDS);
    at.with_timezone(&offset.unwrap_or_else(|| Utc.fix()))
}

/// The instant at which a day of Asia/Kolkata begins.
pub fn start_of_day_in_kolkata(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(chrono::NaiveTime::MIN).and_utc() - TimeDelta::seconds(i64::from(KOLKATA_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_half_past_six_the_evening_before_in_utc() {
        let day = NaiveDate::from_ymd_opt(2026, 4, 1).unwrap();
        let start = start_of_day_in_kolkata(day);
        assert_eq!(start.to_rfc3339(), "2026-03-31T18:30:00+00:00");
        assert_eq!(day_in_kolkata(start), day);
        assert_eq!(day_in_kolkata(start - TimeDelta::microseconds(1)), day.pred_opt().unwrap());
    }

    #[test]
    fn clones_share_the_offset() {
        let clock = Clock::default();
        let other = clock.clone();
        clock.advance(TimeDelta::days(2));
        assert!(other.now() > Utc::now() + TimeDelta::days(1));
    }
}
