//! Statements that the database gives up.

use std::time::Duration;

use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::{Value, json};

use crate::harness::{App, until};

/// SQLite has one writer instead, whom `a_sent_mail_is_marked_when_the_database_has_time` is about.
#[tokio::test]
async fn a_change_that_waits_too_long_for_another_is_to_be_sent_again() {
    let app = App::start_with(|config| config.patience.lock = Duration::from_millis(500)).await;
    if !app.is_postgres() {
        return;
    }
    let (_, person) = app.firm("Firm").await;
    let create =
        || app.post("/api/contracts", &person.token, json!({"bidId": "A-1", "contractName": "Road"}));
    let db = app.owner_db().await;
    let lock = app.hold(&db, "contracts").await;
    let told = create().await;
    assert!(told.is_busy(), "{} {}", told.status, told.text);
    lock.rollback().await.unwrap();
    create().await.ok();
}

/// SQLite knows no such limit; it has the call's deadline alone.
#[tokio::test]
async fn a_question_that_takes_the_database_too_long_says_what_to_do() {
    let app = App::start().await;
    if !app.is_postgres() {
        return;
    }
    let (_, person) = app.firm("Firm").await;
    let db = app.owner_db().await;
    let lock = db.begin().await.unwrap();
    lock.execute_unprepared("LOCK TABLE contracts").await.unwrap();
    let asked = app.post("/api/contracts/filter", &person.token, json!({}));
    // As the time of a statement does when it is over.
    let ended = until("the question waits", async || {
        let sql = "SELECT COUNT(pg_cancel_backend(pid)) AS n FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
        (app.platform_count(&db, sql).await >= 1).then_some(())
    });
    let (answer, ()) = tokio::join!(asked, ended);
    assert_eq!(answer.status, 504);
    let error: Value = answer.json();
    assert_eq!(error["code"], "DEADLINE_EXCEEDED");
    assert_eq!(
        error["message"],
        "This took too long. Ask for less, for example for fewer days, or try again later."
    );
    lock.rollback().await.unwrap();
    app.post("/api/contracts/filter", &person.token, json!({})).await.ok();
}
