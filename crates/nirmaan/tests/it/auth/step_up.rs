//! The second factor, asked for once more in the course of a session.

use chrono::TimeDelta;
use nirmaan_api::{
    access::Action::{Edit, Report, View},
    auth::{StepUpRequest, second_factor_service_client::SecondFactorServiceClient},
    platform::{DeleteTenantRequest, tenant_service_client::TenantServiceClient},
};
use serde_json::{Value, json};
use tonic_types::StatusExt;

use super::second_factor::Authenticator;
use crate::{
    build::{PASSWORD, Person, Tenant},
    harness::{App, signed},
    platform::complaint,
};

const STEP_UP: &str = "/api/auth/step-up";
const NEXT: &str = "harbour lantern 7";

/// An administrator with a second factor, shown more than five minutes ago, and somebody else.
async fn firm(app: &App) -> (Tenant, Person, Authenticator, Person) {
    let tenant = app.tenant("Bharat Infra").await;
    let rights =
        [("User", View), ("User", Edit), ("User", Report), ("Contracts", View), ("Contracts", Report)];
    let head = app.person(&tenant, &rights).await;
    let person = app.person(&tenant, &[("Contracts", View)]).await;
    let phone = Authenticator::enrol(app, &head).await;
    app.clock.advance(TimeDelta::minutes(5));
    (tenant, head, phone, person)
}

async fn step_up(app: &App, person: &Person, phone: &Authenticator) -> Value {
    app.post(STEP_UP, &person.token, json!({"code": phone.next_code(app)})).await.ok()
}

#[tokio::test]
async fn a_password_is_reset_only_by_whoever_has_just_shown_their_second_factor() {
    let app = App::start().await;
    let (_, head, phone, person) = firm(&app).await;
    let path = format!("/api/users/{}", person.id);
    let mut user = app.get(&path, &head.token).await.ok();
    // What doesn't touch how they sign in isn't held up.
    user["designation"] = json!("Engineer");
    let mut user = app.put(&path, &head.token, user).await.ok();
    for (field, value) in [("password", NEXT), ("email", "thief@example.in"), ("mobileNo", "9876500000")] {
        let mut wanted = user.clone();
        wanted[field] = json!(value);
        let refused = app.put(&path, &head.token, wanted).await;
        let (code, message) = refused.error(403);
        assert_eq!(code, "PERMISSION_DENIED", "{field}");
        assert!(message.starts_with("Show your second factor once more"), "{message}");
    }
    let until = step_up(&app, &head, &phone).await;
    let until: chrono::DateTime<chrono::Utc> = until["until"].as_str().unwrap().parse().unwrap();
    let left = until - app.clock.now();
    assert!(left <= TimeDelta::minutes(5) && left > TimeDelta::seconds(280), "{left}");
    user["password"] = json!(NEXT);
    app.put(&path, &head.token, user.clone()).await.ok();
    // For five minutes, and in this session alone.
    app.clock.advance(TimeDelta::minutes(5));
    user = app.get(&path, &head.token).await.ok();
    user["password"] = json!(PASSWORD);
    app.put(&path, &head.token, user.clone()).await.error(403);
    let body = json!({"emailOrMobile": head.email, "password": PASSWORD, "tenantName": "Bharat Infra", "code": phone.next_code(&app)});
    let login = app.send(reqwest::Method::POST, "/api/auth/login", None, Some(body)).await.ok();
    app.put(&path, &head.token, user.clone()).await.error(403);
    // Signing in with a code shows it.
    app.put(&path, login["accessToken"].as_str().unwrap(), user).await.ok();
}

#[tokio::test]
async fn whoever_has_no_second_factor_is_asked_for_none() {
    let app = App::start().await;
    let tenant = app.tenant("Bharat Infra").await;
    let head = app.person(&tenant, &[("User", View), ("User", Edit)]).await;
    let person = app.person(&tenant, &[]).await;
    let path = format!("/api/users/{}", person.id);
    let mut user = app.get(&path, &head.token).await.ok();
    user["password"] = json!(NEXT);
    app.put(&path, &head.token, user).await.ok();
    let refused = app.post(STEP_UP, &head.token, json!({"code": "123456"})).await;
    assert_eq!(refused.error(409).1, "There is no second factor.");
}

#[tokio::test]
async fn grants_settings_and_ends_ask_for_it_by_their_rules() {
    let app = App::start().await;
    let root = app.root().await;
    let phone = Authenticator::enrol(&app, &root).await;
    let tenant = app.tenant("Bharat Infra").await;
    let person = app.person(&tenant, &[]).await;
    app.clock.advance(TimeDelta::minutes(5));
    let mapping = json!({"userId": person.id, "roleIds": []});
    app.post("/api/user-role-mappings", &root.token, mapping).await.error(403);
    app.put("/api/settings/organisation", &root.token, json!({"fourEyes": true})).await.error(403);
    app.delete(&format!("/api/users/{}/second-factor", person.id), &root.token).await.error(403);
    // Looking and changing what gives nobody anything goes on.
    app.post("/api/tenants/filter", &root.token, json!({})).await.ok();

    let channel = app.channel().await;
    let id = tenant.id.to_string();
    let delete = || signed(DeleteTenantRequest { id: id.clone() }, &root.token);
    let status = TenantServiceClient::new(channel.clone()).delete_tenant(delete()).await.unwrap_err();
    assert_eq!(status.get_details_error_info().unwrap().reason, "ERROR_REASON_STEP_UP_REQUIRED");
    let request = StepUpRequest { code: phone.next_code(&app) };
    SecondFactorServiceClient::new(channel.clone()).step_up(signed(request, &root.token)).await.unwrap();
    TenantServiceClient::new(channel).delete_tenant(delete()).await.unwrap();
}

#[tokio::test]
async fn an_export_of_everything_asks_for_it_and_one_of_something_does_not() {
    let app = App::start().await;
    let (_, head, phone, _) = firm(&app).await;
    for path in ["/api/contracts/export", "/api/users/export"] {
        app.post(path, &head.token, json!({"filter": {}})).await.error(403);
        app.post(path, &head.token, json!({"filter": {"pagination": {"page": 0, "size": 5}}}))
            .await
            .error(403);
    }
    let narrowed = json!({"filter": {"contractName": "Ring road"}});
    assert_eq!(app.post("/api/contracts/export", &head.token, narrowed).await.status, 200);
    step_up(&app, &head, &phone).await;
    for path in ["/api/contracts/export", "/api/users/export"] {
        assert_eq!(app.post(path, &head.token, json!({"filter": {}})).await.status, 200);
    }
}

#[tokio::test]
async fn the_second_factor_is_not_taken_away_by_whoever_has_but_a_session_and_the_password() {
    let app = App::start().await;
    let (_, head, phone, _) = firm(&app).await;
    for path in ["/api/auth/second-factor/removal", "/api/auth/second-factor/recovery-codes"] {
        app.post(path, &head.token, json!({"password": PASSWORD})).await.error(403);
    }
    step_up(&app, &head, &phone).await;
    app.post("/api/auth/second-factor/removal", &head.token, json!({"password": PASSWORD})).await.ok();
}

#[tokio::test]
async fn wrong_codes_show_nothing_and_are_counted() {
    let app = App::start().await;
    let (_, head, phone, person) = firm(&app).await;
    let empty = app.post(STEP_UP, &head.token, json!({"code": " "})).await;
    empty.error(400);
    assert_eq!(complaint(&empty.json(), "code"), "Code is required.");
    for _ in 0..10 {
        let wrong = app.post(STEP_UP, &head.token, json!({"code": "000000"})).await;
        wrong.error(400);
        assert!(complaint(&wrong.json(), "code").starts_with("The code is wrong"));
    }
    app.post(STEP_UP, &head.token, json!({"code": phone.next_code(&app)})).await.error(429);
    let path = format!("/api/users/{}", person.id);
    let mut user = app.get(&path, &head.token).await.ok();
    user["password"] = json!(NEXT);
    app.put(&path, &head.token, user).await.error(403);
    // A code is used up by it as by signing in.
    app.clock.advance(TimeDelta::seconds(62));
    let code = phone.code(&app);
    app.post(STEP_UP, &head.token, json!({"code": code})).await.ok();
    app.post(STEP_UP, &head.token, json!({"code": code})).await.error(400);
}

#[tokio::test]
async fn whoever_lacks_the_right_is_told_so_whatever_they_have_shown() {
    let app = App::start().await;
    let tenant = app.tenant("Bharat Infra").await;
    let person = app.person(&tenant, &[("User", View)]).await;
    Authenticator::enrol(&app, &person).await;
    app.clock.advance(TimeDelta::minutes(5));
    let (_, message) = app.put("/api/settings/organisation", &person.token, json!({})).await.error(403);
    assert!(!message.contains("second factor"), "{message}");
}
