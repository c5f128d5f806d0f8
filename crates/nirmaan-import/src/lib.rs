//! Bulk upload of contracts and of deposits: the bytes of a CSV file or a workbook become checked rows and failures.
//!
//! There is no database and no runtime in here, and nothing panics, whatever the bytes are. The work has
//! two stages, so that progress can be shown:
//!
//! 1. **Read.** [`read_csv`] in this process; a workbook only through the process of its own that
//!    [`worker`] describes, because the workbook reader can be made to abort by a file of 1.4 kB. Either
//!    gives a [`Table`], or a [`FileError`] when nothing of the file can be used.
//! 2. **Check.** [`check`] turns the table into rows, [`ContractRow`]s or [`DepositRow`]s, and [`Failure`]s. A bad row never
//!    stops the good ones, and [`handed_back`] writes the bad ones down for whoever sent them.
//!
//! ```
//! use chrono::NaiveDate;
//! use nirmaan_import::{ContractRow, Parsed, Purpose};
//!
//! let table = nirmaan_import::read_csv(b"Bid ID,Contract Name\nT-1,Road\nT-2,\n", Purpose::Create)?;
//! let today = NaiveDate::from_ymd_opt(2026, 11, 26).unwrap_or_default();
//! let parsed: Parsed<ContractRow> =
//!     nirmaan_import::check(&table, today, |done, total| println!("{done} of {total}"));
//! assert_eq!(parsed.rows[0].bid_id, "T-1");
//! assert_eq!(parsed.failures[0].reason, "Contract Name: is required");
//! # Ok::<(), nirmaan_import::FileError>(())
//! ```
//!
//! Nothing is computed here: a bid value without a percentage, or the other way round, is completed by
//! whoever stores the row, by the same rule as for a contract from the form.

mod check;
mod column;
mod column_map;
mod date_order;
mod deposit_key;
mod error;
pub mod formats;
mod formula;
mod handed_back;
mod heading;
mod read;
mod record;
mod row;
mod template;
mod unit;
pub mod worker;

pub use check::{PERCENTAGES, check, grouped};
pub use column::{Column, Field, Kind, Need, Purpose, STATUSES, Statuses};
pub use column_map::{ColumnMap, ReadOptions, Remembered};
pub use date_order::DateOrder;
pub use deposit_key::deposit_key;
pub use error::{FileError, listed, of_one_type};
pub use formula::defused;
pub use handed_back::handed_back;
pub use read::{Cell, Choice, ColumnReading, FileKind, Lost, PassedRow, Shown, Table, read_csv};
pub use record::{Record, SheetRow};
pub use row::{ContractRow, DepositRow, Failure, Note, Parsed};
pub use template::{WriteError, template};
pub use unit::Unit;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;
/// The most rows of a file, without its header.
pub const MAX_ROWS: u32 = 20_000;
/// The most columns of a file.
pub const MAX_COLUMNS: usize = 100;
