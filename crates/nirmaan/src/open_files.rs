//! Open files: each connection is one, and so is much else.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::limits::Limits;

/// What files, the database and children need beside the connections of clients.
const RESERVE: usize = 256;

/// Raises the number of descriptors that this process may have as far as it may itself, and takes no more connections
/// than there is room for: a server without descriptors answers nobody.
pub fn make_room(limits: &mut Limits) {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = (limits.clients + RESERVE) as u64;
    let raised = Rlimit { current: Some(maximum.map_or(wanted, |maximum| wanted.min(maximum))), maximum };
    let is_enough = current.is_none_or(|current| current >= wanted);
    let current =
        if is_enough || setrlimit(Resource::Nofile, raised).is_err() { current } else { raised.current };
    let room = current.map_or(usize::MAX, |current| usize::try_from(current).unwrap_or(usize::MAX));
    if room < limits.clients + RESERVE {
        limits.clients = room.saturating_sub(RESERVE).max(room / 2);
        tracing::warn!(
            descriptors = room,
            connections = limits.clients,
            "fewer connections are taken than NIRMAAN_LIMIT_CLIENTS says: the process may have no more descriptors"
        );
    }
}
