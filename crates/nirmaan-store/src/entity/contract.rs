//! Contracts: tenders, from the first notice to the last payment.

use std::ops::RangeInclusive;

use sea_orm::{
    ActiveValue::Set,
    entity::prelude::*,
    sea_query::{OnConflict, SimpleExpr},
};
use serde::{Deserialize, Serialize};

use super::current;
use crate::{find::Findable, list::Listed, search};

/// Where a contract stands; the names of `Contract.Status` in the protos.
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
    Awarded,
    Accepted,
    Rejected,
    Cancelled,
    WorkOrderIssued,
    Mobilized,
    WorkInProgress,
    OnHold,
    Resumed,
    Completed,
    SubmittedForApproval,
    Approved,
    PaymentPending,
    PaymentReceived,
    Closed,
    Terminated,
    Dispute,
}

/// A contract. Money is in paise, percentages in ten-thousandths of a percent.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "contracts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub bid_id: String,
    pub contract_name: String,
    pub reference_no: String,
    pub description: String,
    pub status: Status,
    pub paper_cost: Option<i64>,
    pub tender_actual_value: Option<i64>,
    pub tender_bid_value: Option<i64>,
    pub tender_bid_percentage: Option<i64>,
    pub contract_type: String,
    pub termination_reason: String,
    pub extension_count: i32,
    pub opening_date: Option<Date>,
    pub closing_date: Option<Date>,
    pub result_date: Option<Date>,
    pub drafting_date: Option<Date>,
    pub submitted_payment_date: Option<Date>,
    pub awarded_date: Option<Date>,
    pub agreement_date: Option<Date>,
    pub given_start_date: Option<Date>,
    pub given_end_date: Option<Date>,
    pub actual_start_date: Option<Date>,
    pub actual_end_date: Option<Date>,
    pub license_id: String,
    pub license_holder_name: String,
    pub license_no: String,
    pub comments: String,
    /// The client's own JSON object, as text.
    pub contract_metadata: Option<String>,
    /// Whether a project was created from it.
    pub has_project: bool,
    /// The audit event of the import that brought it in.
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
super::tenant_entity!("contract", deletes: soft, prepare: fill_search);

impl crate::Named for Entity {
    const NAMED_BY: Column = Column::BidId;
}

impl Listed for Entity {
    const SORTABLE: &'static [(&'static str, Column)] = &[
        ("bidId", Column::BidId),
        ("contractName", Column::ContractName),
        ("contractType", Column::ContractType),
        ("status", Column::Status),
        ("paperCost", Column::PaperCost),
        ("tenderBidValue", Column::TenderBidValue),
        ("tenderActualValue", Column::TenderActualValue),
        ("actualStartDate", Column::ActualStartDate),
        ("actualEndDate", Column::ActualEndDate),
        ("updatedAt", Column::UpdatedAt),
    ];
}

impl Findable for Entity {
    const SEARCH: Column = Column::Search;
    const FOUND_BY: RangeInclusive<usize> = Text::BidId as usize..=Text::LicenseHolderName as usize;
}

/// The texts that lists filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// The bid id.
    BidId,
    /// The name.
    ContractName,
    /// The reference.
    ReferenceNo,
    /// The licence holder's name.
    LicenseHolderName,
    /// The type.
    ContractType,
}

/// The contracts whose text contains `word`, in any case; `None` when there is no word.
pub fn contains(text: Text, word: &str) -> Option<SimpleExpr> {
    search::contains(Column::Search, text as usize, word)
}

/// The value of the search column, in the order of [`Text`].
pub fn search_text(
    bid_id: &str,
    contract_name: &str,
    reference_no: &str,
    license_holder_name: &str,
    contract_type: &str,
) -> String {
    search::text([bid_id, contract_name, reference_no, license_holder_name, contract_type])
}

/// What an import does with a row whose bid id a live contract has: nothing.
pub fn live_bid_id() -> OnConflict {
    OnConflict::columns([Column::TenantId, Column::BidId])
        .target_and_where(Column::DeletedAt.is_null())
        .do_nothing()
        .to_owned()
}

fn fill_search(row: &mut ActiveModel) {
    row.search = Set(search_text(
        current(&row.bid_id),
        current(&row.contract_name),
        current(&row.reference_no),
        current(&row.license_holder_name),
        current(&row.contract_type),
    ));
}
