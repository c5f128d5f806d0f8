//! Who does what, and the trail it leaves.

use std::ops::Deref;

use sea_orm::{
    ActiveModelTrait, DatabaseBackend, DbErr, EntityTrait, IntoActiveModel, Iterable, Statement,
    sea_query::{Expr, ExprTrait, Query},
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::{Clock, Store, StoreError, entity::audit_event, new_id, transaction::Transaction};

/// Columns that say nothing about the change itself.
const BOOKKEEPING: [&str; 12] = [
    "tenant_id",
    "id",
    "version",
    "created_at",
    "updated_at",
    "created_by",
    "updated_by",
    "search",
    "name_key",
    "is_leaf",
    "deleted_with",
    "handed_over_from",
];
/// Columns whose values nobody reads in the trail.
const SECRET: [&str; 3] = ["password_hash", "token_hash", "profile_image"];
/// Columns of which the trail keeps the last four characters.
const MASKED: [&str; 1] = ["bank_account_no"];

/// What stands in the place of a character that is hidden.
pub const MASK: char = '•';

/// What changed, by field, each as `{"from": …, "to": …}`.
pub type Changes = Map<String, Value>;

/// On whose behalf the store works.
#[derive(Debug, Clone)]
pub struct Actor {
    /// Whose rows.
    pub tenant_id: Uuid,
    /// Who; `None` for the system itself.
    pub user_id: Option<Uuid>,
    /// From where.
    pub source: Source,
    /// The request's id, as it stands in the logs.
    pub request_id: String,
    /// The client's address; empty for the system itself.
    pub address: String,
}

impl Actor {
    /// The system itself, at work for a tenant.
    pub fn system(tenant_id: Uuid) -> Self {
        Self {
            tenant_id,
            user_id: None,
            source: Source::System,
            request_id: String::new(),
            address: String::new(),
        }
    }
}

/// Proof that somebody is signed in to the platform's own tenant: whoever crosses tenants shows it. A session that
/// says so makes it, and nothing else does.
#[derive(Debug, Clone)]
pub struct PlatformActor(pub(crate) Actor);

impl PlatformActor {
    /// The same person, at work in a tenant.
    pub fn within(&self, tenant_id: Uuid) -> Actor {
        Actor { tenant_id, ..self.0.clone() }
    }
}

/// The person, at work in the platform's own tenant.
impl Deref for PlatformActor {
    type Target = Actor;

    fn deref(&self) -> &Actor {
        &self.0
    }
}

/// Where a change came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The web app.
    Web,
    /// A legacy client over JSON.
    Json,
    /// A tool over gRPC.
    Grpc,
    /// A file.
    Import,
    /// The system itself.
    System,
}

impl Source {
    /// The source that the trail keeps so.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Web, Self::Json, Self::Grpc, Self::Import, Self::System]
            .into_iter()
            .find(|one| one.as_str() == name)
    }

    /// As the trail keeps it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Json => "json",
            Self::Grpc => "grpc",
            Self::Import => "import",
            Self::System => "system",
        }
    }
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// A row was created.
    Create,
    /// A row was changed.
    Update,
    /// A row was deleted.
    Delete,
    /// A deleted row was brought back.
    Restore,
    /// Rows were brought in from a file.
    Import,
    /// Somebody signed in.
    SignIn,
    /// Somebody signed out, or was.
    SignOut,
    /// Somebody failed to sign in as a user.
    SignInFailed,
    /// Whoever tries to sign in as a user has to wait, having failed too often.
    LockOut,
    /// A list left as a file.
    Export,
    /// A document's content was fetched.
    Download,
    /// A user of the platform read rows of another tenant.
    Read,
}

impl Action {
    /// As the trail keeps it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Delete => "delete",
            Self::Restore => "restore",
            Self::Import => "import",
            Self::SignIn => "sign_in",
            Self::SignOut => "sign_out",
            Self::SignInFailed => "sign_in_failed",
            Self::LockOut => "lock_out",
            Self::Export => "export",
            Self::Download => "download",
            Self::Read => "read",
        }
    }
}

/// The fields that differ, each as `{"from": …, "to": …}`.
pub(crate) fn difference(before: &impl Serialize, after: &impl Serialize) -> Changes {
    let (before, after) = (object(before), object(after));
    let mut changes = Map::new();
    for (field, to) in after {
        let from = before.get(&field).cloned().unwrap_or(Value::Null);
        if from != to && !BOOKKEEPING.contains(&field.as_str()) {
            let change = json!({"from": shown(&field, from), "to": shown(&field, to)});
            changes.insert(field, change);
        }
    }
    changes
}

/// The fields that a new row sets.
pub(crate) fn contents(row: &impl Serialize) -> Changes {
    difference(&Value::Null, row)
}

/// The fields that a row had which is gone for good.
pub(crate) fn last_contents(row: &impl Serialize) -> Changes {
    contents(row)
        .into_iter()
        .map(|(field, change)| {
            let had = change.get("to").cloned().unwrap_or(Value::Null);
            (field, json!({"from": had, "to": null}))
        })
        .collect()
}

/// Appends an event to the trail, in the transaction of what it tells.
pub(crate) async fn append(
    transaction: &Transaction,
    clock: &Clock,
    actor: &Actor,
    action: Action,
    what: (&str, Uuid),
    changes: Changes,
) -> Result<(), StoreError> {
    let event = event(clock, actor, action, what, changes);
    // Nothing of it is read: what changed need not come back.
    audit_event::Entity::insert(event).exec_without_returning(transaction).await?;
    Ok(())
}

/// An event of what changed no row, to be kept by [`Store::keep_events`] soon after it happened, which is now.
pub fn noted(
    clock: &Clock,
    actor: &Actor,
    action: Action,
    (entity, entity_id): (&str, Uuid),
    changes: Changes,
) -> audit_event::Model {
    audit_event::Model {
        tenant_id: actor.tenant_id,
        id: new_id(),
        at: clock.now(),
        actor_id: actor.user_id,
        source: actor.source.as_str().to_owned(),
        request_id: actor.request_id.clone(),
        entity: entity.to_owned(),
        entity_id,
        action: action.as_str().to_owned(),
        changes: Value::Object(changes),
        address: actor.address.clone(),
    }
}

impl Store {
    /// Appends events of any tenants to their trails, all in one transaction.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] when one of them is there already.
    pub async fn keep_events(&self, events: &[audit_event::Model]) -> Result<(), StoreError> {
        self.platform(|db| async move { db.insert_all(events.to_vec()).await }).await
    }
}

/// Columns of an event.
pub(crate) const COLUMNS: usize = 11;

/// Events of one kind as one statement. What changed stands in it as text, which takes less memory than as a tree.
pub(crate) fn draft(
    backend: DatabaseBackend,
    clock: &Clock,
    actor: &Actor,
    action: Action,
    entity: &str,
    changes: &[(Uuid, Changes)],
) -> Result<Statement, StoreError> {
    let mut insert = Query::insert();
    insert.into_table(audit_event::Entity).columns(audit_event::Column::iter());
    for (id, changes) in changes {
        let row = event(clock, actor, action, (entity, *id), Changes::new());
        let values = audit_event::Column::iter().filter_map(|column| match column {
            audit_event::Column::Changes => {
                let text = Expr::val(Value::Object(changes.clone()).to_string());
                Some(if backend == DatabaseBackend::Postgres { text.cast_as("jsonb") } else { text })
            }
            column => row.get(column).into_value().map(Expr::val),
        });
        insert.values(values).map_err(|error| DbErr::Custom(error.to_string()))?;
    }
    Ok(backend.build(&insert))
}

fn event(
    clock: &Clock,
    actor: &Actor,
    action: Action,
    what: (&str, Uuid),
    changes: Changes,
) -> audit_event::ActiveModel {
    // Read rows count as unchanged, which an INSERT would leave out.
    noted(clock, actor, action, what, changes).into_active_model().reset_all()
}

fn object(row: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(row) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

fn shown(field: &str, value: Value) -> Value {
    match &value {
        Value::String(text) if SECRET.contains(&field) => {
            Value::from(if text.is_empty() { "" } else { "(hidden)" })
        }
        Value::String(text) if MASKED.contains(&field) => Value::from(mask(text)),
        _ => value,
    }
}

/// All but the last four characters hidden.
pub fn mask(number: &str) -> String {
    let length = number.chars().count();
    number.chars().enumerate().map(|(at, c)| if at + 4 < length { MASK } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_told() {
        let before = json!({"name": "A", "status": "DRAFT", "version": 1});
        let after = json!({"name": "A", "status": "AWARDED", "version": 2});
        let changes = difference(&before, &after);
        assert_eq!(Value::Object(changes), json!({"status": {"from": "DRAFT", "to": "AWARDED"}}));
    }

    #[test]
    fn secrets_and_account_numbers_are_not_told() {
        let changes = contents(&json!({"password_hash": "$argon2id$", "bank_account_no": "00112233"}));
        assert_eq!(changes["password_hash"]["to"], "(hidden)");
        assert_eq!(changes["bank_account_no"]["to"], "••••2233");
    }
}
