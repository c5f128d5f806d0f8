//! What a role grants in a module.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// Five flags of one role in one module.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "role_permissions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub role_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub module_id: Uuid,
    pub can_create: bool,
    pub can_view: bool,
    pub can_edit: bool,
    pub can_delete: bool,
    pub can_report: bool,
}

impl ActiveModelBehavior for ActiveModel {}
