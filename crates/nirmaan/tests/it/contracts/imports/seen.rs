//! What a person sees in a sheet is stored, or there is a reason why not: in the check, in the answer and read back.

use std::io::{Cursor, Read, Write};

use reqwest::{
    Method,
    multipart::{Form, Part},
};
use rust_xlsxwriter::{Format, Formula, Workbook};
use serde_json::{Value, json};
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

use super::{contract, counts, send, tried};
use crate::{build::Person, contracts::import::upload, harness::App};

/// What a formula in a register says.
const NO_RESULT: &str =
    "holds a formula without a result; open the file in a spreadsheet, save it there and upload it again";

/// Ids as a spreadsheet shortens them, and two that only look so.
const SHORTENED: &str = "Bid ID,Contract Name,Reference No,License No\n\
                         2.02505E+14,Road A,1.2E+11,4.5E+12\n\
                         2.02506E+14,Road B,1.2E+11,\n\
                         2.02505E+14,Road C (another tender),,\n\
                         12E3,Road D,,\n\
                         4E-BLOCK,Road E,,\n";

/// The workbook with the results of its formulas left out, as by a library that can't calculate.
fn uncalculated(mut workbook: Workbook) -> Vec<u8> {
    let bytes = workbook.save_to_buffer().unwrap();
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).unwrap();
        let mut content = String::new();
        let name = part.name().unwrap().into_owned();
        part.read_to_string(&mut content).unwrap();
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content.replace("</f><v>7</v>", "</f><v></v>").as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A formula whose result is left out.
fn formula(formula: &str) -> Formula {
    Formula::new(formula).set_result("7")
}

async fn sent(app: &App, person: &Person, bytes: Vec<u8>, fields: &[&'static str]) -> Value {
    let form = Form::new().part("file", Part::bytes(bytes).file_name("register.xlsx"));
    let form = fields.iter().fold(form, |form, field| form.text(*field, "true"));
    send(app, person, form).await.ok()
}

fn reasons(result: &Value) -> Vec<&str> {
    result["failures"].as_array().unwrap().iter().map(|failure| failure["reason"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_formula_without_a_result_fails_its_row_and_changes_nothing() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let register = || {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        let names = ["Bid ID", "Contract Name", "Tender Actual Value", "Tender Bid Value", "Opening Date"];
        sheet.write_row(0, 0, names).unwrap();
        sheet.write_row(1, 0, ["C04/1", "School block"]).unwrap();
        sheet.write_number(1, 2, 1_000_000).unwrap();
        sheet.write_formula(1, 3, formula("=C2*0.9")).unwrap();
        sheet.write_formula(1, 4, formula("=DATE(2026,4,15)")).unwrap();
        sheet.write_row(2, 0, ["C04/2", "Hostel"]).unwrap();
        sheet.write_number(2, 2, 2_000_000).unwrap();
        sheet.write_formula(2, 3, formula("=C3*0.95")).unwrap();
        sheet.write_row(3, 0, ["C04/3", "Clinic"]).unwrap();
        uncalculated(workbook)
    };
    let both = format!("Tender Bid Value: {NO_RESULT}; Opening Date: {NO_RESULT}");
    let one = format!("Tender Bid Value: {NO_RESULT}");
    let checked = sent(&app, &person, register(), &["dryRun"]).await;
    assert_eq!(reasons(&checked), [&both, &one]);
    let stored = sent(&app, &person, register(), &[]).await;
    assert_eq!(counts(&stored), [1, 0, 0, 2], "{stored}");
    assert_eq!(reasons(&stored), [&both, &one]);
    assert_eq!(contract(&app, &person, "C04/1").await, Value::Null);

    // A change that can't be had isn't "nothing to change".
    tried(&app, &person, "Bid ID,Contract Name,Paper Cost\nC04/1,School block,500\n", &[]).await.ok();
    let change = || {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write_row(0, 0, ["Bid ID", "Contract Name", "Paper Cost"]).unwrap();
        sheet.write_row(1, 0, ["C04/1", "School block"]).unwrap();
        sheet.write_formula(1, 2, formula("=50000*20")).unwrap();
        uncalculated(workbook)
    };
    for fields in [&["updateExisting", "dryRun"][..], &["updateExisting"]] {
        let result = sent(&app, &person, change(), fields).await;
        assert_eq!(counts(&result), [0, 0, 0, 1], "{result}");
        assert_eq!(reasons(&result), [format!("Paper Cost: {NO_RESULT}")]);
    }
    assert_eq!(contract(&app, &person, "C04/1").await["paperCost"], 500);

    // What is handed back is refused until it is filled in.
    let again = sent(&app, &person, register(), &["updateExisting"]).await;
    let link = again["errorFileUrl"].as_str().unwrap();
    let back = app.request(Method::GET, link, None).send().await.unwrap().bytes().await.unwrap();
    let refused = upload(&app, &person, "back.xlsx", back).await.ok();
    assert_eq!(
        reasons(&refused),
        [
            "Tender Bid Value: holds the error #N/A; Opening Date: holds the error #N/A",
            "Tender Bid Value: holds the error #N/A"
        ]
    );
}

#[tokio::test]
async fn ids_that_lost_their_digits_are_refused() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for fields in [&[("dryRun", "true")][..], &[]] {
        let result = tried(&app, &person, SHORTENED, fields).await.ok();
        let rows: Vec<_> =
            result["failures"].as_array().unwrap().iter().map(|failed| &failed["refId"]).collect();
        assert_eq!(rows, ["Row 2", "Row 3", "Row 4"]);
        assert!(
            reasons(&result).iter().all(|reason| reason.contains("has lost its last digits")),
            "{result}"
        );
    }
    for (id, name) in [("12E3", "Road D"), ("4E-BLOCK", "Road E")] {
        assert_eq!(contract(&app, &person, id).await["contractName"], name);
    }
}

#[tokio::test]
async fn formats_and_merged_cells_are_stored_as_they_are_seen() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let register = || {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        let names =
            ["Bid ID", "Contract Name", "Tender Actual Value", "Tender Bid Percentage", "Opening Date"];
        sheet.write_row(0, 0, names).unwrap();
        let shown = |format: &str| Format::new().set_num_format(format);
        for (row, percentage) in [(1, 0.12), (2, -0.0438), (3, 0.0)] {
            sheet.write_number_with_format(row, 0, 40 + row, &shown("\"NIT-\"0000")).unwrap();
            sheet.write_string(row, 1, "Road").unwrap();
            sheet.write_number_with_format(row, 2, 125.5, &shown("0.00\" Lakh\"")).unwrap();
            sheet.write_number_with_format(row, 3, percentage, &shown("0.00%")).unwrap();
        }
        sheet.merge_range(1, 4, 3, 4, "15-04-2026", &Format::new()).unwrap();
        workbook.save_to_buffer().unwrap()
    };
    let checked = sent(&app, &person, register(), &["dryRun"]).await;
    assert_eq!(counts(&checked)[3], 0, "{checked}");
    let stored = sent(&app, &person, register(), &[]).await;
    assert_eq!(counts(&stored), [3, 0, 0, 0], "{stored}");
    for (index, percentage) in [(0, json!(12)), (1, json!(-4.38)), (2, json!(0))] {
        let values = &checked["rows"][index]["values"];
        let contract = contract(&app, &person, &format!("NIT-004{}", index + 1)).await;
        assert_eq!(contract["tenderActualValue"], 12_550_000);
        assert_eq!(contract["tenderBidPercentage"].as_f64(), percentage.as_f64());
        assert_eq!(contract["openingDate"], "2026-04-15");
        assert_eq!(values["tenderActualValue"], contract["tenderActualValue"], "{checked}");
        assert_eq!(values["tenderBidPercentage"], contract["tenderBidPercentage"], "{checked}");
        assert_eq!(values["days"][0]["day"], contract["openingDate"], "{checked}");
    }
}
