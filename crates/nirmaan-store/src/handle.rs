//! What the handles have in common. Private: whoever held it could reach the connection.

use std::sync::Arc;

use sea_orm::{ColumnTrait, DatabaseTransaction, QueryFilter, Select};
use uuid::Uuid;

use crate::{Actor, AllTenantsDb, PlatformEntity, Table, TenantDb, TenantEntity};

/// A handle to read by, over what it may see.
pub trait Handle: Sized {
    /// The setting, and its value, by which PostgreSQL's row security knows what the handle may see.
    fn row_scope(actor: &Actor) -> (&'static str, String);
    /// The handle over a transaction that was begun for an actor.
    fn over(transaction: Arc<DatabaseTransaction>, actor: &Actor) -> Self;
    /// The one tenant it sees; `None` for all.
    fn tenant(&self) -> Option<Uuid>;
    /// The transaction it reads in.
    fn transaction(&self) -> &DatabaseTransaction;
}

/// A handle that may read a table.
pub trait Reads<E: Table>: Handle {
    /// The rows it sees, live ones alone.
    fn select(&self) -> Select<E>;
}

/// A handle that may write a table.
pub trait Writes<E: Table>: Reads<E> {}

impl Handle for TenantDb {
    fn row_scope(actor: &Actor) -> (&'static str, String) {
        ("nirmaan.tenant", actor.tenant_id.to_string())
    }

    fn over(transaction: Arc<DatabaseTransaction>, actor: &Actor) -> Self {
        Self { transaction, tenant_id: actor.tenant_id }
    }

    fn tenant(&self) -> Option<Uuid> {
        Some(self.tenant_id)
    }

    fn transaction(&self) -> &DatabaseTransaction {
        &self.transaction
    }
}

impl<E: TenantEntity> Reads<E> for TenantDb {
    fn select(&self) -> Select<E> {
        let select = live::<E>();
        match E::TENANT {
            Some(tenant) => select.filter(tenant.eq(self.tenant_id)),
            None => select,
        }
    }
}

impl<E: TenantEntity> Writes<E> for TenantDb {}

impl Handle for AllTenantsDb {
    fn row_scope(_actor: &Actor) -> (&'static str, String) {
        ("nirmaan.scope", "platform".to_owned())
    }

    fn over(transaction: Arc<DatabaseTransaction>, _actor: &Actor) -> Self {
        Self { transaction }
    }

    fn tenant(&self) -> Option<Uuid> {
        None
    }

    fn transaction(&self) -> &DatabaseTransaction {
        &self.transaction
    }
}

impl<E: Table> Reads<E> for AllTenantsDb {
    fn select(&self) -> Select<E> {
        live::<E>()
    }
}

// Rows of tenants are only ever written within their tenant.
impl<E: PlatformEntity> Writes<E> for AllTenantsDb {}

/// The rows that weren't deleted.
pub(crate) fn live<E: Table>() -> Select<E> {
    match E::DELETED_AT {
        Some(deleted_at) => E::find().filter(deleted_at.is_null()),
        None => E::find(),
    }
}
