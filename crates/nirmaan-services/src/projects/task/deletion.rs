//! Deleting tasks, and bringing them back.

use chrono::{DateTime, Utc};
use nirmaan_api::{common::DeletionScope, projects::task::OnOwnFigures};
use nirmaan_store::{
    Changes, Table, TenantDb, WriteDb,
    entity::{
        project,
        task::{ActiveModel, Entity, Model},
    },
    query::{deleted, documents, tasks, trail},
};
use serde_json::json;
use uuid::Uuid;

use super::{
    own_figures,
    place::{self, Place},
};
use crate::{
    common::{gone, missing},
    error::{Error, Result},
};

/// What goes along with a task.
///
/// # Errors
/// [`Error::NotFound`] when there is none such.
pub(crate) async fn scope(db: &TenantDb, id: Uuid) -> Result<DeletionScope> {
    let row: Option<Model> = db.get::<Entity, _>(id).await?;
    let Some(row) = row else { return Err(missing::task(db, id).await) };
    Ok(DeletionScope {
        tasks: deleted::tasks_below(db, &row).await? as i64,
        documents: deleted::documents_of_task(db, &row).await? as i64,
        ..DeletionScope::default()
    })
}

/// Deletes a task with all below it, and their documents.
pub(super) async fn delete(db: &WriteDb, id: Uuid) -> Result<()> {
    let row = place::find_in_tree(db, id).await?;
    db.take_time().await?;
    let below = tasks::delete_below(db, &row).await?;
    let documents = documents::delete_of_tasks(db, tasks::is_within(&row), id).await?;
    Ok(db.delete(row, &[("tasks", below), ("documents", documents)]).await?)
}

/// Brings a task back that was deleted since an instant, with what went along: below the task that it was below, wherever
/// that has gone since, and among its neighbours where it was.
///
/// # Errors
/// [`Error::NotFound`] when there is none such, [`Error::Precondition`] when what it belongs to is deleted, or has no room.
pub(crate) async fn restore(db: &WriteDb, id: Uuid, since: DateTime<Utc>) -> Result<()> {
    let Some(project) = tasks::project_of_deleted(db, id).await? else {
        return gone(db.get::<Entity, _>(id).await?);
    };
    // The project first, as everybody does who changes its tree.
    if db.get_to_change::<project::Entity, project::Model>(project).await?.is_none() {
        return Err(Error::Precondition("Its project is deleted. Bring that back first.".to_owned()));
    }
    let Some(row) = db.get_deleted::<Entity, Model>(id, since).await? else {
        return gone(db.get::<Entity, _>(id).await?);
    };
    settle_above(db, &row).await?;
    db.take_time().await?;
    let below = db.restore_along::<Entity>(id).await?;
    let documents = documents::restore_along(db, id).await?;
    let place = Place::of_restored(db, &row).await?;
    let along = [("tasks", below), ("documents", documents)]
        .map(|(entity, rows)| (entity.to_owned(), json!({"from": 0, "to": rows})));
    let put = |change: &mut ActiveModel| place.put(change);
    let back = db.restore_with(row.clone(), put, Changes::from_iter(along)).await?;
    if back.hierarchy_path != row.hierarchy_path {
        tasks::follow(db, &row, &back).await?;
    }
    place::require_room(db, row.project_id, 0).await
}

/// Keeps the figures that the task above got while it had nothing below it: they count. Those that it had before didn't count
/// beside this task, and don't again.
async fn settle_above(db: &WriteDb, row: &Model) -> Result<()> {
    let Some(parent) = row.parent_id else { return Ok(()) };
    let above = place::find_to_change(db, parent).await.map_err(|error| match error {
        Error::NotFound(_) => {
            Error::Precondition("The task above it is deleted. Bring that back first.".to_owned())
        }
        error => error,
    })?;
    let Some(at) = row.deleted_at else { return Ok(()) };
    if trail::was_changed(db, Entity::NAME, above.id, &own_figures::FIELDS, at).await? {
        own_figures::settle(db, Some(parent), OnOwnFigures::Keep).await?;
    }
    Ok(())
}
