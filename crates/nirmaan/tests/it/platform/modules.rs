//! Modules.

use std::collections::BTreeSet;

use nirmaan_api::access::Action;
use nirmaan_migrations::MODULES;
use serde_json::{Value, json};

use super::{column, complaint, members};
use crate::{build::Person, harness::App};

async fn module(app: &App, person: &Person, name: &str) -> Value {
    let all = app.get("/api/modules", &person.token).await.ok();
    let found = all.as_array().unwrap().iter().find(|module| module["name"] == name);
    found.unwrap_or_else(|| panic!("no {name}")).clone()
}

fn path(module: &Value) -> String {
    format!("/api/modules/{}", module["id"].as_str().unwrap())
}

#[test]
fn the_protocol_and_the_first_start_know_the_same_modules() {
    let protocol: BTreeSet<_> = nirmaan_api::descriptors::modules().collect();
    let installed: BTreeSet<_> = MODULES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(protocol, installed);
}

// Spec: S3.module S4.module.status S7.modules.create S7.modules.get S7.modules.update
#[tokio::test]
async fn a_module_is_created_read_and_changed() {
    let app = App::start().await;
    let root = app.root().await;
    let body = json!({"name": "Quality", "description": "Tests of materials"});
    let created = app.post("/api/modules", &root.token, body).await.ok();
    assert_eq!(created["name"], "Quality");
    assert_eq!(created["description"], "Tests of materials");
    assert_eq!(created["status"], true);
    assert!(members(&created).contains(&"id"));
    assert_eq!(app.get(&path(&created), &root.token).await.ok(), created);
    let body = json!({"name": "Quality control", "status": false, "version": created["version"]});
    let updated = app.put(&path(&created), &root.token, body).await.ok();
    assert_eq!((&updated["name"], &updated["description"]), (&json!("Quality control"), &json!("")));
    assert_eq!(updated["status"], false);
    let kept = app.put(&path(&created), &root.token, json!({"name": "Quality"})).await.ok();
    assert_eq!(kept["status"], false, "an absent status stays");
    let old = json!({"name": "x", "version": created["version"]});
    app.put(&path(&created), &root.token, old).await.error(409);
}

// Spec: S5.module.name
#[tokio::test]
async fn a_module_needs_a_name_of_its_own() {
    let app = App::start().await;
    let root = app.root().await;
    let answer = app.post("/api/modules", &root.token, json!({"name": "  "})).await;
    answer.error(400);
    assert_eq!(complaint(&answer.json(), "name"), "Module name is required.");
    let answer = app.post("/api/modules", &root.token, json!({"name": "CONTRACTS"})).await;
    answer.error(409);
    assert!(complaint(&answer.json(), "name").contains("already used"));
}

// Spec: S7.modules.list
#[tokio::test]
async fn the_list_has_every_module_by_name_and_hides_inactive_ones_from_others() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[]).await;
    let all = app.get("/api/modules", &person.token).await.ok();
    let mut expected: Vec<_> = MODULES.iter().map(|(name, _)| (*name).to_owned()).collect();
    expected.sort_by_key(|name| name.to_lowercase());
    assert_eq!(column(&all, "name"), expected);
    let payroll = module(&app, &root, "Payroll").await;
    app.put(&path(&payroll), &root.token, json!({"name": "Payroll", "status": false})).await.ok();
    assert!(
        !column(&app.get("/api/modules", &person.token).await.ok(), "name").contains(&"Payroll".to_owned())
    );
    assert_eq!(module(&app, &root, "Payroll").await["status"], false);
}

// Spec: S7.modules.delete
#[tokio::test]
async fn a_module_goes_unless_it_is_the_products_or_a_role_grants_it() {
    let app = App::start().await;
    let root = app.root().await;
    let seeded = module(&app, &root, "Contracts").await;
    assert!(app.delete(&path(&seeded), &root.token).await.error(409).1.contains("part of the product"));
    let body = json!({"name": "Agreements"});
    assert!(app.put(&path(&seeded), &root.token, body).await.error(409).1.contains("can't be renamed"));
    for name in ["Tenants", "User", "Modules", "Role", "UserRoleMapping"] {
        let needed = module(&app, &root, name).await;
        let body = json!({"name": name, "status": false});
        assert!(
            app.put(&path(&needed), &root.token, body).await.error(409).1.contains("stays active"),
            "{name}"
        );
    }

    let created = app.post("/api/modules", &root.token, json!({"name": "Quality"})).await.ok();
    // The creator's next call has it: nobody else could ever grant it.
    let role = app.post("/api/roles", &root.token, json!({"name": "Inspector"})).await.ok();
    let grid = format!("/api/permissions/bulk/{}", role["id"].as_str().unwrap());
    let rows = |view: bool| json!([{"moduleId": created["id"], "canView": view}]);
    app.post(&grid, &root.token, rows(true)).await.ok();
    let (code, message) = app.delete(&path(&created), &root.token).await.error(409);
    assert_eq!(code, "FAILED_PRECONDITION");
    assert!(message.contains("Inspector"), "{message}");
    app.post(&grid, &root.token, rows(false)).await.ok();
    assert_eq!(app.delete(&path(&created), &root.token).await.ok(), json!({}));
    app.get(&path(&created), &root.token).await.error(404);
}

#[tokio::test]
async fn only_the_platform_writes_modules() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let all = [Action::Create, Action::View, Action::Edit, Action::Delete].map(|action| ("Modules", action));
    let person = app.person(&tenant, &all).await;
    let module = module(&app, &person, "Payroll").await;
    app.get(&path(&module), &person.token).await.ok();
    app.post("/api/modules", &person.token, json!({"name": "Own"})).await.error(403);
    app.put(&path(&module), &person.token, json!({"name": "Payroll"})).await.error(403);
    app.delete(&path(&module), &person.token).await.error(403);
}
