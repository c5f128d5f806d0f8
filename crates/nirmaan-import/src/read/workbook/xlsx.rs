//! Workbooks of XML parts.

use std::io::Cursor;

use calamine::{Reader, SheetType, SheetVisible, Xlsx};

use super::{Cell, Rows, styles, zip_guard};
use crate::FileError;

pub(super) fn read(
    bytes: &[u8],
    mut row: impl FnMut(u32, Vec<Cell>) -> Result<(), FileError>,
) -> Result<(), FileError> {
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
        .map(|style| {
            style.number_format.as_ref().is_some_and(|format| styles::is_percent(&format.format_code))
        })
        .collect();
    let mut rows = Rows::new(row);
    while let Some((cell, style)) = reader.next_cell_with_style_id().map_err(|_| FileError::Unreadable)? {
        let percent = percent_styles.get(style).copied().unwrap_or_default();
        rows.take(cell.get_position(), cell.get_value(), percent)?;
    }
    rows.finish()
}
