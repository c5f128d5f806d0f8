//! Rows with problems, handed back and sent again.

use std::io::{Cursor, Read};
use std::sync::Arc;

use calamine::{Data, Reader, Xlsx};
use nirmaan_import::{ContractRow, Failure, Purpose, Table, check, handed_back, read_csv};
use rust_xlsxwriter::{Format, Workbook};
use zip::ZipArchive;

use crate::{table, today};

/// What is wrong with a table's rows, as a workbook.
fn returned(table: &Table) -> Vec<u8> {
    written(table, &check::<ContractRow>(table, today(), |_, _| {}).failures)
}

fn written(table: &Table, failures: &[Failure]) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    handed_back(table, failures, &mut file).unwrap();
    file.into_inner()
}

fn cells(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
    let sheet = workbook.worksheet_range("Contracts").unwrap();
    let text = |cell: &Data| match cell {
        Data::String(text) => text.clone(),
        Data::Empty => String::new(),
        other => panic!("not a text: {other:?}"),
    };
    sheet.rows().map(|row| row.iter().map(text).collect()).collect()
}

#[test]
fn bad_rows_come_back_as_they_were_with_what_is_wrong() {
    let text = "bidId;Colour;Contract Name;Paper Cost;Opening Date\n\
        007;=1+1;Road;5 k;1-2-2025\n\
        A;;Bridge;5;\n\
        ;;Dam;12.5 lakh;31/31/2025\n";
    let read = read_csv(text.as_bytes(), Purpose::Create).unwrap();
    let cells = cells(&returned(&read));
    assert_eq!(cells[0], ["bidId", "Colour", "Contract Name", "Paper Cost", "Opening Date", "Error"]);
    assert_eq!(cells[1][..5], ["007", "=1+1", "Road", "5 k", "1-2-2025"]);
    assert!(cells[1][5].contains("Paper Cost: '5 k': write the full amount"), "{cells:?}");
    assert_eq!(cells[2][..5], ["", "", "Dam", "12.5 lakh", "31/31/2025"]);
    assert_eq!(cells.len(), 3, "good rows stay away");
}

#[test]
fn headings_come_back_as_far_as_they_are_read() {
    let text = format!("Bid ID,Contract Name,{}\n,Road,x\n", "x".repeat(30_000));
    let read = read_csv(text.as_bytes(), Purpose::Create).unwrap();
    assert_eq!(cells(&returned(&read))[0][2].chars().count(), 500);
}

#[test]
fn all_that_is_wrong_with_a_row_is_said_in_the_file() {
    let text = "Bid ID,Contract Name,Paper Cost,Opening Date,Closing Date\n,,x,y,z\n";
    let read = read_csv(text.as_bytes(), Purpose::Create).unwrap();
    let said = &cells(&returned(&read))[1][5];
    for label in ["Bid ID", "Contract Name", "Paper Cost", "Opening Date", "Closing Date"] {
        assert!(said.contains(&format!("{label}: ")), "{label}: {said}");
    }
    assert!(!said.contains("more"), "{said}");
}

#[test]
fn what_came_back_can_be_sent_again_and_again() {
    let text = "Bid ID,Contract Name,Paper Cost\n007,Road,5 k\n008,,5\n";
    let read = read_csv(text.as_bytes(), Purpose::Create).unwrap();
    let first = returned(&read);
    let again = table(&first).unwrap();
    let failures = check::<ContractRow>(&again, today(), |_, _| {}).failures;
    assert_eq!(
        failures,
        check::<ContractRow>(&read, today(), |_, _| {}).failures,
        "the same problems, and no unknown column"
    );
    assert_eq!(check::<ContractRow>(&again, today(), |_, _| {}).unknown_columns, Vec::<String>::new());
    assert_eq!(cells(&returned(&again)), cells(&first), "with one column of errors");
}

#[test]
fn typed_cells_come_back_as_the_sheet_showed_them() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let names = ["Bid ID", "Contract Name", "Opening Date", "Tender Bid Percentage", "Paper Cost"];
    sheet.write_row(1, 2, names).unwrap();
    sheet.write_number(3, 2, 554_159).unwrap();
    let (day, percent) = (Format::new().set_num_format("dd-mm-yyyy"), Format::new().set_num_format("0.00%"));
    sheet.write_number_with_format(3, 4, 45_782, &day).unwrap();
    sheet.write_number_with_format(3, 5, -0.1125, &percent).unwrap();
    sheet.write_number(3, 6, 0.1 + 0.2).unwrap();
    sheet.write_string(3, 9, "a note").unwrap();
    let read = table(&workbook.save_to_buffer().unwrap()).unwrap();
    let bytes = returned(&read);
    let cells = cells(&bytes);
    let row = ["554159", "", "05-05-2025", "-11.25%", "0.3", "Contract Name: is required"];
    assert_eq!(cells[1], row, "from the first column that has something");
    assert_eq!(
        check::<ContractRow>(&table(&bytes).unwrap(), today(), |_, _| {}).failures.len(),
        1,
        "and the rest is understood"
    );
}

#[test]
fn a_row_that_is_too_wide_comes_back_whole_and_stays_a_problem() {
    let text = "Bid ID,Contract Name,Paper Cost\nA,Road,1,25,000\n";
    let bytes = returned(&read_csv(text.as_bytes(), Purpose::Create).unwrap());
    assert_eq!(
        check::<ContractRow>(&table(&bytes).unwrap(), today(), |_, _| {}).failures.len(),
        1,
        "or 1 would be the amount"
    );
    let cells = cells(&bytes);
    assert_eq!(cells[1][..5], ["A", "Road", "1", "25", "000"]);
    assert_eq!(cells[0], ["Bid ID", "Contract Name", "Paper Cost", "", "", "Error"]);
}

#[test]
fn texts_are_cut_to_what_a_cell_takes() {
    let text = format!("Bid ID,Contract Name\nA,\"{}\"\n", "🛣".repeat(40_000));
    let read = read_csv(text.as_bytes(), Purpose::Create).unwrap();
    let (ref_id, reason) = ("A".to_owned(), "\u{1}_x0041_".to_owned());
    let failures = [Failure { row: 2, ref_id, reason, reasons: Arc::default() }];
    let cells = cells(&written(&read, &failures));
    assert_eq!(cells[1][1].encode_utf16().count(), 32_766);
    assert_eq!(cells[1][2], "\u{1}_x0041_");
}

#[test]
fn rows_below_headings_of_other_columns_come_last() {
    let text = "Bid ID,Contract Name,Paper Cost\n\
        Name of Work,Tender ID,Estimated Cost\n\
        Dam,A/2,2\n\
        Bid ID,Contract Name,Paper Cost\n\
        A/3,Canal,three\n";
    let mut rows = cells(&returned(&read_csv(text.as_bytes(), Purpose::Create).unwrap()));
    let firsts: Vec<_> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(firsts, ["Bid ID", "A/3", "Name of Work", "Dam"]);
    // Corrected, the row of the first headings is stored.
    rows[1][2] = "3".to_owned();
    let mut workbook = Workbook::new();
    workbook.add_worksheet().write_row_matrix(0, 0, rows).unwrap();
    let back = check::<ContractRow>(&table(&workbook.save_to_buffer().unwrap()).unwrap(), today(), |_, _| {});
    let stored: Vec<_> = back.rows.iter().map(|row| (row.bid_id.as_str(), row.paper_cost)).collect();
    assert_eq!((stored, back.failures.len()), (vec![("A/3", Some(300))], 2));
}

#[test]
fn each_problem_of_a_row_has_a_line_that_is_shown() {
    let bytes = returned(&read_csv(b"Bid ID,Contract Name,Paper Cost\n,,five\n", Purpose::Create).unwrap());
    let lines: Vec<_> = cells(&bytes)[1][3].lines().map(str::to_owned).collect();
    assert_eq!(lines[..2], ["Bid ID: is required", "Contract Name: is required"]);
    assert!(lines.len() == 3 && lines[2].starts_with("Paper Cost: 'five' is not an amount"), "{lines:?}");
    let mut styles = String::new();
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    archive.by_name("xl/styles.xml").unwrap().read_to_string(&mut styles).unwrap();
    assert!(styles.contains(r#"<alignment vertical="top" wrapText="1"/>"#), "{styles}");
}
