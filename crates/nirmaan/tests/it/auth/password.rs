//! Changing one's own password.

use chrono::TimeDelta;
use nirmaan_api::access::Action::View;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    auth::{delay_long, is_later},
    build::{PASSWORD, Person, Tenant},
    harness::{Answer, App},
    platform::complaint,
};

const WORK: &str = "/api/contract-dashboard/status-summary";
const NEXT: &str = "harbour lantern 7";
const COMMON: &str = "This password is too common: a well-known word stays easy to guess with digits and signs around it. \
                      Choose three or four words that have nothing to do with each other.";
const OWN: &str = "Password must not be made of the e-mail address, the mobile number or the organisation's name. \
                   Choose three or four words that have nothing to do with each other.";

async fn firm(app: &App) -> (Tenant, Person) {
    let tenant = app.tenant("Bharat Infra").await;
    let person = app.person(&tenant, &[("Contracts", View)]).await;
    (tenant, person)
}

async fn change(app: &App, person: &Person, current: &str, next: &str) -> Answer {
    let body = json!({"currentPassword": current, "newPassword": next});
    app.post("/api/profile/password", &person.token, body).await
}

async fn refresh(app: &App, token: &Value) -> Answer {
    app.send(Method::POST, "/api/auth/refresh", None, Some(json!({"refreshToken": token}))).await
}

#[tokio::test]
async fn a_new_password_ends_every_session_and_starts_one() {
    let app = App::start().await;
    let (tenant, person) = firm(&app).await;
    let colleague = app.person(&tenant, &[("Contracts", View)]).await;
    let elsewhere = app.log_in(&tenant.name, &person.email, PASSWORD).await;
    let new = change(&app, &person, PASSWORD, NEXT).await.ok();
    let new_token = new["accessToken"].as_str().unwrap();
    for token in [person.token.as_str(), elsewhere["accessToken"].as_str().unwrap()] {
        app.get(WORK, token).await.error(401);
    }
    for token in [&json!(person.refresh_token), &elsewhere["refreshToken"]] {
        refresh(&app, token).await.error(401);
    }
    app.get(WORK, new_token).await.ok();
    let sessions = app.get("/api/profile/sessions", new_token).await.ok();
    assert_eq!(sessions.as_array().unwrap().len(), 1);
    refresh(&app, &new["refreshToken"]).await.ok();
    app.get(WORK, &colleague.token).await.ok();
    let body = json!({"emailOrMobile": person.email, "password": PASSWORD, "tenantName": tenant.name});
    app.send(Method::POST, "/api/auth/login", None, Some(body)).await.error(401);
    app.log_in(&tenant.name, &person.email, NEXT).await;
}

#[tokio::test]
async fn what_makes_no_password_is_said_at_its_field() {
    let app = App::start().await;
    let (_, person) = firm(&app).await;
    let long = "x".repeat(129);
    for (next, message) in [
        ("", "New password is required."),
        ("short 1", "Password must have at least 8 characters."),
        (long.as_str(), "New password must have at most 128 characters."),
        ("password", COMMON),
        ("Password@123", COMMON),
        ("India@123", COMMON),
        ("P@55w0rd #2026", COMMON),
        (person.email.as_str(), OWN),
        (person.email.split('@').next().unwrap(), OWN),
        ("BHARAT INFRA", OWN),
        ("bharat-infra", OWN),
        ("Bharat@2026", OWN),
        ("8h4r@t!1nfr4 71", OWN),
    ] {
        let answer = change(&app, &person, PASSWORD, next).await;
        answer.error(400);
        assert_eq!(complaint(&answer.json(), "newPassword"), message, "{next}");
    }
    let answer = change(&app, &person, "", "").await;
    assert_eq!(complaint(&answer.json(), "currentPassword"), "Current password is required.");
    // Nothing of it changed anything.
    app.get(WORK, &person.token).await.ok();
    app.log_in("Bharat Infra", &person.email, PASSWORD).await;
}

#[tokio::test]
async fn the_present_password_is_not_taken_for_a_new_one() {
    let app = App::start().await;
    let (_, person) = firm(&app).await;
    let answer = change(&app, &person, PASSWORD, PASSWORD).await;
    answer.error(400);
    let message = "This is the present password. Choose another one.";
    assert_eq!(complaint(&answer.json(), "newPassword"), message);
    // It tells nobody who doesn't know the password whether they have guessed it.
    let answer = change(&app, &person, NEXT, NEXT).await;
    answer.error(400);
    assert_eq!(complaint(&answer.json(), "currentPassword"), "The current password is wrong.");
    assert!(!answer.json().to_string().contains("newPassword"));
    app.get(WORK, &person.token).await.ok();
    change(&app, &person, PASSWORD, NEXT).await.ok();
}

#[tokio::test]
async fn ten_wrong_passwords_make_one_wait_and_leave_the_session() {
    let app = App::start().await;
    let (tenant, person) = firm(&app).await;
    for _ in 0..10 {
        let answer = change(&app, &person, "not the password", NEXT).await;
        answer.error(400);
        assert_eq!(complaint(&answer.json(), "currentPassword"), "The current password is wrong.");
    }
    let answer = change(&app, &person, PASSWORD, NEXT).await;
    let (code, message) = answer.error(429);
    assert_eq!(code, "RESOURCE_EXHAUSTED");
    assert!(message.starts_with("Too many failed attempts. Please try again in "), "{message}");
    let seconds: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=61).contains(&seconds), "{seconds}");
    // The same count as of signing in: neither is a way around the other.
    let body = json!({"emailOrMobile": person.email, "password": PASSWORD, "tenantName": tenant.name});
    app.send(Method::POST, "/api/auth/login", None, Some(body)).await.error(429);
    app.get(WORK, &person.token).await.ok();
    app.clock.advance(TimeDelta::seconds(62));
    change(&app, &person, PASSWORD, NEXT).await.ok();
}

#[tokio::test]
async fn whoever_gave_five_wrong_passwords_waits_before_the_next_is_answered() {
    let app = App::start_with(delay_long).await;
    let (tenant, person) = firm(&app).await;
    let colleague = app.person(&tenant, &[("Contracts", View)]).await;
    for _ in 0..5 {
        change(&app, &person, "not the password", NEXT).await.error(400);
    }
    let others = async {
        for _ in 0..3 {
            change(&app, &colleague, "not the password", NEXT).await.error(400);
        }
    };
    is_later(change(&app, &person, "not the password", NEXT), others).await;
}

#[tokio::test]
async fn of_two_changes_at_once_one_counts_and_ends_the_others_session() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let other = "copper ladder 9";
    for _ in 0..10 {
        let person = app.person(&tenant, &[("Contracts", View)]).await;
        let answers =
            tokio::join!(change(&app, &person, PASSWORD, NEXT), change(&app, &person, PASSWORD, other));
        let answers = [(answers.0, NEXT), (answers.1, other)];
        let changed: Vec<_> = answers.iter().filter(|(answer, _)| answer.status == 200).collect();
        let [(answer, password)] = changed.as_slice() else { panic!("{} of them", changed.len()) };
        app.get(WORK, answer.json()["accessToken"].as_str().unwrap()).await.ok();
        app.log_in(&tenant.name, &person.email, password).await;
        // The other was signed out, or had a password that was no longer the current one.
        assert!(answers.iter().any(|(answer, _)| matches!(answer.status.as_u16(), 400 | 401)));
    }
}

#[tokio::test]
async fn whoever_signs_in_with_the_old_password_meanwhile_is_not_let_in() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    for _ in 0..10 {
        let person = app.person(&tenant, &[("Contracts", View)]).await;
        let body = json!({"emailOrMobile": person.email, "password": PASSWORD, "tenantName": tenant.name});
        let thief = app.send(Method::POST, "/api/auth/login", None, Some(body));
        let (changed, thief) = tokio::join!(change(&app, &person, PASSWORD, NEXT), thief);
        changed.ok();
        if thief.status == 200 {
            app.get(WORK, thief.json()["accessToken"].as_str().unwrap()).await.error(401);
        }
        let new = changed.json();
        let sessions = app.get("/api/profile/sessions", new["accessToken"].as_str().unwrap()).await.ok();
        assert_eq!(sessions.as_array().unwrap().len(), 1);
    }
}
