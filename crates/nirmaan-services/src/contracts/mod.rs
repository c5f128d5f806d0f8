//! Contracts, their deposits, dashboard, timeline and imports.

mod contract;
mod dashboard;
mod deposit_imports;
mod deposits;
mod import;
mod imports;
mod status;
mod timeline;

pub use contract::Contracts;
pub(crate) use contract::deletion as contract_deletion;
pub use dashboard::Dashboard;
pub use deposit_imports::DepositImports;
pub use deposits::Deposits;
pub(crate) use deposits::deletion as deposit_deletion;
pub use imports::Imports;
pub use timeline::Timeline;

/// Bytes of what is put into words before the transaction that writes it; the rest is while others wait.
const AHEAD: usize = 32 * 1024 * 1024;
