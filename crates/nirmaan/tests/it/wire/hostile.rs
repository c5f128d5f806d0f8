//! What one client does to take the server from the others.

use std::time::Duration;

use nirmaan_api::access::Action;
use reqwest::{Body, Method};
use serde_json::json;
use tokio::time::timeout;

use crate::harness::{App, answer};

/// A body that is announced and never sent.
fn unsent() -> Body {
    Body::wrap_stream(tokio_stream::pending::<Result<Vec<u8>, std::io::Error>>())
}

#[tokio::test]
async fn whoever_may_not_call_is_told_so_before_their_body_is_read() {
    let app = App::start().await;
    let (tenant, _) = app.firm("Firm").await;
    let viewer = app.person(&tenant, &[("Contracts", Action::View)]).await;
    for (token, status) in [(None, 401), (Some("forged"), 401), (Some(viewer.token.as_str()), 403)] {
        for (method, path) in [(Method::POST, "/api/projects"), (Method::PUT, "/api/tasks/1")] {
            let request = app.request(method, path, token).header("content-type", "application/json");
            let told = timeout(Duration::from_secs(10), answer(request.body(unsent()))).await;
            assert_eq!(told.unwrap().status, status, "{path}");
        }
    }
}

#[tokio::test]
async fn a_task_takes_no_children_however_deep_they_are() {
    let app = App::start().await;
    let (_, builder) = app.building("Firm").await;
    let project = app.project(&builder, json!({"projectName": "Road"})).await;
    let deep = (0..30).fold(json!([]), |children, _| json!([{"title": 7, "children": children}]));
    let task = json!({"projectId": project["id"], "title": "Earthwork", "children": deep});
    let made = app.post("/api/tasks", &builder.token, task).await.ok();
    assert_eq!((&made["title"], &made["children"]), (&json!("Earthwork"), &json!([])));
}
