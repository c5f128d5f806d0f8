//! Tasks: what is to be done in a project, as a tree.

use std::ops::RangeInclusive;

use sea_orm::{ActiveValue::Set, entity::prelude::*, sea_query::SimpleExpr};
use serde::Serialize;

use super::current;
use crate::{find::Findable, list::Listed, rounding::half_up, search};

/// One unit of a quantity, in ten-thousandths.
const UNIT: i128 = 10_000;
/// The whole, in ten-thousandths of a percent.
const WHOLE: i128 = 1_000_000;
/// All of a task, in hundredths of a percent.
const DONE: i128 = 10_000;

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

impl Status {
    /// Those in which nothing is left to be done.
    pub const CLOSED: [Self; 4] = [Self::Completed, Self::Approved, Self::Terminated, Self::Cancelled];
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
    /// Whether nothing is below it. The database's triggers keep it.
    pub is_leaf: bool,
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
    /// The deleted or inactive user who had it before, and has it again once they are back; `None` once somebody assigns it anew.
    pub handed_over_from: Option<Uuid>,
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
    /// See [`crate::write::Stamped::DELETED_WITH`].
    pub deleted_with: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
super::tenant_entity!("task", deletes: soft, prepare: fill_computed);

impl crate::Named for Entity {
    const NAMED_BY: Column = Column::Title;
}

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

/// What a quantity costs with tax, in paise, half-up: the quantity in ten-thousandths, the rate in paise, the tax in
/// ten-thousandths of a percent. Nothing costs what has no quantity or no rate.
pub fn amount(quantity: Option<i64>, rate: Option<i64>, tax: i64) -> i128 {
    let (Some(quantity), Some(rate)) = (quantity, rate) else { return 0 };
    let numerator = i128::from(quantity) * i128::from(rate) * (WHOLE + i128::from(tax));
    half_up(numerator, UNIT * WHOLE)
}

/// The progress that quantities come to, in hundredths of a percent: actual ÷ estimated, at most 100 percent, half-up. `None`
/// where one of them is missing, or nothing is estimated. The web app has the same rule
/// (`web/src/shared/tasks/quantities.ts`).
pub fn progress_of(estimated: Option<i64>, actual: Option<i64>) -> Option<i32> {
    let (estimated, actual) = (i128::from(estimated?), i128::from(actual?));
    if estimated <= 0 {
        return None;
    }
    i32::try_from(half_up(actual * DONE, estimated).min(DONE)).ok()
}

/// What a task is expected to cost, and what it costs by now, at the expected rate where there is no other.
pub fn amounts(row: &ActiveModel) -> (i128, i128) {
    let tax = row.tax_percentage.try_as_ref().copied().unwrap_or_default();
    let rate = row.estimated_rate.as_option().copied();
    let actual_rate = row.actual_rate.as_option().copied().or(rate);
    (
        amount(row.estimated_quantity.as_option().copied(), rate, tax),
        amount(row.actual_quantity.as_option().copied(), actual_rate, tax),
    )
}

fn fill_computed(row: &mut ActiveModel) {
    row.search = Set(search_text(current(&row.title), current(&row.task_type)));
    let (estimated, actual) = amounts(row);
    // One that doesn't fit is too large for the table's check, too.
    row.estimated_amount = Set(i64::try_from(estimated).unwrap_or(i64::MAX));
    row.actual_amount = Set(i64::try_from(actual).unwrap_or(i64::MAX));
}

#[cfg(test)]
mod tests {
    use sea_orm::ActiveValue::NotSet;

    use super::*;

    #[test]
    fn an_amount_is_quantity_times_rate_with_tax_rounded_once() {
        // 12.5 cum at 1,850.25 rupees with 14 percent.
        assert_eq!(amount(Some(125_000), Some(185_025), 140_000), 2_636_606);
        // A third of a paisa is nothing, half a paisa is one.
        assert_eq!(amount(Some(3_333), Some(1), 0), 0);
        assert_eq!(amount(Some(5_000), Some(1), 0), 1);
        assert_eq!(amount(None, Some(1), 0), 0);
        assert_eq!(amount(Some(1), None, 0), 0);
        // The largest that fields can say.
        let largest = amount(Some(10_000_000_000_000), Some(1_000_000_000_000_000), 1_000_000);
        assert_eq!(largest, 2_000_000_000_000_000_000_000_000);
    }

    #[test]
    fn quantities_say_how_far_a_task_is() {
        for (estimated, actual, expected) in [
            (None, Some(5), None),
            (Some(5), None, None),
            (Some(0), Some(5), None),
            (Some(630_000), Some(590_000), Some(9_365)),
            (Some(103_280_000), Some(1_205_000), Some(117)),
            (Some(20_000), Some(1), Some(1)),
            (Some(20_001), Some(1), Some(0)),
            (Some(10_000), Some(0), Some(0)),
            (Some(10_000), Some(10_001), Some(10_000)),
            (Some(1), Some(10_000_000_000_000), Some(10_000)),
        ] {
            assert_eq!(progress_of(estimated, actual), expected, "{estimated:?} {actual:?}");
        }
    }

    #[test]
    fn the_estimated_rate_stands_in_for_an_absent_actual_one() {
        let mut row = ActiveModel {
            estimated_rate: Set(Some(100)),
            actual_quantity: Set(Some(20_000)),
            tax_percentage: Set(0),
            ..Default::default()
        };
        assert_eq!(amounts(&row), (0, 200));
        row.actual_rate = Set(Some(0));
        assert_eq!(amounts(&row), (0, 0));
        row.actual_rate = NotSet;
        fill_computed(&mut row);
        assert_eq!(row.actual_amount, Set(200));
    }
}
