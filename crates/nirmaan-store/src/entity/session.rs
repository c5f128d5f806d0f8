//! Sessions: each is a family of refresh tokens.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// A session.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "sessions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    pub user_agent: String,
    /// It was last used from there.
    pub address: String,
    pub created_at: DateTimeUtc,
    /// Signed in or refreshed.
    pub last_used_at: DateTimeUtc,
    /// However much it is used.
    pub expires_at: DateTimeUtc,
    pub ended_at: Option<DateTimeUtc>,
    pub end_reason: String,
    /// When its user last showed their second factor in it.
    pub proved_at: Option<DateTimeUtc>,
    /// What it began with, where that was an app password.
    pub app_password_id: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
impl crate::identity::IdentityEntity for Entity {}

impl crate::Table for Entity {
    const NAME: &'static str = "session";
    const ID: Column = Column::Id;
    const CREATED_AT: Column = Column::CreatedAt;
    const DELETED_AT: Option<Column> = None;

    fn id(row: &Model) -> uuid::Uuid {
        row.id
    }
}

super::of_tenant!();
impl crate::TenantEntity for Entity {}
