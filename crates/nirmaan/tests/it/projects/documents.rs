//! Documents of projects and of their tasks.

use serde_json::json;

use super::{Figures, at};
use crate::{
    documents::{ONE, PDF, text},
    harness::App,
    platform::column,
};

// Spec: S6.documents.module S7.documents.upload
#[tokio::test]
async fn projects_and_tasks_have_documents_which_go_along_with_them() {
    let app = App::start().await;
    let (tenant, person) = app.building("Firm").await;
    let (project, other) = (
        app.project(&person, json!({"projectName": "Road"})).await,
        app.project(&person, json!({"projectName": "Canal"})).await,
    );
    let task = app.task_row(&tenant, &project, None, Figures::default()).await.to_string();
    let upload = async |entity_type: &str, id: &str, name: &str| {
        let form = [("entityType", entity_type), ("entityId", id)];
        app.upload(ONE, &person, &form, &[(name, PDF)]).await
    };
    let drawing = upload("PROJECT", text(&project, "id"), "drawing.pdf").await.ok();
    let photo = upload("TASK", &task, "photo.pdf").await.ok();
    upload("PROJECT", text(&other, "id"), "kept.pdf").await.ok();
    for (document, entity_type, id) in [(&drawing, "PROJECT", text(&project, "id")), (&photo, "TASK", &task)]
    {
        assert_eq!((text(document, "entityType"), text(document, "entityId")), (entity_type, id));
        let listed = format!("/api/documents/{}/{entity_type}/{id}", tenant.id);
        assert_eq!(column(&app.get(&listed, &person.token).await.ok(), "id"), [text(document, "id")]);
    }
    // A task is no project, and neither is what isn't there.
    upload("PROJECT", &task, "a.pdf").await.error(404);
    upload("TASK", text(&project, "id"), "a.pdf").await.error(404);
    assert_eq!(upload("TASK", "none", "a.pdf").await.error(404).1, "Task not found.");
    assert_eq!(upload("PROJECT", "none", "a.pdf").await.error(404).1, "Project not found.");

    app.delete(&at(&project), &person.token).await.ok();
    let left = app.get("/api/documents", &person.token).await.ok();
    assert_eq!(column(&left, "fileName"), ["kept.pdf"]);
    let event = app.events("project").await.pop().unwrap();
    assert_eq!(event["changes"]["documents"], json!({"from": 2, "to": 0}));
    assert_eq!(event["changes"]["tasks"], json!({"from": 1, "to": 0}));
    upload("PROJECT", text(&project, "id"), "late.pdf").await.error(404);
    upload("TASK", &task, "late.pdf").await.error(404);
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn another_organisations_project_takes_no_documents() {
    let app = App::start().await;
    let (tenant, person) = app.building("Firm").await;
    let (_, stranger) = app.building("Rival").await;
    let project = app.project(&person, json!({"projectName": "Road"})).await;
    let task = app.task_row(&tenant, &project, None, Figures::default()).await.to_string();
    let nobody = uuid::Uuid::now_v7().to_string();
    for (entity_type, id) in [("PROJECT", text(&project, "id")), ("TASK", &task)] {
        let upload = async |id: &str| {
            let form = [("entityType", entity_type), ("entityId", id)];
            app.upload(ONE, &stranger, &form, &[("a.pdf", PDF)]).await.error(404)
        };
        assert_eq!(upload(id).await, upload(&nobody).await);
    }
    assert_eq!(app.stored_keys().await, Vec::<String>::new());
}
