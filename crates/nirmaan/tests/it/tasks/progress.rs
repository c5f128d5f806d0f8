//! How far tasks are, told in passing.

use serde_json::{Value, json};

use super::Site;

#[tokio::test]
async fn progress_changes_what_is_sent_and_shows_what_it_changes_above() {
    let site = Site::open().await;
    let top = site.titled("Road", "").await;
    let middle = site.titled("Earthwork", &top).await;
    let body = json!({"title": "Clearing", "parentId": middle, "estimatedQuantity": 10, "estimatedRate": 100,
        "taxPercentage": 0, "comment": "Kept", "progress": 10, "units": "sqm"});
    let task = site.task(body).await;
    let leaf = task["id"].as_str().unwrap();
    site.task(json!({"title": "Grubbing", "parentId": middle, "estimatedQuantity": 10, "estimatedRate": 300,
        "taxPercentage": 0}))
        .await;
    let sent = json!({"version": 1, "progress": 50.55, "actualQuantity": 4.5, "status": "IN_PROGRESS", "actualEffortHours": 8});
    let change = site.call(leaf, "progress", sent).await.ok();
    let node = &change["task"];
    assert_eq!((&node["status"], &node["version"]), (&json!("IN_PROGRESS"), &json!(2)));
    assert_eq!((&node["actualQuantity"], &node["rollUp"]["progress"]), (&json!(4.5), &json!(50.55)));
    let above = change["above"].as_array().unwrap();
    let titles: Vec<_> = above.iter().map(|node| node["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Road", "Earthwork"], "from the top down");
    for node in above {
        assert_eq!(node["rollUp"]["progress"], 12.64, "50.55 of a quarter of the value");
        assert_eq!(
            (&node["rollUp"]["actualAmount"], &node["rollUp"]["actualEffortHours"]),
            (&json!(450), &json!(8))
        );
    }
    let read = site.get(leaf).await;
    assert_eq!(
        (&read["comment"], &read["units"], &read["title"]),
        (&json!("Kept"), &json!("sqm"), &json!("Clearing"))
    );
    // Nothing sent, nothing changed.
    let change = site.call(leaf, "progress", json!({})).await.ok();
    assert_eq!(change["task"]["version"], 2);
    assert_eq!(site.get(leaf).await, read);
    site.call(leaf, "progress", json!({"progress": 0})).await.ok();
    assert_eq!(site.get(leaf).await["progress"], 0);
}

#[tokio::test]
async fn the_progress_of_a_task_with_tasks_below_is_theirs() {
    let site = Site::open().await;
    let top = site.titled("Road", "").await;
    site.titled("Earthwork", &top).await;
    let refused = site.call(&top, "progress", json!({"progress": 5})).await;
    assert_eq!(refused.error(400).1, "The progress of this task is made of the tasks below it.");
    assert_eq!(refused.json()["fields"][0]["field"], "progress");
    let change = site.call(&top, "progress", json!({"status": "IN_PROGRESS"})).await.ok();
    assert_eq!(change["task"]["status"], "IN_PROGRESS");
}

#[tokio::test]
async fn a_status_recorded_in_passing_says_who_and_when() {
    let site = Site::open().await;
    let task = site.titled("Road", "").await;
    site.call(&task, "progress", json!({"status": "COMPLETED"})).await.ok();
    assert_eq!(site.get(&task).await["completedBy"], json!(site.owner.id));
    site.call(&task, "progress", json!({"status": "APPROVED"})).await.ok();
    let read = site.get(&task).await;
    assert_eq!((&read["approvedBy"], &read["isApproved"]), (&json!(site.owner.id), &json!(true)));
    assert_eq!(read["people"]["approvedBy"], json!(site.owner.email));
}

#[tokio::test]
async fn what_is_out_of_range_is_told_field_by_field() {
    let site = Site::open().await;
    let task = site.titled("Road", "").await;
    let sent = json!({"progress": 100.01, "actualQuantity": -1, "actualEffortHours": 1_000_001});
    let refused = site.call(&task, "progress", sent).await;
    refused.error(400);
    let fields: Vec<_> =
        refused.json()["fields"].as_array().unwrap().iter().map(|field| field["field"].clone()).collect();
    assert_eq!(fields, ["progress", "actualQuantity", "actualEffortHours"]);
    site.call(&task, "progress", json!({"status": "LOST"})).await.error(400);
    let dear = json!({"title": "Gold", "estimatedRate": 10_000_000_000_000_i64});
    let dear = site.task(dear).await["id"].as_str().unwrap().to_owned();
    let refused = site.call(&dear, "progress", json!({"actualQuantity": 2})).await;
    assert_eq!(refused.json()["fields"][0]["field"], "actualQuantity");
    assert_eq!(site.get(&dear).await["actualQuantity"], Value::Null);
}
