//! How far a task is, as it is told in passing.

use nirmaan_api::projects::RecordTaskProgressRequest;
use nirmaan_store::{
    IntoActiveModel, Set, WriteDb,
    entity::task::{ActiveModel, Model, Status},
};
use uuid::Uuid;

use super::{
    decimal::{HOURS, PROGRESS, QUANTITY},
    fields::read_status,
    place,
    rules::{Stamp, check_amounts, check_four_eyes, set_status},
    version_sent,
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
        } = *request;
        let mut check = Check::default();
        let read = Self {
            version: version_sent(version),
            progress: PROGRESS.read(&mut check, "progress", "Progress", progress),
            status: read_status(&mut check, status),
            actual_quantity: QUANTITY.read(&mut check, "actual_quantity", "Actual quantity", actual_quantity),
            actual_effort: HOURS.read(&mut check, "actual_effort_hours", "Actual hours", actual_effort_hours),
        };
        check.done()?;
        Ok(read)
    }

    /// Records it of a task.
    pub(super) async fn record(&self, db: &WriteDb, id: Uuid, by: Stamp) -> Result<Model> {
        let old = place::find_to_change(db, id).await?;
        if self.progress.is_some() && !old.is_leaf {
            let message = "The progress of this task is made of the tasks below it.".to_owned();
            return Err(Error::Invalid(vec![Violation { field: "progress".to_owned(), message }]));
        }
        let mut changed = old.clone().into_active_model();
        self.change(&mut changed, old.status, by);
        check_amounts("", &changed)?;
        check_four_eyes(db, Some(&old), &changed).await?;
        let before = old.status;
        Ok(db.update(old, self.version, |row| self.change(row, before, by)).await?)
    }

    fn change(&self, row: &mut ActiveModel, before: Status, by: Stamp) {
        if let Some(progress) = self.progress {
            // At most 100 percent in hundredths: it fits.
            row.progress = Set(progress as i32);
        }
        if self.actual_quantity.is_some() {
            row.actual_quantity = Set(self.actual_quantity);
        }
        if self.actual_effort.is_some() {
            row.actual_effort = Set(self.actual_effort);
        }
        if let Some(status) = self.status {
            set_status(row, Some(before), status, by);
        }
    }
}
