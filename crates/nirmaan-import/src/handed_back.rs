//! The workbook in which bad rows are handed back.

use rust_xlsxwriter::{Format, Workbook};

use crate::check::seen;
use crate::template::{WriteError, heading};
use crate::{Cell, Failure, Table};

/// The last column's name.
const ERROR: &str = "Error";
/// What a cell of a workbook takes, in the units that count.
const MAX_CELL: usize = 32_767;

/// The rows with problems as an XLSX: their cells where they were, as text, so that ids and days survive, and a last
/// column that says what is wrong. Corrected, it can be uploaded as it is.
pub fn handed_back(table: &Table, failures: &[Failure]) -> Result<Vec<u8>, WriteError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.set_name("Contracts")?;
    sheet.set_freeze_panes(1, 0)?;
    let (heading, text) = (heading(), Format::new().set_num_format("@"));
    let errors = width(table);
    for column in 0..errors {
        sheet.set_column_format(column, &text)?;
        sheet.set_column_width(column, 20)?;
    }
    sheet.set_column_width(errors, 80)?;
    for (position, name) in &table.header {
        sheet.write_string_with_format(0, at(*position), fitting(name), &heading)?;
    }
    sheet.write_string_with_format(0, errors, ERROR, &heading)?;
    let known = |failure: &Failure| table.rows.binary_search_by_key(&failure.row, |row| row.number).ok();
    let failed = failures.iter().filter_map(|failure| Some((table.rows.get(known(failure)?)?, failure)));
    for (number, (row, failure)) in (1..).zip(failed) {
        let known = table.columns.iter().map(|(position, _)| *position).zip(&row.cells);
        let others = row.others.iter().map(|(position, cell)| (*position, cell));
        for (position, cell) in known.chain(others).filter(|(_, cell)| **cell != Cell::Empty) {
            sheet.write_string_with_format(number, at(position), fitting(&seen(cell)), &text)?;
        }
        sheet.write_string(number, errors, fitting(&failure.reason))?;
    }
    Ok(workbook.save_to_buffer()?)
}

/// How many columns a table has.
fn width(table: &Table) -> u16 {
    let header = table.header.iter().map(|(position, _)| *position);
    let others = table.rows.iter().flat_map(|row| row.others.iter().map(|(position, _)| *position));
    header.chain(others).max().map_or(0, |last| at(last + 1))
}

/// A position as the writer counts: a table has some hundred columns at most.
fn at(position: usize) -> u16 {
    u16::try_from(position).unwrap_or(u16::MAX)
}

/// As much of a text as a cell takes.
fn fitting(text: &str) -> String {
    let mut left = MAX_CELL;
    text.chars()
        .take_while(|c| {
            let fits = c.len_utf16() <= left;
            left = left.saturating_sub(c.len_utf16());
            fits
        })
        .collect()
}
