//! The secrets of authenticator apps. One that isn't confirmed yet is here too: `users.second_factor_since` says whether
//! it counts.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// A user's authenticator app.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "second_factors")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: Uuid,
    /// The shared secret, encrypted by a key of the server's.
    pub sealed_secret: Vec<u8>,
    /// The time step of the last code that was taken: neither it nor an earlier one is taken again.
    pub last_step: i64,
    pub created_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
impl crate::identity::IdentityEntity for Entity {}
