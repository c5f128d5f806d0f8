//! What ends sessions at once, and what doesn't bring them back.

use nirmaan_api::access::Action::View;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    build::{ALL_OF_CONTRACTS, PASSWORD, Person, Tenant},
    harness::{Answer, App},
};

const WORK: &str = "/api/contract-dashboard/status-summary";

async fn try_login(app: &App, tenant: &Tenant, email: &str, password: &str) -> Answer {
    let body = json!({"emailOrMobile": email, "password": password, "tenantName": tenant.name});
    app.send(Method::POST, "/api/auth/login", None, Some(body)).await
}

async fn refresh(app: &App, token: &str) -> Answer {
    app.send(Method::POST, "/api/auth/refresh", None, Some(json!({"refreshToken": token}))).await
}

async fn assert_signed_out(app: &App, person: &Person) {
    assert_eq!(app.get(WORK, &person.token).await.error(401).1, "Please sign in.");
    let (_, message) = refresh(app, &person.refresh_token).await.error(401);
    assert_eq!(message, "Your session has ended. Please sign in again.");
}

/// The tenant as a form would send it back.
async fn tenant_form(app: &App, root: &Person, tenant: &Tenant) -> Value {
    app.get(&format!("/api/tenants/{}", tenant.id), &root.token).await.ok()
}

async fn set_status(app: &App, root: &Person, tenant: &Tenant, status: &str) {
    let mut form = tenant_form(app, root, tenant).await;
    form["status"] = json!(status);
    let saved = app.put(&format!("/api/tenants/{}", tenant.id), &root.token, form).await.ok();
    assert_eq!(saved["status"], status);
}

// Spec: S7.tenants.update S7.tenants.delete
#[tokio::test]
async fn a_tenant_that_stops_working_is_signed_out_at_once_and_others_notice_nothing() {
    let app = App::start().await;
    let root = app.root().await;
    let (_, neighbour) = app.firm("Neighbour").await;
    for (name, status, code, message) in [
        ("Suspended", "SUSPENDED", 403, "This organisation's account is suspended."),
        ("Terminated", "TERMINATED", 403, "This organisation's account is terminated."),
        ("Deleted", "DELETED", 401, "Invalid credentials. Please try again."),
        ("Dropped", "", 401, "Invalid credentials. Please try again."),
    ] {
        let (tenant, person) = app.firm(name).await;
        let colleague = app.person(&tenant, ALL_OF_CONTRACTS).await;
        app.get(WORK, &person.token).await.ok();
        if status.is_empty() {
            app.delete(&format!("/api/tenants/{}", tenant.id), &root.token).await.ok();
        } else {
            set_status(&app, &root, &tenant, status).await;
        }
        for one in [&person, &colleague] {
            assert_signed_out(&app, one).await;
        }
        assert_eq!(try_login(&app, &tenant, &person.email, PASSWORD).await.error(code).1, message, "{name}");
        let wrong = try_login(&app, &tenant, &person.email, "wrong").await.error(401).1;
        assert_eq!(wrong, "Invalid credentials. Please try again.");
        app.get(WORK, &neighbour.token).await.ok();

        // Working again, they sign in anew: what was ended stays ended.
        set_status(&app, &root, &tenant, "ACTIVE").await;
        for one in [&person, &colleague] {
            assert_signed_out(&app, one).await;
        }
        let login = try_login(&app, &tenant, &person.email, PASSWORD).await.ok();
        app.get(WORK, login["accessToken"].as_str().unwrap()).await.ok();
    }
    refresh(&app, &neighbour.refresh_token).await.ok();
}

#[tokio::test]
async fn a_change_that_leaves_a_tenant_active_signs_nobody_out() {
    let app = App::start().await;
    let root = app.root().await;
    let (tenant, person) = app.firm("Firm").await;
    let mut form = tenant_form(&app, &root, &tenant).await;
    form["comment"] = json!("Paid");
    app.put(&format!("/api/tenants/{}", tenant.id), &root.token, form).await.ok();
    app.get(WORK, &person.token).await.ok();
    refresh(&app, &person.refresh_token).await.ok();
}

// Spec: S7.users.update S7.users.delete
#[tokio::test]
async fn a_user_who_is_stopped_is_signed_out_at_once_and_nobody_else() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let owner = app.administrator(&root, &tenant, "owner@firm.example").await;
    let colleague = app.person(&tenant, ALL_OF_CONTRACTS).await;
    let changes = [json!({"isActive": false}), json!({"password": "harbour lantern 7"}), Value::Null];
    for mut change in changes {
        let person = app.person(&tenant, ALL_OF_CONTRACTS).await;
        let elsewhere = app.log_in(&tenant.name, &person.email, PASSWORD).await;
        let path = format!("/api/users/{}", person.id);
        if change.is_null() {
            app.delete(&path, &owner.token).await.ok();
        } else {
            change["email"] = json!(person.email);
            app.put(&path, &owner.token, change.clone()).await.ok();
        }
        assert_signed_out(&app, &person).await;
        app.get(WORK, elsewhere["accessToken"].as_str().unwrap()).await.error(401);
        refresh(&app, elsewhere["refreshToken"].as_str().unwrap()).await.error(401);
        try_login(&app, &tenant, &person.email, PASSWORD).await.error(401);
        if change["isActive"] == false {
            let body = json!({"email": person.email, "isActive": true});
            app.put(&path, &owner.token, body).await.ok();
            assert_signed_out(&app, &person).await;
            try_login(&app, &tenant, &person.email, PASSWORD).await.ok();
        }
    }
    for one in [&owner, &colleague] {
        app.get(WORK, &one.token).await.ok();
        refresh(&app, &one.refresh_token).await.ok();
    }
}

// Spec: S6.enforced S6.mapping
#[tokio::test]
async fn a_grid_that_is_saved_counts_on_the_next_call_of_whoever_holds_the_role() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[("Payroll", View)]).await;
    let held = format!("/api/user-role-mappings/user/{}", person.id);
    let roles = app.get(&held, &root.token).await.ok();
    let grid = format!("/api/permissions/bulk/{}", roles[0]["roleId"].as_str().unwrap());
    for (may, status) in [(true, 200), (false, 403), (true, 200)] {
        app.post(&grid, &root.token, json!([{"moduleName": "Contracts", "canView": may}])).await.ok();
        assert_eq!(app.get(WORK, &person.token).await.status, status);
    }
    app.put(&held, &root.token, json!({"roleIds": []})).await.ok();
    app.get(WORK, &person.token).await.error(403);
}
