//! Refresh tokens, by their hashes.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// A refresh token.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "refresh_tokens")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub session_id: Uuid,
    /// SHA-256 of the token, which itself is 256 random bits.
    pub token_hash: Vec<u8>,
    pub created_at: DateTimeUtc,
    /// When it was exchanged.
    pub spent_at: Option<DateTimeUtc>,
    /// How often it came back after that and was answered.
    pub replays: i64,
}

impl ActiveModelBehavior for ActiveModel {}
impl crate::identity::IdentityEntity for Entity {}
