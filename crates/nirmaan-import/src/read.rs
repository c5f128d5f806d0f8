//! The first stage: bytes to a table of cells under known columns.

mod csv;
mod encoding;
mod header;
mod kind;
mod merged;
mod reading;
mod shown;
mod table;
pub(crate) mod workbook;

pub use csv::read_csv;
pub use header::Choice;
pub(crate) use header::{HEADER_WITHIN, MAX_NAME, is_named};
pub use kind::FileKind;
pub(crate) use merged::{Gap, Merged, Shared};
pub use reading::ColumnReading;
pub(crate) use reading::{is_swappable, told};
pub use shown::Shown;
pub use table::{Cell, Lost, PassedRow, Table};
pub(crate) use table::{KnownColumn, Row, TableBuilder};
