//! Formulas of workbooks that nobody calculated.

use std::io::Cursor;

use nirmaan_import::handed_back;

use super::{reasons, row, written, written_as};
use crate::{parsed, table};

const NO_RESULT: &str =
    "holds a formula without a result; open the file in a spreadsheet, save it there and upload it again";
const NAMES: [&str; 5] =
    ["Bid ID", "Contract Name", "Tender Actual Value", "Tender Bid Value", "Opening Date"];

#[test]
fn a_formula_without_a_result_is_a_reason_at_its_row() {
    let rows = [
        row(1, &NAMES),
        row(
            2,
            &[
                "C04/1",
                "School block",
                "<v>1000000</v>",
                "<f>C2*0.9</f><v/>",
                "<f>DATE(2026,4,15)</f><v></v>",
            ],
        ),
        row(3, &["C04/2", "Hostel", "<v>2000000</v>", "<f>C3*0.95</f>"]),
        row(4, &["C04/3", "Clinic", "", "<f>C4*0.95</f><v> </v>"]),
        row(5, &["C04/4", "Bridge", "<f>1+1</f><v>2</v>"]),
        row(
            6,
            &[
                "str:<f>A5&amp;&quot;b&quot;</f><v>C04/5</v>",
                "Weir",
                "str:<f>IF(A6=1,2,&quot;&quot;)</f><v></v>",
            ],
        ),
        row(7, &["str:<f>A1</f>", "<f>A1</f>", "<v>5</v>"]),
    ];
    let read = parsed(&written("", &rows.concat(), ""));
    let [both, bid, bare, whole] = [
        format!("Tender Bid Value: {NO_RESULT}; Opening Date: {NO_RESULT}"),
        format!("Tender Bid Value: {NO_RESULT}"),
        format!("Tender Bid Value: {NO_RESULT}"),
        format!("Bid ID: {NO_RESULT}; Contract Name: {NO_RESULT}"),
    ];
    assert_eq!(reasons(&read), [(2, &*both), (3, &*bid), (4, &*bare), (7, &*whole)]);
    let stored: Vec<_> = read.rows.iter().map(|row| (row.bid_id.as_str(), row.tender_actual_value)).collect();
    assert_eq!(stored, [("C04/4", Some(200)), ("C04/5", None)]);
}

#[test]
fn a_placeholder_is_no_result() {
    let rows = [
        row(1, &NAMES),
        row(2, &["A", "Road", "<f>1+1</f><v>0</v>"]),
        row(3, &["B", "Road", "<f>1+1</f><v>2</v>"]),
        row(4, &["C", "Road", "<v>0</v>"]),
    ]
    .concat();
    let placeholder = format!("Tender Actual Value: {NO_RESULT}");
    for properties in [r#"<calcPr calcId="1" fullCalcOnLoad="1"/>"#, r#"<calcPr fullCalcOnLoad="true"/>"#] {
        let read = parsed(&written(properties, &rows, ""));
        assert_eq!(reasons(&read), [(2, &*placeholder)], "{properties}");
    }
    // Whoever calculates doesn't leave it to others.
    for properties in ["", r#"<calcPr fullCalcOnLoad="0"/>"#, r#"<calcPr calcId="1"/>"#] {
        assert_eq!(parsed(&written(properties, &rows, "")).failures, [], "{properties}");
    }
}

#[test]
fn only_a_number_is_a_placeholder() {
    let rows = [
        row(1, &["Bid ID", "Contract Name", "Paper Cost"]),
        row(2, &["str:<f>A9</f><v>0</v>", "Road", "<f>1-1</f><v>0.0</v>"]),
        row(3, &["str:<f>A9</f><v>1</v>", "Dam", "<v>0.0</v>"]),
        r#"<row r="4"><c r="A4" t="inlineStr"><f>A9</f><is><t>7</t></is></c><c r="B4" t="b"><f>FALSE()</f><v>0</v></c></row>"#
            .to_owned(),
    ]
    .concat();
    // Spreadsheet programs write no decimals of a whole number.
    let placeholder = format!("Paper Cost: {NO_RESULT}");
    let unfinished = r#"<calcPr calcCompleted="0"/>"#;
    for properties in ["", unfinished] {
        let read = parsed(&written(properties, &rows, ""));
        assert_eq!(reasons(&read), [(2, &*placeholder)], "{properties}");
        let names: Vec<_> =
            read.rows.iter().map(|row| (row.bid_id.as_str(), row.contract_name.as_str())).collect();
        assert_eq!(names, [("1", "Dam"), ("7", "FALSE")]);
    }
    // Who has the result of another formula calculates, and means 0.
    let result = row(5, &["B", "Weir", "<f>30*30</f><v>900.0</v>"]);
    let read = parsed(&written("", &format!("{rows}{result}"), ""));
    assert_eq!(reasons(&read), []);
}

#[test]
fn formulas_are_found_however_the_sheet_is_written() {
    let plain =
        [row(1, &["Bid ID", "Contract Name", "Paper Cost"]), row(2, &["A", "Road", "<f>1+1</f><v/>"])]
            .concat();
    let unnamed = plain.replace(" r=\"A1\"", "").replace(" r=\"C2\"", "");
    let bare = ["A", "B", "C"].iter().fold(plain.clone(), |rows, letter| {
        ["1", "2"].iter().fold(rows, |rows, number| rows.replace(&format!(" r=\"{letter}{number}\""), ""))
    });
    let prefixed = plain.replace("<", "<x:").replace("<x:/", "</x:");
    for rows in [plain.clone(), unnamed, bare.replace("<row r=\"2\">", "<row>")] {
        assert_eq!(reasons(&parsed(&written("", &rows, ""))).len(), 1, "{rows}");
    }
    let sheet = format!(
        r#"<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>{prefixed}</x:sheetData></x:worksheet>"#
    );
    assert_eq!(reasons(&parsed(&written_as("", &sheet))).len(), 1);
}

#[test]
fn rows_of_formulas_below_the_last_record_are_passed_over() {
    // The serial number, which nobody reads, is typed.
    let formulas = |number| row(number, &["", "", "<f>B9*2</f><v/>", "<f>1+1</f><v/>", "", "<v>9</v>"]);
    let names = [&NAMES[..], &["Sr. No."]].concat();
    let rows = [
        row(1, &names),
        row(2, &["A", "Road"]),
        formulas(3),
        formulas(4),
        row(5, &["B", "Dam"]),
        formulas(6),
    ];
    let table = table(&written("", &rows.concat(), "")).unwrap();
    assert_eq!(table.row_count(), 2);
    let passed: Vec<_> =
        table.passed_rows().iter().map(|passed| (passed.row, passed.reason.as_str())).collect();
    assert_eq!(passed, [(3, "It holds nothing but formulas without a result, as 2 more rows below it do.")]);
}

#[test]
fn a_formula_for_several_cells_has_no_result_in_any() {
    let rows = |value: &str| {
        [
            row(1, &NAMES),
            row(2, &["A", "Road", &format!(r#"<f t="array" ref="C2:D3">F2:G3</f>{value}"#)]),
            row(3, &["B", "Road", "<v>0</v>", "<v>7</v>"]),
            row(4, &["C", "Road"]),
        ]
        .concat()
    };
    let lost = format!("Tender Actual Value: {NO_RESULT}; Tender Bid Value: {NO_RESULT}");
    let one = format!("Tender Actual Value: {NO_RESULT}");
    let read = parsed(&written("", &rows("<v/>"), ""));
    assert_eq!(reasons(&read), [(2, &*lost), (3, &*one)]);
    let table = rows("<v/>").replace("array", "dataTable");
    assert_eq!(reasons(&parsed(&written("", &table, ""))), [(2, &*lost), (3, &*one)]);
    assert_eq!(parsed(&written("", &rows("<v>5</v>"), "")).failures, [], "what is empty is empty");
}

#[test]
fn a_heading_without_a_result_is_no_field() {
    let rows = [row(1, &["Bid ID", "Contract Name", "<f>B9</f><v/>"]), row(2, &["A", "Road", "<v>5</v>"])];
    let table = table(&written("", &rows.concat(), "")).unwrap();
    let reading = &table.readings()[2];
    assert_eq!((reading.heading.as_str(), reading.field), ("#N/A", None));
}

#[test]
fn what_is_handed_back_is_no_value_and_not_empty() {
    let rows = [row(1, &NAMES), row(2, &["A", "<f>B9</f><v/>", "<f>1+1</f><v/>"])];
    let first = table(&written("", &rows.concat(), "")).unwrap();
    let mut file = Cursor::new(Vec::new());
    handed_back(&first, &crate::checked(&first).failures, &mut file).unwrap();
    let again = parsed(&file.into_inner());
    assert_eq!(
        reasons(&again),
        [(2, "Contract Name: holds the error #N/A; Tender Actual Value: holds the error #N/A")]
    );
}
