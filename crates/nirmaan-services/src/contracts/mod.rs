//! Contracts, their dashboard and their import.

mod contract;
mod dashboard;
mod import;
mod status;

pub use contract::Contracts;
pub use dashboard::Dashboard;
pub use import::ImportSlots;
