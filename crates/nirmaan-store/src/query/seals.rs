//! Seals over the audit trail: made in batches, and held against what they seal.
//!
//! A trigger notes every event as waiting, in the transaction that brings it. A seal takes what waits, whatever the times
//! and ids say: an event that commits late is met by the next one, and no writer waits for another nor for the sealer. What
//! a seal holds is said by itself, event by event, so that no range has to be believed.

mod canonical;
mod check;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

pub use self::check::{Broken, Fault, Sealed};
use crate::{
    PlatformDb, ReachDb, Store, StoreError,
    entity::{
        audit_event,
        audit_seal::{self, Column},
        unsealed_event,
    },
    new_id,
};

/// The most events of a seal. One that is full says that more was waiting.
const FULL: u64 = 500;
/// What stands for the hash of the seal before the first.
const NONE_BEFORE: [u8; 32] = [0; 32];

impl Store {
    /// Seals what waits, of every tenant; says how many seals were made. Two nodes may do it at once: one of them makes
    /// the next seal, and the other leaves that tenant to it.
    pub async fn seal_trails(&self) -> Result<u64, StoreError> {
        let now = self.clock().now();
        let mut seals = 0;
        for tenant_id in self.platform(|db| async move { db.with_unsealed().await }).await? {
            loop {
                match self.platform(|db| async move { db.seal(tenant_id, now).await }).await {
                    Ok(0) => break,
                    Ok(events) => {
                        seals += 1;
                        if events < FULL {
                            break;
                        }
                    }
                    // Another node has made this seal meanwhile.
                    Err(StoreError::Duplicate(_)) => break,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(seals)
    }
}

impl PlatformDb {
    /// The tenants of whose events some wait.
    async fn with_unsealed(&self) -> Result<Vec<Uuid>, StoreError> {
        let tenants = unsealed_event::Entity::find()
            .select_only()
            .column(unsealed_event::Column::TenantId)
            .distinct()
            .into_tuple::<Uuid>();
        Ok(tenants.all(self.transaction.as_ref()).await?)
    }

    /// Makes a tenant's next seal; says how many events it has.
    async fn seal(&self, tenant_id: Uuid, now: DateTime<Utc>) -> Result<u64, StoreError> {
        // Before what waits: if another node makes the next seal meanwhile, either its number is taken when this one is
        // written, or what it holds doesn't wait any more.
        let last = audit_seal::Entity::find()
            .filter(Column::TenantId.eq(tenant_id))
            .order_by_desc(Column::Number)
            .limit(1);
        let last = self.all(last).await?.pop();
        let waiting = unsealed_event::Entity::find()
            .filter(unsealed_event::Column::TenantId.eq(tenant_id))
            .order_by_asc(unsealed_event::Column::EventId)
            .limit(FULL);
        let waiting: Vec<_> = self.all(waiting).await?.into_iter().map(|row| row.event_id).collect();
        let events = audit_event::Entity::find()
            .filter(audit_event::Column::TenantId.eq(tenant_id))
            .filter(audit_event::Column::Id.is_in(waiting.iter().copied()))
            .order_by_asc(audit_event::Column::Id);
        // One that is gone while it waits goes on waiting, for whoever checks.
        let events = self.all(events).await?;
        let times = || events.iter().map(|event| event.at);
        let (Some(first_at), Some(last_at)) = (times().min(), times().max()) else { return Ok(0) };
        let mut seal = audit_seal::Model {
            tenant_id,
            id: new_id(),
            number: last.as_ref().map_or(0, |last| last.number) + 1,
            sealed_at: now,
            events: events.len() as i64,
            first_at,
            last_at,
            leaves: events.iter().flat_map(canonical::leaf).collect(),
            previous_hash: last.map_or_else(|| NONE_BEFORE.to_vec(), |last| last.hash),
            hash: Vec::new(),
        };
        seal.hash = canonical::of_seal(&seal).to_vec();
        self.insert(seal.into_active_model().reset_all()).await?;
        let sealed = unsealed_event::Entity::delete_many()
            .filter(unsealed_event::Column::TenantId.eq(tenant_id))
            .filter(unsealed_event::Column::EventId.is_in(events.iter().map(|event| event.id)));
        self.delete(sealed).await?;
        Ok(events.len() as u64)
    }
}

/// A tenant's seal with this number, or its newest.
pub async fn of_tenant(
    db: &ReachDb,
    tenant_id: Uuid,
    number: Option<i64>,
) -> Result<Option<audit_seal::Model>, StoreError> {
    let seals = db.find::<audit_seal::Entity>().filter(Column::TenantId.eq(tenant_id));
    seals.narrow(number.map(|number| Column::Number.eq(number))).order_by_desc(Column::Number).one().await
}
