//! Named sets of permissions: one catalogue for all tenants.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// A role.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "roles")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub name: String,
    pub name_key: String,
    pub description: String,
    /// An administrator's role: its grid is frozen and it can't be deleted.
    pub is_system: bool,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
super::platform_entity!("role");

impl crate::Named for Entity {
    const NAMED_BY: Column = Column::Name;
}
impl crate::CatalogueEntity for Entity {}
