//! The list of imports.

use chrono::TimeDelta;
use nirmaan_api::access::Action;
use serde_json::json;

use super::{imports, sent};
use crate::{build::PASSWORD, contracts::import::upload, harness::App};

#[tokio::test]
async fn imports_are_listed_with_who_when_and_what() {
    let app = App::start().await;
    let (tenant, mut person) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Rival").await;
    upload(&app, &person, "Register March.csv", "Bid ID,Contract Name\nA,Road\n,x\n").await.ok();
    assert!(imports(&app, &stranger, json!({})).await.is_empty());
    app.clock.advance(TimeDelta::days(1));
    let login = app.log_in(&tenant.name, &person.email, PASSWORD).await;
    person.token = login["accessToken"].as_str().unwrap().to_owned();
    upload(&app, &person, "april.csv", "Bid ID,Contract Name\nB,Road\nC,Dam\n").await.ok();
    sent(&app, &person, "Bid ID,Status\nA,Awarded\nB,Draft\n", &["updateExisting"]).await;
    // Nothing is stored: no import.
    upload(&app, &person, "bad.csv", "Bid ID,Contract Name\nA,Road\n").await.ok();

    let all = imports(&app, &person, json!({})).await;
    let told: Vec<_> = all
        .iter()
        .map(|row| {
            let count = |field: &str| row[field].as_i64().unwrap();
            let counts = ["created", "updated", "skipped", "failed"].map(count);
            (row["fileName"].as_str().unwrap(), counts)
        })
        .collect();
    assert_eq!(
        told,
        [("tenders.csv", [0, 1, 1, 0]), ("april.csv", [2, 0, 0, 0]), ("Register March.csv", [1, 0, 0, 1])]
    );
    assert!(all.iter().all(|row| row["createdByEmail"] == person.email && row["undoneAt"].is_null()));
    // The first one's contract was changed by the last one.
    let can_undo: Vec<_> = all.iter().map(|row| row["canUndo"].as_bool().unwrap()).collect();
    assert_eq!(can_undo, [true, true, false]);
    let links: Vec<_> = all.iter().map(|row| row["errorFileUrl"].as_str().unwrap().is_empty()).collect();
    assert_eq!(links, [true, true, false]);

    let names = |rows: Vec<serde_json::Value>| -> Vec<String> {
        rows.iter().map(|row| row["fileName"].as_str().unwrap().to_owned()).collect()
    };
    let body = json!({"fileName": "MARCH"});
    assert_eq!(names(imports(&app, &person, body).await), ["Register March.csv"]);
    let body = json!({"sort": {"field": "created", "direction": "desc"}, "pagination": {"size": 1}});
    assert_eq!(names(imports(&app, &person, body).await), ["april.csv"]);
    let today = app.clock.today().to_string();
    let body = json!({"dateRange": {"from": today, "to": today}});
    assert_eq!(names(imports(&app, &person, body).await), ["tenders.csv", "april.csv"]);
    let unsorted = json!({"sort": {"field": "errorKey"}});
    app.post("/api/contracts/imports/filter", &person.token, unsorted).await.error(400);
}

#[tokio::test]
async fn listing_needs_the_right_to_view() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let clerk = app.person(&tenant, &[("Contracts", Action::Create)]).await;
    app.post("/api/contracts/imports/filter", &clerk.token, json!({})).await.error(403);
}
