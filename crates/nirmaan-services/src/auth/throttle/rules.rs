//! What failed sign-ins come to.

use std::{net::IpAddr, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_store::entity::login_throttle::Model as Count;
use sha2::{Digest, Sha256};

/// How long a failure counts.
pub(in crate::auth) const WINDOW: TimeDelta = TimeDelta::minutes(15);
/// Failures of one person at one address before they wait.
const PERSON_LIMIT: i64 = 10;
/// Failures of one address before it waits.
const ADDRESS_LIMIT: i64 = 100;
/// Failures of one identifier before it is slowed down.
const DELAY_FROM: i64 = 5;
/// How long the first attempt that is slowed down has to wait; each further one waits twice as long, up to [`LONGEST_DELAY`].
pub const FIRST_DELAY: Duration = Duration::from_millis(100);
/// The longest delay, in first delays: two seconds.
const LONGEST_DELAY: u32 = 20;

/// What the counts say about an attempt.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::auth) enum Verdict {
    /// It may be made, after a delay.
    After(Attempt),
    /// It may not be made for so many seconds.
    Wait(u64),
}

/// An attempt that may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::auth) struct Attempt {
    /// How long it has to wait, in first delays.
    pub(in crate::auth) delays: u32,
    /// Which one of the identifier's failures it is if it fails, from 1.
    pub(in crate::auth) number: i64,
    /// For how many seconds no other may be made from there if it fails; 0 when another may.
    pub(in crate::auth) locks_for: u64,
}

impl Attempt {
    /// How long it has to wait, given the first delay.
    pub(in crate::auth) fn delay(self, first: Duration) -> Duration {
        first * self.delays
    }
}

/// What is counted of a person at an address, of the address, and of the person's identifier anywhere, decides.
pub(super) fn verdict(
    person: Option<&Count>,
    address: Option<&Count>,
    identifier: Option<&Count>,
    now: DateTime<Utc>,
) -> Verdict {
    let of_person = seconds_to_wait(person, PERSON_LIMIT, now);
    match of_person.max(seconds_to_wait(address, ADDRESS_LIMIT, now)) {
        0 => {
            let before = recent(identifier, now).map_or(0, |count| count.failures);
            let [person, address] = [person, address].map(|count| one_more(count, now));
            let locks_for = seconds_to_wait(Some(&person), PERSON_LIMIT, now);
            let locks_for = locks_for.max(seconds_to_wait(Some(&address), ADDRESS_LIMIT, now));
            Verdict::After(Attempt { delays: delays(before), number: before + 1, locks_for })
        }
        seconds => Verdict::Wait(seconds),
    }
}

/// In how many seconds somebody may try a code, if not now.
pub(super) fn wait_for_code(count: Option<&Count>, now: DateTime<Utc>) -> Option<u64> {
    Some(seconds_to_wait(count, PERSON_LIMIT, now)).filter(|seconds| *seconds > 0)
}

/// What still counts.
fn recent(count: Option<&Count>, now: DateTime<Utc>) -> Option<&Count> {
    count.filter(|count| now - count.window_started_at <= WINDOW)
}

/// What a count is after another failure.
fn one_more(count: Option<&Count>, now: DateTime<Utc>) -> Count {
    let before = recent(count, now);
    Count {
        key: Vec::new(),
        failures: before.map_or(0, |count| count.failures) + 1,
        window_started_at: before.map_or(now, |count| count.window_started_at),
        last_failed_at: now,
    }
}

/// What one customer of a provider gets: an IPv4 address, or the first 64 bits of an IPv6 address, below which
/// they choose freely.
pub fn network(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        Ok(IpAddr::V4(address)) => address.to_string(),
        Err(_) => address.to_owned(),
    }
}

/// What stands for these parts where they themselves shouldn't be kept.
pub(crate) fn digest(parts: &[&str]) -> [u8; 32] {
    // The length before each part keeps ("ab", "c") and ("a", "bc") apart.
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// One minute at the limit, twice as long with every further failure, fifteen at most.
fn seconds_to_wait(count: Option<&Count>, limit: i64, now: DateTime<Utc>) -> u64 {
    let Some(count) = recent(count, now).filter(|count| count.failures >= limit) else { return 0 };
    let doublings = u32::try_from(count.failures - limit).unwrap_or(u32::MAX).min(4);
    let wait = TimeDelta::minutes(2_i64.pow(doublings)).min(WINDOW) - (now - count.last_failed_at);
    u64::try_from(wait.num_seconds() + 1).unwrap_or(0)
}

fn delays(failures: i64) -> u32 {
    if failures < DELAY_FROM {
        return 0;
    }
    let doublings = u32::try_from(failures - DELAY_FROM).unwrap_or(u32::MAX).min(5);
    2_u32.pow(doublings).min(LONGEST_DELAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many failures, the first and the last so many seconds ago.
    fn count(failures: i64, first: i64, last: i64) -> Count {
        let ago = |seconds| DateTime::UNIX_EPOCH - TimeDelta::seconds(seconds);
        Count { key: Vec::new(), failures, window_started_at: ago(first), last_failed_at: ago(last) }
    }

    const NONE: (i64, i64, i64) = (0, 0, 0);

    fn decided(person: (i64, i64, i64), address: (i64, i64, i64), identifier: (i64, i64, i64)) -> Verdict {
        let [person, address, identifier] =
            [person, address, identifier].map(|(failures, first, last)| count(failures, first, last));
        verdict(Some(&person), Some(&address), Some(&identifier), DateTime::UNIX_EPOCH)
    }

    /// The delay of an attempt that may be made.
    fn delayed(verdict: Verdict) -> Option<Duration> {
        if let Verdict::After(attempt) = verdict { Some(attempt.delay(FIRST_DELAY)) } else { None }
    }

    #[test]
    fn an_attempt_knows_what_comes_of_its_failure() {
        for (person, address, identifier, number, locks_for) in [
            (NONE, NONE, NONE, 1, 0),
            ((8, 0, 0), NONE, (8, 0, 0), 9, 0),
            ((9, 0, 0), NONE, (9, 0, 0), 10, 61),
            ((10, 61, 61), NONE, (10, 61, 61), 11, 121),
            // The count begins anew.
            ((9, 901, 0), NONE, (9, 901, 0), 1, 0),
            (NONE, (99, 0, 0), (30, 0, 0), 31, 61),
        ] {
            let Verdict::After(attempt) = decided(person, address, identifier) else { panic!("{person:?}") };
            assert_eq!((attempt.number, attempt.locks_for), (number, locks_for), "{person:?} {address:?}");
        }
    }

    #[test]
    fn the_wait_grows_to_a_quarter_of_an_hour() {
        for (person, seconds) in [
            ((10, 0, 0), 61),
            ((11, 0, 0), 121),
            ((12, 0, 0), 241),
            ((13, 0, 0), 481),
            ((14, 0, 0), 901),
            ((40, 0, 0), 901),
            ((10, 59, 59), 2),
            ((10, 60, 60), 1),
        ] {
            assert_eq!(decided(person, NONE, NONE), Verdict::Wait(seconds), "{person:?}");
        }
        for person in [(9, 0, 0), (10, 61, 61), (40, 901, 0)] {
            assert_eq!(delayed(decided(person, NONE, NONE)), Some(Duration::ZERO), "{person:?}");
        }
        // To the end of the window.
        assert_eq!(decided((40, 900, 0), NONE, NONE), Verdict::Wait(901));
    }

    #[test]
    fn an_address_has_a_limit_of_its_own_and_the_longer_wait_counts() {
        assert_eq!(delayed(decided(NONE, (99, 0, 0), NONE)), Some(Duration::ZERO));
        assert_eq!(decided(NONE, (100, 0, 0), NONE), Verdict::Wait(61));
        assert_eq!(decided((10, 0, 0), (101, 0, 0), NONE), Verdict::Wait(121));
        assert_eq!(decided((11, 0, 0), (100, 0, 0), NONE), Verdict::Wait(121));
    }

    #[test]
    fn an_identifier_alone_is_only_slowed_down() {
        for (failures, milliseconds) in
            [(4, 0), (5, 100), (6, 200), (7, 400), (8, 800), (9, 1_600), (10, 2_000), (1_000_000, 2_000)]
        {
            let delay = Some(Duration::from_millis(milliseconds));
            assert_eq!(delayed(decided(NONE, NONE, (failures, 900, 0))), delay, "{failures}");
        }
        assert_eq!(delayed(decided(NONE, NONE, (9, 901, 0))), Some(Duration::ZERO));
        assert_eq!(delayed(verdict(None, None, None, DateTime::UNIX_EPOCH)), Some(Duration::ZERO));
    }

    #[test]
    fn codes_have_the_limit_of_a_person() {
        let wait = |failures| wait_for_code(Some(&count(failures, 0, 0)), DateTime::UNIX_EPOCH);
        assert_eq!([wait(9), wait(10), wait(11)], [None, Some(61), Some(121)]);
        assert_eq!(wait_for_code(None, DateTime::UNIX_EPOCH), None);
    }

    #[test]
    fn an_ipv6_network_counts_as_one() {
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(network("2001:db8:1:2::1"), "2001:db8:1:2::/64");
        assert_eq!(network("unknown"), "unknown");
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
    }
}
