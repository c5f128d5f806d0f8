//! Workbooks, cell by cell. The readers behind this can be made to abort by a small file, so only the
//! worker process may call it.

mod binary;
mod number_format;
mod sheet_xml;
mod xls;
mod xlsx;
mod zip_guard;

use std::collections::VecDeque;

use calamine::{DataRef, ExcelDateTime};
use chrono::{Datelike, NaiveDate};

use self::number_format::NumberFormat;
use super::{Cell, HEADER_WITHIN, Merged, kind::OLE};
use crate::{FileError, Lost, MAX_BYTES, MAX_COLUMNS, MAX_ROWS};

/// The records, and the header with what may stand above it.
const MOST_ROWS: u32 = MAX_ROWS + HEADER_WITHIN as u32;

/// What a spreadsheet program lets a person put into one cell.
const MAX_CELL_BYTES: usize = 4 * 32_767;
/// Texts of all cells together: one long text may be shared by every cell of a sheet.
const MAX_TEXT_BYTES: usize = 64 * 1024 * 1024;

/// What a sheet is made of.
pub(crate) enum SheetPart {
    /// A row that isn't blank, by its number in the sheet.
    Row(u32, Vec<Cell>),
    /// Cells that stand for several, before the row in which they begin.
    Merged(Merged),
}

/// Gives `take` the parts of the first visible sheet that has any rows. Cells and rows are bounded before anything is
/// allocated for them: a sheet may have one cell in row 1,048,576.
pub(crate) fn read(
    bytes: &[u8],
    take: impl FnMut(SheetPart) -> Result<(), FileError>,
) -> Result<(), FileError> {
    if bytes.len() > MAX_BYTES {
        return Err(FileError::TooLarge);
    }
    if bytes.starts_with(OLE) { xls::read(bytes, take) } else { xlsx::read(bytes, take) }
}

/// The rows of a sheet, from its cells in the order of the sheet.
struct Rows<F> {
    /// The row at hand, from 1; 0 before the first.
    number: u32,
    cells: Vec<Cell>,
    text_left: usize,
    /// In the order of their first rows.
    merged: VecDeque<Merged>,
    take: F,
}

impl<F: FnMut(SheetPart) -> Result<(), FileError>> Rows<F> {
    fn new(merged: Vec<Merged>, take: F) -> Self {
        Self { number: 0, cells: Vec::new(), text_left: MAX_TEXT_BYTES, merged: merged.into(), take }
    }

    /// Takes the cell at a position that counts from 0, with its format; it may be lost.
    fn take(
        &mut self,
        (row, column): (u32, u32),
        value: &DataRef<'_>,
        format: &NumberFormat,
        lost: Option<Lost>,
    ) -> Result<(), FileError> {
        let value = match lost {
            Some(lost) => Cell::Lost(lost),
            None => convert(value, format, &mut self.text_left)?,
        };
        // Borders and colours may reach to the sheet's last row and column without meaning anything.
        if value.is_blank() {
            return Ok(());
        }
        let column = column as usize;
        if row >= MOST_ROWS {
            return Err(FileError::TooManyRows);
        }
        // One more than are read: the table knows whether the column is one of ours.
        if column > MAX_COLUMNS {
            return Err(FileError::TooManyColumns);
        }
        if row + 1 != self.number {
            // No program writes rows out of order; a second visit would tear a row in two.
            if row < self.number {
                return Err(FileError::Suspicious);
            }
            self.hand_over()?;
            self.number = row + 1;
        }
        if self.cells.len() <= column {
            self.cells.resize(column + 1, Cell::Empty);
        }
        if let Some(slot) = self.cells.get_mut(column) {
            *slot = value;
        }
        Ok(())
    }

    fn hand_over(&mut self) -> Result<(), FileError> {
        if self.number == 0 {
            return Ok(());
        }
        while let Some(merged) = self.merged.pop_front_if(|merged| merged.first_row <= self.number) {
            (self.take)(SheetPart::Merged(merged))?;
        }
        (self.take)(SheetPart::Row(self.number, std::mem::take(&mut self.cells)))
    }

    /// Whether the sheet had anything in it.
    fn finish(mut self) -> Result<bool, FileError> {
        self.hand_over()?;
        Ok(self.number > 0)
    }
}

fn convert(value: &DataRef<'_>, format: &NumberFormat, text_left: &mut usize) -> Result<Cell, FileError> {
    let mut text = |text: &str| {
        take_text(text, text_left)?;
        let shown = format.text(text).filter(|_| !text.trim().is_empty());
        if let Some(Cell::Text(shown)) = &shown {
            take_text(shown, text_left)?;
        }
        Ok(shown.unwrap_or_else(|| Cell::Text(text.to_owned())))
    };
    match value {
        DataRef::Empty => Ok(Cell::Empty),
        DataRef::String(value) | DataRef::DateTimeIso(value) | DataRef::DurationIso(value) => text(value),
        DataRef::SharedString(value) => text(value),
        // Of 30 bits: the binary format keeps small numbers so.
        DataRef::Int(value) => number(*value as f64, format, text_left),
        DataRef::Float(value) => number(*value, format, text_left),
        DataRef::Bool(value) => Ok(Cell::Bool(*value)),
        DataRef::DateTime(value) => Ok(match day(value) {
            // Whoever writes Apr 2026 gets the first of April.
            Some(day) if day.day() == 1 && format.lacks_day() => Cell::Lost(Lost::Day(day)),
            Some(day) => Cell::Date(day),
            None => Cell::Number(value.as_f64()),
        }),
        DataRef::Error(error) => Ok(Cell::Error(error.to_string())),
    }
}

fn number(value: f64, format: &NumberFormat, text_left: &mut usize) -> Result<Cell, FileError> {
    let cell = format.number(value);
    if let Cell::Shown(shown) = &cell {
        take_text(&shown.text, text_left)?;
    }
    Ok(cell)
}

/// Refuses texts that are too long, by themselves or together.
fn take_text(text: &str, text_left: &mut usize) -> Result<(), FileError> {
    *text_left = text_left.checked_sub(text.len()).ok_or(FileError::Suspicious)?;
    if text.len() > MAX_CELL_BYTES { Err(FileError::Suspicious) } else { Ok(()) }
}

/// The day of a date cell, counted from 1900 or 1904 as the workbook says. Times and durations have none.
fn day(value: &ExcelDateTime) -> Option<NaiveDate> {
    // The reader clamps what is out of the calendar, and that would be a day that nobody wrote.
    if !value.is_datetime() || !(1.0..2_958_466.0).contains(&value.as_f64()) {
        return None;
    }
    let (year, month, day, ..) = value.to_ymd_hms_milli();
    NaiveDate::from_ymd_opt(i32::from(year), u32::from(month), u32::from(day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_every_cell_shares_is_counted_each_time() {
        let long = "x".repeat(100_000);
        let mut left = 250_000;
        let format = NumberFormat::default();
        let mut cell = || convert(&DataRef::SharedString(&long), &format, &mut left).map(|_| ());
        assert_eq!([cell(), cell(), cell()], [Ok(()), Ok(()), Err(FileError::Suspicious)]);
    }
}
