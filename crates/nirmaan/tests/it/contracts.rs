//! Contracts.

mod crud;
mod dashboard;
mod deposit_rights;
mod deposit_rules;
mod deposit_search;
mod deposits;
mod documented;
pub mod figures;
mod filter;
pub mod import;
pub mod imports;
mod plans;
mod timeline;
pub mod warnings;

use serde_json::{Value, json};

use crate::{build::Person, harness::App};

impl App {
    /// Creates a deposit of a contract over JSON.
    pub async fn lodge(&self, person: &Person, contract: &Value, body: Value) -> Value {
        self.post(&deposits_of(contract), &person.token, body).await.ok()
    }
}

/// A small contract.
fn road(bid_id: &str) -> Value {
    json!({"bidId": bid_id, "contractName": "Road"})
}

/// A small deposit, but for what is said of it.
fn emd(but: Value) -> Value {
    let mut body = json!({"depositType": "EMD", "instrumentNo": "DD 1", "amount": 100});
    body.as_object_mut().unwrap().extend(but.as_object().unwrap().clone());
    body
}

/// The path of a contract's deposits.
pub fn deposits_of(contract: &Value) -> String {
    format!("/api/contracts/{}/security-deposit", id(contract))
}

/// The path of a deposit below a contract.
fn deposit_at(contract: &Value, deposit: &Value) -> String {
    format!("{}/{}", deposits_of(contract), id(deposit))
}

/// A row's id.
fn id(row: &Value) -> &str {
    row["id"].as_str().unwrap()
}
