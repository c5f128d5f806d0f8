//! What the tasks of projects come to.

use std::collections::HashMap;

use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QuerySelect, QueryTrait, Statement,
    sea_query::{
        Asterisk, CaseStatement, CommonTableExpression, Expr, ExprTrait, Query, SimpleExpr, WithClause,
    },
};
use uuid::Uuid;

use super::sum;
use crate::{
    StoreError, TenantDb,
    entity::task::{Column, Entity},
    handle::Handle,
};

/// The sums over a project's live tasks: but for their number, over those that have none below them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    /// Tasks at every level.
    pub tasks: i64,
    /// Tasks without tasks below them.
    pub leaves: i128,
    /// Their estimated amounts, in paise.
    pub estimated_amount: i128,
    /// Their actual amounts, in paise.
    pub actual_amount: i128,
    /// Their progress, in hundredths of a percent.
    pub progress: i128,
    /// The same, each times its estimated amount.
    pub weighted_progress: i128,
}

/// Amounts are summed in two parts of this many paise, times progress too: of 100,000 of the largest tasks both
/// parts stay within 64 bits, which a sum of the whole exceeds.
const PART: i64 = 1_000_000;

/// The tasks with what is asked of each.
const EACH: &str = "each_task";
const IS_LEAF: &str = "is_leaf";
/// The tasks below a task.
const BELOW: &str = "below";

#[derive(FromQueryResult)]
struct Row {
    project_id: Uuid,
    tasks: i64,
    leaves: i64,
    progress: i64,
    estimated_high: i64,
    estimated_low: i64,
    actual_high: i64,
    actual_low: i64,
    weighted_high: i64,
    weighted_low: i64,
}

/// The sums of each of these projects; one without tasks is missing.
///
/// # Errors
/// When the database can't be reached.
pub async fn sums(db: &TenantDb, projects: &[Uuid]) -> Result<HashMap<Uuid, Sums>, StoreError> {
    if projects.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<Row> = Row::find_by_statement(summing(db, projects)).all(db.transaction()).await?;
    Ok(rows.into_iter().map(|row| (row.project_id, row.into())).collect())
}

fn summing(db: &TenantDb, projects: &[Uuid]) -> Statement {
    // Each task asks the index once whether anything is below it: a join is done row by row against all parents.
    let below = Query::select()
        .expr(Expr::value(1))
        .from_as(Entity, BELOW)
        .and_where(Expr::col((BELOW, Column::TenantId)).equals((Entity, Column::TenantId)))
        .and_where(Expr::col((BELOW, Column::ParentId)).equals((Entity, Column::Id)))
        .and_where(Expr::col((BELOW, Column::DeletedAt)).is_null())
        .to_owned();
    let tasks = db
        .find::<Entity>()
        .filter(Column::ProjectId.is_in(projects.iter().copied()))
        .select_only()
        .columns([Column::ProjectId, Column::Progress, Column::EstimatedAmount, Column::ActualAmount])
        .expr_as(Expr::not_exists(below), IS_LEAF);
    let mut each = CommonTableExpression::new();
    each.query(tasks.select.into_query()).table_name(EACH).materialized(true);
    let (progress, amount, actual) =
        (Expr::col(Column::Progress), Expr::col(Column::EstimatedAmount), Expr::col(Column::ActualAmount));
    let (high, low) = (amount.clone().div(PART), amount.modulo(PART));
    let sums = Query::select()
        .column(Column::ProjectId)
        .expr_as(Expr::col(Asterisk).count(), "tasks")
        .expr_as(of_leaves(Expr::value(1)), "leaves")
        .expr_as(of_leaves(progress.clone()), "progress")
        .expr_as(of_leaves(high.clone()), "estimated_high")
        .expr_as(of_leaves(low.clone()), "estimated_low")
        .expr_as(of_leaves(actual.clone().div(PART)), "actual_high")
        .expr_as(of_leaves(actual.modulo(PART)), "actual_low")
        .expr_as(of_leaves(high.mul(progress.clone())), "weighted_high")
        .expr_as(of_leaves(low.mul(progress)), "weighted_low")
        .from(EACH)
        .group_by_col(Column::ProjectId)
        .to_owned();
    let sums = sums.with(WithClause::new().cte(each).to_owned());
    db.transaction().get_database_backend().build(&sums)
}

/// The sum over the tasks without tasks below them.
fn of_leaves(figure: SimpleExpr) -> SimpleExpr {
    sum(CaseStatement::new().case(Expr::col(IS_LEAF), figure).into())
}

impl From<Row> for Sums {
    fn from(row: Row) -> Self {
        let whole = |high: i64, low: i64| i128::from(high) * i128::from(PART) + i128::from(low);
        Self {
            tasks: row.tasks,
            leaves: row.leaves.into(),
            estimated_amount: whole(row.estimated_high, row.estimated_low),
            actual_amount: whole(row.actual_high, row.actual_low),
            progress: row.progress.into(),
            weighted_progress: whole(row.weighted_high, row.weighted_low),
        }
    }
}
