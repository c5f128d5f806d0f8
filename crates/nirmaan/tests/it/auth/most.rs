//! How many sessions a user has.

use chrono::TimeDelta;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    build::{PASSWORD, Person, Tenant},
    harness::App,
};

const SESSIONS: &str = "/api/profile/sessions";
const MOST: usize = 20;

async fn sign_in(app: &App, tenant: &Tenant, person: &Person) -> Value {
    app.clock.advance(TimeDelta::seconds(1));
    app.log_in(&tenant.name, &person.email, PASSWORD).await
}

fn token(login: &Value) -> &str {
    login["accessToken"].as_str().unwrap()
}

#[tokio::test]
async fn who_signs_in_once_too_often_ends_the_session_not_used_for_longest() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[]).await;
    let second = sign_in(&app, &tenant, &person).await;
    let mut last = Value::Null;
    for _ in 2..MOST {
        last = sign_in(&app, &tenant, &person).await;
    }
    // The first is used once more, which leaves the second behind all others.
    app.clock.advance(TimeDelta::seconds(1));
    let body = json!({"refreshToken": person.refresh_token});
    let first = app.send(Method::POST, "/api/auth/refresh", None, Some(body)).await.ok();
    let listed = app.get(SESSIONS, token(&first)).await.ok();
    assert_eq!(listed.as_array().unwrap().len(), MOST);
    app.get("/api/profile", token(&second)).await.ok();

    let newest = sign_in(&app, &tenant, &person).await;
    app.get("/api/profile", token(&second)).await.error(401);
    let body = json!({"refreshToken": second["refreshToken"]});
    app.send(Method::POST, "/api/auth/refresh", None, Some(body)).await.error(401);
    for kept in [&first, &last, &newest] {
        app.get("/api/profile", token(kept)).await.ok();
    }
    let listed = app.get(SESSIONS, token(&newest)).await.ok();
    assert_eq!(listed.as_array().unwrap().len(), MOST);

    let events = app.events("session").await;
    let ended: Vec<_> = events.iter().filter(|event| event["action"] == "sign_out").collect();
    assert_eq!(ended.len(), 1, "{ended:?}");
    assert_eq!(ended[0]["changes"]["end_reason"], json!({"from": "", "to": "limit"}));
}

#[tokio::test]
async fn of_a_hundred_sign_ins_at_once_no_more_live_on_than_may() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[]).await;
    let others = app.person(&tenant, &[]).await;
    let body = json!({"emailOrMobile": person.email, "password": PASSWORD, "tenantName": tenant.name});
    let mut signed_in = Vec::new();
    // No more at once than may fail at once.
    for _ in 0..10 {
        let sign_in = || app.send(Method::POST, "/api/auth/login", None, Some(body.clone()));
        for answer in join_all((0..10).map(|_| sign_in())).await {
            signed_in.push(token(&answer.ok()).to_owned());
        }
    }
    let mut living = 0;
    for token in &signed_in {
        living += usize::from(app.get("/api/profile", token).await.status == 200);
    }
    assert_eq!(living, MOST);
    app.get("/api/profile", &person.token).await.error(401);
    app.get("/api/profile", &others.token).await.ok();
}

#[tokio::test]
async fn what_was_idle_or_ended_takes_nobodys_place() {
    let app = App::start_with(|config| config.limits.sessions = 2).await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[]).await;
    app.clock.advance(TimeDelta::days(8));
    let one = sign_in(&app, &tenant, &person).await;
    let two = sign_in(&app, &tenant, &person).await;
    app.get("/api/profile", token(&one)).await.ok();
    let body = json!({"refreshToken": two["refreshToken"]});
    app.send(Method::POST, "/api/auth/logout", None, Some(body)).await.ok();
    sign_in(&app, &tenant, &person).await;
    app.get("/api/profile", token(&one)).await.ok();
    sign_in(&app, &tenant, &person).await;
    app.get("/api/profile", token(&one)).await.error(401);
}
