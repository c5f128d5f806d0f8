//! What the server does without being called; when it does it is `nirmaan`'s to say.

pub mod objects;
pub mod outbox;
pub mod people;

use chrono::TimeDelta;

use crate::common::KEPT;

/// How long what deleted records come back with is kept: an hour longer than they can be brought back, so that none comes back
/// while it goes.
const DELETED: TimeDelta = TimeDelta::hours(KEPT.num_hours() + 1);
