//! The workbook that people fill in.

use rust_xlsxwriter::{DataValidation, Format, FormatAlign, Workbook, Worksheet, XlsxError};

use crate::{Column, Kind, MAX_ROWS, Need, Record, formats};

/// A workbook could not be written; there is nothing that a person could do about it.
#[derive(Debug, thiserror::Error)]
#[error("a workbook could not be written: {0}")]
pub struct WriteError(#[from] XlsxError);

/// An XLSX with the names of all columns of a record, formatted so that what is typed arrives as it was meant: texts
/// keep leading zeros, days are days. A second sheet says how to fill it in.
pub fn template(record: Record) -> Result<Vec<u8>, WriteError> {
    let mut workbook = Workbook::new();
    rows(record, workbook.add_worksheet())?;
    guide(record, workbook.add_worksheet())?;
    Ok(workbook.save_to_buffer()?)
}

fn rows(record: Record, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    sheet.set_name(record.sheet())?;
    sheet.set_freeze_panes(1, 0)?;
    let heading = heading();
    let required = heading.clone().set_background_color(0xF6_E3B4);
    for (index, column) in (0..).zip(record.columns()) {
        let (format, width) = look(column.kind);
        sheet.set_column_format(index, &format)?;
        sheet.set_column_width(index, width.max(column.label.len() + 3) as f64)?;
        sheet.write_string_with_format(
            0,
            index,
            column.label,
            if column.need == Need::Never { &heading } else { &required },
        )?;
        if let Kind::Status(statuses) = column.kind {
            let labels: Vec<_> = statuses.iter().map(|(_, label)| label).collect();
            let choices = DataValidation::new()
                .allow_list_strings(&labels)?
                .set_error_title("Not a status")?
                .set_error_message("Choose a status from the list.")?;
            sheet.add_data_validation(1, index, MAX_ROWS, index, &choices)?;
        }
    }
    Ok(())
}

fn guide(record: Record, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    sheet.set_name("How to fill in")?;
    sheet.set_freeze_panes(1, 0)?;
    let heading = heading();
    for (column, (title, width)) in
        (0..).zip([("Column", 28), ("Needed", 10), ("What to write", 70), ("Limit", 18)])
    {
        sheet.set_column_width(column, width)?;
        sheet.write_string_with_format(0, column, title, &heading)?;
    }
    for (row, column) in (1..).zip(record.columns()) {
        sheet.write_string(row, 0, column.label)?;
        sheet.write_string(row, 1, if column.need == Need::Never { "" } else { "yes" })?;
        sheet.write_string(row, 2, column.hint)?;
        sheet.write_string(row, 3, limit(column))?;
    }
    Ok(())
}

pub(crate) fn heading() -> Format {
    Format::new().set_bold().set_align(FormatAlign::VerticalCenter).set_background_color(0xE7_EBEF)
}

/// How a column's cells are shown, and how wide.
fn look(kind: Kind) -> (Format, usize) {
    let text = Format::new().set_num_format(formats::TEXT);
    match kind {
        Kind::Text(max) if max > 200 => (text, 48),
        Kind::Text(_) | Kind::Status(_) => (text, 24),
        Kind::LongText(_) | Kind::Json => (text, 40),
        Kind::Money => (Format::new().set_num_format(formats::RUPEES), 20),
        Kind::Percentage => (Format::new().set_num_format(formats::PERCENT), 14),
        Kind::Count => (Format::new().set_num_format(formats::WHOLE), 10),
        Kind::Date => (Format::new().set_num_format(formats::DAY), 14),
    }
}

fn limit(column: &Column) -> String {
    match column.kind {
        Kind::Text(max) | Kind::LongText(max) => format!("{max} characters"),
        Kind::Status(statuses) => format!("{} choices", statuses.len()),
        Kind::Money => "10,00,000 crore".to_owned(),
        Kind::Percentage => "-100 to 10,00,000".to_owned(),
        Kind::Count => "0 to 1,000".to_owned(),
        Kind::Date => "1900 to 2200".to_owned(),
        Kind::Json => "16 KiB".to_owned(),
    }
}
