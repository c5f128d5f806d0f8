//! Bulk upload.

use std::io::Write;

use nirmaan_api::{
    access::Action,
    contracts::{
        BulkUploadContractsRequest, FileStart, bulk_upload_contracts_request::Part as UploadPart,
        contract_service_client::ContractServiceClient,
    },
};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

use crate::{
    build::Person,
    harness::{Answer, App, answer, signed},
};

pub const TENDERS: &[u8] = include_bytes!("../data/tenders.csv");
pub const UPLOAD: &str = "/api/contracts/v2/bulk-upload";

pub async fn upload(app: &App, person: &Person, name: &str, bytes: impl Into<Vec<u8>>) -> Answer {
    upload_as(app, person, name, bytes, "*/*").await
}

async fn upload_as(
    app: &App,
    person: &Person,
    name: &str,
    bytes: impl Into<Vec<u8>>,
    accept: &str,
) -> Answer {
    let form = Form::new().part("file", Part::bytes(bytes.into()).file_name(name.to_owned()));
    let request = app.request(Method::POST, UPLOAD, Some(&person.token));
    answer(request.header("accept", accept).multipart(form)).await
}

pub async fn total(app: &App, person: &Person) -> i64 {
    let page = app.post("/api/contracts/filter", &person.token, json!({})).await.ok();
    page["totalElements"].as_i64().unwrap()
}

pub fn workbook() -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let text = String::from_utf8(TENDERS.to_vec()).unwrap();
    for (row, line) in text.lines().enumerate() {
        // The fixture quotes cells that hold commas.
        let mut cells = Vec::new();
        let (mut cell, mut quoted) = (String::new(), false);
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => cells.push(std::mem::take(&mut cell)),
                c => cell.push(c),
            }
        }
        cells.push(cell);
        for (column, cell) in cells.iter().enumerate() {
            sheet.write_string(row as u32, column as u16, cell).unwrap();
        }
    }
    book.save_to_buffer().unwrap()
}

/// The stored contracts without what differs between two imports.
async fn stored(app: &App, person: &Person) -> Vec<Value> {
    let body = json!({"sort": {"field": "bidId", "direction": "asc"}, "pagination": {"size": 200}});
    let page = app.post("/api/contracts/filter", &person.token, body).await.ok();
    let mut rows = page["content"].as_array().unwrap().clone();
    for row in &mut rows {
        for field in ["id", "createdAt", "updatedAt", "createdBy", "updatedBy"] {
            row.as_object_mut().unwrap().remove(field);
        }
    }
    rows
}

// Spec: S3.bulk-upload-result S7.bulk-upload
#[tokio::test]
async fn a_register_is_stored_once_and_then_names_what_is_there() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let result = upload(&app, &person, "tenders.csv", TENDERS).await.ok();
    assert_eq!((&result["imported"], &result["failures"]), (&json!(14), &json!([])), "{result}");
    assert_eq!(result["unknownColumns"], json!([]));
    let rows = stored(&app, &person).await;
    assert_eq!(rows.len(), 14);
    let lrob = rows.iter().find(|row| row["bidId"] == "CPM-GSU-03-NAG-2025-26").unwrap();
    assert_eq!(lrob["tenderActualValue"], json!(457747127));
    assert_eq!(lrob["tenderBidPercentage"], json!(-11.25));
    assert_eq!(lrob["tenderBidValue"], json!(406250575.21));
    assert_eq!((&lrob["openingDate"], &lrob["status"]), (&json!("2025-05-05"), &json!("SUBMITTED")));

    let again = upload(&app, &person, "tenders.csv", TENDERS).await.ok();
    let failures = again["failures"].as_array().unwrap();
    assert_eq!((failures.len(), total(&app, &person).await), (14, 14));
    assert_eq!(failures[0]["refId"], "2026_DTP_554159_2");
    assert_eq!(failures[0]["reason"], "A contract with this Bid ID already exists.");
}

#[tokio::test]
async fn a_workbook_gives_the_same_rows_as_the_text() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let (_, other) = app.firm("Other").await;
    assert_eq!(upload(&app, &person, "tenders.csv", TENDERS).await.ok()["imported"], 14);
    let result = upload(&app, &other, "tenders.xlsx", workbook()).await.ok();
    assert_eq!(result["imported"], 14, "{result}");
    assert_eq!(stored(&app, &person).await, stored(&app, &other).await);
}

/// Figures of a kind as people write them, and what they say in their least parts, under a bid id for each.
fn spelled<'a>(all: &'a Value, kind: &str) -> impl Iterator<Item = (String, &'a str, Option<i64>)> {
    let rows = all[kind].as_array().unwrap().iter().enumerate();
    let kind = kind.to_owned();
    rows.map(move |(row, spelling)| {
        (format!("{kind}{row}"), spelling[0].as_str().unwrap(), spelling[1].as_i64())
    })
}

#[tokio::test]
async fn figures_are_read_as_people_write_them_from_texts_and_workbooks() {
    let app = App::start().await;
    let table = include_str!("../../../../nirmaan-import/src/check/figures.json");
    let table: Value = serde_json::from_str(table).unwrap();
    let kinds = [("amounts", "paperCost", 100.0), ("percentages", "tenderBidPercentage", 10_000.0)];
    let mut rows = vec![["bidId", "contractName", "paperCost", "tenderBidPercentage"].map(str::to_owned)];
    for (kind, field, _) in kinds {
        for (bid_id, text, _) in spelled(&table, kind) {
            let at = |name: &str| if name == field { text.to_owned() } else { String::new() };
            rows.push([bid_id, "Road".to_owned(), at("paperCost"), at("tenderBidPercentage")]);
        }
    }
    let quoted = |row: &[String; 4]| row.each_ref().map(|cell| format!("\"{cell}\"")).join(",") + "\n";
    let text: String = rows.iter().map(quoted).collect();
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, cells) in rows.iter().enumerate() {
        sheet.write_row(row as u32, 0, cells).unwrap();
    }
    for (name, bytes) in
        [("figures.csv", text.into_bytes()), ("figures.xlsx", book.save_to_buffer().unwrap())]
    {
        let (_, owner) = app.firm(name).await;
        let result = upload(&app, &owner, name, bytes).await.ok();
        let failed: Vec<_> =
            result["failures"].as_array().unwrap().iter().map(|one| one["refId"].clone()).collect();
        let page = json!({"pagination": {"size": 200}});
        let stored = app.post("/api/contracts/filter", &owner.token, page).await.ok();
        let stored = stored["content"].as_array().unwrap();
        for (kind, field, parts) in kinds {
            for (bid_id, text, expected) in spelled(&table, kind) {
                let found = stored.iter().find(|contract| contract["bidId"] == bid_id.as_str());
                let read = found.map(|contract| (contract[field].as_f64().unwrap() * parts).round() as i64);
                assert_eq!(read, expected, "{name}: {text}");
                assert_eq!(failed.contains(&json!(bid_id)), expected.is_none(), "{name}: {text}");
            }
        }
    }
}

// Spec: S3.bulk-upload-result
#[tokio::test]
async fn bad_rows_are_named_and_do_not_stop_the_good_ones() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let csv = "\u{feff}bidId;Contract Name;Actual Value;openingDate;Colour\n\
               A-1;Road;1,25,00,000;31-12-2025;red\n\
               ;No id;;;\n\
               A-2;Bridge;Rs 12.5 hundred;31/31/2025;\n\
               007;Canal;12.50;2025-12-31;\n";
    let csv = csv.replace("Actual Value", "Tender Actual Value");
    let result = upload(&app, &person, "register.csv", csv).await.ok();
    assert_eq!((&result["imported"], &result["unknownColumns"]), (&json!(2), &json!(["Colour"])), "{result}");
    let failures = result["failures"].as_array().unwrap();
    assert_eq!((&failures[0]["refId"], &failures[0]["row"]), (&json!("Row 3"), &json!(3)));
    assert_eq!(failures[1]["refId"], "A-2");
    let reason = failures[1]["reason"].as_str().unwrap();
    assert!(reason.contains("Tender Actual Value") && reason.contains("Opening Date"), "{reason}");
    let bids: Vec<_> = stored(&app, &person).await.iter().map(|row| row["bidId"].clone()).collect();
    assert_eq!(bids, ["007", "A-1"]);
}

#[tokio::test]
async fn the_browser_reads_the_progress_line_by_line() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let answer = upload_as(&app, &person, "tenders.csv", TENDERS, "application/x-ndjson").await;
    let lines: Vec<Value> = answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, before) = lines.split_last().unwrap();
    assert_eq!(last["result"]["imported"], 14);
    assert!(before.iter().all(|line| line["result"].is_null()));
    let stages: Vec<_> = before.iter().map(|line| line["progress"]["stage"].as_str().unwrap()).collect();
    assert!(stages.contains(&"CHECKING") && stages.contains(&"STORING"), "{stages:?}");
}

// Spec: S5.bulk-upload.none S5.bulk-upload.type
#[tokio::test]
async fn what_is_no_register_is_refused_in_words() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for (name, bytes, expected) in [
        ("tenders.pdf", b"%PDF-1.7".to_vec(), "Only CSV or Excel files are allowed."),
        ("tenders.xlsx", b"no workbook".to_vec(), "The file's content doesn't fit its name."),
        ("tenders.csv", b"a,b\n1,2\n".to_vec(), "The header row lacks"),
        ("tenders.csv", vec![], "The file has no header row"),
        ("tenders.csv", vec![0x81; 100], "The file's text can't be read."),
    ] {
        let (code, message) = upload(&app, &person, name, bytes).await.error(400);
        assert_eq!(code, "INVALID_ARGUMENT");
        assert!(message.contains(expected), "{message}");
    }
    let empty = Form::new().text("note", "no file");
    let request = app.request(Method::POST, UPLOAD, Some(&person.token)).multipart(empty);
    assert_eq!(answer(request).await.error(400).1, "Please select a file to upload.");
    let request = app.request(Method::POST, UPLOAD, Some(&person.token)).json(&json!({}));
    answer(request).await.error(415);
    upload(&app, &person, "tenders.csv", vec![b'a'; 11 << 20]).await.error(413);
    assert_eq!(total(&app, &person).await, 0);
}

#[tokio::test]
async fn hostile_workbooks_end_in_a_400_and_the_server_lives() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let far_apart =
        r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>"#;
    let books = [
        book(far_apart, "<sst/>"),
        book(
            "",
            r#"<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="4000000000" uniqueCount="4000000000"/>"#,
        ),
        bomb(),
    ];
    for bytes in books {
        let (code, message) = upload(&app, &person, "tenders.xlsx", bytes).await.error(400);
        assert_eq!(code, "INVALID_ARGUMENT");
        assert!(message.ends_with('.'), "{message}");
    }
    assert_eq!(upload(&app, &person, "tenders.csv", TENDERS).await.ok()["imported"], 14);
}

#[tokio::test]
async fn an_import_that_is_given_up_stores_nothing() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let mut csv = String::from("Bid ID,Contract Name\n");
    for number in 0..20_000 {
        csv.push_str(&format!("B-{number},Road number {number}\n"));
    }
    let form = Form::new().part("file", Part::bytes(csv.into_bytes()).file_name("many.csv"));
    let request = app.request(Method::POST, UPLOAD, Some(&person.token));
    let mut response = request.header("accept", "application/x-ndjson").multipart(form).send().await.unwrap();
    // The first line is there, the last one is not: the client goes away in between.
    response.chunk().await.unwrap().unwrap();
    drop(response);
    // The writer is free again when the import has been rolled back: this create waits for it.
    app.contract(&person, json!({"bidId": "after", "contractName": "x"})).await;
    assert_eq!(total(&app, &person).await, 1);
}

/// A client that takes no data must not keep the import's transaction open: nobody else could write.
#[tokio::test]
async fn a_client_that_does_not_read_holds_nobody_up() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let endpoint = tonic::transport::Channel::from_shared(app.base.clone()).unwrap();
    let channel = endpoint.initial_stream_window_size(20).connect().await.unwrap();
    let mut client = ContractServiceClient::new(channel);
    let start = FileStart { file_name: "tenders.csv".to_owned(), ..Default::default() };
    let parts = [UploadPart::FileStart(start), UploadPart::Chunk(bytes::Bytes::from_static(TENDERS))];
    let parts: Vec<_> =
        parts.into_iter().map(|part| BulkUploadContractsRequest { part: Some(part) }).collect();
    let request = signed(tokio_stream::iter(parts), &person.token);
    let events = client.bulk_upload_contracts(request).await.unwrap();
    for number in 0..5 {
        app.contract(&person, json!({"bidId": format!("after-{number}"), "contractName": "x"})).await;
    }
    drop(events);
}

#[tokio::test]
async fn an_import_leaves_one_event_to_which_its_rows_lead() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    upload(&app, &person, "tenders.csv", TENDERS).await.ok();
    assert_eq!(app.events("contract").await.len(), 0);
    let events = app.events("contract_import").await;
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["changes"]["imported"]["to"], 14);
    let db = app.owner_db().await;
    let sql = "SELECT COUNT(*) AS n FROM contracts c JOIN audit_events e ON e.entity_id = c.import_id";
    assert_eq!(app.platform_count(&db, sql).await, 14);
}

#[tokio::test]
async fn importing_needs_the_right_to_create() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let viewer = app.person(&tenant, &[("Contracts", Action::View)]).await;
    upload(&app, &viewer, "tenders.csv", TENDERS).await.error(403);
    app.get("/api/contracts/bulk-upload/template", &viewer.token).await.error(403);
    assert_eq!(total(&app, &viewer).await, 0);
}

// Spec: S3.bulk-upload-result
#[tokio::test]
async fn the_template_is_a_workbook_that_can_be_imported_when_filled() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let request = app.request(Method::GET, "/api/contracts/bulk-upload/template", Some(&person.token));
    let response = request.send().await.unwrap();
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert!(header("content-type").contains("spreadsheetml"));
    assert!(header("content-disposition").starts_with("attachment; filename="));
    let bytes = response.bytes().await.unwrap();
    let result = upload(&app, &person, "template.xlsx", bytes.to_vec()).await.ok();
    assert_eq!((&result["imported"], &result["failures"]), (&json!(0), &json!([])));
    assert_eq!(result["message"], "The file has no rows to import.");
}

/// A workbook of one sheet with these rows and these shared strings.
fn book(rows: &str, strings: &str) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006";
    let parts = [
        (
            "[Content_Types].xml",
            format!(
                r#"<Types xmlns="{package}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>"#
            ),
        ),
        (
            "_rels/.rels",
            format!(
                r#"<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                r#"<workbook xmlns="{main}" xmlns:r="{relations}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>"#
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                r#"<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="{relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>"#
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!(r#"<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>"#),
        ),
        ("xl/sharedStrings.xml", strings.to_owned()),
    ];
    let parts: Vec<_> = parts.iter().map(|(name, text)| (*name, text.clone().into_bytes())).collect();
    zipped(&parts)
}

/// 100 MiB of nothing in a few hundred kilobytes.
fn bomb() -> Vec<u8> {
    zipped(&[("xl/worksheets/sheet1.xml", vec![b' '; 100 << 20])])
}

fn zipped(parts: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}
