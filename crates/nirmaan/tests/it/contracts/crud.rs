//! Create, get, update, delete.

use nirmaan_api::{
    access::Action,
    contracts::{Contract, UpdateContractRequest, contract_service_client::ContractServiceClient},
};
use reqwest::Method;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use tonic_types::StatusExt;

use crate::{
    build::Person,
    harness::{App, answer, signed},
};

fn full() -> Value {
    json!({
        "bidId": "2026_DTP_554159_2",
        "contractName": "Widening of Nadiad-Dakor-Pali Road नडियाद",
        "referenceNo": "ROC No.252-B/2026",
        "description": "Two lines\nof text",
        "status": "SUBMITTED",
        "paperCost": 5000,
        "tenderActualValue": 1234567.89,
        "tenderBidPercentage": 10,
        "contractType": "Item rate",
        "terminationReason": "",
        "extensionCoun": 2,
        "openingDate": "2026-01-05",
        "closingDate": "2026-01-19T00:00:00Z",
        "resultDate": "2026-02-01",
        "draftingDate": "2026-02-02",
        "submittedPaymentDate": "2026-02-03",
        "awardedDate": "2026-02-04",
        "aggreementDate": "2026-02-05",
        "givenStartDate": "2026-03-01",
        "givenEndDate": "2027-03-01",
        "actualStartDate": "2026-03-02",
        "actualEndDate": "2027-03-02",
        "licenseId": "L-1",
        "licenseHolderName": "Ramesh Patel",
        "licenseNo": "GJ/AA/0042",
        "comments": "None",
        "contractMetadata": {"zone": "A", "n": 12345678901234567890u64},
    })
}

// Spec: S3.contract S7.success S7.contracts.get S7.contracts.create
#[tokio::test]
async fn every_field_comes_back_as_it_was_sent() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let created = app.contract(&person, full()).await;
    let id = created["id"].as_str().unwrap();
    let read = app.get(&format!("/api/contracts/{id}"), &person.token).await.ok();
    assert_eq!(created, read);
    for (field, sent) in full().as_object().unwrap() {
        let expected = if field == "closingDate" { json!("2026-01-19") } else { sent.clone() };
        assert_eq!(read[field], expected, "{field}");
    }
    assert_eq!(read["tenderBidValue"], json!(1358024.68));
    assert_eq!(read["createdBy"], json!(person.id));
    assert_eq!((&read["version"], &read["isDeleted"]), (&json!(1), &json!(false)));
    assert_eq!((&read["totalDeposit"], &read["totalAmount"]), (&json!(0), &json!(5000)));
    assert_eq!(read["isProjectCreated"], false);
    assert_eq!((&read["deletedAt"], &read["deletedBy"]), (&Value::Null, &json!("")));
}

// Spec: S4.contract.default
#[tokio::test]
async fn what_was_not_sent_is_null_or_empty_never_missing() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let created = app.contract(&person, json!({"bidId": "A-1", "contractName": "Road"})).await;
    for (field, expected) in [
        ("status", json!("DRAFT")),
        ("referenceNo", json!("")),
        ("paperCost", Value::Null),
        ("tenderBidPercentage", Value::Null),
        ("openingDate", Value::Null),
        ("contractMetadata", Value::Null),
        ("extensionCoun", json!(0)),
    ] {
        assert_eq!(created.get(field), Some(&expected), "{field}");
    }
}

#[tokio::test]
async fn the_servers_own_fields_can_not_be_sent() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let foreign = "00000000-0000-7000-8000-000000000001";
    let body = json!({
        "bidId": "A-1", "contractName": "Road", "id": foreign, "createdBy": foreign, "updatedBy": foreign,
        "isDeleted": true, "deletedAt": "2020-01-01T00:00:00Z", "deletedBy": foreign, "totalDeposit": 5,
        "totalAmount": 6, "isProjectCreated": true, "createdAt": "2020-01-01T00:00:00Z", "unknown": {"x": [1]},
    });
    let created = app.contract(&person, body).await;
    assert_ne!(created["id"], foreign);
    assert_eq!(created["createdBy"], json!(person.id));
    assert_eq!((&created["isDeleted"], &created["isProjectCreated"]), (&json!(false), &json!(false)));
    assert_eq!(created["totalDeposit"], 0);
    assert!(created["createdAt"].as_str().unwrap() > "2026");
}

#[tokio::test]
async fn every_wrong_field_is_named_at_once() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let body = json!({
        "bidId": " ", "contractName": "x".repeat(256), "referenceNo": "a\u{7}b", "paperCost": -1,
        "tenderActualValue": 1e16, "openingDate": "1850-01-01", "extensionCoun": 1001,
    });
    let answer = app.post("/api/contracts", &person.token, body).await;
    assert_eq!(answer.error(400).0, "INVALID_ARGUMENT");
    let body = answer.json();
    let mut fields: Vec<_> =
        body["fields"].as_array().unwrap().iter().map(|field| field["field"].as_str().unwrap()).collect();
    fields.sort_unstable();
    let expected = [
        "bidId",
        "contractName",
        "extensionCoun",
        "openingDate",
        "paperCost",
        "referenceNo",
        "tenderActualValue",
    ];
    assert_eq!(fields, expected);
    assert!(!body["requestId"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn what_can_not_be_bound_is_a_400_that_names_the_field() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for (field, value) in [
        ("status", json!("NOWHERE")),
        ("paperCost", json!("much")),
        ("paperCost", json!(1.005)),
        ("openingDate", json!("05/01/2026")),
    ] {
        let body = json!({"bidId": "A", "contractName": "B", field: value});
        let answer = app.post("/api/contracts", &person.token, body).await;
        answer.error(400);
        assert_eq!(answer.json()["fields"][0]["field"], field, "{}", answer.text);
    }
}

#[tokio::test]
async fn a_bid_id_is_unique_among_the_live_contracts_of_a_tenant() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let (_, rival) = app.firm("Rival").await;
    let body = json!({"bidId": "A-1", "contractName": "Road"});
    let first = app.contract(&person, body.clone()).await;
    let answer = app.post("/api/contracts", &person.token, body.clone()).await;
    assert_eq!(answer.error(409).0, "ALREADY_EXISTS");
    assert_eq!(answer.json()["fields"][0]["field"], "bidId");
    app.contract(&rival, body.clone()).await;
    app.delete(&format!("/api/contracts/{}", first["id"].as_str().unwrap()), &person.token).await.ok();
    app.contract(&person, body).await;
}

// Spec: S7.success S7.contracts.update
#[tokio::test]
async fn an_update_replaces_every_field_but_an_absent_status() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let created = app.contract(&person, full()).await;
    let path = format!("/api/contracts/{}", created["id"].as_str().unwrap());
    let changed = app.put(&path, &person.token, json!({"bidId": "B-2", "contractName": "Bridge"})).await.ok();
    assert_eq!((&changed["bidId"], &changed["status"]), (&json!("B-2"), &json!("SUBMITTED")));
    assert_eq!((&changed["paperCost"], &changed["openingDate"]), (&Value::Null, &Value::Null));
    assert_eq!((&changed["comments"], &changed["version"]), (&json!(""), &json!(2)));
    assert_eq!(changed["createdAt"], created["createdAt"]);
    assert_eq!(app.get(&path, &person.token).await.ok(), changed);
}

#[tokio::test]
async fn an_old_version_is_a_conflict_that_says_who_and_when() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let created = app.contract(&person, full()).await;
    let path = format!("/api/contracts/{}", created["id"].as_str().unwrap());
    let mut mine = created.clone();
    mine["comments"] = json!("mine");
    app.put(&path, &person.token, mine.clone()).await.ok();
    mine["comments"] = json!("mine again");
    let (code, _) = app.put(&path, &person.token, mine.clone()).await.error(409);
    assert_eq!(code, "ABORTED");
    let id = created["id"].as_str().unwrap().to_owned();
    let stale =
        Contract { bid_id: "A".to_owned(), contract_name: "B".to_owned(), version: 1, ..Default::default() };
    let request = UpdateContractRequest { id, contract: Some(stale), update_mask: None };
    let mut client = ContractServiceClient::new(app.channel().await);
    let status = client.update_contract(signed(request, &person.token)).await.unwrap_err();
    let facts = status.get_details_error_info().unwrap().metadata;
    assert_eq!((facts["version"].as_str(), facts["updatedBy"].as_str()), ("2", person.email.as_str()));
    assert_eq!(app.get(&path, &person.token).await.ok()["comments"], "mine");
    mine["version"] = json!(2);
    assert_eq!(app.put(&path, &person.token, mine).await.ok()["version"], 3);
}

// Spec: S7.success S7.contracts.delete
#[tokio::test]
async fn a_deleted_contract_is_gone_with_its_deposits() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let created = app.contract(&person, full()).await;
    let id = created["id"].as_str().unwrap();
    app.deposit(&tenant, id, "EMD", 10_000, "SUBMITTED").await;
    let path = format!("/api/contracts/{id}");
    assert_eq!(app.get(&path, &person.token).await.ok()["totalAmount"], json!(5100));
    assert_eq!(app.delete(&path, &person.token).await.ok(), json!({}));
    for answer in [
        app.get(&path, &person.token).await,
        app.put(&path, &person.token, full()).await,
        app.delete(&path, &person.token).await,
    ] {
        assert_eq!(answer.error(404), ("NOT_FOUND".to_owned(), "Contract not found.".to_owned()));
    }
    let kpis = app.post("/api/contract-dashboard/kpis", &person.token, json!({})).await.ok();
    assert_eq!(kpis["total_security_deposit"], 0);
    let db = app.owner_db().await;
    let left =
        app.platform_count(&db, "SELECT COUNT(*) AS n FROM security_deposits WHERE deleted_at IS NULL").await;
    assert_eq!(left, 0);
}

#[tokio::test]
async fn a_contract_with_a_project_stays() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let created = app.awarded(&person, "A-1").await;
    app.project(&person, json!({"contractId": created["id"]})).await;
    let path = format!("/api/contracts/{}", created["id"].as_str().unwrap());
    let (code, message) = app.delete(&path, &person.token).await.error(409);
    assert_eq!(code, "FAILED_PRECONDITION");
    assert_eq!(message, "This contract has a project and can't be deleted.");
    assert_eq!(app.get(&path, &person.token).await.ok()["isProjectCreated"], true);
}

#[tokio::test]
async fn the_same_key_creates_once() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let create = |key: &'static str, body: Value| {
        let request = app.request(Method::POST, "/api/contracts", Some(&person.token));
        answer(request.header("Idempotency-Key", key).json(&body))
    };
    let first = create("k1", full()).await.ok();
    assert_eq!(create("k1", full()).await.ok(), first);
    let mut other = full();
    other["bidId"] = json!("other");
    create("k1", other.clone()).await.error(409);
    create("k2", other).await.ok();
    // A failure isn't kept: the same key may be used with what was mended.
    create("k3", full()).await.error(409);
    let mut mended = full();
    mended["bidId"] = json!("mended");
    create("k3", mended).await.ok();
}

#[tokio::test]
async fn the_key_of_another_organisation_is_another_key() {
    let app = App::start().await;
    let (_, one) = app.firm("One").await;
    let (_, other) = app.firm("Other").await;
    let mut ids = Vec::new();
    for person in [&one, &other] {
        let request = app.request(Method::POST, "/api/contracts", Some(&person.token));
        let created = answer(request.header("Idempotency-Key", "k").json(&full())).await.ok();
        let path = format!("/api/contracts/{}", created["id"].as_str().unwrap());
        app.get(&path, &person.token).await.ok();
        ids.push(path);
    }
    assert_ne!(ids[0], ids[1]);
    app.get(&ids[0], &other.token).await.error(404);
}

#[tokio::test]
async fn ten_calls_at_once_under_one_key_create_one_contract() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let create = || async {
        let request = app.request(Method::POST, "/api/contracts", Some(&person.token));
        answer(request.header("Idempotency-Key", "once").json(&full())).await
    };
    let answers = futures_util::future::join_all((0..10).map(|_| create())).await;
    let ids: std::collections::HashSet<_> =
        answers.iter().map(|answer| answer.ok()["id"].to_string()).collect();
    assert_eq!(ids.len(), 1);
}

#[tokio::test]
async fn every_change_leaves_one_event_that_says_what() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let created = app.contract(&person, full()).await;
    let path = format!("/api/contracts/{}", created["id"].as_str().unwrap());
    let mut changed = created.clone();
    changed["status"] = json!("AWARDED");
    app.put(&path, &person.token, changed.clone()).await.ok();
    changed["version"] = json!(2);
    app.put(&path, &person.token, changed).await.ok();
    app.delete(&path, &person.token).await.ok();
    let events = app.events("contract").await;
    let actions: Vec<_> = events.iter().map(|event| event["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["create", "update", "delete"], "an update that changes nothing leaves none");
    // Each update said which version it had read: there is no more to tell than what changed.
    assert_eq!(events[1]["changes"], json!({"status": {"from": "SUBMITTED", "to": "AWARDED"}}));
    assert!(events.iter().all(|event| event["source"] == "json" && event["actor"] == json!(person.id)));
}

#[tokio::test]
async fn an_update_without_a_version_says_so_in_the_trail() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let created = app.contract(&person, full()).await;
    let path = format!("/api/contracts/{}", created["id"].as_str().unwrap());
    let body = json!({"bidId": "B-2", "contractName": "Bridge"});
    let updates = (0..8).map(|_| app.put(&path, &person.token, body.clone()));
    for answer in futures_util::future::join_all(updates).await {
        answer.ok();
    }
    let events = app.events("contract").await;
    assert_eq!(events.len(), 2, "seven of the eight had nothing left to change");
    assert_eq!(events[1]["changes"]["unchecked_version"], json!({"from": 1, "to": null}));
}

#[tokio::test]
async fn a_tenant_that_is_named_must_be_ones_own() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let (rival, _) = app.firm("Rival").await;
    app.post("/api/contracts/filter", &person.token, json!({"tenantId": tenant.id})).await.ok();
    for id in [rival.id, uuid::Uuid::now_v7()] {
        let foreign = json!({"tenantId": id, "bidId": "A", "contractName": "B"});
        let answers = [
            app.post("/api/contracts/filter", &person.token, foreign.clone()).await,
            app.post("/api/contracts", &person.token, foreign.clone()).await,
        ];
        for answer in answers {
            assert_eq!(answer.error(403).1, "This belongs to another organisation.");
        }
    }
    assert_eq!(app.events("contract").await.len(), 0);
}

#[tokio::test]
async fn the_trail_can_not_be_changed_even_by_the_databases_owner() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(&person, full()).await;
    let db = app.owner_db().await;
    for sql in ["UPDATE audit_events SET action = 'x'", "DELETE FROM audit_events"] {
        let statement = Statement::from_string(db.get_database_backend(), sql);
        let error = db.execute_raw(statement).await.unwrap_err().to_string();
        assert!(error.contains("append-only"), "{error}");
    }
}

// Spec: S6.enforced
#[tokio::test]
async fn rights_are_asked_one_by_one() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    let created = app.contract(&owner, full()).await;
    let path = format!("/api/contracts/{}", created["id"].as_str().unwrap());
    let viewer: Person = app.person(&tenant, &[("Contracts", Action::View)]).await;
    app.get(&path, &viewer.token).await.ok();
    let denied = [
        app.put(&path, &viewer.token, full()).await,
        app.delete(&path, &viewer.token).await,
        app.post("/api/contracts", &viewer.token, full()).await,
        // What can't even be bound is no business of somebody without the right.
        app.post("/api/contracts", &viewer.token, json!({"status": "NOWHERE"})).await,
        app.put("/api/contracts/not-an-id", &viewer.token, json!([])).await,
    ];
    for answer in denied {
        let (code, message) = answer.error(403);
        assert_eq!(code, "PERMISSION_DENIED");
        assert!(message.contains("Contracts"), "{message}");
    }
}
