//! Aggregates, written as SQL where that is the clearest.

pub mod deposits;
pub mod documents;
pub mod figures;
pub mod imports;
pub mod kpis;
pub mod outbox;
pub mod people;
pub mod permissions;
pub mod projects;
pub mod roles;
pub mod sessions;
mod sign_in;
mod stored;
mod sweep;
pub mod tasks;
pub mod tenants;
pub mod trail;
