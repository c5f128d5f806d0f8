//! What a tenant reads is made of its own rows: every call that only reads.

use std::collections::BTreeMap;

use nirmaan_api::{
    access::rule::Kind,
    method::{self, Method},
    platform::audit_event::Action as WireAction,
};
use nirmaan_migrations::{TENANT_ADMINISTRATOR, catalogue_id};
use prost_reflect::{DynamicMessage, Kind as FieldKind, Value as Field};
use serde_json::{Value, json};
use tonic::Code;

use super::tenancy::{Firm, Means, ids, meaning, omnipotent, set};
use crate::{
    harness::App,
    wire::any::{Wire, call},
};

/// The calls that change nothing and that a tenant's people may make.
fn reads() -> impl Iterator<Item = &'static Method> {
    method::all().iter().filter(|method| {
        let foreign = match &method.rule {
            Some(Kind::Public(_)) | None => true,
            Some(Kind::Grant(grant)) => grant.platform,
            Some(_) => false,
        };
        method.reads && !foreign
    })
}

/// The widest question that a call takes: of all rows, and below one's own records where it must name one.
fn question(method: &Method, firm: &Firm) -> DynamicMessage {
    let mut message = DynamicMessage::new(method.descriptor.input());
    for field in method.descriptor.input().fields() {
        // Of the trail what this test itself does is left out: its exports.
        if field.name() == "action" {
            message.set_field(&field, Field::List(vec![Field::EnumNumber(WireAction::Create.into())]));
        } else if field.name() == "filter"
            && let FieldKind::Message(filter) = field.kind()
            && let Some(action) = filter.get_field_by_name("action")
        {
            let mut filter = DynamicMessage::new(filter);
            filter.set_field(&action, Field::List(vec![Field::EnumNumber(WireAction::Create.into())]));
            message.set_field(&field, Field::Message(filter));
        }
        let text = match field.name() {
            "keyword" | "word" | "query" => "Road",
            "list" => "contracts",
            "entity" => "contract",
            "key" => firm.key(),
            // A contract, as the id beside it.
            "kind" => {
                message.set_field(&field, Field::EnumNumber(1));
                continue;
            }
            _ => continue,
        };
        message.set_field(&field, Field::String(text.to_owned()));
    }
    let in_path = |name: &str| method.bindings.iter().any(|it| it.path.contains(&format!("{{{name}}}")));
    for path in ids(&method.descriptor.input()) {
        let id = match meaning(method, &path) {
            Means::Nothing => continue,
            // A list is asked for whole, unless it is one of somebody's.
            Means::Record | Means::Whose if !path.iter().any(|field| in_path(field.name())) => continue,
            Means::Shared if method.path.contains(".ModuleService/") => {
                catalogue_id("module", "Role").to_string()
            }
            Means::Shared => catalogue_id("role", TENANT_ADMINISTRATOR).to_string(),
            means => firm.id(means),
        };
        if path.len() == 1 {
            set(&mut message, &path, &id);
        }
    }
    message
}

/// An answer without what says when it was made: links, and workbooks as a whole.
fn without_instants(text: &str) -> String {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| !name.to_lowercase().ends_with("url"));
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    match serde_json::from_str::<Value>(text) {
        Ok(mut value) => {
            strip(&mut value);
            value.to_string()
        }
        Err(_) if text.starts_with("PK") => "a workbook".to_owned(),
        Err(_) => text.to_owned(),
    }
}

/// What each call answers.
async fn answers(app: &App, token: &str, firm: &Firm) -> BTreeMap<&'static str, (Code, String)> {
    let mut heard = BTreeMap::new();
    for method in reads() {
        let wire = if method.bindings.is_empty() { Wire::Grpc } else { Wire::Json };
        let answer = call(app, wire, method, Some(token), &question(method, firm)).await;
        heard.insert(method.path.as_str(), (answer.code, without_instants(&answer.rest.1)));
    }
    heard
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn no_answer_changes_by_what_another_tenant_has() {
    let app = App::start().await;
    let (tenant, rival) = (app.tenant("Firm").await, app.tenant("Rival").await);
    let (owner, stranger) = (omnipotent(&app, &tenant).await, omnipotent(&app, &rival).await);
    let token = owner.token.clone();
    let firm = Firm::fill(&app, tenant, owner).await;
    app.store().seal_trails().await.unwrap();
    let before = answers(&app, &token, &firm).await;

    let theirs = stranger.token.clone();
    Firm::fill(&app, rival, stranger).await;
    let colleague = json!({"email": "road@rival.example", "password": "harbour lantern 7", "name": "Road"});
    app.post("/api/users", &theirs, colleague).await.ok();

    let after = answers(&app, &token, &firm).await;
    for (path, answer) in &before {
        assert_eq!(answer, &after[path], "{path}");
    }
    let unanswered: Vec<_> = before.iter().filter(|(_, (code, _))| *code != Code::Ok).collect();
    assert!(unanswered.is_empty(), "{unanswered:#?}");
    assert!(before.len() >= 40, "{}", before.len());
}
