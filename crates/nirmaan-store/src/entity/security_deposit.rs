//! Security deposits: what a firm hands over to bid and to build, and wants back.

use std::ops::RangeInclusive;

use sea_orm::{ActiveValue::Set, entity::prelude::*, sea_query::SimpleExpr};
use serde::{Deserialize, Serialize};

use super::current;
use crate::{find::Findable, list::Listed, search};

/// Where a deposit stands.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
)]
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

impl Status {
    /// Whether the firm may still get it back: it is neither back nor lost, and was not turned down or called off.
    pub fn is_out(self) -> bool {
        !self.is_back() && !matches!(self, Self::Rejected | Self::Cancelled | Self::Forfeited)
    }

    /// Whether the authority has given it back.
    pub fn is_back(self) -> bool {
        matches!(self, Self::Returned | Self::Refunded | Self::Released)
    }
}

/// A deposit. Its amount is in paise.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
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
    /// The import that created it.
    pub import_id: Option<Uuid>,
    /// The searchable texts; see [`crate::search`].
    pub search: String,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    pub deleted_at: Option<DateTimeUtc>,
    pub created_by: Option<Uuid>,
    pub updated_by: Option<Uuid>,
    pub deleted_by: Option<Uuid>,
    /// See [`crate::write::Stamped::DELETED_WITH`].
    pub deleted_with: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
super::tenant_entity!("security_deposit", deletes: soft, prepare: fill_search);

impl crate::Named for Entity {
    const NAMED_BY: Column = Column::InstrumentNo;
}

impl Listed for Entity {
    const SORTABLE: &'static [(&'static str, Column)] = &[("updatedAt", Column::UpdatedAt)];
}

impl Findable for Entity {
    const SEARCH: Column = Column::Search;
    const FOUND_BY: RangeInclusive<usize> = Text::InstrumentNo as usize..=Text::InstrumentNo as usize;
}

/// The texts that the search filters by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// The type.
    DepositType,
    /// The instrument's number.
    InstrumentNo,
    /// The account holder's name.
    AccountHolderName,
    /// The account number.
    BankAccountNo,
}

/// The deposits whose text contains `word`, in any case; `None` when there is no word.
pub fn contains(text: Text, word: &str) -> Option<SimpleExpr> {
    match text {
        Text::DepositType => search::contains_in_code(Column::Search, text as usize, word),
        _ => search::contains(Column::Search, text as usize, word),
    }
}

/// The value of the search column, in the order of [`Text`].
pub fn search_text(
    deposit_type: &str,
    instrument_no: &str,
    account_holder_name: &str,
    bank_account_no: &str,
) -> String {
    search::text([deposit_type, instrument_no, account_holder_name, bank_account_no])
}

fn fill_search(row: &mut ActiveModel) {
    row.search = Set(search_text(
        current(&row.deposit_type),
        current(&row.instrument_no),
        current(&row.account_holder_name),
        current(&row.bank_account_no),
    ));
}
