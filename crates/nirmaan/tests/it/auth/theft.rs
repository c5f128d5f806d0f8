//! Stolen tokens: what a thief can do with one, and for how long.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    build::{ALL_OF_CONTRACTS, PASSWORD, Person},
    harness::{Answer, App},
};

const WORK: &str = "/api/contract-dashboard/status-summary";

async fn refresh(app: &App, token: &str) -> Answer {
    app.send(Method::POST, "/api/auth/refresh", None, Some(json!({"refreshToken": token}))).await
}

fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap().to_owned()
}

async fn person(app: &App) -> Person {
    let tenant = app.tenant("Firm").await;
    app.person(&tenant, ALL_OF_CONTRACTS).await
}

#[tokio::test]
async fn a_theft_ends_the_whole_family_and_the_trail_says_so() {
    let app = App::start().await;
    let owner = person(&app).await;
    let elsewhere = app.log_in("Firm", &owner.email, PASSWORD).await;
    // The thief goes on with the stolen token, and on; then its owner comes with the spent one.
    let mut thief = refresh(&app, &owner.refresh_token).await.ok();
    for _ in 0..3 {
        app.clock.advance(TimeDelta::minutes(1));
        thief = refresh(&app, &text(&thief, "refreshToken")).await.ok();
    }
    app.get(WORK, &text(&thief, "accessToken")).await.ok();
    let (_, message) = refresh(&app, &owner.refresh_token).await.error(401);
    assert_eq!(message, "Your session has ended. Please sign in again.");
    refresh(&app, &text(&thief, "refreshToken")).await.error(401);
    app.get(WORK, &text(&thief, "accessToken")).await.error(401);
    let events = app.events("session").await;
    let last = events.last().unwrap();
    assert_eq!(
        (&last["action"], &last["changes"]["end_reason"]["to"]),
        (&json!("sign_out"), &json!("reuse"))
    );
    // Another sign-in of the same person is another family.
    app.get(WORK, &text(&elsewhere, "accessToken")).await.ok();
    refresh(&app, &text(&elsewhere, "refreshToken")).await.ok();
}

#[tokio::test]
async fn many_tabs_at_once_all_go_on() {
    let app = App::start().await;
    let owner = person(&app).await;
    let tabs = (0..8).map(|_| refresh(&app, &owner.refresh_token));
    let tabs = futures_util::future::join_all(tabs).await;
    for tab in &tabs {
        app.get(WORK, &text(&tab.ok(), "accessToken")).await.ok();
    }
    let last = text(&tabs[7].json(), "refreshToken");
    app.clock.advance(TimeDelta::minutes(1));
    refresh(&app, &last).await.ok();
}

#[tokio::test]
async fn after_a_logout_no_token_of_the_session_counts() {
    let app = App::start().await;
    let owner = person(&app).await;
    let next = refresh(&app, &owner.refresh_token).await.ok();
    let stolen = [owner.token.clone(), text(&next, "accessToken")];
    for token in &stolen {
        app.get(WORK, token).await.ok();
    }
    // Any token of the session signs out, the spent one too.
    let body = json!({"refreshToken": owner.refresh_token});
    app.send(Method::POST, "/api/auth/logout", None, Some(body)).await.ok();
    for token in &stolen {
        app.get(WORK, token).await.error(401);
    }
    // Within the grace of the spent one, and of the one that never was.
    for token in [owner.refresh_token.clone(), text(&next, "refreshToken")] {
        refresh(&app, &token).await.error(401);
    }
}

#[tokio::test]
async fn one_kind_of_token_is_not_another() {
    let app = App::start().await;
    let owner = person(&app).await;
    app.get(WORK, &owner.refresh_token).await.error(401);
    refresh(&app, &owner.token).await.error(401);
    for made_up in ["", "x", &"A".repeat(43), &"x".repeat(100_000)] {
        let (_, message) = refresh(&app, made_up).await.error(401);
        assert_eq!(message, "Your session has ended. Please sign in again.");
    }
    app.get(WORK, &owner.token).await.ok();
}

#[tokio::test]
async fn a_token_in_the_database_is_a_hash() {
    let app = App::start().await;
    let owner = person(&app).await;
    let db = app.owner_db().await;
    let rows = app.platform_rows(&db, "SELECT token_hash FROM refresh_tokens").await;
    assert!(!rows.is_empty());
    for row in rows {
        let hash: Vec<u8> = row.try_get("", "token_hash").unwrap();
        assert_eq!(hash.len(), 32);
        assert!(!owner.refresh_token.as_bytes().starts_with(&hash[..8]));
    }
}
