//! Security deposits: what a firm hands over to bid and to build, and wants back.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// Where a deposit stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(32))", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    Draft,
    Submitted,
    Rejected,
    Cancelled,
    Refunded,
    Forfeited,
    Released,
    PendingRelease,
    PendingRefund,
    Returned,
    Pending,
}

/// A deposit. Its amount is in paise.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "security_deposits")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub contract_id: Uuid,
    pub deposit_type: String,
    pub instrument_no: String,
    pub amount: i64,
    pub deposit_created_date: Option<Date>,
    pub deposit_submitted_date: Option<Date>,
    pub deposit_returned_date: Option<Date>,
    pub deposit_transferred_own_account_date: Option<Date>,
    pub bank_account_no: String,
    pub bank_name: String,
    pub account_holder_name: String,
    pub bank_address: String,
    pub status: Status,
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
super::tenant_entity!("security_deposit", deletes: soft);
