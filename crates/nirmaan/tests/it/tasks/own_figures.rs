//! What becomes of a task's own figures when it gets its first task below it.

use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};

use super::{Site, id};

/// A culvert with every figure.
fn culvert() -> Value {
    json!({
        "title": "Culvert", "estimatedQuantity": 12.5, "units": "m", "estimatedRate": 175_120.4, "taxPercentage": 18,
        "actualQuantity": 3, "actualRate": 180_000, "estimatedEffortHours": 40.5, "actualEffortHours": 8,
        "progress": 25, "taskType": "Masonry", "priority": "HIGH", "status": "IN_PROGRESS",
        "givenStartDate": "2026-11-02", "givenEndDate": "2026-12-31",
    })
}

const OWN: [&str; 6] = [
    "estimatedQuantity",
    "estimatedRate",
    "actualQuantity",
    "actualRate",
    "estimatedEffortHours",
    "actualEffortHours",
];

/// What a project comes to: the sums of its tasks at the top.
async fn sums(site: &Site) -> [f64; 4] {
    let fields = ["estimatedAmount", "actualAmount", "estimatedEffortHours", "actualEffortHours"];
    let nodes = site.tree().await;
    let tops: Vec<_> = nodes.iter().filter(|node| node["parentId"] == "").collect();
    fields.map(|field| {
        let hundredths = |node: &&Value| (node["rollUp"][field].as_f64().unwrap() * 100.0).round();
        tops.iter().map(hundredths).sum::<f64>() / 100.0
    })
}

/// The one task below another that keeps its figures.
async fn balance(site: &Site, parent: &str) -> Value {
    let rows = site.filter(json!({"projectId": site.project, "title": "(balance)"})).await;
    let mut rows: Vec<_> = rows.into_iter().filter(|row| row["parentId"] == parent).collect();
    assert_eq!(rows.len(), 1, "{rows:?}");
    rows.remove(0)
}

#[tokio::test]
async fn they_go_to_a_task_of_their_own_when_one_is_created_below() {
    let site = Site::open().await;
    let culvert = site.task(culvert()).await;
    let parent = id(&culvert);
    let before = sums(&site).await;
    site.titled("Headwall", &parent).await;
    assert_eq!(sums(&site).await, before);
    assert_eq!(site.outline().await, ["Culvert", ".Culvert (balance)", ".Headwall"]);
    let kept = balance(&site, &parent).await;
    for field in OWN.iter().chain(&["units", "taxPercentage", "progress", "taskType", "priority", "status"]) {
        assert_eq!(kept[*field], culvert[*field], "{field}");
    }
    let emptied = site.get(&parent).await;
    for field in OWN {
        assert_eq!(emptied[field], Value::Null, "{field}");
    }
    assert_eq!((&emptied["progress"], &emptied["version"]), (&json!(0), &json!(2)));
    assert_eq!(emptied["rollUp"]["givenEndDate"], "2026-12-31");
    // Once: from now on there is nothing to keep.
    site.titled("Wing wall", &parent).await;
    balance(&site, &parent).await;
}

#[tokio::test]
async fn they_go_to_a_task_of_their_own_when_one_is_moved_below() {
    let site = Site::open().await;
    let culvert = id(&site.task(culvert()).await);
    let headwall = json!({"title": "Headwall", "estimatedQuantity": 1, "estimatedRate": 65_664});
    let headwall = id(&site.task(headwall).await);
    let before = sums(&site).await;
    let change = site.call(&headwall, "move", json!({"parentId": culvert})).await.ok();
    assert_eq!(change["balance"]["title"], "Culvert (balance)");
    assert_eq!(change["balance"]["parentId"], json!(culvert));
    let above = change["above"].as_array().unwrap();
    assert_eq!(above.len(), 1);
    let culverts = above[0]["rollUp"]["estimatedAmount"].as_f64().unwrap();
    assert!((culverts - before[0]).abs() < 0.005, "{culverts} of {before:?}");
    assert_eq!(sums(&site).await, before);
    // Within the same task nothing becomes a parent.
    let change = site.call(&headwall, "move", json!({"parentId": culvert})).await.ok();
    assert_eq!(change["balance"], Value::Null);
}

#[tokio::test]
async fn they_go_to_a_task_of_their_own_when_an_update_names_another_parent() {
    let site = Site::open().await;
    let culvert = id(&site.task(culvert()).await);
    let headwall = site.titled("Headwall", "").await;
    let before = sums(&site).await;
    site.put(&headwall, json!({"title": "Headwall", "parentId": culvert})).await.ok();
    assert_eq!(sums(&site).await, before);
    balance(&site, &culvert).await;
}

#[tokio::test]
async fn they_are_dropped_only_by_whoever_says_so() {
    let site = Site::open().await;
    let one = id(&site.task(culvert()).await);
    let body = json!({"title": "Headwall", "projectId": site.project, "parentId": one});
    site.app.post("/api/tasks?onOwnFigures=DROP", &site.owner.token, body).await.ok();
    let two = id(&site.task(culvert()).await);
    let moved = site.titled("Wing wall", "").await;
    site.call(&moved, "move", json!({"parentId": two, "onOwnFigures": "DROP"})).await.ok();
    let three = id(&site.task(culvert()).await);
    let put = site.titled("Apron", "").await;
    let path = format!("/api/tasks/{put}?onOwnFigures=DROP");
    let body = json!({"title": "Apron", "parentId": three});
    site.app.put(&path, &site.owner.token, body).await.ok();
    assert_eq!(sums(&site).await, [0.0; 4]);
    let outline = ["Culvert", ".Headwall", "Culvert", ".Wing wall", "Culvert", ".Apron"];
    assert_eq!(site.outline().await, outline);
    // The trail knows what was dropped.
    let events = site.app.events("task").await;
    let dropped = events.iter().filter(|event| event["changes"]["estimated_quantity"]["to"] == Value::Null);
    assert_eq!(dropped.filter(|event| event["changes"]["estimated_quantity"]["from"] == 125_000).count(), 3);
    let body = json!({"title": "X", "projectId": site.project, "parentId": one});
    site.app.post("/api/tasks?onOwnFigures=KEEPSAKE", &site.owner.token, body).await.error(400);
}

#[tokio::test]
async fn what_has_none_gets_no_task_for_them_and_a_refusal_makes_none() {
    let site = Site::open().await;
    let heading = id(&site.task(json!({"title": "Heading", "progress": 40, "units": "m"})).await);
    site.titled("Below", &heading).await;
    assert_eq!(site.outline().await, ["Heading", ".Below"]);
    let own = id(&site.task(culvert()).await);
    site.call(&own, "move", json!({"parentId": own})).await.error(409);
    let other = site.other_project("Bridge").await;
    let body = json!({"title": "Elsewhere", "projectId": other, "parentId": own});
    site.try_task(body).await.error(404);
    assert_eq!(site.outline().await, ["Heading", ".Below", "Culvert"]);
    assert_eq!(site.get(&own).await["version"], 1);
}

#[tokio::test]
async fn a_long_title_is_cut_and_the_deepest_level_has_room() {
    let site = Site::open().await;
    let mut body = culvert();
    body["title"] = json!("अ".repeat(255));
    let mut parent = String::new();
    for level in 0..3 {
        parent = site.titled(&format!("L {level}"), &parent).await;
    }
    body["parentId"] = json!(parent);
    let own = id(&site.task(body).await);
    site.titled("Deepest", &own).await;
    let kept = balance(&site, &own).await;
    assert_eq!(kept["title"].as_str().unwrap().chars().count(), 255);
    assert_eq!(kept["level"], 4);
}

/// Whatever is created without figures or moved anywhere, the sums of a project stay as they were.
#[tokio::test]
async fn no_move_and_no_new_heading_changes_a_sum() {
    let site = Site::open().await;
    let mut random = StdRng::seed_from_u64(26);
    let mut tasks: Vec<String> = Vec::new();
    for number in 0..60 {
        let parent = match random.random_range(0..3) {
            0 => String::new(),
            _ => tasks.get(random.random_range(0..tasks.len().max(1))).cloned().unwrap_or_default(),
        };
        let before = sums(&site).await;
        match random.random_range(0..3) {
            0 => {
                let body = json!({
                    "title": format!("T {number}"),
                    "estimatedQuantity": f64::from(random.random_range(1..100_000)) / 7.0,
                    "estimatedRate": f64::from(random.random_range(1..100_000)) / 100.0,
                    "actualQuantity": random.random_range(0..50),
                    "estimatedEffortHours": random.random_range(0..50),
                });
                tasks.push(id(&site.task(body).await));
                continue;
            }
            1 => {
                let body = json!({"title": format!("H {number}"), "parentId": parent});
                let made = site.try_task(body).await;
                if made.status == 200 {
                    tasks.push(id(&made.json()));
                }
            }
            _ if tasks.is_empty() => {}
            _ => {
                let moved = &tasks[random.random_range(0..tasks.len())];
                // Below itself or too deep is refused, and changes nothing either.
                site.call(moved, "move", json!({"parentId": parent})).await;
            }
        }
        assert_eq!(sums(&site).await, before, "step {number}");
    }
    assert!(tasks.len() > 20, "{}", tasks.len());
}
