//! Moving tasks with all below them.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{Site, id, nobodys};
use crate::harness::App;

const TOO_DEEP: &str = "Maximum level reached (Level 4)";

/// The answer's titles of what lies above.
fn above(change: &Value) -> Vec<&str> {
    change["above"].as_array().unwrap().iter().map(|node| node["title"].as_str().unwrap()).collect()
}

/// Every task's path and level, as its place in the tree says.
async fn assert_paths(site: &Site) {
    let rows = site.filter(json!({"projectId": site.project})).await;
    for row in &rows {
        let parent = rows.iter().find(|other| other["id"] == row["parentId"]);
        let (path, level) = parent.map_or((String::new(), 0), |parent| {
            (parent["hierarchyPath"].as_str().unwrap().to_owned(), parent["level"].as_i64().unwrap() + 1)
        });
        assert_eq!(parent.is_none(), row["parentId"] == "", "{row}");
        assert_eq!(row["hierarchyPath"], format!("{path}{}/", id(row)));
        assert_eq!(row["level"], level);
    }
}

#[tokio::test]
async fn a_task_moves_with_all_below_it_to_where_it_is_put() {
    let site = Site::open().await;
    let one = site.titled("One", "").await;
    let two = site.titled("Two", "").await;
    let a = site.titled("A", &one).await;
    let b = site.titled("B", &a).await;
    site.titled("C", &b).await;
    let x = site.titled("X", &two).await;
    let y = site.titled("Y", &two).await;
    let change = site.call(&a, "move", json!({"parentId": two, "beforeId": y})).await.ok();
    assert_eq!(above(&change), ["One", "Two"]);
    assert_eq!((&change["task"]["title"], &change["task"]["parentId"]), (&json!("A"), &json!(two)));
    assert_eq!(change["task"]["version"], 2);
    assert_eq!(site.outline().await, ["One", "Two", ".X", ".A", "..B", "...C", ".Y"]);
    let change = site.call(&b, "move", json!({"version": 1})).await.ok();
    assert_eq!(above(&change), ["Two", "A"]);
    assert_eq!(site.outline().await, ["One", "Two", ".X", ".A", ".Y", "B", ".C"]);
    site.call(&b, "move", json!({"beforeId": one})).await.ok();
    site.call(&x, "move", json!({"parentId": two})).await.ok();
    assert_eq!(site.outline().await, ["B", ".C", "One", "Two", ".A", ".Y", ".X"]);
    assert_paths(&site).await;
    // What lies below stays as its reader knows it.
    assert_eq!(site.get(&y).await["version"], 1);
}

#[tokio::test]
async fn an_update_that_names_another_parent_moves_and_one_that_names_none_does_not() {
    let site = Site::open().await;
    let one = site.titled("One", "").await;
    let two = site.titled("Two", "").await;
    let a = site.titled("A", &one).await;
    site.titled("B", &a).await;
    site.titled("X", &two).await;
    let body = json!({"title": "A", "projectId": site.project, "parentId": two});
    let moved = site.put(&a, body.clone()).await.ok();
    assert_eq!((&moved["parentId"], &moved["rollUp"]["descendants"]), (&json!(two), &json!(1)));
    assert_eq!(site.outline().await, ["One", "Two", ".X", ".A", "..B"]);
    site.titled("Y", &two).await;
    site.put(&a, body).await.ok();
    site.put(&a, json!({"title": "A"})).await.ok();
    assert_eq!(site.outline().await, ["One", "Two", ".X", ".A", "..B", ".Y"]);
    assert_paths(&site).await;
}

// Spec: S9.task.levels S5.task.level
#[tokio::test]
async fn nothing_comes_to_lie_below_level_4() {
    let site = Site::open().await;
    let chain = site.chain("L").await;
    let refused = site.try_task(json!({"title": "L 5", "parentId": chain[4]})).await;
    assert_eq!(refused.error(409), ("FAILED_PRECONDITION".to_owned(), TOO_DEEP.to_owned()));
    let top = site.titled("Top", "").await;
    let below = site.titled("Below", &top).await;
    for (task, parent) in [(&below, &chain[4]), (&top, &chain[3])] {
        let refused = site.call(task, "move", json!({"parentId": parent})).await;
        assert_eq!(refused.error(409), ("FAILED_PRECONDITION".to_owned(), TOO_DEEP.to_owned()));
        let refused = site.put(task, json!({"title": "x", "parentId": parent})).await;
        assert_eq!(refused.error(409), ("FAILED_PRECONDITION".to_owned(), TOO_DEEP.to_owned()));
    }
    site.call(&top, "move", json!({"parentId": chain[2]})).await.ok();
    assert_eq!(site.get(&below).await["level"], 4);
    assert_paths(&site).await;
}

#[tokio::test]
async fn what_was_deleted_counts_for_nothing_when_a_task_moves() {
    let site = Site::open().await;
    let a = site.titled("A", "").await;
    let b = site.titled("B", &a).await;
    let c = site.titled("C", &b).await;
    let d = site.titled("D", &c).await;
    site.titled("E", &d).await;
    site.delete(&b).await.ok();
    let x = site.titled("X", "").await;
    site.call(&a, "move", json!({"parentId": x})).await.ok();
    assert_eq!(site.outline().await, ["X", ".A"]);
    site.titled("F", &a).await;
    assert_paths(&site).await;
}

#[tokio::test]
async fn a_task_never_comes_to_lie_below_itself() {
    let site = Site::open().await;
    let chain = site.chain("L").await;
    for parent in [&chain[1], &chain[2], &chain[4]] {
        let refused = site.call(&chain[1], "move", json!({"parentId": parent})).await;
        assert_eq!(refused.error(409).1, "A task can't be moved below itself.");
        let refused = site.put(&chain[1], json!({"title": "x", "parentId": parent})).await;
        assert_eq!(refused.error(409).1, "A task can't be moved below itself.");
    }
    assert_paths(&site).await;
}

#[tokio::test]
async fn a_place_is_found_in_the_own_project_only() {
    let site = Site::open().await;
    let other = site.other_project("Bridge").await;
    let theirs = id(&site.task(json!({"projectId": other, "title": "Piles"})).await);
    let task = site.titled("A", "").await;
    let below = site.titled("B", &task).await;
    for parent in [theirs.clone(), nobodys(), "x".to_owned()] {
        site.try_task(json!({"title": "C", "parentId": parent})).await.error(404);
        site.call(&task, "move", json!({"parentId": parent})).await.error(404);
        site.put(&task, json!({"title": "A", "parentId": parent})).await.error(404);
        site.call(&task, "move", json!({"beforeId": parent})).await.error(404);
    }
    // Of the same project, but not where the task is to go.
    site.call(&task, "move", json!({"beforeId": below})).await.error(404);
    let refused = site.put(&task, json!({"title": "A", "projectId": other})).await;
    assert_eq!(refused.error(400).1, "A task stays in its project.");
    assert_eq!(refused.json()["fields"][0]["field"], "projectId");
    assert_eq!(site.outline().await, ["A", ".B"]);
}

#[tokio::test]
async fn there_is_always_room_between_two_tasks() {
    let site = Site::open().await;
    let first = site.titled("First", "").await;
    let mut next = site.titled("Last", "").await;
    let mut expected = vec!["First".to_owned(), "Last".to_owned()];
    // Each right before the one that came before it: the room between them is halved every time.
    for number in 0..40 {
        let title = format!("T{number}");
        let task = site.titled(&title, "").await;
        site.call(&task, "move", json!({"beforeId": next})).await.ok();
        expected.insert(1, title);
        next = task;
    }
    assert_eq!(site.outline().await, expected);
    site.call(&first, "move", json!({})).await.ok();
    expected.rotate_left(1);
    assert_eq!(site.outline().await, expected);
}

#[tokio::test]
async fn of_two_moves_below_each_other_one_wins() {
    let site = Site::open().await;
    for round in 0..8 {
        let a = site.titled(&format!("A{round}"), "").await;
        let b = site.titled(&format!("B{round}"), "").await;
        let moves =
            [(&a, &b), (&b, &a)].map(|(task, parent)| site.call(task, "move", json!({"parentId": parent})));
        let statuses: Vec<_> = join_all(moves).await.iter().map(|answer| answer.status.as_u16()).collect();
        assert!(statuses == [200, 409] || statuses == [409, 200], "{statuses:?}");
    }
    assert_eq!(site.tree().await.len(), 16);
    assert_paths(&site).await;
}

#[tokio::test]
async fn a_subtree_that_grows_while_it_moves_stays_within_the_levels() {
    let site = Site::open().await;
    for round in 0..6 {
        let chain = site.chain(&format!("L{round}")).await;
        let (deep, top) = (&chain[3], site.titled("Top", "").await);
        let grow = site.try_task(json!({"title": "Below", "parentId": top}));
        let sink = site.call(&top, "move", json!({"parentId": deep}));
        let (grown, sunk) = tokio::join!(grow, sink);
        let statuses = [grown.status.as_u16(), sunk.status.as_u16()];
        assert!(statuses == [200, 409] || statuses == [409, 200], "{statuses:?}");
    }
    assert_paths(&site).await;
}

#[tokio::test]
async fn tasks_created_at_once_each_get_a_place_of_their_own() {
    let site = Site::of(App::start_with(|config| config.limits.calls_burst = 10_000).await).await;
    let chain = site.chain("L").await;
    let titles: Vec<_> = (0..30).map(|number| format!("N{number}")).collect();
    let creates = titles.iter().map(|title| site.try_task(json!({"title": title, "parentId": chain[3]})));
    for created in join_all(creates).await {
        assert_eq!(created.ok()["level"], 4);
    }
    let db = site.app.owner_db().await;
    let sql = "SELECT COUNT(DISTINCT position) AS n FROM tasks WHERE level = 4";
    assert_eq!(site.app.platform_count(&db, sql).await, 31);
    assert_paths(&site).await;
}
