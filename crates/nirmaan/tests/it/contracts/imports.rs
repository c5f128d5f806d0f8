//! Imports that are tried first, that change contracts, and that are taken back.

mod columns;
mod days;
pub mod deposits;
mod drafted;
mod dry_run;
mod failed;
mod list;
mod narrowed;
mod passed;
mod seen;
mod undo;
mod undo_deposits;
mod units;
mod update_deposits;
mod updates;
mod waiting;

use reqwest::{
    Method,
    multipart::{Form, Part},
};
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::{Value, json};

use super::import::UPLOAD;
use crate::{
    build::Person,
    harness::{Answer, App, answer},
};

/// A form with a file called `tenders.csv`.
pub fn form(text: &str) -> Form {
    Form::new().part("file", Part::bytes(text.as_bytes().to_vec()).file_name("tenders.csv"))
}

pub async fn send(app: &App, person: &Person, form: Form) -> Answer {
    answer(app.request(Method::POST, UPLOAD, Some(&person.token)).multipart(form)).await
}

/// Sends a text as a file with fields of the form behind it.
pub async fn tried(app: &App, person: &Person, text: &str, fields: &[(&'static str, &str)]) -> Answer {
    let form = fields.iter().fold(form(text), |form, (name, value)| form.text(*name, (*value).to_owned()));
    send(app, person, form).await
}

/// Sends a text with these fields behind it, which must go well.
pub async fn sent(app: &App, person: &Person, text: &str, fields: &[&str]) -> Value {
    let form = fields.iter().fold(form(text), |form, field| form.text((*field).to_owned(), "true"));
    send(app, person, form).await.ok()
}

/// Imports, created, updated, skipped and failed.
pub fn counts(result: &Value) -> [i64; 4] {
    let failures = result["failures"].as_array().unwrap().len() as i64;
    let count = |field: &str| result[field].as_i64().unwrap();
    [count("imported"), count("updated"), count("skipped"), failures]
}

/// The tenant's contract with this bid id.
pub async fn contract(app: &App, person: &Person, bid_id: &str) -> Value {
    let page = app.post("/api/contracts/filter", &person.token, json!({"bidId": bid_id})).await.ok();
    page["content"][0].clone()
}

pub async fn imports(app: &App, person: &Person, body: Value) -> Vec<Value> {
    let page = app.post("/api/contracts/imports/filter", &person.token, body).await.ok();
    page["content"].as_array().unwrap().clone()
}

/// The bid ids of the tenant's contracts that match, by bid id.
pub async fn bid_ids(app: &App, person: &Person, mut body: Value) -> Vec<String> {
    body["sort"] = json!({"field": "bidId", "direction": "asc"});
    let page = app.post("/api/contracts/filter", &person.token, body).await.ok();
    let rows = page["content"].as_array().unwrap();
    let found: Vec<_> = rows.iter().map(|row| row["bidId"].as_str().unwrap().to_owned()).collect();
    assert_eq!(page["totalElements"], found.len());
    found
}

pub async fn undo(app: &App, person: &Person, import: &Value) -> Answer {
    let path = format!("/api/contracts/imports/{}/undo", import["importId"].as_str().unwrap());
    app.post(&path, &person.token, json!({})).await
}

/// Does something that has to wait for a statement which isn't committed yet, as on PostgreSQL alone.
pub async fn behind(app: &App, change: &str, act: impl Future<Output = Answer>) -> Answer {
    let scope = "SELECT set_config('nirmaan.scope', 'platform', true)";
    let (db, other) = (app.owner_db().await, app.owner_db().await);
    let changed = db.begin().await.unwrap();
    for sql in [scope, change] {
        changed.execute_unprepared(sql).await.unwrap();
    }
    let commit = async {
        app.until_lock_wait(&other).await;
        changed.commit().await.unwrap();
    };
    tokio::join!(act, commit).0
}
