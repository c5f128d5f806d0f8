//! The fields of a task as a client sends them, checked.

use nirmaan_api::projects::{
    Task,
    task::{Priority as WirePriority, Status as WireStatus},
};
use nirmaan_store::{
    NotSet, Set, TenantDb,
    entity::{
        task::{ActiveModel, Model, Status},
        user,
    },
};
use uuid::Uuid;

use super::{
    decimal::{HOURS, PROGRESS, QUANTITY, TAX},
    priority,
    rules::check_amounts,
    version_sent,
};
use crate::{
    check::Check,
    error::{Error, Result, Violation},
    wire,
};

/// Percent of tax of a task that was created without one, in ten-thousandths.
const DEFAULT_TAX: i64 = 140_000;

/// The fields of a task, checked but for the ids, which stand for nothing before they are found.
pub(super) struct Fields {
    /// Every editable column but those below; what keeps its value when it wasn't sent is not set.
    row: ActiveModel,
    /// The status, if one was sent.
    pub(super) status: Option<Status>,
    project_id: String,
    parent_id: String,
    assigned_to: String,
    /// The version that the client read, if it says so.
    pub(super) version: Option<i64>,
}

impl Fields {
    /// Of a new task.
    pub(super) fn of_new(task: Task) -> Result<Self> {
        let mut check = Check::under("task.");
        if task.project_id.is_empty() {
            check.complain("project_id", "Project is required.");
        }
        let fields = Self::read(check, task)?;
        check_amounts("task.", &fields.new_row())?;
        Ok(fields)
    }

    /// Of a task that is there.
    pub(super) fn of_changed(task: Task) -> Result<Self> {
        Self::read(Check::under("task."), task)
    }

    fn read(mut check: Check, task: Task) -> Result<Self> {
        // Destructured in full, so that a new field doesn't compile until somebody has thought of it.
        let Task {
            project_id,
            parent_id,
            title,
            description,
            estimated_quantity,
            units,
            estimated_rate,
            tax_percentage,
            actual_quantity,
            actual_rate,
            estimated_effort_hours,
            actual_effort_hours,
            status,
            task_type,
            priority,
            given_start_date,
            given_end_date,
            actual_start_date,
            actual_end_date,
            progress,
            is_milestone,
            is_billable,
            assigned_to,
            rejection_reason,
            termination_reason,
            comment,
            version,
            // Whoever calls has looked at it before anything else.
            tenant_id: _,
            // The server's own: whatever a client says of them counts for nothing.
            id: _,
            contract_id: _,
            hierarchy_path: _,
            is_deleted: _,
            completed_by: _,
            approved_by: _,
            approval_date: _,
            is_approved: _,
            review_requested_by: _,
            review_requested_at: _,
            rejected_by: _,
            rejected_at: _,
            created_by: _,
            updated_by: _,
            created_at: _,
            updated_at: _,
            children: _,
            level: _,
            roll_up: _,
            project_name: _,
            assigned_to_email: _,
            assigned_to_state: _,
            people: _,
            warnings: _,
        } = task;

        let given_start = check.date("given_start_date", "Planned start", given_start_date);
        let given_end = check.date("given_end_date", "Planned end", given_end_date);
        if given_start.zip(given_end).is_some_and(|(start, end)| end < start) {
            check.complain("given_end_date", "Planned end must not be before the planned start.");
        }
        let actual_start = check.date("actual_start_date", "Actual start", actual_start_date);
        let actual_end = check.date("actual_end_date", "Actual end", actual_end_date);
        if actual_start.zip(actual_end).is_some_and(|(start, end)| end < start) {
            check.complain("actual_end_date", "Actual end must not be before the actual start.");
        }
        let priority = WirePriority::try_from(priority).unwrap_or_else(|_| {
            check.complain("priority", "There is no such priority.");
            WirePriority::Unspecified
        });
        let progress = PROGRESS.read(&mut check, "progress", "Progress", Some(progress)).unwrap_or(0);
        let row = ActiveModel {
            title: Set(check.required("title", "Title", &title, 255)),
            description: Set(check.long_text("description", "Description", &description)),
            estimated_quantity: Set(QUANTITY.read(
                &mut check,
                "estimated_quantity",
                "Estimated quantity",
                estimated_quantity,
            )),
            units: Set(check.text("units", "Units", &units, 64)),
            estimated_rate: Set(check.money("estimated_rate", "Estimated rate", estimated_rate)),
            tax_percentage: TAX
                .read(&mut check, "tax_percentage", "Tax percentage", tax_percentage)
                .map_or(NotSet, Set),
            actual_quantity: Set(QUANTITY.read(
                &mut check,
                "actual_quantity",
                "Actual quantity",
                actual_quantity,
            )),
            actual_rate: Set(check.money("actual_rate", "Actual rate", actual_rate)),
            estimated_effort: Set(HOURS.read(
                &mut check,
                "estimated_effort_hours",
                "Estimated hours",
                estimated_effort_hours,
            )),
            actual_effort: Set(HOURS.read(
                &mut check,
                "actual_effort_hours",
                "Actual hours",
                actual_effort_hours,
            )),
            task_type: Set(check.text("task_type", "Task type", &task_type, 64)),
            priority: Set(priority::from_wire(priority)),
            given_start_date: Set(given_start),
            given_end_date: Set(given_end),
            actual_start_date: Set(actual_start),
            actual_end_date: Set(actual_end),
            // At most 100 percent in hundredths: it fits.
            progress: Set(progress as i32),
            is_milestone: is_milestone.map_or(NotSet, Set),
            is_billable: is_billable.map_or(NotSet, Set),
            rejection_reason: Set(check.long_text("rejection_reason", "Rejection reason", &rejection_reason)),
            termination_reason: Set(check.long_text(
                "termination_reason",
                "Termination reason",
                &termination_reason,
            )),
            comment: Set(check.long_text("comment", "Comment", &comment)),
            tenant_id: NotSet,
            id: NotSet,
            project_id: NotSet,
            parent_id: NotSet,
            hierarchy_path: NotSet,
            level: NotSet,
            position: NotSet,
            is_leaf: NotSet,
            estimated_amount: NotSet,
            actual_amount: NotSet,
            status: NotSet,
            assigned_to: NotSet,
            handed_over_from: NotSet,
            completed_by: NotSet,
            approved_by: NotSet,
            approval_date: NotSet,
            is_approved: NotSet,
            review_requested_by: NotSet,
            review_requested_at: NotSet,
            rejected_by: NotSet,
            rejected_at: NotSet,
            search: NotSet,
            version: NotSet,
            created_at: NotSet,
            updated_at: NotSet,
            deleted_at: NotSet,
            created_by: NotSet,
            updated_by: NotSet,
            deleted_by: NotSet,
            deleted_with: NotSet,
        };
        let status = read_status(&mut check, status);
        check.done()?;
        let version = version_sent(version);
        Ok(Self { row, status, project_id, parent_id, assigned_to, version })
    }

    /// The project of a new task.
    pub(super) fn project_id(&self) -> Result<Uuid> {
        wire::id(&self.project_id, "Project")
    }

    /// The task above, if one was named.
    pub(super) fn parent_id(&self) -> Result<Option<Uuid>> {
        optional_id(&self.parent_id, "Parent task")
    }

    /// Checks that a task stays in its project.
    pub(super) fn check_project(&self, old: &Model) -> Result<()> {
        if self.project_id.is_empty() || self.project_id.parse() == Ok(old.project_id) {
            return Ok(());
        }
        let message = "A task stays in its project.".to_owned();
        Err(Error::Invalid(vec![Violation { field: "task.project_id".to_owned(), message }]))
    }

    /// Whom the task is given to. Somebody who has left keeps what they had, but gets nothing new.
    pub(super) async fn assigned_to(&self, db: &TenantDb, before: Option<Uuid>) -> Result<Option<Uuid>> {
        let wanted = optional_id(&self.assigned_to, "Assignee")?;
        match wanted.filter(|_| wanted != before) {
            Some(id) => {
                let user = db.get::<user::Entity, _>(id).await?;
                Ok(Some(user.ok_or(Error::NotFound("Assignee"))?.id))
            }
            None => Ok(wanted),
        }
    }

    /// A new task, which still needs its place, its status and whom it is given to.
    pub(super) fn new_row(&self) -> ActiveModel {
        let mut row = self.row.clone();
        if !row.tax_percentage.is_set() {
            row.tax_percentage = Set(DEFAULT_TAX);
        }
        if !row.is_billable.is_set() {
            row.is_billable = Set(true);
        }
        row
    }

    /// Replaces every editable field; a tax and flags that weren't sent keep their values.
    pub(super) fn change(&self, row: &mut ActiveModel) {
        let ActiveModel { tenant_id, id, tax_percentage, .. } = row.clone();
        *row = ActiveModel { tenant_id, id, ..self.row.clone() };
        if !row.tax_percentage.is_set() {
            // Known to the row, since its amounts are made of it.
            row.tax_percentage = tax_percentage;
        }
    }
}

/// The status that a request sends; `None` where it sends none.
pub(super) fn read_status(check: &mut Check, status: i32) -> Option<Status> {
    let known = WireStatus::try_from(status);
    if known.is_err() {
        check.complain("status", "There is no such status.");
    }
    known.ok().and_then(super::status::from_wire)
}

/// The id of a record called `what`, if one was named.
pub(super) fn optional_id(id: &str, what: &'static str) -> Result<Option<Uuid>> {
    if id.is_empty() { Ok(None) } else { wire::id(id, what).map(Some) }
}
