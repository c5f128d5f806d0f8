//! The first stage: bytes to a table of cells under known columns.

mod csv;
mod encoding;
mod kind;
mod reading;
mod table;
pub(crate) mod workbook;

pub use csv::read_csv;
pub use kind::FileKind;
pub use reading::ColumnReading;
pub use table::{Cell, Table};
pub(crate) use table::{KnownColumn, Row, TableBuilder, is_named};
