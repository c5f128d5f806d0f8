//! Failed sign-ins, counted by hashed keys.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// A counter.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "login_throttles")]
pub struct Model {
    /// SHA-256 of what is counted: no addresses and e-mails at rest.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: Vec<u8>,
    pub failures: i64,
    pub window_started_at: DateTimeUtc,
    pub last_failed_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
impl crate::identity::IdentityEntity for Entity {}
