//! Calls that are open to whoever is signed in, and ask for a right of their own; and modules that are switched off.

use nirmaan_api::{
    access::Action::{self, View},
    contracts::FilterContractsRequest,
    method,
};
use nirmaan_migrations::catalogue_id;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tonic::Code;
use uuid::Uuid;

use crate::{
    build::{Person, Tenant},
    harness::{Answer, App},
    platform::{column, platform},
    wire::any::{WIRES, call, message},
};

/// What an answer says, but for the request's id.
fn said(answer: &Answer) -> (StatusCode, Value) {
    let mut body = answer.json();
    body["requestId"] = Value::Null;
    (answer.status, body)
}

/// Asks for a record that is there and for one that isn't: whoever may not ask hears the same.
async fn denied(app: &App, person: &Person, path: impl Fn(Uuid) -> String, real: Uuid) {
    let theirs = app.get(&path(real), &person.token).await;
    let nobodys = app.get(&path(Uuid::now_v7()), &person.token).await;
    assert_eq!(theirs.error(403).0, "PERMISSION_DENIED", "{}", path(real));
    assert_eq!(said(&theirs), said(&nobodys));
}

async fn may(app: &App, tenant: &Tenant, module: &str, action: Action) -> Person {
    app.person(tenant, &[(module, action)]).await
}

// Spec: S6.enforced
#[tokio::test]
async fn another_tenant_is_read_with_a_right_and_on_the_platform_alone() {
    let app = App::start().await;
    let (firm, rival) = (app.tenant("Firm").await, app.tenant("Rival").await);
    let path = |id: Uuid| format!("/api/tenants/{id}");
    let clerk = app.person(&firm, &[]).await;
    assert_eq!(app.get(&path(firm.id), &clerk.token).await.ok()["name"], "Firm");
    // Outside the platform no right makes another tenant exist.
    let viewer = may(&app, &firm, "Tenants", View).await;
    for person in [&clerk, &viewer] {
        let theirs = app.get(&path(rival.id), &person.token).await;
        assert_eq!(theirs.error(404).1, "Tenant not found.");
        assert_eq!(said(&theirs), said(&app.get(&path(Uuid::now_v7()), &person.token).await));
    }
    let hand = may(&app, &platform(), "Tenants", Action::Edit).await;
    denied(&app, &hand, path, rival.id).await;
    app.get(&path(platform().id), &hand.token).await.ok();
    let viewer = may(&app, &platform(), "Tenants", View).await;
    assert_eq!(app.get(&path(rival.id), &viewer.token).await.ok()["name"], "Rival");
    app.get(&path(Uuid::now_v7()), &viewer.token).await.error(404);
}

// Spec: S6.enforced S6.tenant-scope
#[tokio::test]
async fn ones_own_permissions_are_open_and_others_need_a_right() {
    let app = App::start().await;
    let (firm, rival) = (app.tenant("Firm").await, app.tenant("Rival").await);
    let (clerk, stranger) = (app.person(&firm, &[]).await, may(&app, &rival, "Payroll", View).await);
    let path = |id: Uuid| format!("/api/user-module-permissions/user/{id}");
    assert_eq!(app.get(&path(clerk.id), &clerk.token).await.ok(), json!([]));
    let hand = may(&app, &firm, "User", Action::Edit).await;
    denied(&app, &hand, path, clerk.id).await;
    denied(&app, &hand, path, stranger.id).await;
    let viewer = may(&app, &firm, "User", View).await;
    app.get(&path(clerk.id), &viewer.token).await.ok();
    let theirs = app.get(&path(stranger.id), &viewer.token).await;
    theirs.error(404);
    assert_eq!(said(&theirs), said(&app.get(&path(Uuid::now_v7()), &viewer.token).await));
    let viewer = may(&app, &platform(), "User", View).await;
    assert_eq!(column(&app.get(&path(stranger.id), &viewer.token).await.ok(), "moduleName"), ["Payroll"]);
}

// Spec: S6.enforced
#[tokio::test]
async fn a_history_needs_the_right_to_view_the_records_module() {
    let app = App::start().await;
    let firm = app.tenant("Firm").await;
    for (entity, module) in [
        ("contract", "Contracts"),
        ("security_deposit", "Contracts"),
        ("project", "Projects"),
        ("task", "Project Tasks"),
        ("document", "Contracts"),
        ("user", "User"),
        ("tenant", "Tenants"),
        ("module", "Modules"),
        ("role", "Role"),
    ] {
        let path = |id: Uuid| format!("/api/audit/{entity}/{id}");
        for tenant in [&firm, &platform()] {
            let hand = may(&app, tenant, module, Action::Edit).await;
            denied(&app, &hand, path, hand.id).await;
            let viewer = may(&app, tenant, module, View).await;
            assert_eq!(app.get(&path(Uuid::now_v7()), &viewer.token).await.ok()["totalElements"], 0);
        }
    }
    let viewer = may(&app, &firm, "User", View).await;
    for unknown in ["session", "contract_import", "saved_view", "audit_event"] {
        let path = format!("/api/audit/{unknown}/{}", viewer.id);
        assert_eq!(app.get(&path, &viewer.token).await.error(404).1, "Record not found.");
    }
}

// Spec: S7.tenants.search S7.tenants.name-search S6.tenant-scope
#[tokio::test]
async fn names_of_other_tenants_are_found_with_a_right_on_the_platform_alone() {
    let app = App::start().await;
    let (firm, _) = (app.tenant("Nirmaan Firm").await, app.tenant("Nirmaan Rival").await);
    let all = ["Nirmaan", "Nirmaan Firm", "Nirmaan Rival"];
    for (tenant, module, found) in [
        (&firm, "Tenants", &all[1..2]),
        (&firm, "User", &all[1..2]),
        (&platform(), "Role", &all[..1]),
        (&platform(), "Tenants", &all[..]),
        (&platform(), "User", &all[..]),
    ] {
        let person = may(&app, tenant, module, View).await;
        let rows = app.get("/api/tenants/search-tenant-by-names?keyword=NIRMAAN", &person.token).await.ok();
        assert_eq!(column(&rows, "name"), found, "{module} of {}", tenant.name);
        let names = app.get("/api/tenants/name-search?keyword=nirmaan", &person.token).await.ok();
        assert_eq!(names, json!(found));
    }
}

// Spec: S6.enforced
#[tokio::test]
async fn a_module_that_is_switched_off_refuses_its_calls_until_it_is_on_again() {
    let app = App::start().await;
    let root = app.root().await;
    let (_, owner) = app.firm("Firm").await;
    let path = format!("/api/modules/{}", catalogue_id("module", "Contracts"));
    let list = method::find("/nirmaan.contracts.v1.ContractService/FilterContracts").unwrap();
    let request = message(list, &FilterContractsRequest::default());
    for (is_on, code) in [(true, Code::Ok), (false, Code::PermissionDenied), (true, Code::Ok)] {
        app.put(&path, &root.token, json!({"name": "Contracts", "status": is_on})).await.ok();
        for person in [&owner, &root] {
            for wire in WIRES {
                let heard = call(&app, wire, list, Some(&person.token), &request).await;
                assert_eq!(heard.code, code, "{wire:?}");
            }
        }
        // What the client shows its user agrees with what the server lets through.
        let own = format!("/api/user-module-permissions/user/{}", owner.id);
        let granted = column(&app.get(&own, &owner.token).await.ok(), "moduleName");
        assert_eq!(granted.contains(&"Contracts".to_owned()), is_on);
    }
}

#[tokio::test]
async fn the_modules_that_keep_the_platform_running_stay_on() {
    let app = App::start().await;
    let root = app.root().await;
    for name in ["Tenants", "User", "Modules", "Role", "UserRoleMapping"] {
        let path = format!("/api/modules/{}", catalogue_id("module", name));
        let (code, message) =
            app.put(&path, &root.token, json!({"name": name, "status": false})).await.error(409);
        assert_eq!(code, "FAILED_PRECONDITION");
        assert_eq!(message, format!("The module {name} is needed to run the platform and stays active."));
        assert_eq!(app.get(&path, &root.token).await.ok()["status"], true);
    }
}
