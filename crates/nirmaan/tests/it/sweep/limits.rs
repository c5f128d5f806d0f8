//! How long a text may be: the protocol says it, the server holds it, imports agree.

use nirmaan_api::{descriptors, method};
use nirmaan_import::{Kind as Cells, Record};
use prost_reflect::{FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Value, json};

use crate::{build::Person, harness::App};

/// Texts of a form of their own: the longest of them is no text of any letters.
pub(super) const FORMED: [&str; 7] =
    ["email", "contact_email", "mobile_no", "whats_app_no", "subdomain", "schema_name", "password"];

/// Where a kind of record is created, by whom, and what it needs.
pub(super) struct Creation {
    pub(super) entity: &'static str,
    pub(super) path: String,
    pub(super) least: Value,
    pub(super) by: Person,
}

/// Every kind of record that is created with texts of the client's.
pub(super) async fn creations(app: &App) -> Vec<Creation> {
    let root = app.root().await;
    let (_, builder) = app.building("Firm").await;
    let contract = app.contract(&builder, json!({"bidId": "B-1", "contractName": "Ring road"})).await;
    let project = app.project(&builder, json!({"projectName": "Ring road"})).await;
    let deposits = format!("/api/contracts/{}/security-deposit", contract["id"].as_str().unwrap());
    let of = |entity, path: &str, by: &Person, least| Creation {
        entity,
        path: path.to_owned(),
        least,
        by: by.clone(),
    };
    let tenant = json!({"name": "Limits", "subdomain": "limits", "schemaName": "limits"});
    let deposit = json!({"depositType": "EMD", "instrumentNo": "DD 1", "amount": 1});
    vec![
        of("contracts.v1.Contract", "/api/contracts", &builder, json!({"bidId": "B-2", "contractName": "x"})),
        of("contracts.v1.SecurityDeposit", &deposits, &builder, deposit),
        of("projects.v1.Project", "/api/projects", &builder, json!({"projectName": "x"})),
        of("projects.v1.Task", "/api/tasks", &builder, json!({"projectId": project["id"], "title": "x"})),
        of("platform.v1.Module", "/api/modules", &root, json!({"name": "Limits"})),
        of("platform.v1.Role", "/api/roles", &root, json!({"name": "Limits"})),
        of("platform.v1.Tenant", "/api/tenants", &root, tenant),
        of(
            "platform.v1.User",
            "/api/users",
            &root,
            json!({"email": "a@b.example", "password": "harbour lantern 7"}),
        ),
        of("common.v1.SavedView", "/api/settings/views", &builder, json!({"list": "contracts", "name": "x"})),
    ]
}

pub(super) fn message(entity: &str) -> MessageDescriptor {
    descriptors::pool().get_message_by_name(&format!("nirmaan.{entity}")).unwrap()
}

pub(super) fn texts(message: &MessageDescriptor) -> impl Iterator<Item = FieldDescriptor> {
    message.fields().filter(|field| field.kind() == Kind::String && !field.is_list())
}

/// Whether the answer complains about a field.
fn complains(answer: &Value, field: &FieldDescriptor) -> bool {
    let complaints = answer["fields"].as_array().into_iter().flatten();
    complaints.into_iter().any(|complaint| complaint["field"] == field.json_name())
}

#[tokio::test]
async fn a_text_is_as_long_as_the_protocol_says_and_no_longer() {
    let app = App::start().await;
    for Creation { entity, path, least, by } in creations(&app).await {
        for field in texts(&message(entity)) {
            let Some(most) = descriptors::max_length(&field) else { continue };
            // Of letters that take three bytes: characters are what counts.
            let send = async |length: u32| {
                let mut body = least.clone();
                body[field.json_name()] = "अ".repeat(length as usize).into();
                app.post(&path, &by.token, body).await.json()
            };
            let what = format!("{entity}.{}", field.name());
            assert!(complains(&send(most + 1).await, &field), "{what} of {}", most + 1);
            if !FORMED.contains(&field.name()) {
                let answer = send(most).await;
                assert!(!complains(&answer, &field), "{what} of {most}: {answer}");
            }
        }
    }
}

#[tokio::test]
async fn a_text_without_a_limit_is_not_the_clients_to_send() {
    let app = App::start().await;
    for Creation { entity, path, least, by } in creations(&app).await {
        let long = "x".repeat(5_000);
        let mut body = least.clone();
        let free: Vec<_> = texts(&message(entity))
            .filter(|field| {
                descriptors::max_length(field).is_none() && least.get(field.json_name()).is_none()
            })
            .collect();
        for field in &free {
            body[field.json_name()] = long.clone().into();
        }
        // Ids of other records are looked up, and not there; all else is the server's.
        let answer = app.post(&path, &by.token, body).await;
        assert!(!answer.text.contains(&long), "{entity} keeps one of {free:?}: {}", answer.status);
    }
}

#[test]
fn an_import_takes_what_a_form_takes() {
    for (record, name) in [(Record::Contract, "Contract"), (Record::Deposit, "SecurityDeposit")] {
        let message = message(&format!("contracts.v1.{name}"));
        let statuses = message.get_field_by_json_name("status").unwrap();
        for column in record.columns() {
            if let Cells::Status(of) = column.kind {
                let documented = statuses.kind();
                let documented = documented.as_enum().unwrap().values().skip(1);
                let documented: Vec<_> = documented.map(|value| value.name().to_owned()).collect();
                assert!(of.iter().map(|(name, _)| *name).eq(documented.iter().map(String::as_str)));
            }
            let (Cells::Text(most) | Cells::LongText(most)) = column.kind else { continue };
            let Some(field) = message.get_field_by_json_name(column.json_name) else {
                // Whose deposit it is stands in the path of a form.
                assert_eq!((record, column.json_name), (Record::Deposit, "bidId"));
                continue;
            };
            assert_eq!(descriptors::max_length(&field), u32::try_from(most).ok(), "{}", column.json_name);
        }
    }
}

#[test]
fn every_kind_of_record_with_texts_is_among_those_that_are_tried() {
    let tried =
        ["Contract", "SecurityDeposit", "Project", "Task", "Module", "Role", "Tenant", "User", "SavedView"];
    for method in method::all().iter().filter(|method| method.descriptor.name().starts_with("Create")) {
        let entity = method.descriptor.name().trim_start_matches("Create");
        // A mapping is made of two ids; the name of an app password is tried where it is made.
        let known = tried.contains(&entity) || ["UserRoleMapping", "AppPassword"].contains(&entity);
        assert!(known, "{entity} is created: hold its texts to their limits here");
    }
}
