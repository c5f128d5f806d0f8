//! The first stage: bytes to a table of cells under known columns.

mod csv;
mod kind;
mod table;
pub(crate) mod workbook;
pub(crate) mod zip_guard;

pub use csv::read_csv;
pub use kind::FileKind;
pub use table::{Cell, Table};
pub(crate) use table::{Row, TableBuilder};
