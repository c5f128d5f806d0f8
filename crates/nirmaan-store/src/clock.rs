//! The time, as the whole product sees it.

use std::{
    ops::Deref,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use chrono::{DateTime, FixedOffset, NaiveDate, Offset, TimeDelta, Utc};

/// Offset of Asia/Kolkata, which has no daylight saving, in seconds.
const KOLKATA_SECONDS: i32 = 5 * 3600 + 1800;

/// The clock that the product reads. By default the machine's.
#[derive(Debug, Clone, Default)]
pub struct Clock(Source);

#[derive(Debug, Clone, Default)]
enum Source {
    #[default]
    Machine,
    /// Microseconds since 1970, UTC, at the next look.
    Still(Arc<AtomicI64>),
}

impl Clock {
    /// Now, cut to the microsecond: what both databases keep.
    pub fn now(&self) -> DateTime<Utc> {
        let micros = match &self.0 {
            Source::Machine => Utc::now().timestamp_micros(),
            Source::Still(micros) => micros.fetch_add(1, Ordering::Relaxed),
        };
        DateTime::from_timestamp_micros(micros).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// Today in Asia/Kolkata: the only day there is in the product.
    pub fn today(&self) -> NaiveDate {
        day_in_kolkata(self.now())
    }
}

/// A clock for tests: it stands still until it is set forward, so that what a test expects of time doesn't depend on how
/// quick the machine is. Each look at it takes a microsecond, so that what came later is later. Its clones, and the
/// [`Clock`]s that it lends, are one clock.
#[derive(Debug, Clone)]
pub struct StillClock {
    clock: Clock,
    micros: Arc<AtomicI64>,
}

impl StillClock {
    /// A clock that stands at an instant.
    pub fn at(instant: DateTime<Utc>) -> Self {
        let micros = Arc::new(AtomicI64::new(instant.timestamp_micros()));
        Self { clock: Clock(Source::Still(micros.clone())), micros }
    }

    /// Sets the clock forward.
    pub fn advance(&self, by: TimeDelta) {
        self.micros.fetch_add(by.num_microseconds().unwrap_or(0), Ordering::Relaxed);
    }
}

impl Deref for StillClock {
    type Target = Clock;

    fn deref(&self) -> &Clock {
        &self.clock
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
    use chrono::TimeZone as _;

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
    fn a_still_clock_takes_a_microsecond_a_look() {
        let noon = Utc.with_ymd_and_hms(2026, 4, 1, 6, 30, 0).unwrap();
        let clock = StillClock::at(noon);
        let lent: Clock = (*clock).clone();
        assert_eq!([lent.now(), clock.now()], [noon, noon + TimeDelta::microseconds(1)]);
        clock.advance(TimeDelta::days(2));
        assert_eq!(lent.now(), noon + TimeDelta::days(2) + TimeDelta::microseconds(2));
    }

    #[test]
    fn the_machines_clock_is_read_to_the_microsecond() {
        let now = Clock::default().now();
        assert!((now - Utc::now()).abs() < TimeDelta::minutes(1));
        assert_eq!(now.timestamp_subsec_nanos() % 1000, 0);
    }
}
