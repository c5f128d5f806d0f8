//! How far a task is, as it is told in passing.

use nirmaan_api::{projects::RecordTaskProgressRequest, types::Warning};
use nirmaan_store::{
    IntoActiveModel, Set, WriteDb,
    entity::task::{ActiveModel, Model, Status},
};
use uuid::Uuid;

use super::{
    decimal::{HOURS, PROGRESS, QUANTITY},
    fields::read_status,
    place,
    rules::{Stamp, check_amounts, check_four_eyes, follow_quantities, set_status},
    version_sent,
    warnings::Course,
};
use crate::{
    check::Check,
    error::{Error, Result, Violation},
};

/// What is told, checked; what isn't keeps its value.
pub(super) struct Progress {
    version: Option<i64>,
    progress: Option<i64>,
    status: Option<Status>,
    actual_quantity: Option<i64>,
    clear_actual_quantity: bool,
    actual_effort: Option<i64>,
}

impl Progress {
    pub(super) fn read(request: &RecordTaskProgressRequest) -> Result<Self> {
        let RecordTaskProgressRequest {
            id: _,
            version,
            progress,
            status,
            actual_quantity,
            actual_effort_hours,
            clear_actual_quantity,
        } = *request;
        let mut check = Check::default();
        if clear_actual_quantity && actual_quantity.is_some() {
            check.complain("clear_actual_quantity", "Either send an actual quantity or take it away.");
        }
        let read = Self {
            version: version_sent(version),
            progress: PROGRESS.read(&mut check, "progress", "Progress", progress),
            status: read_status(&mut check, status),
            actual_quantity: QUANTITY.read(&mut check, "actual_quantity", "Actual quantity", actual_quantity),
            clear_actual_quantity,
            actual_effort: HOURS.read(&mut check, "actual_effort_hours", "Actual hours", actual_effort_hours),
        };
        check.done()?;
        Ok(read)
    }

    /// Records it of a task: the task, and what is unusual about it now.
    pub(super) async fn record(&self, db: &WriteDb, id: Uuid, by: Stamp) -> Result<(Model, Vec<Warning>)> {
        let old = place::find_to_change(db, id).await?;
        if self.progress.is_some() && !old.is_leaf {
            let message = "The progress of this task is made of the tasks below it.".to_owned();
            return Err(Error::Invalid(vec![Violation { field: "progress".to_owned(), message }]));
        }
        let mut changed = old.clone().into_active_model();
        self.change(&mut changed, &old, by);
        check_amounts("", &changed)?;
        check_four_eyes(db, Some(&old), &changed).await?;
        let new = db.update(old.clone(), self.version, |row| self.change(row, &old, by)).await?;
        let course = Course::of(&new, Some(old.progress));
        let warnings = course.iter().flat_map(Course::warnings).collect();
        Ok((new, warnings))
    }

    fn change(&self, row: &mut ActiveModel, old: &Model, by: Stamp) {
        if self.actual_quantity.is_some() {
            row.actual_quantity = Set(self.actual_quantity);
            follow_quantities(row, old);
        }
        if self.clear_actual_quantity {
            row.actual_quantity = Set(None);
        }
        // What was sent counts, whatever the quantity says.
        if let Some(progress) = self.progress {
            // At most 100 percent in hundredths: it fits.
            row.progress = Set(progress as i32);
        }
        if self.actual_effort.is_some() {
            row.actual_effort = Set(self.actual_effort);
        }
        if let Some(status) = self.status {
            set_status(row, Some(old.status), status, by);
        }
    }
}
