//! What a dry run says is what the import does.

use chrono::{NaiveDate, TimeDelta};
use nirmaan_api::{
    access::Action,
    contracts::{
        BulkUploadContractsRequest, BulkUploadResult, FileStart,
        bulk_upload_contracts_request::Part as UploadPart, bulk_upload_contracts_response::Event,
        contract_service_client::ContractServiceClient,
    },
    types::FormField,
};
use serde_json::{Value, json};

use super::{counts, form, imports, send, sent};
use crate::{
    build::{ALL_OF_CONTRACTS, Person},
    contracts::import::total,
    harness::{App, signed},
};

#[tokio::test]
async fn a_dry_run_says_row_by_row_what_would_happen_and_stores_nothing() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(&person, json!({"bidId": "A", "contractName": "Road", "paperCost": 5})).await;
    app.contract(&person, json!({"bidId": "B", "contractName": "Dam"})).await;
    let events = app.events("contract_import").await.len();
    let text = "Bid ID,Contract Name,Paper Cost,Status\nC,New,,\nA,Road,6,Awarded\n,x,,\nB,Dam,,\n";
    let result = sent(&app, &person, text, &["dryRun", "updateExisting"]).await;
    assert_eq!((counts(&result), &result["dryRun"]), ([1, 1, 1, 1], &json!(true)), "{result}");
    assert_eq!(
        result["message"],
        "1 contract would be imported, 1 would be updated, 1 unchanged, 1 row has problems. Nothing is stored yet."
    );
    let row = |row: u32, ref_id: &str, outcome: &str, reason: &str, values: Value| {
        json!({
            "row": row, "refId": ref_id, "outcome": outcome, "reason": reason, "reasons": [], "warnings": [],
            "values": values, "deposit": null,
        })
    };
    let values = |name: &str, status: &str, paper_cost: Option<i64>| {
        json!({
            "contractName": name, "status": status, "paperCost": paper_cost, "tenderActualValue": null,
            "tenderBidValue": null, "tenderBidPercentage": null, "days": [],
        })
    };
    assert_eq!(
        result["rows"],
        json!([
            row(2, "C", "CREATE", "", values("New", "DRAFT", None)),
            row(3, "A", "UPDATE", "Paper Cost, Status", values("Road", "AWARDED", Some(6))),
            row(4, "Row 4", "FAIL", "Bid ID: is required", Value::Null),
            row(5, "B", "SKIP", "", values("Dam", "DRAFT", None)),
        ])
    );
    assert_eq!(result["importId"], "");
    assert_eq!((total(&app, &person).await, app.events("contract_import").await.len()), (2, events));
    assert_eq!(app.events("contract").await.len(), 2);
    assert_eq!(imports(&app, &person, json!({})).await, Vec::<Value>::new());

    let done = sent(&app, &person, text, &["updateExisting"]).await;
    assert_eq!((counts(&done), &done["failures"]), (counts(&result), &result["failures"]));
    assert_eq!((&done["dryRun"], &done["rows"]), (&json!(false), &json!([])));
    assert_ne!(done["importId"], "");
}

#[tokio::test]
async fn a_dry_run_warns_of_what_a_row_and_the_contract_that_it_changes_would_hold() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let dam = json!({"bidId": "B", "contractName": "Dam", "openingDate": "2026-03-12", "closingDate": "2026-03-20"});
    app.contract(&person, dam).await;
    let text = "Bid ID,Contract Name,Opening Date,Closing Date,Tender Actual Value,Tender Bid Percentage,Status\n\
        A,Road,2026-03-12,2026-03-11,990 cr,2,Draft\nB,Dam,,2026-03-11,,,\nC,Canal,,2026-03-11,,,Submitted\n\
        D,Dyke,x,2026-03-11,,,\n";
    let tried = sent(&app, &person, text, &["dryRun", "updateExisting"]).await;
    let at = |field: &str, message: &str| json!({"field": field, "message": message});
    let order = at("closingDate", "Closing date is before the opening date, 12 Mar 2026.");
    let warnings: Vec<_> = tried["rows"].as_array().unwrap().iter().map(|row| &row["warnings"]).collect();
    assert_eq!(
        warnings,
        [
            &json!([
                at("tenderBidValue", "Tender bid value is above ₹1,000 crore."),
                order,
                at("closingDate", "Closing date has passed."),
            ]),
            &json!([order]),
            &json!([]),
            &json!([]),
        ],
        "{tried}"
    );
    // What is warned of is imported.
    let done = sent(&app, &person, text, &["updateExisting"]).await;
    assert_eq!((counts(&done), &done["rows"]), ([2, 1, 0, 1], &json!([])));
}

#[tokio::test]
async fn a_dry_run_says_that_the_bid_value_counts_where_the_percentage_says_otherwise() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(&person, json!({"bidId": "B", "contractName": "Dam", "tenderActualValue": 1000})).await;
    let canal =
        json!({"bidId": "E", "contractName": "Canal", "tenderActualValue": 1000, "tenderBidValue": 915});
    app.contract(&person, canal).await;
    let text = "Bid ID,Contract Name,Tender Actual Value,Tender Bid Value,Tender Bid Percentage\n\
        A,Road,1000,915,12 below\nB,Dam,,915,8.5 above\nC,Canal,3000,2500,-16.67\nD,Dyke,1000,,8.5 below\nE,,,915,12 below\n";
    let tried = sent(&app, &person, text, &["dryRun", "updateExisting"]).await;
    let at = |message: &str| json!([{"field": "tenderBidPercentage", "message": message}]);
    let warnings: Vec<_> =
        tried["rows"].as_array().unwrap().iter().map(|row| row["warnings"].clone()).collect();
    let expected = [
        at("The bid value counts: it comes to -8.5 %, not to -12 %."),
        at("The bid value counts: it comes to -8.5 %, not to 8.5 %."),
        json!([]),
        json!([]),
        at("The bid value counts: it comes to -8.5 %, not to -12 %."),
    ];
    assert_eq!(warnings, expected, "{tried}");
    assert_eq!(tried["rows"][4]["outcome"], "SKIP");
}

#[tokio::test]
async fn a_dry_run_says_which_year_it_took_for_a_day_without_one() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let today = app.clock.today();
    let (near, far) = (today + TimeDelta::days(40), today - TimeDelta::days(40));
    let short = |day: NaiveDate| day.format("%-d %b").to_string();
    let text = format!(
        "Bid ID,Contract Name,Opening Date,Closing Date\nA,Road,{},{}\nB,Dam,{},\n",
        far.format("%-d-%b-%y"),
        short(near),
        short(far),
    );
    let tried = sent(&app, &person, &text, &["dryRun"]).await;
    let said: Vec<_> = tried["rows"].as_array().unwrap().iter().map(|row| &row["warnings"]).collect();
    let at = |field: &str, label: &str, day: NaiveDate| {
        let read =
            format!("{label}: '{}' has no year and is read as {}.", short(day), day.format("%d %b %Y"));
        json!([{"field": field, "message": read}])
    };
    let told = [&at("closingDate", "Closing Date", near), &at("openingDate", "Opening Date", far)];
    assert_eq!(said, told, "{tried}");
    assert_eq!(counts(&sent(&app, &person, &text, &[]).await), [2, 0, 0, 0]);
}

/// Every 73rd row of the first 10,001 is bad, one way or another.
fn many() -> String {
    let mut text = String::from("Bid ID,Contract Name,Paper Cost,Opening Date\n");
    let mut bad = 0;
    for number in 0..10_000 {
        text += &match number % 73 {
            72 => {
                bad += 1;
                match bad % 4 {
                    0 => format!("B-{number},,1,\n"),
                    1 => format!("B-{number},Road,five,\n"),
                    2 => format!("B-{number},Road,1,31-31-2025\n"),
                    _ => "B-0,Road,1,\n".to_owned(),
                }
            }
            _ => format!("B-{number},Road {number},\"1,25,000\",01-02-2025\n"),
        };
    }
    // The tenant has one of them already.
    text.replace("B-1,", "TAKEN,")
}

#[tokio::test]
async fn ten_thousand_rows_with_137_bad_ones_give_exactly_those() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(&person, json!({"bidId": "TAKEN", "contractName": "x"})).await;
    let tried = sent(&app, &person, &many(), &["dry_run"]).await;
    assert_eq!(counts(&tried), [9_863, 0, 0, 137]);
    assert_eq!(tried["rows"].as_array().unwrap().len(), 10_000);
    let done = sent(&app, &person, &many(), &[]).await;
    assert_eq!((counts(&done), &done["failures"]), (counts(&tried), &tried["failures"]));
    assert_eq!(total(&app, &person).await, 9_864);
}

#[tokio::test]
async fn fields_count_before_the_file_and_behind_it_in_either_spelling() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let text = "Bid ID,Contract Name\nA,Road\n";
    let part = || reqwest::multipart::Part::bytes(text.as_bytes()).file_name("tenders.csv");
    for name in ["dryRun", "dry_run"] {
        for value in ["true", "TRUE"] {
            let before = reqwest::multipart::Form::new().text(name, value).part("file", part());
            assert_eq!(send(&app, &person, before).await.ok()["dryRun"], true);
            let behind = form(text).text(name, value);
            assert_eq!(send(&app, &person, behind).await.ok()["dryRun"], true);
        }
        let (_, message) = send(&app, &person, form(text).text(name, "yes")).await.error(400);
        assert_eq!(message, format!("{name} must be true or false."));
    }
    assert_eq!(total(&app, &person).await, 0);
    for value in ["false", ""] {
        let result = send(&app, &person, form(text).text("dryRun", value).text("note", "x")).await.ok();
        assert_eq!(result["dryRun"], false);
    }
    assert_eq!(total(&app, &person).await, 1);
}

#[tokio::test]
async fn changing_contracts_by_a_file_needs_the_right_to_edit() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let rights = [("Contracts", Action::Create), ("Contracts", Action::View)];
    let clerk = app.person(&tenant, &rights).await;
    let owner = app.person(&tenant, ALL_OF_CONTRACTS).await;
    let text = "Bid ID,Contract Name\nA,Road\n";
    for name in ["updateExisting", "update_existing"] {
        for dry_run in ["true", "false"] {
            let asked = form(text).text(name, "true").text("dryRun", dry_run);
            let (_, message) = send(&app, &clerk, asked).await.error(403);
            assert!(message.contains("the right to edit in Contracts"), "{message}");
        }
        send(&app, &clerk, form(text).text(name, "maybe")).await.error(400);
        send(&app, &owner, form(text).text(name, "true").text("dryRun", "true")).await.ok();
    }
    assert_eq!(total(&app, &owner).await, 0);
    send(&app, &clerk, form(text).text("updateExisting", "false")).await.ok();
}

async fn over_grpc(app: &App, person: &Person, parts: Vec<UploadPart>) -> BulkUploadResult {
    let mut client = ContractServiceClient::new(app.channel().await);
    let parts: Vec<_> =
        parts.into_iter().map(|part| BulkUploadContractsRequest { part: Some(part) }).collect();
    let request = signed(tokio_stream::iter(parts), &person.token);
    let mut events = client.bulk_upload_contracts(request).await.unwrap().into_inner();
    loop {
        if let Some(Event::Result(result)) = events.message().await.unwrap().unwrap().event {
            return result;
        }
    }
}

#[tokio::test]
async fn grpc_clients_send_the_same_fields() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(&person, json!({"bidId": "A", "contractName": "Road"})).await;
    let field = |name: &str| UploadPart::Field(FormField { name: name.to_owned(), value: "true".to_owned() });
    let start = FileStart { file_name: "tenders.csv".to_owned(), ..Default::default() };
    let file = [
        UploadPart::FileStart(start),
        UploadPart::Chunk(bytes::Bytes::from_static(b"Bid ID,Status\nA,Awarded\nB,\n")),
    ];
    let tried = [&[field("dry_run"), field("update_existing")], &file[..]].concat();
    let tried = over_grpc(&app, &person, tried).await;
    assert_eq!((tried.dry_run, tried.updated, tried.imported, tried.failures.len()), (true, 1, 0, 1));
    assert_eq!(tried.failures[0].reason, "Contract Name: is required");
    assert_eq!(tried.rows.len(), 2);
    let done = over_grpc(&app, &person, [&file[..], &[field("updateExisting")]].concat()).await;
    assert_eq!((done.dry_run, done.updated, done.failures), (false, 1, tried.failures));
}
