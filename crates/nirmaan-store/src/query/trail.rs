//! Reading the audit trail.

use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{ExprTrait, SimpleExpr},
};
use uuid::Uuid;

use crate::{
    ReachDb,
    entity::{
        audit_event::Column,
        user::{self, Text, contains},
    },
};

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
    let own = Column::Entity.eq(entity).and(Column::EntityId.eq(id));
    match import_id {
        Some(import_id) => own.or(Column::EntityId.eq(import_id)),
        None => own,
    }
}
