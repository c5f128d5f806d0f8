//! Contracts, their deposits, dashboard, timeline and imports.

mod contract;
mod dashboard;
mod deposits;
mod import;
mod imports;
mod status;
mod timeline;

pub use contract::Contracts;
pub use dashboard::Dashboard;
pub use deposits::Deposits;
pub use imports::Imports;
pub use timeline::Timeline;
