//! What tasks come to with all below them, and projects with all their tasks.

use chrono::NaiveDate;
use sea_orm::FromQueryResult;
use uuid::Uuid;

use crate::{
    entity::task::{Column, Model},
    rounding::half_up,
};

/// What a task adds to those above it, in the units of its table.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct Figures {
    /// Which task.
    pub id: Uuid,
    /// The task above it.
    pub parent_id: Option<Uuid>,
    /// 0 to 4.
    pub level: i32,
    /// How far it is.
    pub progress: i32,
    /// What it is expected to cost.
    pub estimated_amount: i64,
    /// What it costs by now.
    pub actual_amount: i64,
    /// Hours expected.
    pub estimated_effort: Option<i64>,
    /// Hours spent.
    pub actual_effort: Option<i64>,
    /// Planned start.
    pub given_start_date: Option<NaiveDate>,
    /// Planned end.
    pub given_end_date: Option<NaiveDate>,
    /// Work began.
    pub actual_start_date: Option<NaiveDate>,
    /// Work ended.
    pub actual_end_date: Option<NaiveDate>,
}

impl Figures {
    pub(crate) const COLUMNS: [Column; 12] = [
        Column::Id,
        Column::ParentId,
        Column::Level,
        Column::Progress,
        Column::EstimatedAmount,
        Column::ActualAmount,
        Column::EstimatedEffort,
        Column::ActualEffort,
        Column::GivenStartDate,
        Column::GivenEndDate,
        Column::ActualStartDate,
        Column::ActualEndDate,
    ];
}

impl From<&Model> for Figures {
    fn from(row: &Model) -> Self {
        Self {
            id: row.id,
            parent_id: row.parent_id,
            level: row.level,
            progress: row.progress,
            estimated_amount: row.estimated_amount,
            actual_amount: row.actual_amount,
            estimated_effort: row.estimated_effort,
            actual_effort: row.actual_effort,
            given_start_date: row.given_start_date,
            given_end_date: row.given_end_date,
            actual_start_date: row.actual_start_date,
            actual_end_date: row.actual_end_date,
        }
    }
}

/// The figures of a task without tasks below it, or the sum of those of all such tasks below it or in a project.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sum {
    /// Tasks below, at every level.
    pub tasks: i64,
    /// Tasks without tasks below them.
    pub leaves: i64,
    /// Their progress, in hundredths of a percent.
    pub progress: i64,
    /// The same, each times its estimated amount.
    pub weighted_progress: i128,
    /// Their estimated amounts, in paise.
    pub estimated_amount: i128,
    /// Their actual amounts, in paise.
    pub actual_amount: i128,
    /// Their estimated effort, in ten-thousandths of an hour.
    pub estimated_effort: i64,
    /// Their actual effort.
    pub actual_effort: i64,
    /// Their first planned start. A project's sum has no dates.
    pub given_start_date: Option<NaiveDate>,
    /// Their last planned end.
    pub given_end_date: Option<NaiveDate>,
    /// When the first work began.
    pub actual_start_date: Option<NaiveDate>,
    /// When the last work ended.
    pub actual_end_date: Option<NaiveDate>,
}

impl Sum {
    /// Of a task without tasks below it.
    pub fn of(task: &Figures) -> Self {
        Self {
            tasks: 0,
            leaves: 1,
            progress: task.progress.into(),
            weighted_progress: i128::from(task.progress) * i128::from(task.estimated_amount),
            estimated_amount: task.estimated_amount.into(),
            actual_amount: task.actual_amount.into(),
            estimated_effort: task.estimated_effort.unwrap_or(0),
            actual_effort: task.actual_effort.unwrap_or(0),
            given_start_date: task.given_start_date,
            given_end_date: task.given_end_date,
            actual_start_date: task.actual_start_date,
            actual_end_date: task.actual_end_date,
        }
    }

    /// Adds a task right below, with all below that.
    pub fn add(&mut self, other: &Self) {
        let earliest = |one: Option<NaiveDate>, other| one.into_iter().chain(other).min();
        self.tasks += other.tasks + 1;
        self.leaves += other.leaves;
        self.progress += other.progress;
        self.weighted_progress += other.weighted_progress;
        self.estimated_amount += other.estimated_amount;
        self.actual_amount += other.actual_amount;
        self.estimated_effort += other.estimated_effort;
        self.actual_effort += other.actual_effort;
        self.given_start_date = earliest(self.given_start_date, other.given_start_date);
        self.given_end_date = self.given_end_date.max(other.given_end_date);
        self.actual_start_date = earliest(self.actual_start_date, other.actual_start_date);
        self.actual_end_date = self.actual_end_date.max(other.actual_end_date);
    }

    /// Hundredths of a percent done, half-up: weighted by estimated amount where there is any.
    pub fn mean_progress(&self) -> i128 {
        if self.estimated_amount > 0 {
            half_up(self.weighted_progress, self.estimated_amount)
        } else {
            half_up(self.progress.into(), self.leaves.max(1).into())
        }
    }
}
