//! Links that were mailed to users, by the hashes of their tokens.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// What somebody may do by a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Purpose {
    /// Set a new password.
    PasswordReset,
    /// Set a first password.
    Invitation,
    /// Make the address that the link was mailed to their own.
    EmailChange,
}

/// A link: of a user one at a time for each purpose.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "mail_links")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    pub purpose: Purpose,
    /// Where it was mailed to.
    pub email: String,
    /// SHA-256 of the token, which itself is 256 random bits.
    pub token_hash: Vec<u8>,
    pub created_at: DateTimeUtc,
    pub expires_at: DateTimeUtc,
    pub used_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
impl crate::identity::IdentityEntity for Entity {}
