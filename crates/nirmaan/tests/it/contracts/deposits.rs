//! Security deposits: create, get, list, update, delete.

use chrono::TimeDelta;
use futures_util::future::join_all;
use nirmaan_api::{
    Date,
    access::Action,
    contracts::{
        CreateSecurityDepositRequest, DeleteSecurityDepositRequest, GetSecurityDepositRequest,
        ListSecurityDepositsRequest, SecurityDeposit, UpdateSecurityDepositRequest, security_deposit::Status,
        security_deposit_service_client::SecurityDepositServiceClient,
    },
    types::Money,
};
use reqwest::Method;
use serde_json::{Value, json};
use tonic::Code;
use tonic_types::StatusExt;

use super::{deposit_at, deposits_of, emd, id, road};
use crate::{
    harness::{App, answer, signed},
    platform::column,
};

fn full() -> Value {
    json!({
        "depositType": "PERFORMANCE_SECURITY",
        "instrumentNo": "BG/2026/0042 '; DROP TABLE",
        "amount": 1234567.89,
        "depositCreatedDate": "2026-01-05",
        "depositSubmitedDate": "2026-01-19T00:00:00Z",
        "bankAccountNo": "00112233445566",
        "bankName": "भारतीय Bank",
        "accountHolderName": "Shah & Sons",
        "bankAddress": "Fort\nMumbai",
        "status": "PENDING",
        "comment": "Two lines\nof text",
        "depositeReturnedDate": "2027-03-01",
        "depositTransferedOwnAcDate": "2027-03-04",
    })
}

fn day(year: i32, month: i32, day: i32) -> Option<Date> {
    Some(Date { year, month, day })
}

// Spec: S3.deposit S7.success S7.deposits.create S7.deposits.get
#[tokio::test]
async fn every_field_comes_back_as_it_was_sent() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let created = app.lodge(&person, &contract, full()).await;
    let read = app.get(&deposit_at(&contract, &created), &person.token).await.ok();
    assert_eq!(created, read);
    for (field, sent) in full().as_object().unwrap() {
        let expected = if field == "depositSubmitedDate" { json!("2026-01-19") } else { sent.clone() };
        assert_eq!(read[field], expected, "{field}");
    }
    assert_eq!(read["contractId"], contract["id"]);
    assert_eq!((&read["createdBy"], &read["updatedBy"]), (&json!(person.id), &json!(person.id)));
    assert_eq!((&read["createdAt"], &read["version"]), (&read["updatedAt"], &json!(1)));
}

#[tokio::test]
async fn a_deposit_has_the_right_names_in_the_proto_and_over_json_both() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let body = json!({
        "deposit_type": "EMD", "instrument_no": "DD 1", "amount": "100.50", "deposit_submitted_date": "2026-01-02",
        "deposit_returned_date": "2026-02-03", "deposit_transferred_own_account_date": "2026-03-04",
        "bank_account_no": 4711,
    });
    let created = app.lodge(&person, &contract, body).await;
    assert_eq!((&created["amount"], &created["bankAccountNo"]), (&json!(100.5), &json!("4711")));
    let mut client = SecurityDepositServiceClient::new(app.channel().await);
    let request =
        GetSecurityDepositRequest { contract_id: id(&contract).to_owned(), id: id(&created).to_owned() };
    let deposit = client.get_security_deposit(signed(request, &person.token)).await.unwrap().into_inner();
    assert_eq!((deposit.amount, deposit.status()), (Some(Money { paise: 10_050 }), Status::Submitted));
    assert_eq!(deposit.deposit_submitted_date, day(2026, 1, 2));
    assert_eq!(deposit.deposit_returned_date, day(2026, 2, 3));
    assert_eq!(deposit.deposit_transferred_own_account_date, day(2026, 3, 4));
}

// Spec: S3.deposit.server-fields
#[tokio::test]
async fn the_servers_own_fields_can_not_be_sent() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let other = app.contract(&person, road("A-2")).await;
    let foreign = "00000000-0000-7000-8000-000000000001";
    let then = "2020-01-01T00:00:00Z";
    let lies = emd(json!({
        "id": foreign, "contractId": other["id"], "contract_id": other["id"], "createdAt": then, "updatedAt": then,
        "createdBy": foreign, "updatedBy": foreign, "unknown": {"x": [1]},
    }));
    let created = app.lodge(&person, &contract, lies.clone()).await;
    assert_ne!(created["id"], foreign);
    app.clock.advance(TimeDelta::seconds(5));
    let colleague = app.person(&tenant, crate::build::ALL_OF_CONTRACTS).await;
    let path = deposit_at(&contract, &created);
    let mut changed = lies;
    changed["comment"] = json!("Renewed");
    let changed = app.put(&path, &colleague.token, changed).await.ok();
    for row in [&created, &changed] {
        assert_eq!(row["contractId"], contract["id"]);
        assert_eq!(row["createdBy"], json!(person.id));
        assert!(row["createdAt"].as_str().unwrap() > "2026");
    }
    assert_eq!((&changed["id"], &changed["createdAt"]), (&created["id"], &created["createdAt"]));
    assert_eq!(changed["updatedBy"], json!(colleague.id));
    assert!(changed["updatedAt"].as_str() > created["updatedAt"].as_str());
    assert_eq!(app.get(&deposits_of(&other), &person.token).await.ok(), json!([]));
}

// Spec: S7.deposits.list
#[tokio::test]
async fn a_contracts_deposits_are_listed_the_newest_first_and_no_others() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let other = app.contract(&person, road("A-2")).await;
    let mut lodged = Vec::new();
    for number in 0..12 {
        app.clock.advance(TimeDelta::seconds(1));
        lodged
            .push(app.lodge(&person, &contract, emd(json!({"instrumentNo": format!("DD {number}")}))).await);
    }
    lodged.reverse();
    assert_eq!(app.get(&deposits_of(&contract), &person.token).await.ok(), json!(lodged));
    assert_eq!(app.get(&deposits_of(&other), &person.token).await.ok(), json!([]));
}

// Spec: S7.deposits.base
#[tokio::test]
async fn deposits_are_below_the_same_base_as_everything_else() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    for prefix in
        ["", "/api", "/auth", "/platform", "/project", "/common", "/inventory", "/payroll", "/vehicle"]
    {
        let at = |path: String| path.replacen("/api", &format!("/api{prefix}"), 1);
        let created = app.post(&at(deposits_of(&contract)), &person.token, emd(json!({}))).await.ok();
        let path = at(deposit_at(&contract, &created));
        assert_eq!(app.get(&path, &person.token).await.ok(), created, "{prefix}");
        app.put(&path, &person.token, emd(json!({"comment": "x"}))).await.ok();
        let found = app.post(&at("/api/contracts-deposit/search".to_owned()), &person.token, json!({})).await;
        assert_eq!(found.ok()["deposits"][0]["comment"], "x", "{prefix}");
        app.delete(&path, &person.token).await.ok();
        assert_eq!(app.get(&at(deposits_of(&contract)), &person.token).await.ok(), json!([]), "{prefix}");
    }
}

// Spec: S7.success S7.deposits.update
#[tokio::test]
async fn an_update_replaces_every_field_but_an_absent_status() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let created = app.lodge(&person, &contract, full()).await;
    let path = deposit_at(&contract, &created);
    let changed = app.put(&path, &person.token, emd(json!({"amount": 0.01}))).await.ok();
    assert_eq!((&changed["depositType"], &changed["status"]), (&json!("EMD"), &json!("PENDING")));
    assert_eq!((&changed["amount"], &changed["version"]), (&json!(0.01), &json!(2)));
    for (field, empty) in [
        ("depositCreatedDate", Value::Null),
        ("depositSubmitedDate", Value::Null),
        ("depositeReturnedDate", Value::Null),
        ("depositTransferedOwnAcDate", Value::Null),
        ("bankAccountNo", json!("")),
        ("bankName", json!("")),
        ("accountHolderName", json!("")),
        ("bankAddress", json!("")),
        ("comment", json!("")),
    ] {
        assert_eq!(changed[field], empty, "{field}");
    }
    assert_eq!(app.get(&path, &person.token).await.ok(), changed);
}

// Spec: S7.success S7.deposits.delete
#[tokio::test]
async fn a_deleted_deposit_is_gone() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let stays = app.lodge(&person, &contract, emd(json!({}))).await;
    let goes = app.lodge(&person, &contract, full()).await;
    let path = deposit_at(&contract, &goes);
    assert_eq!(app.delete(&path, &person.token).await.ok(), json!({}));
    for answer in [
        app.get(&path, &person.token).await,
        app.put(&path, &person.token, full()).await,
        app.delete(&path, &person.token).await,
    ] {
        assert_eq!(answer.error(404).0, "NOT_FOUND");
    }
    assert_eq!(app.get(&deposits_of(&contract), &person.token).await.ok(), json!([stays]));
    // Deleted softly: the row is still there for whoever has to account for it.
    let db = app.owner_db().await;
    let sql =
        "SELECT COUNT(*) AS n FROM security_deposits WHERE deleted_at IS NOT NULL AND deleted_by IS NOT NULL";
    assert_eq!(app.platform_count(&db, sql).await, 1);
}

#[tokio::test]
async fn an_old_version_is_a_conflict_that_says_who_and_when() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let created = app.lodge(&person, &contract, full()).await;
    let path = deposit_at(&contract, &created);
    let mut mine = created.clone();
    mine["comment"] = json!("mine");
    app.put(&path, &person.token, mine.clone()).await.ok();
    for version in [1, 77, -1] {
        mine["comment"] = json!("mine again");
        mine["version"] = json!(version);
        let answer = app.put(&path, &person.token, mine.clone()).await;
        assert_eq!(answer.error(409).0, "ABORTED");
        assert_eq!(answer.json()["details"]["updatedBy"], json!(person.email), "{}", answer.text);
    }
    assert_eq!(app.get(&path, &person.token).await.ok()["comment"], "mine");
    mine["version"] = json!(2);
    assert_eq!(app.put(&path, &person.token, mine).await.ok()["version"], 3);
}

#[tokio::test]
async fn of_changes_of_one_version_at_once_one_is_made() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let path = deposit_at(&contract, &app.lodge(&person, &contract, full()).await);
    let change =
        |at: usize| app.put(&path, &person.token, emd(json!({"comment": at.to_string(), "version": 1})));
    let mut statuses: Vec<_> =
        join_all((0..8).map(change)).await.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(app.get(&path, &person.token).await.ok()["version"], 2);
}

#[tokio::test]
async fn the_same_key_creates_once() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let other = app.contract(&person, road("A-2")).await;
    let create = |key: &'static str, contract: &Value, body: Value| {
        let request = app.request(Method::POST, &deposits_of(contract), Some(&person.token));
        answer(request.header("Idempotency-Key", key).json(&body))
    };
    let first = create("k1", &contract, full()).await.ok();
    assert_eq!(create("k1", &contract, full()).await.ok(), first);
    // Neither another deposit nor another contract is the same call.
    create("k1", &contract, emd(json!({}))).await.error(409);
    create("k1", &other, full()).await.error(409);
    // A failure isn't kept: the same key may be used with what was mended.
    create("k2", &contract, emd(json!({"amount": 0}))).await.error(400);
    create("k2", &contract, emd(json!({}))).await.ok();
    let many = join_all((0..10).map(|_| create("k3", &contract, full()))).await;
    assert!(many.iter().all(|answer| answer.ok()["id"] == many[0].ok()["id"]));
    assert_eq!(app.get(&deposits_of(&contract), &person.token).await.ok().as_array().unwrap().len(), 3);
    assert_eq!(app.get(&deposits_of(&other), &person.token).await.ok(), json!([]));
}

#[tokio::test]
async fn what_is_kept_to_answer_again_has_no_account_number() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let clerk = app.person(&tenant, &[("Contracts", Action::Create), ("Contracts", Action::View)]).await;
    let contract = app.contract(&person, road("A-1")).await;
    for who in [&person, &clerk] {
        let create = || {
            let request = app.request(Method::POST, &deposits_of(&contract), Some(&who.token));
            answer(request.header("Idempotency-Key", "k").json(&full()))
        };
        let first = create().await.ok();
        // What was first answered, also when the deposit was changed since.
        let mut changed = first.clone();
        changed["bankAccountNo"] = json!("12345678901234");
        app.put(&deposit_at(&contract, &first), &person.token, changed).await.ok();
        assert_eq!(create().await.ok(), first);
    }
    let number = full()["bankAccountNo"].as_str().unwrap().to_owned();
    let db = app.owner_db().await;
    let rows = app.platform_rows(&db, "SELECT reply FROM idempotency_keys WHERE reply IS NOT NULL").await;
    assert_eq!(rows.len(), 2);
    for row in rows {
        let reply: Vec<u8> = row.try_get("", "reply").unwrap();
        let reply = String::from_utf8_lossy(&reply);
        assert!(!reply.contains(&number), "{reply}");
        assert!(reply.contains(&number[number.len() - 4..]), "{reply}");
    }
}

#[tokio::test]
async fn every_change_leaves_one_event_that_says_what() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let created = app.lodge(&person, &contract, full()).await;
    let path = deposit_at(&contract, &created);
    let mut changed = created.clone();
    changed["status"] = json!("REFUNDED");
    // Another account, of which the last four digits are the same.
    changed["bankAccountNo"] = json!("99112233445566");
    app.put(&path, &person.token, changed.clone()).await.ok();
    changed["version"] = json!(2);
    app.put(&path, &person.token, changed.clone()).await.ok();
    changed["version"] = json!(0);
    changed["comment"] = json!("");
    app.put(&path, &person.token, changed).await.ok();
    app.delete(&path, &person.token).await.ok();
    let events = app.events("security_deposit").await;
    let actions = column(&json!(events), "action");
    assert_eq!(actions, ["create", "update", "update", "delete"], "what changes nothing leaves none");
    assert_eq!(events[0]["changes"]["amount"], json!({"from": null, "to": 123_456_789}));
    let masked = "••••••••••5566";
    assert_eq!(
        events[1]["changes"],
        json!({
            "status": {"from": "PENDING", "to": "REFUNDED"}, "bank_account_no": {"from": masked, "to": masked},
        }),
    );
    assert_eq!(events[2]["changes"]["unchecked_version"], json!({"from": 2, "to": null}));
    assert!(events.iter().all(|event| event["source"] == "json" && event["actor"] == json!(person.id)));
    let history = format!("/api/audit/security_deposit/{}", id(&created));
    let history = app.get(&history, &person.token).await.ok();
    assert_eq!(column(&history["content"], "action"), ["DELETE", "UPDATE", "UPDATE", "CREATE"]);
    assert!(!history.to_string().contains("445566"), "{history}");
    assert!(events.iter().all(|event| !event.to_string().contains("445566")));
}

#[tokio::test]
async fn no_deposit_outlives_its_contract_whatever_happens_at_once() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let first = app.lodge(&person, &contract, full()).await;
    let path = format!("/api/contracts/{}", id(&contract));
    let list = deposits_of(&contract);
    let lodgings = join_all((0..12).map(|_| app.post(&list, &person.token, full())));
    let (deleted, lodged) = tokio::join!(app.delete(&path, &person.token), lodgings);
    deleted.ok();
    assert!(lodged.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 404)));
    let db = app.owner_db().await;
    let sql = "SELECT COUNT(*) AS n FROM security_deposits WHERE deleted_at IS NULL";
    assert_eq!(app.platform_count(&db, sql).await, 0);
    let gone = [
        app.get(&deposits_of(&contract), &person.token).await,
        app.get(&deposit_at(&contract, &first), &person.token).await,
        app.put(&deposit_at(&contract, &first), &person.token, full()).await,
        app.post(&deposits_of(&contract), &person.token, full()).await,
    ];
    for answer in gone {
        assert_eq!(answer.error(404).0, "NOT_FOUND");
    }
    // A new contract of the same bid starts from nothing.
    let again = app.contract(&person, road("A-1")).await;
    assert_eq!(again["totalDeposit"], 0);
    assert_eq!(app.get(&deposits_of(&again), &person.token).await.ok(), json!([]));
}

// Spec: S7.deposits.list S7.deposits.create S7.deposits.get S7.deposits.update S7.deposits.delete
#[tokio::test]
async fn a_deposit_lives_the_same_life_over_grpc() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let contract_id = id(&contract).to_owned();
    let mut client = SecurityDepositServiceClient::new(app.channel().await);
    let create = |deposit: SecurityDeposit| {
        let request =
            CreateSecurityDepositRequest { contract_id: contract_id.clone(), deposit: Some(deposit) };
        signed(request, &person.token)
    };
    let refused = client.create_security_deposit(create(SecurityDeposit::default())).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    let violations = refused.get_details_bad_request().unwrap().field_violations;
    let mut named: Vec<_> = violations.iter().map(|violation| violation.field.as_str()).collect();
    named.sort_unstable();
    assert_eq!(named, ["deposit.amount", "deposit.deposit_type", "deposit.instrument_no"]);

    let sent = SecurityDeposit {
        deposit_type: "EMD".to_owned(),
        instrument_no: "DD 1".to_owned(),
        amount: Some(Money { paise: 1 }),
        ..Default::default()
    };
    let unknown = SecurityDeposit { status: 99, ..sent.clone() };
    let refused = client.create_security_deposit(create(unknown)).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    let created = client.create_security_deposit(create(sent.clone())).await.unwrap().into_inner();
    assert_eq!((created.status(), created.version), (Status::Submitted, 1));
    let path = format!("{}/{}", deposits_of(&contract), created.id);
    assert_eq!(app.get(&path, &person.token).await.ok()["amount"], json!(0.01));

    let update = |version: i64, status: Status| {
        let deposit = Some(SecurityDeposit { version, status: status.into(), ..sent.clone() });
        let (contract_id, id) = (contract_id.clone(), created.id.clone());
        signed(UpdateSecurityDepositRequest { contract_id, id, deposit, update_mask: None }, &person.token)
    };
    let updated = client.update_security_deposit(update(1, Status::Forfeited)).await.unwrap().into_inner();
    assert_eq!((updated.status(), updated.version), (Status::Forfeited, 2));
    let stale = client.update_security_deposit(update(1, Status::Pending)).await.unwrap_err();
    assert_eq!(stale.code(), Code::Aborted);
    let facts = stale.get_details_error_info().unwrap().metadata;
    assert_eq!((facts["version"].as_str(), facts["updatedBy"].as_str()), ("2", person.email.as_str()));

    let list = || signed(ListSecurityDepositsRequest { contract_id: contract_id.clone() }, &person.token);
    let listed = client.list_security_deposits(list()).await.unwrap().into_inner().deposits;
    assert_eq!(listed, [updated]);
    let delete = || {
        let (contract_id, id) = (contract_id.clone(), created.id.clone());
        signed(DeleteSecurityDepositRequest { contract_id, id }, &person.token)
    };
    client.delete_security_deposit(delete()).await.unwrap();
    assert_eq!(client.delete_security_deposit(delete()).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(client.list_security_deposits(list()).await.unwrap().into_inner().deposits, []);
}
