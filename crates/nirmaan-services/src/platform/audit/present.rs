//! Events as clients see them.

use nirmaan_api::{
    access::Action::View,
    platform::{
        AuditEvent, FieldChange,
        audit_event::{Action as WireAction, Source as WireSource},
    },
};
use nirmaan_store::{Action, ReachDb, Source, entity::audit_event, query::people};
use serde_json::Value;

use crate::{
    access::Caller,
    error::Result,
    wire::{optional_id, timestamp},
};

const ACTIONS: [(Action, WireAction); 6] = [
    (Action::Create, WireAction::Create),
    (Action::Update, WireAction::Update),
    (Action::Delete, WireAction::Delete),
    (Action::Import, WireAction::BulkImport),
    (Action::SignIn, WireAction::SignIn),
    (Action::SignOut, WireAction::SignOut),
];
const SOURCES: [(Source, WireSource); 5] = [
    (Source::Web, WireSource::Web),
    (Source::Json, WireSource::Json),
    (Source::Grpc, WireSource::Grpc),
    (Source::Import, WireSource::Import),
    (Source::System, WireSource::System),
];

/// Kinds of records, and the module that lets one see them.
const MODULES: [(&str, &str); 10] = [
    ("contract", "Contracts"),
    ("security_deposit", "Contracts"),
    ("contract_import", "Contracts"),
    ("project", "Projects"),
    ("task", "Project Tasks"),
    ("user", "User"),
    ("session", "User"),
    ("tenant", "Tenants"),
    ("module", "Modules"),
    ("role", "Role"),
];
/// The modules whose records are their own organisation's alone, for everybody.
const BUSINESS: [&str; 3] = ["Contracts", "Projects", "Project Tasks"];

/// The module that lets one see a kind of record.
pub(super) fn module_of(entity: &str) -> Option<&'static str> {
    MODULES.into_iter().find(|(known, _)| *known == entity).map(|(_, module)| module)
}

/// Whether a kind of record is its own organisation's alone.
pub(super) fn is_business(entity: &str) -> bool {
    module_of(entity).is_some_and(|module| BUSINESS.contains(&module))
}

pub(super) fn action_from_wire(wire: WireAction) -> Option<Action> {
    ACTIONS.into_iter().find(|(_, known)| *known == wire).map(|(action, _)| action)
}

pub(super) fn source_from_wire(wire: WireSource) -> Option<Source> {
    SOURCES.into_iter().find(|(_, known)| *known == wire).map(|(source, _)| source)
}

/// Events with the names of who did it and where. To a tenant, somebody of the platform is the platform. What was
/// changed is told to whoever might see the record itself.
pub(super) async fn events(
    db: &ReachDb,
    caller: &Caller,
    rows: &[audit_event::Model],
) -> Result<Vec<AuditEvent>> {
    let may_see = |row: &audit_event::Model| {
        let in_reach = !is_business(&row.entity) || row.tenant_id == caller.actor.tenant_id;
        in_reach && module_of(&row.entity).is_some_and(|module| caller.may(module, View))
    };
    let emails = people::emails(db, rows.iter().filter_map(|row| row.actor_id)).await?;
    let tenants = people::tenant_names(db, rows.iter().map(|row| row.tenant_id)).await?;
    let platform = people::platform_name(db).await?;
    let present = |row: &audit_event::Model| {
        let actor = row.actor_id.map(|id| emails.get(&id).unwrap_or(&platform).clone());
        AuditEvent {
            id: row.id.to_string(),
            at: Some(timestamp(row.at)),
            tenant_id: row.tenant_id.to_string(),
            tenant_name: tenants.get(&row.tenant_id).cloned().unwrap_or_default(),
            actor_id: optional_id(row.actor_id),
            actor: actor.unwrap_or_default(),
            source: SOURCES
                .iter()
                .find(|(source, _)| source.as_str() == row.source)
                .map_or(WireSource::Unspecified, |(_, wire)| *wire)
                .into(),
            request_id: row.request_id.clone(),
            entity: row.entity.clone(),
            entity_id: row.entity_id.to_string(),
            action: ACTIONS
                .iter()
                .find(|(action, _)| action.as_str() == row.action)
                .map_or(WireAction::Unspecified, |(_, wire)| *wire)
                .into(),
            changes: if may_see(row) { changes(&row.changes) } else { Vec::new() },
        }
    };
    Ok(rows.iter().map(present).collect())
}

fn changes(changes: &Value) -> Vec<FieldChange> {
    let fields = changes.as_object().into_iter().flatten();
    fields
        .map(|(field, change)| FieldChange {
            field: field.clone(),
            from: text(change.get("from")),
            to: text(change.get("to")),
        })
        .collect()
}

fn text(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}
