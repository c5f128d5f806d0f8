//! The dashboard's counts and figures.

use serde_json::{Value, json};

use crate::harness::App;

// Spec: S4.contract.categories S7.dashboard.statuses S7.dashboard.categories
#[tokio::test]
async fn every_status_and_category_is_counted_with_zero_too() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let (_, rival) = app.firm("Rival").await;
    for (bid, status) in
        [("1", "DRAFT"), ("2", "AWARDED"), ("3", "AWARDED"), ("4", "DISPUTE"), ("5", "REJECTED")]
    {
        app.contract(&person, json!({"bidId": bid, "contractName": "x", "status": status})).await;
    }
    app.contract(&rival, json!({"bidId": "1", "contractName": "x", "status": "CLOSED"})).await;

    let rows = app.get("/api/contract-dashboard/status-summary", &person.token).await.ok();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 19);
    let count = |status: &str| rows.iter().find(|row| row["status"] == status).unwrap()["count"].clone();
    assert_eq!((count("AWARDED"), count("DRAFT"), count("CLOSED")), (json!(2), json!(1), json!(0)));

    let rows = app.get("/api/contract-dashboard/status-category-summary", &person.token).await.ok();
    let counts: Vec<_> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["statusCategory"].as_str().unwrap().to_owned(), row["totalCount"].as_i64().unwrap()))
        .collect();
    let expected = [("Pre-Project", 3), ("Active", 0), ("Closed", 0), ("Dispute", 1), ("Others", 1)];
    assert_eq!(counts, expected.map(|(name, count)| (name.to_owned(), count)));
}

// Spec: S7.dashboard.kpis S7.dashboard.kpi-deposits S7.dashboard.kpi-paper-cost S7.dashboard.kpi-by-type
#[tokio::test]
async fn the_figures_are_sums_of_the_rows() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let mut ids = Vec::new();
    for (bid, status, paper_cost) in
        [("1", "REJECTED", json!(100)), ("2", "WORK_IN_PROGRESS", json!(50.5)), ("3", "DRAFT", Value::Null)]
    {
        let body = json!({"bidId": bid, "contractName": "x", "status": status, "paperCost": paper_cost});
        ids.push(app.contract(&person, body).await["id"].as_str().unwrap().to_owned());
    }
    app.deposit(&tenant, &ids[0], "EMD", 10_0000, "SUBMITTED").await;
    app.deposit(&tenant, &ids[0], "EMD", 20_000, "REFUNDED").await;
    app.deposit(&tenant, &ids[1], "PERFORMANCE_SECURITY", 3_000, "PENDING_RELEASE").await;
    app.deposit(&tenant, &ids[1], "EMD", 700, "CANCELLED").await;

    let kpis = app.post("/api/contract-dashboard/kpis", &person.token, json!({})).await.ok();
    for (key, expected) in [
        ("total_security_deposit", json!(1230)),
        ("total_refunded", json!(200)),
        ("still_out", json!(1030)),
        ("pending_refund", json!(1000)),
        ("refund_initiated", json!(30)),
        ("average_refund_days", json!(30)),
        ("paper_cost_total", json!(150.5)),
        ("paper_cost_awarded", json!(50.5)),
        ("paper_cost_lost", json!(100)),
        ("paper_cost_average", json!(75.25)),
        (
            "deposit_by_type",
            json!([{"type": "EMD", "total": 1200}, {"type": "PERFORMANCE_SECURITY", "total": 30}]),
        ),
    ] {
        assert_eq!(kpis[key], expected, "{key}");
    }
    assert_eq!(kpis["contract_count_by_status"].as_array().unwrap().len(), 19);
    let row = app.get(&format!("/api/contracts/{}", ids[0]), &person.token).await.ok();
    assert_eq!((&row["totalDeposit"], &row["totalAmount"]), (&json!(1200), &json!(1300)));
}

#[tokio::test]
async fn sums_beyond_the_largest_amount_are_still_figures() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let largest = json!(10_000_000_000_000_i64);
    let row = app.contract(&person, json!({"bidId": "1", "contractName": "x", "paperCost": largest})).await;
    let db = app.owner_db().await;
    app.deposit(&tenant, row["id"].as_str().unwrap(), "EMD", 1_000_000_000_000_000, "SUBMITTED").await;
    // Each doubling takes the largest amounts along: 2^14 of them overflow a sum of paise.
    for _ in 0..14 {
        app.double_deposits(&db).await;
    }
    let kpis = app.post("/api/contract-dashboard/kpis", &person.token, json!({})).await.ok();
    // What the wire can say at most, in rupees.
    assert_eq!(kpis["total_security_deposit"], json!(92233720368547758.07));
    assert_eq!(kpis["paper_cost_total"], largest);
    app.get(&format!("/api/contracts/{}", row["id"].as_str().unwrap()), &person.token).await.ok();
}

// Spec: S7.dashboard.kpis
#[tokio::test]
async fn without_rows_there_are_no_means() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    // An empty body is an empty message.
    let request = app.request(reqwest::Method::POST, "/api/contract-dashboard/kpis", Some(&person.token));
    let kpis = crate::harness::answer(request).await.ok();
    assert_eq!((&kpis["average_refund_days"], &kpis["paper_cost_average"]), (&Value::Null, &Value::Null));
    assert_eq!((&kpis["total_security_deposit"], &kpis["deposit_by_type"]), (&json!(0), &json!([])));
}
