//! Who may do what with tasks, and whose they are.

use nirmaan_api::access::Action;
use reqwest::Method;
use serde_json::{Value, json};

use super::Site;

/// Every call on one task, with the right that it needs.
fn calls(site: &Site, task: &str) -> Vec<(Method, String, Value, Action)> {
    let path = |rest: &str| format!("/api/tasks/{task}{rest}");
    let post = |rest: &str, body: Value| (Method::POST, path(rest), body, Action::Edit);
    vec![
        (Method::GET, path(""), Value::Null, Action::View),
        (Method::GET, format!("/api/projects/{}/task-tree", site.project), Value::Null, Action::View),
        (Method::PUT, path(""), json!({"title": "Stolen"}), Action::Edit),
        post("/progress", json!({"progress": 5})),
        post("/move", json!({})),
        post("/request-review", json!({})),
        post("/approve", json!({})),
        post("/reject", json!({"reason": "x"})),
        post("/reopen", json!({})),
        (Method::DELETE, path(""), Value::Null, Action::Delete),
    ]
}

// Spec: S6.tasks.tenant-scope
#[tokio::test]
async fn another_tenants_tasks_are_not_there() {
    let site = Site::open().await;
    let task = site.titled("Slab", "").await;
    let (_, stranger) = site.app.building("Rival").await;
    let before = site.get(&task).await;
    for (method, path, body, _) in calls(&site, &task) {
        let what = format!("{method} {path}");
        let body = (!body.is_null()).then_some(body);
        let answer = site.app.send(method, &path, Some(&stranger.token), body).await;
        assert_eq!(answer.status, 404, "{what}");
    }
    let create = |body: Value| site.app.post("/api/tasks", &stranger.token, body);
    create(json!({"projectId": site.project, "title": "Mine"})).await.error(404);
    let own = site.app.project(&stranger, json!({"projectName": "Own"})).await["id"].clone();
    create(json!({"projectId": own, "title": "Mine", "parentId": task})).await.error(404);
    create(json!({"projectId": own, "title": "Mine", "assignedTo": site.owner.id})).await.error(404);
    let foreign = create(json!({"projectId": own, "title": "Mine", "tenantId": site.tenant.id})).await;
    assert_eq!(foreign.error(403).0, "PERMISSION_DENIED");
    let page = site.app.post("/api/tasks/filter", &stranger.token, json!({})).await.ok();
    assert_eq!(page["totalElements"], 0);
    let page = site.app.post("/api/tasks/filter", &stranger.token, json!({"projectName": "Ring"})).await.ok();
    assert_eq!(page["totalElements"], 0);
    assert_eq!(site.get(&task).await, before);
}

// Spec: S6.tasks.module
#[tokio::test]
async fn each_call_asks_for_its_right_on_project_tasks() {
    let site = Site::open().await;
    let task = site.titled("Slab", "").await;
    for own in [Action::View, Action::Edit, Action::Delete, Action::Create, Action::Report] {
        let person = site.app.person(&site.tenant, &[("Project Tasks", own)]).await;
        for (method, path, body, needed) in calls(&site, &task) {
            if needed == Action::Delete && own == Action::Delete {
                continue;
            }
            let what = format!("{method} {path} with {own:?}");
            let body = (!body.is_null()).then_some(body);
            let answer = site.app.send(method, &path, Some(&person.token), body).await;
            assert_eq!(answer.status == 403, needed != own, "{what}: {}", answer.text);
        }
        let body = json!({"projectId": site.project, "title": "New"});
        let created = site.app.post("/api/tasks", &person.token, body).await;
        assert_eq!(created.status == 200, own == Action::Create);
    }
    let person = site.app.person(&site.tenant, &[("Project Tasks", Action::Delete)]).await;
    site.app.delete(&format!("/api/tasks/{task}"), &person.token).await.ok();
}

#[tokio::test]
async fn nobody_passes_a_verdict_who_may_only_create() {
    let site = Site::open().await;
    let person = site.app.person(&site.tenant, &[("Project Tasks", Action::Create)]).await;
    for (status, answer) in [("APPROVED", 403), ("REJECTED", 403), ("COMPLETED", 200)] {
        let body = json!({"projectId": site.project, "title": "Slab", "status": status});
        assert_eq!(site.app.post("/api/tasks", &person.token, body).await.status, answer, "{status}");
    }
}

#[tokio::test]
async fn a_task_has_a_history_for_whoever_may_see_it() {
    let site = Site::open().await;
    let task = site.titled("Slab", "").await;
    site.call(&task, "progress", json!({"progress": 12.5, "version": 1})).await.ok();
    let path = format!("/api/audit/task/{task}");
    let history = site.app.get(&path, &site.owner.token).await.ok();
    assert_eq!(history["totalElements"], 2);
    let change = &history["content"][0]["changes"][0];
    let told = ["field", "from", "to"].map(|name| &change[name]);
    assert_eq!(told, [&json!("progress"), &json!("0"), &json!("1250")]);
    // People read whom it was given to, not an id.
    site.put(&task, json!({"title": "Slab", "assignedTo": site.owner.id, "progress": 12.5})).await.ok();
    let history = site.app.get(&path, &site.owner.token).await.ok();
    let changes = history["content"][0]["changes"].as_array().unwrap().clone();
    let assigned = changes.iter().find(|change| change["field"] == "assigned_to").unwrap();
    assert_eq!((&assigned["from"], &assigned["to"]), (&json!(""), &json!(site.owner.email)));
    let other = site.app.person(&site.tenant, &[("Projects", Action::View)]).await;
    site.app.get(&path, &other.token).await.error(403);
    let (_, stranger) = site.app.building("Rival").await;
    assert_eq!(site.app.get(&path, &stranger.token).await.ok()["totalElements"], 0);
}
