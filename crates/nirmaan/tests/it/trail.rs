//! The trail beyond changes: what leaves, who failed to come in, and how it is held against those who would alter it.

mod platform;
mod records;
mod seals;
mod told;

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use crate::{
    build::{ALL_OF_CONTRACTS, Person, Tenant},
    harness::App,
};

impl App {
    /// A new organisation with one person who may do everything with contracts, and read people and the trail.
    async fn watched(&self, name: &str) -> (Tenant, Person) {
        let tenant = self.tenant(name).await;
        let grants = [ALL_OF_CONTRACTS, &[("User", Action::View), ("User", Action::Report)]].concat();
        let person = self.person(&tenant, &grants).await;
        (tenant, person)
    }

    /// The events that a person's trail has of an action, the newest first, after whatever was told is kept.
    pub async fn told(&self, person: &Person, action: &str) -> Vec<Value> {
        self.deps().trail.keep(self.store()).await.unwrap();
        let body = json!({"action": [action], "pagination": {"size": 200}});
        let page = self.post("/api/audit/filter", &person.token, body).await.ok();
        page["content"].as_array().unwrap().clone()
    }
}

/// What an event tells under a name; empty where it tells nothing.
fn fact<'a>(event: &'a Value, name: &str) -> &'a str {
    let changes = event["changes"].as_array().unwrap();
    let found = changes.iter().find(|change| change["field"] == name);
    found.map_or("", |change| change["to"].as_str().unwrap())
}
