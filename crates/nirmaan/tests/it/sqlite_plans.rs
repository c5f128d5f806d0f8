//! By which way SQLite reads what a call shows: the statements that a server with demo data says it made, explained.

use std::{
    fs::{File, read_to_string},
    path::Path,
    process::Stdio,
};

use reqwest::{
    Method,
    multipart::{Form, Part},
};
use sea_orm::{ConnectionTrait, Database, DatabaseBackend, DatabaseConnection, QueryResult, Statement};
use serde_json::{Value, json};

use crate::{
    contracts::import::{TENDERS, UPLOAD},
    harness::http_client,
    process::{Serving, nirmaan, serve_as},
};

/// Tables that grow with a tenant.
const GROWING: [&str; 7] =
    ["audit_events", "contracts", "documents", "imports", "projects", "security_deposits", "tasks"];

async fn rows(db: &DatabaseConnection, sql: &str) -> Vec<QueryResult> {
    db.query_all_raw(Statement::from_string(DatabaseBackend::Sqlite, sql)).await.unwrap()
}

/// The firm's own calls that read, each of a page at most.
async fn read_everything(serving: &Serving, token: &str) {
    let ask = async |method: Method, path: &str, body: Value| {
        let request = http_client().build().unwrap().request(method, format!("{}/api{path}", serving.base));
        let response = request.bearer_auth(token).json(&body).send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        response.json::<Value>().await.unwrap()
    };
    let post = async |path: &str, body: Value| ask(Method::POST, path, body).await;
    let get = async |path: &str| ask(Method::GET, path, Value::Null).await;
    let first = |page: Value| page["content"][0]["id"].as_str().unwrap().to_owned();

    let contract = first(post("/contracts/filter", json!({})).await);
    for filter in [
        json!({"contractName": "road"}),
        json!({"status": ["DRAFT"]}),
        json!({"status": ["DRAFT", "SUBMITTED"], "contractName": "road"}),
    ] {
        post("/contracts/filter", filter.clone()).await;
        post("/contracts-deposit/search", filter).await;
    }
    let import = first(post("/contracts/imports/filter", json!({})).await);
    get(&format!("/contracts/imports/{import}")).await;
    for list in ["/contracts/filter", "/contracts-deposit/search"] {
        post(list, json!({"importId": import})).await;
    }
    get("/contracts-deposit/same-instrument?instrumentNo=DD%20004512").await;
    post("/contract-dashboard/kpis", json!({})).await;
    for filter in [json!({}), json!({"name": "road"}), json!({"kind": ["TASK"]})] {
        post("/deleted/filter", filter).await;
    }
    for path in ["", "/security-deposit", "/timeline"] {
        get(&format!("/contracts/{contract}{path}")).await;
    }
    get(&format!("/audit/contract/{contract}")).await;
    let project = first(post("/projects/filter", json!({})).await);
    post("/projects/filter", json!({"projectName": "road"})).await;
    get(&format!("/projects/{project}")).await;
    let task = first(post("/tasks/filter", json!({"projectId": project})).await);
    get(&format!("/tasks/{task}")).await;
    get(&format!("/documents?entityType=TASK&entityId={task}")).await;
    for list in ["documents", "audit", "users"] {
        post(&format!("/{list}/filter"), json!({})).await;
    }
}

/// Brings contracts whose history begins with their import's.
async fn import(serving: &Serving, token: &str) {
    let file = Form::new().part("file", Part::bytes(TENDERS).file_name("tenders.csv"));
    let upload = http_client().build().unwrap().post(format!("{}{UPLOAD}", serving.base)).bearer_auth(token);
    assert_eq!(upload.multipart(file).send().await.unwrap().status(), 200);
}

/// What was logged of the statements that read after the last sign-in.
fn told(log: &str) -> Vec<String> {
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let text = |line: &Value, field: &str| line[field].as_str().unwrap_or_default().trim().to_owned();
    let signed_in = lines.iter().rposition(|line| text(line, "path") == "/api/auth/login").unwrap();
    lines[signed_in..]
        .iter()
        .filter(|line| line["target"] == "sqlx::query")
        .map(|line| (text(line, "db.statement"), text(line, "summary")))
        .map(|(statement, summary)| if statement.is_empty() { summary } else { statement })
        .map(|sql| sql.trim_start_matches("BEGIN;").trim_start().to_owned())
        .filter(|sql| sql.starts_with("SELECT"))
        .collect()
}

/// Steps of a statement's plan that read all rows of a table, or a tenant's one after the other.
async fn wide_steps(db: &DatabaseConnection, sql: &str) -> Vec<String> {
    steps(db, sql).await.into_iter().filter(|step| is_wide(step)).collect()
}

/// A statement's plan.
async fn steps(db: &DatabaseConnection, sql: &str) -> Vec<String> {
    let plan = rows(db, &format!("EXPLAIN QUERY PLAN {sql}")).await;
    plan.iter().map(|step| step.try_get("", "detail").unwrap()).collect()
}

fn is_wide(step: &str) -> bool {
    let mut words = step.split(' ');
    let (kind, table) = (words.next().unwrap(), words.next().unwrap_or_default());
    if !GROWING.contains(&table) {
        return false;
    }
    let of_all = step.ends_with("(tenant_id=?)") || step.ends_with("(tenant_id=? AND deleted_at=?)");
    kind == "SCAN" || of_all && !step.contains("COVERING")
}

async fn open(data_dir: &Path) -> DatabaseConnection {
    Database::connect(format!("sqlite://{}", data_dir.join("nirmaan.db").display())).await.unwrap()
}

#[tokio::test]
async fn every_index_of_a_table_that_grows_is_told_of() {
    let dir = tempfile::tempdir().unwrap();
    assert!(nirmaan(dir.path()).arg("migrate").stderr(Stdio::null()).status().unwrap().success());
    let db = open(dir.path()).await;
    let untold = rows(
        &db,
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name IN (SELECT tbl FROM sqlite_stat1) \
         AND name NOT IN (SELECT idx FROM sqlite_stat1)",
    );
    let untold: Vec<String> = untold.await.iter().map(|row| row.try_get("", "name").unwrap()).collect();
    assert!(untold.is_empty(), "{untold:?}");
    for table in GROWING {
        let told = rows(&db, &format!("SELECT 1 FROM sqlite_stat1 WHERE tbl = '{table}'")).await;
        assert!(!told.is_empty(), "{table}");
    }
}

#[tokio::test]
async fn calls_read_the_rows_that_they_show_and_indexes_for_the_rest() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("log");
    let mut command = nirmaan(dir.path());
    command.env("NIRMAAN_LOG", "info,sqlx::query=debug").env("NIRMAAN_LOG_FORMAT", "json");
    let mut serving = serve_as(command.stderr(File::create(&log).unwrap()), &["--demo"]);
    let db = open(dir.path()).await;
    let owner = json!({"emailOrMobile": "owner@bharat.example", "password": "Nirmaan@2026", "tenantName": "Bharat Infra"});
    let sign_in = async || {
        let session = serving.post("/api/auth/login", "", owner.clone()).await;
        session["accessToken"].as_str().unwrap().to_owned()
    };
    import(&serving, &sign_in().await).await;
    read_everything(&serving, &sign_in().await).await;
    serving.signal("-TERM");
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));

    let log = read_to_string(log).unwrap();
    assert!(!log.contains("%road%") && !log.contains("owner@bharat.example"), "a value is told");
    let statements = told(&log);
    for table in GROWING {
        assert!(statements.iter().any(|sql| sql.contains(table)), "{table}");
    }
    for sql in &statements {
        let wide = wide_steps(&db, sql).await;
        assert!(wide.is_empty(), "{wide:?} for {sql}");
    }
    // The list of what was deleted, and how many of each there are.
    for table in ["contracts", "documents", "projects", "security_deposits", "tasks", "users"] {
        let own = format!(r#""{table}"."deleted_with" = "{table}"."id""#);
        let of_list: Vec<_> = statements.iter().filter(|sql| sql.contains(&own)).collect();
        assert!(of_list.len() > 1, "{table}");
        for sql in of_list {
            let steps = steps(&db, sql).await;
            let index = format!("INDEX {table}_deleted ");
            assert!(steps.iter().any(|step| step.contains(&index)), "{steps:?} for {sql}");
        }
    }
}
