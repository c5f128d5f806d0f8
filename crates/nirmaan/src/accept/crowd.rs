//! How many connections there are, whose, and since when nothing was asked on one.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use ipnet::IpNet;
use nirmaan_services::auth::network;
use tokio::time::{Instant, sleep_until};

use crate::limits::Limits;

/// Kept back for trusted proxies: behind them is everybody.
const OF_PROXIES: usize = 64;
/// A warning about connections that are turned away is worth this much time.
const QUIET: Duration = Duration::from_secs(60);

/// The connections of this server.
#[derive(Clone)]
pub(super) struct Crowd {
    most: usize,
    from_one: usize,
    proxies: Arc<[IpNet]>,
    present: Arc<Mutex<Present>>,
}

#[derive(Default)]
struct Present {
    all: usize,
    by_network: HashMap<String, usize>,
    warned: Option<Instant>,
}

/// A connection's place, free again when this is dropped.
pub(super) struct Place {
    network: String,
    present: Arc<Mutex<Present>>,
}

impl Crowd {
    /// Nobody yet.
    pub(super) fn new(limits: &Limits, proxies: &[IpNet]) -> Self {
        let most = limits.clients;
        // However few there may be, no network has them all.
        let from_one = limits.clients_of_one.min(most.div_ceil(2));
        Self { most, from_one, proxies: proxies.into(), present: Arc::default() }
    }

    /// A place for a connection from there; `None` when there are too many.
    pub(super) fn enter(&self, address: IpAddr) -> Option<Place> {
        let address = address.to_canonical();
        let is_proxy = self.proxies.iter().any(|proxies| proxies.contains(&address));
        let network = network(&address.to_string());
        // A poisoned lock only means that a count may be off by one.
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        let of_network = present.by_network.get(&network).copied().unwrap_or_default();
        let (most, from_one) =
            if is_proxy { (self.most + OF_PROXIES, usize::MAX) } else { (self.most, self.from_one) };
        if present.all >= most || of_network >= from_one {
            if present.warned.is_none_or(|warned| warned.elapsed() >= QUIET) {
                present.warned = Some(Instant::now());
                tracing::warn!(%network, of_network, all = present.all, "connections are turned away");
            }
            return None;
        }
        present.all += 1;
        *present.by_network.entry(network.clone()).or_default() += 1;
        Some(Place { network, present: self.present.clone() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        present.all -= 1;
        if let Some(count) = present.by_network.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                present.by_network.remove(&self.network);
            }
        }
    }
}

/// What is under way on a connection.
#[derive(Clone)]
pub(super) struct Activity(Arc<Mutex<Under>>);

struct Under {
    requests: usize,
    since: Instant,
}

/// A request under way, until its answer was taken.
pub(super) struct Asked(Activity);

impl Activity {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(Under { requests: 0, since: Instant::now() })))
    }

    /// A request begins.
    pub(super) fn ask(&self) -> Asked {
        self.with(|under| under.requests += 1);
        Asked(self.clone())
    }

    /// Waits until nothing was asked for so long. Pings are no questions.
    pub(super) async fn idle(&self, long: Duration) {
        loop {
            let now = Instant::now();
            let since = self.with(|under| (under.requests == 0).then_some(under.since));
            if since.is_some_and(|since| since + long <= now) {
                return;
            }
            sleep_until(since.unwrap_or(now) + long).await;
        }
    }

    fn with<T>(&self, look: impl FnOnce(&mut Under) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.with(|under| {
            under.requests -= 1;
            under.since = Instant::now();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_leaves_places_to_the_others_and_all_leave_some_to_proxies() {
        let limits = Limits { clients: 4, clients_of_one: 2, ..Limits::default() };
        let crowd = Crowd::new(&limits, &["10.0.0.0/8".parse().unwrap()]);
        let enter = |address: &str| crowd.enter(address.parse().unwrap());
        let first = enter("192.0.2.1").unwrap();
        let _mapped = enter("::ffff:192.0.2.1").unwrap();
        assert!(enter("192.0.2.1").is_none());
        let _six = [enter("2001:db8::1").unwrap(), enter("2001:db8::2").unwrap()];
        assert!(enter("2001:db8::3").is_none(), "the same customer's");
        assert!(enter("192.0.2.2").is_none(), "all are taken");
        let _proxied: Vec<_> = (0..OF_PROXIES).map(|_| enter("10.0.0.1").unwrap()).collect();
        assert!(enter("10.0.0.1").is_none());
        drop(_proxied);
        drop(first);
        assert!(enter("192.0.2.1").is_some());
    }

    #[tokio::test]
    async fn a_connection_is_idle_when_nothing_is_asked_any_more() {
        let (activity, long) = (Activity::new(), Duration::from_millis(1));
        let asked = activity.ask();
        tokio::select! {
            biased;
            () = activity.idle(long) => panic!("something is asked"),
            () = sleep_until(Instant::now() + 20 * long) => drop(asked),
        }
        activity.idle(long).await;
    }
}
