//! Lists of tasks.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{Site, id, nobodys};

/// The titles that a filter finds, in order of the title.
async fn found(site: &Site, mut body: Value) -> Vec<String> {
    body["sort"] = json!({"field": "title", "direction": "asc"});
    let rows = site.filter(body).await;
    rows.iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect()
}

// Spec: S7.tasks.filter
#[tokio::test]
async fn each_filter_keeps_what_matches() {
    let site = Site::open().await;
    let other = site.other_project("Bridge over the Tapi 100%").await;
    let top = site
        .task(json!({"title": "Earthwork", "taskType": "Soil", "status": "PLANNED", "priority": "LOW"}))
        .await;
    site.task(
        json!({"title": "earth dam", "parentId": id(&top), "taskType": "soil works", "priority": "HIGH",
        "assignedTo": site.owner.id}),
    )
    .await;
    site.task(json!({"title": "Piles", "projectId": other, "status": "COMPLETED", "taskType": "Concrete_1"}))
        .await;
    let all = ["Earthwork", "Piles", "earth dam"];
    assert_eq!(found(&site, json!({})).await, all);
    let cases: [(Value, &[&str]); 20] = [
        (json!({"projectId": site.project}), &[all[0], all[2]]),
        (json!({"projectId": other}), &[all[1]]),
        (json!({"tenantId": site.tenant.id}), &all),
        (json!({"status": "PLANNED"}), &[all[0]]),
        (json!({"status": ["PLANNED", "COMPLETED", "PLANNED"]}), &[all[0], all[1]]),
        (json!({"status": []}), &all),
        (json!({"taskType": "SOIL"}), &[all[0], all[2]]),
        (json!({"taskType": "e_1"}), &[all[1]]),
        (json!({"priority": "HIGH"}), &[all[2]]),
        (json!({"priority": ""}), &all),
        (json!({"projectName": "bridge"}), &[all[1]]),
        (json!({"projectName": "0%"}), &[all[1]]),
        (json!({"projectName": "%"}), &[all[1]]),
        (json!({"title": "EARTH"}), &[all[0], all[2]]),
        (json!({"title": "_"}), &[]),
        (json!({"assignedTo": site.owner.id}), &[all[2]]),
        (json!({"title": "earth", "priority": "LOW"}), &[all[0]]),
        (json!({"projectId": nobodys()}), &[]),
        (json!({"projectId": "x"}), &[]),
        (json!({"assignedTo": nobodys()}), &[]),
    ];
    for (filter, expected) in cases {
        assert_eq!(found(&site, filter.clone()).await, expected, "{filter}");
        // A page's total is kept or counted, by the filter.
        let mut paged = filter.clone();
        paged["pagination"] = json!({"page": 0, "size": 1});
        let page = site.app.post("/api/tasks/filter", &site.owner.token, paged).await.ok();
        assert_eq!(page["totalElements"], expected.len(), "{filter}");
        assert_eq!(page["content"].as_array().unwrap().len(), expected.len().min(1), "{filter}");
    }
}

#[tokio::test]
async fn a_filter_that_says_nothing_sensible_is_refused() {
    let site = Site::open().await;
    let ask = async |body: Value| site.app.post("/api/tasks/filter", &site.owner.token, body).await;
    for body in [
        json!({"status": "LOST"}),
        json!({"priority": "LATER"}),
        json!({"title": "x".repeat(256)}),
        json!({"sort": {"field": "comment"}}),
        json!({"dates": {"from": "yesterday"}}),
    ] {
        ask(body).await.error(400);
    }
    assert_eq!(ask(json!({"dates": {"to": "x"}})).await.json()["fields"][0]["field"], "dates.to");
    ask(json!({"tenantId": nobodys()})).await.error(403);
}

// Spec: S7.tasks.filter
#[tokio::test]
async fn days_of_creation_are_days_in_india() {
    let site = Site::open().await;
    site.titled("Early", "").await;
    let today = site.app.clock.today();
    let (yesterday, tomorrow) = (today.pred_opt().unwrap(), today.succ_opt().unwrap());
    let between =
        async |from: Value, to: Value| found(&site, json!({"dates": {"from": from, "to": to}})).await.len();
    assert_eq!(between(json!(today), json!(format!("{today}T23:59:59Z"))).await, 1);
    assert_eq!(between(json!(""), json!(yesterday)).await, 0);
    assert_eq!(between(json!(tomorrow), json!("")).await, 0);
    assert_eq!(between(json!(yesterday), Value::Null).await, 1);
}

#[tokio::test]
async fn lists_come_in_the_order_and_the_pages_that_are_asked_for() {
    let site = Site::open().await;
    for (title, progress, start, kind) in
        [("C", 30, Some("2026-01-01"), "b"), ("A", 10, None, "c"), ("B", 20, Some("2026-03-01"), "a")]
    {
        site.task(
            json!({"title": title, "progress": progress, "givenStartDate": start, "givenEndDate": start,
            "actualStartDate": start, "actualEndDate": start, "taskType": kind, "priority": "LOW"}),
        )
        .await;
        site.app.clock.advance(TimeDelta::seconds(1));
    }
    let sorted = async |field: &str, direction: &str| {
        let body = json!({"sort": {"field": field, "direction": direction}, "pagination": {"size": 5}});
        let rows = site.filter(body).await;
        rows.iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect::<String>()
    };
    assert_eq!(sorted("", "").await, "BAC", "the newest first");
    for (field, ascending, descending) in [
        ("title", "ABC", "CBA"),
        ("taskType", "BCA", "ACB"),
        ("progress", "ABC", "CBA"),
        ("givenStartDate", "CBA", "BCA"),
        ("givenEndDate", "CBA", "BCA"),
        ("actualStartDate", "CBA", "BCA"),
        ("actualEndDate", "CBA", "BCA"),
        ("createdAt", "CAB", "BAC"),
        ("updatedAt", "CAB", "BAC"),
        ("status", "CAB", "BAC"),
        ("priority", "CAB", "BAC"),
    ] {
        assert_eq!(sorted(field, "asc").await, ascending, "{field}");
        assert_eq!(sorted(field, "desc").await, descending, "{field}");
    }
    let body = json!({"sort": {"field": "title"}, "pagination": {"page": 1, "size": 2}});
    let page = site.app.post("/api/tasks/filter", &site.owner.token, body).await.ok();
    assert_eq!(page["content"][0]["title"], "C");
    let numbers =
        ["number", "size", "totalPages", "totalElements"].map(|field| page[field].as_i64().unwrap());
    assert_eq!(numbers, [1, 2, 2, 3]);
}

#[tokio::test]
async fn tasks_leave_the_house_as_a_file_in_the_lists_order() {
    let site = Site::open().await;
    let top = site.task(json!({"title": "=Road", "description": "All of it"})).await;
    site.task(json!({"title": "Earthwork", "parentId": id(&top), "estimatedQuantity": 12.5, "estimatedRate": 100,
        "units": "cum", "status": "IN_PROGRESS", "priority": "URGENT", "progress": 40, "assignedTo": site.owner.id,
        "givenStartDate": "2026-04-01"})).await;
    let body = json!({"filter": {"sort": {"field": "title"}, "projectId": site.project}});
    let file = site.app.post("/api/tasks/export", &site.owner.token, body).await;
    assert_eq!(file.status, 200, "{}", file.text);
    let name = file.headers["content-disposition"].to_str().unwrap();
    assert!(name.contains(&format!("tasks-{}.csv", site.app.clock.today())), "{name}");
    // Without the quotes, which every cell has; none of these has a comma.
    let text = file.text.trim_start_matches('\u{feff}').replace('"', "");
    let lines: Vec<_> = text.lines().collect();
    assert!(
        lines[0].starts_with("Project,Level,Title,Task Type,Status,Priority,Assigned To,Progress,"),
        "{}",
        lines[0]
    );
    let email = &site.owner.email;
    assert!(
        lines[1].starts_with("Ring road,0,'=Road,,Draft,,,40,1425.00,0.00,0,0,2026-04-01,,,,1,"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].starts_with(&format!(
            "Ring road,1,Earthwork,,In progress,Urgent,{email},40,1425.00,0.00,0,0,2026-04-01,,,,0,cum,12.5,100.00,,,14,No,Yes,No,"
        )),
        "{}",
        lines[2]
    );
    assert_eq!(lines.len(), 3);
    let body = json!({"filter": {"status": "LOST"}});
    let refused = site.app.post("/api/tasks/export", &site.owner.token, body).await;
    refused.error(400);
    let body = json!({"filter": {"tenantId": nobodys()}});
    site.app.post("/api/tasks/export", &site.owner.token, body).await.error(403);
}
