//! Roles.

use nirmaan_migrations::{PLATFORM_ADMINISTRATOR, TENANT_ADMINISTRATOR, catalogue_id};
use serde_json::json;

use super::{column, complaint};
use crate::harness::App;

// Spec: S3.role S7.roles.create S7.roles.get S7.roles.update S7.roles.list
#[tokio::test]
async fn a_role_is_created_read_changed_and_listed_by_name() {
    let app = App::start().await;
    let root = app.root().await;
    let created =
        app.post("/api/roles", &root.token, json!({"name": "clerk", "description": "Files"})).await.ok();
    assert_eq!((&created["name"], &created["description"]), (&json!("clerk"), &json!("Files")));
    let path = format!("/api/roles/{}", created["id"].as_str().unwrap());
    assert_eq!(app.get(&path, &root.token).await.ok(), created);
    let body = json!({"name": "Clerk", "version": created["version"]});
    let updated = app.put(&path, &root.token, body).await.ok();
    assert_eq!((&updated["name"], &updated["description"]), (&json!("Clerk"), &json!("")));
    app.put(&path, &root.token, json!({"name": "Clerk", "version": created["version"]})).await.error(409);
    let listed = app.get("/api/roles/all", &root.token).await.ok();
    assert_eq!(column(&listed, "name"), ["Clerk", PLATFORM_ADMINISTRATOR, TENANT_ADMINISTRATOR]);
}

// Spec: S5.role.name
#[tokio::test]
async fn a_role_needs_a_name_of_its_own() {
    let app = App::start().await;
    let root = app.root().await;
    let answer = app.post("/api/roles", &root.token, json!({"name": ""})).await;
    answer.error(400);
    assert_eq!(complaint(&answer.json(), "name"), "Role name is required.");
    let answer = app.post("/api/roles", &root.token, json!({"name": "tenant ADMINISTRATOR"})).await;
    answer.error(409);
    assert!(complaint(&answer.json(), "name").contains("already used"));
}

// Spec: S7.roles.delete
#[tokio::test]
async fn a_role_goes_unless_it_is_an_administrators_or_somebody_holds_it() {
    let app = App::start().await;
    let root = app.root().await;
    for name in [PLATFORM_ADMINISTRATOR, TENANT_ADMINISTRATOR] {
        let path = format!("/api/roles/{}", catalogue_id("role", name));
        assert!(app.delete(&path, &root.token).await.error(409).1.contains("can't be deleted"), "{name}");
        let body = json!({"name": "Boss"});
        assert!(app.put(&path, &root.token, body).await.error(409).1.contains("can't be renamed"), "{name}");
        let body = json!({"name": name, "description": "Runs it"});
        assert_eq!(app.put(&path, &root.token, body).await.ok()["description"], "Runs it");
    }
    let role = app.post("/api/roles", &root.token, json!({"name": "Clerk"})).await.ok();
    let path = format!("/api/roles/{}", role["id"].as_str().unwrap());
    let body = json!({"userId": root.id, "roleId": role["id"]});
    app.post("/api/user-role-mappings", &root.token, body).await.ok();
    let (code, message) = app.delete(&path, &root.token).await.error(409);
    assert_eq!(code, "FAILED_PRECONDITION");
    assert!(message.contains("admin@nirmaan.example"), "{message}");
    let mapping = format!("/api/user-role-mappings/user/{}/role/{}", root.id, role["id"].as_str().unwrap());
    app.delete(&mapping, &root.token).await.ok();
    assert_eq!(app.delete(&path, &root.token).await.ok(), json!({}));
    app.get(&path, &root.token).await.error(404);
}
