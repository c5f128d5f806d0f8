//! What somebody may not do although they may do something like it.

use nirmaan_api::access::Action;
use nirmaan_migrations::catalogue_id;
use serde_json::json;

use crate::{
    build::PASSWORD,
    harness::App,
    platform::{ALL_OF_PEOPLE, complaint},
};

#[tokio::test]
async fn ones_own_password_and_address_are_not_changed_without_the_current_password() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let office = app.person(&tenant, ALL_OF_PEOPLE).await;
    let path = format!("/api/users/{}", office.id);
    for body in [
        json!({"email": office.email, "password": "a thief's lantern 9"}),
        json!({"email": "thief@firm.example"}),
        json!({"email": office.email, "mobileNo": "9876543210"}),
    ] {
        assert!(app.put(&path, &office.token, body).await.error(409).1.contains("profile"));
    }
    app.put(&path, &office.token, json!({"email": office.email, "designation": "Manager"})).await.ok();
    app.log_in("Firm", &office.email, PASSWORD).await;
}

#[tokio::test]
async fn a_weaker_user_neither_deactivates_nor_revives_nor_deletes_a_stronger_one() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    app.administrator(&root, &tenant, "first@firm.example").await;
    let second = app.administrator(&root, &tenant, "second@firm.example").await;
    let office = app.person(&tenant, ALL_OF_PEOPLE).await;
    let path = format!("/api/users/{}", second.id);
    let set = |is_active: bool| json!({"email": "second@firm.example", "isActive": is_active});
    app.put(&path, &office.token, set(false)).await.error(403);
    app.delete(&path, &office.token).await.error(403);
    app.put(&path, &root.token, set(false)).await.ok();
    app.put(&path, &office.token, set(true)).await.error(403);
    // Told before anything is looked at that would take time or tell something.
    let weak = json!({"email": "second@firm.example", "password": "short"});
    app.put(&path, &office.token, weak).await.error(403);
}

#[tokio::test]
async fn the_trail_tells_of_a_record_only_whom_the_record_itself_would() {
    let app = App::start().await;
    let root = app.root().await;
    let (tenant, owner) = app.firm("Firm").await;
    app.contract(&owner, json!({"bidId": "SECRET-1", "contractName": "Bridge"})).await;
    let seen = async |token: &str| {
        let body = json!({"entity": "contract"});
        let page = app.post("/api/audit/filter", token, body.clone()).await.ok();
        let file = app.post("/api/audit/export", token, json!({"filter": body})).await;
        assert_eq!(page["totalElements"], 1);
        let (page, file) = (page.to_string().contains("SECRET-1"), file.text.contains("SECRET-1"));
        assert_eq!(page, file);
        page
    };
    let reporter = app.person(&tenant, &[("User", Action::Report)]).await;
    assert!(!seen(&reporter.token).await);
    let viewer = app.person(&tenant, &[("User", Action::Report), ("Contracts", Action::View)]).await;
    assert!(seen(&viewer.token).await);
    assert!(!seen(&root.token).await, "another organisation's, even to the platform");
}

#[tokio::test]
async fn deleting_and_reviving_a_tenant_needs_the_right_to_delete() {
    let app = App::start().await;
    let platform = crate::build::Tenant {
        id: catalogue_id("tenant", nirmaan_migrations::PLATFORM_TENANT),
        name: nirmaan_migrations::PLATFORM_TENANT.to_owned(),
    };
    let editor = app.person(&platform, &[("Tenants", Action::Edit)]).await;
    let tenant = app.tenant("Firm").await;
    let path = format!("/api/tenants/{}", tenant.id);
    let set =
        |status: &str| json!({"name": "Firm", "subdomain": "firm", "schemaName": "firm", "status": status});
    app.put(&path, &editor.token, set("SUSPENDED")).await.ok();
    app.put(&path, &editor.token, set("DELETED")).await.error(403);
    app.delete(&path, &app.root().await.token).await.ok();
    app.put(&path, &editor.token, set("ACTIVE")).await.error(403);
}

#[tokio::test]
async fn what_the_platform_notes_about_a_tenant_stays_there() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[]).await;
    let path = format!("/api/tenants/{}", tenant.id);
    let body = json!({"name": "Firm", "subdomain": "firm", "schemaName": "firm", "comment": "pays late"});
    app.put(&path, &root.token, body).await.ok();
    let own = app.get(&path, &person.token).await.ok();
    for field in ["comment", "createdBy", "updatedBy"] {
        assert_eq!(own[field], "", "{field}");
    }
    assert_eq!(app.get(&path, &root.token).await.ok()["comment"], "pays late");
}

#[tokio::test]
async fn of_a_request_with_a_password_nothing_is_kept_that_helps_to_guess_it() {
    use nirmaan_api::platform::{CreateUserRequest, User};
    use prost::Message;
    use sha2::{Digest, Sha256};

    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let office = app.person(&tenant, ALL_OF_PEOPLE).await;
    let create = async |password: &str| {
        let request = app.request(reqwest::Method::POST, "/api/users", Some(&office.token));
        let body = json!({"email": "new@firm.example", "password": password});
        crate::harness::answer(request.header("idempotency-key", "k").json(&body)).await.ok()
    };
    create("harbour lantern 7").await;
    let user = User {
        email: "new@firm.example".to_owned(),
        password: "harbour lantern 7".to_owned(),
        ..Default::default()
    };
    let guess =
        Sha256::digest(CreateUserRequest { user: Some(user), role_ids: Vec::new() }.encode_to_vec()).to_vec();
    let db = app.owner_db().await;
    let sql = "SELECT request_hash FROM idempotency_keys";
    for row in app.platform_rows(&db, sql).await {
        assert_ne!(row.try_get::<Vec<u8>>("", "request_hash").unwrap(), guess);
    }
}

#[tokio::test]
async fn a_grid_without_end_is_refused_at_once() {
    let app = App::start().await;
    let root = app.root().await;
    let role = app.post("/api/roles", &root.token, json!({"name": "Clerk"})).await.ok();
    let path = format!("/api/permissions/bulk/{}", role["id"].as_str().unwrap());
    let answer = app.post(&path, &root.token, json!(vec![json!({}); 20_000])).await;
    answer.error(400);
    assert!(complaint(&answer.json(), "").contains("At most 500"));
    assert!(answer.text.len() < 1_000);
}
