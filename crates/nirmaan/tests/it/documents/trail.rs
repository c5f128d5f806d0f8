//! What the audit trail tells of documents: whoever may view what they belong to.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::{ALL, ONE, PDF};
use crate::{build::Person, harness::App};

/// The events of documents in the list, the oldest first: whether the list says what changed.
async fn told(app: &App, person: &Person) -> Vec<bool> {
    let page = app.post("/api/audit/filter", &person.token, json!({"entity": "document"})).await.ok();
    let events = page["content"].as_array().unwrap().iter().rev();
    events.map(|event| !event["changes"].as_array().unwrap().is_empty()).collect()
}

async fn history(app: &App, person: &Person, document: &Value) -> Value {
    let path = format!("/api/audit/document/{}", document["id"].as_str().unwrap());
    app.get(&path, &person.token).await.ok()
}

/// What a field became, and what it was, in an event.
fn change<'a>(event: &'a Value, field: &str) -> [&'a str; 2] {
    let changes = event["changes"].as_array().unwrap();
    let found = changes.iter().find(|change| change["field"] == field);
    let found = found.unwrap_or_else(|| panic!("no {field}: {event}"));
    ["from", "to"].map(|side| found[side].as_str().unwrap())
}

#[tokio::test]
async fn the_trail_of_a_document_is_for_whoever_may_view_what_it_belongs_to() {
    let app = App::start().await;
    let (tenant, owner, contract) = app.with_papers("Firm").await;
    let notice = app.document(&owner, &contract, "notice.pdf", PDF).await;
    let papers = app.upload(ONE, &owner, &[("entityType", "VEHICLE")], &[("rc.pdf", PDF)]).await.ok();
    let path = format!("/api/documents/{}", papers["id"].as_str().unwrap());
    app.delete(&path, &owner.token).await.ok();

    let report = ("User", Action::Report);
    let clerk = app.person(&tenant, &[report, ("Contracts", Action::View)]).await;
    let driver = app.person(&tenant, &[report, ("Vehicles", Action::View)]).await;
    let auditor = app.person(&tenant, &[report, ("User", Action::View)]).await;
    assert_eq!(told(&app, &clerk).await, [true, false, false]);
    assert_eq!(told(&app, &driver).await, [false, true, true]);
    assert_eq!(told(&app, &auditor).await, [false, false, false]);
    assert_eq!(told(&app, &app.root().await).await, [false, false, false]);

    let events = history(&app, &driver, &papers).await["content"].take();
    assert_eq!(change(&events[0], "file_name"), ["rc.pdf", ""], "a deleted one says what it was");
    assert_eq!(change(&events[0], "entity_type"), ["VEHICLE", ""]);
    assert_eq!(change(&events[1], "file_name"), ["", "rc.pdf"]);
    let events = history(&app, &clerk, &notice).await;
    assert_eq!(events["totalElements"], 1);
    assert_eq!(change(&events["content"][0], "entity_id"), ["", &contract]);
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn the_history_of_a_hidden_document_is_that_of_none() {
    let app = App::start().await;
    let (tenant, owner, contract) = app.with_papers("Firm").await;
    let (rival, _, _) = app.with_papers("Rival").await;
    let notice = app.document(&owner, &contract, "notice.pdf", PDF).await;
    let driver = app.person(&tenant, &[("Vehicles", Action::View)]).await;
    let stranger = app.person(&rival, ALL).await;
    let nothing = history(&app, &driver, &json!({"id": uuid::Uuid::now_v7()})).await;
    assert_eq!(nothing["totalElements"], 0);
    for person in [&driver, &stranger, &app.root().await] {
        assert_eq!(history(&app, person, &notice).await, nothing);
    }
}
