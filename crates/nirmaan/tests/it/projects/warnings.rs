//! What is unusual about projects and tasks is stored, and said.

use serde_json::json;

use crate::{contracts::warnings::said, harness::App};

#[tokio::test]
async fn a_project_that_ends_before_it_begins_is_stored_with_a_warning() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let mut body =
        json!({"projectName": "Ring road", "givenStartDate": "2026-03-12", "givenEndDate": "2026-03-11"});
    let out_of_order = ["givenEndDate", "Given end date is before the given start date, 12 Mar 2026."];
    let created = app.project(&person, body.clone()).await;
    assert_eq!(said(&created), [out_of_order]);
    let path = format!("/api/projects/{}", created["id"].as_str().unwrap());
    assert!(said(&app.get(&path, &person.token).await.ok()).is_empty());
    assert_eq!(said(&app.put(&path, &person.token, body.clone()).await.ok()), [out_of_order]);
    body["givenEndDate"] = json!("2026-03-12");
    assert!(said(&app.put(&path, &person.token, body).await.ok()).is_empty());
}

#[tokio::test]
async fn a_project_of_a_contract_is_warned_of_what_it_takes_over() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let contract = json!({"bidId": "A-1", "contractName": "Road", "status": "AWARDED",
        "actualStartDate": "2026-03-12", "actualEndDate": "2026-03-11"});
    let contract = app.contract(&person, contract).await;
    let created = app.project(&person, json!({"contractId": contract["id"]})).await;
    assert_eq!(
        said(&created),
        [["actualEndDate", "Actual end date is before the actual start date, 12 Mar 2026."]]
    );
}

#[tokio::test]
async fn a_task_that_comes_to_more_than_a_thousand_crore_is_stored_with_a_warning() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let project = app.project(&person, json!({"projectName": "Ring road"})).await;
    let mut body = json!({"projectId": project["id"], "title": "Earthwork", "estimatedQuantity": 1000,
        "estimatedRate": 10_000_001, "taxPercentage": 0});
    let too_large = ["estimatedRate", "Estimated amount is above ₹1,000 crore."];
    let created = app.post("/api/tasks", &person.token, body.clone()).await.ok();
    assert_eq!(said(&created), [too_large]);
    let path = format!("/api/tasks/{}", created["id"].as_str().unwrap());
    assert!(said(&app.get(&path, &person.token).await.ok()).is_empty());
    assert_eq!(said(&app.put(&path, &person.token, body.clone()).await.ok()), [too_large]);
    body["estimatedRate"] = json!(10_000_000);
    assert!(said(&app.put(&path, &person.token, body).await.ok()).is_empty());
}
