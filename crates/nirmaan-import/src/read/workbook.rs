//! Workbooks, cell by cell. The reader behind this can be made to abort by a small file, so only the
//! worker process may call it.

use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx};
use chrono::NaiveDate;

use super::{Cell, zip_guard};
use crate::{FileError, MAX_BYTES, MAX_COLUMNS, MAX_ROWS};

/// What a spreadsheet program lets a person put into one cell.
const MAX_CELL_BYTES: usize = 4 * 32_767;
/// Texts of all cells together: one long text may be shared by every cell of a sheet.
const MAX_TEXT_BYTES: usize = 64 * 1024 * 1024;

/// Gives `row` the rows of the first visible sheet that has any, by their numbers in the sheet. Cells and
/// rows are bounded before anything is allocated for them: a sheet may have one cell in row 1,048,576.
pub(crate) fn read(
    bytes: &[u8],
    mut row: impl FnMut(u32, Vec<Cell>) -> Result<(), FileError>,
) -> Result<(), FileError> {
    if bytes.len() > MAX_BYTES {
        return Err(FileError::TooLarge);
    }
    zip_guard::check(bytes)?;
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|_| FileError::Unreadable)?;
    let sheets: Vec<String> = workbook
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible)
        .map(|sheet| sheet.name.clone())
        .collect();
    for name in sheets {
        if read_sheet(&mut workbook, &name, &mut row)? {
            break;
        }
    }
    Ok(())
}

/// Whether the sheet had anything in it.
fn read_sheet(
    workbook: &mut Xlsx<Cursor<&[u8]>>,
    name: &str,
    row: &mut impl FnMut(u32, Vec<Cell>) -> Result<(), FileError>,
) -> Result<bool, FileError> {
    let mut reader = workbook.worksheet_cells_reader(name).map_err(|_| FileError::Unreadable)?;
    let percent_styles: Vec<bool> = reader
        .styles()
        .iter()
        .map(|style| style.number_format.as_ref().is_some_and(|format| is_percent(&format.format_code)))
        .collect();
    let mut number = 0;
    let mut cells: Vec<Cell> = Vec::new();
    let mut text_left = MAX_TEXT_BYTES;
    while let Some((cell, style)) = reader.next_cell_with_style_id().map_err(|_| FileError::Unreadable)? {
        let percent = percent_styles.get(style).copied().unwrap_or_default();
        let value = convert(cell.get_value(), percent, &mut text_left)?;
        // Borders and colours may reach to the sheet's last row and column without meaning anything.
        if value.is_blank() {
            continue;
        }
        let (row_index, column) = cell.get_position();
        let column = column as usize;
        if row_index > MAX_ROWS {
            return Err(FileError::TooManyRows);
        }
        if column >= MAX_COLUMNS {
            return Err(FileError::TooManyColumns);
        }
        if row_index + 1 != number {
            // No program writes rows out of order; a second visit would tear a row in two.
            if row_index < number {
                return Err(FileError::Suspicious);
            }
            if number > 0 {
                row(number, std::mem::take(&mut cells))?;
            }
            number = row_index + 1;
        }
        if cells.len() <= column {
            cells.resize(column + 1, Cell::Empty);
        }
        if let Some(slot) = cells.get_mut(column) {
            *slot = value;
        }
    }
    if number > 0 {
        row(number, cells)?;
    }
    Ok(number > 0)
}

fn convert(value: &DataRef<'_>, percent: bool, text_left: &mut usize) -> Result<Cell, FileError> {
    let mut text = |text: &str| {
        *text_left = text_left.checked_sub(text.len()).ok_or(FileError::Suspicious)?;
        if text.len() > MAX_CELL_BYTES { Err(FileError::Suspicious) } else { Ok(Cell::Text(text.to_owned())) }
    };
    match value {
        DataRef::Empty => Ok(Cell::Empty),
        DataRef::String(value) | DataRef::DateTimeIso(value) | DataRef::DurationIso(value) => text(value),
        DataRef::SharedString(value) => text(value),
        DataRef::Int(value) => text(&value.to_string()),
        DataRef::Float(value) if percent => Ok(Cell::Percent(*value)),
        DataRef::Float(value) => Ok(Cell::Number(*value)),
        DataRef::Bool(value) => Ok(Cell::Bool(*value)),
        DataRef::DateTime(value) => Ok(day(value).map_or(Cell::Number(value.as_f64()), Cell::Date)),
        DataRef::Error(error) => Ok(Cell::Error(error.to_string())),
    }
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

/// Whether a number format shows a percentage; quoted and escaped signs are decoration.
fn is_percent(format: &str) -> bool {
    let mut quoted = false;
    let mut escaped = false;
    format.chars().any(|c| match c {
        _ if escaped => {
            escaped = false;
            false
        }
        '\\' | '_' | '*' if !quoted => {
            escaped = true;
            false
        }
        '"' => {
            quoted = !quoted;
            false
        }
        c => c == '%' && !quoted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_that_show_percentages() {
        for (format, expected) in [
            ("0%", true),
            ("0.00%", true),
            ("#,##0.00 %;[Red]-0%", true),
            ("General", false),
            ("0.00\"%\"", false),
            ("0.00\\%", false),
            ("0.00\"a\"%", true),
            ("", false),
        ] {
            assert_eq!(is_percent(format), expected, "{format}");
        }
    }

    #[test]
    fn a_text_that_every_cell_shares_is_counted_each_time() {
        let long = "x".repeat(100_000);
        let mut left = 250_000;
        let mut cell = || convert(&DataRef::SharedString(&long), false, &mut left).map(|_| ());
        assert_eq!([cell(), cell(), cell()], [Ok(()), Ok(()), Err(FileError::Suspicious)]);
    }
}
