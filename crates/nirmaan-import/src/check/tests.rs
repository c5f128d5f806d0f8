use std::collections::HashMap;

use serde::Deserialize;

use super::*;
use crate::{ContractRow, Purpose, Record, read_csv};

/// A figure as somebody wrote it; in paise or ten-thousandths of a percent what it says, or nothing; what may be meant by a
/// number that is refused for its commas.
#[derive(Deserialize)]
pub(super) struct Spelling(
    pub(super) String,
    pub(super) Option<i64>,
    #[serde(default)] pub(super) Option<Vec<String>>,
);

/// Spellings to which the web's forms are held as well.
pub(super) fn spellings(kind: &str) -> Vec<Spelling> {
    let mut all: HashMap<String, Vec<Spelling>> = serde_json::from_str(include_str!("figures.json")).unwrap();
    let spellings = all.remove(kind).unwrap();
    assert!(spellings.len() >= 60, "{kind}");
    spellings
}

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 26).unwrap()
}

fn parsed(text: &str) -> Parsed<ContractRow> {
    check(&read_csv(text.as_bytes(), Purpose::Create).unwrap(), today(), |_, _| {})
}

fn failures(text: &str) -> Vec<(u32, String, String)> {
    parsed(text).failures.into_iter().map(|f| (f.row, f.ref_id, f.reason)).collect()
}

#[test]
fn a_row_with_every_column() {
    let header: Vec<&str> = Record::Contract.columns().iter().map(|column| column.json_name).collect();
    let text = header.join(";")
        + "\n007;R/1;Road;EPC;work in progress;500;1,25,00,000;1,10,93,750.50;-11.25%;01-01-2025;02-01-2025;\
           03-01-2025;04-01-2025;05-01-2025;06-01-2025;07-01-2025;08-01-2025;09-01-2025;10-01-2025;11-01-2025;\
           2;L1;A & Sons;0042;\"two\nlines\";fine;;\"{\"\"a\"\":1}\"\n";
    let parsed = parsed(&text);
    assert_eq!(parsed.failures, []);
    let day = |day| chrono::NaiveDate::from_ymd_opt(2025, 1, day);
    let expected = ContractRow {
        row: 2,
        bid_id: "007".to_owned(),
        contract_name: "Road".to_owned(),
        reference_no: "R/1".to_owned(),
        description: "two\nlines".to_owned(),
        status: Some("WORK_IN_PROGRESS".to_owned()),
        paper_cost: Some(50_000),
        tender_actual_value: Some(1_250_000_000),
        tender_bid_value: Some(1_109_375_050),
        tender_bid_percentage: Some(-112_500),
        contract_type: "EPC".to_owned(),
        termination_reason: String::new(),
        extension_count: Some(2),
        opening_date: day(1),
        closing_date: day(2),
        result_date: day(3),
        drafting_date: day(4),
        submitted_payment_date: day(5),
        awarded_date: day(6),
        agreement_date: day(7),
        given_start_date: day(8),
        given_end_date: day(9),
        actual_start_date: day(10),
        actual_end_date: day(11),
        license_id: "L1".to_owned(),
        license_holder_name: "A & Sons".to_owned(),
        license_no: "0042".to_owned(),
        comments: "fine".to_owned(),
        contract_metadata: Some("{\"a\":1}".to_owned()),
        notes: Vec::new(),
    };
    assert_eq!(parsed.rows, [expected]);
}

#[test]
fn a_bad_row_says_everything_and_stops_nobody() {
    let text = "Bid ID,Contract Name,Paper Cost,Opening Date,Status,Colour\n\
        A,Road,Rs 12.5 hundred,01/13/2025,Done,x\n\
        ,,5,,,\n\
        B,Bridge,5,,,\n";
    let parsed = parsed(text);
    assert_eq!(parsed.unknown_columns, ["Colour"]);
    assert_eq!(parsed.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [4]);
    let [first, second] = parsed.failures.as_slice() else { panic!("{:?}", parsed.failures) };
    assert_eq!((first.row, first.ref_id.as_str()), (2, "A"));
    assert_eq!(
        first.reason,
        "Paper Cost: 'Rs 12.5 hundred': write the full amount in rupees, for example 12,50,000; \
         Opening Date: '01/13/2025' is not read: the column is month-first ('01/13/2025' in row 2); \
         choose the order of day and month, or write the month by name, as in 31 Mar 2026; \
         Status: 'Done' is not a status; write for example Draft or Work in progress"
    );
    assert_eq!((second.row, second.ref_id.as_str()), (3, "Row 3"));
    assert_eq!(second.reason, "Bid ID: is required; Contract Name: is required");
}

#[test]
fn a_day_without_a_year_is_taken_and_told() {
    let parsed = parsed("Bid ID,Contract Name,Opening Date,Closing Date\nA,Road,5-Dec-26,5 Jan\n");
    let [row] = parsed.rows.as_slice() else { panic!("{:?}", parsed.failures) };
    assert_eq!(row.opening_date, NaiveDate::from_ymd_opt(2026, 12, 5));
    assert_eq!(row.closing_date, NaiveDate::from_ymd_opt(2027, 1, 5));
    let note = |field: &str, message: &str| Note { field: field.to_owned(), message: message.to_owned() };
    assert_eq!(
        row.notes,
        [note("closingDate", "Closing Date: '5 Jan' has no year and is read as 05 Jan 2027.")]
    );
}

#[test]
fn of_many_problems_the_first_are_named_and_the_others_counted() {
    let text = "Bid ID,Contract Name,Paper Cost,Opening Date,Closing Date,Result Date\n,,x,x,x,x\n";
    let [failure] = parsed(text).failures.try_into().unwrap();
    let reason = &failure.reason;
    assert!(reason.starts_with("Bid ID: is required; Contract Name: is required; Paper Cost: "), "{reason}");
    assert!(reason.ends_with("; and 3 more"), "{reason}");
    assert_eq!(failure.reasons.len(), 6);
    assert!(reason.starts_with(&failure.reasons[..3].join("; ")), "{failure:?}");
    assert!(failure.reasons[5].starts_with("Result Date: "), "{failure:?}");
    let [few] = parsed("Bid ID,Contract Name,Paper Cost\n,,x\n").failures.try_into().unwrap();
    assert_eq!((few.reasons.len(), few.reasons.join("; ")), (3, few.reason));
    let [one] = parsed("Bid ID,Contract Name\nA,\n").failures.try_into().unwrap();
    assert!(one.reasons.is_empty(), "{one:?}");
}

#[test]
fn a_bid_id_counts_once() {
    let text = "Bid ID,Contract Name\nA,x\nB,y\n A ,z\na,w\nB,\nC,x\n";
    assert_eq!(
        failures(text),
        [
            (4, "A".to_owned(), "Bid ID: is already in row 2".to_owned()),
            (6, "B".to_owned(), "Contract Name: is required; Bid ID: is already in row 3".to_owned()),
        ]
    );
}

#[test]
fn a_failed_row_does_not_take_its_bid_id_along() {
    let text = "Bid ID,Contract Name,Opening Date\nA,x,01/32/2025\nA,x,13/01/2025\n";
    assert_eq!(parsed(text).rows.len(), 1);
    assert_eq!(failures(text).len(), 1);
}

#[test]
fn unquoted_commas_are_noticed() {
    let text = "Bid ID,Contract Name,Paper Cost\nA,x,1,25,000\nB,y,125000\nC,z\n";
    let parsed = parsed(text);
    assert_eq!(parsed.rows.iter().map(|row| row.bid_id.as_str()).collect::<Vec<_>>(), ["B", "C"]);
    assert_eq!(parsed.failures[0].ref_id, "Row 2");
    assert!(parsed.failures[0].reason.contains("quotation marks"), "{:?}", parsed.failures);
}

#[test]
fn a_bid_id_that_cannot_be_shown_is_called_by_its_row() {
    let text = format!("Bid ID,Contract Name\n{},x\n\"A\nB\",y\n\"A\x07\",z\n", "9".repeat(65));
    let found = failures(&text);
    assert_eq!(found.iter().map(|(_, id, _)| id.as_str()).collect::<Vec<_>>(), ["Row 2", "Row 3", "Row 4"]);
    assert_eq!(found[0].2, "Bid ID: has 65 characters; at most 64 are kept");
}

#[test]
fn what_is_quoted_is_short_and_printable() {
    assert_eq!(shown(" a\u{7}b\nc "), "a b c");
    assert_eq!(shown(&"x".repeat(41)), "x".repeat(40) + "…");
    let text = format!("Bid ID,Contract Name,Paper Cost\nA,x,\"{}\"\n", "y\n".repeat(5_000));
    assert!(failures(&text)[0].2.chars().count() < 150);
}

#[test]
fn formulas_errors_and_hindi_are_text() {
    let text = "Bid ID,Contract Name,Comments\n=1+1,सड़क,@cmd\n+1,\"=HYPERLINK(\"\"x\"\")\",-2\n";
    let parsed = parsed(text);
    assert_eq!(parsed.failures, []);
    assert_eq!(parsed.rows[0].bid_id, "=1+1");
    assert_eq!(parsed.rows[1].contract_name, "=HYPERLINK(\"x\")");
}

#[test]
fn a_formulas_error_is_none_of_the_texts() {
    let text = "Bid ID,Contract Name,Comments\nA,Road, #N/A \nB,#REF!,\nC,#1 road,#N/A is not it\n";
    assert_eq!(
        failures(text),
        [
            (2, "A".to_owned(), "Comments: holds the error #N/A".to_owned()),
            (3, "B".to_owned(), "Contract Name: holds the error #REF!".to_owned()),
        ]
    );
}

#[test]
fn an_empty_cell_says_nothing() {
    let table = read_csv(b"Bid ID,Extension Count,Status\nA,,\nB,0,Draft\n,1,\n", Purpose::Update).unwrap();
    let parsed = check::<ContractRow>(&table, today(), |_, _| {});
    let said: Vec<_> = parsed.rows.iter().map(|row| (row.extension_count, row.status.as_deref())).collect();
    assert_eq!(said, [(None, None), (Some(0), Some("DRAFT"))]);
    assert_eq!(parsed.failures[0].reason, "Bid ID: is required");
}

#[test]
fn progress_ends_with_everything() {
    let text = format!("Bid ID,Contract Name\n{}", "A,x\n".repeat(450));
    let mut heard = Vec::new();
    check::<ContractRow>(&read_csv(text.as_bytes(), Purpose::Create).unwrap(), today(), |done, total| {
        heard.push((done, total))
    });
    assert_eq!(heard, [(0, 450), (200, 450), (400, 450), (450, 450)]);
}
