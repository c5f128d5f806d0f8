//! What keeps the figures of tasks: they are what a recount says, whoever wrote and however many at once, and a change
//! costs what lies above it, not what lies below.

use nirmaan_store::{StoreError, query::figures::Difference};
use reqwest::Method;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::{Value, json};

use super::{Site, id};
use crate::{
    contracts::figures::kept::{differences, drop_triggers, fold_often},
    harness::App,
    pages::Pages,
};

/// A task with dates and amounts, below another or at the top.
async fn work(site: &Site, title: &str, parent: &str, day: u32) -> String {
    let body = json!({
        "title": title, "parentId": parent, "estimatedQuantity": 10, "estimatedRate": 12.5, "taxPercentage": 0, "progress": 20,
        "givenStartDate": format!("2026-03-{day:02}"), "givenEndDate": format!("2026-04-{day:02}"),
    });
    id(&site.task(body).await)
}

async fn sums(site: &Site) -> Value {
    site.app.get(&format!("/api/projects/{}", site.project), &site.owner.token).await.ok()["sums"].clone()
}

#[tokio::test]
async fn tasks_written_past_the_program_are_counted_too() {
    let site = Site::open().await;
    let top = site.titled("Top", "").await;
    let section = site.titled("Section", &top).await;
    let leaf = work(&site, "Leaf", &section, 5).await;
    work(&site, "Other", &section, 9).await;
    let db = site.app.owner_db().await;
    let row = |id: &str| site.app.sql_id(id.parse().unwrap());
    for (sql, tasks, leaves, start) in [
        (format!("UPDATE tasks SET progress = 9000 WHERE id = {}", row(&leaf)), 4, 2, "2026-03-05"),
        (
            format!("UPDATE tasks SET given_start_date = '2026-03-11' WHERE id = {}", row(&leaf)),
            4,
            2,
            "2026-03-09",
        ),
        ("UPDATE tasks SET deleted_at = created_at WHERE title = 'Other'".to_owned(), 3, 1, "2026-03-11"),
        ("UPDATE tasks SET deleted_at = NULL WHERE title = 'Other'".to_owned(), 4, 2, "2026-03-09"),
        ("DELETE FROM tasks WHERE title = 'Other'".to_owned(), 3, 1, "2026-03-11"),
    ] {
        site.app.platform_sql(&db, &sql).await;
        assert_eq!(differences(&site.app).await, [], "after {sql}");
        let project = sums(&site).await;
        assert_eq!((&project["tasks"], &project["leaves"]), (&json!(tasks), &json!(leaves)), "after {sql}");
        assert_eq!(site.get(&top).await["rollUp"]["givenStartDate"], start, "after {sql}");
    }
    // Whose last task goes stands for itself again.
    site.app.platform_sql(&db, &format!("DELETE FROM tasks WHERE id = {}", row(&leaf))).await;
    assert_eq!(differences(&site.app).await, []);
    assert_eq!(sums(&site).await["leaves"], 1);
    assert_eq!(site.get(&section).await["rollUp"]["givenStartDate"], Value::Null);
    site.call(&section, "progress", json!({"progress": 40})).await.ok();
    assert_eq!(site.get(&top).await["rollUp"]["progress"], 40);
}

/// What one of many at once does: a task of its own below one that all use, progress of it and of a common one, and
/// another place for its own.
async fn one_of_many(site: &Site, shared: &[String], at: usize) {
    let own = work(site, &format!("Own {at}"), &shared[at % 4], at as u32 % 28 + 1).await;
    site.call(&own, "progress", json!({"progress": at, "actualQuantity": at})).await.ok();
    // A heading among the common ones refuses a progress of its own.
    let common = site.call(&shared[(at + 1) % 4], "progress", json!({"progress": at})).await;
    assert!(matches!(common.status.as_u16(), 200 | 400), "{}", common.text);
    site.call(&own, "move", json!({"parentId": shared[(at + 2) % 4]})).await.ok();
    if at.is_multiple_of(3) {
        site.delete(&own).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_two_people_in_one_project_and_the_fold_leave_exact_figures() {
    let site = Site::of(App::start_with(|config| config.limits.calls_burst = 1_000_000).await).await;
    let top = site.titled("Top", "").await;
    let mut shared = Vec::new();
    for at in 0..4 {
        shared.push(site.titled(&format!("Shared {at}"), &top).await);
    }
    let people = (0..32).map(|at| one_of_many(&site, &shared, at));
    let app = &site.app;
    tokio::join!(futures_util::future::join_all(people), fold_often(app), fold_often(app));
    assert_eq!(differences(app).await, []);
    // Eleven of the own tasks went.
    assert_eq!(sums(&site).await["tasks"], 5 + 32 - 11);
    let nodes = site.tree().await;
    for node in nodes {
        assert_eq!(site.get(&id(&node)).await["rollUp"], node["rollUp"]);
    }
    app.store().fold_figures().await.unwrap();
    let db = app.owner_db().await;
    let rows = "SELECT COUNT(*) - COUNT(DISTINCT node_id) AS n FROM task_figures";
    assert_eq!(app.platform_count(&db, rows).await, 0, "a row for each node");
}

// On SQLite there is one writer at a time anyway.
#[tokio::test]
async fn nobody_waits_at_a_heading_for_whoever_enters_progress_below_it() {
    let site = Site::open().await;
    if !site.app.is_postgres() {
        return;
    }
    let top = site.titled("Top", "").await;
    let one = work(&site, "One", &top, 5).await;
    let other = work(&site, "Other", &top, 6).await;
    let entry = site.app.owner_db().await.begin().await.unwrap();
    for sql in [
        "SELECT set_config('nirmaan.scope', 'platform', true)".to_owned(),
        format!("UPDATE tasks SET progress = 9000 WHERE id = {}", site.app.sql_id(one.parse().unwrap())),
    ] {
        entry.execute_unprepared(&sql).await.unwrap();
    }
    // The other entry isn't committed, and this one is answered.
    let change = site.call(&other, "progress", json!({"progress": 40})).await.ok();
    assert_eq!(change["above"][0]["rollUp"]["progress"], 30);
    entry.commit().await.unwrap();
    assert_eq!(site.get(&top).await["rollUp"]["progress"], 65);
    assert_eq!(differences(&site.app).await, []);
}

#[tokio::test]
async fn figures_of_tasks_that_were_tampered_with_are_found_and_put_right() {
    let site = Site::open().await;
    let top = site.titled("Top", "").await;
    let leaf = work(&site, "Leaf", &top, 5).await;
    let before = site.get(&top).await["rollUp"].clone();
    site.app.store().fold_figures().await.unwrap();
    let db = site.app.owner_db().await;
    let own = format!("tenant_id = {}", site.app.sql_id(site.tenant.id));
    let of_top = format!("{own} AND node_id = {}", site.app.sql_id(top.parse().unwrap()));
    let is_leaf = format!("UPDATE tasks SET is_leaf = FALSE WHERE {own} AND title = 'Leaf'");
    let day = format!("UPDATE task_dates SET tasks = 3 WHERE {of_top} AND kind = 'GIVEN_END'");
    for sql in [format!("UPDATE task_figures SET tasks = 7 WHERE {of_top}"), is_leaf, day] {
        site.app.platform_sql(&db, &sql).await;
    }
    assert_ne!(site.get(&top).await["rollUp"], before);
    let difference = |table, of: &[&str], missing: &[(&'static str, i64)]| Difference {
        table,
        tenant_id: site.tenant.id,
        of: of.iter().map(|text| (*text).to_owned()).collect(),
        missing: missing.to_vec(),
    };
    // As if nothing stood below its parent and in its project.
    let lost =
        [("leaves", 1), ("progress", 2_000), ("weighted_low", 2_000 * 12_500), ("estimated_low", 12_500)];
    let of_top = [[("tasks", -6)].as_slice(), &lost].concat();
    let mut found = vec![
        difference("tasks", &[&leaf], &[("is_leaf", 1)]),
        difference("task_figures", &[&top], &of_top),
        difference("task_figures", &[&site.project], &lost),
        difference("task_dates", &[&top, "GIVEN_END", "2026-04-05"], &[("tasks", -2)]),
        difference("task_dates", &[&top, "GIVEN_START", "2026-03-05"], &[("tasks", 1)]),
    ];
    found.sort_by_key(|difference| format!("{difference}"));
    for mend in [false, true] {
        let checked: Result<_, StoreError> =
            site.app.store().platform(|db| async move { db.check_figures(mend).await }).await;
        let mut checked = checked.unwrap();
        checked.sort_by_key(|difference| format!("{difference}"));
        if !mend {
            assert_eq!(checked, found);
        }
    }
    assert_eq!(differences(&site.app).await, []);
    assert_eq!(site.get(&top).await["rollUp"], before);
}

#[tokio::test]
async fn the_step_that_brings_the_figures_of_tasks_counts_what_is_there() {
    let site = Site::open().await;
    let chain = site.chain("A").await;
    work(&site, "Leaf", &chain[3], 5).await;
    let gone = work(&site, "Gone", &chain[3], 1).await;
    site.delete(&gone).await.ok();
    let before = (sums(&site).await, site.get(&chain[0]).await);
    let app = &site.app;
    let db = app.owner_db().await;
    assert_eq!(drop_triggers(app, &db, &["tasks"]).await, if app.is_postgres() { 3 } else { 5 });
    for sql in [
        "DROP TABLE task_figures",
        "DROP TABLE task_dates",
        "ALTER TABLE tasks DROP COLUMN is_leaf",
        "DELETE FROM seaql_migrations WHERE version = 'm20261123_000013_task_figures'",
    ] {
        app.platform_sql(&db, sql).await;
    }
    let role = app.is_postgres().then_some("nirmaan_app");
    nirmaan_migrations::migrate(&app.owner_url, role).await.unwrap();
    assert_eq!(differences(app).await, []);
    assert_eq!((sums(&site).await, site.get(&chain[0]).await), before);
}

// Days that no task has any more don't pile up.
#[tokio::test]
async fn a_day_that_no_task_has_any_more_is_swept() {
    let site = Site::open().await;
    let top = site.titled("Top", "").await;
    let leaf = work(&site, "Leaf", &top, 5).await;
    site.put(&leaf, json!({"title": "Leaf", "givenStartDate": "2026-03-07"})).await.ok();
    let db = site.app.owner_db().await;
    let days = async || site.app.platform_count(&db, "SELECT COUNT(*) AS n FROM task_dates").await;
    assert_eq!(days().await, 3, "the old start, the new one and the old end");
    let now = site.app.store().clock().now();
    let swept: Result<u64, StoreError> =
        site.app.store().platform(|db| async move { db.sweep(now).await }).await;
    assert_eq!(swept.unwrap(), 2);
    assert_eq!(days().await, 1);
    assert_eq!(site.get(&top).await["rollUp"]["givenStartDate"], "2026-03-07");
    assert_eq!(differences(&site.app).await, []);
}

/// Tasks of the large project: one at the top, so many sections, and so many in each.
const SECTIONS: usize = 20;
const IN_EACH: usize = 1_000;

/// A project of 20,021 tasks below one top; the ids of one of the last and of two sections.
async fn large_project(site: &Site, pages: &Pages<'_>) -> [String; 3] {
    let app = &site.app;
    let top = site.titled("Top", "").await;
    let mut sections = Vec::new();
    for at in 0..SECTIONS {
        sections.push(site.titled(&format!("Section {at}"), &top).await);
    }
    let sql = format!(
        "INSERT INTO tasks (tenant_id, id, project_id, parent_id, hierarchy_path, level, position, title, tax_percentage, \
         estimated_amount, actual_amount, status, given_start_date, search, created_at, updated_at) \
         SELECT s.tenant_id, n.id, s.project_id, s.id, s.hierarchy_path || n.id || '/', 2, n.at, 'Leaf', 0, n.at, 0, 'DRAFT', \
         DATE '2026-01-01' + n.at, E'\\x01leaf\\x02\\x03', now(), now() \
         FROM tasks s CROSS JOIN LATERAL (SELECT at, md5(s.id::text || at)::uuid AS id FROM generate_series(1, {IN_EACH}) at) n \
         WHERE s.tenant_id = {} AND s.level = 1",
        app.sql_id(site.tenant.id)
    );
    app.platform_sql(&pages.filling, &sql).await;
    app.store().fold_figures().await.unwrap();
    pages.tidy().await;
    let last = format!(
        "SELECT id::text AS name FROM tasks WHERE parent_id = '{}' ORDER BY position LIMIT 1",
        sections[0]
    );
    let leaf: String = app.platform_rows(&pages.filling, &last).await[0].try_get("", "name").unwrap();
    [leaf, sections[0].clone(), sections[1].clone()]
}

#[tokio::test]
async fn a_change_in_a_large_project_reads_what_lies_above_it() {
    let site = Site::of(App::start_with(|config| config.limits.calls_burst = 1_000_000).await).await;
    if !site.app.is_postgres() {
        return;
    }
    let pages = Pages::of(&site.app, &["tasks", "task_dates"]).await;
    let [leaf, one, other] = large_project(&site, &pages).await;
    let post = |path: String, body: Value| (Method::POST, path, body);
    let project = format!("/api/projects/{}", site.project);
    let title =
        json!({"title": "New", "projectId": site.project, "parentId": one, "givenStartDate": "2026-02-01"});
    let body =
        |turn: i64| json!({"title": "Leaf", "givenStartDate": format!("2020-01-{:02}", turn % 28 + 1)});
    // Some levels of an index for each task above, and what it comes to: twice what was seen. The project's tasks are some
    // 4,000 pages.
    let by_id = |dates, tasks| [("task_dates_pkey", dates), ("tasks_pkey", tasks)];
    pages
        .at_most(140, &by_id(8, 5), &site.owner, |turn| {
            post(format!("/api/tasks/{leaf}/progress"), json!({"progress": turn}))
        })
        .await;
    pages
        .at_most(
            380,
            &[("task_dates_pkey", 14), ("tasks_below", 2), ("tasks_parent", 4), ("tasks_pkey", 13)],
            &site.owner,
            |turn| {
                let parent = if turn % 2 == 0 { &one } else { &other };
                post(format!("/api/tasks/{leaf}/move"), json!({"parentId": parent}))
            },
        )
        .await;
    pages
        .at_most(144, &by_id(4, 3), &site.owner, |turn| {
            (Method::PUT, format!("/api/tasks/{leaf}"), body(turn))
        })
        .await;
    pages
        .at_most(206, &[("task_dates_pkey", 2), ("tasks_parent", 2), ("tasks_pkey", 4)], &site.owner, |_| {
            post("/api/tasks".to_owned(), title.clone())
        })
        .await;
    pages
        .at_most(32, &by_id(4, 1), &site.owner, |_| (Method::GET, format!("/api/tasks/{one}"), Value::Null))
        .await;
    pages
        .at_most(24, &[("task_dates_pkey", 4)], &site.owner, |_| (Method::GET, project.clone(), Value::Null))
        .await;
    let page = json!({"projectId": site.project, "pagination": {"size": 10}});
    pages
        .at_most(70, &[("tasks_list", 1), ("tasks_pkey", 10)], &site.owner, |_| {
            post("/api/tasks/filter".to_owned(), page.clone())
        })
        .await;
}
