//! What programs sign in with as somebody who has a second factor.

use chrono::TimeDelta;
use nirmaan_api::access::Action::{Edit, View};
use reqwest::Method;
use serde_json::{Value, json};

use super::second_factor::Authenticator;
use crate::{
    build::{PASSWORD, Person, Tenant},
    harness::{Answer, App},
    platform::complaint,
};

const OWN: &str = "/api/auth/app-passwords";
const WORK: &str = "/api/contract-dashboard/status-summary";
const NEXT: &str = "harbour lantern 7";

async fn firm(app: &App) -> (Tenant, Person, Authenticator) {
    let tenant = app.tenant("Bharat Infra").await;
    let rights = [("User", View), ("User", Edit), ("Contracts", View)];
    let person = app.person(&tenant, &rights).await;
    let phone = Authenticator::enrol(app, &person).await;
    (tenant, person, phone)
}

/// A new one: its entry, and itself.
async fn create(app: &App, person: &Person, name: &str) -> (Value, String) {
    let created = app.post(OWN, &person.token, json!({"name": name})).await.ok();
    (created["appPassword"].clone(), created["password"].as_str().unwrap().to_owned())
}

async fn log_in(app: &App, person: &Person, password: &str) -> Answer {
    let body = json!({"emailOrMobile": person.email, "password": password, "tenantName": "Bharat Infra"});
    app.send(Method::POST, "/api/auth/login", None, Some(body)).await
}

fn token(login: &Value) -> &str {
    login["accessToken"].as_str().unwrap()
}

#[tokio::test]
async fn a_program_signs_in_with_one_and_without_a_code() {
    let app = App::start().await;
    let (tenant, person, _) = firm(&app).await;
    let (entry, password) = create(&app, &person, " Tally ").await;
    assert_eq!(entry["name"], "Tally");
    assert_eq!(entry["lastUsedAt"], Value::Null);
    log_in(&app, &person, PASSWORD).await.error(401);
    let login = log_in(&app, &person, &password).await.ok();
    app.get(WORK, token(&login)).await.ok();
    let body = json!({"refreshToken": login["refreshToken"]});
    app.send(Method::POST, "/api/auth/refresh", None, Some(body)).await.ok();
    let listed = app.get(OWN, &person.token).await.ok();
    let listed = &listed["appPasswords"];
    assert_eq!(listed[0]["id"], entry["id"]);
    assert!(listed[0]["lastUsedAt"].is_string(), "{listed}");
    let used = app
        .events("session")
        .await
        .into_iter()
        .any(|event| event["changes"]["app_password"] == json!({"from": null, "to": "Tally"}));
    assert!(used, "the trail says with what they signed in");

    // It is one person's.
    let colleague = app.person(&tenant, &[]).await;
    log_in(&app, &colleague, &password).await.error(401);
    assert_eq!(app.get(OWN, &colleague.token).await.ok()["appPasswords"], json!([]));
    let path = format!("{OWN}/{}", entry["id"].as_str().unwrap());
    app.delete(&path, &colleague.token).await.error(404);
    let similar = password.chars().rev().collect::<String>();
    log_in(&app, &person, &similar).await.error(401);
    log_in(&app, &person, &format!("nirmaan-{}", "a".repeat(32))).await.error(401);
}

#[tokio::test]
async fn its_session_can_not_do_what_asks_for_the_second_factor() {
    let app = App::start().await;
    let (tenant, person, _) = firm(&app).await;
    let other = app.person(&tenant, &[]).await;
    let (_, password) = create(&app, &person, "Tally").await;
    let login = log_in(&app, &person, &password).await.ok();
    app.post(OWN, token(&login), json!({"name": "Another"})).await.error(403);
    let path = format!("/api/users/{}", other.id);
    let mut user = app.get(&path, token(&login)).await.ok();
    user["password"] = json!(NEXT);
    app.put(&path, token(&login), user).await.error(403);
    // Nor does it take the second factor away, and an app password is no password elsewhere.
    let removal = json!({"password": PASSWORD});
    app.post("/api/auth/second-factor/removal", token(&login), removal).await.error(403);
    let change = json!({"currentPassword": password, "newPassword": NEXT});
    app.post("/api/profile/password", token(&login), change).await.error(400);
}

#[tokio::test]
async fn making_one_asks_for_the_second_factor_and_a_name() {
    let app = App::start().await;
    let (tenant, person, _) = firm(&app).await;
    let without = app.person(&tenant, &[]).await;
    let refused = app.post(OWN, &without.token, json!({"name": "Tally"})).await;
    assert_eq!(refused.error(409).1, "There is no second factor.");
    for (name, complaint_is) in [("", "Name is required."), (" ", "Name is required.")] {
        let refused = app.post(OWN, &person.token, json!({"name": name})).await;
        refused.error(400);
        assert_eq!(complaint(&refused.json(), "name"), complaint_is);
    }
    app.post(OWN, &person.token, json!({"name": "a".repeat(101)})).await.error(400);
    for number in 0..20 {
        create(&app, &person, &format!("Program {number}")).await;
    }
    let twice = app.post(OWN, &person.token, json!({"name": "Program 7"})).await;
    assert_eq!(twice.error(409).0, "ALREADY_EXISTS");
    let one_more = app.post(OWN, &person.token, json!({"name": "Program 20"})).await;
    assert_eq!(one_more.error(409).1, "You have 20 app passwords. Delete one that isn't used any more.");
    app.clock.advance(TimeDelta::minutes(6));
    app.post(OWN, &person.token, json!({"name": "Later"})).await.error(403);
}

#[tokio::test]
async fn it_ends_with_its_sessions() {
    let app = App::start().await;
    let (_, person, _) = firm(&app).await;
    let (gone, lost) = create(&app, &person, "Lost laptop").await;
    let (_, kept) = create(&app, &person, "Tally").await;
    let of_lost = log_in(&app, &person, &lost).await.ok();
    let of_kept = log_in(&app, &person, &kept).await.ok();
    app.delete(&format!("{OWN}/{}", gone["id"].as_str().unwrap()), &person.token).await.ok();
    app.get(WORK, token(&of_lost)).await.error(401);
    log_in(&app, &person, &lost).await.error(401);
    app.get(WORK, token(&of_kept)).await.ok();
    app.get(WORK, &person.token).await.ok();
    let events = app.events("user").await;
    let last = &events.last().unwrap()["changes"];
    assert_eq!(last["app_password"], json!({"from": "Lost laptop", "to": null}));
    assert_eq!(last["sessions"], json!({"from": 1, "to": 0}));
}

#[tokio::test]
async fn all_end_with_the_password_and_with_the_second_factor() {
    let app = App::start().await;
    let (_, person, phone) = firm(&app).await;
    let (_, one) = create(&app, &person, "Tally").await;
    let login = log_in(&app, &person, &one).await.ok();
    let change = json!({"currentPassword": PASSWORD, "newPassword": NEXT});
    let changed = app.post("/api/profile/password", &person.token, change).await.ok();
    app.get(WORK, token(&login)).await.error(401);
    log_in(&app, &person, &one).await.error(401);

    let person = Person { token: token(&changed).to_owned(), ..person };
    app.post(OWN, &person.token, json!({"name": "Tally"})).await.error(403);
    let code = json!({"code": phone.next_code(&app)});
    app.post("/api/auth/step-up", &person.token, code).await.ok();
    let (_, other) = create(&app, &person, "Tally").await;
    let login = log_in(&app, &person, &other).await.ok();
    let removal = json!({"password": NEXT});
    app.post("/api/auth/second-factor/removal", &person.token, removal).await.ok();
    app.get(WORK, token(&login)).await.error(401);
    log_in(&app, &person, &other).await.error(401);
    log_in(&app, &person, NEXT).await.ok();
    assert_eq!(app.get(OWN, &person.token).await.ok()["appPasswords"], json!([]));
}

#[tokio::test]
async fn nothing_that_is_kept_tells_it() {
    let app = App::start().await;
    let (_, person, _) = firm(&app).await;
    let (_, password) = create(&app, &person, "Tally").await;
    let db = app.owner_db().await;
    let rows = app.platform_rows(&db, "SELECT secret_hash FROM app_passwords").await;
    let hash: Vec<u8> = rows[0].try_get("", "secret_hash").unwrap();
    assert_eq!(hash.len(), 32);
    assert!(!serde_json::to_string(&app.events("user").await).unwrap().contains(&password));
}
