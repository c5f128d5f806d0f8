//! What PostgreSQL reads of a large tenant to answer a list or a figure: by index, and little more than it shows. On
//! plans as a session keeps them after many executions.

use reqwest::Method;
use sea_orm::DatabaseConnection;
use serde_json::{Value, json};

use crate::{build::Tenant, harness::App, pages::Pages};

/// Contracts of a tenant, each with a deposit.
const ROWS: usize = 20_000;
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

#[tokio::test]
async fn lists_and_figures_of_a_large_tenant_read_little_more_than_they_show() {
    let app = App::start_with(|config| config.limits.calls_burst = 1_000_000).await;
    if !app.is_postgres() {
        return;
    }
    let (large, person) = app.firm("Firm").await;
    let (rival, _) = app.firm("Rival").await;
    let pages = Pages::of(&app, &["contracts", "security_deposits"]).await;
    grow(&app, &pages.filling, &large).await;
    grow(&app, &pages.filling, &rival).await;
    pages.tidy().await;
    let newest = app.post("/api/contracts/filter", &person.token, json!({})).await.ok();
    assert_eq!(newest["totalElements"], ROWS);
    let one = newest["content"][0]["id"].as_str().unwrap();
    let post = |path: &str, body: Value| (Method::POST, format!("/api{path}"), body);
    let get = |path: &str| (Method::GET, format!("/api{path}"), Value::Null);
    // Beside each call the pages of rows and indexes that it may read. Figures are kept, and so are the totals of lists
    // without words: those read the ten rows that they show, with their deposits. With a word, the list's index is read
    // once, or the rows of a status by that index; all rows and their indexes are some 3,000 pages.
    for (call, most) in [
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
        pages.at_most(most, &person, |_| call.clone()).await;
    }
}
