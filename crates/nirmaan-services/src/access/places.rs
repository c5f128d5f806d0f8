//! How much of the server each tenant, each user and each stranger may have at a time.
//!
//! A call takes a seat, which it keeps until its answer was taken, and waits for its turn to be worked on. A user has
//! half of what their tenant has. A call that reads much gives its turn back and waits for one of the few places for such.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use super::Caller;
use crate::{
    auth::throttle::network,
    error::{Error, Result},
};

/// Large reads of a tenant that are worked on at a time, or lie in memory because their answers aren't taken.
const LARGE_OF_TENANT: usize = 2;
/// Those of a user.
const LARGE_OF_USER: usize = 1;
/// Calls of strangers from one network under way at a time.
const OF_STRANGERS: usize = 128;

/// Whose something is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Whose {
    Tenant(Uuid),
    User(Uuid, Uuid),
    Network(String),
}

/// What somebody may have.
struct Share {
    seats: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    large: Arc<Semaphore>,
}

impl Share {
    fn new(seats: usize, turns: usize, large: usize) -> Arc<Self> {
        let places = |count: usize| Arc::new(Semaphore::new(count));
        Arc::new(Self { seats: places(seats), turns: places(turns), large: places(large) })
    }
}

/// The shares of those who have a call under way.
#[derive(Default)]
struct Shares {
    of: HashMap<Whose, Weak<Share>>,
    /// How many there may be before those that are over are forgotten.
    forget_at: usize,
}

/// The places of this node.
#[derive(Clone)]
pub struct Places {
    seats: usize,
    turns: usize,
    /// Large reads that are worked on at a time, all tenants together: a core is left to the others.
    large: Arc<Semaphore>,
    shares: Arc<Mutex<Shares>>,
}

/// A call's seat. Its shares are there for as long as somebody sits in them.
pub struct Seat {
    shares: Vec<Arc<Share>>,
    _permits: Vec<OwnedSemaphorePermit>,
}

/// A call's turn, which it may give back before its end.
#[derive(Debug, Clone, Default)]
pub(super) struct Turn(Arc<Mutex<Vec<OwnedSemaphorePermit>>>);

impl Turn {
    /// Lets the next call work.
    pub(super) fn end(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Leave to work on a large read.
pub struct LargeRead {
    _permit: OwnedSemaphorePermit,
}

impl Places {
    /// So many calls of a tenant under way, and so many of them worked on at a time.
    pub fn new(seats: usize, turns: usize) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let large = Arc::new(Semaphore::new(cores.saturating_sub(1).max(1)));
        Self { seats, turns, large, shares: Arc::default() }
    }

    /// A seat for a call of a user.
    pub(super) fn seat(&self, tenant: Uuid, user: Uuid) -> Result<Seat> {
        let tenants =
            self.share(Whose::Tenant(tenant), || Share::new(self.seats, self.turns, LARGE_OF_TENANT));
        let users = self.share(Whose::User(tenant, user), || {
            Share::new(self.seats.div_ceil(2), self.turns.div_ceil(2), LARGE_OF_USER)
        });
        // The user's own first, so that whoever has none left takes none from the others.
        sit(vec![users, tenants]).ok_or_else(|| {
            let message =
                "Too many calls of yours are under way. Please wait until some have ended.".to_owned();
            Error::TooMany { message, retry_after_seconds: 1 }
        })
    }

    /// A seat for a call of a stranger.
    pub(super) fn strangers_seat(&self, address: &str) -> Result<Seat> {
        let share = self.share(Whose::Network(network(address)), || Share::new(OF_STRANGERS, 0, 0));
        sit(vec![share]).ok_or_else(|| {
            let message =
                "Too many calls from your network are under way. Please try again in a moment.".to_owned();
            Error::TooMany { message, retry_after_seconds: 1 }
        })
    }

    /// Waits for leave to read much. The call's turn goes to the next one; its place among the large reads of its tenant
    /// and its user is kept until its answer was taken.
    ///
    /// # Errors
    /// [`Error::Internal`] when the call has no seat, which never happens.
    pub async fn large_read(&self, caller: &Caller) -> Result<LargeRead> {
        caller.end_turn();
        let users = Whose::User(caller.actor.tenant_id, caller.user_id()?);
        for whose in [users, Whose::Tenant(caller.actor.tenant_id)] {
            let share =
                self.known(&whose).ok_or_else(|| Error::Internal("a call without a seat".to_owned()))?;
            let permit = share.large.clone().acquire_owned().await.map_err(closed)?;
            caller.held.hold((permit, share));
        }
        let permit = self.large.clone().acquire_owned().await.map_err(closed)?;
        Ok(LargeRead { _permit: permit })
    }

    fn known(&self, whose: &Whose) -> Option<Arc<Share>> {
        let shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        shares.of.get(whose).and_then(Weak::upgrade)
    }

    fn share(&self, whose: Whose, new: impl FnOnce() -> Arc<Share>) -> Arc<Share> {
        let mut shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(share) = shares.of.get(&whose).and_then(Weak::upgrade) {
            return share;
        }
        if shares.of.len() >= shares.forget_at {
            shares.of.retain(|_, share| share.strong_count() > 0);
            shares.forget_at = 2 * shares.of.len() + 64;
        }
        let share = new();
        shares.of.insert(whose, Arc::downgrade(&share));
        share
    }
}

impl Seat {
    /// Waits for the call's turn.
    pub(super) async fn turn(&self) -> Result<Turn> {
        let mut permits = Vec::with_capacity(self.shares.len());
        for share in &self.shares {
            permits.push(share.turns.clone().acquire_owned().await.map_err(closed)?);
        }
        Ok(Turn(Arc::new(Mutex::new(permits))))
    }
}

fn sit(shares: Vec<Arc<Share>>) -> Option<Seat> {
    let seats = shares.iter().map(|share| share.seats.clone().try_acquire_owned().ok());
    let permits = seats.collect::<Option<Vec<_>>>()?;
    Some(Seat { shares, _permits: permits })
}

fn closed(_: AcquireError) -> Error {
    Error::Internal("the places of calls are closed".to_owned())
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use nirmaan_api::request::Held;
    use nirmaan_store::{Actor, Source};

    use super::*;

    fn caller(places: &Places, tenant: u128, user: u128) -> Result<Caller> {
        let (tenant_id, user_id) = (Uuid::from_u128(tenant), Uuid::from_u128(user));
        let held = Held::default();
        let seat = places.seat(tenant_id, user_id)?;
        let turn = seat.turn().now_or_never().unwrap()?;
        held.hold(seat);
        let actor = Actor {
            tenant_id,
            user_id: Some(user_id),
            source: Source::Grpc,
            request_id: String::new(),
            address: String::new(),
        };
        Ok(Caller {
            actor,
            session_id: Uuid::nil(),
            platform: None,
            owes: Vec::new(),
            method: "",
            reason: String::new(),
            stepped_up: true,
            idempotency_key: None,
            turn,
            held,
            grants: Arc::default(),
        })
    }

    #[test]
    fn a_user_leaves_seats_to_the_tenant_and_a_tenant_to_the_others() {
        let places = Places::new(4, 100);
        let one: Vec<_> = (0..2).map(|_| caller(&places, 1, 1).unwrap()).collect();
        assert!(matches!(caller(&places, 1, 1), Err(Error::TooMany { .. })));
        let _two: Vec<_> = (0..2).map(|_| caller(&places, 1, 2).unwrap()).collect();
        assert!(matches!(caller(&places, 1, 3), Err(Error::TooMany { .. })));
        assert!(caller(&places, 2, 4).is_ok());
        drop(one);
        assert!(caller(&places, 1, 3).is_ok());
    }

    #[test]
    fn calls_wait_for_their_turn_behind_those_of_their_own() {
        let places = Places::new(100, 2);
        let seat = |user| places.seat(Uuid::from_u128(1), Uuid::from_u128(user)).unwrap();
        let (first, second, other) = (seat(1), seat(1), seat(2));
        let turn = first.turn().now_or_never().unwrap().unwrap();
        assert!(second.turn().now_or_never().is_none());
        let others = other.turn().now_or_never().unwrap().unwrap();
        let elsewhere = places.seat(Uuid::from_u128(2), Uuid::from_u128(3)).unwrap();
        assert!(elsewhere.turn().now_or_never().is_some());
        turn.end();
        assert!(second.turn().now_or_never().is_some());
        others.end();
    }

    #[test]
    fn a_large_read_gives_its_turn_back_and_is_one_of_few_until_its_answer_is_taken() {
        let places = Places::new(100, 2);
        let leave = |caller: &Caller| places.large_read(caller).now_or_never().map(Result::unwrap);
        let first = caller(&places, 1, 1).unwrap();
        let worked_on = leave(&first).unwrap();
        // Its turn is free.
        let second = caller(&places, 1, 1).unwrap();
        drop(worked_on);
        assert!(leave(&second).is_none(), "the first answer wasn't taken");
        let (other, third) = (caller(&places, 1, 2).unwrap(), caller(&places, 1, 3).unwrap());
        drop(leave(&other).unwrap());
        assert!(leave(&third).is_none(), "two of the tenant");
        assert!(leave(&caller(&places, 2, 4).unwrap()).is_some());
        drop((first, third));
        assert!(leave(&caller(&places, 1, 3).unwrap()).is_some());
    }

    #[test]
    fn strangers_share_what_their_network_has() {
        let places = Places::new(4, 2);
        let seats: Vec<_> =
            (0..OF_STRANGERS).map(|_| places.strangers_seat("2001:db8::1").unwrap()).collect();
        assert!(places.strangers_seat("2001:db8::2").is_err());
        assert!(places.strangers_seat("2001:db8:0:1::2").is_ok());
        drop(seats);
        assert!(places.strangers_seat("2001:db8::2").is_ok());
    }

    #[test]
    fn those_whose_calls_are_over_are_forgotten() {
        let places = Places::new(4, 2);
        for tenant in 0..1_000 {
            drop(places.seat(Uuid::from_u128(tenant), Uuid::from_u128(tenant)).unwrap());
        }
        assert!(places.shares.lock().unwrap().of.len() <= 66);
    }
}
