//! Rows among the records that hold none are named and not stored.

mod ids;

use nirmaan_import::{FileError, Purpose, Table, Unit, handed_back, read_csv};
use rust_xlsxwriter::{Format, Workbook};

use crate::{checked, table as workbook};

fn read(text: &str) -> Table {
    read_csv(text.as_bytes(), Purpose::Create).unwrap()
}

/// The numbers of the rows that are passed over, with the reasons.
fn passed(table: &Table) -> Vec<(u32, &str)> {
    table.passed_rows().iter().map(|passed| (passed.row, passed.reason.as_str())).collect()
}

fn ids(table: &Table) -> Vec<String> {
    checked(table).rows.into_iter().map(|row| row.bid_id).collect()
}

fn reasons(table: &Table) -> Vec<(u32, String)> {
    checked(table).failures.into_iter().map(|failure| (failure.row, failure.reason)).collect()
}

const HEADINGS: &str = "It repeats the headings.";
const TOTAL: &str = "It holds a total.";
const SUMS: &str = "It holds the sums of the amounts above it.";
const NOTE: &str = "It holds a note or a signature.";
const ALONE: &str = "It holds one text and no record, such as the name of a section.";
const NOTHING: &str = "It says that there is nothing.";
const UNREAD: &str = "It holds nothing in the columns that are read.";

/// A row of a register between two records, and why it is passed over; `""` where it may be a record.
const ROWS: &[(&str, &str)] = &[
    // Headings.
    ("Sr. No.,Bid ID,Contract Name,Tender Actual Value,Opening Date", HEADINGS),
    (",bid id,CONTRACT  NAME,,", HEADINGS),
    ("Sr. No.,Tender ID,Name of Work,Estimated Cost,", HEADINGS),
    (",Bid ID,Road,5,", ""),
    // Totals.
    (",TOTAL,TOTAL,300000,", TOTAL),
    (",Grand Total,,300000,", TOTAL),
    (",,Sub-Total (A),300000,", TOTAL),
    ("Total,,,300000,", TOTAL),
    (",,,Total: 300000,", TOTAL),
    (",Total,14 works,300000,", TOTAL),
    (",,\"Total for Surat division, 2026-27\",300000,", TOTAL),
    (",,Surat - total,300000,", TOTAL),
    (",कुल योग,,300000,", TOTAL),
    (",,एकूण,300000,", TOTAL),
    (",,કુલ,300000,", TOTAL),
    (",,Carried forward to page 2,300000,", TOTAL),
    (",B/F,,300000,", TOTAL),
    (",2,Total,300000,", TOTAL),
    (",-,Total,300000,", TOTAL),
    ("Total,2 works,,300000,", TOTAL),
    ("Total,B/12,Road,5,", ""),
    (",,,300000,", SUMS),
    (",,,\"3,00,000\",", SUMS),
    (",,,300001,", ""),
    (",,Total station survey,50000,", ""),
    (",TOTAL-12,Road,50000,", ""),
    (",B/12,Sum of two,50000,", ""),
    (",B/12,Total,50000,", ""),
    // Notes and signatures.
    (",* estimates as on 01-04-2026,,,", NOTE),
    (",\"* rates with GST\", see annexure,,", NOTE),
    (",Prepared by,Accounts section,,", NOTE),
    (",,Prepared by: Asha,,01-04-2026", NOTE),
    ("Prepared by,Accounts section,,,", NOTE),
    ("Note: urgent,NIT 12,Road,5,", ""),
    ("Note:,,rates include GST,,", NOTE),
    (",Note 1: rates include GST,,,", NOTE),
    (",N.B. - all in one,,,", NOTE),
    (",Sd/-,,,", NOTE),
    (",Page 1 of 3,,,", NOTE),
    (",Contd.,,,", NOTE),
    (",Place: Surat,Date: 01-04-2026,,", NOTE),
    (",हस्ताक्षर,,,", NOTE),
    (",*** End of report ***,,,", NOTE),
    (",NOTE-12,Road,5,", ""),
    (",PAGE/12,Road,5,", ""),
    (",NB 12 of 2026,Road,5,", ""),
    (",,Note: the name of a record without an id,5,", ""),
    // One text, and none.
    (",Division Surat,,,", ALONE),
    (",A. Roads,,,", ALONE),
    (",Figures are provisional,,,", ALONE),
    ("B. Bridges,,,,", ALONE),
    (",,,Executive Engineer,", ALONE),
    (",ROADS,,,", ""),
    (",NIT No 12 of 2026,,,", ""),
    (",,Roads and bridges,,", ""),
    ("Total,-,-,5,", TOTAL),
    ("North Total,14,works,300000,", TOTAL),
    (",Total Estimated Cost,12 works,5,", TOTAL),
    (",Sub Total Roads,5 nos,,", TOTAL),
    (",For M/s Bharat Infra,Authorised Signatory,,", NOTE),
    (",Page No. 2,PWD Surat,,", NOTE),
    ("7,NIL,NIL,0,", NOTHING),
    (",-,-,-,-", NOTHING),
    (",Nil,NIL,,", NOTHING),
    ("-----,,,,", NOTHING),
    (",,\"''\",,", ""),
    ("7,,,,", UNREAD),
    ("Awaited,,,,", ALONE),
];

#[test]
fn rows_that_are_no_records_are_told_from_those_that_may_be() {
    for (row, reason) in ROWS {
        let text = format!(
            "Sr. No.,Bid ID,Contract Name,Tender Actual Value,Opening Date\n\
             1,A/1,Road,100000,\n2,A/2,Dam,200000,\n{row}\n4,A/3,Canal,5,01-04-2026\n"
        );
        let table = read(&text);
        let expected: &[(u32, &str)] = if reason.is_empty() { &[] } else { &[(4, reason)] };
        assert_eq!(passed(&table), expected, "{row}");
        let read = checked(&table);
        assert_eq!(read.rows.len() + read.failures.len(), 4 - expected.len(), "{row}: {read:?}");
        assert!(
            read.rows.iter().any(|row| row.bid_id == "A/3" && row.tender_actual_value == Some(500)),
            "{row}"
        );
    }
}

#[test]
fn a_total_of_totals_and_of_pages_is_known_by_its_sums() {
    let table = read(
        "Bid ID,Contract Name,Paper Cost,Tender Actual Value\n\
         A/1,Road,1,10.5\nA/2,Dam,2,20\n,,3,30.5\nA/3,Canal,3,1\nA/4,Well,4,2\n,,7,3\n,,10,33.5\n,,11,33.5\n",
    );
    assert_eq!(passed(&table), [(4, SUMS), (7, SUMS), (8, SUMS)]);
    assert_eq!(ids(&table), ["A/1", "A/2", "A/3", "A/4"]);
    assert_eq!(reasons(&table), [(9, "Bid ID: is required; Contract Name: is required".to_owned())]);
    // The sum of one is a copy, and that of texts is unknown.
    for amounts in [["5", "", "5"], ["2 lakh", "1", "3"]] {
        let [one, two, sum] = amounts;
        let text = format!("Bid ID,Contract Name,Paper Cost\nA/1,Road,{one}\nA/2,Dam,{two}\n,,{sum}\n");
        assert_eq!(passed(&read(&text)), [], "{amounts:?}");
    }
}

#[test]
fn a_name_of_a_total_is_no_name_of_a_work() {
    let table = read("Bid ID,Contract Name\nC06/22,Grand Total\n");
    let reason = "Contract Name: is 'Grand Total', as in a row of totals; write the name of the work";
    assert_eq!(reasons(&table), [(2, reason.to_owned())]);
}

#[test]
fn headings_of_other_columns_end_a_table() {
    let table = read(
        "Bid ID,Contract Name,Tender Actual Value (Rs. in Lakhs)\n\
         A/1,Road,1\n\
         Bid ID,Contract Name,Tender Actual Value (Rs. in Crore)\n\
         A/2,Dam,2\n\
         Name of Work,Tender ID,Estimated Cost\n\
         Canal,A/3,3\n\
         Bid ID,Contract Name,Tender Actual Value (Rs. in Lakhs)\n\
         A/4,Well,4\n",
    );
    assert_eq!(passed(&table), [(7, HEADINGS)]);
    assert_eq!(ids(&table), ["A/1", "A/4"]);
    let headings = "has headings of other columns; put it and the rows below it into a file of their own";
    let below = |row| {
        format!(
            "stands below the headings of other columns in row {row}; put those rows into a file of their own"
        )
    };
    assert_eq!(
        reasons(&table),
        [(3, headings.to_owned()), (4, below(3)), (5, headings.to_owned()), (6, below(5))]
    );
    // Handed back they are still no records of the columns above.
    let mut file = std::io::Cursor::new(Vec::new());
    handed_back(&table, &checked(&table).failures, &mut file).unwrap();
    let back = workbook(&file.into_inner()).unwrap();
    assert_eq!(ids(&back), [""; 0]);
    assert_eq!(reasons(&back).len(), 4);
}

#[test]
fn headings_with_another_order_of_days_end_a_table() {
    let days = |again: &str| {
        let headings = "Bid ID,Contract Name,Opening Date";
        read(&format!("{headings}\nA/1,Road,03/04/2026\n{headings}{again}\nA/2,Dam,03/04/2026\n"))
    };
    assert_eq!(ids(&days("")), ["A/1", "A/2"]);
    let other = days(" (MM/DD/YYYY)");
    assert_eq!((passed(&other), ids(&other)), (vec![], vec!["A/1".to_owned()]));
    assert_eq!(reasons(&other).len(), 2);
}

#[test]
fn a_note_below_headings_of_other_columns_is_about_their_rows() {
    let table = read(
        "Bid ID,Contract Name,Paper Cost\nA/1,Road,1\n\
         Name of Work,Tender ID,Estimated Cost\nCanal,A/3,3\n* all amounts in Rs. lakhs,,\n",
    );
    assert_eq!(passed(&table), [(5, NOTE)]);
    let costs: Vec<_> = checked(&table).rows.into_iter().map(|row| row.paper_cost).collect();
    assert_eq!(costs, [Some(100)]);
}

#[test]
fn rows_of_units_and_titles_may_be_there_again() {
    let page = |id: &str| {
        format!("Register of tenders,,\nBid ID,Contract Name,Paper Cost\n,,lakh\n(1),(2),(3)\n{id},Road,1\n")
    };
    let table = read(&format!("{}\n{}", page("A/1"), page("A/2")));
    let again: Vec<_> = passed(&table).into_iter().filter(|(row, _)| *row > 5).collect();
    assert_eq!(
        again,
        [
            (7, "It repeats a title above the headings."),
            (8, HEADINGS),
            (9, "It names units, or how days are written."),
            (10, "It numbers the columns.")
        ]
    );
    let costs: Vec<_> = checked(&table).rows.into_iter().map(|row| row.paper_cost).collect();
    assert_eq!(costs, [Some(10_000_000), Some(10_000_000)]);
    // In another unit, the column has two.
    let other = read(&format!("{}\n{}", page("A/1"), page("A/2").replace("lakh", "crore")));
    assert!(reasons(&other)[0].1.contains("the unit of the column is unclear (crore in row 9)"));
}

#[test]
fn a_unit_that_a_note_or_a_total_names_isnt_passed_over() {
    for row in [
        ",TOTAL (Rs. in Lakhs),3",
        "* all amounts in Rs. lakhs,,",
        "Figures are in lakhs,,",
        "(Rs. in Lakhs),,",
    ] {
        let text = format!("Bid ID,Contract Name,Paper Cost\nA/1,Road,1\nA/2,Dam,2\n{row}\n");
        let mut table = read(&text);
        assert_eq!(passed(&table).len(), 1, "{row}");
        let reasons = reasons(&table);
        assert!(reasons[0].1.contains("the unit of the column is unclear"), "{row}: {reasons:?}");
        table.choose_unit("paperCost", Unit::Lakh);
        assert_eq!(checked(&table).rows.len(), 2, "{row}");
        // The same unit as the heading's is no news.
        let same = read(&text.replace("Paper Cost", "Paper Cost (Rs. in Lakhs)"));
        assert_eq!(checked(&same).rows.len(), 2, "{row}");
    }
    for row in [",Total (Rupees three lakh only),3", ",Total Rs.,3", "* above Rs. 5 lakh by e-tender,,"] {
        let text = format!("Bid ID,Contract Name,Paper Cost\nA/1,Road,1\nA/2,Dam,2\n{row}\n");
        assert_eq!(checked(&read(&text)).rows.len(), 2, "{row}");
    }
}

#[test]
fn what_is_filled_down_is_told_once_and_counted() {
    let table = read("Sr. No.,Bid ID,Contract Name\n1,A/1,Road\n2,,\n3,,\nNo bid yet,,\n5,A/2,Dam\n6,,\n");
    let passed: Vec<_> =
        table.passed_rows().iter().map(|passed| (passed.row, passed.more, passed.reason.as_str())).collect();
    assert_eq!(
        passed,
        [(3, 2, "It holds nothing in the columns that are read, as 2 more rows below it do."), (5, 0, ALONE)]
    );
    let notes = "Note: x,\n".repeat(1_500);
    let table = read(&format!("Bid ID,Contract Name\nA/1,Road\n{notes}"));
    assert_eq!(table.passed_rows().len(), 1_001);
    assert_eq!(table.passed_rows()[1_000].more, 499);
    // What is filled down may be long; other rows count as records do.
    let read = |row: &str| {
        let text = format!("Sr. No.,Bid ID,Contract Name\n{}", row.repeat(20_001));
        read_csv(text.as_bytes(), Purpose::Create).map(|table| table.passed_rows().len())
    };
    assert_eq!((read("7,,\n"), read("7,Nil,\n")), (Ok(1), Err(FileError::TooManyRows)));
}

#[test]
fn units_below_headings_that_are_there_again_are_not_those_of_the_rows_above() {
    let table = read(
        "Bid ID,Contract Name,Paper Cost,Opening Date\nA/1,Road,100,03/04/2026\n\
         Bid ID,Contract Name,Paper Cost,Opening Date\n,,lakh,\n,,,mm/dd/yyyy\nA/2,Dam,1,03/04/2026\n",
    );
    assert_eq!(ids(&table), [""; 0]);
    let reasons = reasons(&table);
    assert!(reasons[0].1.contains("the unit of the column is unclear (lakh in row 4)"), "{reasons:?}");
    assert!(reasons[0].1.contains("month-first"), "{reasons:?}");
}

#[test]
fn other_words_in_headings_that_are_there_again_are_harmless() {
    let register =
        "Bid ID,Contract Name,Tender Actual Value (Rs. in Lakhs),Opening Date,Site\nA/1,Road,1,,\n";
    for again in [
        "Bid ID,Contract Name,Tender Actual Value,Opening Date (DD/MM/YYYY),Place",
        "Bid ID,Contract Name,Tender Actual Value (Rs. in Lakhs),Page 2,Contractor",
        "BID ID,Name of Work,,,",
    ] {
        let table = read(&format!("{register}{again}\nA/2,Dam,2,,\n"));
        assert_eq!((passed(&table), ids(&table).len()), (vec![(3, HEADINGS)], 2), "{again}");
    }
    // Two rows of headings are read as before: by the first.
    let tiers = "Sr No,Bid ID,Contract Name,Amount,,Dates\n,,,Estimated Cost,Quoted Amount,Opening Date\n1,A/1,Road,5,6,\n";
    assert_eq!(ids(&read(tiers)), ["A/1"]);
    let hindi =
        "Bid ID,Contract Name,License Holder Name\nनिविदा संख्या,कार्य का नाम,ठेकेदार का नाम\nA/1,Road,Asha\n";
    assert_eq!((passed(&read(hindi)), ids(&read(hindi))), (vec![(2, HEADINGS)], vec!["A/1".to_owned()]));
}

#[test]
fn a_note_about_something_else_names_no_unit() {
    for row in [
        "Prepared by: S. Patel (L),,",
        "For Sharma & Sons (K),,",
        "Note: EMD in lakhs,,",
        "* Average turnover of last three years in crore,,",
        "* works funded by ADB (USD),,",
        "Works costing in crores,,",
        ",Total (Rs. in Crore),0.03",
        "\"* as per portal, MM/DD/YYYY\",,",
    ] {
        let text = format!("Bid ID,Contract Name,Paper Cost (Rs. in Lakhs)\nA/1,Road,1\nA/2,Dam,2\n{row}\n");
        let table = read(&text);
        assert_eq!((table.passed_rows().len(), ids(&table).len()), (1, 2), "{row}");
    }
}

#[test]
fn a_title_of_several_cells_may_be_there_again() {
    let page = |id: &str| format!("Division,R&B Surat,\nBid ID,Contract Name,Paper Cost\n{id},Road,1\n");
    let table = read(&format!("{}{}", page("A/1"), page("A/2")));
    assert_eq!(passed(&table)[1..], [(4, "It repeats a title above the headings."), (5, HEADINGS)]);
    assert_eq!(ids(&table), ["A/1", "A/2"]);
}

#[test]
fn where_no_record_can_be_read_nothing_is_said_of_its_columns() {
    let table = read("Our no.,Job,Amt\nJ-1,Road,1\n2,,\n");
    assert_eq!(passed(&table), []);
    assert_eq!(table.readings()[1].sample, "Road");
}

#[test]
fn a_text_across_a_table_is_the_name_of_a_section() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let plain = Format::new();
    sheet.write_row(0, 0, ["Bid ID", "Contract Name", "Paper Cost"]).unwrap();
    sheet.merge_range(1, 0, 1, 2, "Division-2", &plain).unwrap();
    sheet.write_row(2, 0, ["A/1", "Road"]).unwrap();
    sheet.write_number(2, 2, 100).unwrap();
    sheet.write_row(3, 0, ["A/2", "Dam"]).unwrap();
    sheet.write_number(3, 2, 200).unwrap();
    sheet.merge_range(4, 0, 4, 1, "TOTAL", &plain).unwrap();
    sheet.write_number(4, 2, 300).unwrap();
    sheet.merge_range(5, 0, 5, 2, "Bid ID A/9 was withdrawn", &plain).unwrap();
    let table = workbook(&book.save_to_buffer().unwrap()).unwrap();
    assert_eq!(passed(&table), [(2, ALONE), (5, TOTAL), (6, ALONE)]);
    assert_eq!((ids(&table), reasons(&table)), (vec!["A/1".to_owned(), "A/2".to_owned()], vec![]));
}

#[test]
fn a_bad_row_that_comes_back_is_no_note() {
    let table = read("Bid ID,Contract Name,Opening Date\nA/1,,\nSurat Ring Road,,01-04-2026\n");
    let mut file = std::io::Cursor::new(Vec::new());
    handed_back(&table, &checked(&table).failures, &mut file).unwrap();
    let back = workbook(&file.into_inner()).unwrap();
    assert_eq!((passed(&back), reasons(&back).len()), (vec![], 2));
}
