//! `Refresh` and `Logout`, and what ends a session.

use chrono::TimeDelta;
use jsonwebtoken::{EncodingKey, Header, encode};
use nirmaan_api::access::Action;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    build::{ALL_OF_CONTRACTS, Person},
    harness::{Answer, App, answer, until},
};

const LIST: &str = "/api/contract-dashboard/status-summary";

async fn refresh(app: &App, token: &str) -> Answer {
    app.send(Method::POST, "/api/auth/refresh", None, Some(json!({"refreshToken": token}))).await
}

fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap().to_owned()
}

async fn signed_in(app: &App) -> Person {
    let tenant = app.tenant("Sessions").await;
    app.person(&tenant, ALL_OF_CONTRACTS).await
}

#[tokio::test]
async fn each_refresh_replaces_both_tokens() {
    let app = App::start().await;
    let person = signed_in(&app).await;
    app.clock.advance(TimeDelta::minutes(16));
    app.get(LIST, &person.token).await.error(401);
    let next = refresh(&app, &person.refresh_token).await.ok();
    assert_ne!(next["refreshToken"], person.refresh_token);
    assert_eq!(next["user"]["id"], json!(person.id));
    app.get(LIST, &text(&next, "accessToken")).await.ok();
}

#[tokio::test]
async fn two_tabs_may_spend_a_token_within_ten_seconds() {
    let app = App::start().await;
    let person = signed_in(&app).await;
    let first = refresh(&app, &person.refresh_token).await.ok();
    app.clock.advance(TimeDelta::seconds(9));
    let second = refresh(&app, &person.refresh_token).await.ok();
    assert_eq!(first["refreshToken"], second["refreshToken"]);
    for tab in [first, second] {
        refresh(&app, &text(&tab, "refreshToken")).await.ok();
    }
}

#[tokio::test]
async fn a_spent_token_that_comes_back_ends_the_family() {
    let app = App::start().await;
    let person = signed_in(&app).await;
    let next = refresh(&app, &person.refresh_token).await.ok();
    app.clock.advance(TimeDelta::seconds(11));
    refresh(&app, &person.refresh_token).await.error(401);
    refresh(&app, &text(&next, "refreshToken")).await.error(401);
    app.get(LIST, &text(&next, "accessToken")).await.error(401);
}

#[tokio::test]
async fn an_idle_session_ends_after_seven_days_and_any_after_thirty() {
    let app = App::start().await;
    let person = signed_in(&app).await;
    let mut token = person.refresh_token.clone();
    for _ in 0..4 {
        app.clock.advance(TimeDelta::days(6));
        token = text(&refresh(&app, &token).await.ok(), "refreshToken");
    }
    app.clock.advance(TimeDelta::days(6));
    refresh(&app, &token).await.error(401);

    let tenant = app.tenant("Idle").await;
    let idle = app.person(&tenant, &[]).await;
    app.clock.advance(TimeDelta::days(7));
    refresh(&app, &idle.refresh_token).await.error(401);
}

#[tokio::test]
async fn logging_out_ends_the_session_at_once() {
    let app = App::start().await;
    let person = signed_in(&app).await;
    app.get(LIST, &person.token).await.ok();
    let body = json!({"refreshToken": person.refresh_token});
    let answer = app.send(Method::POST, "/api/auth/logout", None, Some(body.clone())).await;
    assert_eq!(answer.ok(), json!({}));
    app.get(LIST, &person.token).await.error(401);
    refresh(&app, &person.refresh_token).await.error(401);
    app.send(Method::POST, "/api/auth/logout", None, Some(body)).await.ok();
}

#[tokio::test]
async fn a_call_takes_from_its_tenants_rate_before_anybody_asks_whose_session_it_is() {
    let app = App::start_with(|config| (config.limits.calls, config.limits.calls_burst) = (1, 2)).await;
    let person = signed_in(&app).await;
    app.platform_sql(&app.owner_db().await, "DELETE FROM refresh_tokens").await;
    app.platform_sql(&app.owner_db().await, "DELETE FROM sessions").await;
    let calls = (0..10).map(|_| app.get(LIST, &person.token));
    let statuses: Vec<u16> =
        futures_util::future::join_all(calls).await.iter().map(|answer| answer.status.as_u16()).collect();
    assert!(statuses.contains(&401), "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
}

#[tokio::test]
async fn what_is_written_into_the_database_by_hand_counts_a_moment_later() {
    let app = App::start().await;
    let tenant = app.tenant("Revoked").await;
    let db = app.owner_db().await;
    for (undo, status) in [
        ("UPDATE users SET is_active = FALSE", StatusCode::UNAUTHORIZED),
        ("UPDATE tenants SET status = 'SUSPENDED' WHERE name = 'Revoked'", StatusCode::UNAUTHORIZED),
        (
            "DELETE FROM role_permissions WHERE role_id IN (SELECT id FROM roles WHERE NOT is_system)",
            StatusCode::FORBIDDEN,
        ),
    ] {
        let person = app.person(&tenant, &[("Contracts", Action::View)]).await;
        app.get(LIST, &person.token).await.ok();
        app.platform_sql(&db, undo).await;
        until(undo, async || (app.get(LIST, &person.token).await.status == status).then_some(())).await;
        app.platform_sql(&db, "UPDATE users SET is_active = TRUE").await;
        app.platform_sql(&db, "UPDATE tenants SET status = 'ACTIVE'").await;
    }
}

#[tokio::test]
async fn what_has_served_its_time_is_swept_and_nothing_else() {
    let app = App::start().await;
    let tenant = app.tenant("Swept").await;
    let ended = app.person(&tenant, &[]).await;
    let body = json!({"refreshToken": ended.refresh_token});
    app.send(Method::POST, "/api/auth/logout", None, Some(body)).await.ok();
    app.clock.advance(TimeDelta::days(31));
    let living = app.person(&tenant, ALL_OF_CONTRACTS).await;
    let request = app.request(Method::POST, "/api/contracts", Some(&living.token));
    let body = json!({"bidId": "A", "contractName": "x"});
    answer(request.header("Idempotency-Key", "k").json(&body)).await.ok();
    // The ended session with its one token.
    assert_eq!(nirmaan::jobs::sweep(app.deps()).await.unwrap(), 2);
    app.get(LIST, &living.token).await.ok();
    app.clock.advance(TimeDelta::hours(25));
    assert_eq!(nirmaan::jobs::sweep(app.deps()).await.unwrap(), 2, "the key, and the count of the address");
    refresh(&app, &living.refresh_token).await.ok();
}

#[tokio::test]
async fn a_forged_token_is_no_token() {
    let app = App::start().await;
    let person = signed_in(&app).await;
    let claims = person.token.split('.').nth(1).unwrap();
    let claims = base64::Engine::decode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, claims).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    let forged = encode(&Header::default(), &claims, &EncodingKey::from_secret(&[9; 32])).unwrap();
    let signature = person.token.rsplit_once('.').unwrap().1;
    let mut other = claims.clone();
    other["sub"] = json!(uuid::Uuid::now_v7());
    let other = base64::Engine::encode(
        &base64::engine::general_purpose::URL_SAFE_NO_PAD,
        serde_json::to_vec(&other).unwrap(),
    );
    let header = person.token.split('.').next().unwrap();
    for token in [forged, format!("{header}.{other}.{signature}"), "x".to_owned(), "..".to_owned()] {
        let (code, message) = app.get(LIST, &token).await.error(401);
        assert_eq!((code.as_str(), message.as_str()), ("UNAUTHENTICATED", "Please sign in."));
    }
    // No right is read from the token itself: the session's user is the database's.
    assert_eq!(claims.as_object().unwrap().len(), 8);
}
