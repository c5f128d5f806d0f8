//! What a session owes before it may do anything else.

use nirmaan_api::access::Action::{Create, Edit, View};
use nirmaan_services::auth::RequireSecondFactor;
use reqwest::Method;
use serde_json::{Value, json};

use super::second_factor::Authenticator;
use crate::{
    build::{PASSWORD, Person, Tenant},
    harness::App,
};

const WORK: &str = "/api/contract-dashboard/status-summary";
const RULES: &str = "/api/settings/organisation";
const NEXT: &str = "harbour lantern 7";
const ENROL: &str = "DUTY_ENROL_SECOND_FACTOR";
const CHANGE: &str = "DUTY_CHANGE_PASSWORD";

async fn asking(of: RequireSecondFactor) -> App {
    App::start_with(|config| config.require_second_factor = of).await
}

async fn duties(app: &App, person: &Person) -> Value {
    let body = json!({"refreshToken": person.refresh_token});
    app.send(Method::POST, "/api/auth/refresh", None, Some(body)).await.ok()["user"]["duties"].clone()
}

async fn firm(app: &App) -> (Tenant, Person, Person) {
    let tenant = app.tenant("Bharat Infra").await;
    let head = app.person(&tenant, &[("User", View), ("User", Create), ("User", Edit)]).await;
    let person = app.person(&tenant, &[("Contracts", View)]).await;
    (tenant, head, person)
}

/// Somebody whom an administrator has just made.
async fn newcomer(app: &App, tenant: &Tenant, head: &Person, email: &str) -> Person {
    let user = app.post("/api/users", &head.token, json!({"email": email, "password": PASSWORD})).await.ok();
    let login = app.log_in(&tenant.name, email, PASSWORD).await;
    let text = |field: &str| login[field].as_str().unwrap().to_owned();
    let (token, refresh_token) = (text("accessToken"), text("refreshToken"));
    Person {
        id: user["id"].as_str().unwrap().parse().unwrap(),
        email: email.to_owned(),
        token,
        refresh_token,
    }
}

#[tokio::test]
async fn a_second_factor_that_is_asked_of_everybody_comes_before_all_work() {
    let app = asking(RequireSecondFactor::All).await;
    let (tenant, _, person) = firm(&app).await;
    let login = app.log_in(&tenant.name, &person.email, PASSWORD).await;
    assert_eq!(login["user"]["duties"], json!([ENROL]));
    let answer = app.get(WORK, &person.token).await;
    let (code, message) = answer.error(403);
    assert_eq!(code, "PERMISSION_DENIED");
    assert_eq!(
        message,
        "Set up a second factor first: in the web app, or by POST /api/auth/second-factor/enrolment."
    );
    assert_eq!(answer.json()["details"]["duties"], "ENROL_SECOND_FACTOR");
    for path in ["/api/profile", "/api/settings", "/api/auth/second-factor"] {
        app.get(path, &person.token).await.ok();
    }
    for path in ["/api/profile/sessions", "/api/settings/views?list=contracts", "/api/search?query=road"] {
        app.get(path, &person.token).await.error(403);
    }
    // The same session works from then on, though the node had remembered it.
    Authenticator::enrol(&app, &person).await;
    app.get(WORK, &person.token).await.ok();
    assert_eq!(duties(&app, &person).await, json!([]));
    // Whoever takes it away owes it again.
    let removal = json!({"password": PASSWORD});
    app.post("/api/auth/second-factor/removal", &person.token, removal).await.ok();
    app.get(WORK, &person.token).await.error(403);
    app.send(Method::POST, "/api/auth/logout", None, Some(json!({"refreshToken": login["refreshToken"]})))
        .await
        .ok();
}

#[tokio::test]
async fn the_platform_alone_is_asked_where_the_setting_says_so() {
    let app = asking(RequireSecondFactor::Platform).await;
    let (_, _, person) = firm(&app).await;
    app.get(WORK, &person.token).await.ok();
    let root = app.root().await;
    app.get("/api/profile", &root.token).await.ok();
    let list = json!({});
    app.post("/api/tenants/filter", &root.token, list.clone()).await.error(403);
    Authenticator::enrol(&app, &root).await;
    app.post("/api/tenants/filter", &root.token, list).await.ok();
}

#[tokio::test]
async fn an_organisation_asks_its_own_people_from_one_call_to_the_next() {
    let app = App::start().await;
    let (_, head, person) = firm(&app).await;
    let (_, stranger) = app.firm("Other").await;
    app.get(WORK, &person.token).await.ok();
    assert_eq!(duties(&app, &person).await, json!([]));
    app.put(RULES, &head.token, json!({"requireSecondFactor": true})).await.ok();
    app.get(WORK, &person.token).await.error(403);
    app.get(WORK, &stranger.token).await.ok();
    // Whoever asked owes it as well, and can't take it back before.
    app.put(RULES, &head.token, json!({"requireSecondFactor": false})).await.error(403);
    Authenticator::enrol(&app, &head).await;
    app.put(RULES, &head.token, json!({"requireSecondFactor": false})).await.ok();
    app.get(WORK, &person.token).await.ok();
}

#[tokio::test]
async fn a_password_that_somebody_else_set_is_changed_first_where_the_organisation_asks() {
    let app = App::start().await;
    let (tenant, head, person) = firm(&app).await;
    let before = newcomer(&app, &tenant, &head, "before@bharat.example").await;
    assert_eq!(duties(&app, &before).await, json!([]));
    app.put(RULES, &head.token, json!({"changeFirstPassword": true})).await.ok();
    // Nobody who was there before is touched.
    assert_eq!(duties(&app, &person).await, json!([]));

    let new = newcomer(&app, &tenant, &head, "new@bharat.example").await;
    assert_eq!(duties(&app, &new).await, json!([CHANGE]));
    let (_, message) = app.get(WORK, &new.token).await.error(403);
    assert_eq!(
        message,
        "Change your password first, which somebody else has set: in the web app, or by POST /api/profile/password."
    );
    let body = json!({"currentPassword": PASSWORD, "newPassword": NEXT});
    let changed = app.post("/api/profile/password", &new.token, body).await.ok();
    let sessions = app.get("/api/profile/sessions", changed["accessToken"].as_str().unwrap()).await.ok();
    assert_eq!(sessions.as_array().unwrap().len(), 1);
    assert_eq!(app.log_in(&tenant.name, &new.email, NEXT).await["user"]["duties"], json!([]));

    // One that is set anew is owed anew; other changes of a user ask for nothing.
    let path = format!("/api/users/{}", person.id);
    let kept = json!({"email": person.email, "comment": "Site 7"});
    app.get(WORK, &person.token).await.ok();
    app.put(&path, &head.token, kept).await.ok();
    assert_eq!(duties(&app, &person).await, json!([]));
    let path = format!("/api/users/{}", new.id);
    app.put(&path, &head.token, json!({"email": new.email, "password": PASSWORD})).await.ok();
    assert_eq!(app.log_in(&tenant.name, &new.email, PASSWORD).await["user"]["duties"], json!([CHANGE]));
    app.put(RULES, &head.token, json!({"changeFirstPassword": false, "requireSecondFactor": true}))
        .await
        .ok();
    // Both are owed, the second factor first.
    let both = app.log_in(&tenant.name, &new.email, PASSWORD).await;
    assert_eq!(both["user"]["duties"], json!([ENROL, CHANGE]));
}
