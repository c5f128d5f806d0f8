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
    app.platform_sql(db, &contracts).await;
    add_deposits(app, db, tenant).await;
}

/// Gives a tenant an import that changed a thousand contracts.
async fn import(app: &App, db: &DatabaseConnection, tenant: &Tenant) {
    let (id, import) = (app.sql_id(tenant.id), app.sql_id(uuid::Uuid::from_u128(1)));
    for sql in [
        format!(
            "INSERT INTO imports (tenant_id, id, file_name, created, updated, skipped, failed, search, created_at, updated_at) \
             VALUES ({id}, {import}, 'tenders.csv', 0, 1000, 0, 0, '', TIMESTAMPTZ '2026-01-01', TIMESTAMPTZ '2026-01-01')"
        ),
        format!(
            "INSERT INTO contracts (tenant_id, id, bid_id, contract_name, status, search, version, created_at, updated_at) \
             SELECT {id}, gen_random_uuid(), 'B-' || n, 'Road', 'DRAFT', '', 2, TIMESTAMPTZ '2026-01-01', \
             TIMESTAMPTZ '2026-01-01' FROM generate_series(1, 1000) n"
        ),
        format!(
            "INSERT INTO import_changes (tenant_id, id, import_id, contract_id, former, version_after, created_at, updated_at) \
             SELECT tenant_id, gen_random_uuid(), {import}, id, '{{}}', 2, created_at, updated_at FROM contracts WHERE tenant_id = {id}"
        ),
    ] {
        app.platform_sql(db, &sql).await;
    }
}

#[tokio::test]
async fn an_import_that_was_just_made_is_looked_up_row_by_row() {
    let app = App::start_with(|config| config.limits.calls_burst = 1_000_000).await;
    if !app.is_postgres() {
        return;
    }
    let (firm, person) = app.firm("Firm").await;
    let pages = Pages::of(&app, &["contracts", "import_changes"]).await;
    import(&app, &pages.filling, &firm).await;
    let (path, body) = ("/api/contracts/imports/filter", json!({}));
    let list = app.post(path, &person.token, body.clone()).await.ok();
    assert_eq!(list["content"][0]["canUndo"], true);
    let of_import = json!({"importId": uuid::Uuid::from_u128(1)});
    let found = app.post("/api/contracts/filter", &person.token, of_import.clone()).await.ok();
    assert_eq!(found["totalElements"], 1_000);
    // Some pages for each change, twice what was seen. To compare all of them with all contracts takes two million.
    let by = [("contracts_import", 4), ("contracts_pkey", 1_100), ("import_changes_contract_key", 4)];
    pages.at_most(14_000, &by, &person, |_| (Method::POST, path.to_owned(), body.clone())).await;
    // What it brought in: two pages for each contract. To compare all of them with all changes takes a million.
    let by = [("contracts_status", 11), ("import_changes_contract_key", 2)];
    let narrowed = (Method::POST, "/api/contracts/filter".to_owned(), of_import);
    pages.at_most(4_200, &by, &person, |_| narrowed.clone()).await;
}

/// An import that created deposits, and one that changed them.
const CREATED: u128 = 2;
const CHANGED: u128 = 3;
/// How many each of them did.
const DEPOSITS: usize = 1_000;

/// Gives a tenant an import that created its deposits, and one that changed them.
async fn import_deposits(app: &App, db: &DatabaseConnection, tenant: &Tenant) {
    let id = app.sql_id(tenant.id);
    let [created, changed] = [CREATED, CHANGED].map(|number| app.sql_id(uuid::Uuid::from_u128(number)));
    let imports = [(&created, DEPOSITS, 0), (&changed, 0, DEPOSITS)].map(|(import, created, updated)| {
        format!(
            "INSERT INTO imports (tenant_id, id, record, file_name, created, updated, skipped, failed, search, created_at, \
             updated_at) VALUES ({id}, {import}, 'DEPOSIT', 'emd.csv', {created}, {updated}, 0, 0, '', \
             TIMESTAMPTZ '2026-01-02', TIMESTAMPTZ '2026-01-02')"
        )
    });
    let records = [
        format!("UPDATE security_deposits SET import_id = {created} WHERE tenant_id = {id}"),
        format!(
            "INSERT INTO import_deposit_changes (tenant_id, id, import_id, deposit_id, former, version_after, created_at, \
             updated_at) SELECT tenant_id, gen_random_uuid(), {changed}, id, '{{}}', version, created_at, updated_at \
             FROM security_deposits WHERE tenant_id = {id}"
        ),
    ];
    for sql in imports.iter().chain(&records) {
        app.platform_sql(db, sql).await;
    }
}

/// Gives a tenant a deposit for each of its contracts.
async fn add_deposits(app: &App, db: &DatabaseConnection, tenant: &Tenant) {
    let sql = format!(
        "INSERT INTO security_deposits (tenant_id, id, contract_id, deposit_type, instrument_no, amount, status, created_at, \
         updated_at) SELECT tenant_id, gen_random_uuid(), id, 'EMD', bid_id, 100, 'SUBMITTED', created_at, updated_at \
         FROM contracts WHERE tenant_id = {}",
        app.sql_id(tenant.id)
    );
    app.platform_sql(db, &sql).await;
}

/// The import itself, the search for its deposits and the file of them.
fn reads(import: u128) -> [(Method, String, Value); 3] {
    let import = uuid::Uuid::from_u128(import);
    let of_import = json!({"importId": import});
    [
        (Method::GET, format!("/api/contracts/imports/{import}"), Value::Null),
        (Method::POST, "/api/contracts-deposit/search".to_owned(), of_import.clone()),
        (Method::POST, "/api/contracts-deposit/export".to_owned(), json!({"filter": of_import})),
    ]
}

#[tokio::test]
async fn imports_of_deposits_that_were_just_made_are_looked_up_row_by_row() {
    let app = App::start_with(|config| config.limits.calls_burst = 1_000_000).await;
    if !app.is_postgres() {
        return;
    }
    let (firm, person) = app.firm("Firm").await;
    let (rival, _) = app.firm("Rival").await;
    let pages = Pages::of(&app, &["contracts", "security_deposits", "import_deposit_changes"]).await;
    // What is there already is known.
    for tenant in [&rival, &firm] {
        import(&app, &pages.filling, tenant).await;
        add_deposits(&app, &pages.filling, tenant).await;
        import_deposits(&app, &pages.filling, tenant).await;
        if tenant.id == rival.id {
            pages.tidy().await;
        }
    }
    let [created, changed] = [CREATED, CHANGED].map(reads);
    for [get, search, _] in [&created, &changed] {
        assert_eq!(app.get(&get.1, &person.token).await.ok()["canUndo"], true);
        let found = app.post(&search.1, &person.token, search.2.clone()).await.ok();
        assert_eq!(found["totalElements"], DEPOSITS);
    }
    // Twice what was seen: a page for some ten deposits that it created, or some for each of the firm's. To compare them with all
    // contracts, or with all that an import changed, takes a million.
    let changes = |scans| ("import_deposit_changes_deposit", scans);
    let created_by = |scans| ("security_deposits_import", scans);
    let by_number = |scans| ("security_deposits_instrument", scans);
    let of_contracts = |scans| ("security_deposits_contract", scans);
    let [list, status] = [("contracts_list", 1), ("contracts_status", 1)];
    let import = [("contracts_import", 4), changes(2), created_by(2)];
    let [get, search, file] = &created;
    pages.at_most(330, &import, &person, |_| get.clone()).await;
    pages.at_most(530, &[("contracts_status", 6), created_by(5)], &person, |_| file.clone()).await;
    let by = [list, status, of_contracts(30), created_by(3)];
    pages.at_most(2_300, &by, &person, |_| search.clone()).await;
    let [get, search, file] = &changed;
    let each = [&import[..], &[("security_deposits_pkey", 1_000)]].concat();
    pages.at_most(9_000, &each, &person, |_| get.clone()).await;
    let by = [list, status, changes(3), of_contracts(20), by_number(3)];
    pages.at_most(14_000, &by, &person, |_| search.clone()).await;
    let by = [("contracts_status", 6), changes(4), by_number(5)];
    pages.at_most(20_000, &by, &person, |_| file.clone()).await;
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
    // Beside each call the pages of rows and indexes that it may read, twice what was seen, and by which indexes. Figures
    // are kept, and so are the totals of lists without words: those read the ten rows that they show, with their deposits.
    // With a word, the list's index is read once, or the rows of a status by that index; all rows and their indexes are
    // some 3,000 pages.
    let [ids, deposits] = [("contracts_pkey", 10), ("security_deposits_contract", 20)];
    let by_list = &[("contracts_list", 1), ids, deposits][..];
    let by_status = &[ids, ("contracts_status", 1), deposits][..];
    let of_deposits = &[("contracts_list", 1), ids, ("security_deposits_contract", 30)][..];
    for (call, most, by) in [
        (post("/contract-dashboard/kpis", json!({})), 0, &[][..]),
        (get("/contract-dashboard/status-summary"), 0, &[]),
        (get("/contract-dashboard/status-category-summary"), 0, &[]),
        (get(&format!("/contracts/{one}")), 24, &[("contracts_pkey", 1), ("security_deposits_contract", 2)]),
        (post("/contracts/filter", json!({})), 220, by_list),
        (post("/contracts/filter", json!({"status": ["CLOSED"]})), 220, by_list),
        (post("/contracts/filter", json!({"contractName": "road"})), 1_400, by_list),
        (
            post("/contracts/filter", json!({"contractName": "road", "status": ["REJECTED"]})),
            1_200,
            by_status,
        ),
        (post("/contracts-deposit/search", json!({"contractName": "road"})), 1_450, of_deposits),
        (
            get("/contracts-deposit/same-instrument?instrumentNo=B-1234"),
            16,
            &[("contracts_pkey", 1), ("security_deposits_instrument", 1)],
        ),
    ] {
        pages.at_most(most, by, &person, |_| call.clone()).await;
    }
}
