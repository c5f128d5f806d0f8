//! A row of a table.

use super::merged::Shared;
use super::table::Cell;

/// A row with something in it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub number: u32,
    /// As many cells as the table knows columns.
    pub cells: Vec<Cell>,
    /// What stands beside them, by its position in the file: nobody reads it, but a row that is handed back has it.
    pub others: Vec<(usize, Cell)>,
    /// Why nobody knows which of its cells belongs under which column.
    pub misplaced: Option<Misplaced>,
    /// Its amounts that stand in one cell for several records.
    pub shared: Vec<Shared>,
}

/// Why the cells of a row don't belong under the columns above them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misplaced {
    /// There are more than the header has.
    TooWide,
    /// They are headings of other columns.
    Headings,
    /// They stand below such headings, which are in this row.
    Below(u32),
}
