//! What keeps the figures: they are what a recount says, whoever wrote and however many at once.

use nirmaan_store::{StoreError, query::figures::Difference};
use reqwest::{Method, StatusCode};
use sea_orm::{ConnectionTrait, DatabaseConnection, TransactionTrait};
use serde_json::{Value, json};

use crate::{
    build::{Person, Tenant},
    contracts::imports::{sent, undo},
    harness::App,
};

/// What a recount says of the figures, which are left as they are.
pub async fn differences(app: &App) -> Vec<Difference> {
    let checked: Result<_, StoreError> =
        app.store().platform(|db| async move { db.check_figures(false).await }).await;
    checked.unwrap()
}

async fn kpis(app: &App, person: &Person) -> Value {
    app.post("/api/contract-dashboard/kpis", &person.token, json!({})).await.ok()
}

fn count(kpis: &Value, status: &str) -> i64 {
    let rows = kpis["contract_count_by_status"].as_array().unwrap();
    rows.iter().find(|row| row["status"] == status).unwrap()["count"].as_i64().unwrap()
}

/// A contract of a status that cost so many rupees to bid for; its id.
async fn tender(app: &App, person: &Person, bid_id: &str, status: &str, paper_cost: f64) -> String {
    let body = json!({"bidId": bid_id, "contractName": "x", "status": status, "paperCost": paper_cost});
    app.contract(person, body).await["id"].as_str().unwrap().to_owned()
}

/// A firm with a draft without and a rejected tender with an EMD of 1,000 rupees; the ids of both.
async fn firm_with_two(app: &App) -> (Tenant, Person, [String; 2]) {
    let (tenant, person) = app.firm("Firm").await;
    let draft = tender(app, &person, "A", "DRAFT", 0.0).await;
    let rejected = tender(app, &person, "B", "REJECTED", 12.5).await;
    app.deposit(&tenant, &rejected, "EMD", 100_000, "SUBMITTED").await;
    (tenant, person, [draft, rejected])
}

// Spec: S7.dashboard.kpis S7.dashboard.statuses
#[tokio::test]
async fn rows_written_past_the_program_are_counted_too() {
    let app = App::start().await;
    let (_, person, [draft, rejected]) = firm_with_two(&app).await;
    let before = kpis(&app, &person).await;
    assert_eq!((count(&before, "REJECTED"), &before["pending_refund"]), (1, &json!(1000)));
    let db = app.owner_db().await;
    let id = |id: &str| app.sql_id(id.parse().unwrap());
    for (sql, pending, paper_cost) in [
        (
            "UPDATE contracts SET status = 'WORK_IN_PROGRESS', paper_cost = 5001 WHERE bid_id = 'B'",
            0.0,
            50.01,
        ),
        ("UPDATE contracts SET status = 'CLOSED' WHERE bid_id = 'B'", 1000.0, 50.01),
        ("UPDATE security_deposits SET amount = amount * 2", 2000.0, 50.01),
        (&format!("UPDATE security_deposits SET contract_id = {}", id(&draft)), 0.0, 50.01),
        (&format!("UPDATE security_deposits SET contract_id = {}", id(&rejected)), 2000.0, 50.01),
        ("UPDATE contracts SET deleted_at = created_at WHERE bid_id = 'B'", 0.0, 0.0),
        ("UPDATE contracts SET deleted_at = NULL WHERE bid_id = 'B'", 2000.0, 50.01),
        ("DELETE FROM security_deposits", 0.0, 50.01),
        ("DELETE FROM contracts WHERE bid_id = 'B'", 0.0, 0.0),
    ] {
        app.platform_sql(&db, sql).await;
        let kpis = kpis(&app, &person).await;
        let told = (&kpis["pending_refund"], &kpis["paper_cost_total"]);
        let [pending, paper_cost] = [pending, paper_cost]
            .map(|rupees: f64| if rupees.fract() == 0.0 { json!(rupees as i64) } else { json!(rupees) });
        assert_eq!(told, (&pending, &paper_cost), "after {sql}");
        assert_eq!(differences(&app).await, [], "after {sql}");
    }
    assert_eq!(kpis(&app, &person).await["deposit_by_type"], json!([]));
}

/// What one of many at once does: a contract of its own and a deposit of it, one more of a contract that all change,
/// and a new status for that.
async fn one_of_many(app: &App, person: &Person, shared: &[String], at: usize) {
    let own = tender(app, person, &format!("own-{at}"), "SUBMITTED", at as f64).await;
    let common = &shared[at % shared.len()];
    let statuses = ["REJECTED", "WORK_IN_PROGRESS", "CLOSED", "AWARDED"];
    let body = |rupees: usize| json!({"depositType": "EMD", "instrumentNo": "1", "amount": rupees, "status": "SUBMITTED"});
    for (method, path, body) in [
        (Method::POST, format!("/api/contracts/{own}/security-deposit"), body(1)),
        (Method::POST, format!("/api/contracts/{common}/security-deposit"), body(at + 1)),
        (
            Method::PUT,
            format!("/api/contracts/{common}"),
            json!({"bidId": common, "contractName": "x", "status": statuses[at / shared.len() % 4]}),
        ),
    ] {
        let answer = app.send(method, &path, Some(&person.token), Some(body)).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
    }
    if at.is_multiple_of(3) {
        assert_eq!(app.delete(&format!("/api/contracts/{own}"), &person.token).await.status, StatusCode::OK);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_two_writers_at_once_and_the_fold_leave_exact_figures() {
    let app = App::start_with(|config| config.limits.calls_burst = 1_000_000).await;
    let (_, person) = app.firm("Firm").await;
    let mut shared = Vec::new();
    for at in 0..4 {
        shared.push(tender(&app, &person, &format!("shared-{at}"), "DRAFT", 1.0).await);
    }
    let writers = (0..32).map(|at| one_of_many(&app, &person, &shared, at));
    // Two nodes fold meanwhile.
    tokio::join!(futures_util::future::join_all(writers), fold_often(&app), fold_often(&app));
    assert_eq!(differences(&app).await, []);
    let kpis = kpis(&app, &person).await;
    // Eleven of the own contracts went, with their deposit of one rupee.
    assert_eq!(count(&kpis, "SUBMITTED"), 32 - 11);
    assert_eq!(kpis["total_security_deposit"], json!((1..=32).sum::<i64>() + 32 - 11));
}

pub async fn fold_often(app: &App) {
    for _ in 0..20 {
        app.store().fold_figures().await.unwrap();
    }
}

// On SQLite there is one writer at a time anyway.
#[tokio::test]
async fn a_deposit_waits_for_the_status_that_its_contract_is_getting() {
    let app = App::start().await;
    if !app.is_postgres() {
        return;
    }
    let (tenant, person, [draft, _]) = firm_with_two(&app).await;
    let status = app.owner_db().await.begin().await.unwrap();
    for sql in [
        "SELECT set_config('nirmaan.scope', 'platform', true)",
        "UPDATE contracts SET status = 'CLOSED' WHERE bid_id = 'A'",
    ] {
        status.execute_unprepared(sql).await.unwrap();
    }
    let db = app.owner_db().await;
    let commit = async {
        app.until_lock_wait(&db).await;
        status.commit().await.unwrap();
    };
    tokio::join!(app.deposit(&tenant, &draft, "EMD", 5_000, "SUBMITTED"), commit);
    assert_eq!(kpis(&app, &person).await["pending_refund"], json!(1050));
    assert_eq!(differences(&app).await, []);
}

#[tokio::test]
async fn an_import_and_its_undo_are_counted_once() {
    let app = App::start().await;
    let (_, person, _) = firm_with_two(&app).await;
    let rows: String = (0..700).map(|at| format!("I-{at},Road,AWARDED,100.5\n")).collect();
    let import = sent(&app, &person, &format!("bid_id,contract_name,status,paper_cost\n{rows}"), &[]).await;
    let after = kpis(&app, &person).await;
    assert_eq!((count(&after, "AWARDED"), &after["paper_cost_awarded"]), (700, &json!(70_350)));
    assert_eq!(differences(&app).await, []);
    undo(&app, &person, &import).await.ok();
    let undone = kpis(&app, &person).await;
    assert_eq!((count(&undone, "AWARDED"), &undone["paper_cost_total"]), (0, &json!(12.5)));
    assert_eq!(differences(&app).await, []);
}

// What writers append on PostgreSQL is one row afterwards; the figures stay what they were.
#[tokio::test]
async fn folding_leaves_a_row_for_each_figure_and_changes_none() {
    let app = App::start().await;
    let (tenant, person, [draft, _]) = firm_with_two(&app).await;
    for at in 0..30 {
        tender(&app, &person, &format!("D-{at}"), "DRAFT", 2.0).await;
        app.deposit(&tenant, &draft, "EMD", 100, "SUBMITTED").await;
    }
    // Something that came and went.
    let gone = tender(&app, &person, "gone", "DISPUTE", 2.0).await;
    app.delete(&format!("/api/contracts/{gone}"), &person.token).await.ok();
    let before = kpis(&app, &person).await;
    app.store().fold_figures().await.unwrap();
    let db = app.owner_db().await;
    let rows = "SELECT COUNT(*) AS n FROM (SELECT status FROM contract_figures WHERE contracts <> 0 UNION ALL \
                SELECT status FROM deposit_figures WHERE deposits <> 0) AS figures";
    // Drafts and rejected tenders, and the deposits of either.
    assert_eq!(app.platform_count(&db, rows).await, 4);
    assert_eq!(kpis(&app, &person).await, before);
    assert_eq!(count(&before, "DRAFT"), 31);
    assert_eq!(differences(&app).await, []);
}

#[tokio::test]
async fn a_figure_that_was_tampered_with_is_found_and_put_right() {
    let app = App::start().await;
    let (tenant, person, _) = firm_with_two(&app).await;
    let before = kpis(&app, &person).await;
    app.store().fold_figures().await.unwrap();
    let db = app.owner_db().await;
    let figure = |sql: &str| format!("UPDATE {sql} AND tenant_id = {}", app.sql_id(tenant.id));
    app.platform_sql(&db, &figure("contract_figures SET contracts = 7 WHERE status = 'DRAFT'")).await;
    app.platform_sql(&db, &figure("deposit_figures SET rupees = 0 WHERE deposit_type = 'EMD'")).await;
    let list = json!({"status": ["DRAFT"]});
    let listed = app.post("/api/contracts/filter", &person.token, list.clone()).await.ok();
    assert_eq!(listed["totalElements"], 7, "a list without words believes the figure");

    let difference = |table, of: &[&str], missing| Difference {
        table,
        tenant_id: tenant.id,
        of: of.iter().map(|text| (*text).to_owned()).collect(),
        missing: vec![missing],
    };
    let found = [
        difference("contract_figures", &["DRAFT"], ("contracts", -6)),
        difference("deposit_figures", &["EMD", "SUBMITTED", "REJECTED"], ("rupees", 1000)),
    ];
    assert_eq!(differences(&app).await, found);
    let line = format!("contract_figures of tenant {}, DRAFT: contracts -6", tenant.id);
    assert_eq!(found[0].to_string(), line);
    let mended: Result<_, StoreError> =
        app.store().platform(|db| async move { db.check_figures(true).await }).await;
    assert_eq!(mended.unwrap(), found);
    assert_eq!(differences(&app).await, []);
    assert_eq!(kpis(&app, &person).await, before);
    let listed = app.post("/api/contracts/filter", &person.token, list).await.ok();
    assert_eq!(listed["totalElements"], 1);
}

/// Drops what keeps the figures of these tables; says how many triggers.
pub async fn drop_triggers(app: &App, db: &DatabaseConnection, tables: &[&str]) -> usize {
    let mut dropped = 0;
    for table in tables {
        let (names, kind, along) = if app.is_postgres() {
            let functions = "SELECT proname::text AS name FROM pg_proc WHERE proname LIKE 'nirmaan";
            (format!("{functions}_{table}_%'"), "FUNCTION", "CASCADE")
        } else {
            let triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '";
            (format!("{triggers}{table}_figures_%'"), "TRIGGER", "")
        };
        for row in app.platform_rows(db, &names).await {
            let name: String = row.try_get("", "name").unwrap();
            app.platform_sql(db, &format!("DROP {kind} {name} {along}")).await;
            dropped += 1;
        }
    }
    dropped
}

#[tokio::test]
async fn the_step_that_brings_the_figures_counts_what_is_there() {
    let app = App::start().await;
    let (_, person, _) = firm_with_two(&app).await;
    let before = kpis(&app, &person).await;
    let db = app.owner_db().await;
    let tables = ["contracts", "security_deposits"];
    let triggers: usize = if app.is_postgres() { 6 } else { 7 };
    assert_eq!(drop_triggers(&app, &db, &tables).await, triggers);
    for sql in [
        "DROP TABLE contract_figures",
        "DROP TABLE deposit_figures",
        "DELETE FROM seaql_migrations WHERE version = 'm20261122_000012_figures'",
    ] {
        app.platform_sql(&db, sql).await;
    }
    let role = app.is_postgres().then_some("nirmaan_app");
    nirmaan_migrations::migrate(&app.owner_url, role).await.unwrap();
    assert_eq!(differences(&app).await, []);
    assert_eq!(kpis(&app, &person).await, before);
}

// Spec: S7.contracts.filter
#[tokio::test]
async fn a_list_by_status_alone_tells_its_own_total() {
    let app = App::start().await;
    let (_, person, _) = firm_with_two(&app).await;
    let (_, rival) = app.firm("Rival").await;
    for at in 0..3 {
        tender(&app, &rival, &format!("R-{at}"), "DRAFT", 1.0).await;
    }
    let total = async |body: Value| {
        app.post("/api/contracts/filter", &person.token, body).await.ok()["totalElements"].clone()
    };
    assert_eq!(total(json!({})).await, 2);
    assert_eq!(total(json!({"status": ["DRAFT", "CLOSED"]})).await, 1);
    assert_eq!(total(json!({"status": ["CLOSED"]})).await, 0);
    assert_eq!(total(json!({"status": ["REJECTED"], "bidId": "A"})).await, 0);
    assert_eq!(total(json!({"page": 7})).await, 2);
}
