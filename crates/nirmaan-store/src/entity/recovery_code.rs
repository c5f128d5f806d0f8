//! Recovery codes, by their hashes; one that was used is gone.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// A recovery code.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "recovery_codes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: Uuid,
    /// SHA-256 of the code, which itself is 80 random bits.
    #[sea_orm(primary_key, auto_increment = false)]
    pub code_hash: Vec<u8>,
    pub created_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
impl crate::identity::IdentityEntity for Entity {}
