//! What the server does without being called; when it does it is `nirmaan`'s to say.

pub mod objects;
pub mod outbox;
pub mod people;
