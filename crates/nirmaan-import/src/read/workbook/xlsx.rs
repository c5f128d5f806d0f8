//! Workbooks of XML parts.

use std::io::Cursor;

use calamine::{Reader, SheetType, SheetVisible, Xlsx};

use super::number_format::NumberFormat;
use super::sheet_xml::{Beside, Sheets};
use super::{Rows, SheetPart, zip_guard};
use crate::{FileError, Lost};

pub(super) fn read(
    bytes: &[u8],
    mut take: impl FnMut(SheetPart) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let parts = zip_guard::check(bytes)?;
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|_| FileError::Unreadable)?;
    let sheets_xml = Sheets::find(parts)?;
    let sheets: Vec<String> = workbook
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible)
        .map(|sheet| sheet.name.clone())
        .collect();
    for name in sheets {
        if read_sheet(&mut workbook, &name, sheets_xml.beside(&name)?, &mut take)? {
            break;
        }
    }
    Ok(())
}

/// Whether the sheet had anything in it.
fn read_sheet(
    workbook: &mut Xlsx<Cursor<&[u8]>>,
    name: &str,
    beside: Beside,
    take: &mut impl FnMut(SheetPart) -> Result<(), FileError>,
) -> Result<bool, FileError> {
    let mut reader = workbook.worksheet_cells_reader(name).map_err(|_| FileError::Unreadable)?;
    let formats: Vec<NumberFormat> = reader
        .styles()
        .iter()
        .map(|style| {
            let format = style.number_format.as_ref();
            format.map(|format| NumberFormat::read(&format.format_code, format.format_id)).unwrap_or_default()
        })
        .collect();
    let general = NumberFormat::default();
    let mut rows = Rows::new(beside.merged, take);
    while let Some((cell, style)) = reader.next_cell_with_style_id().map_err(|_| FileError::Unreadable)? {
        let position = cell.get_position();
        let lost = beside.lost.contains(&position).then_some(Lost::Formula);
        rows.take(position, cell.get_value(), formats.get(style).unwrap_or(&general), lost)?;
    }
    rows.finish()
}
