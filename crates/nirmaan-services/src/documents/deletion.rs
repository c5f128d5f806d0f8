//! Bringing deleted documents back.

use chrono::{DateTime, Utc};
use nirmaan_api::{access::Action, common::DeletionScope};
use nirmaan_store::{
    ColumnTrait, QueryFilter, TenantDb, WriteDb,
    entity::document,
    query::documents::{self, EntityGrant},
};
use uuid::Uuid;

use super::entity::Owner;
use crate::{
    access::Caller,
    common::gone,
    error::{Error, Result},
};

/// What goes along with a document, which the caller may view and delete: nothing.
///
/// # Errors
/// [`Error::NotFound`] when there is none such.
pub(crate) async fn scope(db: &TenantDb, caller: &Caller, id: Uuid) -> Result<DeletionScope> {
    live(db, &granted(caller, &[Action::View, Action::Delete]), id)
        .await?
        .ok_or(Error::NotFound("Document"))?;
    Ok(DeletionScope::default())
}

/// The documents for which the caller has all of these rights.
pub(crate) fn granted(caller: &Caller, rights: &[Action]) -> Vec<EntityGrant> {
    let has_all =
        |grant: &EntityGrant| rights.iter().all(|right| caller.entity(grant.entity_type(), *right).is_ok());
    let first = rights.first().map(|right| caller.entities(*right)).unwrap_or_default();
    first.into_iter().filter(has_all).collect()
}

async fn live(db: &TenantDb, grants: &[EntityGrant], id: Uuid) -> Result<Option<document::Model>> {
    Ok(documents::find(db, grants).filter(document::Column::Id.eq(id)).one().await?)
}

/// Brings a document back that was deleted since an instant, if the caller may delete such.
///
/// # Errors
/// [`Error::NotFound`] when there is none such, [`Error::Precondition`] when what it belongs to is deleted.
pub(crate) async fn restore(db: &WriteDb, caller: &Caller, id: Uuid, since: DateTime<Utc>) -> Result<()> {
    let grants = &caller.entities(Action::Delete);
    let Some(row) = documents::get_deleted(db, grants, id, since).await? else {
        return gone(live(db, grants, id).await?);
    };
    let owner = Owner { entity_type: row.entity_type, entity_id: row.entity_id.to_string() };
    owner.lock(db).await.map_err(|error| match error {
        Error::NotFound(owner) => {
            let owner = owner.to_lowercase();
            Error::Precondition(format!("The {owner} of this document is deleted. Bring that back first."))
        }
        error => error,
    })?;
    Ok(documents::restore(db, row).await?)
}
