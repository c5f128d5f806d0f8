//! Filling an empty database.

use std::{error, fmt};

use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt, stream};
use nirmaan_services::objects::Objects;
use nirmaan_store::{
    PlatformDb, Retry, Store, StoreError, TenantEntity,
    entity::{
        audit_event, contract, document, project, role, role_permission, security_deposit, task, tenant,
        user, user_role,
    },
};
use uuid::Uuid;

use super::profile::PROFILES;
use super::{DemoData, DemoDocument, accounts, generate};

/// What [`seed`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeded {
    /// An empty database, which holds the demo data now.
    Filled,
    /// The demo data, which was left as it is.
    AlreadyThere,
}

/// Why the demo data couldn't be filled in.
#[derive(Debug)]
pub enum DemoError {
    /// The database is in use for something else.
    InUse,
    /// The database said no.
    Store(StoreError),
    /// The storage of documents did.
    Storage(nirmaan_services::Error),
}

impl fmt::Display for DemoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse => f.write_str(
                "the demo data goes into an empty database only, and this one holds other users or tenants; \
                 choose another with NIRMAAN_DATABASE_URL or NIRMAAN_DATA_DIR",
            ),
            Self::Store(_) | Self::Storage(_) => f.write_str("the demo data could not be filled in"),
        }
    }
}

impl error::Error for DemoError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::InUse => None,
            Self::Store(error) => Some(error),
            Self::Storage(error) => Some(error),
        }
    }
}

impl From<StoreError> for DemoError {
    fn from(error: StoreError) -> Self {
        match error {
            // Names, subdomains and ids are all fixed: whoever has one of them isn't the demo.
            StoreError::Duplicate(_) => Self::InUse,
            error => Self::Store(error),
        }
    }
}

impl Retry for DemoError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_retryable())
    }
}

/// Objects that are stored at a time: each waits for the disk.
const AT_A_TIME: usize = 16;

/// Fills an empty, migrated database with the demo data, all or nothing, and the storage with its files.
/// `password_hash` is the hash of [`super::PASSWORD`], as a PHC string.
///
/// # Errors
/// When the database holds something else, or either can't be reached.
pub async fn seed(store: &Store, objects: &Objects, password_hash: &str) -> Result<Seeded, DemoError> {
    let now = store.clock().now();
    store.platform(|db| fill(db, objects, now, password_hash)).await
}

async fn fill(
    db: PlatformDb,
    objects: &Objects,
    now: DateTime<Utc>,
    password_hash: &str,
) -> Result<Seeded, DemoError> {
    let mut owners = 0;
    for owner in PROFILES.iter().filter_map(|profile| accounts::owner(profile.tenant)) {
        let key = (accounts::tenant_id(owner.tenant), accounts::user_id(owner));
        owners += with_key::<user::Entity>(&db, key).await?;
    }
    // A user's row refers to its tenant and is never removed: the owners prove their tenants.
    if owners == PROFILES.len() {
        return Ok(Seeded::AlreadyThere);
    }
    // Tenants but the platform's are made by users, so where there are no users there is nothing else.
    if !db.is_empty_of::<user::Entity>().await? {
        return Err(DemoError::InUse);
    }
    let DemoData {
        tenants,
        roles,
        role_permissions,
        users,
        user_roles,
        contracts,
        deposits,
        deleted,
        projects,
        tasks,
        events,
        documents,
    } = generate(now, password_hash);
    let (deleted_contracts, deleted_deposits): (Vec<_>, Vec<_>) = deleted.into_iter().unzip();
    let contracts = [contracts, deleted_contracts].concat();
    let deposits = [deposits, deleted_deposits.concat()].concat();
    let contents: Vec<_> = documents.iter().map(|document| document.store(objects)).collect();
    let stored = stream::iter(contents).buffer_unordered(AT_A_TIME).try_collect::<()>();
    stored.await.map_err(DemoError::Storage)?;
    db.insert_all::<tenant::Entity, _, tenant::ActiveModel>(tenants).await?;
    db.insert_all::<role::Entity, _, role::ActiveModel>(roles).await?;
    db.insert_all::<role_permission::Entity, _, role_permission::ActiveModel>(role_permissions).await?;
    db.insert_all::<user::Entity, _, user::ActiveModel>(users).await?;
    db.insert_all::<user_role::Entity, _, user_role::ActiveModel>(user_roles).await?;
    db.insert_all::<contract::Entity, _, contract::ActiveModel>(contracts).await?;
    db.insert_all::<security_deposit::Entity, _, security_deposit::ActiveModel>(deposits).await?;
    db.insert_all::<project::Entity, _, project::ActiveModel>(projects).await?;
    db.insert_all::<task::Entity, _, task::ActiveModel>(tasks).await?;
    db.insert_all::<audit_event::Entity, _, audit_event::ActiveModel>(events).await?;
    let documents = documents.into_iter().map(|DemoDocument { row, .. }| row).collect();
    db.insert_all::<document::Entity, _, document::ActiveModel>(documents).await?;
    Ok(Seeded::Filled)
}

/// How many rows have this key.
async fn with_key<E>(db: &PlatformDb, key: (Uuid, Uuid)) -> Result<usize, StoreError>
where
    E: TenantEntity,
    E::Model: Send + Sync,
{
    Ok(db.all(E::find_by_id(key)).await?.len())
}
