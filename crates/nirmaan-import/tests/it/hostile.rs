//! Files that are made to hurt. Whatever they do, they do it to the worker.

use std::io::{Cursor, Write};

use nirmaan_import::FileError;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::{table, through_worker};

const RELATIONS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const WORKBOOK: &str = r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
const SHEETS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;
const HEADER: &str =
    r#"<row r="1"><c r="A1" t="str"><v>Bid ID</v></c><c r="B1" t="str"><v>Contract Name</v></c></row>"#;

fn cell(at: &str) -> String {
    format!(r#"<c r="{at}" t="str"><v>x</v></c>"#)
}

fn zipped(parts: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, content) in parts {
        writer.start_file(name.as_str(), options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A workbook of one sheet with these rows, and these parts besides.
fn workbook(rows: &str, more: Vec<(String, Vec<u8>)>) -> Vec<u8> {
    let sheet = format!(
        r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>"#
    );
    let mut parts: Vec<(String, Vec<u8>)> = [
        ("_rels/.rels", RELATIONS),
        ("xl/workbook.xml", WORKBOOK),
        ("xl/_rels/workbook.xml.rels", SHEETS),
        ("xl/worksheets/sheet1.xml", &sheet),
    ]
    .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
    .into();
    parts.extend(more);
    zipped(&parts)
}

#[cfg(target_os = "linux")]
#[test]
fn the_worker_limits_itself_before_it_reads() {
    use std::process::{Command, Stdio};

    let mut worker = Command::new(env!("CARGO_BIN_EXE_nirmaan-import-worker"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // More than a pipe holds: once all of it is written, the worker has begun to read, and waits for the rest.
    let mut input = worker.stdin.take().unwrap();
    input.write_all(&[0; 128 << 10]).unwrap();
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", worker.id())).unwrap();
    drop(input);
    worker.wait().unwrap();
    let limit = |name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(limit("Max address space"), ["536870912", "536870912"]);
    assert_eq!(limit("Max cpu time"), ["20", "20"]);
    assert_eq!(limit("Max core file size"), ["0", "0"]);
}

#[test]
fn the_harmless_one_is_read() {
    let row = format!(r#"<row r="2">{}{}</row>"#, cell("A2"), cell("B2"));
    let bytes = workbook(&format!("{HEADER}{row}"), Vec::new());
    assert_eq!(table(&bytes).map(|table| table.row_count()), Ok(1));
}

#[test]
fn cells_far_out_are_refused_before_anything_is_allocated() {
    for (far, expected) in [
        ("XFD1048576", FileError::TooManyRows),
        ("A1048576", FileError::TooManyRows),
        ("XFD2", FileError::TooManyColumns),
    ] {
        let row: String = far.chars().filter(char::is_ascii_digit).collect();
        let bytes = workbook(&format!(r#"{HEADER}<row r="{row}">{}</row>"#, cell(far)), Vec::new());
        let (table, status) = through_worker(&bytes);
        assert_eq!(table, Err(expected), "{far}");
        assert!(status.success(), "the worker has answered, not died");
    }
}

#[test]
fn rows_that_count_on_from_the_highest_number_are_refused() {
    // A cell that doesn't say where it is stands where its row is counted to be.
    let cell = "<c><f>1+1</f><v>2</v></c>";
    let rows = format!(r#"<row r="4294967295">{cell}</row><row>{cell}</row><row>{cell}</row>"#);
    let (table, status) = through_worker(&workbook(&format!("{HEADER}{rows}"), Vec::new()));
    assert_eq!(table, Err(FileError::TooManyRows));
    assert!(status.success(), "the worker has answered, not died");
}

#[test]
fn rows_out_of_order_are_refused() {
    let rows = format!(r#"{HEADER}<row r="3">{}</row><row r="2">{}</row>"#, cell("A3"), cell("A2"));
    assert_eq!(table(&workbook(&rows, Vec::new())), Err(FileError::Suspicious));
}

#[test]
fn four_thousand_million_shared_strings_end_the_worker_alone() {
    let strings = r#"<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="1" uniqueCount="4000000000"><si><t>x</t></si></sst>"#;
    let part = ("xl/sharedStrings.xml".to_owned(), strings.as_bytes().to_vec());
    let (table, status) = through_worker(&workbook(HEADER, vec![part]));
    assert_eq!(table, Err(FileError::WorkerDied));
    assert!(!status.success());
}

#[test]
fn a_long_text_that_every_cell_shares_is_refused() {
    let strings = format!(
        r#"<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>{}</t></si></sst>"#,
        "x".repeat(32_767)
    );
    let part = ("xl/sharedStrings.xml".to_owned(), strings.into_bytes());
    let rows: String =
        (2..=20_001).map(|row| format!(r#"<row r="{row}"><c r="A{row}" t="s"><v>0</v></c></row>"#)).collect();
    let bytes = workbook(&format!("{HEADER}{rows}"), vec![part]);
    assert_eq!(table(&bytes), Err(FileError::Suspicious));
}

#[test]
fn zip_bombs_are_refused() {
    let zeros = |size: usize| ("xl/media/image1.png".to_owned(), vec![0; size]);
    let bytes = workbook(HEADER, vec![zeros(80 * 1024 * 1024)]);
    assert!(bytes.len() < 200_000);
    assert_eq!(table(&bytes), Err(FileError::Suspicious), "more than 64 MiB");
    let ratio = workbook(HEADER, vec![zeros(8 * 1024 * 1024)]);
    assert_eq!(table(&ratio), Err(FileError::Suspicious), "a thousand to one");
    let small = workbook(HEADER, vec![zeros(200 * 1024)]);
    assert!(table(&small).is_ok(), "small parts may be anything");
}

#[test]
fn sizes_in_headers_are_not_believed() {
    let mut bytes = workbook(HEADER, vec![("xl/media/image1.png".to_owned(), vec![0; 8 * 1024 * 1024])]);
    // Both headers of the big part claim 1,000 bytes.
    let (real, claimed) = ((8 * 1024 * 1024_u32).to_le_bytes(), 1_000_u32.to_le_bytes());
    let places: Vec<usize> = (0..bytes.len() - 4).filter(|at| bytes[*at..*at + 4] == real).collect();
    assert_eq!(places.len(), 2);
    for at in places {
        bytes[at..at + 4].copy_from_slice(&claimed);
    }
    assert!(matches!(table(&bytes), Err(FileError::Suspicious | FileError::Unreadable)));
}

#[test]
fn hundreds_of_parts_are_refused() {
    let parts = |count: usize| (0..count).map(|n| (format!("xl/media/{n}.png"), Vec::new())).collect();
    assert_eq!(table(&workbook(HEADER, parts(300))), Err(FileError::Suspicious));
    assert!(table(&workbook(HEADER, parts(100))).is_ok());
}

#[test]
fn what_is_no_workbook_is_unreadable() {
    let whole = workbook(HEADER, Vec::new());
    let empty = zipped(&[("readme.txt".to_owned(), b"hello".to_vec())]);
    for bytes in [&b""[..], b"PK\x03\x04", b"Bid ID,Contract Name\n", &empty, &whole[..whole.len() / 2]] {
        assert_eq!(table(bytes), Err(FileError::Unreadable));
    }
    assert_eq!(table(&vec![b'P'; 10 * 1024 * 1024 + 1]), Err(FileError::TooLarge));
    let broken = workbook("<row r=\"1\"><c r=\"A1\"><v>1", Vec::new());
    assert!(table(&broken).is_err());
    let entities = workbook("<row r=\"1\"><c r=\"A1\" t=\"str\"><v>&lol;</v></c></row>", Vec::new());
    assert!(table(&entities).is_err());
}

#[test]
fn every_damaged_byte_is_survived() {
    let row = format!(r#"<row r="2">{}{}</row>"#, cell("A2"), cell("B2"));
    let whole = workbook(&format!("{HEADER}{row}"), Vec::new());
    for at in (0..whole.len()).step_by(whole.len() / 60) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x5A;
        // An answer of any kind; that it comes at all is the point.
        let _ = table(&bytes);
    }
}
