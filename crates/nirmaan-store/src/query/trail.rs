//! Reading the audit trail.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use uuid::Uuid;

use crate::{
    Action, ReachDb, StoreError, Table, TenantDb,
    entity::{
        audit_event::{Column, Entity, Model},
        import,
        user::{self, Text, contains},
    },
};

/// A record's status changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusChange {
    /// Which record.
    pub id: Uuid,
    /// Before; `None` when it was created.
    pub from: Option<String>,
    /// After.
    pub to: String,
    /// When.
    pub at: DateTime<Utc>,
    /// Whose doing it was; `None` for the system itself.
    pub actor_id: Option<Uuid>,
}

/// The events of people whose e-mail address contains a word; `None` when there is no word.
pub fn by_actor(db: &ReachDb, word: &str) -> Option<SimpleExpr> {
    let named = contains(Text::Email, word)?;
    let mut people = user::Entity::find().select_only().column(user::Column::Id).filter(named);
    if let Some(tenant_id) = db.tenant_id {
        people = people.filter(user::Column::TenantId.eq(tenant_id));
    }
    Some(Column::ActorId.in_subquery(people.into_query()))
}

/// The events of one record, and of the import that brought it.
pub fn of_record(entity: &str, id: Uuid, import_id: Option<Uuid>) -> SimpleExpr {
    let of = |entity: &str, id: Uuid| Column::Entity.eq(entity).and(Column::EntityId.eq(id));
    match import_id {
        Some(import_id) => of(entity, id).or(of(import::Entity::NAME, import_id)),
        None => of(entity, id),
    }
}

/// The events that tell of the deletion of the records that these are about.
pub async fn deletions(db: &ReachDb, of: &[&Model]) -> Result<Vec<Model>, StoreError> {
    if of.is_empty() {
        return Ok(Vec::new());
    }
    let deletions = db
        .find::<Entity>()
        .filter(Column::TenantId.is_in(of.iter().map(|event| event.tenant_id)))
        .filter(Column::Entity.is_in(of.iter().map(|event| event.entity.as_str())))
        .filter(Column::EntityId.is_in(of.iter().map(|event| event.entity_id)))
        .filter(Column::Action.eq(Action::Delete.as_str()));
    deletions.all().await
}

/// Whether one of these fields of a record was changed after an instant.
pub async fn was_changed(
    db: &TenantDb,
    entity: &str,
    id: Uuid,
    fields: &[&str],
    after: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let later = db.find::<Entity>().filter(of_record(entity, id, None)).filter(Column::At.gt(after));
    let events = later.all().await?;
    Ok(events.iter().any(|event| fields.iter().any(|field| event.changes.get(field).is_some())))
}

/// Changes of status, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusChanges {
    /// At most as many as were asked for.
    pub changes: Vec<StatusChange>,
    /// Whether there may be more.
    pub is_cut: bool,
}

/// Every change of status of records of one kind, at most so many.
pub async fn status_changes(
    db: &ReachDb,
    entity: &str,
    ids: &[Uuid],
    limit: u64,
) -> Result<StatusChanges, StoreError> {
    if ids.is_empty() {
        return Ok(StatusChanges { changes: Vec::new(), is_cut: false });
    }
    let events = db
        .find::<Entity>()
        .filter(Column::Entity.eq(entity))
        .filter(Column::EntityId.is_in(ids.iter().copied()))
        // May find the word in another field, too: what is read below decides.
        .filter(Expr::cust("CAST(changes AS TEXT) LIKE '%\"status\"%'"))
        .order_by_asc(Column::At)
        .order_by_asc(Column::Id)
        .limit(limit);
    let events = events.all().await?;
    let is_cut = events.len() as u64 == limit;
    let changes = events.into_iter().filter_map(|event| {
        let change = event.changes.get("status")?;
        let text = |side: &str| change.get(side)?.as_str().map(str::to_owned);
        let (id, at, actor_id) = (event.entity_id, event.at, event.actor_id);
        Some(StatusChange { id, from: text("from"), to: text("to")?, at, actor_id })
    });
    Ok(StatusChanges { changes: changes.collect(), is_cut })
}
