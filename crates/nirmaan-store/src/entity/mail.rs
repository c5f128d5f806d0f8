//! The outbox: mails to be sent, and those that were.

use sea_orm::entity::prelude::*;
use serde::Serialize;

/// How far a mail is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum State {
    /// To be sent, for the first time or again.
    Pending,
    /// Taken by the mail server, or written to the spool.
    Sent,
    /// Given up; only an operator sends it again.
    Dead,
}

/// A mail.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "mails")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// With its angle brackets. The same whenever it is sent, so that the recipient's server can tell a repetition.
    pub message_id: String,
    pub recipient: String,
    pub reply_to_name: String,
    /// Empty when there is nobody to answer.
    pub reply_to_address: String,
    pub subject: String,
    pub body: String,
    pub state: State,
    /// Begun ones, with those that a crash cut off.
    pub attempts: i64,
    pub next_attempt_at: DateTimeUtc,
    /// A worker has it until then.
    pub claimed_until: Option<DateTimeUtc>,
    pub last_error: String,
    /// SHA-256 of the network it came from, for mails that strangers cause; `None` for the product's own.
    pub origin: Option<Vec<u8>>,
    pub created_at: DateTimeUtc,
    pub sent_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
impl crate::identity::IdentityEntity for Entity {}
