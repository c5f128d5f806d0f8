//! Who runs an organisation: an active user who holds an administrator's role (`decisions.md` §5).

use nirmaan_store::{
    ColumnTrait, QueryFilter, TenantDb, WriteDb,
    entity::role,
    query::{people, roles, tenants},
};
use uuid::Uuid;

use crate::error::{Error, Result};

/// The role without which nobody runs the platform itself.
const OF_THE_PLATFORM: &str = "platform administrator";

/// The roles whose holders administer the handle's tenant.
async fn administrators_roles(db: &TenantDb) -> Result<Vec<Uuid>> {
    let is_platform = people::own_tenant(db).await?.is_some_and(|tenant| tenant.is_platform);
    let system = db.catalogue::<role::Entity>().filter(role::Column::IsSystem.eq(true)).all().await?;
    let theirs = system.into_iter().filter(|role| !is_platform || is_of_the_platform(role));
    Ok(theirs.map(|role| role.id).collect())
}

/// Whether it is the role that runs the platform.
pub(super) fn is_of_the_platform(role: &role::Model) -> bool {
    role.is_system && role.name_key == OF_THE_PLATFORM
}

/// The e-mail addresses of those who administer the handle's tenant, in alphabetical order, at most so many.
pub(super) async fn emails(db: &TenantDb, most: u64) -> Result<Vec<String>> {
    Ok(roles::emails_of_active_holders(db, &administrators_roles(db).await?, most).await?)
}

/// Makes a change that may take an administrator away, and undoes it when it took the last one. Two such
/// changes at once wait for each other.
pub(super) async fn keep_one<T>(db: &WriteDb, change: impl Future<Output = Result<T>>) -> Result<T> {
    tenants::lock_own(db).await?;
    let of = administrators_roles(db).await?;
    let had_one = roles::any_active_holder(db, &of).await?;
    let changed = change.await?;
    if had_one && !roles::any_active_holder(db, &of).await? {
        let message = "This is the last administrator. Make somebody else an administrator first.".to_owned();
        return Err(Error::Precondition(message));
    }
    Ok(changed)
}
