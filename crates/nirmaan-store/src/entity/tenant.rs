//! Organisations. The platform's own is one of them, marked so.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// Whether an organisation may work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Works.
    Active,
    /// May not sign in until it is reactivated.
    Suspended,
    /// May not sign in any more.
    Terminated,
    /// Gone, but listed.
    Deleted,
}

/// An organisation.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "tenants")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub name: String,
    /// The name in lower case, for comparing and uniqueness.
    pub name_key: String,
    /// In lower case.
    pub subdomain: String,
    pub schema_name: String,
    pub contact_email: String,
    pub mobile_no: String,
    pub whats_app_no: String,
    pub status: Status,
    pub comment: String,
    pub is_platform: bool,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
impl crate::identity::IdentityEntity for Entity {}
