//! Workbooks, written row by row into a temporary file.

use std::{
    fs::File,
    io::{BufWriter, Seek, Write},
};

use nirmaan_import::{defused, formats};
use rust_xlsxwriter::{ColNum, Format, RowNum, Workbook, Worksheet, XlsxError};

use super::{
    Column, fault,
    table::{Cell, Kind},
};
use crate::error::{Error, Result};

/// What a sheet holds below its header.
const MOST_ROWS: RowNum = 1_048_575;

/// A workbook with one sheet.
pub(super) struct Xlsx {
    book: Workbook,
    /// How the cells of each column look.
    looks: Vec<Format>,
    rows: RowNum,
}

impl Xlsx {
    /// With its header.
    pub(super) fn new<R>(name: &str, columns: &[Column<R>]) -> Result<Self> {
        let mut book = Workbook::new();
        // Rows go to a file that nobody can find and that goes with its handle.
        let sheet = book.add_worksheet_with_constant_memory().map_err(fault)?;
        let looks = begin(sheet, name, columns).map_err(fault)?;
        Ok(Self { book, looks, rows: 0 })
    }

    /// Writes rows below those that are there.
    pub(super) fn write<R>(&mut self, columns: &[Column<R>], rows: &[R]) -> Result<()> {
        check(u64::from(self.rows) + rows.len() as u64)?;
        let sheet = self.book.worksheet_from_index(0).map_err(fault)?;
        for row in rows {
            self.rows += 1;
            for ((at, column), look) in (0..).zip(columns).zip(&self.looks) {
                write(sheet, (self.rows, at), column.cell(row), look).map_err(fault)?;
            }
        }
        Ok(())
    }

    /// The file, from its beginning.
    pub(super) fn finish(mut self) -> Result<File> {
        let last = ColNum::try_from(self.looks.len()).map_err(fault)?.saturating_sub(1);
        let sheet = self.book.worksheet_from_index(0).map_err(fault)?;
        sheet.autofilter(0, 0, self.rows, last).map_err(fault)?;
        let mut file = BufWriter::new(tempfile::tempfile().map_err(fault)?);
        self.book.save_to_writer(&mut file).map_err(fault)?;
        file.flush().map_err(fault)?;
        let mut file = file.into_inner().map_err(fault)?;
        file.rewind().map_err(fault)?;
        Ok(file)
    }
}

/// Whether a sheet holds so many rows.
pub(super) fn check(rows: u64) -> Result<()> {
    if rows <= u64::from(MOST_ROWS) {
        return Ok(());
    }
    let message = "A workbook holds 1,048,575 rows below its header. Narrow the list, or choose CSV.";
    Err(Error::Precondition(message.to_owned()))
}

/// Names the sheet and writes its header; how each column's cells look.
fn begin<R>(
    sheet: &mut Worksheet,
    name: &str,
    columns: &[Column<R>],
) -> std::result::Result<Vec<Format>, XlsxError> {
    let mut letters = name.chars();
    let capital = letters.next().map(|first| first.to_uppercase().to_string());
    sheet.set_name(capital.unwrap_or_default() + letters.as_str())?;
    sheet.set_freeze_panes(1, 0)?;
    let heading = Format::new().set_bold();
    let mut looks = Vec::with_capacity(columns.len());
    for (at, column) in (0..).zip(columns) {
        let (format, width) = look(column.kind);
        // Room for the label and the filter's button.
        sheet.set_column_width(at, width.max(column.label.chars().count() + 3) as f64)?;
        sheet.write_string_with_format(0, at, column.label, &heading)?;
        looks.push(Format::new().set_num_format(format));
    }
    Ok(looks)
}

fn look(kind: Kind) -> (&'static str, usize) {
    match kind {
        Kind::Text => (formats::TEXT, 24),
        Kind::WideText => (formats::TEXT, 48),
        Kind::Money => (formats::RUPEES, 20),
        Kind::Number => (formats::WHOLE, 10),
        Kind::Percentage => (formats::PERCENT, 14),
        Kind::Date => (formats::DAY, 14),
        Kind::Instant => (formats::INSTANT, 20),
        Kind::YesNo => (formats::TEXT, 8),
    }
}

fn write(
    sheet: &mut Worksheet,
    (row, column): (RowNum, ColNum),
    cell: Cell<'_>,
    look: &Format,
) -> std::result::Result<(), XlsxError> {
    match cell {
        Cell::Empty => return Ok(()),
        Cell::Text(text) => sheet.write_string_with_format(row, column, defused(text), look)?,
        // A double has room for every amount below 90 lakh crore rupees, to the paisa.
        Cell::Money(paise) => sheet.write_number_with_format(row, column, paise as f64 / 100.0, look)?,
        Cell::Number(number) => sheet.write_number_with_format(row, column, number as f64, look)?,
        Cell::Percentage(percent) => sheet.write_number_with_format(row, column, percent, look)?,
        Cell::Date(day) => sheet.write_datetime_with_format(row, column, day, look)?,
        Cell::Instant(at) => sheet.write_datetime_with_format(row, column, at, look)?,
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{super::table::*, *};

    const COLUMNS: &[Column<String>] = &[text("Bid ID", |row: &String| row)];

    #[test]
    fn a_sheet_that_is_full_says_what_to_do() {
        assert!(check(1_048_575).is_ok());
        let said = check(1_048_576).unwrap_err().to_string();
        assert!(said.ends_with("Narrow the list, or choose CSV."), "{said}");

        // Rows that were inserted since they were counted.
        let mut xlsx = Xlsx { rows: MOST_ROWS - 1, ..Xlsx::new("contracts", COLUMNS).unwrap() };
        xlsx.write(COLUMNS, &["last".to_owned()]).unwrap();
        assert!(xlsx.write(COLUMNS, &["one more".to_owned()]).is_err());
    }
}
