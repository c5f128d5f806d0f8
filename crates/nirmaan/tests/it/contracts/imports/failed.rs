//! Rows with problems come back as a file.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use chrono::{TimeDelta, Utc};
use nirmaan_services::jobs::objects::sweep_orphans;
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use rust_xlsxwriter::Workbook;
use serde_json::Value;

use super::{counts, form, send, sent};
use crate::{
    build::{PASSWORD, Person},
    harness::App,
};

/// The workbook behind a link: its name, and its cells as text.
async fn fetched(app: &App, link: &Value) -> (Vec<u8>, Vec<Vec<String>>) {
    let response = app.request(Method::GET, link.as_str().unwrap(), None).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert!(header("content-type").contains("spreadsheetml"));
    assert!(header("content-disposition").starts_with("attachment; filename=\"tenders-errors.xlsx\""));
    let bytes = response.bytes().await.unwrap().to_vec();
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(&bytes[..])).unwrap();
    let sheet = workbook.worksheet_range("Contracts").unwrap();
    let text = |cell: &Data| match cell {
        Data::String(text) => text.clone(),
        Data::Empty => String::new(),
        other => panic!("not a text: {other:?}"),
    };
    let cells = sheet.rows().map(|row| row.iter().map(text).collect()).collect();
    (bytes, cells)
}

async fn resent(app: &App, person: &Person, cells: &[Vec<String>]) -> Value {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (row, cells) in (0..).zip(cells) {
        sheet.write_row(row, 0, cells.iter().map(String::as_str)).unwrap();
    }
    let part = Part::bytes(workbook.save_to_buffer().unwrap()).file_name("tenders-errors.xlsx");
    send(app, person, Form::new().part("file", part)).await.ok()
}

const TEXT: &str = "Bid ID,Contract Name,Paper Cost,Note\n007,Road,five,=1+1\nA,Bridge,5,\nA,Dam,5,twice\n";

#[tokio::test]
async fn bad_rows_come_back_with_what_is_wrong_and_can_be_corrected() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let result = sent(&app, &person, TEXT, &[]).await;
    assert_eq!(counts(&result), [1, 0, 0, 2]);
    let (_, mut cells) = fetched(&app, &result["errorFileUrl"]).await;
    assert_eq!(cells[0], ["Bid ID", "Contract Name", "Paper Cost", "Note", "Error"]);
    assert_eq!(cells[1][..4], ["007", "Road", "five", "=1+1"]);
    for (row, failure) in cells[1..].iter().zip(result["failures"].as_array().unwrap()) {
        let lines: Vec<_> = row[4].lines().collect();
        assert_eq!(lines.join("; "), failure["reason"].as_str().unwrap());
    }
    assert_eq!(cells.len(), 3);

    cells[1][2] = "5".to_owned();
    cells[2][0] = "B".to_owned();
    let corrected = resent(&app, &person, &cells).await;
    assert_eq!(counts(&corrected), [2, 0, 0, 0], "{corrected}");
    assert_eq!(corrected["unknownColumns"], serde_json::json!(["Note"]), "Error is none");
    assert_eq!(corrected["errorFileUrl"], "");
}

#[tokio::test]
async fn all_problems_of_a_row_are_in_the_answer_and_in_the_file() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = "Bid ID,Contract Name,Paper Cost,Opening Date,Closing Date\n,,five,soon,later\nA,,5,,\n";
    for flags in [&["dryRun"][..], &[]] {
        let result = sent(&app, &person, text, flags).await;
        let [many, few] = result["failures"].as_array().unwrap().as_slice() else { panic!("{result}") };
        let reasons: Vec<_> =
            many["reasons"].as_array().unwrap().iter().map(|reason| reason.as_str().unwrap()).collect();
        assert_eq!(reasons.len(), 5, "{many}");
        assert_eq!(many["reason"], format!("{}; and 2 more", reasons[..3].join("; ")));
        assert_eq!(few["reasons"], serde_json::json!([]));
        let (_, cells) = fetched(&app, &result["errorFileUrl"]).await;
        assert_eq!(cells[1][5], reasons.join("\n"));
        if !flags.is_empty() {
            assert_eq!(result["rows"][0]["reasons"], many["reasons"]);
        }
    }
}

#[tokio::test]
async fn a_dry_run_hands_the_same_rows_back() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let tried = sent(&app, &person, TEXT, &["dryRun"]).await;
    let done = sent(&app, &person, TEXT, &[]).await;
    assert_ne!(tried["errorFileUrl"], done["errorFileUrl"]);
    let (_, foreseen) = fetched(&app, &tried["errorFileUrl"]).await;
    assert_eq!(foreseen, fetched(&app, &done["errorFileUrl"]).await.1);
    // What is there now is a problem too.
    let again = sent(&app, &person, TEXT, &[]).await;
    let (_, cells) = fetched(&app, &again["errorFileUrl"]).await;
    assert_eq!(cells[2][4], "A contract with this Bid ID already exists.");
    assert_eq!(cells.len(), 4);
}

#[tokio::test]
async fn rows_with_problems_are_kept_for_thirty_days_and_those_of_a_dry_run_for_one() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    sent(&app, &person, TEXT, &["dryRun"]).await;
    sent(&app, &person, TEXT, &[]).await;
    let sweep = async || sweep_orphans(app.deps(), Utc::now() + TimeDelta::hours(1)).await.unwrap();
    // As it stands in the list, by a session and a link of the day.
    let import = async || {
        let session = app.log_in("Firm", &person.email, PASSWORD).await;
        let token = session["accessToken"].as_str().unwrap();
        let list = app.post("/api/contracts/imports/filter", token, serde_json::json!({})).await.ok();
        list["content"][0].clone()
    };
    assert_eq!(sweep().await, 0);
    app.clock.advance(TimeDelta::days(1));
    assert_eq!(sweep().await, 1, "the dry run's");
    fetched(&app, &import().await["errorFileUrl"]).await;

    app.clock.advance(TimeDelta::days(29));
    assert_eq!(sweep().await, 1);
    let import = import().await;
    assert_eq!((&import["failed"], &import["errorFileUrl"]), (&2.into(), &"".into()));
}

#[tokio::test]
async fn files_with_problems_take_room_of_the_organisations_until_they_go() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    // Sessions are over sooner than files.
    let used = async || {
        let session = app.log_in("Firm", &person.email, PASSWORD).await;
        let usage = app.get("/api/documents/storage/usage", session["accessToken"].as_str().unwrap());
        usage.await.ok()["used"].as_u64().unwrap()
    };
    assert_eq!(used().await, 0);
    sent(&app, &person, TEXT, &["dryRun"]).await;
    let of_trial = used().await;
    let done = sent(&app, &person, TEXT, &[]).await;
    let (file, _) = fetched(&app, &done["errorFileUrl"]).await;
    assert_eq!(used().await, of_trial + file.len() as u64);
    assert!(of_trial > 0);
    for (days, kept) in [(1, file.len() as u64), (29, 0)] {
        app.clock.advance(TimeDelta::days(days));
        nirmaan::jobs::sweep(app.deps()).await.unwrap();
        assert_eq!(used().await, kept);
    }
}

#[tokio::test]
async fn an_organisation_without_room_imports_all_the_same() {
    let app = App::start_with(|config| config.limits.tenant_storage = 1_000).await;
    let (_, person) = app.firm("Firm").await;
    for flags in [&["dryRun"][..], &[]] {
        let result = sent(&app, &person, TEXT, flags).await;
        assert_eq!(
            (&result["errorFileUrl"], &result["failures"][1]["refId"].is_string()),
            (&"".into(), &true)
        );
        let message = result["message"].as_str().unwrap();
        assert!(
            message.ends_with("Your organisation's storage is full, so there is no file of them."),
            "{message}"
        );
    }
    let import = &super::imports(&app, &person, serde_json::json!({})).await[0];
    assert_eq!((&import["failed"], &import["errorFileUrl"]), (&2.into(), &"".into()));
}

#[tokio::test]
async fn of_dry_runs_the_newest_twenty_are_kept() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let done = sent(&app, &person, TEXT, &[]).await;
    let mut links = Vec::new();
    for _ in 0..22 {
        links.push(sent(&app, &person, TEXT, &["dryRun"]).await["errorFileUrl"].clone());
    }
    let status = async |link: &Value| {
        app.request(Method::GET, link.as_str().unwrap(), None).send().await.unwrap().status().as_u16()
    };
    let mut answers = Vec::new();
    for link in &links {
        answers.push(status(link).await);
    }
    assert_eq!(answers, [vec![404; 2], vec![200; 20]].concat());
    assert_eq!(status(&done["errorFileUrl"]).await, 200);
}

#[tokio::test]
async fn old_encodings_and_names_full_of_tricks_are_taken() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let wide = "\u{feff}Bid ID\tContract Name\nU,सड़क\n".replace(',', "\t");
    let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let latin = b"Bid ID,Contract Name,Paper Cost\nW,Caf\xe9 \x96 road,\"Rs. 1.2 cr\"\n".to_vec();
    for bytes in [wide, latin] {
        let part = Part::bytes(bytes).file_name("..\\..\\ten\u{202e}ders.csv");
        let result = send(&app, &person, Form::new().part("file", part)).await.ok();
        assert_eq!(counts(&result), [1, 0, 0, 0], "{result}");
    }
    assert_eq!(super::contract(&app, &person, "U").await["contractName"], "सड़क");
    let row = super::contract(&app, &person, "W").await;
    assert_eq!(
        (row["contractName"].as_str(), row["paperCost"].as_i64()),
        (Some("Café – road"), Some(12_000_000))
    );
    let names = super::imports(&app, &person, serde_json::json!({})).await;
    assert_eq!(names[0]["fileName"], "tenders.csv");
    send(&app, &person, form("").text("dryRun", "true")).await.error(400);
}
