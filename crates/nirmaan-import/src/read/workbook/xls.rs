//! Workbooks in the binary format of before 2007. Its reader takes all sheets into memory at once, as far apart as
//! their cells are: the worker's limits are what bounds it.

use std::io::Cursor;

use calamine::{Data, DataRef, Dimensions, Reader, SheetType, SheetVisible, Xls, XlsError};

use super::binary::Styles;
use super::number_format::NumberFormat;
use super::{Rows, SheetPart};
use crate::read::{Gap, Merged};
use crate::{FileError, Lost};

pub(super) fn read(
    bytes: &[u8],
    mut take: impl FnMut(SheetPart) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let mut workbook: Xls<_> = Xls::new(Cursor::new(bytes)).map_err(|error| match error {
        XlsError::Password => FileError::Protected,
        _ => FileError::Unreadable,
    })?;
    let styles = Styles::read(bytes).ok_or(FileError::Unreadable)?;
    let sheets = workbook.sheets_metadata().to_vec();
    for (index, sheet) in sheets.iter().enumerate() {
        if sheet.typ != SheetType::WorkSheet || sheet.visible != SheetVisible::Visible {
            continue;
        }
        let range = workbook.worksheet_range(&sheet.name).map_err(|_| FileError::Unreadable)?;
        let Some((first_row, first_column)) = range.start() else { continue };
        let merged = workbook.merge_cells_by_sheet_name(&sheet.name).map_err(|_| FileError::Unreadable)?;
        let mut merged: Vec<_> = merged.iter().map(area).collect();
        merged.sort_by_key(|merged| merged.first_row);
        let cells = styles.of_sheet(index);
        let general = NumberFormat::default();
        let mut rows = Rows::new(merged, &mut take);
        for (row, column, value) in range.used_cells() {
            // They fit: a sheet of this format has 65,536 rows and 256 columns.
            let position = (first_row + row as u32, first_column + column as u32);
            let format = cells.formats.get(&position).copied().unwrap_or(&general);
            let lost = cells.lost.contains(&position).then_some(Lost::Formula);
            rows.take(position, &borrowed(value), format, lost)?;
        }
        if rows.finish()? {
            break;
        }
    }
    Ok(())
}

fn area(merged: &Dimensions) -> Merged {
    let Dimensions { start: (first_row, first_column), end: (last_row, last_column) } = *merged;
    Merged {
        first_row: first_row + 1,
        last_row: last_row + 1,
        first_column: first_column as usize,
        last_column: last_column as usize,
        gap: Gap::Merged,
    }
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
