//! Contracts as a file.

use std::{fmt::Write, io::Read};

use calamine::{Data, DataType};
use chrono::NaiveDate;
use nirmaan_api::access::Action;
use serde_json::{Value, json};

use crate::harness::App;

/// More than are read at a time, with ties and gaps in what they are sorted by.
const MANY: usize = 1_100;

fn many() -> Vec<u8> {
    let mut csv = "Bid ID,Contract Name,Paper Cost,Actual Start Date,Status\n".to_owned();
    for number in 0..MANY {
        let cost = if number % 5 == 0 { String::new() } else { (number % 7).to_string() };
        let start = if number % 3 == 0 { String::new() } else { format!("2026-01-{:02}", number % 28 + 1) };
        let status = if number % 4 == 0 { "Awarded" } else { "Draft" };
        writeln!(csv, "B/{number:04},Road {},{cost},{start},{status}", number % 11).unwrap();
    }
    csv.into_bytes()
}

fn everything() -> Value {
    json!({
        "bidId": "00042", "contractName": "=HYPERLINK(\"http://evil\")", "referenceNo": "+91-1",
        "contractType": "@SUM", "description": "Widening, of \"Pali\" Road\nराष्ट्रीय राजमार्ग", "status": "WORK_IN_PROGRESS",
        "paperCost": 1500.05, "tenderActualValue": 9_999_999_999_999.99, "tenderBidValue": 0.01,
        "tenderBidPercentage": -11.25, "extensionCoun": 3, "openingDate": "1900-01-01", "closingDate": "2026-02-28",
        "aggreementDate": "2200-12-31", "actualStartDate": "2024-02-29", "licenseId": "007", "licenseHolderName": "'quoted'",
        "licenseNo": "-5", "comments": "'=not doubled", "contractMetadata": {"zone": "१४"},
    })
}

#[tokio::test]
async fn all_that_match_are_exported_in_the_lists_order() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let imported = app.import(&person, "many.csv", many()).await;
    assert_eq!(imported["imported"], MANY);
    for (field, direction) in [
        ("", ""),
        ("createdAt", "asc"),
        ("bidId", "asc"),
        ("bidId", "desc"),
        ("contractName", "asc"),
        ("contractName", "desc"),
        ("paperCost", "asc"),
        ("paperCost", "desc"),
        ("actualStartDate", "asc"),
        ("actualStartDate", "desc"),
        ("status", "asc"),
        ("tenderBidValue", "desc"),
    ] {
        let sort = json!({"field": field, "direction": direction});
        let listed = app.contracts(&person, &sort).await;
        let listed: Vec<_> = listed.iter().map(|row| row["bidId"].as_str().unwrap()).collect();
        let file = app.export("contracts", &person, json!({"filter": {"sort": sort}})).await.csv();
        assert_eq!(file.column("Bid ID"), listed, "{field} {direction}");
        assert_eq!(listed.len(), MANY);
    }
    let body = json!({"filter": {"sort": {"field": "bidId"}}, "format": "XLSX"});
    let book = app.export("contracts", &person, body).await.xlsx();
    let ids: Vec<_> = book.column("Bid ID").iter().map(|cell| cell.to_string()).collect();
    assert_eq!((ids.len(), ids[0].as_str(), ids[MANY - 1].as_str()), (MANY, "B/0000", "B/1099"));
}

#[tokio::test]
async fn an_export_has_what_the_list_would_show() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Rival").await;
    app.contract(&stranger, json!({"bidId": "B/0001", "contractName": "Theirs"})).await;
    app.import(&person, "many.csv", many()).await;
    for (filter, rows) in [
        (json!({"status": ["AWARDED"]}), 275),
        (json!({"bidId": "b/00", "status": ["DRAFT"]}), 75),
        (json!({"contractName": "road 10"}), 100),
        (json!({"hasPaperCost": true}), 754),
        (json!({"dateRange": {"from": "2020-01-01", "to": "2020-12-31"}}), 0),
        // The page counts for nothing.
        (json!({"bidId": "B/10", "pagination": {"page": 7, "size": 3}}), 100),
    ] {
        let page = app.post("/api/contracts/filter", &person.token, filter.clone()).await.ok();
        assert_eq!(page["totalElements"], rows, "{filter}");
        let file = app.export("contracts", &person, json!({"filter": filter})).await.csv();
        assert_eq!(file.rows.len(), rows, "{filter}");
        assert!(!file.column("Contract Name").iter().any(|name| *name == "Theirs"));
    }
}

#[tokio::test]
async fn cells_of_csv_are_exact_and_harmless() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, everything()).await;
    let deposits = format!("/api/contracts/{}/security-deposit", contract["id"].as_str().unwrap());
    let deposit = json!({"depositType": "EMD", "instrumentNo": "1", "amount": 0.10});
    app.post(&deposits, &person.token, deposit).await.ok();
    let file = app.export("contracts", &person, json!({})).await;
    assert_eq!(file.headers["content-type"], "text/csv; charset=utf-8");
    let name = format!("contracts-{}.csv", app.clock.today());
    let disposition = file.headers["content-disposition"].to_str().unwrap();
    assert!(disposition.starts_with(&format!("attachment; filename=\"{name}\"")), "{disposition}");
    for (header, value) in [("cache-control", "no-store"), ("x-content-type-options", "nosniff")] {
        assert_eq!(file.headers[header], value);
    }
    assert_eq!(file.bytes.iter().filter(|byte| **byte == b'\r').count(), 2, "a header and a line");
    let sheet = file.csv();
    for (label, cell) in [
        ("Bid ID", "00042"),
        ("Contract Name", "'=HYPERLINK(\"http://evil\")"),
        ("Reference No", "'+91-1"),
        ("Contract Type", "'@SUM"),
        ("Description", "Widening, of \"Pali\" Road\nराष्ट्रीय राजमार्ग"),
        ("Status", "Work in progress"),
        ("Paper Cost", "1500.05"),
        ("Tender Actual Value", "9999999999999.99"),
        ("Tender Bid Value", "0.01"),
        ("Extension Count", "3"),
        ("Opening Date", "1900-01-01"),
        ("Result Date", ""),
        ("Agreement Date", "2200-12-31"),
        ("License ID", "007"),
        ("License Holder Name", "'quoted'"),
        ("License No", "-5"),
        ("Comments", "''=not doubled"),
        ("Contract Metadata", "{\"zone\":\"१४\"}"),
        ("Total Deposit", "0.10"),
        ("Total Amount", "1500.15"),
        ("Project Created", "No"),
        ("Created By", &person.email),
        ("Contract ID", contract["id"].as_str().unwrap()),
    ] {
        assert_eq!(sheet.column(label), [cell], "{label}");
    }
    assert!(sheet.column("Created (IST)")[0].starts_with(&app.clock.today().to_string()));
}

#[tokio::test]
async fn cells_of_a_workbook_are_of_their_kind() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(&person, everything()).await;
    let file = app.export("contracts", &person, json!({"format": "XLSX"})).await;
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    assert_eq!(file.headers["content-type"], kind);
    let sheet = file.xlsx();
    for (label, text) in [
        ("Bid ID", "00042"),
        ("Contract Name", "'=HYPERLINK(\"http://evil\")"),
        ("License ID", "007"),
        ("Status", "Work in progress"),
        ("Description", "Widening, of \"Pali\" Road\nराष्ट्रीय राजमार्ग"),
    ] {
        assert_eq!(sheet.column(label), [&Data::String(text.to_owned())], "{label}");
    }
    for (label, number) in
        [("Paper Cost", 1500.05), ("Tender Actual Value", 9_999_999_999_999.99), ("Extension Count", 3.0)]
    {
        assert_eq!(sheet.column(label), [&Data::Float(number)], "{label}");
    }
    for (label, (year, month, day)) in [
        ("Closing Date", (2026, 2, 28)),
        ("Actual Start Date", (2024, 2, 29)),
        ("Agreement Date", (2200, 12, 31)),
    ] {
        let cell = sheet.column(label)[0];
        assert!(matches!(cell, Data::DateTime(_)), "{label}");
        assert_eq!(cell.as_date(), NaiveDate::from_ymd_opt(year, month, day), "{label}");
    }
    assert_eq!(sheet.column("Result Date"), [&Data::Empty]);
    assert_eq!(sheet.column("Created (IST)")[0].as_date(), Some(app.clock.today()));

    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(&file.bytes)).unwrap();
    let mut xml = String::new();
    zip.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut xml).unwrap();
    for part in ["state=\"frozen\"", "<autoFilter ref=\"A1:AJ2\"", "<cols>"] {
        assert!(xml.contains(part), "{part}");
    }
    assert!(!xml.contains("<f>"), "no formula");
}

#[tokio::test]
async fn what_was_exported_is_imported_the_same() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(&person, everything()).await;
    app.import(&person, "many.csv", many()).await;
    let sort = json!({"field": "bidId"});
    let before = app.contracts(&person, &sort).await;
    for (format, name) in [("CSV", "back.csv"), ("XLSX", "back.xlsx")] {
        let file = app.export("contracts", &person, json!({"format": format})).await;
        let (_, other) = app.firm(&format!("Firm of {format}")).await;
        let result = app.import(&other, name, file.bytes).await;
        assert_eq!((&result["imported"], &result["failures"]), (&json!(MANY + 1), &json!([])), "{format}");
        let after = app.contracts(&other, &sort).await;
        assert_eq!(
            before.iter().map(theirs).collect::<Vec<_>>(),
            after.iter().map(theirs).collect::<Vec<_>>()
        );
    }
}

/// A contract without what is the server's.
fn theirs(contract: &Value) -> Value {
    let mut contract = contract.clone();
    for field in ["id", "createdAt", "updatedAt", "createdBy", "updatedBy"] {
        contract.as_object_mut().unwrap().remove(field);
    }
    contract
}

// Spec: S6.flags
#[tokio::test]
async fn only_the_report_right_exports_and_errors_are_json() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let actions = [Action::Create, Action::View, Action::Edit, Action::Delete];
    let viewer = app.person(&tenant, &actions.map(|action| ("Contracts", action))).await;
    let answer = app.post("/api/contracts/export", &viewer.token, json!({})).await;
    assert_eq!(answer.error(403).0, "PERMISSION_DENIED");
    let person = app.person(&tenant, &[("Contracts", Action::Report)]).await;
    assert!(app.export("contracts", &person, json!({})).await.csv().rows.is_empty());
    let book = app.export("contracts", &person, json!({"format": "XLSX"})).await.xlsx();
    assert_eq!((book.rows.len(), book.header[0].as_str()), (0, "Bid ID"));
    for (body, field) in [
        (json!({"format": "PDF"}), "format"),
        (json!({"filter": {"status": ["LOST"]}}), "filter.status"),
        (json!({"filter": {"dateRange": {"from": "soon"}}}), "filter.dateRange.from"),
        (json!({"filter": {"sort": {"field": "tenantId"}}}), "filter.sort"),
    ] {
        let answer = app.post("/api/contracts/export", &person.token, body.clone()).await;
        answer.error(400);
        let named = answer.json()["fields"][0]["field"].as_str().unwrap().to_owned();
        assert!(named.starts_with(field), "{body}: {named}");
    }
}
