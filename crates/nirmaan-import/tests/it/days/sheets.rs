//! Days of workbooks, and of rows that are handed back in one.

use std::io::Cursor;

use calamine::{Reader, Xlsx};
use nirmaan_import::{ColumnMap, DateOrder, ReadOptions, Record, Table, handed_back, read_csv};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

use super::{checked, day, file, noted, table};
use crate::table as workbook_table;

#[test]
fn rows_that_come_back_are_read_in_the_order_that_counted() {
    let returned = |table: &Table| {
        let mut file = Cursor::new(Vec::new());
        handed_back(table, &checked(table).failures, &mut file).unwrap();
        workbook_table(&file.into_inner()).unwrap()
    };
    // A choice against the proofs, and one by hand of the field.
    let mut against = table(&file("Opening Date", &["04/25/2026", "04/05/2026"]));
    against.choose_date_order(None, DateOrder::DayFirst);
    assert_eq!(returned(&against).readings()[2].heading, "Opening Date (DD-MM-YYYY)");
    let map = ColumnMap::parse(Record::Contract, r#"{"Opened": "openingDate"}"#).unwrap();
    let options = ReadOptions { chosen: Some(map), ..ReadOptions::default() };
    let mapped = read_csv(b"Bid ID,Contract Name,Opened\nB,,04/05/2026\n", options).unwrap();
    assert_eq!(returned(&mapped).readings()[2].heading, "Opening Date (DD-MM-YYYY)");
    // Nobody chose: what is left of the proof must not be read otherwise.
    let open = returned(&table(&file("Opening Date", &["04/05/2026", "04/25/2026"])));
    assert_eq!(open.readings()[2].heading, "Opening Date (DD-MM-YYYY or MM-DD-YYYY)");
    assert_eq!(checked(&open).rows.len(), 0);
    let mut chosen = table("Bid ID,Contract Name,Opening Date\nA,Road,04/25/2026\nB,,04/05/2026\n");
    chosen.choose_date_order(None, DateOrder::MonthFirst);
    let bad = returned(&chosen);
    assert_eq!(bad.readings()[2].heading, "Opening Date (MM-DD-YYYY)");
    assert_eq!(
        noted(&bad),
        ("The month comes first, as the heading says.".to_owned(), Some(DateOrder::MonthFirst))
    );
    // The days are the same, too, where the order came from what stays behind.
    for (text, heading) in [
        ("Bid ID,Contract Name,opening date (mm/dd/yy)\nB,,04/05/2026\n", "opening date (mm/dd/yy)"),
        ("Bid ID,Contract Name,Opening  Date\nA,Road,25/04/2026\nB,,04/05/2026\n", "Opening  Date"),
        (
            "All dates MM/DD/YYYY\nBid ID,Contract Name,Opening Date\nB,,04/05/2026\n",
            "Opening Date (MM-DD-YYYY)",
        ),
        (
            "Bid ID,Contract Name,Closing Date,Opening Date\nA,Road,2026-01-01,25/04/2026\nB,,04/25/2026,04/05/2026\n",
            "Opening Date (DD-MM-YYYY)",
        ),
    ] {
        let before = table(text);
        let mut back = returned(&before);
        let said = |table: &Table| {
            let reading = table.readings().into_iter().find(|reading| reading.field == Some("openingDate"));
            reading.map(|reading| (reading.heading, reading.date_order)).unwrap()
        };
        assert_eq!(said(&back), (heading.to_owned(), said(&before).1));
        // Named by hand, as somebody would who corrects it.
        back.choose_date_order(Some("closingDate"), DateOrder::MonthFirst);
        assert_eq!(said(&back).1, said(&before).1, "{text}");
    }
}

#[test]
fn dates_of_a_sheet_come_back_as_the_same_days() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let headings = ["Bid ID", "Contract Name", "Opening Date (MM/DD/YYYY)", "Closing Date", "Result Date"];
    sheet.write_row(0, 0, headings).unwrap();
    sheet.write_string(1, 1, "Drain").unwrap();
    let format = Format::new().set_num_format("dd-mm-yyyy");
    for column in [2, 3] {
        let date = ExcelDateTime::from_ymd(2026, 4, 5).unwrap();
        sheet.write_datetime_with_format(1, column, &date, &format).unwrap();
    }
    sheet.write_string(1, 4, "04/25/2026").unwrap();
    let mut table = workbook_table(&workbook.save_to_buffer().unwrap()).unwrap();
    table.choose_date_order(Some("resultDate"), DateOrder::MonthFirst);
    let failures = checked(&table).failures;
    assert_eq!(failures.len(), 1);
    let mut file = Cursor::new(Vec::new());
    handed_back(&table, &failures, &mut file).unwrap();
    // With the bid id that was missing.
    let mut back: Xlsx<_> = Xlsx::new(file).unwrap();
    let sheet = back.worksheet_range("Contracts").unwrap();
    let line = |row: usize| {
        let cells =
            (0..5).map(|column| sheet.get((row, column)).map(ToString::to_string).unwrap_or_default());
        cells.collect::<Vec<_>>().join(",")
    };
    let text = format!("{}\nD/1{}\n", line(0), line(1));
    let row = &checked(&super::table(&text)).rows[0];
    let days = [row.opening_date, row.closing_date, row.result_date];
    assert_eq!(days, [day(2026, 4, 5), day(2026, 4, 5), day(2026, 4, 25)], "{text}");
}

#[test]
fn dates_beside_texts_that_no_program_took_for_days_are_told() {
    let sheet = |days: &[(i32, u8, u8)], texts: &[&str]| {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write_row(0, 0, ["Bid ID", "Contract Name", "Opening Date"]).unwrap();
        let format = Format::new().set_num_format("dd-mm-yyyy");
        let mut row = 0;
        let mut place = || {
            row += 1;
            row
        };
        for (year, month, day) in days {
            let row = place();
            sheet.write_row(row, 0, [format!("D/{row}"), "Drain".to_owned()]).unwrap();
            let day = ExcelDateTime::from_ymd(u16::try_from(*year).unwrap(), *month, *day).unwrap();
            sheet.write_datetime_with_format(row, 2, &day, &format).unwrap();
        }
        for text in texts {
            let row = place();
            sheet.write_row(row, 0, [format!("D/{row}"), "Drain".to_owned(), (*text).to_owned()]).unwrap();
        }
        workbook_table(&workbook.save_to_buffer().unwrap()).unwrap()
    };
    let notes = |table: &Table| -> Vec<usize> {
        let parsed = checked(table);
        assert_eq!(parsed.failures, []);
        parsed.rows.iter().map(|row| row.notes.len()).collect()
    };
    // A program that expects the month first made dates of what it could, and left the others.
    let swapped = sheet(&[(2026, 4, 5), (2026, 6, 6)], &["25/04/2026"]);
    assert_eq!(notes(&swapped), [1, 0, 0]);
    assert_eq!(
        checked(&swapped).rows[0].notes[0].message,
        "Opening Date: 05 Apr 2026 may have day and month swapped by the program that wrote the sheet: \
         '25/04/2026' in row 4 is a text."
    );
    assert_eq!(
        noted(&swapped).0,
        "The day comes first, as '25/04/2026' in row 4 shows. '25/04/2026' in row 4 is a text beside dates: \
         those may have day and month swapped."
    );
    assert_eq!(notes(&sheet(&[(2026, 4, 5)], &[])), [0]);
    assert_eq!(notes(&sheet(&[(2026, 4, 5)], &["25.04.2026"])), [0, 0], "no program takes this for a date");
    let mut month_first = sheet(&[(2026, 4, 5)], &["04/25/2026"]);
    month_first.choose_date_order(None, DateOrder::MonthFirst);
    assert_eq!(notes(&month_first), [1, 0]);
    // Dates behind the twelfth, or texts that it would have taken, say that it didn't.
    assert_eq!(notes(&sheet(&[(2026, 4, 5), (2026, 4, 20)], &["25/04/2026"])), [0, 0, 0]);
    assert_eq!(notes(&sheet(&[(2026, 4, 5)], &["25/04/2026", "05/06/2026"])), [0, 0, 0]);
    assert_eq!(notes(&sheet(&[(2026, 4, 5)], &["5 Apr 2026"])), [0, 0]);
}
