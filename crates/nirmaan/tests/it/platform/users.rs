//! People.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::{ALL_OF_PEOPLE, complaint, members};
use crate::{
    build::{Person, Tenant},
    harness::App,
};

async fn office(app: &App, name: &str) -> (Tenant, Person) {
    let tenant = app.tenant(name).await;
    let person = app.person(&tenant, ALL_OF_PEOPLE).await;
    (tenant, person)
}

fn clerk() -> Value {
    json!({
        "email": "Clerk@Firm.example", "password": "harbour lantern 7", "mobileNo": "9876543210",
        "designation": "Site clerk", "comment": "On leave in May",
    })
}

// Spec: S3.user S3.user.password S4.user.active S7.users.create S7.users.get
#[tokio::test]
async fn a_new_user_is_active_signs_in_and_never_shows_the_password() {
    let app = App::start().await;
    let (tenant, office) = office(&app, "Firm").await;
    let created = app.post("/api/users", &office.token, clerk()).await.ok();
    for (field, expected) in [
        ("email", json!("clerk@firm.example")),
        ("mobileNo", json!("9876543210")),
        ("designation", json!("Site clerk")),
        ("tenantId", json!(tenant.id)),
        ("tenantName", json!("Firm")),
        ("isActive", json!(true)),
        ("profileImage", json!("")),
        ("comment", json!("On leave in May")),
        ("password", json!("")),
    ] {
        assert_eq!(created[field], expected, "{field}");
    }
    for field in ["id", "createdAt", "updatedAt"] {
        assert!(members(&created).contains(&field), "{field}");
    }
    assert!(!created.to_string().contains("argon2"));
    assert!(!members(&created).iter().any(|name| name.to_lowercase().contains("hash")));
    let path = format!("/api/users/{}", created["id"].as_str().unwrap());
    assert_eq!(app.get(&path, &office.token).await.ok(), created);
    for who in ["clerk@firm.example", "9876543210"] {
        app.log_in("Firm", who, "harbour lantern 7").await;
    }
    let off = json!({"email": "off@firm.example", "password": "harbour lantern 7", "isActive": false});
    assert_eq!(app.post("/api/users", &office.token, off).await.ok()["isActive"], false);
}

// Spec: S5.user.password-create S5.user.password-edit S7.users.update
#[tokio::test]
async fn the_password_is_required_once_and_stays_until_another_is_sent() {
    let app = App::start().await;
    let (_, office) = office(&app, "Firm").await;
    let mut body = clerk();
    body["password"] = json!("");
    let answer = app.post("/api/users", &office.token, body.clone()).await;
    answer.error(400);
    assert_eq!(complaint(&answer.json(), "password"), "Password is required.");
    let created = app.post("/api/users", &office.token, clerk()).await.ok();
    let path = format!("/api/users/{}", created["id"].as_str().unwrap());
    body["designation"] = json!("Engineer");
    body.as_object_mut().unwrap().remove("password");
    let updated = app.put(&path, &office.token, body.clone()).await.ok();
    assert_eq!((&updated["designation"], &updated["isActive"]), (&json!("Engineer"), &json!(true)));
    app.log_in("Firm", "clerk@firm.example", "harbour lantern 7").await;
    body["password"] = json!("another lantern 8");
    app.put(&path, &office.token, body).await.ok();
    app.log_in("Firm", "clerk@firm.example", "another lantern 8").await;
    let old =
        json!({"emailOrMobile": "clerk@firm.example", "password": "harbour lantern 7", "tenantName": "Firm"});
    app.send(reqwest::Method::POST, "/api/auth/login", None, Some(old)).await.error(401);
}

#[tokio::test]
async fn weak_passwords_are_refused_with_the_reason() {
    let app = App::start().await;
    let (_, office) = office(&app, "Firm Of Bricks").await;
    for (password, reason) in [
        ("short", "at least 8"),
        ("password", "too common"),
        ("clerk@firm.example", "must not be"),
        ("firm of bricks", "must not be"),
        ("Bricks@2026", "must not be"),
        ("Clerk#12345", "must not be"),
        ("Clerk 9876543210", "must not be"),
        ("Secret@123", "too common"),
        (&*"long ".repeat(30), "at most 128"),
        (&*"x".repeat(1_000_000), "at most 128"),
    ] {
        let mut body = clerk();
        body["password"] = json!(password);
        let answer = app.post("/api/users", &office.token, body).await;
        answer.error(400);
        let error = answer.json();
        assert!(complaint(&error, "password").contains(reason), "{error}");
    }
}

#[tokio::test]
async fn addresses_and_mobiles_are_unique_in_a_tenant_and_free_in_another() {
    let app = App::start().await;
    let (_, office_a) = office(&app, "Firm").await;
    let (_, office_b) = office(&app, "Rival").await;
    let created = app.post("/api/users", &office_a.token, clerk()).await.ok();
    app.post("/api/users", &office_b.token, clerk()).await.ok();
    for (email, mobile, field) in
        [("CLERK@firm.example", "", "email"), ("other@firm.example", "9876543210", "mobileNo")]
    {
        let body = json!({"email": email, "mobileNo": mobile, "password": "harbour lantern 7"});
        let answer = app.post("/api/users", &office_a.token, body).await;
        answer.error(409);
        assert!(complaint(&answer.json(), field).contains("already used"), "{field}");
    }
    // Whoever is gone leaves both to others.
    let path = format!("/api/users/{}", created["id"].as_str().unwrap());
    app.delete(&path, &office_a.token).await.ok();
    app.post("/api/users", &office_a.token, clerk()).await.ok();
}

// Spec: S7.users.delete
#[tokio::test]
async fn a_deleted_user_is_gone_with_their_roles_and_nobody_deletes_themselves() {
    let app = App::start().await;
    let (tenant, office) = office(&app, "Firm").await;
    let victim = app.person(&tenant, &[("User", Action::View)]).await;
    let path = format!("/api/users/{}", victim.id);
    assert_eq!(app.delete(&path, &office.token).await.ok(), json!({}));
    app.get(&path, &office.token).await.error(404);
    app.delete(&path, &office.token).await.error(404);
    app.get("/api/profile", &victim.token).await.error(401);
    let events = app.events("user").await;
    let last = events.last().unwrap();
    assert_eq!(
        (&last["action"], &last["changes"]["user_roles"]),
        (&json!("delete"), &json!({"from": 1, "to": 0}))
    );
    let own = format!("/api/users/{}", office.id);
    assert_eq!(app.delete(&own, &office.token).await.error(409).1, "You can't delete your own account.");
    let body = json!({"email": office.email, "isActive": false});
    assert_eq!(
        app.put(&own, &office.token, body).await.error(409).1,
        "You can't deactivate your own account."
    );
}

#[tokio::test]
async fn the_platform_writes_users_of_any_tenant_and_others_only_their_own() {
    let app = App::start().await;
    let root = app.root().await;
    let (tenant, office) = office(&app, "Firm").await;
    let rival = app.tenant("Rival").await;
    let mut body = clerk();
    body["tenantId"] = json!(rival.id);
    for invented in [rival.id.to_string(), uuid::Uuid::now_v7().to_string(), "nonsense".to_owned()] {
        let mut foreign = clerk();
        foreign["tenantId"] = json!(invented);
        app.post("/api/users", &office.token, foreign).await.error(403);
    }
    let created = app.post("/api/users", &root.token, body.clone()).await.ok();
    assert_eq!((&created["tenantId"], &created["tenantName"]), (&json!(rival.id), &json!("Rival")));
    let path = format!("/api/users/{}", created["id"].as_str().unwrap());
    body["tenantId"] = json!(tenant.id);
    let answer = app.put(&path, &root.token, body.clone()).await;
    answer.error(400);
    assert!(complaint(&answer.json(), "tenantId").contains("can't be moved"));
    body["tenantId"] = json!(uuid::Uuid::now_v7());
    let answer = app.post("/api/users", &root.token, body).await;
    answer.error(400);
    assert_eq!(complaint(&answer.json(), "tenantId"), "There is no such organisation.");
    app.delete(&path, &root.token).await.ok();
    let trail = app.events("user").await;
    assert_eq!(trail.last().unwrap()["actor"], json!(root.id));
}

#[tokio::test]
async fn creating_twice_under_one_key_creates_once() {
    let app = App::start().await;
    let (_, office) = office(&app, "Firm").await;
    let create = async || {
        let request = app.request(reqwest::Method::POST, "/api/users", Some(&office.token));
        crate::harness::answer(request.header("idempotency-key", "k-1").json(&clerk())).await.ok()
    };
    assert_eq!(create().await["id"], create().await["id"]);
    assert_eq!(app.events("user").await.len(), 1);
}
