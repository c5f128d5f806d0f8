//! Comma-separated values, as spreadsheets take them.

use std::borrow::Cow;

use ::csv::{QuoteStyle, Terminator, Writer, WriterBuilder};
use bytes::Bytes;
use nirmaan_import::defused;

use super::{Column, fault, table::Cell};
use crate::error::Result;

/// By this Excel knows that the text is UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The beginning of a file.
pub(crate) fn beginning() -> Writer<Vec<u8>> {
    writer(BYTE_ORDER_MARK.to_vec())
}

/// A line of texts, in which no spreadsheet takes anything for a formula.
pub(crate) fn line<'a>(writer: &mut Writer<Vec<u8>>, cells: impl IntoIterator<Item = &'a str>) -> Result<()> {
    for cell in cells {
        writer.write_field(defused(cell).as_bytes()).map_err(fault)?;
    }
    end_of_line(writer)
}

/// What was written.
pub(crate) fn finish(writer: Writer<Vec<u8>>) -> Result<Vec<u8>> {
    writer.into_inner().map_err(fault)
}

/// A list as it is written, page by page.
#[derive(Default)]
pub(super) struct Csv {
    has_begun: bool,
}

impl Csv {
    /// The lines of some rows, the header before the first of them.
    pub(super) fn write<R>(&mut self, columns: &[Column<R>], rows: &[R]) -> Result<Bytes> {
        let mut lines = if self.has_begun { writer(Vec::new()) } else { beginning() };
        if !self.has_begun {
            line(&mut lines, columns.iter().map(|column| column.label))?;
            self.has_begun = true;
        }
        for row in rows {
            for column in columns {
                lines.write_field(plain(column.cell(row)).as_bytes()).map_err(fault)?;
            }
            end_of_line(&mut lines)?;
        }
        finish(lines).map(Bytes::from)
    }
}

/// Every cell is quoted: what separates cells is a setting of the reader's computer, which would begin a cell, and so a
/// formula, in the midst of a text.
fn writer(start: Vec<u8>) -> Writer<Vec<u8>> {
    WriterBuilder::new().terminator(Terminator::CRLF).quote_style(QuoteStyle::Always).from_writer(start)
}

fn end_of_line(writer: &mut Writer<Vec<u8>>) -> Result<()> {
    writer.write_record(None::<&[u8]>).map_err(fault)
}

/// A cell as text. Numbers have a point and no grouping, days the order of ISO 8601: what every spreadsheet reads
/// alike, whatever its country.
fn plain(cell: Cell<'_>) -> Cow<'_, str> {
    match cell {
        Cell::Empty => "".into(),
        Cell::Text(text) => defused(text),
        Cell::Money(paise) => rupees(paise).into(),
        Cell::Number(number) => number.to_string().into(),
        Cell::Percentage(percent) => percent.to_string().into(),
        Cell::Date(day) => day.to_string().into(),
        Cell::Instant(at) => at.format("%Y-%m-%d %H:%M:%S").to_string().into(),
    }
}

fn rupees(paise: i64) -> String {
    let sign = if paise < 0 { "-" } else { "" };
    let paise = paise.unsigned_abs();
    format!("{sign}{}.{:02}", paise / 100, paise % 100)
}

#[cfg(test)]
mod tests {
    use nirmaan_api::{Date, types::Money};
    use prost_types::Timestamp;

    use super::{super::table::*, *};

    #[derive(Default)]
    struct Row {
        text: &'static str,
        paise: Option<i64>,
        percent: Option<f64>,
        day: Option<Date>,
        at: Option<Timestamp>,
    }

    const COLUMNS: &[Column<Row>] = &[
        text("Bid, ID", |row: &Row| row.text),
        money("Cost", |row: &Row| row.paise.map(|paise| Money { paise })),
        percentage("Percent", |row: &Row| row.percent),
        date("Day", |row: &Row| row.day),
        instant("At (IST)", |row: &Row| row.at),
        yes_no("Blank", |row: &Row| row.text.is_empty()),
    ];

    #[test]
    fn a_list_is_a_header_and_a_line_for_each_row() {
        let full = Row {
            text: "00042 \"सड़क\"\nकाम",
            paise: Some(1_250_000_005),
            percent: Some(-11.25),
            day: Some(Date { year: 2026, month: 3, day: 31 }),
            at: Some(Timestamp { seconds: 1_774_981_799, nanos: 999_000_000 }),
        };
        let mut csv = Csv::default();
        let mut bytes = csv.write(COLUMNS, &[full]).unwrap().to_vec();
        bytes.extend(csv.write(COLUMNS, &[Row::default(), Row { text: "=1+1", ..Row::default() }]).unwrap());
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            "\u{feff}\"Bid, ID\",\"Cost\",\"Percent\",\"Day\",\"At (IST)\",\"Blank\"\r\n\
             \"00042 \"\"सड़क\"\"\nकाम\",\"12500000.05\",\"-11.25\",\"2026-03-31\",\"2026-03-31 23:59:59\",\"No\"\r\n\
             \"\",\"\",\"\",\"\",\"\",\"Yes\"\r\n\
             \"'=1+1\",\"\",\"\",\"\",\"\",\"No\"\r\n"
        );
    }

    #[test]
    fn an_empty_list_is_a_header() {
        let bytes = Csv::default().write(COLUMNS, &[]).unwrap();
        assert_eq!(std::str::from_utf8(&bytes).unwrap().lines().count(), 1);
    }

    #[test]
    fn amounts_are_exact() {
        for (paise, written) in
            [(0, "0.00"), (5, "0.05"), (-1_99, "-1.99"), (i64::MAX, "92233720368547758.07")]
        {
            assert_eq!(rupees(paise), written);
        }
    }
}
