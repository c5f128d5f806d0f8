//! Tasks: what is to be done in a project, as a tree.

use std::ops::RangeInclusive;

use sea_orm::{ActiveValue::Set, entity::prelude::*, sea_query::SimpleExpr};
use serde::Serialize;

use super::current;
use crate::{find::Findable, list::Listed, search};

/// Where a task stands; the names of `Task.Status` in the protos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(32))", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    Draft,
    Planned,
    Assigned,
    Initiated,
    InProgress,
    OnHold,
    Reopened,
    UnderReview,
    Completed,
    Approved,
    Rejected,
    Terminated,
    Cancelled,
}

/// How pressing a task is; the names of `Task.Priority` in the protos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Priority {
    High,
    Medium,
    Low,
    Urgent,
    Blocker,
}

/// A task. Money is in paise; quantities and hours in ten-thousandths; the tax in ten-thousandths of a percent, the
/// progress in hundredths of one.
#[sea_orm::model]
#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel, Serialize)]
#[sea_orm(table_name = "tasks")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub project_id: Uuid,
    pub parent_id: Option<Uuid>,
    /// The ids from the top down to its own, each followed by a slash.
    pub hierarchy_path: String,
    /// 0 directly below the project, to 4.
    pub level: i32,
    /// Its place among the tasks of its parent, with room between neighbours.
    pub position: i64,
    pub title: String,
    pub description: String,
    pub estimated_quantity: Option<i64>,
    pub units: String,
    pub estimated_rate: Option<i64>,
    pub tax_percentage: i64,
    pub actual_quantity: Option<i64>,
    pub actual_rate: Option<i64>,
    /// Computed from quantity, rate and tax.
    pub estimated_amount: i64,
    /// The same of what is done.
    pub actual_amount: i64,
    pub estimated_effort: Option<i64>,
    pub actual_effort: Option<i64>,
    pub status: Status,
    pub task_type: String,
    pub priority: Option<Priority>,
    pub given_start_date: Option<Date>,
    pub given_end_date: Option<Date>,
    pub actual_start_date: Option<Date>,
    pub actual_end_date: Option<Date>,
    pub progress: i32,
    pub is_milestone: bool,
    pub is_billable: bool,
    pub assigned_to: Option<Uuid>,
    pub completed_by: Option<Uuid>,
    pub approved_by: Option<Uuid>,
    pub approval_date: Option<Date>,
    pub is_approved: bool,
    pub rejection_reason: String,
    pub review_requested_by: Option<Uuid>,
    pub review_requested_at: Option<DateTimeUtc>,
    pub rejected_by: Option<Uuid>,
    pub rejected_at: Option<DateTimeUtc>,
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
}

impl ActiveModelBehavior for ActiveModel {}
super::tenant_entity!("task", deletes: soft, prepare: fill_search);

impl Listed for Entity {
    const SORTABLE: &'static [(&'static str, Column)] = &[
        ("title", Column::Title),
        ("taskType", Column::TaskType),
        ("status", Column::Status),
        ("priority", Column::Priority),
        ("progress", Column::Progress),
        ("givenStartDate", Column::GivenStartDate),
        ("givenEndDate", Column::GivenEndDate),
        ("actualStartDate", Column::ActualStartDate),
        ("actualEndDate", Column::ActualEndDate),
        ("updatedAt", Column::UpdatedAt),
    ];
}

impl Findable for Entity {
    const SEARCH: Column = Column::Search;
    const FOUND_BY: RangeInclusive<usize> = Text::Title as usize..=Text::Title as usize;
}

/// The texts that lists filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// The title.
    Title,
    /// The type.
    TaskType,
}

/// The tasks whose text contains `word`, in any case; `None` when there is no word.
pub fn contains(text: Text, word: &str) -> Option<SimpleExpr> {
    search::contains(Column::Search, text as usize, word)
}

/// The value of the search column, in the order of [`Text`].
pub fn search_text(title: &str, task_type: &str) -> String {
    search::text([title, task_type])
}

fn fill_search(row: &mut ActiveModel) {
    row.search = Set(search_text(current(&row.title), current(&row.task_type)));
}
