//! Aggregates, written as SQL where that is the clearest.

pub mod deposits;
pub mod kpis;
pub mod outbox;
pub mod permissions;
mod sign_in;
mod sweep;
