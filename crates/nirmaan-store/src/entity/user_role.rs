//! Which user has which role.

use sea_orm::{entity::prelude::*, sea_query::OnConflict};
use serde::Serialize;

/// A user's role.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "user_roles")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    pub role_id: Uuid,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
super::tenant_entity!("user_role", deletes: hard);

/// What an insert does with a role that the user holds already: nothing.
pub fn held() -> OnConflict {
    OnConflict::columns([Column::TenantId, Column::UserId, Column::RoleId]).do_nothing().to_owned()
}
