//! The parts of the product that permissions govern: one catalogue for all tenants.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// A module.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "modules")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub name: String,
    pub name_key: String,
    pub description: String,
    pub is_active: bool,
    /// Exists from the first start: can't be renamed or deleted.
    pub is_seeded: bool,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
super::platform_entity!("module");

impl crate::Named for Entity {
    const NAMED_BY: Column = Column::Name;
}
impl crate::CatalogueEntity for Entity {}
