//! What a node remembers of rights, beside another node over the same database.

use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::json;
use tokio::time::timeout;

use crate::{
    build::{ALL_OF_CONTRACTS, Person},
    harness::{App, until},
};

const WORK: &str = "/api/contract-dashboard/status-summary";
/// Within this time a node has heard what another changed.
const SOON: Duration = Duration::from_secs(1);

/// Calls until it is refused so, and says when the last call began that was not.
async fn last_allowed(app: &App, person: &Person, status: StatusCode) -> Instant {
    let last = std::sync::Mutex::new(Instant::now());
    until("the call is refused", async || {
        let begun = Instant::now();
        let answer = app.get(WORK, &person.token).await;
        if answer.status == status {
            return Some(());
        }
        answer.ok();
        *last.lock().unwrap() = begun;
        None
    })
    .await;
    last.into_inner().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_node_revokes_counts_on_another_within_a_second() {
    let one = App::start().await;
    if !one.is_postgres() {
        return;
    }
    let other = one.start_beside(|_| {}).await;
    let root = one.root().await;
    let tenant = one.tenant("Firm").await;
    let owner = one.administrator(&root, &tenant, "owner@firm.example").await;
    let role = async |person: &Person| {
        let held = one.get(&format!("/api/user-role-mappings/user/{}", person.id), &root.token).await.ok();
        held[0]["roleId"].as_str().unwrap().to_owned()
    };

    let logged_out = one.person(&tenant, ALL_OF_CONTRACTS).await;
    let stopped = one.person(&tenant, ALL_OF_CONTRACTS).await;
    let ungranted = one.person(&tenant, ALL_OF_CONTRACTS).await;
    let unmapped = one.person(&tenant, ALL_OF_CONTRACTS).await;
    let (_, bystander) = one.firm("Bystander").await;
    let module = format!("/api/modules/{}", nirmaan_migrations::catalogue_id("module", "Contracts"));
    let mut out_of_use = one.get(&module, &root.token).await.ok();
    out_of_use["status"] = json!(false);
    let firm = format!("/api/tenants/{}", tenant.id);
    let mut suspended = one.get(&firm, &root.token).await.ok();
    suspended["status"] = json!("SUSPENDED");

    let grid = format!("/api/permissions/bulk/{}", role(&ungranted).await);
    let changes = [
        (
            &logged_out,
            Method::POST,
            "/api/auth/logout".to_owned(),
            json!({"refreshToken": logged_out.refresh_token}),
            401,
        ),
        (
            &stopped,
            Method::PUT,
            format!("/api/users/{}", stopped.id),
            json!({"email": stopped.email, "isActive": false}),
            401,
        ),
        (&ungranted, Method::POST, grid, json!([{"moduleName": "Contracts", "canView": false}]), 403),
        (
            &unmapped,
            Method::PUT,
            format!("/api/user-role-mappings/user/{}", unmapped.id),
            json!({"roleIds": []}),
            403,
        ),
        (&owner, Method::PUT, firm, suspended, 401),
        (&bystander, Method::PUT, module, out_of_use, 403),
    ];
    for (person, method, path, body, status) in changes {
        other.get(WORK, &person.token).await.ok();
        one.send(method, &path, Some(&root.token), Some(body)).await.ok();
        let changed = Instant::now();
        let last = last_allowed(&other, person, StatusCode::from_u16(status).unwrap()).await;
        assert!(last.saturating_duration_since(changed) < SOON, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_session_owes_is_heard_of_on_another_node() {
    let one = App::start().await;
    if !one.is_postgres() {
        return;
    }
    let other = one.start_beside(|_| {}).await;
    let tenant = one.tenant("Firm").await;
    let head = one.person(&tenant, &[("User", nirmaan_api::access::Action::Edit)]).await;
    let person = one.person(&tenant, ALL_OF_CONTRACTS).await;
    other.get(WORK, &person.token).await.ok();
    let asked = json!({"requireSecondFactor": true});
    one.put("/api/settings/organisation", &head.token, asked).await.ok();
    let changed = Instant::now();
    let last = last_allowed(&other, &person, StatusCode::FORBIDDEN).await;
    assert!(last.saturating_duration_since(changed) < SOON);
    crate::auth::second_factor::Authenticator::enrol(&one, &person).await;
    until("the duty is met on the other node", async || {
        (other.get(WORK, &person.token).await.status == StatusCode::OK).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_second_factor_that_was_shown_is_heard_of_on_another_node() {
    let one = App::start().await;
    if !one.is_postgres() {
        return;
    }
    let other = one.start_beside(|_| {}).await;
    let tenant = one.tenant("Firm").await;
    let head = one.person(&tenant, &[("User", nirmaan_api::access::Action::Edit)]).await;
    let phone = crate::auth::second_factor::Authenticator::enrol(&one, &head).await;
    one.clock.advance(chrono::TimeDelta::minutes(5));
    let (path, asked) = ("/api/settings/organisation", json!({"fourEyes": true}));
    other.put(path, &head.token, asked.clone()).await.error(403);
    one.post("/api/auth/step-up", &head.token, json!({"code": phone.code(&one)})).await.ok();
    until("the other node has heard of it", async || {
        (other.put(path, &head.token, asked.clone()).await.status == StatusCode::OK).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rights_are_remembered_and_asked_for_again_when_nobody_listens() {
    let app = App::start().await;
    if !app.is_postgres() {
        return;
    }
    let (_, person) = app.firm("Firm").await;
    let db = app.owner_db().await;
    until("a call is answered from memory", async || {
        app.get(WORK, &person.token).await.ok();
        // Whoever asks the database whose session it is waits for this lock.
        let locked = db.begin().await.unwrap();
        locked.execute_unprepared("LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE").await.unwrap();
        let answered = timeout(Duration::from_millis(500), app.get(WORK, &person.token)).await;
        locked.rollback().await.unwrap();
        answered.is_ok().then_some(())
    })
    .await;
    let deaf = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                WHERE datname = current_database() AND application_name = 'nirmaan listener'";
    assert_eq!(app.platform_rows(&db, deaf).await.len(), 1);
    app.platform_sql(&db, "UPDATE users SET is_active = FALSE").await;
    let changed = Instant::now();
    let last = last_allowed(&app, &person, StatusCode::UNAUTHORIZED).await;
    assert!(last.saturating_duration_since(changed) < SOON);
}
