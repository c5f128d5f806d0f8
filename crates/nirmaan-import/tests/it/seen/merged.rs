//! Cells that are merged: one value for several rows or columns.

use nirmaan_import::{ContractRow, FileError, Parsed};

use super::{reasons, row, written};
use crate::{parsed, table};

const NAMES: [&str; 6] =
    ["Bid ID", "Contract Name", "Status", "Tender Actual Value", "Opening Date", "Closing Date"];

/// What is read of a sheet with these rows below the headings, in which the cells of these ranges are merged.
fn register(rows: &[&[&str]], ranges: &[&str]) -> Parsed<ContractRow> {
    parsed(&sheet(rows, ranges))
}

fn sheet(rows: &[&[&str]], ranges: &[&str]) -> Vec<u8> {
    let rows: String = (2..).zip(rows).map(|(number, cells)| row(number, cells)).collect();
    let merged: String = ranges.iter().map(|range| format!(r#"<mergeCell ref="{range}"/>"#)).collect();
    let sheet = format!("{}{rows}", row(1, &NAMES));
    written("", &sheet, &format!("<mergeCells>{merged}</mergeCells>"))
}

#[test]
fn a_cell_merged_over_rows_is_what_each_of_them_holds() {
    let read = register(
        &[
            &["A", "Road", "Draft", "<v>5</v>", "15-04-2026"],
            &["B", "Dam", "", "<v>6</v>"],
            // What is covered isn't seen, even where a program has kept it.
            &["C", "Weir", "Lost", "<v>7</v>", "16-04-2026"],
            &["D", "Bridge", "", "<v>8</v>"],
        ],
        &["E2:E4", "C2:C4"],
    );
    assert_eq!(read.failures, []);
    let rows: Vec<_> = read
        .rows
        .iter()
        .map(|row| (row.status.as_deref(), row.opening_date.map(|day| day.to_string())))
        .collect();
    let each = (Some("DRAFT"), Some("2026-04-15".to_owned()));
    assert_eq!(rows, [each.clone(), each.clone(), each, (None, None)]);
}

#[test]
fn an_amount_merged_over_records_is_nobodys() {
    let read = register(
        &[&["A", "Road", "", "<v>500</v>"], &["B", "Dam"], &["C", "Weir"], &["D", "Bridge", "", "<v>8</v>"]],
        &["D2:D4"],
    );
    let reason = "Tender Actual Value: the number 500 stands in one cell for rows 2 to 4 and may be the amount of each or \
                  of all together; write each row's own amount";
    assert_eq!(reasons(&read), [(2, reason), (3, reason), (4, reason)]);
    assert_eq!(read.rows[0].tender_actual_value, Some(800));
}

#[test]
fn a_record_of_two_rows_is_one() {
    let read = register(
        &[
            &["A", "Road", "", "<v>500</v>"],
            &["", "", "", "", "", "", "second line of a note"],
            &["B", "Dam"],
        ],
        &["A2:A3", "B2:B3", "D2:D3"],
    );
    assert_eq!(read.failures, []);
    let rows: Vec<_> =
        read.rows.iter().map(|row| (row.row, row.bid_id.as_str(), row.tender_actual_value)).collect();
    assert_eq!(rows, [(2, "A", Some(50_000)), (4, "B", None)]);
    // A second amount of the same tender is told.
    let read =
        register(&[&["A", "Road", "", "<v>500</v>"], &["", "", "", "<v>600</v>"]], &["A2:A3", "B2:B3"]);
    assert_eq!(reasons(&read), [(3, "Bid ID: is already in row 2")]);
    // Its one amount is that of the tender, whatever else stands in the second row.
    let read =
        register(&[&["A", "Road", "", "<v>500</v>"], &["", "", "Draft"]], &["A2:A3", "B2:B3", "D2:D3"]);
    assert_eq!(reasons(&read), [(3, "Bid ID: is already in row 2")]);
    assert_eq!(read.rows[0].tender_actual_value, Some(50_000));
}

#[test]
fn further_rows_of_a_record_are_told_together() {
    let beside: &[&str] = &["", "", "", "", "", "", "Surat", "see plan"];
    let rows = [&["A", "Road"], beside, beside, &["B", "Dam"], beside, beside];
    let table = table(&sheet(&rows, &["A2:A4"])).unwrap();
    let passed: Vec<_> = table.passed_rows().iter().map(|passed| (passed.row, passed.more)).collect();
    assert_eq!(passed, [(3, 1), (6, 0), (7, 0)]);
}

#[test]
fn a_cell_merged_with_one_beside_it_has_no_value() {
    let read = register(
        &[&["A", "Road", "", "", "15-04-2026"], &["B", "Dam", "", "", "", "16-04-2026"], &["C", "Weir"]],
        &["E2:F2", "E3:F4"],
    );
    let reason = "Closing Date: is merged with a cell beside it; write into each cell what it is to hold";
    assert_eq!(reasons(&read), [(2, reason)], "merged cells that hold nothing are empty");
    let read = register(&[&["A", "Road", "", "", "15-04-2026"], &["B", "Dam"]], &["E2:F3"]);
    assert_eq!(reasons(&read), [(2, reason), (3, reason)]);
}

#[test]
fn what_a_merged_cell_covers_is_not_seen_even_if_the_first_is_empty() {
    let read = register(
        &[&["A", "Road"], &["B", "Dam", "", "", "16-04-2026"], &["C", "Weir", "", "", "17-04-2026"]],
        &["E2:E3"],
    );
    let days: Vec<_> = read.rows.iter().map(|row| row.opening_date.map(|day| day.to_string())).collect();
    assert_eq!(days, [None, None, Some("2026-04-17".to_owned())]);
}

#[test]
fn merged_cells_may_be_named_in_any_order() {
    let rows: [&[&str]; 4] =
        [&["A", "Road", "Draft"], &["B", "Dam"], &["C", "Weir", "Work in progress"], &["D", "Canal"]];
    let read = register(&rows, &["C4:C5", "C2:C3"]);
    let statuses: Vec<_> = read.rows.iter().map(|row| row.status.as_deref().unwrap()).collect();
    assert_eq!(statuses, ["DRAFT", "DRAFT", "WORK_IN_PROGRESS", "WORK_IN_PROGRESS"]);
}

#[test]
fn a_long_text_is_not_repeated_without_end() {
    let long = "x".repeat(100_000);
    let rows: String = (3..400).map(|number| row(number, &["", "", "", "<v>5</v>"])).collect();
    let names = ["Bid ID", "Contract Name", "Description", "Paper Cost"];
    let sheet = format!("{}{}{rows}", row(1, &names), row(2, &["A", "Road", &long]));
    let merged = r#"<mergeCells><mergeCell ref="C2:C400"/></mergeCells>"#;
    assert_eq!(table(&written("", &sheet, merged)), Err(FileError::Suspicious));
}

#[test]
fn what_begins_above_the_records_reaches_none_of_them() {
    let read =
        register(&[&["", "", "", "", "from", "to"], &["A", "Road"]], &["A1:A2", "B1:B2", "C1:C3", "E1:F1"]);
    assert_eq!(read.rows.len(), 1, "{read:?}");
    assert_eq!(read.rows[0].status, None);
    assert_eq!(read.failures[0].row, 2);
    assert!(read.failures[0].reason.contains("Bid ID: is required"), "{read:?}");
    // Merged to the end of the sheet, and nonsense.
    for (range, below) in [
        ("C2:C1048576", Some("DRAFT")),
        ("C9:C2", None),
        ("C2", None),
        ("", None),
        ("2:3", None),
        ("C0:C9", None),
    ] {
        let read = register(&[&["A", "Road", "Draft"], &["B", "Dam"]], &[range]);
        let statuses: Vec<_> = read.rows.iter().map(|row| row.status.as_deref()).collect();
        assert_eq!(statuses, [Some("DRAFT"), below], "{range}");
    }
    let read = register(&[&["A", "Road", "Draft"], &["B", "Dam"]], &["C2:XFD1048576"]);
    assert_eq!(reasons(&read).len(), 2, "what is beside it is covered");
}
