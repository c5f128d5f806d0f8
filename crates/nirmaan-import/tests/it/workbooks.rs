//! What workbooks do that CSV can't.

use std::io::{Cursor, Read, Write};

use calamine::{Data, Reader, Xlsx};
use nirmaan_import::{FileError, Record, template};
use rust_xlsxwriter::{Format, Formula, Workbook, Worksheet};
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

use crate::{parsed, table};

/// A workbook whose first row is the header and whose second is up to the test.
fn with_columns(header: &[&str], fill: impl FnOnce(&mut Worksheet)) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_row(0, 0, header.iter().copied()).unwrap();
    fill(sheet);
    workbook.save_to_buffer().unwrap()
}

/// The workbook with a text of one of its parts replaced.
fn patched(bytes: &[u8], part: &str, from: &str, to: &str) -> Vec<u8> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        if name == part {
            let text = String::from_utf8(content).unwrap();
            assert!(text.contains(from), "{text}");
            content = text.replacen(from, to, 1).into_bytes();
        }
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(&content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn the_template_is_read_back_without_rows_and_without_complaints() {
    let bytes = template(Record::Contract).unwrap();
    let read = parsed(&bytes);
    assert_eq!((read.rows.len(), read.failures.len(), read.unknown_columns.len()), (0, 0, 0));
    let expected: Vec<&str> = Record::Contract.columns().iter().map(|column| column.json_name).collect();
    assert_eq!(table(&bytes).unwrap().columns().collect::<Vec<_>>(), expected);

    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(&bytes[..])).unwrap();
    assert_eq!(workbook.sheet_names(), ["Contracts", "How to fill in"]);
    let guide = workbook.worksheet_range("How to fill in").unwrap();
    assert_eq!(guide.height(), Record::Contract.columns().len() + 1);
    assert_eq!(guide.get((1, 0)), Some(&Data::String("Bid ID".to_owned())));

    let mut sheet = String::new();
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    archive.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut sheet).unwrap();
    assert!(sheet.contains("Work in progress"), "the drop-down has the statuses");
    assert!(sheet.contains("state=\"frozen\""), "the header stays in sight");
}

#[test]
fn numbers_in_text_columns_and_what_excel_makes_of_them() {
    let day = Format::new().set_num_format("dd-mm-yyyy");
    let bytes = with_columns(&["Bid ID", "Contract Name", "License No"], |sheet| {
        sheet.write_row(1, 0, ["00042", "Road", "007"]).unwrap();
        sheet.write_number(2, 0, 554_159).unwrap();
        sheet.write_string(2, 1, "Bridge").unwrap();
        sheet.write_number(3, 0, 1234567890123456789_f64).unwrap();
        sheet.write_string(3, 1, "Dam").unwrap();
        sheet.write_number_with_format(4, 0, 45_931, &day).unwrap();
        sheet.write_string(4, 1, "Weir").unwrap();
        sheet.write_formula(5, 0, Formula::new("=NA()").set_result("#N/A")).unwrap();
        sheet.write_string(5, 1, "Canal").unwrap();
    });
    let parsed = parsed(&bytes);
    let ids: Vec<(&str, &str)> =
        parsed.rows.iter().map(|row| (row.bid_id.as_str(), row.license_no.as_str())).collect();
    assert_eq!(ids[..2], [("00042", "007"), ("554159", "")]);
    let reasons: Vec<&str> = parsed.failures.iter().map(|failure| failure.reason.as_str()).collect();
    assert!(reasons[0].contains("15 digits"), "{reasons:?}");
    assert!(reasons[1].contains("the date 01-10-2025"), "{reasons:?}");
}

#[test]
fn formula_results_and_errors() {
    let bytes = with_columns(&["Bid ID", "Contract Name", "Paper Cost"], |sheet| {
        sheet.write_row(1, 0, ["A", "Road"]).unwrap();
        sheet.write_formula(1, 2, Formula::new("=0.1+0.2").set_result("0.30000000000000004")).unwrap();
        sheet.write_row(2, 0, ["B", "Road"]).unwrap();
        sheet.write_formula(2, 2, "=1/0").unwrap();
    });
    let error = "<f>1/0</f><v>0</v>";
    let bytes = patched(&bytes, "xl/worksheets/sheet1.xml", "<c r=\"C3\">", "<c r=\"C3\" t=\"e\">");
    let bytes = patched(&bytes, "xl/worksheets/sheet1.xml", error, "<f>1/0</f><v>#DIV/0!</v>");
    let parsed = parsed(&bytes);
    assert_eq!(parsed.rows[0].paper_cost, Some(30));
    assert_eq!(parsed.failures[0].reason, "Paper Cost: holds the error #DIV/0!");
}

#[test]
fn days_count_from_1900_or_1904_as_the_workbook_says() {
    let day = Format::new().set_num_format("dd-mm-yyyy");
    let moment = Format::new().set_num_format("dd-mm-yyyy hh:mm");
    let time = Format::new().set_num_format("hh:mm");
    let bytes = with_columns(&["Bid ID", "Contract Name", "Opening Date"], |sheet| {
        for (row, id) in [(1, "A"), (2, "B"), (3, "C"), (4, "D")] {
            sheet.write_row(row, 0, [id, "Road"]).unwrap();
        }
        sheet.write_number_with_format(1, 2, 45_782, &day).unwrap();
        sheet.write_number_with_format(2, 2, 45_782.625, &moment).unwrap();
        sheet.write_number_with_format(3, 2, 0.625, &time).unwrap();
        sheet.write_number(4, 2, 45_782).unwrap();
    });
    let since_1900 = parsed(&bytes);
    let expected = chrono::NaiveDate::from_ymd_opt(2025, 5, 5);
    let days = since_1900.rows.iter().map(|row| row.opening_date).collect::<Vec<_>>();
    assert_eq!(days, [expected, expected]);
    assert_eq!(since_1900.failures.len(), 2, "a time and a bare number are no days");

    let bytes = patched(&bytes, "xl/workbook.xml", "<workbookPr ", "<workbookPr date1904=\"1\" ");
    let since_1904 = parsed(&bytes);
    assert_eq!(since_1904.rows[0].opening_date, chrono::NaiveDate::from_ymd_opt(2029, 5, 6));
}

#[test]
fn the_first_visible_sheet_with_data_is_read() {
    let mut workbook = Workbook::new();
    workbook.add_worksheet().set_name("Empty").unwrap();
    let hidden = workbook.add_worksheet().set_name("Hidden").unwrap();
    hidden.write_string(0, 0, "Secret").unwrap();
    hidden.set_hidden(true);
    let sheet = workbook.add_worksheet().set_name("Tenders").unwrap();
    sheet.write_row(3, 1, ["Bid ID", "Contract Name"]).unwrap();
    sheet.write_row(5, 1, ["A", "Road"]).unwrap();
    sheet.write_string(5, 7, "a note beside the table").unwrap();
    workbook.add_worksheet().write_string(0, 0, "Later").unwrap();
    let parsed = parsed(&workbook.save_to_buffer().unwrap());
    assert_eq!(parsed.failures, []);
    assert_eq!(parsed.rows[0].row, 6, "counted as the sheet does");

    let nothing = Workbook::new().save_to_buffer().unwrap();
    assert_eq!(table(&nothing), Err(FileError::NoHeader));
}

#[test]
fn formats_without_values_reach_nowhere() {
    let bordered = Format::new().set_bold();
    let bytes = with_columns(&["Bid ID", "Contract Name"], |sheet| {
        sheet.write_row(1, 0, ["A", "Road"]).unwrap();
        sheet.write_blank(1_048_575, 16_383, &bordered).unwrap();
    });
    assert_eq!(parsed(&bytes).rows.len(), 1);
}

#[test]
fn twenty_thousand_rows_are_read_and_one_more_is_not() {
    let rows = |count: u32| {
        with_columns(&["Bid ID", "Contract Name", "Paper Cost"], |sheet| {
            for row in 1..=count {
                sheet.write_string(row, 0, format!("T-{row}")).unwrap();
                sheet.write_string(row, 1, "Road").unwrap();
                sheet.write_number(row, 2, row).unwrap();
            }
        })
    };
    let parsed = parsed(&rows(20_000));
    assert_eq!((parsed.rows.len(), parsed.failures.len()), (20_000, 0));
    assert_eq!(table(&rows(20_001)), Err(FileError::TooManyRows));
}
