//! Stolen tokens: what a thief can do with one, and for how long.

use chrono::TimeDelta;
use nirmaan::config::Secret;
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
async fn many_tabs_at_once_all_go_on_with_one_token() {
    let app = App::start().await;
    let owner = person(&app).await;
    let tabs = (0..10).map(|_| refresh(&app, &owner.refresh_token));
    let tabs = futures_util::future::join_all(tabs).await;
    let next = text(&tabs[0].ok(), "refreshToken");
    for tab in &tabs {
        assert_eq!(text(&tab.ok(), "refreshToken"), next);
        app.get(WORK, &text(&tab.json(), "accessToken")).await.ok();
    }
    assert_eq!(tokens(&app).await, 2, "the spent one and the one that follows it");
    app.clock.advance(TimeDelta::minutes(1));
    refresh(&app, &next).await.ok();
}

#[tokio::test]
async fn a_hundred_at_once_get_one_token_eleven_times_and_the_next_ends_the_session() {
    let app = App::start().await;
    let owner = person(&app).await;
    let all = (0..100).map(|_| refresh(&app, &owner.refresh_token));
    let all = futures_util::future::join_all(all).await;
    let next: Vec<_> = all.iter().filter(|answer| answer.status == 200).collect();
    assert!(all.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 401) || answer.is_busy()));
    // The first, and ten that came back; fewer where the session ended before their own answer was made.
    assert!((1..=11).contains(&next.len()), "{}", next.len());
    let token = text(&next[0].json(), "refreshToken");
    assert!(next.iter().all(|answer| text(&answer.json(), "refreshToken") == token));
    assert_eq!(tokens(&app).await, 2);
    refresh(&app, &token).await.error(401);
}

#[tokio::test]
async fn a_spent_token_is_answered_ten_times_within_its_grace() {
    let app = App::start().await;
    let owner = person(&app).await;
    let next = text(&refresh(&app, &owner.refresh_token).await.ok(), "refreshToken");
    for _ in 0..10 {
        assert_eq!(text(&refresh(&app, &owner.refresh_token).await.ok(), "refreshToken"), next);
    }
    assert_eq!(tokens(&app).await, 2);
    refresh(&app, &owner.refresh_token).await.error(401);
    refresh(&app, &next).await.error(401);
    let events = app.events("session").await;
    assert_eq!(events.last().unwrap()["changes"]["end_reason"]["to"], "reuse");
}

#[tokio::test]
async fn whoever_comes_late_gets_the_token_that_still_counts() {
    let app = App::start().await;
    let owner = person(&app).await;
    let second = text(&refresh(&app, &owner.refresh_token).await.ok(), "refreshToken");
    let third = text(&refresh(&app, &second).await.ok(), "refreshToken");
    app.clock.advance(TimeDelta::seconds(5));
    // The second tab's answer is not a token that would end the session a quarter of an hour later.
    assert_eq!(text(&refresh(&app, &owner.refresh_token).await.ok(), "refreshToken"), third);
    app.clock.advance(TimeDelta::minutes(15));
    refresh(&app, &third).await.ok();
}

#[tokio::test]
async fn two_keys_live_and_each_finds_what_followed() {
    let (old, new) = ("0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210");
    let app = App::start().await;
    if !app.is_postgres() {
        return;
    }
    let owner = person(&app).await;
    let next = text(&refresh(&app, &owner.refresh_token).await.ok(), "refreshToken");
    // Another node, which knows the new key already.
    let both = app.start_beside(|config| config.token_keys = [new, old].map(Secret::new).into()).await;
    assert_eq!(text(&refresh(&both, &owner.refresh_token).await.ok(), "refreshToken"), next);
    let third = text(&refresh(&both, &next).await.ok(), "refreshToken");
    assert_eq!(text(&refresh(&both, &next).await.ok(), "refreshToken"), third);
    // The node that doesn't know the new key yet answers with one that counts as well, and always with that.
    let other = text(&refresh(&app, &next).await.ok(), "refreshToken");
    assert_ne!(other, third);
    assert_eq!(text(&refresh(&app, &next).await.ok(), "refreshToken"), other);
    for token in [third, other] {
        refresh(&both, &token).await.ok();
    }
}

/// How many refresh tokens there ever were.
async fn tokens(app: &App) -> i64 {
    app.platform_count(&app.owner_db().await, "SELECT COUNT(*) AS n FROM refresh_tokens").await
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
