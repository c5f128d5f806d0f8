//! What becomes of a task's own figures when it gets its first task below it: from then on those below count.

use nirmaan_api::projects::task::OnOwnFigures;
use nirmaan_store::{
    Set, WriteDb,
    entity::task::{ActiveModel, Model},
    new_id,
};
use uuid::Uuid;

use super::place::{Place, find_to_change, require_room};
use crate::{
    check::Check,
    error::{Error, Result},
};

/// What the new task's title ends in.
const BALANCE: &str = " (balance)";
/// The most characters of a title.
const TITLE: usize = 255;

/// What a request says of it; nothing is KEEP.
///
/// # Errors
/// [`Error::Invalid`] for what there is not.
pub(super) fn read(asked: i32) -> Result<OnOwnFigures> {
    let mut check = Check::default();
    let known = OnOwnFigures::try_from(asked).unwrap_or_else(|_| {
        check.complain("on_own_figures", "There is no such choice: KEEP or DROP.");
        OnOwnFigures::Keep
    });
    check.done()?;
    Ok(known)
}

/// What the trail calls these figures.
pub(super) const FIELDS: [&str; 6] = [
    "estimated_quantity",
    "estimated_rate",
    "actual_quantity",
    "actual_rate",
    "estimated_effort",
    "actual_effort",
];

/// Whether a task has quantities, rates or hours, with which it counts for as long as nothing is below it.
fn has_some(task: &Model) -> bool {
    let Model {
        estimated_quantity,
        estimated_rate,
        actual_quantity,
        actual_rate,
        estimated_effort,
        actual_effort,
        ..
    } = task;
    [estimated_quantity, estimated_rate, actual_quantity, actual_rate, estimated_effort, actual_effort]
        .iter()
        .any(|figure| figure.is_some_and(|figure| figure != 0))
}

/// Gives the own figures of a task, below which one is about to come, to a task of their own, or drops them. Says which
/// task has them now. The project must be locked.
///
/// # Errors
/// [`Error::Precondition`] when the project has as many tasks as it may, or the tree is too deep.
pub(super) async fn settle(db: &WriteDb, parent: Option<Uuid>, on: OnOwnFigures) -> Result<Option<Uuid>> {
    let Some(parent) = parent else { return Ok(None) };
    let above = match find_to_change(db, parent).await {
        Err(Error::NotFound(_)) => return Err(Error::NotFound("Parent task")),
        found => found?,
    };
    if !above.is_leaf || !has_some(&above) {
        return Ok(None);
    }
    let balance = match on {
        OnOwnFigures::Drop => None,
        OnOwnFigures::Keep | OnOwnFigures::Unspecified => Some(balance_of(db, &above).await?),
    };
    let id = balance.as_ref().and_then(|row| row.id.try_as_ref().copied());
    let emptied = |row: &mut ActiveModel| {
        row.estimated_quantity = Set(None);
        row.estimated_rate = Set(None);
        row.actual_quantity = Set(None);
        row.actual_rate = Set(None);
        row.estimated_effort = Set(None);
        row.actual_effort = Set(None);
        row.progress = Set(0);
    };
    db.update(above, None, emptied).await?;
    if let Some(row) = balance {
        db.insert(row).await?;
    }
    Ok(id)
}

/// A line below a task that counts for what the task itself counted for.
async fn balance_of(db: &WriteDb, above: &Model) -> Result<ActiveModel> {
    require_room(db, above.project_id, 1).await?;
    let id = new_id();
    let title: String = above.title.chars().take(TITLE - BALANCE.len()).collect();
    let mut row = ActiveModel {
        id: Set(id),
        project_id: Set(above.project_id),
        title: Set(format!("{title}{BALANCE}")),
        description: Set(String::new()),
        estimated_quantity: Set(above.estimated_quantity),
        units: Set(above.units.clone()),
        estimated_rate: Set(above.estimated_rate),
        tax_percentage: Set(above.tax_percentage),
        actual_quantity: Set(above.actual_quantity),
        actual_rate: Set(above.actual_rate),
        estimated_effort: Set(above.estimated_effort),
        actual_effort: Set(above.actual_effort),
        status: Set(above.status),
        task_type: Set(above.task_type.clone()),
        priority: Set(above.priority),
        given_start_date: Set(above.given_start_date),
        given_end_date: Set(above.given_end_date),
        actual_start_date: Set(above.actual_start_date),
        actual_end_date: Set(above.actual_end_date),
        progress: Set(above.progress),
        is_milestone: Set(false),
        is_billable: Set(above.is_billable),
        assigned_to: Set(above.assigned_to),
        handed_over_from: Set(above.handed_over_from),
        completed_by: Set(above.completed_by),
        approved_by: Set(above.approved_by),
        approval_date: Set(above.approval_date),
        is_approved: Set(above.is_approved),
        rejection_reason: Set(above.rejection_reason.clone()),
        review_requested_by: Set(above.review_requested_by),
        review_requested_at: Set(above.review_requested_at),
        rejected_by: Set(above.rejected_by),
        rejected_at: Set(above.rejected_at),
        termination_reason: Set(above.termination_reason.clone()),
        comment: Set(String::new()),
        ..ActiveModel::default()
    };
    Place::of_new(db, id, above.project_id, Some(above.id)).await?.put(&mut row);
    Ok(row)
}
