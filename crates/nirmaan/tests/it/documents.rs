//! Documents, over JSON and gRPC.

mod content;
mod crash;
mod crud;
mod lists;
mod memory;
mod rights;
mod s3;
mod trail;
mod upload;

use nirmaan_api::access::Action;
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

use crate::{
    build::{Person, Tenant},
    harness::{Answer, App, answer},
};

pub const ONE: &str = "/api/documents/upload";
pub const SEVERAL: &str = "/api/documents/upload/multiple";
/// The least that is told from its first bytes.
pub const PDF: &[u8] = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";

/// Every right on the documents of contracts and of vehicles.
pub const ALL: &[(&str, Action)] = &[
    ("Contracts", Action::Create),
    ("Contracts", Action::View),
    ("Contracts", Action::Delete),
    ("Vehicles", Action::Create),
    ("Vehicles", Action::View),
    ("Vehicles", Action::Delete),
];

impl App {
    /// A firm with somebody who may do everything with its documents, and a contract.
    pub async fn with_papers(&self, name: &str) -> (Tenant, Person, String) {
        let tenant = self.tenant(name).await;
        let person = self.person(&tenant, ALL).await;
        let contract = self.contract(&person, json!({"bidId": "A-1", "contractName": "Road"})).await;
        (tenant, person, contract["id"].as_str().unwrap().to_owned())
    }

    /// Uploads files by a form of these fields.
    pub async fn upload(
        &self,
        path: &str,
        person: &Person,
        fields: &[(&str, &str)],
        files: &[(&str, &[u8])],
    ) -> Answer {
        let form = fields
            .iter()
            .fold(Form::new(), |form, (name, value)| form.text((*name).to_owned(), (*value).to_owned()));
        let form = files.iter().fold(form, |form, (name, bytes)| {
            form.part("file", Part::bytes(bytes.to_vec()).file_name((*name).to_owned()))
        });
        answer(self.request(Method::POST, path, Some(&person.token)).multipart(form)).await
    }

    /// A document of a contract.
    pub async fn document(&self, person: &Person, contract: &str, name: &str, bytes: &[u8]) -> Value {
        self.upload(ONE, person, &[("entityId", contract)], &[(name, bytes)]).await.ok()
    }

    /// What a link serves, as bytes.
    pub async fn linked(&self, link: &Value) -> (u16, Vec<u8>) {
        let response = self.request(Method::GET, link.as_str().unwrap(), None).send().await.unwrap();
        (response.status().as_u16(), response.bytes().await.unwrap().to_vec())
    }

    /// The keys of all stored objects.
    pub async fn stored_keys(&self) -> Vec<String> {
        use futures_util::TryStreamExt;
        let later = chrono::Utc::now() + chrono::TimeDelta::days(1);
        let mut keys: Vec<_> = self.deps().objects.stored_before(later).try_collect().await.unwrap();
        keys.sort();
        keys
    }
}

/// The text of a field.
pub fn text<'a>(document: &'a Value, field: &str) -> &'a str {
    document[field].as_str().unwrap()
}
