//! What the documented clients read of contracts and their figures.

use chrono::TimeDelta;
use serde_json::{Value, json};

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

// Spec: S4.contract.statuses S4.contract.any-transition
#[tokio::test]
async fn a_contract_goes_from_any_status_to_any_other() {
    let app = App::start_with(|config| config.limits.calls_burst = 10_000).await;
    let (_, person) = app.firm("Firm").await;
    let row = app.contract(&person, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let path = format!("/api/contracts/{}", row["id"].as_str().unwrap());
    let set = async |status: &str| {
        let body = json!({"bidId": "A-1", "contractName": "Road", "status": status});
        assert_eq!(app.put(&path, &person.token, body).await.ok()["status"], status);
    };
    for from in STATUSES {
        for to in STATUSES {
            set(from).await;
            set(to).await;
        }
    }
}

// Spec: S3.contract.server-fields
#[tokio::test]
async fn who_wrote_it_and_when_is_the_servers_to_say() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let lies = json!({
        "bidId": "A-1", "contractName": "Road", "id": uuid::Uuid::now_v7(), "createdAt": "2001-01-01T00:00:00Z",
        "updatedAt": "2001-01-01T00:00:00Z", "createdBy": uuid::Uuid::now_v7(), "updatedBy": uuid::Uuid::now_v7(),
        "isDeleted": true, "deletedAt": "2001-01-01T00:00:00Z", "deletedBy": uuid::Uuid::now_v7(),
    });
    let created = app.contract(&person, lies.clone()).await;
    assert_ne!(created["id"], lies["id"]);
    assert_eq!((&created["createdBy"], &created["updatedBy"]), (&json!(person.id), &json!(person.id)));
    assert_eq!(created["createdAt"], created["updatedAt"]);
    assert_eq!((&created["isDeleted"], &created["deletedAt"]), (&json!(false), &Value::Null));
    assert_eq!(created["deletedBy"], "");
    app.clock.advance(TimeDelta::seconds(5));
    let other = app.person(&tenant, crate::build::ALL_OF_CONTRACTS).await;
    let path = format!("/api/contracts/{}", created["id"].as_str().unwrap());
    let mut changed = lies;
    changed["contractName"] = json!("Bridge");
    let changed = app.put(&path, &other.token, changed).await.ok();
    assert_eq!((&changed["createdBy"], &changed["updatedBy"]), (&json!(person.id), &json!(other.id)));
    assert_eq!((&changed["id"], &changed["createdAt"]), (&created["id"], &created["createdAt"]));
    assert!(changed["updatedAt"].as_str() > created["updatedAt"].as_str());
    assert_eq!(changed["isDeleted"], false);
}

// Spec: S3.contract.totals
#[tokio::test]
async fn found_contracts_come_with_what_is_put_into_them() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let row = app.contract(&person, json!({"bidId": "A-1", "contractName": "Road", "paperCost": 5.5})).await;
    let id = row["id"].as_str().unwrap();
    app.deposit(&tenant, id, "EMD", 10_050, "SUBMITTED").await;
    app.deposit(&tenant, id, "EMD", 2_000, "REFUNDED").await;
    app.deposit(&tenant, id, "EMD", 9_900, "CANCELLED").await;
    let found = app.post("/api/contracts/filter", &person.token, json!({})).await.ok();
    let row = &found["content"][0];
    assert_eq!((&row["totalDeposit"], &row["totalAmount"]), (&json!(120.5), &json!(126)));
    assert_eq!(row["isProjectCreated"], false);
}

// Spec: S7.contracts.sort
#[tokio::test]
async fn contracts_sort_by_nine_columns_both_ways() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for (bid, name, kind, status, paper, bid_value, actual, start, end) in [
        ("A", "c", "b", "DRAFT", 2, 3, 1, "2026-01-02", "2026-03-03"),
        ("B", "a", "c", "AWARDED", 3, 1, 2, "2026-01-03", "2026-03-01"),
        ("C", "b", "a", "CLOSED", 1, 2, 3, "2026-01-01", "2026-03-02"),
    ] {
        let body = json!({
            "bidId": bid, "contractName": name, "contractType": kind, "status": status, "paperCost": paper,
            "tenderBidValue": bid_value, "tenderActualValue": actual, "actualStartDate": start, "actualEndDate": end,
        });
        app.contract(&person, body).await;
        app.clock.advance(TimeDelta::seconds(1));
    }
    let sorted = async |field: &str, direction: &str| {
        let filter = json!({"sort": {"field": field, "direction": direction}});
        let page = app.post("/api/contracts/filter", &person.token, filter).await.ok();
        let rows = page["content"].as_array().unwrap();
        rows.iter().map(|row| row["bidId"].as_str().unwrap()).collect::<String>()
    };
    for (field, ascending) in [
        ("bidId", "ABC"),
        ("contractName", "BCA"),
        ("contractType", "CAB"),
        ("status", "BCA"),
        ("paperCost", "CAB"),
        ("tenderBidValue", "BCA"),
        ("tenderActualValue", "ABC"),
        ("actualStartDate", "CAB"),
        ("actualEndDate", "BCA"),
    ] {
        assert_eq!(sorted(field, "asc").await, ascending, "{field}");
        assert_eq!(sorted(field, "desc").await, ascending.chars().rev().collect::<String>(), "{field}");
    }
}

// Spec: S7.dashboard.kpi-lists
#[tokio::test]
async fn the_lists_among_the_figures_name_what_they_count() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let row = app.contract(&person, json!({"bidId": "A", "contractName": "x", "status": "AWARDED"})).await;
    let id = row["id"].as_str().unwrap();
    app.deposit(&tenant, id, "EMD", 10_000, "SUBMITTED").await;
    app.deposit(&tenant, id, "PERFORMANCE_SECURITY", 30_050, "SUBMITTED").await;
    let kpis = app.post("/api/contract-dashboard/kpis", &person.token, json!({})).await.ok();
    let by_type = kpis["deposit_by_type"].as_array().unwrap();
    assert_eq!(by_type.len(), 2);
    assert!(by_type.contains(&json!({"type": "EMD", "total": 100})));
    assert!(by_type.contains(&json!({"type": "PERFORMANCE_SECURITY", "total": 300.5})));
    let by_status = kpis["contract_count_by_status"].as_array().unwrap();
    let mut named: Vec<_> = by_status.iter().map(|row| row["status"].as_str().unwrap()).collect();
    named.sort_unstable();
    let mut expected = STATUSES;
    expected.sort_unstable();
    assert_eq!(named, expected);
    assert!(by_status.contains(&json!({"status": "AWARDED", "count": 1})));
    assert!(by_status.contains(&json!({"status": "DRAFT", "count": 0})));
}
