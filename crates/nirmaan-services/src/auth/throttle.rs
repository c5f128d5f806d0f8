//! How often somebody may fail to sign in.
//!
//! By tenant, identifier and address together, whether or not they exist: ten failures, then a wait that grows.
//! By address alone a hundred, since an office shares one. By identifier alone only a delay, so that nobody can
//! lock an owner out. The counts live in the database: every node sees them.

use std::{net::IpAddr, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use nirmaan_store::{IdentityDb, StoreError};
use sha2::{Digest, Sha256};

/// How long a failure counts.
pub(super) const WINDOW: TimeDelta = TimeDelta::minutes(15);
/// Failures of one person at one address before they wait.
const PERSON_LIMIT: i64 = 10;
/// Failures of one address before it waits.
const ADDRESS_LIMIT: i64 = 100;
/// Failures of one identifier before it is slowed down.
const DELAY_FROM: i64 = 5;

/// What is counted, hashed.
pub(super) struct Keys {
    person: [u8; 32],
    identifier: [u8; 32],
    address: [u8; 32],
}

/// What the counts say about an attempt.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It may be made, after a delay.
    After(Duration),
    /// It may not be made for so many seconds.
    Wait(u64),
}

impl Keys {
    /// Of whoever is meant: by their ids where they exist, so that a tenant's two names and a user's two
    /// identifiers are counted as one.
    pub(super) fn new(tenant: &str, identifier: &str, address: &str) -> Self {
        let (tenant, identifier) = (tenant.to_lowercase(), identifier.to_lowercase());
        let network = network(address);
        Self {
            person: digest(&["person", &tenant, &identifier, &network]),
            identifier: digest(&["identifier", &tenant, &identifier]),
            address: digest(&["address", &network]),
        }
    }

    /// Counts an attempt as a failure before it is known to be none, so that attempts at once don't outrun
    /// the count; [`Keys::forgive`] takes it back.
    pub(super) async fn attempt(&self, db: &IdentityDb, now: DateTime<Utc>) -> Result<Verdict, StoreError> {
        db.hold_failures(&self.person, now).await?;
        let verdict = self.verdict(db, now).await?;
        if matches!(verdict, Verdict::After(_)) {
            for key in [&self.person, &self.identifier, &self.address] {
                db.count_failure(key, WINDOW, now).await?;
            }
        }
        Ok(verdict)
    }

    async fn verdict(&self, db: &IdentityDb, now: DateTime<Utc>) -> Result<Verdict, StoreError> {
        let mut wait = 0;
        for (key, limit) in [(&self.person, PERSON_LIMIT), (&self.address, ADDRESS_LIMIT)] {
            let recent = db.failures(key).await?.filter(|count| now - count.window_started_at <= WINDOW);
            if let Some(count) = recent {
                wait = wait.max(seconds_to_wait(count.failures, limit, now - count.last_failed_at));
            }
        }
        if wait > 0 {
            return Ok(Verdict::Wait(wait));
        }
        let failures = db.failures(&self.identifier).await?;
        let recent = failures.filter(|count| now - count.window_started_at <= WINDOW);
        Ok(Verdict::After(delay(recent.map_or(0, |count| count.failures))))
    }

    /// Whoever knows the password is no longer suspected; of the address only this attempt is taken back.
    pub(super) async fn forgive(&self, db: &IdentityDb) -> Result<(), StoreError> {
        db.forget_failures(&self.person).await?;
        db.forget_failures(&self.identifier).await?;
        db.uncount_failure(&self.address).await
    }
}

/// What one customer of a provider gets: an IPv4 address, or the first 64 bits of an IPv6 address, below which
/// they choose freely.
pub(crate) fn network(address: &str) -> String {
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
fn seconds_to_wait(failures: i64, limit: i64, since_last: TimeDelta) -> u64 {
    if failures < limit {
        return 0;
    }
    let doublings = u32::try_from(failures - limit).unwrap_or(u32::MAX).min(4);
    let wait = TimeDelta::minutes(2_i64.pow(doublings)).min(WINDOW) - since_last;
    u64::try_from(wait.num_seconds() + 1).unwrap_or(0)
}

fn delay(failures: i64) -> Duration {
    if failures < DELAY_FROM {
        return Duration::ZERO;
    }
    let doublings = u32::try_from(failures - DELAY_FROM).unwrap_or(u32::MAX).min(5);
    Duration::from_millis(100 * 2_u64.pow(doublings)).min(Duration::from_secs(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_grows_to_a_quarter_of_an_hour() {
        assert_eq!(seconds_to_wait(9, 10, TimeDelta::zero()), 0);
        assert_eq!(seconds_to_wait(10, 10, TimeDelta::zero()), 61);
        assert_eq!(seconds_to_wait(11, 10, TimeDelta::zero()), 121);
        assert_eq!(seconds_to_wait(40, 10, TimeDelta::zero()), 901);
        assert_eq!(seconds_to_wait(10, 10, TimeDelta::seconds(90)), 0);
    }

    #[test]
    fn an_identifier_alone_is_only_slowed_down() {
        assert_eq!(delay(4), Duration::ZERO);
        assert_eq!(delay(5), Duration::from_millis(100));
        assert_eq!(delay(1_000_000), Duration::from_secs(2));
    }

    #[test]
    fn an_ipv6_network_counts_as_one() {
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), "192.0.2.1");
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
    }
}
