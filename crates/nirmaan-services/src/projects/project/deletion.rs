//! Deleting projects, and bringing them back.

use chrono::{DateTime, Utc};
use nirmaan_api::common::DeletionScope;
use nirmaan_store::{
    TenantDb, WriteDb,
    entity::{project, task},
    query::{deleted, documents, sums},
};
use uuid::Uuid;

use super::{find, find_to_change};
use crate::{
    common::gone,
    error::{Error, Result},
};

/// What goes along with a project.
///
/// # Errors
/// [`Error::NotFound`] when there is none such.
pub(crate) async fn scope(db: &TenantDb, id: Uuid) -> Result<DeletionScope> {
    find(db, id).await?;
    Ok(DeletionScope {
        tasks: sums::count_tasks(db, id).await?,
        documents: deleted::documents_of_project(db, id).await? as i64,
        ..DeletionScope::default()
    })
}

/// Deletes a project with what hangs below it.
pub(super) async fn delete(db: &WriteDb, id: Uuid) -> Result<()> {
    let row = find_to_change(db, id).await?;
    if row.contract_id.is_some() {
        let message = "This project is linked to a contract and can't be deleted.".to_owned();
        return Err(Error::Precondition(message));
    }
    db.take_time().await?;
    // The tasks first: whoever is adding a document to one of them holds it, and is waited for.
    let tasks = db.delete_below::<task::Entity>(task::Column::ProjectId, id).await?;
    let documents = documents::delete_of_project(db, id).await?;
    Ok(db.delete(row, &[("tasks", tasks), ("documents", documents)]).await?)
}

/// Brings a project back that was deleted since an instant, with what went along.
///
/// # Errors
/// [`Error::NotFound`] when there is none such.
pub(crate) async fn restore(db: &WriteDb, id: Uuid, since: DateTime<Utc>) -> Result<()> {
    let Some(row) = db.get_deleted::<project::Entity, project::Model>(id, since).await? else {
        return gone(db.get::<project::Entity, _>(id).await?);
    };
    db.take_time().await?;
    let tasks = db.restore_along::<task::Entity>(id).await?;
    let documents = documents::restore_along(db, id).await?;
    db.restore(row, &[("tasks", tasks), ("documents", documents)]).await?;
    Ok(())
}
