//! Create, get, update, delete.

use nirmaan_api::access::Action;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Figures, at};
use crate::{
    harness::{App, answer},
    platform::column,
};

fn full() -> Value {
    json!({
        "projectName": "Widening of Nadiad-Dakor-Pali Road नडियाद",
        "description": "Two lines\nof text",
        "projectType": "Road",
        "status": "IN_PROGRESS",
        "contractBidId": "2026_DTP_554159_2",
        "projectActualValue": 1234567.89,
        "projectBidPercentage": 10,
        "licenseId": "L-1",
        "licenseHolderName": "Ramesh Patel",
        "licenseNo": "GJ/AA/0042",
        "givenStartDate": "2026-03-01",
        "givenEndDate": "2027-03-01",
        "actualStartDate": "2026-03-02",
        "actualEndDate": "2027-03-02",
        "extensionCount": 2,
        "extensionDate": "2027-06-30",
        "terminationReason": "None",
        "comment": "Mobilised",
    })
}

// Spec: S3.project S3.project.server-fields S7.projects.create S7.projects.get S5.project.bid
#[tokio::test]
async fn every_field_comes_back_as_it_was_sent() {
    let app = App::start().await;
    let (tenant, person) = app.building("Firm").await;
    let created = app.project(&person, full()).await;
    let read = app.get(&at(&created), &person.token).await.ok();
    assert_eq!(created, read);
    for (field, sent) in full().as_object().unwrap() {
        assert_eq!(read[field], *sent, "{field}");
    }
    for (field, expected) in [
        ("tenantId", json!(tenant.id)),
        ("tenantName", json!("Firm")),
        ("contractId", json!("")),
        ("contractBidNo", json!("2026_DTP_554159_2")),
        ("projectBidValue", json!(1_358_024.68)),
        ("createdBy", json!(person.id)),
        ("updatedBy", json!(person.id)),
        ("version", json!(1)),
    ] {
        assert_eq!(read[field], expected, "{field}");
    }
    let nothing = json!({"tasks": 0, "leaves": 0, "progress": 0, "estimatedAmount": 0, "actualAmount": 0});
    assert_eq!(read["sums"], nothing);
}

// Spec: S4.project.default S3.project.server-fields
#[tokio::test]
async fn what_was_not_sent_is_null_or_empty_and_the_servers_own_is_the_servers() {
    let app = App::start().await;
    let (tenant, person) = app.building("Firm").await;
    let foreign = "00000000-0000-7000-8000-000000000001";
    let body = json!({
        "projectName": "Road", "id": foreign, "tenantName": "Rival", "createdBy": foreign, "updatedBy": foreign,
        "createdAt": "2020-01-01T00:00:00Z", "sums": {"tasks": 7}, "contractBidNo": "GJ/7",
    });
    let created = app.project(&person, body).await;
    for (field, expected) in [
        ("status", json!("DRAFT")),
        ("tenantId", json!(tenant.id)),
        ("tenantName", json!("Firm")),
        ("createdBy", json!(person.id)),
        ("description", json!("")),
        ("projectActualValue", Value::Null),
        ("projectBidPercentage", Value::Null),
        ("givenStartDate", Value::Null),
        ("extensionCount", json!(0)),
        // Under either name.
        ("contractBidId", json!("GJ/7")),
    ] {
        assert_eq!(created.get(field), Some(&expected), "{field}");
    }
    assert_ne!(created["id"], foreign);
    assert_eq!(created["sums"]["tasks"], 0);
    assert!(created["createdAt"].as_str().unwrap() > "2026");
}

#[tokio::test]
async fn every_wrong_field_is_named_at_once() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let body = json!({
        "projectName": " ", "projectType": "x".repeat(65), "contractBidId": "a\u{7}b", "projectActualValue": -1,
        "givenEndDate": "1850-01-01", "extensionCount": 1001, "licenseHolderName": "x".repeat(151),
        "comment": "x".repeat(4001),
    });
    let refused = app.post("/api/projects", &person.token, body).await;
    assert_eq!(refused.error(400).0, "INVALID_ARGUMENT");
    let mut fields = column(&refused.json()["fields"], "field");
    fields.sort_unstable();
    let expected = [
        "comment",
        "contractBidId",
        "extensionCount",
        "givenEndDate",
        "licenseHolderName",
        "projectActualValue",
        "projectName",
        "projectType",
    ];
    assert_eq!(fields, expected);
    for (field, value) in [("projectBidValue", json!(1e16)), ("projectBidPercentage", json!(-101))] {
        let body = json!({"projectName": "Road", "projectActualValue": 100, field: value});
        let refused = app.post("/api/projects", &person.token, body).await;
        refused.error(400);
        assert_eq!(refused.json()["fields"][0]["field"], field);
    }
}

// Spec: S7.projects.update S4.project.statuses S4.project.any-transition
#[tokio::test]
async fn any_status_may_follow_any_other_and_an_absent_one_stays() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let created = app.project(&person, full()).await;
    let statuses = [
        "PLANNED",
        "INITIATED",
        "IN_PROGRESS",
        "ON_HOLD",
        "UNDER_REVIEW",
        "COMPLETED",
        "TERMINATED",
        "CANCELLED",
        "DRAFT",
    ];
    for from in statuses {
        for to in statuses {
            for status in [from, to] {
                let body = json!({"projectName": "Road", "status": status});
                let changed = app.put(&at(&created), &person.token, body).await.ok();
                assert_eq!(changed["status"], status, "{from} {to}");
            }
        }
    }
    let kept = app.put(&at(&created), &person.token, json!({"projectName": "Bridge"})).await.ok();
    assert_eq!((&kept["status"], &kept["projectName"]), (&json!("DRAFT"), &json!("Bridge")));
    assert_eq!((&kept["projectBidValue"], &kept["comment"]), (&Value::Null, &json!("")));
    app.put(&at(&created), &person.token, json!({"projectName": "B", "status": "LOST"})).await.error(400);
    app.put(&at(&created), &person.token, json!({})).await.error(400);
}

#[tokio::test]
async fn an_old_version_is_a_conflict_and_a_change_leaves_one_event() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let created = app.project(&person, full()).await;
    let mut mine = created.clone();
    mine["comment"] = json!("mine");
    app.put(&at(&created), &person.token, mine.clone()).await.ok();
    mine["comment"] = json!("mine again");
    assert_eq!(app.put(&at(&created), &person.token, mine.clone()).await.error(409).0, "ABORTED");
    mine["version"] = json!(2);
    assert_eq!(app.put(&at(&created), &person.token, mine).await.ok()["version"], 3);
    let events = app.events("project").await;
    let changes = json!({"comment": {"from": "mine", "to": "mine again"}});
    assert_eq!((events.len(), &events[2]["changes"]), (3, &changes));
    let history = format!("/api/audit/project/{}", created["id"].as_str().unwrap());
    assert_eq!(app.get(&history, &person.token).await.ok()["totalElements"], 3);
}

// Spec: S7.projects.delete
#[tokio::test]
async fn a_deleted_project_is_gone_with_its_tasks() {
    let app = App::start().await;
    let (tenant, person) = app.building("Firm").await;
    let (gone, stays) = (app.project(&person, full()).await, app.project(&person, full()).await);
    for project in [&gone, &gone, &stays] {
        app.task_row(&tenant, project, None, Figures::default()).await;
    }
    assert_eq!(app.delete(&at(&gone), &person.token).await.ok(), json!({}));
    for refused in [
        app.get(&at(&gone), &person.token).await,
        app.put(&at(&gone), &person.token, full()).await,
        app.delete(&at(&gone), &person.token).await,
    ] {
        assert_eq!(refused.error(404), ("NOT_FOUND".to_owned(), "Project not found.".to_owned()));
    }
    let page = app.post("/api/projects/filter", &person.token, json!({})).await.ok();
    assert_eq!(column(&page["content"], "id"), [stays["id"].as_str().unwrap()]);
    assert_eq!(page["content"][0]["sums"]["tasks"], 1);
    let db = app.owner_db().await;
    let left = app.platform_count(&db, "SELECT COUNT(*) AS n FROM tasks WHERE deleted_at IS NULL").await;
    assert_eq!(left, 1);
    let event = app.events("project").await.pop().unwrap();
    assert_eq!(event["changes"]["tasks"], json!({"from": 2, "to": 0}));
}

#[tokio::test]
async fn the_same_key_creates_once() {
    let app = App::start().await;
    let (_, person) = app.building("Firm").await;
    let create = |body: Value| {
        let request = app.request(Method::POST, "/api/projects", Some(&person.token));
        answer(request.header("Idempotency-Key", "k1").json(&body))
    };
    let first = create(full()).await.ok();
    assert_eq!(create(full()).await.ok(), first);
    create(json!({"projectName": "Another"})).await.error(409);
    let page = app.post("/api/projects/filter", &person.token, json!({})).await.ok();
    assert_eq!(page["totalElements"], 1);
}

// Spec: S6.projects.module S6.enforced
#[tokio::test]
async fn every_call_asks_for_its_own_right_on_projects() {
    let app = App::start().await;
    let (tenant, owner) = app.building("Firm").await;
    let project = app.project(&owner, full()).await;
    for action in [Action::View, Action::Create, Action::Edit, Action::Report, Action::Delete] {
        let person = app.person(&tenant, &[("Projects", action)]).await;
        let token = &person.token;
        for (wanted, heard) in [
            (Action::View, app.get(&at(&project), token).await),
            (Action::View, app.post("/api/projects/filter", token, json!({})).await),
            (Action::Create, app.post("/api/projects", token, full()).await),
            (Action::Edit, app.put(&at(&project), token, full()).await),
            (Action::Report, app.post("/api/projects/export", token, json!({})).await),
            (Action::Delete, app.delete(&at(&project), token).await),
        ] {
            let expected = if wanted == action { 200 } else { 403 };
            assert_eq!(heard.status.as_u16(), expected, "{action:?} {wanted:?} {}", heard.text);
        }
    }
}

// Spec: S6.projects.tenant-scope S6.tenant-scope
#[tokio::test]
async fn another_organisations_project_is_nobodys() {
    let app = App::start().await;
    let (firm, owner) = app.building("Firm").await;
    let (_, stranger) = app.building("Rival").await;
    let project = app.project(&owner, full()).await;
    let nobodys = json!({"id": uuid::Uuid::now_v7()});
    for project in [&project, &nobodys] {
        app.get(&at(project), &stranger.token).await.error(404);
        app.put(&at(project), &stranger.token, full()).await.error(404);
        app.delete(&at(project), &stranger.token).await.error(404);
    }
    let page = app.post("/api/projects/filter", &stranger.token, json!({})).await.ok();
    assert_eq!(page["totalElements"], 0);
    let mut theirs = full();
    for tenant in [firm.id, uuid::Uuid::now_v7()] {
        theirs["tenantId"] = json!(tenant);
        let refused = app.post("/api/projects", &stranger.token, theirs.clone()).await;
        assert_eq!(refused.error(403).1, "This belongs to another organisation.");
        app.put(&at(&project), &stranger.token, theirs.clone()).await.error(403);
    }
    theirs["tenantId"] = json!(firm.id);
    app.put(&at(&project), &owner.token, theirs).await.ok();
    let history = format!("/api/audit/project/{}", project["id"].as_str().unwrap());
    assert_eq!(app.get(&history, &stranger.token).await.ok()["totalElements"], 0);
    let root = app.root().await;
    assert_eq!(app.get(&history, &root.token).await.ok()["totalElements"], 0);
    app.get(&at(&project), &root.token).await.error(404);
}
