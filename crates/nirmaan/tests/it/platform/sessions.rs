//! Ending somebody else's sessions.

use nirmaan_api::access::Action::{Delete, Edit, View};
use reqwest::Method;
use serde_json::json;
use uuid::Uuid;

use crate::{
    build::{PASSWORD, Person},
    harness::{Answer, App},
    platform::platform,
};

fn path(person: &Person) -> String {
    format!("/api/users/{}/sessions", person.id)
}

async fn refresh(app: &App, person: &Person) -> Answer {
    let body = json!({"refreshToken": person.refresh_token});
    app.send(Method::POST, "/api/auth/refresh", None, Some(body)).await
}

#[tokio::test]
async fn an_administrator_ends_all_sessions_of_one_of_their_people_and_nobody_elses() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let office = app.person(&tenant, &[("User", Edit), ("User", View)]).await;
    let clerk = app.person(&tenant, &[("User", View)]).await;
    let colleague = app.person(&tenant, &[]).await;
    let elsewhere = app.log_in(&tenant.name, &clerk.email, PASSWORD).await;
    assert_eq!(app.delete(&path(&clerk), &office.token).await.ok(), json!({"ended": 2}));
    for token in [clerk.token.as_str(), elsewhere["accessToken"].as_str().unwrap()] {
        app.get("/api/profile", token).await.error(401);
    }
    refresh(&app, &clerk).await.error(401);
    for other in [&office, &colleague] {
        app.get("/api/profile", &other.token).await.ok();
    }
    let events = app.events("user").await;
    let last = events.last().unwrap();
    assert_eq!(last["changes"], json!({"sessions": {"from": 2, "to": 0}}));
    // Nothing is left to end, and nothing tells of it.
    assert_eq!(app.delete(&path(&clerk), &office.token).await.ok(), json!({"ended": 0}));
    assert_eq!(app.events("user").await.len(), events.len());
    // They are signed out, not locked out.
    app.log_in(&tenant.name, &clerk.email, PASSWORD).await;
}

#[tokio::test]
async fn sessions_are_ended_by_whoever_may_edit_users_and_has_all_the_rights_of_theirs() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let office = app.person(&tenant, &[("User", Edit)]).await;
    let stronger = app.person(&tenant, &[("User", Edit), ("Contracts", Delete)]).await;
    let (_, message) = app.delete(&path(&stronger), &office.token).await.error(403);
    assert_eq!(message, "This user has rights that you don't have, so you can't end their sessions.");
    app.get("/api/profile", &stronger.token).await.ok();
    let (_, message) = app.delete(&path(&office), &office.token).await.error(409);
    assert_eq!(message, "End your own sessions in your profile.");
    app.get("/api/profile", &office.token).await.ok();
    let reader = app.person(&tenant, &[("User", View), ("User", Delete)]).await;
    app.delete(&path(&office), &reader.token).await.error(403);
    assert_eq!(app.delete(&path(&office), &stronger.token).await.ok(), json!({"ended": 1}));
}

#[tokio::test]
async fn another_organisations_people_are_nobody_but_to_the_platform() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let rival = app.tenant("Rival").await;
    let clerk = app.person(&tenant, &[]).await;
    let stranger = app.person(&rival, &[("User", Edit)]).await;
    let theirs = app.delete(&path(&clerk), &stranger.token).await.error(404);
    let nobodys = format!("/api/users/{}/sessions", Uuid::now_v7());
    assert_eq!(theirs, app.delete(&nobodys, &stranger.token).await.error(404));
    app.get("/api/profile", &clerk.token).await.ok();

    let helper = app.person(&platform(), &[("User", Edit)]).await;
    let strong = app.person(&tenant, &[("Contracts", View)]).await;
    app.delete(&path(&strong), &helper.token).await.error(403);
    assert_eq!(app.delete(&path(&clerk), &helper.token).await.ok(), json!({"ended": 1}));
    app.get("/api/profile", &clerk.token).await.error(401);
}
