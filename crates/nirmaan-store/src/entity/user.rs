//! The people of an organisation.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// A user.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "users")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// In lower case.
    pub email: String,
    pub mobile_no: String,
    pub designation: String,
    /// Argon2id, as a PHC string.
    pub password_hash: String,
    pub is_active: bool,
    pub profile_image: String,
    pub comment: String,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub deleted_at: Option<DateTimeUtc>,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
    pub deleted_by: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
super::tenant_entity!("user", deletes: soft);
impl crate::identity::IdentityEntity for Entity {}
