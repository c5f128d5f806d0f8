//! Deleting deposits, and bringing them back.

use chrono::{DateTime, Utc};
use nirmaan_api::common::DeletionScope;
use nirmaan_store::{
    TenantDb, WriteDb,
    entity::{
        contract, import,
        security_deposit::{Entity, Model},
    },
    query::{deleted, documents},
};
use uuid::Uuid;

use super::Key;
use crate::{
    common::gone,
    error::{Error, Result},
    wire::money,
};

/// What goes along with a deposit.
///
/// # Errors
/// [`Error::NotFound`] when there is none such.
pub(crate) async fn scope(db: &TenantDb, id: Uuid) -> Result<DeletionScope> {
    let row: Option<Model> = db.get::<Entity, _>(id).await?;
    let row = row.ok_or(Error::NotFound("Security deposit"))?;
    Ok(DeletionScope {
        still_out: Some(money(if row.status.is_out() { row.amount } else { 0 })),
        documents: deleted::documents_of_deposit(db, id).await? as i64,
        ..DeletionScope::default()
    })
}

/// Deletes a deposit with its documents.
pub(super) async fn delete(db: &WriteDb, key: Key) -> Result<()> {
    let row = key.find_to_change(db).await?;
    let documents = documents::delete_of_deposit(db, key.id).await?;
    Ok(db.delete(row, &[("documents", documents)]).await?)
}

/// Brings a deposit back that was deleted since an instant, with its documents.
///
/// # Errors
/// [`Error::NotFound`] when there is none such, [`Error::Precondition`] when its contract is deleted.
pub(crate) async fn restore(db: &WriteDb, id: Uuid, since: DateTime<Utc>) -> Result<()> {
    let Some(row) = db.get_deleted::<Entity, Model>(id, since).await? else {
        return gone(db.get::<Entity, _>(id).await?);
    };
    if let Some(import) = row.import_id {
        // Whoever is taking the import back counts on what is deleted by now: they are waited for.
        db.get_to_change::<import::Entity, import::Model>(import).await?;
    }
    let contract: Option<contract::Model> = db.get_to_change::<contract::Entity, _>(row.contract_id).await?;
    if contract.is_none() {
        return Err(Error::Precondition("Its contract is deleted. Bring that back first.".to_owned()));
    }
    let along = [("documents", documents::restore_along(db, id).await?)];
    db.restore(row, &along).await?;
    Ok(())
}
