//! Passwords of programs, by their hashes; one that was taken away is gone.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// An app password.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "app_passwords")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    /// What its user calls it.
    pub name: String,
    /// SHA-256 of the password, which itself is 160 random bits.
    pub secret_hash: Vec<u8>,
    pub created_at: DateTimeUtc,
    pub last_used_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
impl crate::identity::IdentityEntity for Entity {}
