//! What an organisation asks of its people; those that never said so have no row.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// An organisation's settings. The row's id is the organisation's own.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "tenant_settings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub four_eyes: bool,
    pub change_first_password: bool,
    pub require_second_factor: bool,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
super::tenant_entity!("tenant_settings", deletes: hard);
