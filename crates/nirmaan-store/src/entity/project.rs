//! Projects: work that was won or taken on.

use std::ops::RangeInclusive;

use sea_orm::{ActiveValue::Set, entity::prelude::*, sea_query::SimpleExpr};
use serde::Serialize;

use super::current;
use crate::{find::Findable, list::Listed, search};

/// Where a project stands; the names of `Project.Status` in the protos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(32))", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    Planned,
    Initiated,
    InProgress,
    OnHold,
    UnderReview,
    Completed,
    Terminated,
    Cancelled,
    Draft,
}

/// A project. Money is in paise, percentages in ten-thousandths of a percent.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "projects")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub contract_id: Option<Uuid>,
    /// The contract's bid id at the time of creation, or a text of the client's own.
    pub contract_bid_id: String,
    pub license_id: String,
    pub project_name: String,
    pub description: String,
    pub project_type: String,
    pub status: Status,
    pub project_actual_value: Option<i64>,
    pub project_bid_value: Option<i64>,
    pub project_bid_percentage: Option<i64>,
    pub license_holder_name: String,
    pub license_no: String,
    pub given_start_date: Option<Date>,
    pub given_end_date: Option<Date>,
    pub actual_start_date: Option<Date>,
    pub actual_end_date: Option<Date>,
    pub extension_count: i32,
    pub extension_date: Option<Date>,
    pub termination_reason: String,
    pub comment: String,
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
super::tenant_entity!("project", deletes: soft, prepare: fill_search);

impl crate::Named for Entity {
    const NAMED_BY: Column = Column::ProjectName;
}

impl Listed for Entity {
    const SORTABLE: &'static [(&'static str, Column)] = &[
        ("projectName", Column::ProjectName),
        ("contractBidId", Column::ContractBidId),
        ("licenseHolderName", Column::LicenseHolderName),
        ("projectType", Column::ProjectType),
        ("status", Column::Status),
        ("projectActualValue", Column::ProjectActualValue),
        ("projectBidValue", Column::ProjectBidValue),
        ("givenStartDate", Column::GivenStartDate),
        ("givenEndDate", Column::GivenEndDate),
        ("actualStartDate", Column::ActualStartDate),
        ("actualEndDate", Column::ActualEndDate),
        ("updatedAt", Column::UpdatedAt),
    ];
}

impl Findable for Entity {
    const SEARCH: Column = Column::Search;
    const FOUND_BY: RangeInclusive<usize> = Text::ProjectName as usize..=Text::LicenseHolderName as usize;
}

/// The texts that lists filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// The name.
    ProjectName,
    /// The contract's bid id.
    ContractBidId,
    /// The licence holder's name.
    LicenseHolderName,
    /// The type.
    ProjectType,
}

/// The projects whose text contains `word`, in any case; `None` when there is no word.
pub fn contains(text: Text, word: &str) -> Option<SimpleExpr> {
    search::contains(Column::Search, text as usize, word)
}

/// The value of the search column, in the order of [`Text`].
pub fn search_text(
    project_name: &str,
    contract_bid_id: &str,
    license_holder_name: &str,
    project_type: &str,
) -> String {
    search::text([project_name, contract_bid_id, license_holder_name, project_type])
}

fn fill_search(row: &mut ActiveModel) {
    row.search = Set(search_text(
        current(&row.project_name),
        current(&row.contract_bid_id),
        current(&row.license_holder_name),
        current(&row.project_type),
    ));
}
