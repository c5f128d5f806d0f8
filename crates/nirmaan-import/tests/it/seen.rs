//! What a person sees in a sheet is what is read of it, or there is a reason why it can't be had.

mod formats;
mod formulas;
mod merged;

use std::io::{Cursor, Write};

use nirmaan_import::{ContractRow, Parsed, Purpose, check, read_csv};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::today;

const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SPREADSHEET: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/// A workbook as a library writes it that can't calculate: with this `calcPr`, these rows and what follows them.
pub fn written(properties: &str, rows: &str, behind: &str) -> Vec<u8> {
    let sheet =
        format!(r#"<worksheet xmlns="{SPREADSHEET}"><sheetData>{rows}</sheetData>{behind}</worksheet>"#);
    written_as(properties, &sheet)
}

/// A workbook of one sheet, with this `calcPr`.
fn written_as(properties: &str, sheet: &str) -> Vec<u8> {
    let parts = [
        (
            "[Content_Types].xml",
            r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#.to_owned(),
        ),
        (
            "_rels/.rels",
            format!(
                r#"<Relationships xmlns="{RELATIONSHIPS}"><Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                r#"<workbook xmlns="{SPREADSHEET}" xmlns:r="{OFFICE}"><sheets><sheet name="A &amp; B" sheetId="1" r:id="r1"/></sheets>{properties}</workbook>"#
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                r#"<Relationships xmlns="{RELATIONSHIPS}"><Relationship Id="r1" Type="{OFFICE}/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>"#
            ),
        ),
        ("xl/worksheets/sheet1.xml", sheet.to_owned()),
    ];
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A row of cells: texts, or what is within the element of a cell with its attributes (`<f>1+1</f><v/>`).
pub fn row(number: u32, cells: &[&str]) -> String {
    let cells = cells.iter().zip('A'..).filter(|(cell, _)| !cell.is_empty()).map(|(cell, letter)| match cell
        .strip_prefix('<')
    {
        Some(_) => format!(r#"<c r="{letter}{number}">{cell}</c>"#),
        None => match cell.strip_prefix("str:") {
            Some(inner) => format!(r#"<c r="{letter}{number}" t="str">{inner}</c>"#),
            None => format!(r#"<c r="{letter}{number}" t="inlineStr"><is><t>{cell}</t></is></c>"#),
        },
    });
    format!(r#"<row r="{number}">{}</row>"#, cells.collect::<String>())
}

/// What is wrong with each row.
fn reasons(parsed: &Parsed<ContractRow>) -> Vec<(u32, &str)> {
    parsed.failures.iter().map(|failure| (failure.row, failure.reason.as_str())).collect()
}

fn of_csv(text: &str) -> Parsed<ContractRow> {
    check(&read_csv(text.as_bytes(), Purpose::Create).unwrap(), today(), |_, _| {})
}

#[test]
fn ids_that_a_spreadsheet_shortened_are_refused() {
    let read = of_csv(
        "Bid ID,Contract Name,Reference No,License No\n\
         2.02505E+14,Road A,1.2E+11,4.5E+12\n\
         2.02506E+14,Road B,1.2E+11,\n\
         2.02505E+14,Road C (another tender),,\n\
         12E3,Road D,4E-05,1.5E3\n\
         4E-BLOCK,Road E,E+14,12.5E+14\n\
         2e+14,Road F,,\n\
         \"2,02505E+14\",Road G,,\n\
         T/1,2.5E-05,,\n",
    );
    let ids: Vec<_> = read.rows.iter().map(|row| row.bid_id.as_str()).collect();
    assert_eq!(ids, ["12E3", "4E-BLOCK"]);
    let refused: Vec<_> = read.failures.iter().map(|failure| failure.row).collect();
    assert_eq!(refused, [2, 3, 4, 7, 8, 9]);
    assert_eq!(
        read.failures[1].reason,
        "Bid ID: '2.02506E+14' has lost its last digits in a spreadsheet; format the column as text and write it again; \
         Reference No: '1.2E+11' has lost its last digits in a spreadsheet; format the column as text and write it again"
    );
}

#[test]
fn texts_that_formulas_keep_are_those_texts() {
    let read =
        of_csv("Bid ID,Contract Name,Paper Cost\n=\"00042\",\"=\"\"Road\"\"\",=\"500\"\nB,=\"a\"&\"b\",5\n");
    assert_eq!(read.failures, []);
    let [first, second] = &read.rows[..] else { panic!("{read:?}") };
    assert_eq!(
        (first.bid_id.as_str(), first.contract_name.as_str(), first.paper_cost),
        ("00042", "Road", Some(50_000))
    );
    assert_eq!(second.contract_name, "=\"a\"&\"b\"");
}

#[test]
fn errors_and_cells_too_narrow_are_no_values() {
    for (written, reason) in [
        ("#SPILL!", "Contract Name: holds the error #SPILL!"),
        ("Err:502", "Contract Name: holds the error Err:502"),
        (
            "#######",
            "Contract Name: shows only # signs, as its column was too narrow; widen it, save the sheet and upload it again",
        ),
    ] {
        assert_eq!(reasons(&of_csv(&format!("Bid ID,Contract Name\nA,{written}\n"))), [(2, reason)]);
    }
    for name in ["##", "#1", "Err:5", "#N/A road"] {
        assert_eq!(of_csv(&format!("Bid ID,Contract Name\nA,{name}\n")).failures, [], "{name}");
    }
}

#[test]
fn a_number_below_one_among_whole_percentages_is_asked_about() {
    let read = |cells: &[&str]| {
        let rows: String =
            cells.iter().enumerate().map(|(id, cell)| format!("T{id},Road,{cell}\n")).collect();
        of_csv(&format!("Bid ID,Contract Name,Tender Bid Percentage\n{rows}"))
    };
    let open = read(&["12", "0.12", "-5", "0.5%", "0.5 below", "0", "-0.05"]);
    let percentages: Vec<_> = open.rows.iter().map(|row| row.tender_bid_percentage.unwrap()).collect();
    assert_eq!(percentages, [120_000, -50_000, 5_000, -5_000, 0]);
    let asked = |seen: &str, percent: &str, part: &str| {
        format!(
            "Tender Bid Percentage: '{seen}' may be {percent} % or {part} %, as the other cells are whole numbers or have a \
             percent sign; add the sign"
        )
    };
    assert_eq!(reasons(&open), [(3, &*asked("0.12", "0.12", "12")), (8, &*asked("-0.05", "-0.05", "-5"))]);
    // Beside a percentage by its sign, too.
    assert_eq!(read(&["11.25%", "0.12"]).failures.len(), 1);
    // Others show that it is what it says, or nothing does.
    for cells in [&["12", "0.12", "-4.3825"][..], &["0.12", "0.15"], &["0.12"], &["0", "0.12"]] {
        assert_eq!(read(cells).failures, [], "{cells:?}");
    }
}
