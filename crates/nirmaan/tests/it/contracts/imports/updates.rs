//! Rows that change contracts.

use std::sync::atomic::{AtomicBool, Ordering};

use reqwest::{Method, Response, multipart::Form};
use serde_json::{Value, json};

use super::{contract, counts, imports, sent};
use crate::{
    build::{PASSWORD, Person},
    harness::{App, http_client, until},
    process::serve,
};

const UPDATE: &[&str] = &["updateExisting"];

#[tokio::test]
async fn filled_cells_change_what_they_say_and_nothing_else() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let body = json!({
        "bidId": "A", "contractName": "Road", "comments": "ours", "paperCost": 500, "extensionCoun": 2,
        "openingDate": "2025-05-05", "status": "SUBMITTED", "contractMetadata": {"zone": 1},
    });
    let before = app.contract(&person, body).await;
    let text =
        "Bid ID,Contract Name,Comments,Paper Cost,Status,Extension Count\nA,,,\"₹ 1.5 lakh\",Awarded,0\n";
    let result = sent(&app, &person, text, UPDATE).await;
    assert_eq!(
        (counts(&result), &result["message"]),
        ([0, 1, 0, 0], &json!("Upload successful! 1 contract updated."))
    );
    let after = contract(&app, &person, "A").await;
    let mut expected = before.clone();
    for (field, value) in [
        ("paperCost", json!(150_000)),
        ("status", json!("AWARDED")),
        ("extensionCoun", json!(0)),
        ("version", json!(2)),
    ] {
        expected[field] = value;
    }
    for field in ["updatedAt", "totalAmount"] {
        expected[field] = after[field].clone();
    }
    assert_eq!(after, expected);

    let again = sent(&app, &person, text, UPDATE).await;
    assert_eq!((counts(&again), &again["importId"]), ([0, 0, 1, 0], &json!("")));
    assert_eq!(again["message"], "The file says what is there already: nothing to change.");
    assert_eq!(contract(&app, &person, "A").await, after);
}

#[tokio::test]
async fn the_quotation_follows_the_same_rule_as_in_the_form() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let quoted = json!({"tenderActualValue": 1000, "tenderBidValue": 900});
    for (bid_id, cells, expected) in [
        // Actual value, bid value, percentage; then what is kept.
        ("VALUE", ",800,", [json!(1000), json!(800), json!(-20)]),
        ("PERCENT", ",,-5", [json!(1000), json!(950), json!(-5)]),
        ("BOTH", ",800,-5", [json!(1000), json!(800), json!(-20)]),
        ("ACTUAL", "1200,,", [json!(1200), json!(900), json!(-25)]),
        ("NONE", ",,", [json!(1000), json!(900), json!(-10)]),
        ("ALL", "2000,,10", [json!(2000), json!(2200), json!(10)]),
    ] {
        let mut body = quoted.clone();
        (body["bidId"], body["contractName"]) = (json!(bid_id), json!("Road"));
        app.contract(&person, body).await;
        let header = "Bid ID,Tender Actual Value,Tender Bid Value,Tender Bid Percentage";
        sent(&app, &person, &format!("{header}\n{bid_id},{cells}\n"), UPDATE).await;
        let kept = contract(&app, &person, bid_id).await;
        let kept =
            ["tenderActualValue", "tenderBidValue", "tenderBidPercentage"].map(|field| kept[field].clone());
        assert_eq!(kept, expected, "{bid_id}");
    }
    app.contract(&person, json!({"bidId": "ALONE", "contractName": "Road", "tenderBidValue": 7})).await;
    sent(&app, &person, "Bid ID,Tender Bid Percentage\nALONE,5\n", UPDATE).await;
    let alone = contract(&app, &person, "ALONE").await;
    assert_eq!((&alone["tenderBidValue"], &alone["tenderBidPercentage"]), (&json!(7), &json!(5)));
}

#[tokio::test]
async fn without_the_choice_a_bid_id_that_is_there_stays_a_failure() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(&person, json!({"bidId": "A", "contractName": "Road"})).await;
    let result = sent(&app, &person, "Bid ID,Contract Name\nA,Bridge\nB,Dam\n", &[]).await;
    assert_eq!(counts(&result), [1, 0, 0, 1]);
    assert_eq!(result["failures"][0]["reason"], "A contract with this Bid ID already exists.");
    assert_eq!(contract(&app, &person, "A").await["contractName"], "Road");
}

#[tokio::test]
async fn another_tenants_contract_is_not_there() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Rival").await;
    app.contract(&stranger, json!({"bidId": "A", "contractName": "Theirs"})).await;
    let result = sent(&app, &person, "Bid ID,Contract Name\nA,Ours\n", UPDATE).await;
    assert_eq!(counts(&result), [1, 0, 0, 0]);
    assert_eq!(contract(&app, &stranger, "A").await["contractName"], "Theirs");
}

#[tokio::test]
async fn a_change_has_an_event_of_its_own_beside_that_of_the_import() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let row = app.contract(&person, json!({"bidId": "A", "contractName": "Road"})).await;
    sent(&app, &person, "Bid ID,Contract Name,Status\nA,,Awarded\nB,Dam,\n", UPDATE).await;
    let path = format!("/api/audit/contract/{}", row["id"].as_str().unwrap());
    let history = app.get(&path, &person.token).await.ok();
    let newest = &history["content"][0];
    assert_eq!((&newest["action"], &newest["source"]), (&json!("UPDATE"), &json!("IMPORT")));
    let changes = &newest["changes"];
    assert_eq!((changes.as_array().unwrap().len(), &changes[0]["field"]), (1, &json!("status")));
    assert_eq!((&changes[0]["from"], &changes[0]["to"]), (&json!("DRAFT"), &json!("AWARDED")));
    let events = app.events("contract_import").await;
    assert_eq!(events.len(), 1);
    assert_eq!(
        (&events[0]["changes"]["imported"]["to"], &events[0]["changes"]["updated"]["to"]),
        (&json!(1), &json!(1))
    );
}

async fn awarded(base: &str, token: &str) -> i64 {
    let body = json!({"status": ["AWARDED"]});
    let http = http_client().build().unwrap();
    let answer = http.post(format!("{base}/api/contracts/filter")).bearer_auth(token).json(&body);
    let page: Value = answer.send().await.unwrap().json().await.unwrap();
    page["totalElements"].as_i64().unwrap()
}

/// The file of a register: 6,000 rows with this status.
fn register(status: &str) -> Form {
    let rows: String = (0..6_000).map(|number| format!("B-{number},Road {number},{status}\n")).collect();
    super::form(&format!("Bid ID,Contract Name,Status\n{rows}"))
}

#[tokio::test]
async fn an_import_of_changes_that_is_killed_leaves_all_or_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let mut serving = serve(dir.path(), &[]);
    let token = serving.log_in().await;
    let http = http_client().build().unwrap();
    let upload = |base: &str, status: &str| {
        let form = register(status).text("updateExisting", "true");
        let request = http.post(format!("{base}/api/contracts/v2/bulk-upload")).bearer_auth(&token);
        request.header("accept", "application/x-ndjson").multipart(form).send()
    };
    upload(&serving.base, "Draft").await.unwrap().text().await.unwrap();
    for storing in [1, 4] {
        let mut response = upload(&serving.base, "Awarded").await.unwrap();
        // Killed when it says that it is storing: some hundreds are changed by then.
        let mut heard = String::new();
        while heard.matches("STORING").count() < storing
            && let Some(piece) = response.chunk().await.unwrap()
        {
            heard += std::str::from_utf8(&piece).unwrap();
        }
        serving.signal("-KILL");
        serving.child.wait().unwrap();
        serving = serve(dir.path(), &[]);
        let changed = awarded(&serving.base, &token).await;
        let expected = if heard.contains("\"importId\"") { 6_000 } else { 0 };
        assert!(changed == 0 || changed == 6_000, "{changed}");
        assert!(changed >= expected, "what was said to be stored is there");
        let body = json!({});
        let list = serving.post("/api/contracts/imports/filter", &token, body).await;
        let listed = if changed == 0 { 1 } else { 2 };
        assert_eq!(list["totalElements"], listed, "as many imports as changed something");
        if changed > 0 {
            break;
        }
    }
    serving.signal("-TERM");
    serving.child.wait().unwrap();
}

/// Sends a file of changes; the answer, and what it has said when it says that it is storing.
async fn storing(app: &App, person: &Person, form: Form) -> (Response, String) {
    let request = app.request(Method::POST, super::UPLOAD, Some(&person.token));
    let form = form.text("updateExisting", "true");
    let mut response = request.header("accept", "application/x-ndjson").multipart(form).send().await.unwrap();
    let mut heard = String::new();
    while !heard.contains("STORING") {
        heard += std::str::from_utf8(&response.chunk().await.unwrap().unwrap()).unwrap();
    }
    (response, heard)
}

#[tokio::test]
async fn an_import_of_changes_that_is_given_up_changes_nothing() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    super::send(&app, &person, register("Draft")).await.ok();
    drop(storing(&app, &person, register("Awarded")).await);
    // The writer is free again when the import has been rolled back.
    let create = || async {
        let body = json!({"bidId": "after", "contractName": "x"});
        (app.post("/api/contracts", &person.token, body).await.status == 200).then_some(())
    };
    until("the writer", create).await;
    assert_eq!(awarded(&app.base, &person.token).await, 0);
    assert_eq!(imports(&app, &person, json!({})).await.len(), 1);
}

#[tokio::test]
async fn people_sign_in_beside_an_import_of_changes() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    super::send(&app, &person, register("Draft")).await.ok();
    let (mut response, mut heard) = storing(&app, &person, register("Awarded")).await;
    for _ in 0..3 {
        app.log_in(&tenant.name, &person.email, PASSWORD).await;
    }
    while let Some(piece) = response.chunk().await.unwrap() {
        heard += std::str::from_utf8(&piece).unwrap();
    }
    assert!(heard.contains("\"updated\":6000"), "{heard}");
}

#[tokio::test]
async fn a_contract_that_somebody_creates_meanwhile_is_changed_too() {
    let app = App::start_with(|config| config.limits.calls_burst = 1_000_000).await;
    let (_, person) = app.firm("Firm").await;
    let is_storing = AtomicBool::new(false);
    let others = async {
        // The last first, which the import comes to last.
        for number in (0..6_000).rev().take_while(|_| !is_storing.load(Ordering::Relaxed)) {
            let body = json!({"bidId": format!("B-{number}"), "contractName": "Theirs"});
            let status = app.post("/api/contracts", &person.token, body).await.status;
            // The one that waits for the import comes too late.
            assert!(status == 200 || status == 409, "{status}");
        }
    };
    let import = async {
        let (mut response, mut heard) = storing(&app, &person, register("Awarded")).await;
        is_storing.store(true, Ordering::Relaxed);
        while let Some(piece) = response.chunk().await.unwrap() {
            heard += std::str::from_utf8(&piece).unwrap();
        }
        heard
    };
    let (heard, ()) = tokio::join!(import, others);
    assert!(heard.contains("\"failures\":[]"), "{}", heard.lines().last().unwrap_or_default());
    assert_eq!(awarded(&app.base, &person.token).await, 6_000);
}

/// Who changes a contract while the import waits is not overwritten unseen.
#[tokio::test]
async fn the_version_grows_by_one_for_each_change() {
    let app = App::start().await;
    let (_, person): (_, Person) = app.firm("Firm").await;
    let row = app.contract(&person, json!({"bidId": "A", "contractName": "Road"})).await;
    for (version, status) in [(2, "Submitted"), (3, "Awarded")] {
        sent(&app, &person, &format!("Bid ID,Status\nA,{status}\n"), UPDATE).await;
        assert_eq!(contract(&app, &person, "A").await["version"], version);
    }
    let path = format!("/api/contracts/{}", row["id"].as_str().unwrap());
    let stale = json!({"bidId": "A", "contractName": "Street", "version": 1});
    app.put(&path, &person.token, stale).await.error(409);
}
