//! Events as clients see them.

use nirmaan_api::{
    access::Action::View,
    platform::{
        AuditEvent, FieldChange,
        audit_event::{Action as WireAction, Source as WireSource},
    },
    types::UserState,
};
use nirmaan_store::{
    Action, ActiveEnum, ReachDb, Source,
    entity::{audit_event, document::EntityType},
    query::people::{self, People},
};
use serde_json::Value;
use uuid::Uuid;

use super::record::AuditedRecords;
use crate::{
    Deps,
    access::Caller,
    error::Result,
    wire::{name_and_state, optional_id, timestamp},
};

const ACTIONS: [(Action, WireAction); 12] = [
    (Action::Create, WireAction::Create),
    (Action::Update, WireAction::Update),
    (Action::Delete, WireAction::Delete),
    (Action::Restore, WireAction::Restore),
    (Action::Import, WireAction::BulkImport),
    (Action::SignIn, WireAction::SignIn),
    (Action::SignOut, WireAction::SignOut),
    (Action::SignInFailed, WireAction::SignInFailed),
    (Action::LockOut, WireAction::LockOut),
    (Action::Export, WireAction::Export),
    (Action::Download, WireAction::Download),
    (Action::Read, WireAction::Read),
];
const SOURCES: [(Source, WireSource); 5] = [
    (Source::Web, WireSource::Web),
    (Source::Json, WireSource::Json),
    (Source::Grpc, WireSource::Grpc),
    (Source::Import, WireSource::Import),
    (Source::System, WireSource::System),
];

/// The column that says whom a task is given to: people read an address, not an id.
const ASSIGNEE: &str = "assigned_to";
/// What the trail calls a document.
pub(super) const DOCUMENT: &str = "document";

/// Whom a kind of record may be told to, beside whoever has the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Its own organisation alone.
    Organisation,
    /// The platform too.
    Platform,
}

/// Kinds of records, the module that lets one see them, and how far. Of documents the event itself says which.
const KINDS: [(&str, &str, Reach); 14] = [
    ("contract", "Contracts", Reach::Organisation),
    ("security_deposit", "Contracts", Reach::Organisation),
    ("contract_import", "Contracts", Reach::Organisation),
    ("project", "Projects", Reach::Organisation),
    ("task", "Project Tasks", Reach::Organisation),
    ("user", "User", Reach::Platform),
    ("session", "User", Reach::Platform),
    ("audit_event", "User", Reach::Organisation),
    ("user_settings", "User", Reach::Organisation),
    ("saved_view", "User", Reach::Organisation),
    ("tenant", "Tenants", Reach::Platform),
    ("tenant_settings", "User", Reach::Platform),
    ("module", "Modules", Reach::Platform),
    ("role", "Role", Reach::Platform),
];

/// Asks for the right to see a kind of record.
pub(super) fn require(caller: &Caller, entity: &str) -> Result<()> {
    match KINDS.into_iter().find(|(known, ..)| *known == entity) {
        Some((_, module, _)) => caller.require(module, View),
        // Any right on documents will do until it is known which.
        None if entity == DOCUMENT && !caller.entities(View).is_empty() => Ok(()),
        None => caller.require("Contracts", View),
    }
}

/// Whether a kind of record is told to the platform too.
pub(super) fn is_of_platform(entity: &str) -> bool {
    KINDS.into_iter().any(|(known, _, reach)| known == entity && reach == Reach::Platform)
}

/// Whether the caller may know what an event changed: whoever may see the record itself.
pub(super) fn may_see(caller: &Caller, event: &audit_event::Model) -> bool {
    let is_own = event.tenant_id == caller.actor.tenant_id;
    if event.entity == DOCUMENT && event.action == Action::Export.as_str() {
        return is_own && !caller.entities(View).is_empty();
    }
    if event.entity == DOCUMENT {
        return is_own && owner_type(event).is_some_and(|owner| caller.entity(owner, View).is_ok());
    }
    let kind = KINDS.into_iter().find(|(known, ..)| *known == event.entity);
    kind.is_some_and(|(_, module, reach)| (is_own || reach == Reach::Platform) && caller.may(module, View))
}

/// What a document belongs to, or did.
fn owner_type(event: &audit_event::Model) -> Option<EntityType> {
    let change = event.changes.get("entity_type")?;
    let named = |side: &str| change.get(side)?.as_str().map(str::to_owned);
    EntityType::try_from_value(&named("to").or_else(|| named("from"))?).ok()
}

pub(super) fn action_from_wire(wire: WireAction) -> Option<Action> {
    ACTIONS.into_iter().find(|(_, known)| *known == wire).map(|(action, _)| action)
}

pub(super) fn source_from_wire(wire: WireSource) -> Option<Source> {
    SOURCES.into_iter().find(|(_, known)| *known == wire).map(|(source, _)| source)
}

/// Events with the names of who did it and where. To a tenant, somebody of the platform is the platform. What was
/// changed, and what the record is called, is told to whoever might see the record itself.
pub(super) async fn events(
    deps: &Deps,
    db: &ReachDb,
    caller: &Caller,
    rows: &[audit_event::Model],
) -> Result<Vec<AuditEvent>> {
    let records = AuditedRecords::of(deps, db, caller, rows).await?;
    let assigned = rows.iter().flat_map(|row| assignees(&row.changes));
    let people = people::with_emails(db, rows.iter().filter_map(|row| row.actor_id).chain(assigned)).await?;
    let tenants = people::tenant_names(db, rows.iter().map(|row| row.tenant_id)).await?;
    let platform = people::platform_name(db).await?;
    let present = |row: &audit_event::Model| {
        // Where the platform's people work from is told no more than who they are.
        let is_known = row.actor_id.is_none_or(|id| people.contains(id));
        let (email, actor_state) = name_and_state(people.of(row.actor_id));
        AuditEvent {
            id: row.id.to_string(),
            at: Some(timestamp(row.at)),
            tenant_id: row.tenant_id.to_string(),
            tenant_name: tenants.get(&row.tenant_id).cloned().unwrap_or_default(),
            actor_id: optional_id(row.actor_id),
            actor: if is_known { email } else { platform.clone() },
            actor_state,
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
            changes: if may_see(caller, row) { changes(&row.changes, &people) } else { Vec::new() },
            record: records.get(caller, row),
            address: if is_known { row.address.clone() } else { String::new() },
        }
    };
    Ok(rows.iter().map(present).collect())
}

fn changes(changes: &Value, people: &People) -> Vec<FieldChange> {
    let fields = changes.as_object().into_iter().flatten();
    fields
        .map(|(field, change)| {
            let side = |side: &str| {
                let value = text(change.get(side));
                let known = |id: &Uuid| people.contains(*id);
                match value.parse().ok().filter(|id| field == ASSIGNEE && known(id)) {
                    Some(id) => name_and_state(people.of(Some(id))),
                    None => (value, UserState::Unspecified.into()),
                }
            };
            let ((from, from_state), (to, to_state)) = (side("from"), side("to"));
            FieldChange { field: field.clone(), from, to, from_state, to_state }
        })
        .collect()
}

/// The people whom a task was given to or taken from.
fn assignees(changes: &Value) -> impl Iterator<Item = Uuid> {
    let change = changes.get(ASSIGNEE);
    ["from", "to"].into_iter().filter_map(move |side| change?.get(side)?.as_str()?.parse().ok())
}

/// A value of a change as text; empty where there is none.
pub(super) fn text(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}
