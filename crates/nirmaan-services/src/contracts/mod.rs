//! Contracts, their dashboard and their imports.

mod contract;
mod dashboard;
mod import;
mod imports;
mod status;

pub use contract::Contracts;
pub use dashboard::Dashboard;
pub use import::ImportSlots;
pub use imports::Imports;
