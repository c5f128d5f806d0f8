//! Changes of tasks, each within the transaction that the caller began.

use nirmaan_api::projects::{MoveTaskRequest, Task, task::OnOwnFigures};
use nirmaan_store::{
    IntoActiveModel, Set, WriteDb,
    entity::task::{ActiveModel, Model, Status},
    new_id,
    query::tasks,
};
use uuid::Uuid;

use super::{
    fields::{Fields, optional_id},
    own_figures,
    place::{self, Place},
    present,
    rules::{Stamp, Step, check_amounts, check_four_eyes, follow_quantities, set_status},
    version_sent,
};
use crate::{change::Sent, error::Result, wire};

/// Creates a task, as the last one below its parent.
pub(super) async fn create(db: &WriteDb, fields: &Fields, on: OnOwnFigures, by: Stamp) -> Result<Model> {
    let (project_id, parent_id) = (fields.project_id()?, fields.parent_id()?);
    let project = place::lock(db, project_id).await?;
    let id = new_id();
    // Of another project there is no place below it, which undoes what was settled.
    own_figures::settle(db, parent_id, on).await?;
    place::require_room(db, project.id, 1).await?;
    let mut row = fields.new_row();
    row.id = Set(id);
    row.project_id = Set(project.id);
    row.assigned_to = Set(fields.assigned_to(db, None).await?);
    Place::of_new(db, id, project.id, parent_id).await?.put(&mut row);
    set_status(&mut row, None, fields.status.unwrap_or(Status::Draft), by);
    check_four_eyes(db, None, &row).await?;
    Ok(db.insert(row).await?)
}

/// Changes what was sent of a task; below another parent, if one is named. The task as it was, and as it is.
pub(super) async fn update(
    db: &WriteDb,
    id: Uuid,
    sent: &Sent<Task>,
    on: OnOwnFigures,
    by: Stamp,
) -> Result<(Model, Model)> {
    let old = place::find_in_tree(db, id).await?;
    let fields = &Fields::of_changed(sent.over(|| present::bare(old.clone()))?)?;
    let parent_id = fields.parent_id()?;
    fields.check_project(&old)?;
    let assigned_to = fields.assigned_to(db, old.assigned_to).await?;
    let place = match parent_id.filter(|_| parent_id != old.parent_id) {
        Some(_) => {
            own_figures::settle(db, parent_id, on).await?;
            Some(Place::of_moved(db, &old, parent_id, None).await?)
        }
        None => None,
    };
    let status = fields.status.unwrap_or(old.status);
    let only_quantity = ["estimated_quantity", "actual_quantity"].iter().any(|field| sent.names(field))
        && !sent.names("progress");
    let change = |row: &mut ActiveModel| {
        fields.change(row);
        if only_quantity {
            follow_quantities(row, &old);
        }
        row.assigned_to = Set(assigned_to);
        if assigned_to != old.assigned_to {
            row.handed_over_from = Set(None);
        }
        set_status(row, Some(old.status), status, by);
    };
    let mut changed = old.clone().into_active_model();
    change(&mut changed);
    check_amounts("task.", &changed)?;
    check_four_eyes(db, Some(&old), &changed).await?;
    let new = db
        .update(old.clone(), fields.version, |row| {
            change(row);
            if let Some(place) = place {
                place.put(row);
            }
        })
        .await?;
    if new.parent_id != old.parent_id {
        tasks::follow(db, &old, &new).await?;
    }
    Ok((old, new))
}

/// A task on its way to another place of its project.
pub(super) struct Move {
    id: Uuid,
    version: Option<i64>,
    parent_id: Option<Uuid>,
    before_id: Option<Uuid>,
    on: OnOwnFigures,
}

impl Move {
    pub(super) fn read(request: &MoveTaskRequest) -> Result<Self> {
        let MoveTaskRequest { id, version, parent_id, before_id, on_own_figures } = request;
        Ok(Self {
            id: wire::id(id, "Task")?,
            version: version_sent(*version),
            parent_id: optional_id(parent_id, "Parent task")?,
            before_id: optional_id(before_id, "Next task")?,
            on: own_figures::read(*on_own_figures)?,
        })
    }

    /// Moves it with all below it; the task as it was before, and as it is, and the one that was made for the own figures of
    /// the task above.
    pub(super) async fn carry_out(&self, db: &WriteDb) -> Result<(Model, Model, Option<Uuid>)> {
        let old = place::find_in_tree(db, self.id).await?;
        let balance = match self.parent_id == old.parent_id {
            true => None,
            false => own_figures::settle(db, self.parent_id, self.on).await?,
        };
        let place = Place::of_moved(db, &old, self.parent_id, self.before_id).await?;
        let new = db.update(old.clone(), self.version, |row| place.put(row)).await?;
        if new.parent_id != old.parent_id {
            tasks::follow(db, &old, &new).await?;
        }
        Ok((old, new, balance))
    }
}

/// A step of a task's review.
pub(super) struct Review {
    pub(super) id: Uuid,
    pub(super) version: Option<i64>,
    pub(super) step: Step,
    pub(super) reason: Option<String>,
    pub(super) by: Stamp,
}

impl Review {
    /// Takes the step.
    pub(super) async fn carry_out(&self, db: &WriteDb) -> Result<Model> {
        let old = place::find_to_change(db, self.id).await?;
        let (before, status) = (old.status, self.step.from(old.status)?);
        let change = |row: &mut ActiveModel| {
            set_status(row, Some(before), status, self.by);
            if let Some(reason) = self.reason.clone() {
                row.rejection_reason = Set(reason);
            }
        };
        let mut changed = old.clone().into_active_model();
        change(&mut changed);
        check_four_eyes(db, Some(&old), &changed).await?;
        Ok(db.update(old, self.version, change).await?)
    }
}
