//! What one client does to take the server from the others.

use std::time::Duration;

use nirmaan_api::access::Action;
use reqwest::{Body, Client, Method};
use serde_json::json;
use tokio::time::timeout;

use super::metrics::{told, value};
use crate::harness::{App, answer, until};

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
            let told = timeout(Duration::from_secs(30), answer(request.body(unsent()))).await;
            assert_eq!(told.unwrap().status, status, "{path}");
        }
    }
}

#[tokio::test]
async fn a_task_takes_no_children_however_deep_they_are() {
    let app = App::start().await;
    let (_, builder) = app.building("Firm").await;
    let project = app.project(&builder, json!({"projectName": "Road"})).await;
    // Each of them would be refused, were it looked at.
    let deep = (0..30).fold(json!([]), |children, _| json!([{"status": "NONE", "children": children}]));
    let task = json!({"projectId": project["id"], "title": "Earthwork", "children": deep});
    let made = app.post("/api/tasks", &builder.token, task).await.ok();
    assert_eq!((&made["title"], &made["children"]), (&json!("Earthwork"), &json!([])));
}

#[tokio::test]
async fn calls_that_one_user_leaves_lying_take_nothing_from_the_others() {
    let app = App::start_with(|config| {
        config.limits.calls_at_once = 2;
        config.limits.calls_open = 4;
    })
    .await;
    let (tenant, owner) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Other").await;
    let idle = app.person(&tenant, &[("Contracts", Action::View)]).await;
    let list = async |token: &str| app.post("/api/contracts/filter", token, json!({})).await;
    let lying: Vec<_> = (0..2)
        .map(|_| {
            let request = app.request(Method::POST, "/api/contracts/filter", Some(&idle.token));
            tokio::spawn(request.header("content-type", "application/json").body(unsent()).send())
        })
        .collect();
    // One holds the turn of its user, the other waits for it, and there is no third.
    let told = until("no more seats", async || {
        let told = timeout(Duration::from_millis(200), list(&idle.token)).await.ok()?;
        (told.status == 429).then_some(told)
    })
    .await;
    assert_eq!(told.headers["retry-after"], "1");
    assert!(told.json()["message"].as_str().unwrap().contains("under way"));
    for token in [&owner.token, &stranger.token] {
        list(token).await.ok();
    }
    for call in lying {
        call.abort();
    }
    until("the seats are free", async || (list(&idle.token).await.status == 200).then_some(())).await;
}

#[tokio::test]
async fn a_large_answer_that_is_not_taken_keeps_a_place_of_its_user_alone() {
    let app = App::start().await;
    let (tenant, builder) = app.building("Firm").await;
    let project = app.project(&builder, json!({"projectName": "Road"})).await;
    for number in 0..20 {
        let title = format!("Section {number}");
        let task = json!({"projectId": project["id"], "title": title, "description": "x".repeat(4_000)});
        app.post("/api/tasks", &builder.token, task).await.ok();
    }
    let other = app.person(&tenant, &[("Project Tasks", Action::View)]).await;
    let shut = Client::builder().http2_prior_knowledge().http2_initial_stream_window_size(1).build().unwrap();
    let list = format!("{}/api/tasks/filter", app.base);
    let untaken = shut.post(list).bearer_auth(&builder.token).json(&json!({})).send().await.unwrap();
    assert_eq!(untaken.status(), 200);

    let list = async |token: &str| app.post("/api/tasks/filter", token, json!({})).await;
    let search = async |token: &str| app.get("/api/search?query=road", token).await;
    let patience = Duration::from_millis(500);
    let waiting =
        tokio::join!(timeout(patience, list(&builder.token)), timeout(patience, search(&builder.token)));
    assert!(waiting.0.is_err() && waiting.1.is_err(), "they wait");
    let page = json!({"pagination": {"page": 1, "size": 10}});
    app.post("/api/tasks/filter", &builder.token, page).await.ok();
    // A colleague reads, and so does the builder once the place is free.
    list(&other.token).await.ok();
    search(&other.token).await.ok();
    drop(untaken);
    list(&builder.token).await.ok();
    search(&builder.token).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_whose_session_has_ended_does_not_ask_the_database_each_time() {
    let app = App::start_with(|config| config.metrics_listen = Some(([127, 0, 0, 1], 0).into())).await;
    let (_, owner) = app.firm("Firm").await;
    let reads = async || value(&told(&app).await, "nirmaan_read_wait_seconds_count").unwrap();
    let list = async || app.post("/api/contracts/filter", &owner.token, json!({})).await;
    list().await.ok();
    let ended =
        app.post("/api/auth/logout", &owner.token, json!({"refreshToken": owner.refresh_token})).await;
    assert_eq!(ended.status, 200, "{}", ended.text);
    let begun = reads().await;
    for _ in 0..100 {
        list().await.error(401);
    }
    let more = reads().await - begun;
    // It is asked again after a second, or when the listener was late.
    assert!(more < 90.0, "{more} reads");
}
