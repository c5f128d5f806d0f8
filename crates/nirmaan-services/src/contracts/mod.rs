//! Contracts, their deposits, dashboard, timeline and import.

mod contract;
mod dashboard;
mod deposits;
mod import;
mod status;
mod timeline;

pub use contract::Contracts;
pub use dashboard::Dashboard;
pub use deposits::Deposits;
pub use timeline::Timeline;
