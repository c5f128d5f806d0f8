//! What lies below tasks and in projects, as the database keeps it.

use std::collections::HashMap;

use chrono::NaiveDate;
use sea_orm::{
    ColumnTrait, FromQueryResult, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, IntoColumnRef, SimpleExpr},
};
use uuid::Uuid;

use super::sum;
use crate::{
    Scoped, StoreError, TenantDb,
    entity::{
        task_date::{self, Kind},
        task_figure,
    },
    sum::Sum,
};

/// Amounts are summed in two parts of this many paise, times progress too: of 100,000 of the largest tasks both
/// parts stay within 64 bits, which a sum of the whole exceeds.
const PART: i64 = 1_000_000;

#[derive(FromQueryResult)]
struct Row {
    node_id: Uuid,
    tasks: i64,
    leaves: i64,
    progress: i64,
    weighted_high: i64,
    weighted_low: i64,
    estimated_high: i64,
    estimated_low: i64,
    actual_high: i64,
    actual_low: i64,
    estimated_effort: i64,
    actual_effort: i64,
    given_start_date: Option<NaiveDate>,
    given_end_date: Option<NaiveDate>,
    actual_start_date: Option<NaiveDate>,
    actual_end_date: Option<NaiveDate>,
}

/// What lies below tasks and in projects, in work that doesn't grow with it. A task without
/// tasks below it, and a project without tasks, is missing.
pub async fn below(
    db: &TenantDb,
    nodes: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, Sum>, StoreError> {
    use task_figure::Column;
    let mut figures = db
        .all_of::<task_figure::Entity>()
        .filter(Column::NodeId.is_in(nodes))
        .select_only()
        .column(Column::NodeId)
        .group_by(Column::NodeId)
        .having(sum(Expr::col(Column::Tasks)).ne(0));
    for (column, name) in [
        (Column::Tasks, "tasks"),
        (Column::Leaves, "leaves"),
        (Column::Progress, "progress"),
        (Column::WeightedHigh, "weighted_high"),
        (Column::WeightedLow, "weighted_low"),
        (Column::EstimatedHigh, "estimated_high"),
        (Column::EstimatedLow, "estimated_low"),
        (Column::ActualHigh, "actual_high"),
        (Column::ActualLow, "actual_low"),
        (Column::EstimatedEffort, "estimated_effort"),
        (Column::ActualEffort, "actual_effort"),
    ] {
        figures = figures.expr_as(sum(Expr::col(column)), name);
    }
    let day = || Expr::col(task_date::Column::Day);
    for (kind, day, name) in [
        (Kind::GivenStart, day().min(), "given_start_date"),
        (Kind::GivenEnd, day().max(), "given_end_date"),
        (Kind::ActualStart, day().min(), "actual_start_date"),
        (Kind::ActualEnd, day().max(), "actual_end_date"),
    ] {
        figures = figures.expr_as(of_dates(db, kind, day), name);
    }
    let rows: Vec<Row> = figures.rows().await?;
    Ok(rows.into_iter().map(|row| (row.node_id, row.into())).collect())
}

/// How many live tasks a project has.
pub async fn count_tasks(db: &TenantDb, project_id: Uuid) -> Result<i64, StoreError> {
    #[derive(FromQueryResult)]
    struct Count {
        tasks: i64,
    }
    let counts: Vec<Count> = tasks_of(db, project_id).rows().await?;
    Ok(counts.first().map_or(0, |count| count.tasks))
}

/// The same as a part of another statement.
pub fn number_of_tasks(db: &TenantDb, project_id: Uuid) -> SimpleExpr {
    SimpleExpr::SubQuery(None, Box::new(tasks_of(db, project_id).select.into_query().into()))
}

fn tasks_of(db: &TenantDb, project_id: Uuid) -> Scoped<task_figure::Entity> {
    db.all_of::<task_figure::Entity>()
        .filter(task_figure::Column::NodeId.eq(project_id))
        .select_only()
        .expr_as(sum(Expr::col(task_figure::Column::Tasks)), "tasks")
}

/// The first or the last of the dates below the node of the statement around it: the index has it at its end.
fn of_dates(db: &TenantDb, kind: Kind, day: SimpleExpr) -> SimpleExpr {
    use task_date::Column;
    let of_node = Expr::col((task_date::Entity, Column::NodeId))
        .eq(Expr::col((task_figure::Entity, task_figure::Column::NodeId).into_column_ref()));
    let dates = db
        .all_of::<task_date::Entity>()
        .filter(of_node)
        .filter(Column::Kind.eq(kind))
        .filter(Column::Tasks.gt(0))
        .select_only()
        .expr(day);
    SimpleExpr::SubQuery(None, Box::new(dates.select.into_query().into()))
}

impl From<Row> for Sum {
    fn from(row: Row) -> Self {
        let whole = |high: i64, low: i64| i128::from(high) * i128::from(PART) + i128::from(low);
        Self {
            tasks: row.tasks,
            leaves: row.leaves,
            progress: row.progress,
            weighted_progress: whole(row.weighted_high, row.weighted_low),
            estimated_amount: whole(row.estimated_high, row.estimated_low),
            actual_amount: whole(row.actual_high, row.actual_low),
            estimated_effort: row.estimated_effort,
            actual_effort: row.actual_effort,
            given_start_date: row.given_start_date,
            given_end_date: row.given_end_date,
            actual_start_date: row.actual_start_date,
            actual_end_date: row.actual_end_date,
        }
    }
}
