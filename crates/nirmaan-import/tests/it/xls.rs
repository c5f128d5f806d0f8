//! Workbooks of before 2007, written here byte by byte: no library writes them any more.

use std::io::{Cursor, Write};

use chrono::NaiveDate;
use nirmaan_import::{FileError, FileKind};

use crate::{
    parsed, table,
    tenders::{TENDERS, from_csv},
};

/// A cell's style: the numbers of the styles that [`book`] writes.
const GENERAL: u16 = 0;
const PERCENT: u16 = 1;
const DAY: u16 = 2;
const OWN_PERCENT: u16 = 3;

fn record(kind: u16, data: &[u8]) -> Vec<u8> {
    [&kind.to_le_bytes(), &u16::try_from(data.len()).unwrap().to_le_bytes(), data].concat()
}

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A text of two bytes a letter, with its length in front.
fn text(text: &str) -> Vec<u8> {
    let units: Vec<u16> = text.encode_utf16().collect();
    [words(&[u16::try_from(units.len()).unwrap()]), vec![1], words(&units)].concat()
}

fn label(row: u16, column: u16, value: &str) -> Vec<u8> {
    record(0x0204, &[words(&[row, column, GENERAL]), text(value)].concat())
}

fn number(row: u16, column: u16, style: u16, value: f64) -> Vec<u8> {
    record(0x0203, &[words(&[row, column, style]), value.to_le_bytes().to_vec()].concat())
}

/// Whole numbers in neighbouring cells.
fn numbers(row: u16, column: u16, cells: &[(u16, i32)]) -> Vec<u8> {
    let inner = cells.iter().flat_map(|(style, value)| {
        let short = (value << 2 | 2).to_le_bytes();
        [words(&[*style]), short.to_vec()].concat()
    });
    let last = column + u16::try_from(cells.len()).unwrap() - 1;
    record(0x00BD, &[words(&[row, column]), inner.collect(), words(&[last])].concat())
}

fn begin(what: u16) -> Vec<u8> {
    record(0x0809, &words(&[0x0600, what, 0, 0, 0, 0, 0, 0]))
}

/// A workbook with sheets of these cells, after other records.
fn book_with(first: &[u8], sheets: &[Vec<u8>]) -> Vec<u8> {
    let mut head = [begin(0x0005), first.to_vec()].concat();
    head.extend(record(0x041E, &[words(&[164]), text("0.0#\" \"%")].concat()));
    for format in [0_u16, 10, 14, 164] {
        head.extend(record(0x00E0, &words(&[0, format, 0, 0, 0, 0, 0, 0, 0, 0])));
    }
    let sheets: Vec<Vec<u8>> =
        sheets.iter().map(|cells| [begin(0x0010), cells.clone(), record(0x000A, &[])].concat()).collect();
    // Each name has one letter.
    let named = head.len() + sheets.len() * (4 + 4 + 2 + 3) + 4;
    let mut at = named;
    for (sheet, letter) in sheets.iter().zip(b'A'..) {
        let position = u32::try_from(at).unwrap().to_le_bytes();
        head.extend(record(0x0085, &[&position[..], &[0, 0, 1, 0, letter]].concat()));
        at += sheet.len();
    }
    head.extend(record(0x000A, &[]));
    assert_eq!(head.len(), named);
    let mut container =
        cfb::CompoundFile::create_with_version(cfb::Version::V3, Cursor::new(Vec::new())).unwrap();
    container.create_stream("/Workbook").unwrap().write_all(&[head, sheets.concat()].concat()).unwrap();
    container.flush().unwrap();
    container.into_inner().into_inner()
}

fn book(cells: &[Vec<u8>]) -> Vec<u8> {
    book_with(&[], &[cells.concat()])
}

fn header(names: &[&str]) -> Vec<u8> {
    names.iter().zip(0..).flat_map(|(name, column)| label(0, column, name)).collect()
}

#[test]
fn the_tenders_are_the_same() {
    let mut cells = Vec::new();
    let records = csv::ReaderBuilder::new().has_headers(false).from_reader(TENDERS).into_records();
    for (row, record) in (0..).zip(records) {
        for (column, cell) in (0..).zip(&record.unwrap()) {
            cells.push(label(row, column, cell));
        }
    }
    let bytes = book(&cells);
    assert_eq!(FileKind::detect("Tenders.XLS", &bytes), Ok(FileKind::Workbook));
    assert_eq!(parsed(&bytes), from_csv());
}

#[test]
fn numbers_days_and_percentages_mean_what_the_sheet_shows() {
    let names =
        ["Bid ID", "Contract Name", "Tender Bid Percentage", "Opening Date", "Paper Cost", "Extension Count"];
    let bytes = book(&[
        header(&names),
        label(1, 0, "007"),
        label(1, 1, "सड़क"),
        number(1, 2, PERCENT, -0.1125),
        number(1, 3, DAY, 45_782.0),
        numbers(1, 4, &[(GENERAL, 500), (GENERAL, 3)]),
        label(2, 0, "008"),
        label(2, 1, "Bridge"),
        number(2, 2, OWN_PERCENT, 0.02),
        label(3, 0, "009"),
        label(3, 1, "Dam"),
        number(3, 2, GENERAL, -11.25),
        label(4, 0, "010"),
        numbers(4, 1, &[(GENERAL, 4), (PERCENT, 1)]),
    ]);
    let parsed = parsed(&bytes);
    assert_eq!(parsed.failures, []);
    let percentages: Vec<_> = parsed.rows.iter().map(|row| row.tender_bid_percentage).collect();
    assert_eq!(percentages, [Some(-112_500), Some(20_000), Some(-112_500), Some(1_000_000)]);
    let first = &parsed.rows[0];
    assert_eq!((first.bid_id.as_str(), first.contract_name.as_str()), ("007", "सड़क"));
    assert_eq!((first.paper_cost, first.extension_count), (Some(50_000), Some(3)));
    assert_eq!(first.opening_date, NaiveDate::from_ymd_opt(2025, 5, 5));
}

#[test]
fn the_first_sheet_with_data_is_read() {
    let percent = [header(&["Bid ID", "Contract Name"]), number(0, 3, PERCENT, 1.0)].concat();
    let tenders = [
        header(&["Bid ID", "Contract Name", "Tender Bid Percentage"]),
        label(1, 0, "A"),
        label(1, 1, "Road"),
        number(1, 2, PERCENT, 0.05),
    ];
    let parsed = parsed(&book_with(&[], &[Vec::new(), tenders.concat(), percent]));
    assert_eq!(parsed.rows[0].tender_bid_percentage, Some(50_000));
    assert_eq!(table(&book(&[])), Err(FileError::NoHeader));
}

#[test]
fn limits_hold() {
    let far = |row, column| book(&[header(&["Bid ID", "Contract Name"]), label(row, column, "x")]);
    assert_eq!(table(&far(20_020, 0)), Err(FileError::TooManyRows));
    assert_eq!(table(&far(1, 101)), Err(FileError::TooManyColumns));
    let farthest = table(&far(65_535, 255));
    assert!(matches!(farthest, Err(FileError::TooManyRows | FileError::WorkerDied)), "{farthest:?}");
    let mut large = far(1, 0);
    large.resize(10 * 1024 * 1024 + 1, 0);
    assert_eq!(table(&large), Err(FileError::TooLarge));
}

#[test]
fn a_password_is_told() {
    let bytes = book_with(&record(0x002F, &words(&[1, 1])), &[header(&["Bid ID", "Contract Name"])]);
    assert_eq!(table(&bytes), Err(FileError::Protected));
}

#[test]
fn every_damaged_byte_is_survived() {
    let whole = book(&[header(&["Bid ID", "Contract Name"]), label(1, 0, "A"), label(1, 1, "Road")]);
    for at in (0..whole.len()).step_by(whole.len() / 60) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x5A;
        // An answer of any kind; that it comes at all is the point.
        let _ = table(&bytes);
    }
    assert!(table(&whole[..whole.len() / 2]).is_err());
}
