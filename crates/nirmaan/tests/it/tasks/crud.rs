//! Creating, reading, changing and deleting tasks.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Site, id, nobodys};
use crate::{documents, harness::answer};

/// A task with every field that a client may set.
fn full(project: &str, assignee: &str) -> Value {
    json!({
        "projectId": project,
        "title": "Earthwork in embankment",
        "description": "From ch. 0 to ch. 4\nwith borrowed earth",
        "estimatedQuantity": 1250.5,
        "units": "cum",
        "estimatedRate": 185.25,
        "taxPercentage": 18.5,
        "actualQuantity": 300.0001,
        "actualRate": 190.1,
        "estimatedEffortHours": 160.25,
        "actualEffortHours": 40.5,
        "status": "IN_PROGRESS",
        "taskType": "Earthwork",
        "priority": "URGENT",
        "givenStartDate": "2026-04-01",
        "givenEndDate": "2026-06-30",
        "actualStartDate": "2026-04-03",
        "actualEndDate": "2026-07-02",
        "progress": 23.99,
        "isMilestone": true,
        "isBillable": false,
        "assignedTo": assignee,
        "rejectionReason": "Wet",
        "terminationReason": "None",
        "comment": "मिट्टी का काम",
    })
}

// Spec: S3.task S7.tasks.create S7.tasks.get
#[tokio::test]
async fn a_task_keeps_every_field() {
    let site = Site::open().await;
    let sent = full(&site.project, &site.owner.id.to_string());
    let created = site.task(sent.clone()).await;
    for (field, value) in sent.as_object().unwrap() {
        assert_eq!(&created[field], value, "{field}");
    }
    assert_eq!(site.get(&id(&created)).await, created);
    assert_eq!(created["hierarchyPath"], format!("{}/", id(&created)));
    assert_eq!((&created["level"], &created["version"]), (&json!(0), &json!(1)));
    assert_eq!((&created["projectName"], &created["contractId"]), (&json!("Ring road"), &json!("")));
    assert_eq!(created["assignedToEmail"], json!(site.owner.email));
    assert_eq!(created["tenantId"], json!(site.tenant.id));
    assert_eq!(created["children"], json!([]));
    assert_eq!(created["rollUp"]["estimatedAmount"], 274_511.32);
}

// Spec: S4.task.default S9.task.tax S9.task.defaults
#[tokio::test]
async fn a_new_task_has_the_documented_defaults() {
    let site = Site::open().await;
    let task = site.task(json!({"title": "Survey"})).await;
    assert_eq!((&task["status"], &task["priority"]), (&json!("DRAFT"), &json!("")));
    assert_eq!(task["taxPercentage"], json!(14));
    assert_eq!((&task["isBillable"], &task["isMilestone"]), (&json!(true), &json!(false)));
    assert_eq!((&task["progress"], &task["isApproved"]), (&json!(0), &json!(false)));
    for absent in ["estimatedQuantity", "estimatedRate", "givenStartDate", "approvalDate", "rejectedAt"] {
        assert_eq!(task[absent], Value::Null, "{absent}");
    }
}

// Spec: S3.task.server-fields
#[tokio::test]
async fn what_is_the_servers_is_not_taken_from_clients() {
    let site = Site::open().await;
    let mut sent = full(&site.project, "");
    let stolen = nobodys();
    for field in [
        "id",
        "contractId",
        "completedBy",
        "approvedBy",
        "reviewRequestedBy",
        "rejectedBy",
        "createdBy",
        "updatedBy",
    ] {
        sent[field] = json!(stolen);
    }
    sent["hierarchyPath"] = json!(format!("{stolen}/"));
    sent["isDeleted"] = json!(true);
    sent["isApproved"] = json!(true);
    sent["approvalDate"] = json!("2020-01-01");
    sent["rejectedAt"] = json!("2020-01-01T00:00:00Z");
    sent["createdAt"] = json!("2020-01-01T00:00:00Z");
    sent["level"] = json!(3);
    sent["children"] = json!([{"title": "Below", "children": [{"title": "Further below"}]}]);
    sent["rollUp"] = json!({"progress": 100});
    let created = site.task(sent.clone()).await;
    let updated = site.put(&id(&created), sent).await.ok();
    for task in [created, updated] {
        assert!(!task.to_string().contains(&stolen), "{task}");
        assert!(!task.to_string().contains("2020-01-01"), "{task}");
        assert_eq!((&task["isDeleted"], &task["isApproved"]), (&json!(false), &json!(false)));
        assert_eq!((&task["level"], &task["children"]), (&json!(0), &json!([])));
        assert_eq!(task["rollUp"]["progress"], 23.99);
        assert_eq!(task["createdBy"], json!(site.owner.id));
    }
    assert_eq!(site.tree().await.len(), 1);
}

// Spec: S7.tasks.update
#[tokio::test]
async fn an_update_replaces_what_can_be_edited_and_keeps_what_old_forms_omit() {
    let site = Site::open().await;
    let created = site.task(full(&site.project, &site.owner.id.to_string())).await;
    let mut updated = site.put(&id(&created), json!({"title": "Earthwork"})).await.ok();
    let warning = json!({"field": "progress", "message": "Progress falls from 23.99 % to 0 %."});
    assert_eq!(updated["warnings"].take(), json!([warning]));
    updated["warnings"] = json!([]);
    let kept = [
        "id",
        "tenantId",
        "projectId",
        "projectName",
        "hierarchyPath",
        "level",
        "createdAt",
        "createdBy",
        "updatedBy",
        "status",
        "taxPercentage",
        "isBillable",
        "isMilestone",
        "contractId",
        "parentId",
    ];
    for field in kept {
        assert_eq!(updated[field], created[field], "{field}");
    }
    assert_eq!((&updated["title"], &updated["version"]), (&json!("Earthwork"), &json!(2)));
    for emptied in [
        "description",
        "units",
        "taskType",
        "priority",
        "assignedTo",
        "assignedToEmail",
        "comment",
        "rejectionReason",
    ] {
        assert_eq!(updated[emptied], "", "{emptied}");
    }
    for absent in
        ["estimatedQuantity", "estimatedRate", "actualRate", "givenStartDate", "estimatedEffortHours"]
    {
        assert_eq!(updated[absent], Value::Null, "{absent}");
    }
    assert_eq!(updated["rollUp"]["estimatedAmount"], 0.0);
    assert_eq!(site.get(&id(&created)).await, updated);
}

#[tokio::test]
async fn an_update_recomputes_the_amounts_with_a_tax_that_was_not_sent() {
    let site = Site::open().await;
    let body = json!({"title": "A", "estimatedQuantity": 10, "estimatedRate": 100, "taxPercentage": 18});
    let task = site.task(body).await;
    assert_eq!(task["rollUp"]["estimatedAmount"], 1180.0);
    let body = json!({"title": "A", "estimatedQuantity": 20, "estimatedRate": 100, "actualQuantity": 5});
    let task = site.put(&id(&task), body).await.ok();
    assert_eq!(task["rollUp"]["estimatedAmount"], 2360.0);
    assert_eq!(task["rollUp"]["actualAmount"], 590.0, "at the estimated rate");
}

// Spec: S7.tasks.delete
#[tokio::test]
async fn deleting_a_task_takes_along_what_lies_below_it() {
    let site = Site::open().await;
    let top = site.titled("Road", "").await;
    let doomed = site.titled("Earthwork", &top).await;
    let below = site.titled("Clearing", &doomed).await;
    let lowest = site.titled("Stumps", &below).await;
    let beside = site.titled("Surfacing", &top).await;
    let mut documents = Vec::new();
    for task in [&lowest, &beside] {
        let form = [("entityType", "TASK"), ("entityId", task)];
        let files: [(&str, &[u8]); 1] = [("site.pdf", documents::PDF)];
        documents.push(site.app.upload(documents::ONE, &site.owner, &form, &files).await.ok());
    }
    assert_eq!(site.delete(&doomed).await.ok(), json!({}));
    for gone in [&doomed, &below, &lowest] {
        site.app.get(&format!("/api/tasks/{gone}"), &site.owner.token).await.error(404);
        site.delete(gone).await.error(404);
        site.put(gone, json!({"title": "Back"})).await.error(404);
    }
    assert_eq!(site.outline().await, ["Road", ".Surfacing"]);
    assert_eq!(site.get(&top).await["rollUp"]["descendants"], 1);
    let events = site.app.events("task").await;
    let event = events.last().unwrap();
    assert_eq!(event["action"], "delete");
    assert_eq!(event["changes"]["tasks"], json!({"from": 2, "to": 0}));
    assert_eq!(event["changes"]["documents"], json!({"from": 1, "to": 0}));
    for (document, status) in documents.iter().zip([404, 200]) {
        let path = format!("/api/documents/{}", id(document));
        assert_eq!(site.app.delete(&path, &site.owner.token).await.status, status);
    }
    site.delete(&beside).await.ok();
    site.delete(&top).await.ok();
    assert_eq!(site.outline().await, Vec::<String>::new());
}

#[tokio::test]
async fn an_old_version_is_refused_and_says_who_was_faster() {
    let site = Site::open().await;
    let task = id(&site.task(json!({"title": "A"})).await);
    site.put(&task, json!({"title": "B", "version": 1})).await.ok();
    let late = site.put(&task, json!({"title": "C", "version": 1})).await;
    assert_eq!(late.error(409).0, "ABORTED");
    assert_eq!(late.json()["details"]["updatedBy"], json!(site.owner.email));
    let old = json!({"version": 1, "progress": 5});
    for what in ["progress", "move", "request-review"] {
        assert_eq!(site.call(&task, what, old.clone()).await.error(409).0, "ABORTED", "{what}");
    }
    assert_eq!(site.get(&task).await["title"], "B");
}

#[tokio::test]
async fn a_key_creates_once() {
    let site = Site::open().await;
    let body = json!({"projectId": site.project, "title": "Once"});
    let send = || {
        let request = site.app.request(Method::POST, "/api/tasks", Some(&site.owner.token));
        answer(request.header("idempotency-key", "k-1").json(&body))
    };
    let (first, second) = (send().await.ok(), send().await.ok());
    assert_eq!(first, second);
    assert_eq!(site.outline().await, ["Once"]);
    let request = site.app.request(Method::POST, "/api/tasks", Some(&site.owner.token));
    let other = json!({"projectId": site.project, "title": "Twice"});
    answer(request.header("idempotency-key", "k-1").json(&other)).await.error(409);
}
