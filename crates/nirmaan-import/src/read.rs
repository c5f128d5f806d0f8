//! The first stage: bytes to a table of cells under known columns.

mod csv;
mod encoding;
mod header;
mod kind;
mod merged;
mod no_record;
mod passed;
mod reading;
mod row;
mod shown;
mod sums;
mod table;
pub(crate) mod workbook;

pub use csv::read_csv;
pub use header::Choice;
pub(crate) use header::{HEADER_WITHIN, MAX_NAME, is_named};
pub use kind::FileKind;
pub(crate) use merged::{Gap, Merged, Shared};
pub(crate) use no_record::{is_ditto_or_marks, is_nil, is_plainly_total};
pub use passed::PassedRow;
pub use reading::ColumnReading;
pub(crate) use reading::{is_swappable, told};
pub(crate) use row::{Misplaced, Row};
pub use shown::Shown;
pub use table::{Cell, Lost, Table};
pub(crate) use table::{KnownColumn, TableBuilder};
