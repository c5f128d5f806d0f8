//! What the handles have in common. Private: whoever held it could reach the connection.

use std::sync::Arc;

use sea_orm::{ColumnTrait, QueryFilter, Select};
use uuid::Uuid;

use crate::{
    Actor, AllTenantsDb, CrossTenant, PlatformEntity, ReachDb, Table, TenantDb, TenantEntity,
    transaction::Transaction,
};

/// A handle to read by, over what it may see.
pub trait Handle {
    /// The one tenant it sees; `None` for all.
    fn tenant(&self) -> Option<Uuid>;
    /// The transaction it reads in.
    fn transaction(&self) -> &Transaction;
}

/// A handle that transactions which write are begun for.
pub trait WriteHandle: Handle + Sized {
    /// The one tenant it will see; `None` for all.
    fn tenant_of(actor: &Actor) -> Option<Uuid>;
    /// The handle over a transaction that was begun for an actor.
    fn over(transaction: Arc<Transaction>, actor: &Actor) -> Self;
}

/// A handle that may read a table.
pub trait Reads<E: Table>: WriteHandle {
    /// The rows it sees, live ones alone.
    fn select(&self) -> Select<E>;
}

/// A handle that may write a table.
pub trait Writes<E: Table>: Reads<E> {
    /// The column that says whose a row is; `None` where rows belong to no tenant.
    const TENANT: Option<E::Column>;
}

impl Handle for TenantDb {
    fn tenant(&self) -> Option<Uuid> {
        Some(self.tenant_id)
    }

    fn transaction(&self) -> &Transaction {
        &self.transaction
    }
}

impl WriteHandle for TenantDb {
    fn tenant_of(actor: &Actor) -> Option<Uuid> {
        Some(actor.tenant_id)
    }

    fn over(transaction: Arc<Transaction>, actor: &Actor) -> Self {
        Self { transaction, tenant_id: actor.tenant_id }
    }
}

impl<E: TenantEntity> Reads<E> for TenantDb {
    fn select(&self) -> Select<E> {
        within(Some(self.tenant_id))
    }
}

impl<E: TenantEntity> Writes<E> for TenantDb {
    const TENANT: Option<E::Column> = Some(E::TENANT);
}

impl Handle for AllTenantsDb {
    fn tenant(&self) -> Option<Uuid> {
        None
    }

    fn transaction(&self) -> &Transaction {
        &self.transaction
    }
}

impl WriteHandle for AllTenantsDb {
    fn tenant_of(_actor: &Actor) -> Option<Uuid> {
        None
    }

    fn over(transaction: Arc<Transaction>, _actor: &Actor) -> Self {
        Self { transaction }
    }
}

impl Handle for ReachDb {
    fn tenant(&self) -> Option<Uuid> {
        self.tenant_id
    }

    fn transaction(&self) -> &Transaction {
        &self.transaction
    }
}

impl<E: CrossTenant> Reads<E> for AllTenantsDb {
    fn select(&self) -> Select<E> {
        live::<E>()
    }
}

// Rows of tenants are written within their tenant; but for the sessions that end with one.
impl<E: PlatformEntity> Writes<E> for AllTenantsDb {
    const TENANT: Option<E::Column> = None;
}

/// The rows that weren't deleted.
pub(crate) fn live<E: Table>() -> Select<E> {
    match E::DELETED_AT {
        Some(deleted_at) => E::find().filter(deleted_at.is_null()),
        None => E::find(),
    }
}

/// The rows of a tenant that weren't deleted, or of all.
pub(crate) fn within<E: TenantEntity>(tenant_id: Option<Uuid>) -> Select<E> {
    match tenant_id {
        Some(tenant_id) => live::<E>().filter(E::TENANT.eq(tenant_id)),
        None => live::<E>(),
    }
}
