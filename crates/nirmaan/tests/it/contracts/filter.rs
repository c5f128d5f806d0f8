//! Lists.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::{build::Person, harness::App};

async fn bids(app: &App, person: &Person, filter: Value) -> Vec<String> {
    let page = app.post("/api/contracts/filter", &person.token, filter).await.ok();
    page["content"].as_array().unwrap().iter().map(|row| row["bidId"].as_str().unwrap().to_owned()).collect()
}

async fn firm_with_contracts(app: &App) -> Person {
    let (_, person) = app.firm("Firm").await;
    for (bid, name, kind, value, start) in [
        ("GJ/71", "Widening of Pali Road", "Item rate", json!(300), json!("2026-03-01")),
        ("GJ/72", "100% lining_of canal", "EPC", json!(100), Value::Null),
        ("MP/9", "राष्ट्रीय राजमार्ग ÄRA", "item RATE", Value::Null, json!("2025-01-01")),
    ] {
        let body = json!({
            "bidId": bid, "contractName": name, "contractType": kind, "tenderBidValue": value,
            "actualStartDate": start, "referenceNo": format!("REF {name}"), "licenseHolderName": "Shah & Sons",
        });
        app.contract(&person, body).await;
        app.clock.advance(TimeDelta::seconds(1));
    }
    person
}

// Spec: S7.contracts.filter-texts S9.sort-default
#[tokio::test]
async fn text_filters_mean_contains_in_any_case_literally_and_in_their_own_field() {
    let app = App::start().await;
    let person = firm_with_contracts(&app).await;
    for (filter, expected) in [
        (json!({}), &["MP/9", "GJ/72", "GJ/71"][..]),
        (json!({"bidId": "gj"}), &["GJ/72", "GJ/71"]),
        (json!({"contractName": "ROAD"}), &["GJ/71"]),
        (json!({"contractName": "%"}), &["GJ/72"]),
        (json!({"contractName": "g_o"}), &["GJ/72"]),
        (json!({"contractName": "\\"}), &[]),
        (json!({"contractName": "राजमार्ग"}), &["MP/9"]),
        (json!({"contractName": "ära"}), &["MP/9"]),
        (json!({"contractType": "ITEM"}), &["MP/9", "GJ/71"]),
        (json!({"referenceNo": "ref 100%"}), &["GJ/72"]),
        (json!({"licenseHolderName": "& sons", "bidId": "9"}), &["MP/9"]),
        (json!({"bidId": "road"}), &[]),
        (json!({"bid_id": "mp", "status": []}), &["MP/9"]),
    ] {
        assert_eq!(bids(&app, &person, filter.clone()).await, expected, "{filter}");
    }
    app.post("/api/contracts/filter", &person.token, json!({"bidId": "a\u{2}b"})).await.error(400);
}

#[tokio::test]
async fn every_sortable_column_sorts_both_ways_with_nothing_last() {
    let app = App::start().await;
    let person = firm_with_contracts(&app).await;
    let sorted = |field: &str, direction: &str| json!({"sort": {"field": field, "direction": direction}});
    for (field, ascending, descending) in [
        ("bidId", ["GJ/71", "GJ/72", "MP/9"], ["MP/9", "GJ/72", "GJ/71"]),
        ("contractName", ["GJ/72", "GJ/71", "MP/9"], ["MP/9", "GJ/71", "GJ/72"]),
        ("contractType", ["GJ/72", "GJ/71", "MP/9"], ["MP/9", "GJ/71", "GJ/72"]),
        ("tenderBidValue", ["GJ/72", "GJ/71", "MP/9"], ["GJ/71", "GJ/72", "MP/9"]),
        ("actualStartDate", ["MP/9", "GJ/71", "GJ/72"], ["GJ/71", "MP/9", "GJ/72"]),
        ("createdAt", ["GJ/71", "GJ/72", "MP/9"], ["MP/9", "GJ/72", "GJ/71"]),
    ] {
        assert_eq!(bids(&app, &person, sorted(field, "asc")).await, ascending, "{field}");
        assert_eq!(bids(&app, &person, sorted(field, "DESC")).await, descending, "{field}");
    }
    for field in ["status", "paperCost", "tenderActualValue", "actualEndDate", "updatedAt"] {
        assert_eq!(bids(&app, &person, sorted(field, "asc")).await.len(), 3, "{field}");
    }
    let answer = app.post("/api/contracts/filter", &person.token, sorted("tenantId", "asc")).await;
    assert_eq!(answer.error(400).0, "INVALID_ARGUMENT");
    app.post("/api/contracts/filter", &person.token, sorted("bidId", "up")).await.error(400);
}

// Spec: S3.page S5.page-size S7.contracts.filter S9.page-size S9.page-index
#[tokio::test]
async fn pages_are_cut_and_counted_as_documented() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for number in 0..23 {
        app.contract(&person, json!({"bidId": format!("B{number:02}"), "contractName": "x"})).await;
    }
    for (pagination, number, size, rows, pages) in [
        (json!(null), 0, 10, 10, 3),
        (json!({"page": 2, "size": 10}), 2, 10, 3, 3),
        (json!({"page": 9}), 9, 10, 0, 3),
        (json!({"page": -1, "size": 0}), 0, 1, 1, 23),
        (json!({"size": "many"}), 0, 1, 1, 23),
        (json!({"size": "5", "page": "1"}), 1, 5, 5, 5),
        (json!({"size": 5000}), 0, 200, 23, 1),
        (json!({"size": ""}), 0, 10, 10, 3),
    ] {
        let page =
            app.post("/api/contracts/filter", &person.token, json!({"pagination": pagination})).await.ok();
        let is = (
            page["number"].clone(),
            page["size"].clone(),
            page["content"].as_array().unwrap().len(),
            page["totalPages"].clone(),
        );
        assert_eq!(is, (json!(number), json!(size), rows, json!(pages)), "{pagination}");
        assert_eq!(page["totalElements"], 23);
    }
    let far = json!({"pagination": {"page": 2_000_000, "size": 200}});
    app.post("/api/contracts/filter", &person.token, far).await.error(400);
}

// Spec: S7.contracts.filter-status
#[tokio::test]
async fn statuses_are_a_choice_of_any() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for status in ["DRAFT", "AWARDED", "CLOSED"] {
        app.contract(&person, json!({"bidId": status, "contractName": "x", "status": status})).await;
    }
    let mut found = bids(&app, &person, json!({"status": ["DRAFT", "CLOSED"]})).await;
    found.sort();
    assert_eq!(found, ["CLOSED", "DRAFT"]);
    let many = vec!["DRAFT"; 40_000];
    assert_eq!(bids(&app, &person, json!({"status": many})).await, ["DRAFT"]);
    let answer = app.post("/api/contracts/filter", &person.token, json!({"status": ["LOST"]})).await;
    answer.error(400);
    assert_eq!(answer.json()["fields"][0]["field"].as_str().unwrap().split('[').next(), Some("status"));
}

// Spec: S7.contracts.filter-dates
#[tokio::test]
async fn a_date_range_names_days_of_kolkata_both_included() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    app.contract(&person, json!({"bidId": "A", "contractName": "x"})).await;
    let db = app.owner_db().await;
    // 31 March, 23:59 in Kolkata.
    app.platform_sql(&db, "UPDATE contracts SET created_at = '2026-03-31T18:29:59.999999+00:00'").await;
    for (from, to, found) in [
        ("2026-03-31T00:00:00Z", "2026-03-31T23:59:59Z", 1),
        ("2026-04-01T00:00:00Z", "2026-04-30T23:59:59Z", 0),
        ("2026-03-01", "", 1),
        ("", "2026-03-30", 0),
    ] {
        let filter = json!({"dateRange": {"from": from, "to": to}});
        assert_eq!(bids(&app, &person, filter).await.len(), found, "{from} {to}");
    }
    let filter = json!({"dateRange": {"from": "yesterday"}});
    app.post("/api/contracts/filter", &person.token, filter).await.error(400);
}
