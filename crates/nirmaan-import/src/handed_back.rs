//! The workbook in which bad rows are handed back.

use std::io::{Seek, Write};

use rust_xlsxwriter::{Format, FormatAlign, Workbook};

use crate::check::seen;
use crate::read::{KnownColumn, Misplaced, Row, is_named};
use crate::template::{WriteError, heading};
use crate::{Cell, Failure, Kind, Table};

/// The last column's name.
const ERROR: &str = "Error";
/// What a cell of a workbook takes, in the units that count.
const MAX_CELL: usize = 32_767;

/// The rows with problems as an XLSX: their cells where they were, as text, so that ids and days survive, and a last
/// column that says what is wrong. Corrected, it can be uploaded as it is. Many take no more memory than one: until the
/// workbook is whole they wait in a temporary file.
pub fn handed_back<W: Write + Seek + Send>(
    table: &Table,
    failures: &[Failure],
    file: W,
) -> Result<(), WriteError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    sheet.set_name(table.record.sheet())?;
    sheet.set_freeze_panes(1, 0)?;
    // Beside a column of several lines, cells would stand at the last one.
    let top = Format::new().set_align(FormatAlign::Top);
    let (heading, text, lines) = (heading(), top.clone().set_num_format("@"), top.set_text_wrap());
    let known = |failure: &Failure| table.rows.binary_search_by_key(&failure.row, |row| row.number).ok();
    let all = || failures.iter().filter_map(|failure| Some((table.rows.get(known(failure)?)?, failure)));
    // Headings of other columns are about all rows behind them.
    let is_below = |row: &Row| matches!(row.misplaced, Some(Misplaced::Headings | Misplaced::Below(_)));
    let failed = || {
        let above = all().filter(move |(row, _)| !is_below(row));
        above.chain(all().filter(move |(row, _)| is_below(row)))
    };
    let header = table.header.iter().map(|named| named.position);
    let others = failed().flat_map(|(row, _)| beside(table, row).map(|(position, _)| position));
    let errors = header.chain(others).max().map_or(0, |last| at(last + 1));
    for column in 0..errors {
        sheet.set_column_format(column, &text)?;
        sheet.set_column_width(column, 20)?;
    }
    sheet.set_column_width(errors, 80)?;
    for named in &table.header {
        let name = table.heading_of(named);
        sheet.write_string_with_format(0, at(named.position), fitting(&name), &heading)?;
    }
    sheet.write_string_with_format(0, errors, ERROR, &heading)?;
    for (number, (row, failure)) in (1..).zip(failed()) {
        for (known, cell) in table.columns.iter().zip(&row.cells) {
            if *cell != Cell::Empty {
                let written = as_text(known, cell);
                sheet.write_string_with_format(number, at(known.position), fitting(&written), &text)?;
            }
        }
        for (position, cell) in beside(table, row).filter(|(_, cell)| **cell != Cell::Empty) {
            sheet.write_string_with_format(number, at(position), fitting(&seen(cell)), &text)?;
        }
        sheet.write_string_with_format(number, errors, fitting(&failure.lines()), &lines)?;
    }
    Ok(workbook.save_to_writer(file)?)
}

/// A cell as it can be written for one that holds text.
fn as_text(known: &KnownColumn, cell: &Cell) -> String {
    match cell {
        Cell::Date(day) if known.column.kind == Kind::Date && !known.days.is_day_first() => {
            day.format("%d %b %Y").to_string()
        }
        cell => seen(cell),
    }
}

/// What stands beside the known cells of a row. Notes under no name stay away: in what comes back, such a cell means
/// that a row is too wide.
fn beside<'a>(table: &'a Table, row: &'a Row) -> impl Iterator<Item = (usize, &'a Cell)> {
    let kept = |position: usize| row.misplaced.is_some() || is_named(&table.header, position);
    row.others.iter().filter(move |(position, _)| kept(*position)).map(|(position, cell)| (*position, cell))
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
