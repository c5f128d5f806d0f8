//! Registers of deposits.

use nirmaan_api::access::Action;
use reqwest::{
    Method, Response,
    multipart::{Form, Part},
};
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::{Value, json};
use uuid::Uuid;

use super::counts;
use crate::{
    build::Person,
    contracts::{deposits_of, id},
    harness::{Answer, App, answer},
};

const PATH: &str = "/api/contracts/deposits/bulk-upload";

pub const REGISTER: &str = "\
    EMD Register 2026-27,,,,,,,\n\
    Sr. No.,Tender ID,Type of Deposit,EMD Amount (Rs. in Lakhs),DD / FDR No.,Date of DD,Bank,Refund Date\n\
    1,A,EMD,2.50,004512,15-04-2026,SBI,\n\
    2,A,EMD,1.25,004513,16-04-2026,SBI,31/05/2026\n\
    3,B,Security Deposit,12,FD-7,17-04-2026,BoB,\n\
    4,X,EMD,1,9,,,\n\
    5,B,EMD,lots,10,,,\n\
    ,,Total,16.75,,,,\n";

fn form(text: &str, fields: &[(&'static str, &str)]) -> Form {
    let file = Part::bytes(text.as_bytes().to_vec()).file_name("deposits.csv");
    let form = Form::new().part("file", file);
    fields.iter().fold(form, |form, (name, value)| form.text(*name, (*value).to_owned()))
}

pub async fn tried(app: &App, person: &Person, text: &str, fields: &[(&'static str, &str)]) -> Answer {
    answer(app.request(Method::POST, PATH, Some(&person.token)).multipart(form(text, fields))).await
}

/// A firm with the contracts A and B.
pub async fn firm(app: &App, name: &str) -> (Person, [Value; 2]) {
    let (_, person) = app.firm(name).await;
    let road = json!({"bidId": "A", "contractName": "Road", "tenderActualValue": 2_000_000});
    let dam = json!({"bidId": "B", "contractName": "Dam"});
    let contracts = [app.contract(&person, road).await, app.contract(&person, dam).await];
    (person, contracts)
}

/// The deposits of a contract, the one with the smallest number first.
pub async fn deposits(app: &App, person: &Person, contract: &Value) -> Vec<Value> {
    let mut found = app.get(&deposits_of(contract), &person.token).await.ok().as_array().unwrap().clone();
    found.sort_by_key(|deposit| deposit["instrumentNo"].as_str().unwrap().to_owned());
    found
}

pub fn reasons(result: &Value) -> Vec<(&str, &str)> {
    let failures = result["failures"].as_array().unwrap().iter();
    failures
        .map(|failure| (failure["refId"].as_str().unwrap(), failure["reason"].as_str().unwrap()))
        .collect()
}

pub const UNKNOWN: &str = "Bid ID: no contract has it; create the contract first, or correct the Bid ID";
pub const THERE: &str = "Instrument No: the contract already has a deposit of this type with this number; choose “Update existing deposits” to change it, or remove the row";

#[tokio::test]
async fn a_register_of_deposits_is_checked_and_stored_for_the_contracts_of_its_bid_ids() {
    let app = App::start().await;
    let (person, [road, dam]) = firm(&app, "Firm").await;
    let checked = tried(&app, &person, REGISTER, &[("dryRun", "true")]).await.ok();
    assert_eq!(counts(&checked), [3, 0, 0, 2], "{checked}");
    assert_eq!(
        checked["message"],
        "3 deposits would be imported, 2 rows have problems. Nothing is stored yet."
    );
    assert_eq!(
        checked["rows"][0],
        json!({
            "row": 3, "refId": "A", "outcome": "CREATE", "reason": "", "reasons": [], "values": null,
            "warnings": [{"field": "amount", "message": "Amount is above 10% of the value of the tender."}],
            "deposit": {
                "depositType": "EMD", "instrumentNo": "004512", "amount": 250_000, "status": "SUBMITTED",
                "bankName": "SBI", "days": [{"field": "depositCreatedDate", "day": "2026-04-15"}],
            },
        })
    );
    assert_eq!(
        reasons(&checked),
        [("X", UNKNOWN), ("B", "Amount: 'lots' is not an amount; write for example 12,50,000.50")]
    );
    assert_eq!(checked["passedRows"][1]["reason"], "It holds a total.");
    assert_eq!(checked["columns"][3]["note"], "In lakh, from the heading.");
    assert_eq!((&checked["importId"], checked["unknownColumns"].clone()), (&json!(""), json!(["Sr. No."])));
    assert_eq!(deposits(&app, &person, &road).await, Vec::<Value>::new());

    let stored = tried(&app, &person, REGISTER, &[]).await.ok();
    assert_eq!(counts(&stored), [3, 0, 0, 2], "{stored}");
    assert_eq!(stored["message"], "3 deposits imported, 2 rows have problems.");
    assert!(stored["errorFileUrl"].as_str().unwrap().contains("deposits-errors.xlsx"), "{stored}");
    let of_road = deposits(&app, &person, &road).await;
    assert_eq!(of_road.len(), 2);
    for (field, value) in [
        ("depositType", json!("EMD")),
        ("instrumentNo", json!("004513")),
        ("amount", json!(125_000)),
        ("bankName", json!("SBI")),
        ("status", json!("SUBMITTED")),
        ("depositCreatedDate", json!("2026-04-16")),
        ("depositeReturnedDate", json!("2026-05-31")),
        ("createdBy", json!(person.id)),
    ] {
        assert_eq!(of_road[1][field], value, "{field}");
    }
    assert_eq!(deposits(&app, &person, &dam).await.len(), 1);
    let kpis = app.post("/api/contract-dashboard/kpis", &person.token, json!({})).await.ok();
    assert_eq!(kpis["total_security_deposit"], 1_575_000);

    // The same file again adds nothing.
    let again = tried(&app, &person, REGISTER, &[]).await.ok();
    assert_eq!(again["message"], "No deposit was imported: 5 rows have problems.");
    assert_eq!(reasons(&again)[..3], [("A", THERE), ("A", THERE), ("B", THERE)]);
    // One that is deleted isn't there.
    let path = format!("{}/{}", deposits_of(&dam), id(&deposits(&app, &person, &dam).await[0]));
    app.delete(&path, &person.token).await.ok();
    assert_eq!(counts(&tried(&app, &person, REGISTER, &[]).await.ok()), [1, 0, 0, 4]);
    let told = &app.events("contract_import").await[0]["changes"];
    assert_eq!((&told["record"]["to"], &told["imported"]["to"]), (&json!("deposit"), &json!(3)), "{told}");
}

#[tokio::test]
async fn what_one_exports_another_can_import() {
    let app = App::start().await;
    let (person, [road, _]) = firm(&app, "Firm").await;
    let (other, [same_road, _]) = firm(&app, "Other").await;
    let deposit = json!({
        "depositType": "PERFORMANCE_SECURITY", "instrumentNo": "0077", "amount": 123_456.78, "status": "PENDING_RELEASE",
        "depositCreatedDate": "2026-01-31", "depositSubmitedDate": "2026-02-01", "depositeReturnedDate": "2026-03-01",
        "depositTransferedOwnAcDate": "2026-03-04", "bankAccountNo": "00112233445566", "bankName": "SBI, Anand",
        "accountHolderName": "=Patel", "bankAddress": "Station Road\nAnand", "comment": "by \"post\"",
    });
    app.post(&deposits_of(&road), &person.token, deposit.clone()).await.ok();
    let export = app.post("/api/contracts-deposit/export", &person.token, json!({})).await;
    assert_eq!(export.status, 200);
    let stored = tried(&app, &other, &export.text, &[]).await.ok();
    assert_eq!(counts(&stored), [1, 0, 0, 0], "{stored}");
    let copy = &deposits(&app, &other, &same_road).await[0];
    for (field, value) in deposit.as_object().unwrap() {
        assert_eq!(copy[field], *value, "{field}");
    }
    // Of somebody who sees the end of account numbers only.
    let masked = export.text.replace("00112233445566", "••••••••••5566").replace("0077", "0078");
    let refused = tried(&app, &other, &masked, &[]).await.ok();
    assert_eq!(
        reasons(&refused),
        [("A", "Bank Account No: write the whole number, or leave the cell empty")]
    );
}

#[tokio::test]
async fn a_register_of_one_type_and_with_headings_of_its_own_comes_in_with_one_choice() {
    let app = App::start().await;
    let (person, [road, _]) = firm(&app, "Firm").await;
    let text = "Job,Paper,Amount\nA,1,5\n";
    let map = r#"{"Job": "bidId", "Paper": "instrumentNo"}"#;
    let unread = tried(&app, &person, text, &[("dryRun", "true")]).await.ok();
    assert_eq!(unread["missingFields"], json!(["bidId", "depositType", "instrumentNo"]));
    assert_eq!(
        unread["message"],
        "No row can be read: no column holds Bid ID, Deposit Type or Instrument No. Where all deposits are of one type, \
         such as EMD, choose that for the rows that name none (depositType)."
    );
    let stored = tried(&app, &person, text, &[("columnMap", map), ("depositType", " EMD ")]).await.ok();
    assert_eq!(counts(&stored), [1, 0, 0, 0], "{stored}");
    assert_eq!(deposits(&app, &person, &road).await[0]["depositType"], "EMD");
    // Remembered for deposits, and not for contracts.
    let next = tried(&app, &person, "job,PAPER,Amount\nA,2,5\n", &[("deposit_type", "EMD")]).await.ok();
    assert_eq!(counts(&next), [1, 0, 0, 0], "{next}");
    let contracts = super::tried(&app, &person, text, &[("dryRun", "true")]).await.ok();
    assert_eq!(contracts["missingFields"], json!(["bidId", "contractName"]));

    for (name, value, said) in [
        ("depositType", "x".repeat(65), "depositType must have at most 64 characters"),
        ("columnMap", r#"{"Job": "contractName"}"#.to_owned(), "which a deposit doesn't have"),
        ("unit.paperCost", "lakh".to_owned(), "names no column of amounts. Those are amount."),
        ("dateOrder.openingDate", "DMY".to_owned(), "names no column of days."),
        ("tenantId", "none".to_owned(), ""),
    ] {
        let heard = tried(&app, &person, text, &[(name, &value)]).await;
        let (_, message) = heard.error(if name == "tenantId" { 403 } else { 400 });
        assert!(message.contains(said), "{name}: {message}");
    }
    let (_, message) = tried(&app, &person, "Bid ID,Amount\nA,5\n", &[]).await.error(400);
    assert!(message.contains("lacks the columns Deposit Type and Instrument No"), "{message}");
}

#[tokio::test]
async fn what_came_in_between_is_as_if_it_had_been_there() {
    let app = App::start().await;
    let (person, [road, dam]) = firm(&app, "Firm").await;
    let turn = app.deps().import_turn.clone().acquire_owned().await.unwrap();
    let request = app.request(Method::POST, PATH, Some(&person.token));
    let request = request.header("accept", "application/x-ndjson").multipart(form(REGISTER, &[]));
    let mut response: Response = request.send().await.unwrap();
    let mut heard = String::new();
    while !heard.contains("WAITING") {
        heard += std::str::from_utf8(&response.chunk().await.unwrap().unwrap()).unwrap();
    }
    let first = json!({"depositType": "emd", "instrumentNo": "4512", "amount": 1, "status": "SUBMITTED"});
    app.post(&deposits_of(&road), &person.token, first).await.ok();
    app.delete(&format!("/api/contracts/{}", id(&dam)), &person.token).await.ok();
    drop(turn);
    while let Some(piece) = response.chunk().await.unwrap() {
        heard += std::str::from_utf8(&piece).unwrap();
    }
    let result: Value = serde_json::from_str(heard.lines().last().unwrap()).unwrap();
    let result = &result["result"];
    assert_eq!(counts(result), [1, 0, 0, 4], "{result}");
    assert_eq!(reasons(result)[..3], [("A", THERE), ("B", UNKNOWN), ("X", UNKNOWN)]);
    assert_eq!(deposits(&app, &person, &road).await.len(), 2);
}

/// Between the words for it and the transaction that writes them, which waits for the other's lock on PostgreSQL.
#[tokio::test]
async fn what_changes_while_it_is_put_into_words_is_not_overlooked() {
    let app = App::start().await;
    let (person, [road, dam]) = firm(&app, "Firm").await;
    let imported = async |bid_id: &str, changes: &[&str]| {
        let (db, other) = (app.owner_db().await, app.owner_db().await);
        let changed = db.begin().await.unwrap();
        let scope = app.is_postgres().then_some("SELECT set_config('nirmaan.scope', 'platform', true)");
        for sql in scope.iter().chain(changes) {
            changed.execute_unprepared(sql).await.unwrap();
        }
        let commit = async {
            if app.is_postgres() {
                app.until_lock_wait(&other).await;
            }
            changed.commit().await.unwrap();
        };
        let text = format!("Bid ID,Deposit Type,Instrument No,Amount\n{bid_id},EMD,1,5\n");
        tokio::join!(tried(&app, &person, &text, &[]), commit).0.ok()
    };
    // The Bid ID is another contract's by then.
    let swap = [
        "UPDATE contracts SET bid_id = 'Z' WHERE bid_id = 'A'",
        "UPDATE contracts SET bid_id = 'A' WHERE bid_id = 'B'",
    ];
    assert_eq!(counts(&imported("A", &swap).await), [1, 0, 0, 0]);
    assert_eq!(deposits(&app, &person, &road).await, Vec::<Value>::new());
    assert_eq!(deposits(&app, &person, &dam).await[0]["instrumentNo"], "1");
    // The deposit is there by then.
    let weir = app.contract(&person, json!({"bidId": "B", "contractName": "Weir"})).await;
    let add = format!(
        "INSERT INTO security_deposits (tenant_id, id, contract_id, deposit_type, instrument_no, amount, status, \
         created_at, updated_at) SELECT tenant_id, {}, id, 'EMD', '1', 500, 'SUBMITTED', created_at, updated_at \
         FROM contracts WHERE bid_id = 'B'",
        app.sql_id(Uuid::now_v7())
    );
    let result = imported("B", &["UPDATE contracts SET comments = 'Held' WHERE bid_id = 'B'", &add]).await;
    assert_eq!((counts(&result), reasons(&result)), ([0, 0, 0, 1], vec![("B", THERE)]));
    assert_eq!(deposits(&app, &person, &weir).await.len(), 1);
}

#[tokio::test]
async fn two_at_once_store_each_deposit_once() {
    let app = App::start().await;
    let (person, [road, dam]) = firm(&app, "Firm").await;
    let mut text = "Bid ID,Deposit Type,Instrument No,Amount\n".to_owned();
    for number in 0..600 {
        text += &format!("{},EMD,N{number},5\n", if number % 2 == 0 { "A" } else { "B" });
    }
    let (one, other) = tokio::join!(tried(&app, &person, &text, &[]), tried(&app, &person, &text, &[]));
    let mut both = [counts(&one.ok()), counts(&other.ok())];
    both.sort();
    assert_eq!(both, [[0, 0, 0, 600], [600, 0, 0, 0]]);
    for contract in [&road, &dam] {
        assert_eq!(deposits(&app, &person, contract).await.len(), 300);
    }
}

#[tokio::test]
async fn who_may_create_deposits_may_bring_them_in_for_contracts_of_the_own_firm() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    app.contract(&owner, json!({"bidId": "A", "contractName": "Road"})).await;
    let (_, stranger) = app.firm("Rival").await;
    let text = "Bid ID,Deposit Type,Instrument No,Amount\nA,EMD,1,5\n";
    assert_eq!(reasons(&tried(&app, &stranger, text, &[]).await.ok()), [("A", UNKNOWN)]);
    let template = "/api/contracts/deposits/bulk-upload/template";
    for (action, is_allowed) in [
        (Action::View, false),
        (Action::Edit, false),
        (Action::Delete, false),
        (Action::Report, false),
        (Action::Create, true),
    ] {
        let person = app.person(&tenant, &[("Contracts", action)]).await;
        let (heard, file) = (tried(&app, &person, text, &[]).await, app.get(template, &person.token).await);
        let expected = if is_allowed { [200, 200] } else { [403, 403] };
        assert_eq!([heard.status.as_u16(), file.status.as_u16()], expected, "{action:?}");
    }
}
