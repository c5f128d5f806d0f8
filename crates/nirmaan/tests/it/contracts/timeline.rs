//! What happened to a contract and its deposits, and when it should have.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use nirmaan_api::contracts::{
    GetContractTimelineRequest, contract::Status as ContractStatus,
    contract_timeline_service_client::ContractTimelineServiceClient, milestone::Kind,
    security_deposit::Status,
};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

use super::{deposit_at, deposits_of, emd, id, road};
use crate::{
    build::{ALL_OF_CONTRACTS, Person},
    harness::{App, answer, signed},
    platform::column,
};

async fn timeline(app: &App, person: &Person, contract: &Value) -> Value {
    app.get(&format!("/api/contracts/{}/timeline", id(contract)), &person.token).await.ok()
}

/// From what to what, each change in its order.
fn steps(changes: &Value) -> Vec<(String, String)> {
    column(changes, "from").into_iter().zip(column(changes, "to")).collect()
}

fn steps_of<const N: usize>(expected: [(&str, &str); N]) -> Vec<(String, String)> {
    expected.map(|(from, to)| (from.to_owned(), to.to_owned())).to_vec()
}

/// A small contract, but for what is said of it.
fn with(but: Value) -> Value {
    let mut body = road("A-1");
    body.as_object_mut().unwrap().extend(but.as_object().unwrap().clone());
    body
}

#[tokio::test]
async fn every_change_of_status_is_told_with_its_time_and_its_author() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let colleague = app.person(&tenant, ALL_OF_CONTRACTS).await;
    let contract = app.contract(&person, with(json!({"status": "SUBMITTED"}))).await;
    let other = app.contract(&person, road("A-2")).await;
    let path = format!("/api/contracts/{}", id(&contract));
    for body in [
        with(json!({"status": "AWARDED"})),
        // Nothing of this is a change of status, though the comment names one.
        with(
            json!({"status": "AWARDED", "comments": "\"status\": {\"from\": \"DRAFT\", \"to\": \"CLOSED\"}"}),
        ),
        with(json!({"status": "AWARDED", "referenceNo": "R"})),
        with(json!({"status": "CLOSED"})),
        with(json!({"status": "AWARDED"})),
    ] {
        app.clock.advance(TimeDelta::seconds(1));
        app.put(&path, &colleague.token, body).await.ok();
    }
    let changed = app.get(&path, &person.token).await.ok();
    let told = timeline(&app, &person, &contract).await;
    let changes = &told["statusChanges"];
    let expected =
        steps_of([("", "SUBMITTED"), ("SUBMITTED", "AWARDED"), ("AWARDED", "CLOSED"), ("CLOSED", "AWARDED")]);
    assert_eq!(steps(changes), expected);
    assert_eq!(
        column(changes, "actor"),
        [&person, &colleague, &colleague, &colleague].map(|author| author.email.as_str())
    );
    assert_eq!(told["depositChanges"], json!([]));
    let instant = |text: &Value| text.as_str().unwrap().parse::<DateTime<Utc>>().unwrap();
    let at: Vec<_> = changes.as_array().unwrap().iter().map(|change| instant(&change["at"])).collect();
    assert!(at.is_sorted() && at[1] - at[0] >= TimeDelta::seconds(1), "{at:?}");
    let since_created = at[0] - instant(&contract["createdAt"]);
    let until_updated = at[3] - instant(&changed["updatedAt"]);
    for difference in [since_created, until_updated] {
        assert!(difference.abs() < TimeDelta::seconds(1), "{difference}");
    }
    assert_eq!(steps(&timeline(&app, &person, &other).await["statusChanges"]), steps_of([("", "DRAFT")]));
}

#[tokio::test]
async fn changes_of_deposits_are_told_with_what_is_at_stake() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let other = app.contract(&person, road("A-2")).await;
    app.lodge(&person, &other, emd(json!({}))).await;
    let first = app.lodge(&person, &contract, emd(json!({"instrumentNo": "one", "amount": 5.5}))).await;
    app.clock.advance(TimeDelta::seconds(1));
    let second =
        app.lodge(&person, &contract, emd(json!({"instrumentNo": "two", "status": "PENDING"}))).await;
    for (deposit, status) in
        [(&first, "PENDING_REFUND"), (&second, "FORFEITED"), (&first, "REFUNDED"), (&first, "REFUNDED")]
    {
        app.clock.advance(TimeDelta::seconds(1));
        let body = emd(json!({"instrumentNo": deposit["instrumentNo"], "amount": 5.5, "status": status}));
        app.put(&deposit_at(&contract, deposit), &person.token, body).await.ok();
    }
    let told = timeline(&app, &person, &contract).await;
    let changes = &told["depositChanges"];
    let expected = steps_of([
        ("", "SUBMITTED"),
        ("", "PENDING"),
        ("SUBMITTED", "PENDING_REFUND"),
        ("PENDING", "FORFEITED"),
        ("PENDING_REFUND", "REFUNDED"),
    ]);
    assert_eq!(steps(changes), expected);
    assert_eq!(column(changes, "instrumentNo"), ["one", "two", "one", "two", "one"]);
    let ids = [&first, &second, &first, &second, &first].map(id);
    assert_eq!(column(changes, "depositId"), ids);
    for change in changes.as_array().unwrap() {
        assert_eq!((&change["amount"], &change["depositType"]), (&json!(5.5), &json!("EMD")));
        assert_eq!(change["actor"], json!(person.email));
    }
    assert_eq!(steps(&told["statusChanges"]), steps_of([("", "DRAFT")]));
    // What was deleted is no part of the contract any more.
    app.delete(&deposit_at(&contract, &second), &person.token).await.ok();
    let told = timeline(&app, &person, &contract).await;
    assert_eq!(column(&told["depositChanges"], "instrumentNo"), ["one", "one", "one"]);
}

#[tokio::test]
async fn a_thousand_changes_are_told_and_no_more() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    app.deposit(&tenant, id(&contract), "EMD", 100, "SUBMITTED").await;
    let db = app.owner_db().await;
    for _ in 0..10 {
        app.double_deposits(&db).await;
    }
    let listed = app.get(&deposits_of(&contract), &person.token).await.ok();
    for deposit in &listed.as_array().unwrap()[..3] {
        app.put(&deposit_at(&contract, deposit), &person.token, emd(json!({"status": "REFUNDED"})))
            .await
            .ok();
    }
    let told = timeline(&app, &person, &contract).await;
    assert_eq!(told["depositChanges"].as_array().unwrap().len(), 1_000);
}

#[tokio::test]
async fn what_was_imported_begins_with_its_import() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let file = "Bid ID,Contract name,Status\nA-1,Road,AWARDED\nA-2,Bridge,CLOSED\n";
    let form = Form::new().part("file", Part::bytes(file.as_bytes()).file_name("tenders.csv"));
    let upload = app.request(Method::POST, "/api/contracts/v2/bulk-upload", Some(&person.token));
    assert_eq!(answer(upload.multipart(form)).await.ok()["imported"], 2);
    let page = app.post("/api/contracts/filter", &person.token, json!({"bidId": "A-1"})).await.ok();
    let contract = &page["content"][0];
    let begun = timeline(&app, &person, contract).await["statusChanges"].clone();
    assert_eq!(steps(&begun), steps_of([("", "AWARDED")]));
    assert_eq!((&begun[0]["actor"], &begun[0]["at"]), (&json!(person.email), &contract["createdAt"]));
    app.clock.advance(TimeDelta::seconds(1));
    let path = format!("/api/contracts/{}", id(contract));
    app.put(&path, &person.token, with(json!({"status": "DISPUTE"}))).await.ok();
    let changes = timeline(&app, &person, contract).await["statusChanges"].clone();
    assert_eq!(steps(&changes), steps_of([("", "AWARDED"), ("AWARDED", "DISPUTE")]));
    assert_eq!(changes[0], begun[0]);
}

#[tokio::test]
async fn milestones_stand_in_the_order_of_a_contracts_life() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let empty = app.contract(&person, road("A-0")).await;
    assert_eq!(timeline(&app, &person, &empty).await["milestones"], json!([]));
    let days = json!({
        "openingDate": "2020-01-09", "closingDate": "2020-01-08", "resultDate": "2020-01-07",
        "draftingDate": "2020-01-06", "submittedPaymentDate": "2020-01-05", "awardedDate": "2020-01-04",
        "aggreementDate": "2020-01-03", "givenStartDate": "2020-01-02", "givenEndDate": "2020-12-31",
        "actualStartDate": "2020-01-10", "actualEndDate": "2020-12-01",
    });
    let contract = app.contract(&person, with(days)).await;
    let told = timeline(&app, &person, &contract).await["milestones"].clone();
    for (at, (kind, planned, actual, late)) in [
        ("OPENING", json!(null), "2020-01-09", json!(null)),
        ("CLOSING", json!(null), "2020-01-08", json!(null)),
        ("RESULT", json!(null), "2020-01-07", json!(null)),
        ("DRAFTING", json!(null), "2020-01-06", json!(null)),
        ("PAYMENT_SUBMITTED", json!(null), "2020-01-05", json!(null)),
        ("AWARD", json!(null), "2020-01-04", json!(null)),
        ("AGREEMENT", json!(null), "2020-01-03", json!(null)),
        ("START", json!("2020-01-02"), "2020-01-10", json!(8)),
        ("END", json!("2020-12-31"), "2020-12-01", json!(-30)),
    ]
    .into_iter()
    .enumerate()
    {
        let expected =
            json!({"kind": kind, "planned": planned, "actual": actual, "daysLate": late, "isPast": true});
        assert_eq!(told[at], expected);
    }
    assert_eq!(told.as_array().unwrap().len(), 9);
    // Without what it has no day for.
    let contract = app.contract(&person, with(json!({"bidId": "A-2", "awardedDate": "2020-01-04"}))).await;
    assert_eq!(column(&timeline(&app, &person, &contract).await["milestones"], "kind"), ["AWARD"]);
}

#[tokio::test]
async fn what_has_not_happened_is_late_from_the_day_after_in_india_while_the_contract_runs() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    // An hour after midnight in India, when it is still the day before in London.
    let today = app.clock.today();
    let night =
        nirmaan_store::clock::start_of_day_in_kolkata(today.succ_opt().unwrap()) + TimeDelta::hours(1);
    app.clock.advance(night - app.clock.now());
    let today = app.clock.today();
    assert_eq!(today, app.clock.now().date_naive().succ_opt().unwrap());
    let person = app.person(&tenant, ALL_OF_CONTRACTS).await;
    let day = |offset: i64| today + TimeDelta::days(offset);
    let end = async |status: &str, planned: Option<NaiveDate>, actual: Option<NaiveDate>| {
        let text = |day: Option<NaiveDate>| day.map(|day| day.to_string());
        let body = json!({
            "bidId": uuid::Uuid::now_v7(), "status": status, "givenEndDate": text(planned),
            "actualEndDate": text(actual),
        });
        let contract = app.contract(&person, with(body)).await;
        let told = timeline(&app, &person, &contract).await["milestones"][0].clone();
        assert_eq!(told["kind"], "END");
        (told["daysLate"].as_i64(), told["isPast"].as_bool().unwrap())
    };
    for (planned, actual, expected) in [
        (Some(-10), None, (Some(10), true)),
        (Some(-1), None, (Some(1), true)),
        (Some(0), None, (None, true)),
        (Some(1), None, (None, false)),
        (Some(-10), Some(-10), (Some(0), true)),
        (Some(-10), Some(0), (Some(10), true)),
        (Some(-10), Some(-13), (Some(-3), true)),
        // By what is recorded it will be late.
        (Some(-10), Some(1), (Some(11), false)),
        (Some(5), Some(7), (Some(2), false)),
        (None, Some(0), (None, true)),
        (None, Some(1), (None, false)),
    ] {
        let told = end("WORK_IN_PROGRESS", planned.map(day), actual.map(day)).await;
        assert_eq!(told, expected, "{planned:?} {actual:?}");
    }
    for (status, late) in [
        ("DRAFT", Some(2)),
        ("AWARDED", Some(2)),
        ("ON_HOLD", Some(2)),
        ("DISPUTE", Some(2)),
        ("COMPLETED", None),
        ("CLOSED", None),
        ("REJECTED", None),
        ("TERMINATED", None),
    ] {
        assert_eq!(end(status, Some(day(-2)), None).await, (late, true), "{status}");
        // What happened late stays late when all is over.
        assert_eq!(end(status, Some(day(-2)), Some(day(-1))).await.0, Some(1), "{status}");
    }
}

#[tokio::test]
async fn a_timeline_is_the_same_over_grpc_and_of_ones_own_contracts_alone() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, with(json!({"givenStartDate": "2020-01-02"}))).await;
    app.lodge(&person, &contract, emd(json!({"amount": 0.01}))).await;
    let mut client = ContractTimelineServiceClient::new(app.channel().await);
    let request = |id: &str, person: &Person| {
        signed(GetContractTimelineRequest { contract_id: id.to_owned() }, &person.token)
    };
    let told = client.get_contract_timeline(request(id(&contract), &person)).await.unwrap().into_inner();
    let [start] = told.milestones.as_slice() else { panic!("one milestone") };
    assert_eq!((start.kind(), start.actual, start.is_past), (Kind::Start, None, true));
    assert!(start.days_late.unwrap() > 2_000);
    let [change] = told.status_changes.as_slice() else { panic!("one change") };
    assert_eq!((change.from(), change.to()), (ContractStatus::Unspecified, ContractStatus::Draft));
    let [change] = told.deposit_changes.as_slice() else { panic!("one change") };
    assert_eq!((change.from(), change.to()), (Status::Unspecified, Status::Submitted));
    assert_eq!(change.amount.unwrap().paise, 1);

    let (_, stranger) = app.firm("Rival").await;
    let theirs = client.get_contract_timeline(request(id(&contract), &stranger)).await.unwrap_err();
    let nobodys = client
        .get_contract_timeline(request(&uuid::Uuid::now_v7().to_string(), &stranger))
        .await
        .unwrap_err();
    assert_eq!((theirs.code(), theirs.message()), (tonic::Code::NotFound, nobodys.message()));
    app.delete(&format!("/api/contracts/{}", id(&contract)), &person.token).await.ok();
    let gone = client.get_contract_timeline(request(id(&contract), &person)).await.unwrap_err();
    assert_eq!((gone.code(), gone.message()), (tonic::Code::NotFound, nobodys.message()));
}
