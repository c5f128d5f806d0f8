//! Where tasks stand in the tree of their project. Whoever changes a tree locks the project's row, so that two who
//! do it at once see what the other has done.

use nirmaan_store::{
    Set, TenantDb, WriteDb,
    entity::{
        project,
        task::{ActiveModel, Entity, Model},
    },
    query::{
        sums,
        tasks::{self, Siblings},
    },
};
use uuid::Uuid;

use super::rules::{MOST_TASKS, level_below};
use crate::error::{Error, Result};

/// A place in the tree, for one task.
#[derive(Debug, Clone)]
pub(super) struct Place {
    parent_id: Option<Uuid>,
    hierarchy_path: String,
    level: i32,
    position: i64,
}

impl Place {
    /// The last one below a parent, or of the project itself, for a new task.
    pub(super) async fn of_new(db: &WriteDb, id: Uuid, project: Uuid, parent: Option<Uuid>) -> Result<Self> {
        let above = above(db, project, parent).await?;
        let siblings = Siblings { project_id: project, parent_id: parent };
        let position = siblings.last_place(db, None).await?;
        Self::below(above, id, 0, position)
    }

    /// The place of a task that moves with all below it: before a sibling, or the last one.
    pub(super) async fn of_moved(
        db: &WriteDb,
        task: &Model,
        parent: Option<Uuid>,
        before: Option<Uuid>,
    ) -> Result<Self> {
        let above = above(db, task.project_id, parent).await?;
        if above.as_ref().is_some_and(|above| above.hierarchy_path.starts_with(&task.hierarchy_path)) {
            return Err(Error::Precondition("A task can't be moved below itself.".to_owned()));
        }
        let siblings = Siblings { project_id: task.project_id, parent_id: parent };
        let position = match before {
            Some(before) => {
                let place = siblings.place_before(db, before, task.id).await?;
                place.ok_or(Error::NotFound("Next task"))?
            }
            None => siblings.last_place(db, Some(task.id)).await?,
        };
        Self::below(above, task.id, tasks::height(db, task).await?, position)
    }

    /// The place of a deleted task that comes back with what went along, which counts as below it already: among its
    /// neighbours where it was.
    pub(super) async fn of_restored(db: &WriteDb, task: &Model) -> Result<Self> {
        let above = above(db, task.project_id, task.parent_id).await?;
        Self::below(above, task.id, tasks::height(db, task).await?, task.position)
    }

    /// The place of a task that reaches so many levels down.
    fn below(above: Option<Model>, id: Uuid, height: i32, position: i64) -> Result<Self> {
        let level = level_below(above.as_ref().map(|above| above.level), height)?;
        let (parent_id, path) =
            above.map_or((None, String::new()), |above| (Some(above.id), above.hierarchy_path));
        Ok(Self { parent_id, hierarchy_path: format!("{path}{id}/"), level, position })
    }

    /// Puts a task there.
    pub(super) fn put(self, row: &mut ActiveModel) {
        row.parent_id = Set(self.parent_id);
        row.hierarchy_path = Set(self.hierarchy_path);
        row.level = Set(self.level);
        row.position = Set(self.position);
    }
}

/// The task to be above, of the same project.
async fn above(db: &TenantDb, project: Uuid, parent: Option<Uuid>) -> Result<Option<Model>> {
    let Some(id) = parent else { return Ok(None) };
    let found: Option<Model> = db.get::<Entity, _>(id).await?;
    let found = found.filter(|above| above.project_id == project);
    Ok(Some(found.ok_or(Error::NotFound("Parent task"))?))
}

/// Asks for room for so many more tasks in a locked project.
///
/// # Errors
/// [`Error::Precondition`] when it would have more than it may.
pub(super) async fn require_room(db: &TenantDb, project: Uuid, more: i64) -> Result<()> {
    if sums::count_tasks(db, project).await? + more > MOST_TASKS {
        return Err(Error::Precondition("A project has at most 1,00,000 tasks.".to_owned()));
    }
    Ok(())
}

/// Locks a project until the transaction ends.
pub(super) async fn lock(db: &WriteDb, id: Uuid) -> Result<project::Model> {
    db.get_to_change::<project::Entity, _>(id).await?.ok_or(Error::NotFound("Project"))
}

/// A task to be changed together with the tree that it stands in.
pub(super) async fn find_in_tree(db: &WriteDb, id: Uuid) -> Result<Model> {
    let read: Option<Model> = db.get::<Entity, _>(id).await?;
    let project = read.ok_or(Error::NotFound("Task"))?.project_id;
    // The project first, as everybody does: who locked the task and waited for the project could wait for ever. A
    // project that is gone meanwhile has taken the task along.
    lock(db, project).await.map_err(|error| match error {
        Error::NotFound(_) => Error::NotFound("Task"),
        error => error,
    })?;
    find_to_change(db, id).await
}

/// A task to be changed where it stands.
pub(super) async fn find_to_change(db: &WriteDb, id: Uuid) -> Result<Model> {
    db.get_to_change::<Entity, _>(id).await?.ok_or(Error::NotFound("Task"))
}
