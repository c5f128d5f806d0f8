//! Reading the audit trail.

use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{ExprTrait, SimpleExpr},
};
use uuid::Uuid;

use crate::{
    entity::{
        audit_event::Column,
        user::{self, Text, contains},
    },
    handle::Handle,
};

/// A condition on events.
pub type Condition = SimpleExpr;

/// A handle that reads the trail, of one tenant or of all.
pub trait Trail: Handle {}
impl<H: Handle> Trail for H {}

/// The events of people whose e-mail address contains a word; `None` when there is no word.
pub fn by_actor(db: &impl Handle, word: &str) -> Option<Condition> {
    let named = contains(Text::Email, word)?;
    let mut people = user::Entity::find().select_only().column(user::Column::Id).filter(named);
    if let Some(tenant_id) = db.tenant() {
        people = people.filter(user::Column::TenantId.eq(tenant_id));
    }
    Some(Column::ActorId.in_subquery(people.into_query()))
}

/// The events of one record, and of the import that brought it.
pub fn of_record(entity: &str, id: Uuid, import_id: Option<Uuid>) -> Condition {
    let own = Column::Entity.eq(entity).and(Column::EntityId.eq(id));
    match import_id {
        Some(import_id) => own.or(Column::EntityId.eq(import_id)),
        None => own,
    }
}
