//! Projects from contracts.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::at;
use crate::harness::App;

const STATUSES: [&str; 19] = [
    "DRAFT",
    "SUBMITTED",
    "AWARDED",
    "ACCEPTED",
    "REJECTED",
    "CANCELLED",
    "WORK_ORDER_ISSUED",
    "MOBILIZED",
    "WORK_IN_PROGRESS",
    "ON_HOLD",
    "RESUMED",
    "COMPLETED",
    "SUBMITTED_FOR_APPROVAL",
    "APPROVED",
    "PAYMENT_PENDING",
    "PAYMENT_RECEIVED",
    "CLOSED",
    "TERMINATED",
    "DISPUTE",
];

fn tender() -> Value {
    json!({
        "bidId": "GJ/71", "contractName": "Widening of Pali Road", "description": "18 km", "status": "AWARDED",
        "contractType": "EPC", "tenderActualValue": 1000, "tenderBidValue": 900, "licenseId": "L-1",
        "licenseHolderName": "Ramesh Patel", "licenseNo": "GJ/AA/0042", "givenStartDate": "2026-03-01",
        "givenEndDate": "2027-03-01", "actualStartDate": "2026-03-02", "actualEndDate": "2027-03-02",
        "extensionCoun": 2, "comments": "Low competition",
    })
}

// Spec: S4.project.from-contract S9.project.initiated
#[tokio::test]
async fn what_is_not_sent_is_the_contracts() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let contract = app.contract(&person, tender()).await;
    let project = app.project(&person, json!({"contractId": contract["id"]})).await;
    for (field, expected) in [
        ("contractId", contract["id"].clone()),
        ("contractBidId", json!("GJ/71")),
        ("contractBidNo", json!("GJ/71")),
        ("projectName", json!("Widening of Pali Road")),
        ("description", json!("18 km")),
        ("projectType", json!("EPC")),
        ("status", json!("INITIATED")),
        ("projectActualValue", json!(1000)),
        ("projectBidValue", json!(900)),
        ("projectBidPercentage", json!(-10)),
        ("licenseId", json!("L-1")),
        ("licenseHolderName", json!("Ramesh Patel")),
        ("licenseNo", json!("GJ/AA/0042")),
        ("givenStartDate", json!("2026-03-01")),
        ("givenEndDate", json!("2027-03-01")),
        ("actualStartDate", json!("2026-03-02")),
        ("actualEndDate", json!("2027-03-02")),
        ("extensionCount", json!(2)),
        ("comment", json!("")),
    ] {
        assert_eq!(project[field], expected, "{field}");
    }
    let path = format!("/api/contracts/{}", contract["id"].as_str().unwrap());
    let contract = app.get(&path, &person.token).await.ok();
    assert_eq!((&contract["isProjectCreated"], &contract["version"]), (&json!(true), &json!(2)));
    let event = app.events("contract").await.pop().unwrap();
    assert_eq!(event["changes"], json!({"has_project": {"from": false, "to": true}}));
}

// Spec: S4.project.from-contract S5.project.bid
#[tokio::test]
async fn what_is_sent_stands_and_the_linked_value_follows_it() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    for (at, (sent, actual, value, percentage)) in [
        (json!({"projectBidValue": 950}), 1000, 950, -5),
        (json!({"projectBidPercentage": 5}), 1000, 1050, 5),
        (json!({"projectActualValue": 1800}), 1800, 900, -50),
        (json!({"projectActualValue": 500, "projectBidPercentage": 10}), 500, 550, 10),
    ]
    .into_iter()
    .enumerate()
    {
        let mut contract = tender();
        contract["bidId"] = json!(format!("GJ/{at}"));
        let contract = app.contract(&person, contract).await;
        let mut body = sent.clone();
        let more = json!({
            "contractId": contract["id"], "projectName": "Mine", "status": "PLANNED", "contractBidId": "other",
            "extensionCount": 5, "comment": "Ours",
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let project = app.project(&person, body).await;
        let values = ["projectActualValue", "projectBidValue", "projectBidPercentage"];
        assert_eq!(
            values.map(|field| project[field].clone()),
            [actual, value, percentage].map(|n| json!(n)),
            "{sent}"
        );
        let texts = ["projectName", "status", "contractBidId", "comment"];
        let expected = ["Mine", "PLANNED", contract["bidId"].as_str().unwrap(), "Ours"];
        assert_eq!(texts.map(|field| project[field].as_str().unwrap()), expected);
        assert_eq!((&project["extensionCount"], &project["description"]), (&json!(5), &json!("18 km")));
    }
}

// Spec: S4.project.awarded
#[tokio::test]
async fn only_an_awarded_contract_becomes_a_project() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    for status in STATUSES {
        let body = json!({"bidId": status, "contractName": "Road", "status": status});
        let contract = app.contract(&person, body).await;
        let heard = app.post("/api/projects", &person.token, json!({"contractId": contract["id"]})).await;
        if status == "AWARDED" {
            heard.ok();
        } else {
            let (code, message) = heard.error(409);
            assert_eq!(code, "FAILED_PRECONDITION", "{status}");
            assert_eq!(message, "A project can be created from an awarded contract only.");
        }
    }
    let page = app.post("/api/projects/filter", &person.token, json!({})).await.ok();
    assert_eq!(page["totalElements"], 1);
}

// Spec: S4.project.once
#[tokio::test]
async fn a_contract_gets_one_project_however_many_ask_at_once() {
    let app = App::start_with(|config| config.limits.calls_burst = 1_000_000).await;
    let (_, person) = app.building("Firm").await;
    let contract = app.awarded(&person, "GJ/71").await;
    let create = || app.post("/api/projects", &person.token, json!({"contractId": contract["id"]}));
    let answers = futures_util::future::join_all((0..50).map(|_| create())).await;
    let (created, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    assert_eq!((created.len(), refused.len()), (1, 49));
    for answer in refused {
        let (code, message) = answer.error(409);
        assert_eq!(
            (code.as_str(), message.as_str()),
            ("ALREADY_EXISTS", "This contract has a project already.")
        );
        assert_eq!(answer.json()["fields"][0]["field"], "contractId");
    }
    let of_contract = json!({"contractId": contract["id"]});
    let page = app.post("/api/projects/filter", &person.token, of_contract).await.ok();
    assert_eq!(page["totalElements"], 1);
    assert_eq!(app.events("project").await.len(), 1);
}

// Spec: S4.project.linked
#[tokio::test]
async fn a_linked_project_stays_and_keeps_its_contract() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let (contract, other) = (app.awarded(&person, "GJ/71").await, app.awarded(&person, "GJ/72").await);
    let linked = app.project(&person, json!({"contractId": contract["id"]})).await;
    let (code, message) = app.delete(&at(&linked), &person.token).await.error(409);
    assert_eq!(code, "FAILED_PRECONDITION");
    assert_eq!(message, "This project is linked to a contract and can't be deleted.");
    for contract_id in [json!(""), contract["id"].clone()] {
        let body = json!({"contractId": contract_id, "projectName": "Canal", "contractBidId": "mine"});
        let changed = app.put(&at(&linked), &person.token, body).await.ok();
        assert_eq!(changed["contractId"], contract["id"]);
        assert_eq!((&changed["contractBidId"], &changed["projectName"]), (&json!("GJ/71"), &json!("Canal")));
    }
    let free = app.project(&person, json!({"projectName": "Fence", "contractBidId": "GJ/99"})).await;
    for (project, named) in [
        (&linked, other["id"].clone()),
        (&linked, json!(uuid::Uuid::now_v7())),
        (&linked, json!("none")),
        (&free, contract["id"].clone()),
        (&free, json!("none")),
    ] {
        let body = json!({"contractId": named, "projectName": "Road"});
        let refused = app.put(&at(project), &person.token, body).await;
        assert_eq!(refused.error(400).1, "A project stays with its contract.");
        assert_eq!(refused.json()["fields"][0]["field"], "contractId");
    }
    let body = json!({"projectName": "Fence", "contractBidNo": "GJ/100"});
    assert_eq!(app.put(&at(&free), &person.token, body).await.ok()["contractBidId"], "GJ/100");
}

// Spec: S6.projects.module S6.enforced S6.tenant-scope
#[tokio::test]
async fn a_contract_is_named_by_whoever_may_see_it() {
    let app = App::start().await;
    let (tenant, owner) = app.building("Firm").await;
    let (_, stranger) = app.building("Rival").await;
    let contract = app.awarded(&owner, "GJ/71").await;
    let body = json!({"contractId": contract["id"]});
    let hand = app.person(&tenant, &[("Projects", Action::Create)]).await;
    for id in [contract["id"].clone(), json!(uuid::Uuid::now_v7())] {
        let (code, message) =
            app.post("/api/projects", &hand.token, json!({"contractId": id})).await.error(403);
        assert_eq!(code, "PERMISSION_DENIED");
        assert!(message.contains("Contracts"), "{message}");
    }
    for id in [contract["id"].clone(), json!(uuid::Uuid::now_v7()), json!("none")] {
        let refused = app.post("/api/projects", &stranger.token, json!({"contractId": id})).await;
        assert_eq!(refused.error(404).1, "Contract not found.");
    }
    let both = [("Projects", Action::Create), ("Contracts", Action::View)];
    let hand = app.person(&tenant, &both).await;
    app.post("/api/projects", &hand.token, body).await.ok();
}
