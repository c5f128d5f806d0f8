//! The data of Nirmaan, and the only code that sees a database connection.
//!
//! - [`Store`] owns the pools. It is no connection: rows are reached through the handles it gives.
//! - [`TenantDb`] reads the rows of one tenant from one snapshot; [`WriteDb`] also writes them, in one
//!   transaction with their audit events. [`IdentityDb`] and [`PlatformDb`] cross tenants, for signing in
//!   and for the platform's own work.
//! - [`list`] pages, sorts and filters; [`find`] looks for a word; [`query`] aggregates; [`entity`] holds the tables.
//!
//! # Errors
//!
//! Whatever asks the database fails with a [`StoreError`] when it can't be reached or takes too long. A function says
//! so only where it fails otherwise, too.

mod access;
pub mod audit;
pub mod clock;
pub mod connect;
pub mod entity;
pub mod error;
pub mod find;
mod handle;
pub mod idempotency;
pub mod identity;
pub mod list;
mod metrics;
pub mod query;
pub mod rounding;
pub mod scope;
pub mod search;
pub mod sum;
mod transaction;
pub mod write;

pub use audit::{Action, Actor, Changes, PlatformActor, Source, noted};
pub use clock::{Clock, StillClock};
pub use connect::{Patience, Store, StoreConfig};
pub use error::{Retry, StoreError};
pub use find::Findable;
pub use idempotency::IdempotencyKey;
pub use identity::{IdentityDb, PlatformDb};
pub use list::{Cursor, KeysetPage, Page, PageRequest};
pub use scope::{
    AllTenantsDb, CatalogueEntity, CrossTenant, Named, PlatformEntity, ReachDb, Scoped, Table, TenantDb,
    TenantEntity,
};
pub use write::{Draft, DraftedChanges, DraftedRows, WriteDb, differing};

/// What queries and rows are written with.
pub use sea_orm::{
    ActiveEnum,
    ActiveValue::{NotSet, Set},
    ColumnTrait, EntityTrait, IdenStatic, IntoActiveModel, Iterable, ModelTrait, QueryFilter, QueryOrder,
    sea_query::SimpleExpr,
};

/// A new id: UUIDv7, so that keys grow with time.
pub fn new_id() -> uuid::Uuid {
    uuid::Uuid::now_v7()
}
