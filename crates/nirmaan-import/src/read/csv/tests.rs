use chrono::NaiveDate;
use proptest::prelude::*;

use super::*;
use crate::{ContractRow, Purpose};

fn read_csv(bytes: &[u8]) -> Result<Table, FileError> {
    let table = super::read_csv(bytes, Purpose::Create)?;
    table.require_columns().map(|()| table)
}

fn missing(labels: &[&str]) -> FileError {
    FileError::MissingColumns { row: 1, labels: labels.iter().map(|label| (*label).to_owned()).collect() }
}

fn records(text: &str, separator: char) -> Vec<Vec<String>> {
    let mut records = Records { rest: text, separator };
    let mut all = Vec::new();
    while !records.rest.is_empty() {
        all.push(records.next_record(1).unwrap());
    }
    all
}

fn row_numbers(text: &str) -> Vec<u32> {
    read_csv(text.as_bytes()).unwrap().rows.iter().map(|row| row.number).collect()
}

#[test]
fn records_are_split_as_spreadsheets_do() {
    for (text, expected) in [
        ("a,b\nc", vec![vec!["a", "b"], vec!["c"]]),
        ("a,\r\n,b\r\n", vec![vec!["a", ""], vec!["", "b"]]),
        ("\"a,\n\"\"b\"\"\",c", vec![vec!["a,\n\"b\"", "c"]]),
        ("a\"b\",c", vec![vec!["a\"b\"", "c"]]),
        ("\"a\"b,c", vec![vec!["ab", "c"]]),
        ("a\rb", vec![vec!["a"], vec!["b"]]),
        ("\n\na", vec![vec![""], vec![""], vec!["a"]]),
    ] {
        assert_eq!(records(text, ','), expected, "{text:?}");
    }
}

#[test]
fn the_first_lines_tell_the_separator() {
    for (text, expected) in [
        ("a,b,c\n1;2;3;4;5", ','),
        ("a;b;c\n1,2,3,4,5", ';'),
        ("a\tb\tc\n", '\t'),
        ("\"a,b,c,d\";e;f", ';'),
        ("\"a\n,,,,\";e;f", ';'),
        ("\r\n\na;b\n", ';'),
        ("alone\n", ','),
        ("Register of Ravi, Sons and Co.\na;b\n1;\"2,5\"", ';'),
        ("Register\n\na;b\n1;2,5\n3;4,5", ';'),
        ("a,b\n1,x;y\n2,z", ','),
        ("Bid ID;Contract Name;Value, Rs.\nA;x;1,5\nB;y;2,5;\n", ';'),
        ("Bid ID,Contract Name,Description\nA,x,a;b\nB,y,c;d\nC,z,e,f;g\n", ','),
        ("Register of tenders, 2026-27\na;b;c\nA;Road;1,25,000\n", ';'),
        ("", ','),
    ] {
        assert_eq!(separator(Record::Contract, text), (expected, text), "{text:?}");
    }
    assert_eq!(separator(Record::Contract, "sep=;\r\na,b"), (';', "a,b"));
    assert_eq!(separator(Record::Contract, "sep=|\na"), ('|', "a"));
    assert_eq!(separator(Record::Contract, "sep=x\na").1, "sep=x\na");
}

#[test]
fn rows_are_numbered_as_the_sheet_counts() {
    assert_eq!(
        row_numbers("Bid ID,Contract Name\nA,x\n\nB,y\n,\n\"C\",\"line\nbreak\"\nD,z\n"),
        [2, 4, 6, 7]
    );
    assert_eq!(row_numbers("\n\r\nBid ID,Contract Name\r\nA,x\r\n"), [4]);
    assert_eq!(row_numbers("sep=;\nBid ID;Contract Name\nA;x"), [2]);
    assert_eq!(row_numbers("\u{feff}Bid ID,Contract Name\nA,x"), [2]);
}

#[test]
fn files_that_are_no_table_say_why() {
    for (bytes, expected) in [
        (&b""[..], FileError::NoHeader),
        (b"\n , \n", FileError::NoHeader),
        (b"Bid ID\nA", missing(&["Contract Name"])),
        (b"Colour", missing(&["Bid ID", "Contract Name"])),
        (b"bidId,Bid ID,Contract Name", FileError::DuplicateColumn("Bid ID".to_owned())),
        (b"Bid ID,Contract Name\nA,\xe9t\xe9\x81", FileError::Garbled),
        (b"\xff\xfeB\0i\0d", FileError::Garbled),
        (b"B\0i\0d\0", FileError::Garbled),
        (b"Bid ID,Contract Name\nA,x\nB,\"y\nC,z\n", FileError::OpenQuote(3)),
    ] {
        assert_eq!(read_csv(bytes), Err(expected.clone()), "{expected}");
    }
}

#[test]
fn old_and_foreign_encodings_are_read() {
    let expected = read_csv("Bid ID,Contract Name\nA,café\n".as_bytes()).unwrap();
    assert_eq!(read_csv(b"Bid ID,Contract Name\nA,caf\xe9\n").unwrap(), expected);
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    // Excel's "Unicode Text" has tabs.
    assert_eq!(read_csv(&wide("\u{feff}Bid ID\tContract Name\nA\tcafé\n")).unwrap(), expected);
}

#[test]
fn a_contract_that_is_there_needs_no_name() {
    let text = b"Bid ID,Status\nA,Awarded\n";
    assert_eq!(read_csv(text), Err(missing(&["Contract Name"])));
    assert_eq!(super::read_csv(text, Purpose::Update).unwrap().row_count(), 1);
    let missing = missing(&["Bid ID"]);
    assert_eq!(
        super::read_csv(b"Contract Name\nRoad\n", Purpose::Update).unwrap().require_columns(),
        Err(missing)
    );
}

#[test]
fn the_column_of_errors_is_passed_over() {
    let table = read_csv(b"Bid ID,Contract Name,Error,Note\nA,x,Paper Cost: wrong,n\n,,alone,\n").unwrap();
    assert_eq!((table.row_count(), &table.unknown_columns[..]), (1, &["Note".to_owned()][..]));
    let wide = |count: usize| format!("Bid ID,Contract Name{},Error\nA,x\n", ",n".repeat(count - 2));
    assert!(read_csv(wide(100).as_bytes()).is_ok(), "it doesn't count");
    assert_eq!(read_csv(wide(101).as_bytes()), Err(FileError::TooManyColumns));
}

#[test]
fn limits_hold() {
    let rows = |count: usize| format!("Bid ID,Contract Name\n{}", "A,x\n".repeat(count));
    assert_eq!(read_csv(rows(20_000).as_bytes()).map(|table| table.row_count()), Ok(20_000));
    assert_eq!(read_csv(rows(20_001).as_bytes()), Err(FileError::TooManyRows));
    let columns = |count: usize| format!("Bid ID,Contract Name{}\nA,x\n", ",n".repeat(count - 2));
    assert!(read_csv(columns(100).as_bytes()).is_ok());
    assert_eq!(read_csv(columns(101).as_bytes()), Err(FileError::TooManyColumns));
    assert_eq!(read_csv(columns(150).as_bytes()), Err(FileError::TooManyColumns));
    let commas = format!("Bid ID,Contract Name{}", ",".repeat(MAX_BYTES - 30));
    assert!(read_csv(commas.as_bytes()).is_ok(), "empty cells are nobody's");
    assert_eq!(read_csv(&vec![b'a'; MAX_BYTES + 1]), Err(FileError::TooLarge));
}

proptest! {
    #[test]
    fn records_agree_with_the_csv_crate(text in "([a-c ]|,|\"|\"\"|\n|\r\n|\",\"|\n\")*") {
        let mut theirs = ::csv::ReaderBuilder::new();
        let mut theirs = theirs.has_headers(false).flexible(true).from_reader(text.as_bytes());
        let theirs: Vec<Vec<String>> =
            theirs.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect();
        let mut records = Records { rest: &text, separator: ',' };
        let mut ours = Vec::new();
        while !records.rest.is_empty() {
            match records.next_record(1) {
                Ok(record) => ours.push(record),
                // They close an open quotation mark at the end; we refuse the file.
                Err(_) => return Ok(()),
            }
        }
        // They skip blank lines, which we count.
        ours.retain(|record| *record != [""]);
        let theirs: Vec<_> = theirs.into_iter().filter(|record| *record != [""]).collect();
        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn no_bytes_panic(bytes: Vec<u8>, header in prop::bool::ANY) {
        let start: &[u8] = if header { b"Bid ID,Contract Name,Paper Cost,Opening Date,Status\n" } else { b"" };
        if let Ok(table) = read_csv(&[start, &bytes].concat()) {
            crate::check::<ContractRow>(&table, NaiveDate::default(), |_, _| {});
        }
    }

    #[test]
    fn no_text_panics(text in "([\"\\PC]|[,;\t\r\n]|[0-9./-]){0,200}") {
        let start = "Bid ID,Contract Name,Paper Cost,Tender Bid Percentage,Opening Date,Status,Extension Count,\
            Contract Metadata,Description\n";
        if let Ok(table) = read_csv(format!("{start}{text}").as_bytes()) {
            let total = table.row_count();
            let parsed = crate::check::<ContractRow>(&table, NaiveDate::default(), |_, _| {});
            prop_assert_eq!(parsed.rows.len() + parsed.failures.len(), total);
        }
    }
}
