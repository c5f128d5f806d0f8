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
const REFERENCE: u16 = 4;
const MONTH: u16 = 5;
const LAKH: u16 = 6;
const OFFICE: u16 = 7;

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
    styled(row, column, GENERAL, value)
}

fn styled(row: u16, column: u16, style: u16, value: &str) -> Vec<u8> {
    record(0x0204, &[words(&[row, column, style]), text(value)].concat())
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

/// A formula with its result and flags.
fn formula(row: u16, column: u16, result: [u8; 8], flags: u16) -> Vec<u8> {
    record(
        0x0006,
        &[words(&[row, column, GENERAL]), result.to_vec(), words(&[flags, 0, 0, 3]), vec![0x1E, 1, 0]]
            .concat(),
    )
}

fn begin(what: u16) -> Vec<u8> {
    record(0x0809, &words(&[0x0600, what, 0, 0, 0, 0, 0, 0]))
}

/// A workbook with sheets of these cells, after other records.
fn book_with(first: &[u8], sheets: &[Vec<u8>]) -> Vec<u8> {
    let mut container = container(first, sheets);
    container.flush().unwrap();
    container.into_inner().into_inner()
}

fn container(first: &[u8], sheets: &[Vec<u8>]) -> cfb::CompoundFile<Cursor<Vec<u8>>> {
    let mut head = [begin(0x0005), first.to_vec()].concat();
    head.extend(record(0x041E, &[words(&[164]), text("0.0#\" \"%")].concat()));
    head.extend(record(0x041E, &[words(&[165]), text("\"NIT-\"0000")].concat()));
    // One byte a letter.
    let lakh = [words(&[166, 12]), vec![0], br#"0.00" lakh""#.to_vec()];
    head.extend(record(0x041E, &lakh.concat()));
    head.extend(record(0x041E, &[words(&[167]), text("\"PWD/\"@")].concat()));
    for format in [0_u16, 10, 14, 164, 165, 17, 166, 167] {
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
    container
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
fn formats_and_merged_cells_are_what_a_person_sees() {
    let names = ["Bid ID", "Contract Name", "Tender Actual Value", "Opening Date", "Status"];
    let read = parsed(&book(&[
        header(&names),
        number(1, 0, REFERENCE, 42.0),
        styled(1, 1, OFFICE, "Road"),
        number(1, 2, LAKH, 125.5),
        number(1, 3, MONTH, 46_127.0),
        label(1, 4, "Draft"),
        number(2, 0, REFERENCE, 43.0),
        label(2, 1, "Dam"),
        number(3, 0, REFERENCE, 44.0),
        label(3, 1, "Weir"),
        number(3, 3, MONTH, 46_113.0),
        record(0x00E5, &words(&[1, 1, 2, 4, 4])),
    ]));
    let rows: Vec<_> = read.rows.iter().map(|row| (row.bid_id.as_str(), row.status.as_deref())).collect();
    assert_eq!(read.rows[0].contract_name, "PWD/Road");
    assert_eq!(rows, [("NIT-0042", Some("DRAFT")), ("NIT-0043", Some("DRAFT"))]);
    assert_eq!(read.rows[0].tender_actual_value, Some(1_255_000_000));
    assert_eq!(read.rows[0].opening_date, NaiveDate::from_ymd_opt(2026, 4, 15));
    assert_eq!(read.failures[0].reason, "Opening Date: shows a month without a day; write the day as well");
}

#[test]
fn a_formula_that_nobody_calculated_is_not_empty() {
    let cells = [
        header(&["Bid ID", "Contract Name", "Paper Cost"]),
        label(1, 0, "A"),
        label(1, 1, "Road"),
        formula(1, 2, [3, 0, 0, 0, 0, 0, 0xFF, 0xFF], 0),
    ];
    // Of one that is calculated when the workbook is opened, 0 stands for the result.
    let placeholder = formula(2, 2, [0; 8], 2);
    let more = [
        cells.to_vec(),
        vec![
            label(2, 0, "B"),
            label(2, 1, "Dam"),
            placeholder,
            label(3, 0, "C"),
            label(3, 1, "Weir"),
            formula(3, 2, [0; 8], 0),
        ],
    ];
    let written = parsed(&book(&more.concat()));
    assert_eq!((written.failures.len(), written.rows[0].paper_cost), (2, Some(0)));
    assert!(written.failures[0].reason.contains("a formula without a result"), "{written:?}");
    // A spreadsheet program leaves a summary, and calculates.
    let mut container = container(&[], &[cells.concat()]);
    container.create_stream("/\u{5}SummaryInformation").unwrap();
    container.flush().unwrap();
    let saved = parsed(&container.into_inner().into_inner());
    assert_eq!((saved.failures.len(), saved.rows[0].paper_cost), (0, None));
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
