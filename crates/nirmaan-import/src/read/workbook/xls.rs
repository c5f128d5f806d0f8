//! Workbooks in the binary format of before 2007. Its reader takes all sheets into memory at once, as far apart as
//! their cells are: the worker's limits are what bounds it.

use std::io::Cursor;

use calamine::{Data, DataRef, Reader, SheetType, SheetVisible, Xls, XlsError};

use super::{Cell, Rows, styles};
use crate::FileError;

pub(super) fn read(
    bytes: &[u8],
    mut row: impl FnMut(u32, Vec<Cell>) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let mut workbook: Xls<_> = Xls::new(Cursor::new(bytes)).map_err(|error| match error {
        XlsError::Password => FileError::Protected,
        _ => FileError::Unreadable,
    })?;
    let percents = styles::Percents::read(bytes).ok_or(FileError::Unreadable)?;
    let sheets = workbook.sheets_metadata().to_vec();
    for (index, sheet) in sheets.iter().enumerate() {
        if sheet.typ != SheetType::WorkSheet || sheet.visible != SheetVisible::Visible {
            continue;
        }
        let range = workbook.worksheet_range(&sheet.name).map_err(|_| FileError::Unreadable)?;
        let Some((first_row, first_column)) = range.start() else { continue };
        let percents = percents.of_sheet(index);
        let mut rows = Rows::new(&mut row);
        for (row, column, value) in range.used_cells() {
            // They fit: a sheet of this format has 65,536 rows and 256 columns.
            let position = (first_row + row as u32, first_column + column as u32);
            rows.take(position, &borrowed(value), percents.contains(&position))?;
        }
        if rows.finish()? {
            break;
        }
    }
    Ok(())
}

/// A value as the reader of the newer format gives it.
fn borrowed(value: &Data) -> DataRef<'_> {
    match value {
        Data::Empty => DataRef::Empty,
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => DataRef::SharedString(text),
        Data::Int(value) => DataRef::Int(*value),
        Data::Float(value) => DataRef::Float(*value),
        Data::Bool(value) => DataRef::Bool(*value),
        Data::DateTime(value) => DataRef::DateTime(*value),
        Data::Error(error) => DataRef::Error(error.clone()),
    }
}
