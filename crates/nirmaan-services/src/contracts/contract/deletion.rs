//! Deleting contracts, and bringing them back.

use chrono::{DateTime, Utc};
use nirmaan_api::common::DeletionScope;
use nirmaan_store::{
    ColumnTrait, StoreError, TenantDb, WriteDb,
    entity::{contract, import, security_deposit},
    query::{
        deleted::{self, Deposits},
        documents,
    },
};
use uuid::Uuid;

use super::find_to_change;
use crate::{
    common::{gone, missing},
    error::{Error, Result},
    wire::sum_of_money,
};

/// What goes along with a contract.
///
/// # Errors
/// [`Error::NotFound`] when there is none such.
pub(crate) async fn scope(db: &TenantDb, id: Uuid) -> Result<DeletionScope> {
    if db.get::<contract::Entity, _>(id).await?.is_none() {
        return Err(missing::contract(db, id).await);
    }
    let documents = deleted::documents_of_contract(db, id).await? as i64;
    Ok(DeletionScope { documents, ..of_deposits(&deleted::deposits_of(db, id).await?) })
}

/// What goes along where these deposits do.
pub(crate) fn of_deposits(deposits: &[Deposits]) -> DeletionScope {
    let amount = deposits.iter().map(|group| group.amount).sum();
    let out = deposits.iter().filter(|group| group.status.is_out()).map(|group| group.amount).sum();
    DeletionScope {
        deposits: deposits.iter().map(|group| group.rows).sum(),
        deposits_amount: Some(sum_of_money(amount)),
        still_out: Some(sum_of_money(out)),
        ..DeletionScope::default()
    }
}

/// Deletes a contract with what hangs below it.
pub(super) async fn delete(db: &WriteDb, id: Uuid) -> Result<()> {
    let row = find_to_change(db, id).await?;
    if row.has_project {
        let message = "This contract has a project and can't be deleted.".to_owned();
        return Err(Error::Precondition(message));
    }
    let below = security_deposit::Column::ContractId;
    // Whoever is adding a document to one of them holds it, and is waited for.
    db.lock::<security_deposit::Entity>(below.eq(id)).await?;
    let documents = documents::delete_of_contract(db, id).await?;
    let deposits = db.delete_below::<security_deposit::Entity>(below, id).await?;
    Ok(db.delete(row, &[("security_deposits", deposits), ("documents", documents)]).await?)
}

/// Brings a contract back that was deleted since an instant, with what went along.
///
/// # Errors
/// [`Error::NotFound`] when there is none such, [`Error::AlreadyExists`] when another has its bid id by now.
pub(crate) async fn restore(db: &WriteDb, id: Uuid, since: DateTime<Utc>) -> Result<()> {
    let Some(row) = db.get_deleted::<contract::Entity, contract::Model>(id, since).await? else {
        return gone(db.get::<contract::Entity, _>(id).await?);
    };
    if let Some(import) = row.import_id {
        // Whoever is taking the import back counts on what is deleted by now: they are waited for.
        db.get_to_change::<import::Entity, import::Model>(import).await?;
    }
    let documents = documents::restore_along(db, id).await?;
    let deposits = db.restore_along::<security_deposit::Entity>(id).await?;
    let along = [("security_deposits", deposits), ("documents", documents)];
    let bid_id = row.bid_id.clone();
    db.restore(row, &along).await.map(drop).map_err(|error| match error {
        StoreError::Duplicate(_) => Error::AlreadyExists {
            field: "id".to_owned(),
            message: format!("Another contract has the bid ID {bid_id} by now. Change that one first."),
        },
        error => error.into(),
    })
}
