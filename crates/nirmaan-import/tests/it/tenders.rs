//! The same fourteen tenders as CSV and as workbooks.

use nirmaan_import::{ContractRow, FileKind, Parsed, Purpose, check, read_csv};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

use crate::{parsed, today};

pub const TENDERS: &[u8] = include_bytes!("../data/tenders.csv");

pub fn from_csv() -> Parsed<ContractRow> {
    assert_eq!(FileKind::detect("tenders.csv", TENDERS), Ok(FileKind::Csv));
    check::<ContractRow>(&read_csv(TENDERS, Purpose::Create).unwrap(), today(), |_, _| {})
}

#[test]
fn csv_gives_fourteen_rows() {
    let parsed = from_csv();
    assert_eq!(parsed.failures, []);
    assert_eq!(parsed.unknown_columns, Vec::<String>::new());
    assert_eq!(parsed.rows.len(), 14);
    assert!(parsed.rows.iter().all(|row| row.notes.is_empty()), "{parsed:?}");
    assert_eq!(parsed.rows.iter().map(|row| row.row).collect::<Vec<_>>(), (2..=15).collect::<Vec<_>>());
    let railway = &parsed.rows[1];
    assert_eq!(railway.bid_id, "CPM-GSU-03-NAG-2025-26");
    assert_eq!(railway.status.as_deref(), Some("SUBMITTED"));
    assert_eq!(railway.tender_actual_value, Some(45_774_712_700));
    assert_eq!(railway.tender_bid_percentage, Some(-112_500));
    assert_eq!(railway.closing_date, chrono::NaiveDate::from_ymd_opt(2025, 5, 19));
    assert_eq!(railway.description, "EMD 24,38,700; bid validity 90 days; 18 months");
}

/// The tenders with every cell as text, or as the number or date that a spreadsheet makes of it.
fn workbook(typed: bool) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let day = Format::new().set_num_format("dd-mm-yyyy");
    let percent = Format::new().set_num_format("0.00%");
    for (row, record) in
        (0..).zip(csv::ReaderBuilder::new().has_headers(false).from_reader(TENDERS).into_records())
    {
        for (column, text) in (0..).zip(&record.unwrap()) {
            let plain = text.replace(',', "");
            match column {
                _ if text.is_empty() => {}
                5 | 6 if typed && row > 0 => {
                    sheet.write_number(row, column, plain.parse::<f64>().unwrap()).unwrap();
                }
                7 if typed && row % 2 == 1 => {
                    let value = plain.parse::<f64>().unwrap() / 100.0;
                    sheet.write_number_with_format(row, column, value, &percent).unwrap();
                }
                7 if typed && row > 0 => {
                    sheet.write_number(row, column, plain.parse::<f64>().unwrap()).unwrap();
                }
                8 | 9 if typed && row > 0 => {
                    let parts: Vec<u16> = text.split('-').map(|part| part.parse().unwrap()).collect();
                    let date = ExcelDateTime::from_ymd(parts[2], parts[1] as u8, parts[0] as u8).unwrap();
                    sheet.write_datetime_with_format(row, column, &date, &day).unwrap();
                }
                _ => {
                    sheet.write_string(row, column, text).unwrap();
                }
            }
        }
    }
    workbook.save_to_buffer().unwrap()
}

#[test]
fn workbooks_give_the_same_rows() {
    let expected = from_csv();
    for typed in [false, true] {
        let bytes = workbook(typed);
        assert_eq!(FileKind::detect("tenders.xlsx", &bytes), Ok(FileKind::Workbook));
        assert_eq!(parsed(&bytes), expected, "typed: {typed}");
    }
}

#[test]
fn other_separators_and_line_ends_give_the_same_rows() {
    let expected = from_csv();
    for separator in [b';', b'\t'] {
        let mut writer = csv::WriterBuilder::new();
        let mut writer = writer
            .delimiter(separator)
            .terminator(csv::Terminator::CRLF)
            .from_writer(b"\xEF\xBB\xBF".to_vec());
        for record in csv::ReaderBuilder::new().has_headers(false).from_reader(TENDERS).into_records() {
            writer.write_record(&record.unwrap()).unwrap();
        }
        let bytes = writer.into_inner().unwrap();
        assert_eq!(
            check::<ContractRow>(&read_csv(&bytes, Purpose::Create).unwrap(), today(), |_, _| {}),
            expected
        );
    }
}
