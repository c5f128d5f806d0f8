//! The audit trail: append-only.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// What somebody did.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "audit_events")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub at: DateTimeUtc,
    /// `None` for the system itself.
    pub actor_id: Option<Uuid>,
    pub source: String,
    pub request_id: String,
    pub entity: String,
    pub entity_id: Uuid,
    pub action: String,
    /// `{"field": {"from": …, "to": …}}`
    #[sea_orm(column_type = "JsonBinary")]
    pub changes: Json,
    /// Empty where none is known: of the system's own work, and of what happened before addresses were kept.
    pub address: String,
}

impl ActiveModelBehavior for ActiveModel {}

impl crate::Table for Entity {
    const NAME: &'static str = "audit_event";
    const ID: Column = Column::Id;
    const CREATED_AT: Column = Column::At;
    const DELETED_AT: Option<Column> = None;

    fn id(row: &Model) -> uuid::Uuid {
        row.id
    }
}

super::of_tenant!();
impl crate::TenantEntity for Entity {}

impl crate::list::Listed for Entity {
    const SORTABLE: &'static [(&'static str, Column)] =
        &[("entity", Column::Entity), ("action", Column::Action), ("source", Column::Source)];
}
