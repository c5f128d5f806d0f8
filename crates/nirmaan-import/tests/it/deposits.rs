//! Registers of deposits.

use std::io::Cursor;

use calamine::{Reader, Xlsx};
use nirmaan_import::{
    ColumnMap, DepositRow, FileError, Parsed, ReadOptions, Record, Table, Unit, check, handed_back, read_csv,
    template,
};

use crate::{seen::row, seen::written, through_worker_as, today};

fn options() -> ReadOptions {
    ReadOptions { record: Record::Deposit, ..ReadOptions::default() }
}

fn table(text: &str) -> Table {
    read_csv(text.as_bytes(), options()).unwrap()
}

fn checked(table: &Table) -> Parsed<DepositRow> {
    check(table, today(), |_, _| {})
}

fn reasons(parsed: &Parsed<DepositRow>) -> Vec<(&str, &str)> {
    parsed.failures.iter().map(|failure| (failure.ref_id.as_str(), failure.reason.as_str())).collect()
}

const TWICE: &str = "Instrument No: row 2 has the same type and number for this Bid ID; write its own number, or remove the row";

#[test]
fn a_register_under_names_of_its_own_is_read() {
    let text = "EMD Register of Bharat Infra\n\
        Sr. No.,Tender ID,Name of Work,Type of Deposit,EMD Amount (Rs. in Lakhs),DD / FDR / BG No.,Date of DD,Bank,\
        Branch,Refund Status,Refund Date,Remarks\n\
        1,GJ/71,Road to Ladvel,EMD,2.50,004512,15-04-2026,SBI,Anand,Refunded,31/05/2026,by post\n\
        2,GJ/71,Road to Ladvel,EMD,1.25,004513,16-04-2026,SBI,Anand,,,\n\
        3,GJ/72,Dam,Security Deposit,12,BG-7,17-04-2026,BoB,Anand,pending refund,,\n\
        ,,,Total,15.75,,,,,,,\n\
        Prepared by: Accounts,,,,,,,,,,,\n";
    let table = table(text);
    let read = checked(&table);
    assert_eq!(read.failures, []);
    let first = &read.rows[0];
    assert_eq!((first.bid_id.as_str(), first.deposit_type.as_str()), ("GJ/71", "EMD"));
    assert_eq!((first.instrument_no.as_str(), first.amount), ("004512", Some(25_000_000)));
    assert_eq!((first.bank_name.as_str(), first.bank_address.as_str()), ("SBI", "Anand"));
    assert_eq!((first.status.as_deref(), first.comment.as_str()), (Some("REFUNDED"), "by post"));
    let days = [first.deposit_created_date, first.deposit_returned_date];
    assert_eq!(days.map(|day| day.unwrap().to_string()), ["2026-04-15", "2026-05-31"]);
    assert_eq!(read.rows[2].status.as_deref(), Some("PENDING_REFUND"));
    assert_eq!(read.rows.len(), 3);
    let passed: Vec<_> = table.passed_rows().iter().map(|passed| passed.row).collect();
    assert_eq!(passed, [1, 6, 7], "title, total and signature");
    let amount = table.readings().into_iter().find(|reading| reading.field == Some("amount")).unwrap();
    assert_eq!(amount.unit, Some(Unit::Lakh));
    assert_eq!(read.unknown_columns, ["Sr. No.", "Name of Work"]);
}

#[test]
fn what_tells_a_deposit_apart_is_in_a_file_once() {
    let read = checked(&table(
        "Bid ID,Deposit Type,Instrument No,Amount\n\
         A,EMD,DD 4512,5\nA,emd,dd-4512,6\nA,Security Deposit,DD 4512,7\nB,EMD,DD 4512,8\nA,EMD,04512,9\n",
    ));
    assert_eq!(reasons(&read), [("A", TWICE)]);
    assert_eq!(read.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [2, 4, 5, 6]);
}

#[test]
fn all_that_is_wrong_with_a_row_is_told() {
    let read = checked(&table(
        "Bid ID,Deposit Type,Instrument No,Amount,Status,Returned Date,Bank Name\n\
         A,EMD,1,0,Sent,,\n,,,,,31-02-2026,\nB,-do-,2,5,,,\nC,EMD,3,,,,\nD,EMD,Grand Total,5,,,\nE,EMD,4,5,,,-do-\n",
    ));
    let [a, empty, others @ ..] = &read.failures[..] else { panic!("{:?}", read.failures) };
    assert_eq!(
        a.reasons[..],
        [
            "Status: 'Sent' is not a status; write Draft, Submitted, Rejected, Cancelled, Refunded, Forfeited, Released, \
             Pending release, Pending refund, Returned or Pending",
            "Amount: must be above 0"
        ]
    );
    assert_eq!((empty.ref_id.as_str(), empty.reasons.len()), ("Row 3", 5));
    let others: Vec<_> = others.iter().map(|failure| failure.reason.as_str()).collect();
    assert_eq!(
        others,
        [
            "Deposit Type: is '-do-'; write the deposit type",
            "Amount: is required",
            "Instrument No: is 'Grand Total', as in a row of totals; write the instrument no",
            "Bank Name: is '-do-'; write the bank name",
        ]
    );
}

#[test]
fn dashes_are_empty_cells_where_one_may_be_empty() {
    let text = "Bid ID,Deposit Type,Instrument No,Amount,Status,Returned Date,Bank Name\nA,EMD,1,5,-,NA,Nil\nA,EMD,-,5,,,\n";
    let read = checked(&table(text));
    let row = &read.rows[0];
    assert_eq!((&row.status, row.deposit_returned_date, row.bank_name.as_str()), (&None, None, ""));
    assert_eq!(reasons(&read), [("A", "Instrument No: is '-'; write the instrument no")]);
}

#[test]
fn what_has_no_number_is_told_apart_by_its_amount() {
    let text = "Bid ID,Deposit Type,Instrument No,Amount\nA,EMD,Online,5\nA,EMD,Online,6\nA,EMD,ONLINE,5\n";
    let read = checked(&table(text));
    assert_eq!((read.rows.len(), reasons(&read)), (2, vec![("A", TWICE)]));
}

#[test]
fn a_heading_that_says_more_comes_before_amount_and_status() {
    let table = table(
        "Tender ID,Amount,Status,DD No,Deposit Type,EMD Amount,EMD Status\nA,12500000,Cancelled,1,EMD,50000,Refunded\n",
    );
    let row = &checked(&table).rows[0];
    assert_eq!((row.amount, row.status.as_deref()), (Some(5_000_000), Some("REFUNDED")));
    let notes: Vec<_> = table.readings().into_iter().map(|reading| reading.note).collect();
    assert_eq!(notes[1], "Not read: the column 'EMD Amount' holds Amount.");
    let twice = read_csv(b"Bid ID,Deposit Type,Instrument No,Amount,amount\n", options());
    assert_eq!(twice.unwrap_err(), FileError::DuplicateColumn("Amount".to_owned()));
}

#[test]
fn a_type_for_rows_that_name_none_takes_the_place_of_a_column() {
    let text = "Bid ID,Instrument No,Amount\nA,1,5\n";
    let without = table(text);
    assert_eq!(without.missing().map(|column| column.label).collect::<Vec<_>>(), ["Deposit Type"]);
    assert_eq!(checked(&without).rows, []);
    let emd = || ReadOptions { deposit_type: Some("EMD".to_owned()), ..options() };
    let read = checked(&read_csv(text.as_bytes(), emd()).unwrap());
    assert_eq!(read.rows[0].deposit_type, "EMD");
    let beside = "Bid ID,Deposit Type,Instrument No,Amount\nA,-,1,5\nA,Security Deposit,1,5\nA,Earnest Money,001,6\nA,,3,5\n";
    let read = checked(&read_csv(beside.as_bytes(), emd()).unwrap());
    let types: Vec<_> = read.rows.iter().map(|row| row.deposit_type.as_str()).collect();
    assert_eq!(types, ["EMD", "Security Deposit", "EMD"]);
    assert_eq!(reasons(&read), [("A", TWICE)]);
}

#[test]
fn fields_are_chosen_by_names_of_a_deposit_alone() {
    let map = ColumnMap::parse(Record::Deposit, r#"{"Job": "bidId", "Paper": "instrument_no"}"#).unwrap();
    let text = "Job,Paper,Deposit Type,Amount\nA,1,EMD,5\n";
    let read = read_csv(text.as_bytes(), ReadOptions { chosen: Some(map), ..options() }).unwrap();
    assert_eq!(checked(&read).rows[0].instrument_no, "1");
    let reason = ColumnMap::parse(Record::Deposit, r#"{"Job": "contractName"}"#).unwrap_err();
    assert!(reason.contains("which a deposit doesn't have") && reason.contains("instrumentNo"), "{reason}");
    assert!(matches!(
        read_csv(b"Bid ID,Contract Name\nA,Road\n", options()).unwrap().require_columns(),
        Err(FileError::MissingColumns { labels, .. }) if labels == ["Deposit Type", "Instrument No", "Amount"]
    ));
}

#[test]
fn deposits_below_one_merged_bid_id_are_several() {
    let names = row(1, &["Bid ID", "Deposit Type", "Instrument No", "Amount"]);
    let first = row(2, &["A", "EMD", "1", "<v>5</v>"]);
    let second = row(3, &["", "EMD", "2", "<v>6</v>"]);
    let third = row(4, &["", "EMD", "3", ""]);
    let merged = r#"<mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="D3:D4"/></mergeCells>"#;
    let bytes = written("", &format!("{names}{first}{second}{third}"), merged);
    let read = checked(&through_worker_as(&bytes, options()).0.unwrap());
    assert_eq!(read.rows.iter().map(|row| row.bid_id.as_str()).collect::<Vec<_>>(), ["A"]);
    // One amount for two deposits is nobody's.
    let said: Vec<_> = read.failures.iter().map(|failure| (failure.row, &failure.reason[..7])).collect();
    assert_eq!(said, [(3, "Amount:"), (4, "Amount:")]);
}

#[test]
fn the_template_and_what_is_handed_back_are_sheets_of_deposits() {
    let bytes = template(Record::Deposit).unwrap();
    let read = through_worker_as(&bytes, options()).0.unwrap();
    let columns = Record::Deposit.columns().iter().map(|column| column.json_name);
    assert!(read.columns().eq(columns) && read.row_count() == 0);
    let workbook: Xlsx<_> = Xlsx::new(Cursor::new(&bytes[..])).unwrap();
    assert_eq!(workbook.sheet_names(), ["Deposits", "How to fill in"]);

    let bad = table("Bid ID,Deposit Type,Instrument No,Amount\nA,EMD,007,none\n");
    let mut back = Cursor::new(Vec::new());
    handed_back(&bad, &checked(&bad).failures, &mut back).unwrap();
    let again = through_worker_as(back.get_ref(), options()).0.unwrap();
    assert_eq!(checked(&again).failures, checked(&bad).failures);
    assert_eq!(Xlsx::new(back).unwrap().sheet_names(), ["Deposits"]);
}
