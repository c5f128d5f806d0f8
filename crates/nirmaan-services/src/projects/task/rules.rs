//! What the fields of a task say of each other, and what a status records.

use chrono::{DateTime, Utc};
use nirmaan_api::errors::ErrorReason;
use nirmaan_store::{
    Set, TenantDb,
    clock::day_in_kolkata,
    entity::task::{ActiveModel, Model, Status, amounts, progress_of},
};
use uuid::Uuid;

use crate::{
    check::{Check, MAX_PAISE},
    error::{Error, Result},
    platform::tenant_settings,
};

/// The lowest level of a tree, whose first is 0.
pub(super) const DEEPEST: i32 = 4;
/// The most tasks of a project.
pub(super) const MOST_TASKS: i64 = 100_000;

/// The level of a task below one of another level, or of none, that itself reaches so many levels down.
///
/// # Errors
/// [`Error::Precondition`] below the lowest level.
pub(super) fn level_below(above: Option<i32>, height: i32) -> Result<i32> {
    let level = above.map_or(0, |above| above + 1);
    if level + height > DEEPEST {
        return Err(Error::Precondition("Maximum level reached (Level 4)".to_owned()));
    }
    Ok(level)
}

/// Who does something, and when.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stamp {
    pub(super) who: Option<Uuid>,
    pub(super) at: DateTime<Utc>,
}

/// Gives a task a status, with what that records. A task that has it already stays as it is.
pub(super) fn set_status(row: &mut ActiveModel, from: Option<Status>, to: Status, by: Stamp) {
    if from == Some(to) {
        return;
    }
    row.status = Set(to);
    let is_approved = to == Status::Approved;
    row.is_approved = Set(is_approved);
    row.approved_by = Set(by.who.filter(|_| is_approved));
    row.approval_date = Set(is_approved.then(|| day_in_kolkata(by.at)));
    match to {
        Status::Completed => row.completed_by = Set(by.who),
        Status::Rejected => {
            row.rejected_by = Set(by.who);
            row.rejected_at = Set(Some(by.at));
        }
        Status::UnderReview => {
            row.review_requested_by = Set(by.who);
            row.review_requested_at = Set(Some(by.at));
        }
        _ => {}
    }
}

/// Checks that nobody approves what they were given to do, where the organisation asks for four eyes: neither whoever
/// had the task before the change nor whoever has it after. A task whose approval and assignee stay is left alone, however
/// it came about.
///
/// # Errors
/// [`Error::Denied`].
pub(super) async fn check_four_eyes(db: &TenantDb, old: Option<&Model>, new: &ActiveModel) -> Result<()> {
    let before = old.map_or((None, None), |old| (old.approved_by, old.assigned_to));
    // A column that the change doesn't set keeps its value.
    let after = (
        new.approved_by.try_as_ref().copied().unwrap_or(before.0),
        new.assigned_to.try_as_ref().copied().unwrap_or(before.1),
    );
    let Some(approver) = after.0.filter(|_| before != after) else { return Ok(()) };
    let is_new = before.0 != after.0;
    let approves_own = after.1 == Some(approver) || (is_new && before.1 == Some(approver));
    if !approves_own || !tenant_settings::of(db).await?.is_some_and(|asked| asked.four_eyes) {
        return Ok(());
    }
    let message =
        "You can't approve a task that is assigned to you: your organisation asks for a second person.";
    Err(Error::Denied {
        reason: ErrorReason::FourEyes,
        message: message.to_owned(),
        facts: Default::default(),
    })
}

/// Checks that a task's amounts can be kept.
///
/// # Errors
/// [`Error::Invalid`] by the quantities, of fields below `prefix`.
pub(super) fn check_amounts(prefix: &'static str, row: &ActiveModel) -> Result<()> {
    let (estimated, actual) = amounts(row);
    let mut check = Check::under(prefix);
    for (amount, field) in [(estimated, "estimated_quantity"), (actual, "actual_quantity")] {
        if amount > i128::from(MAX_PAISE) {
            check.complain(field, "Quantity × rate with tax must be at most 10,00,000 crore rupees.");
        }
    }
    check.done()
}

/// Sets a task's progress to what its quantities come to, where they say. Of a task with tasks below it they don't count.
pub(super) fn follow_quantities(row: &mut ActiveModel, old: &Model) {
    if !old.is_leaf {
        return;
    }
    let estimated = row.estimated_quantity.try_as_ref().copied().unwrap_or(old.estimated_quantity);
    let actual = row.actual_quantity.try_as_ref().copied().unwrap_or(old.actual_quantity);
    if let Some(progress) = progress_of(estimated, actual) {
        row.progress = Set(progress);
    }
}

/// A step of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Request,
    Approve,
    Reject,
    Reopen,
}

impl Step {
    /// The status that it leads to from another.
    ///
    /// # Errors
    /// [`Error::Precondition`] where there is no such step.
    pub(super) fn from(self, status: Status) -> Result<Status> {
        use Status::{Approved, Cancelled, Completed, Rejected, Reopened, Terminated, UnderReview};
        let refused = match (self, status) {
            (Self::Request, UnderReview) => "This task is under review already.",
            (Self::Request, Approved) => "This task is approved already. Reopen it first.",
            (Self::Request, _) => return Ok(UnderReview),
            (Self::Approve, UnderReview) => return Ok(Approved),
            (Self::Approve, _) => "Only a task under review can be approved.",
            (Self::Reject, UnderReview) => return Ok(Rejected),
            (Self::Reject, _) => "Only a task under review can be rejected.",
            (Self::Reopen, Completed | Approved | Rejected | Terminated | Cancelled) => return Ok(Reopened),
            (Self::Reopen, _) => {
                "Only a task that is completed, approved, rejected, terminated or cancelled can be reopened."
            }
        };
        Err(Error::Precondition(refused.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use nirmaan_store::{Iterable, NotSet};

    use super::*;

    fn stamp() -> Stamp {
        // Past midnight in India already.
        let at = "2026-03-31T20:00:00Z".parse().unwrap();
        Stamp { who: Some(Uuid::from_u128(7)), at }
    }

    #[test]
    fn a_tree_has_five_levels() {
        for (above, height, expected) in [
            (None, 0, Some(0)),
            (None, 4, Some(0)),
            (None, 5, None),
            (Some(3), 0, Some(4)),
            (Some(4), 0, None),
        ] {
            assert_eq!(level_below(above, height).ok(), expected, "{above:?} {height}");
        }
        assert_eq!(level_below(Some(1), 2).ok(), Some(2));
        assert!(level_below(Some(1), 3).is_err());
    }

    #[test]
    fn a_status_records_who_and_when() {
        let by = stamp();
        for to in Status::iter() {
            let mut row = ActiveModel { rejected_by: NotSet, ..Default::default() };
            set_status(&mut row, Some(Status::Draft), to, by);
            if to == Status::Draft {
                assert_eq!(row, ActiveModel::default(), "it had it already");
                continue;
            }
            let is = |status: Status| to == status;
            assert_eq!(row.status, Set(to));
            assert_eq!(row.is_approved, Set(is(Status::Approved)));
            assert_eq!(row.approved_by, Set(by.who.filter(|_| is(Status::Approved))));
            let day = is(Status::Approved).then(|| "2026-04-01".parse().unwrap());
            assert_eq!(row.approval_date, Set(day));
            assert_eq!(row.completed_by.is_set(), is(Status::Completed));
            assert_eq!(row.rejected_by.is_set() && row.rejected_at.is_set(), is(Status::Rejected));
            let asked = row.review_requested_by.is_set() && row.review_requested_at.is_set();
            assert_eq!(asked, is(Status::UnderReview));
        }
    }

    #[test]
    fn each_step_leads_from_where_it_may() {
        let from =
            |step: Step| Status::iter().filter(|status| step.from(*status).is_ok()).collect::<Vec<_>>();
        assert_eq!(from(Step::Approve), [Status::UnderReview]);
        assert_eq!(from(Step::Reject), [Status::UnderReview]);
        assert_eq!(from(Step::Request).len(), 11);
        assert_eq!(
            from(Step::Reopen),
            [Status::Completed, Status::Approved, Status::Rejected, Status::Terminated, Status::Cancelled]
        );
        assert_eq!(Step::Reopen.from(Status::Approved).unwrap(), Status::Reopened);
        assert!(Step::Request.from(Status::Approved).is_err());
        assert!(Step::Request.from(Status::UnderReview).is_err());
    }

    #[test]
    fn an_amount_has_a_largest() {
        let mut row = ActiveModel {
            estimated_quantity: Set(Some(10_000)),
            estimated_rate: Set(Some(MAX_PAISE)),
            tax_percentage: Set(0),
            actual_quantity: Set(None),
            ..Default::default()
        };
        check_amounts("task.", &row).unwrap();
        row.tax_percentage = Set(1);
        let Err(Error::Invalid(violations)) = check_amounts("task.", &row) else { panic!("too large") };
        assert_eq!(violations[0].field, "task.estimated_quantity");
    }
}
