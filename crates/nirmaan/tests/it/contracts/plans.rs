//! What PostgreSQL reads of a large tenant to answer a list or a figure: by index, and little more than it shows. On
//! plans as a session keeps them after many executions.

use reqwest::Method;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection};
use serde_json::{Value, json};

use crate::{
    build::{Person, Tenant},
    harness::{App, until},
};

/// Contracts of a tenant, each with a deposit.
const ROWS: usize = 20_000;
/// Executions of a call: a pool of few connections makes more than ten of each on every one of them.
const TIMES: i64 = 40;

/// Gives a tenant as many contracts as a large firm looks at in years, each with a deposit.
async fn grow(app: &App, db: &DatabaseConnection, tenant: &Tenant) {
    let id = app.sql_id(tenant.id);
    let contracts = format!(
        "INSERT INTO contracts (tenant_id, id, bid_id, contract_name, status, paper_cost, search, created_at, updated_at) \
         SELECT {id}, gen_random_uuid(), 'B-' || n, CASE WHEN n % 50 = 0 THEN 'Road' ELSE 'Bridge' END || ' no. ' || n, \
         (ARRAY['DRAFT', 'SUBMITTED', 'REJECTED', 'CLOSED'])[n % 4 + 1], n * 100, \
         E'\\x01b-' || n || E'\\x02' || CASE WHEN n % 50 = 0 THEN 'road' ELSE 'bridge' END || ' no. ' || n || E'\\x03\\x04\\x05\\x06', \
         TIMESTAMPTZ '2020-01-01' + n * INTERVAL '1 hour', TIMESTAMPTZ '2026-01-01' FROM generate_series(1, {ROWS}) n"
    );
    let deposits = "INSERT INTO security_deposits (tenant_id, id, contract_id, deposit_type, instrument_no, amount, \
         status, created_at, updated_at) SELECT tenant_id, gen_random_uuid(), id, 'EMD', '1', 100, 'SUBMITTED', \
         created_at, updated_at FROM contracts WHERE tenant_id = ";
    app.platform_sql(db, &contracts).await;
    app.platform_sql(db, &format!("{deposits}{id}")).await;
}

/// What autovacuum does in time: an index alone answers only for pages of which it is known that everybody sees them, and
/// a snapshot that somebody holds at this moment stands in the way.
async fn tidy(app: &App, db: &DatabaseConnection) {
    let unseen = "SELECT COUNT(*) AS n FROM pg_class WHERE relname IN ('contracts', 'security_deposits') AND relallvisible < relpages";
    until("all pages are visible", async || {
        db.execute_unprepared("VACUUM ANALYZE contracts, security_deposits").await.unwrap();
        (app.platform_count(db, unseen).await == 0).then_some(())
    })
    .await;
}

/// What was read so far of the tables that grow: whole tables, and pages of rows and indexes.
async fn read(app: &App, db: &DatabaseConnection) -> [i64; 2] {
    let of = "WHERE relname IN ('contracts', 'security_deposits')";
    let scans = format!("SELECT SUM(seq_scan)::bigint AS n FROM pg_stat_user_tables {of}");
    let pages = format!(
        "SELECT SUM(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::bigint AS n FROM pg_statio_user_tables {of}"
    );
    [app.platform_count(db, &scans).await, app.platform_count(db, &pages).await]
}

/// Ends the server's sessions: a session tells what it has read when it ends, or seconds later.
async fn end_sessions(app: &App, db: &DatabaseConnection) {
    let sessions =
        "FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'nirmaan'";
    app.platform_rows(db, &format!("SELECT pg_terminate_backend(pid) {sessions}")).await;
    let left = format!("SELECT COUNT(*) AS n {sessions}");
    until("the sessions end", async || (app.platform_count(db, &left).await == 0).then_some(())).await;
}

/// What a call reads each time, once its plans are kept.
async fn read_by(
    app: &App,
    db: &DatabaseConnection,
    person: &Person,
    call: &(Method, String, Value),
) -> [i64; 2] {
    let (method, path, body) = call;
    let body = (!body.is_null()).then_some(body);
    let ask = async || app.send(method.clone(), path, Some(&person.token), body.cloned()).await;
    end_sessions(app, db).await;
    let before = read(app, db).await;
    // The pool finds out that its sessions have ended by using them.
    until("the server is connected again", async || ask().await.status.is_success().then_some(())).await;
    for _ in 0..TIMES {
        ask().await.ok();
    }
    end_sessions(app, db).await;
    let after = read(app, db).await;
    [after[0] - before[0], (after[1] - before[1]) / TIMES]
}

#[tokio::test]
async fn lists_and_figures_of_a_large_tenant_read_little_more_than_they_show() {
    let app = App::start_with(|config| config.limits.calls_burst = 1_000_000).await;
    if !app.is_postgres() {
        return;
    }
    let (large, person) = app.firm("Firm").await;
    let (rival, _) = app.firm("Rival").await;
    // Under the name of the server's sessions, with which these end before anything is measured.
    let filling = Database::connect(format!("{}?application_name=nirmaan", app.owner_url)).await.unwrap();
    grow(&app, &filling, &large).await;
    grow(&app, &filling, &rival).await;
    tidy(&app, &filling).await;
    let db = app.owner_db().await;
    let newest = app.post("/api/contracts/filter", &person.token, json!({})).await.ok();
    assert_eq!(newest["totalElements"], ROWS);
    let one = newest["content"][0]["id"].as_str().unwrap();
    let post = |path: &str, body: Value| (Method::POST, format!("/api{path}"), body);
    let get = |path: &str| (Method::GET, format!("/api{path}"), Value::Null);
    // Beside each call the pages of rows and indexes that it may read. Figures are kept, and so are the totals of lists
    // without words: those read the ten rows that they show, with their deposits. With a word, the list's index is read
    // once, or the rows of a status by that index; all rows and their indexes are some 3,000 pages.
    for (call, pages) in [
        (post("/contract-dashboard/kpis", json!({})), 0),
        (get("/contract-dashboard/status-summary"), 0),
        (get("/contract-dashboard/status-category-summary"), 0),
        (get(&format!("/contracts/{one}")), 20),
        (post("/contracts/filter", json!({})), 120),
        (post("/contracts/filter", json!({"status": ["CLOSED"]})), 120),
        (post("/contracts/filter", json!({"contractName": "road"})), 900),
        (post("/contracts/filter", json!({"contractName": "road", "status": ["REJECTED"]})), 900),
        (post("/contracts-deposit/search", json!({"contractName": "road"})), 900),
    ] {
        let [scans, read] = read_by(&app, &db, &person, &call).await;
        assert_eq!(scans, 0, "whole tables for {call:?}");
        assert!(read <= pages, "{read} pages for {call:?}");
    }
}
