//! What only the number format of a cell shows.

use chrono::NaiveDate;
use nirmaan_import::{ContractRow, Parsed, Table, Unit};
use rust_xlsxwriter::{Format, Workbook};

use super::reasons;
use crate::{checked, parsed, table};

/// A register of one column beside the bid id and the name: each cell a number and the format in which it is shown.
fn register(heading: &str, cells: &[(f64, &str)]) -> Parsed<ContractRow> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_row(0, 0, ["Bid ID", "Contract Name", heading]).unwrap();
    for (number, (value, format)) in (1..).zip(cells) {
        sheet.write_row(number, 0, [format!("T{number}"), "Road".to_owned()]).unwrap();
        sheet.write_number_with_format(number, 2, *value, &Format::new().set_num_format(*format)).unwrap();
    }
    parsed(&workbook.save_to_buffer().unwrap())
}

#[test]
fn amounts_are_in_the_unit_that_their_format_names() {
    let read = register(
        "Tender Actual Value",
        &[
            (125.5, "0.00\" Lakh\""),
            (1.25, "#,##0.00 \"Cr.\""),
            (12_550_123.0, "0\\.00,\" Lacs\""),
            (12_550_000.0, "[$₹-4009]#,##0.00"),
            (12_550_000.0, r"[>=10000000]##\,##\,##\,##0.00;[>=100000]##\,##\,##0.00;##,##0.00"),
            (500.0, "00000"),
        ],
    );
    assert_eq!(read.failures, []);
    let amounts: Vec<_> = read.rows.iter().map(|row| row.tender_actual_value.unwrap()).collect();
    assert_eq!(amounts, [1_255_000_000, 1_250_000_000, 1_255_012_300, 1_255_000_000, 1_255_000_000, 50_000]);
    // The heading's unit doesn't count again, and the rupee of a format is none of its own.
    let read = register(
        "Tender Actual Value (Rs. in Lakhs)",
        &[(125.5, "0.00\" Lakh\""), (125.5, "\"₹ \"0.00"), (125.5, "0.00")],
    );
    let amounts: Vec<_> = read.rows.iter().map(|row| row.tender_actual_value).collect();
    assert_eq!(amounts, [Some(1_255_000_000); 3]);
}

#[test]
fn amounts_that_their_format_makes_others_are_refused() {
    let read = register(
        "Paper Cost",
        &[
            (1_500.0, "[$$-409]#,##0.00"),
            (500.0, "0.00\" Cr\";0.00\" Dr\""),
            (-500.0, "0.00\" Cr\";0.00\" Dr\""),
            (5.0, ";;;"),
        ],
    );
    let reasons = reasons(&read);
    for ((_, reason), part) in reasons.iter().zip([
        "'$1500.00' is in another currency",
        "'500.00 Cr'",
        "'500.00 Dr'",
        "number format hides",
    ]) {
        assert!(reason.contains(part), "{reason}");
    }
    assert_eq!(reasons.len(), 4);
}

#[test]
fn ids_have_the_letters_and_zeros_of_their_format() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_row(0, 0, ["Bid ID", "Contract Name"]).unwrap();
    let cells = [
        (42.0, "\"NIT-\"0000", "NIT-0042"),
        (42.0, "00000", "00042"),
        (202_612_345.0, "0000\\/00000", "2026/12345"),
        (7.0, "General", "7"),
        (8.0, "0.00", "8"),
        (12_345.0, "#,##0", "12345"),
    ];
    for (number, (value, format, _)) in (1..).zip(cells) {
        sheet.write_number_with_format(number, 0, value, &Format::new().set_num_format(format)).unwrap();
        sheet.write_string(number, 1, "Road").unwrap();
    }
    sheet.write_string_with_format(7, 0, "9/A", &Format::new().set_num_format("\"PWD/\"@")).unwrap();
    sheet.write_string(7, 1, "Road").unwrap();
    let read = parsed(&workbook.save_to_buffer().unwrap());
    let ids: Vec<_> = read.rows.iter().map(|row| row.bid_id.as_str()).collect();
    assert_eq!(ids, cells.map(|(_, _, shown)| shown).into_iter().chain(["PWD/9/A"]).collect::<Vec<_>>());
}

#[test]
fn percentages_are_what_is_seen() {
    let read = register(
        "Tender Bid Percentage",
        &[
            (0.12, "0%"),
            (11.25, "0.00\"% Below\""),
            (-11.25, "0.00\"% Above\";0.00\"% Below\""),
            (0.1125, "0.00%\" below\""),
        ],
    );
    let percentages: Vec<_> = read.rows.iter().map(|row| row.tender_bid_percentage.unwrap()).collect();
    assert_eq!(percentages, [120_000, -112_500, -112_500, -112_500]);
    // One cell has lost its format.
    let read = register("Tender Bid Percentage", &[(0.12, "0%"), (0.12, "General"), (0.12, "0.00\"%\"")]);
    assert_eq!(reasons(&read).len(), 1);
    assert!(reasons(&read)[0].1.contains("the number 0.12 may be 0.12 % or 12 %"), "{:?}", reasons(&read));
    assert_eq!(read.rows[1].tender_bid_percentage, Some(1_200));
}

#[test]
fn a_month_is_no_day() {
    let read = register(
        "Opening Date",
        &[(46_113.0, "mmm-yy"), (46_127.0, "mmm-yy"), (46_113.0, "d-mmm"), (46_113.0, "dd-mm-yyyy")],
    );
    assert_eq!(reasons(&read), [(2, "Opening Date: shows a month without a day; write the day as well")]);
    let days: Vec<_> = read.rows.iter().map(|row| row.opening_date.unwrap()).collect();
    let day = |day| NaiveDate::from_ymd_opt(2026, 4, day).unwrap();
    assert_eq!(days, [day(15), day(1), day(1)]);
}

#[test]
fn words_that_change_no_amount_are_passed_over() {
    let read = register(
        "Tender Actual Value",
        &[
            (12_550_000.0, "\"Rs. \"#,##0\" (approx)\""),
            (12_550_000.0, "\"रू \"#,##0"),
            (12_550_000.0, "0.0,,\"M\""),
            (12_550_000.0, "0.00,,\" Mn\""),
            (12_550_000.0, "#,##0,\"K\""),
            (12_550_000.0, "0.00,,"),
            (12_550_000.0, "0 000"),
            (0.0, "0;-0;\"Nil\""),
        ],
    );
    assert_eq!(reasons(&read), []);
    let amounts: Vec<_> = read.rows.iter().map(|row| row.tender_actual_value.unwrap()).collect();
    assert_eq!(
        amounts,
        [
            1_255_000_000,
            1_255_000_000,
            1_255_000_000,
            1_255_000_000,
            1_255_000_000,
            1_255_000_000,
            1_255_000_000,
            0
        ]
    );
    // Words that do, and cells that hold another amount than they show.
    let read = register(
        "Tender Actual Value",
        &[
            (12.55, "0.00\" Mn\""),
            (12_550_000.0, "0.00,\" Lakh\""),
            (1.25, "0.00\" Cr (incl. GST)\""),
            (-5.0, "0.00\" (Lakh)\""),
            (0.0, "0;-0;\"TBD\""),
        ],
    );
    assert_eq!(reasons(&read).len(), 5, "{read:?}");
    let scaled = "shows a part of its number, such as thousands, with another unit or none; write it in full";
    assert_eq!(reasons(&read)[1].1, format!("Tender Actual Value: {scaled}"));
    // Below a heading with a unit nobody knows which of the two is meant.
    let read = register(
        "Tender Actual Value (Rs. in Lakhs)",
        &[(12_550_000.0, "0.00,,"), (12_550_000.0, "0\\.00,\" Lacs\"")],
    );
    assert_eq!(reasons(&read), [(2, &*format!("Tender Actual Value: {scaled}"))]);
    assert_eq!(read.rows[0].tender_actual_value, Some(1_255_000_000));
}

#[test]
fn what_changes_an_amount_is_never_passed_over() {
    let rupees = |read: &Parsed<ContractRow>| {
        read.rows.iter().map(|row| row.tender_actual_value.unwrap()).collect::<Vec<_>>()
    };
    for format in
        ["\"Rs.Lakhs \"0.00", "0.00\" Rs.Lakhs\"", "0.00\" lk\"", "0.00\" લાખ\"", "0.00\"% of cost\""]
    {
        let read = register("Tender Actual Value", &[(125.5, format)]);
        assert!(matches!(rupees(&read)[..], [] | [1_255_000_000]), "{format}: {read:?}");
    }
    let read = register(
        "Tender Actual Value",
        &[(125.5, "0.00\" '000\""), (125.0, "#,##0\",000\""), (125.0, "0\"00000\"")],
    );
    assert_eq!(rupees(&read), [12_550_000, 12_500_000, 1_250_000_000], "{read:?}");
    let read = register(
        "Tender Actual Value",
        &[
            (0.02, "0.00%\" of cost\""),
            (0.5, "00.00%"),
            (125_050.0, "0\\.00"),
            (5_000.0, "[>1000]\"Above 1000\";0"),
        ],
    );
    assert_eq!(reasons(&read).len(), 4, "{read:?}");
    assert_eq!(reasons(&register("Extension Count", &[(0.0, "0;-0;\"TBD\"")])).len(), 1);
}

#[test]
fn thousands_of_a_number_are_not_those_of_a_unit_that_is_chosen() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_row(0, 0, ["Bid ID", "Contract Name", "Tender Actual Value"]).unwrap();
    for (row, format) in [(1, "0.0,"), (2, "0\\.00,\" Lacs\"")] {
        sheet.write_row(row, 0, [format!("T{row}"), "Road".to_owned()]).unwrap();
        sheet.write_number_with_format(row, 2, 50_000, &Format::new().set_num_format(format)).unwrap();
    }
    let mut read = table(&workbook.save_to_buffer().unwrap()).unwrap();
    let amounts =
        |table: &Table| checked(table).rows.iter().map(|row| row.tender_actual_value).collect::<Vec<_>>();
    assert_eq!(amounts(&read), [Some(5_000_000); 2]);
    read.choose_unit("tenderActualValue", Unit::Lakh);
    assert_eq!(amounts(&read), [Some(5_000_000)], "0.50 lakh is what it shows and what it holds");
    let checked = checked(&read);
    assert_eq!(checked.rows[0].notes, []);
    assert_eq!(reasons(&checked)[0].0, 2);
}

#[test]
fn words_beside_other_numbers_are_passed_over() {
    let read = register("Extension Count", &[(3.0, "0\" Nos.\""), (2.0, "0\" times\""), (12.0, "000")]);
    let counts: Vec<_> = read.rows.iter().map(|row| row.extension_count).collect();
    assert_eq!(counts, [Some(3), Some(2), Some(12)]);
    let formats =
        ["0.00\" (%)\"", "\"(%) \"0.00", "0.00\" pct\"", "\"Quoted \"0.00\"%\"", "0.00\" % (Below)\""];
    let read = register("Tender Bid Percentage", &formats.map(|format| (11.25, format)));
    let percentages: Vec<_> = read.rows.iter().map(|row| row.tender_bid_percentage.unwrap()).collect();
    assert_eq!(percentages, [112_500, 112_500, 112_500, 112_500, -112_500]);
    let read =
        register("Tender Bid Percentage", &[(-11.25, "0.00\" % (Above)\""), (0.0, "0.00;-0.00;\"at par\"")]);
    assert_eq!(reasons(&read).len(), 1, "{read:?}");
    assert_eq!(read.rows[0].tender_bid_percentage, Some(0));
}

#[test]
fn a_month_where_no_day_is_read_is_what_it_shows() {
    // Of an id such as 10-2025, a spreadsheet makes a month.
    let read = register("License No", &[(45_931.0, "mmm-yy")]);
    assert!(
        reasons(&read)[0].1.contains("the spreadsheet has turned it into the date 01-10-2025"),
        "{read:?}"
    );
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_row(0, 0, ["Bid ID", "Contract Name", "Month of entry"]).unwrap();
    sheet.write_row(1, 0, ["A", "Road"]).unwrap();
    sheet.write_number_with_format(1, 2, 46_113, &Format::new().set_num_format("mmm-yy")).unwrap();
    assert_eq!(table(&workbook.save_to_buffer().unwrap()).unwrap().readings()[2].sample, "Apr 2026");
}

#[test]
fn a_word_for_zero_is_what_an_id_is() {
    let read = register("License No", &[(0.0, "[=0]\"No\";[=1]\"Yes\""), (1.0, "[=0]\"No\";[=1]\"Yes\"")]);
    let texts: Vec<_> = read.rows.iter().map(|row| row.license_no.as_str()).collect();
    assert_eq!(texts, ["No", "Yes"]);
}

#[test]
fn nothing_is_hidden_where_nothing_is() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_row(0, 0, ["Bid ID", "Contract Name", "Comments"]).unwrap();
    sheet.write_row(1, 0, ["A", "Road"]).unwrap();
    sheet.write_string_with_format(1, 2, " ", &Format::new().set_num_format(";;;")).unwrap();
    assert_eq!(parsed(&workbook.save_to_buffer().unwrap()).failures, []);
}
