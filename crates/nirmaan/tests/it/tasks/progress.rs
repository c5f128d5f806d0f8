//! How far tasks are, told in passing.

use nirmaan_store::query::contradictions::Contradiction;
use serde_json::{Value, json};

use super::{Site, id};

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

/// What is said about a change: the field, and the sentence.
fn warnings(answer: &Value) -> Vec<[&str; 2]> {
    let all = answer["warnings"].as_array().unwrap();
    all.iter().map(|one| [one["field"].as_str().unwrap(), one["message"].as_str().unwrap()]).collect()
}

#[tokio::test]
async fn a_quantity_sets_the_progress_and_a_progress_keeps_the_quantity() {
    let site = Site::open().await;
    let top = site.titled("Road", "").await;
    let body = json!({"title": "Paving", "parentId": top, "estimatedQuantity": 10_328, "actualQuantity": 10_121.44,
        "units": "sqm", "progress": 98, "estimatedRate": 100});
    let task = site.task(body).await["id"].as_str().unwrap().to_owned();
    let quantities = "Progress is 40 %, but 120.5 of 10,328 sqm is 1.17 %.";

    let change = site.call(&task, "progress", json!({"actualQuantity": 120.5})).await.ok();
    let (node, above) = (&change["task"], &change["above"][0]);
    assert_eq!((&node["actualQuantity"], &node["rollUp"]["progress"]), (&json!(120.5), &json!(1.17)));
    assert_eq!(above["rollUp"]["progress"], 1.17, "the heading follows");
    assert_eq!(warnings(&change), [["progress", "Progress falls from 98 % to 1.17 %."]]);

    let change = site.call(&task, "progress", json!({"progress": 40})).await.ok();
    assert_eq!(change["task"]["actualQuantity"], 120.5);
    assert_eq!(warnings(&change), [["progress", quantities]]);

    // What is sent counts, also where both are.
    let change = site.call(&task, "progress", json!({"progress": 55, "actualQuantity": 20_656})).await.ok();
    assert_eq!(change["task"]["rollUp"]["progress"], 55);
    let said = [
        ["actualQuantity", "Actual quantity is above the estimated 10,328 sqm by a tenth or more."],
        ["progress", "Progress is 55 %, but 20,656 of 10,328 sqm is 100 %."],
    ];
    assert_eq!(warnings(&change), said);
    let change = site.call(&task, "progress", json!({"actualQuantity": 20_656})).await.ok();
    assert_eq!(change["task"]["rollUp"]["progress"], 100, "at most");

    // Nothing says how far it is any more: the progress stays.
    let change = site.call(&task, "progress", json!({"clearActualQuantity": true})).await.ok();
    assert_eq!(
        (&change["task"]["actualQuantity"], &change["task"]["rollUp"]["progress"]),
        (&Value::Null, &json!(100))
    );
    assert_eq!(warnings(&change), [] as [[&str; 2]; 0]);
    let both = site.call(&task, "progress", json!({"clearActualQuantity": true, "actualQuantity": 1})).await;
    both.error(400);
    assert_eq!(both.json()["fields"][0]["field"], "clearActualQuantity");
}

#[tokio::test]
async fn a_change_in_part_that_names_a_quantity_sets_the_progress_unless_it_names_that_too() {
    let site = Site::open().await;
    let body = json!({"title": "Paving", "estimatedQuantity": 63, "units": "nos", "progress": 95});
    let task = site.task(body).await["id"].as_str().unwrap().to_owned();
    let change = async |mask: &str, body: Value| {
        let path = format!("/api/tasks/{task}?updateMask={mask}");
        site.app.put(&path, &site.owner.token, body).await.ok()
    };
    let changed = change("actualQuantity", json!({"actualQuantity": 59})).await;
    assert_eq!((&changed["progress"], &changed["estimatedQuantity"]), (&json!(93.65), &json!(63)));
    assert_eq!(warnings(&changed), [] as [[&str; 2]; 0]);
    let changed = change("estimatedQuantity", json!({"estimatedQuantity": 118})).await;
    assert_eq!(changed["progress"], 50);
    assert_eq!(warnings(&changed), [["progress", "Progress falls from 93.65 % to 50 %."]]);
    let changed =
        change("estimatedQuantity,progress", json!({"estimatedQuantity": 63, "progress": 60})).await;
    assert_eq!(changed["progress"], 60);
    assert_eq!(warnings(&changed), [["progress", "Progress is 60 %, but 59 of 63 nos is 93.65 %."]]);
    assert_eq!(change("comment", json!({"comment": "Kept"})).await["progress"], 60);

    // A task that is sent whole is stored as it was sent.
    let whole = json!({"title": "Paving", "estimatedQuantity": 63, "actualQuantity": 59, "units": "nos", "progress": 40});
    let changed = site.put(&task, whole).await.ok();
    assert_eq!(changed["progress"], 40);
    let said = [
        ["progress", "Progress is 40 %, but 59 of 63 nos is 93.65 %."],
        ["progress", "Progress falls from 60 % to 40 %."],
    ];
    assert_eq!(warnings(&changed), said);
    assert_eq!(warnings(&site.get(&task).await), [] as [[&str; 2]; 0], "said when it is written");
}

#[tokio::test]
async fn the_quantities_of_a_task_with_tasks_below_say_nothing_of_its_progress() {
    let site = Site::open().await;
    let top = site.titled("Road", "").await;
    site.titled("Earthwork", &top).await;
    let changed = site.put(&top, json!({"title": "Road", "estimatedQuantity": 10})).await.ok();
    assert_eq!(warnings(&changed), [] as [[&str; 2]; 0]);
    let change = site.call(&top, "progress", json!({"actualQuantity": 50})).await.ok();
    assert_eq!(warnings(&change), [] as [[&str; 2]; 0]);
    assert_eq!(site.get(&top).await["progress"], 0);
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

#[tokio::test]
async fn tasks_that_contradict_themselves_are_told_and_left_as_they_are() {
    let site = Site::open().await;
    let task = async |title: &str, progress: i32, estimated: Value, actual: Value| {
        let body = json!({
            "title": title, "progress": progress, "estimatedQuantity": estimated, "actualQuantity": actual,
        });
        id(&site.task(body).await)
    };
    let wrong = task("Bitumen", 100, json!(10_328), json!(120.5)).await;
    let rounded = task("Kerb", 33, json!(3), json!(1)).await;
    site.call(&task("Paint", 0, json!(3), json!(0)).await, "progress", json!({"actualQuantity": 1}))
        .await
        .ok();
    task("No estimate", 80, Value::Null, json!(5)).await;
    task("Nothing estimated", 80, json!(0), json!(5)).await;
    task("Nothing done", 80, json!(5), Value::Null).await;
    let above = task("Section", 80, json!(5), json!(1)).await;
    let below = json!({"title": "Below it", "projectId": site.project, "parentId": above});
    site.app.post("/api/tasks?onOwnFigures=DROP", &site.owner.token, below).await.ok();
    let gone = task("Gone", 80, json!(5), json!(1)).await;
    site.app.delete(&format!("/api/tasks/{gone}"), &site.owner.token).await.ok();
    let before = site.get(&wrong).await;

    let mut expected = [(wrong.clone(), 117), (rounded, 3_333)];
    expected.sort();
    for page in [1, 2, 1_000] {
        let mut told = Vec::new();
        let tell = |found: &Contradiction| told.push((found.task_id.to_string(), found.implied));
        assert_eq!(site.app.store().contradictions(page, tell).await.unwrap(), 2);
        assert_eq!(told, expected, "{page} at a time");
    }
    assert_eq!(site.get(&wrong).await, before);
}
