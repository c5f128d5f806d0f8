//! Replies to creates, kept under the client's key.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// A key and the reply it got.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "idempotency_keys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub method: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    pub request_hash: Vec<u8>,
    pub reply: Option<Vec<u8>>,
    pub created_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
