//! The first stage: bytes to a table of cells under known columns.

mod csv;
mod encoding;
mod kind;
mod table;
pub(crate) mod workbook;

pub use csv::read_csv;
pub use kind::FileKind;
pub use table::{Cell, Table};
pub(crate) use table::{Row, TableBuilder, is_named};
