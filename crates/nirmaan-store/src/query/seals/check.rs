//! Every seal against its events, and every event against the seals.

use std::{
    collections::{HashMap, HashSet},
    fmt::{self, Display, Formatter},
};

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use uuid::Uuid;

use super::{FULL, NONE_BEFORE, canonical};
use crate::{
    Store, StoreError,
    clock::in_kolkata,
    entity::{
        audit_event,
        audit_seal::{self, Column},
        tenant, unsealed_event,
    },
    transaction::Transaction,
};

/// Seals, and events, that are read at a time.
const PAGE: u64 = 20;
const EVENTS: u64 = 5_000;
/// How long before the seal in front of its own an event may have happened: transactions and queues take minutes, and the
/// clocks of nodes differ by less.
const LATEST: TimeDelta = TimeDelta::hours(1);

/// What is wrong with a tenant's trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Whose trail.
    pub tenant_id: Uuid,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// Seals aren't there, from one number to another.
    SealsMissing(i64, i64),
    /// A seal isn't as it was made.
    SealAltered(i64),
    /// A seal is as it was made, but not upon the one before it, which was altered or replaced.
    SealDetached(i64),
    /// An event isn't as it was when this seal was made.
    EventAltered(i64, Uuid),
    /// An event that this seal holds isn't there.
    EventDeleted(i64, Uuid),
    /// An event that waited for its seal isn't there.
    UnsealedDeleted(Uuid),
    /// An event that no seal holds, and that doesn't wait for one.
    EventInserted(Uuid),
    /// An event that says it happened long before the time at which it can have been written.
    EventBackdated(Uuid),
}

/// What a tenant's seals come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// Whose.
    pub tenant_id: Uuid,
    /// The name of the organisation.
    pub tenant_name: String,
    /// The newest seal; `None` when there is none yet.
    pub newest: Option<audit_seal::Model>,
    /// What is wrong; nothing, when all is as it was sealed.
    pub broken: Vec<Broken>,
}

/// The newest seal, as it is kept on paper.
impl Display for Sealed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(seal) = &self.newest else {
            return write!(f, "{}: nothing is sealed yet", self.tenant_name);
        };
        let at = in_kolkata(seal.sealed_at).format("%Y-%m-%d %H:%M:%S");
        write!(f, "{}: seal {} of {at} IST, events {}, hash ", self.tenant_name, seal.number, seal.events)?;
        seal.hash.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Display for Broken {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "trail of tenant {}: ", self.tenant_id)?;
        match self.fault {
            Fault::SealsMissing(from, to) if from == to => write!(f, "seal {from} is missing"),
            Fault::SealsMissing(from, to) => write!(f, "seals {from} to {to} are missing"),
            Fault::SealAltered(number) => write!(f, "seal {number} was altered"),
            Fault::SealDetached(number) => {
                write!(f, "seal {number} wasn't made upon seal {} as it is now", number - 1)
            }
            Fault::EventAltered(number, id) => write!(f, "event {id} of seal {number} was altered"),
            Fault::EventDeleted(number, id) => write!(f, "event {id} of seal {number} was deleted"),
            Fault::UnsealedDeleted(id) => write!(f, "event {id} was deleted before it was sealed"),
            Fault::EventInserted(id) => write!(f, "event {id} was inserted behind the seals"),
            Fault::EventBackdated(id) => {
                write!(f, "event {id} was inserted into a time that had been sealed")
            }
        }
    }
}

impl Store {
    /// Holds every seal against its events and the seal before it, and every event against the seals, all of one moment:
    /// nobody who writes meanwhile is held up. Says what the seals of each tenant come to.
    pub async fn check_trails(&self) -> Result<Vec<Sealed>, StoreError> {
        let db = self.begin_read(None).await?;
        if db.get_database_backend() == DatabaseBackend::Postgres {
            // All events of all tenants are read: that may take its time.
            db.execute_unprepared("SET LOCAL statement_timeout = 0").await?;
        }
        let tenants = tenant::Entity::find().order_by_asc(tenant::Column::Name).all(&db).await?;
        let mut checked = Vec::with_capacity(tenants.len());
        for tenant in tenants {
            let mut trail = Trail::of(tenant.id);
            trail.check(&db).await?;
            let Trail { newest, broken, .. } = trail;
            checked.push(Sealed { tenant_id: tenant.id, tenant_name: tenant.name, newest, broken });
        }
        Ok(checked)
    }
}

impl Store {
    /// The newest seal of each tenant, without a look at what it seals.
    pub async fn newest_seals(&self) -> Result<Vec<Sealed>, StoreError> {
        let db = self.begin_read(None).await?;
        let tenants = tenant::Entity::find().order_by_asc(tenant::Column::Name).all(&db).await?;
        let mut newest = Vec::with_capacity(tenants.len());
        for tenant in tenants {
            let seals = audit_seal::Entity::find()
                .filter(Column::TenantId.eq(tenant.id))
                .order_by_desc(Column::Number);
            let (tenant_id, tenant_name) = (tenant.id, tenant.name);
            newest.push(Sealed { tenant_id, tenant_name, newest: seals.one(&db).await?, broken: Vec::new() });
        }
        Ok(newest)
    }
}

/// A tenant's trail as it is gone through.
struct Trail {
    tenant_id: Uuid,
    newest: Option<audit_seal::Model>,
    /// Events that were found as seals hold them, altered or not.
    found: u64,
    waiting: u64,
    /// When an event can have happened at the earliest that is sealed next.
    earliest: Option<DateTime<Utc>>,
    broken: Vec<Broken>,
}

impl Trail {
    fn of(tenant_id: Uuid) -> Self {
        Self { tenant_id, newest: None, found: 0, waiting: 0, earliest: None, broken: Vec::new() }
    }

    fn tell(&mut self, fault: Fault) {
        self.broken.push(Broken { tenant_id: self.tenant_id, fault });
    }

    async fn check(&mut self, db: &Transaction) -> Result<(), StoreError> {
        loop {
            let after = self.newest.as_ref().map_or(0, |seal| seal.number);
            let seals = self.seals(db, after).await?;
            let is_last = (seals.len() as u64) < PAGE;
            for seal in seals {
                self.check_seal(db, seal).await?;
            }
            if is_last {
                break;
            }
        }
        self.check_waiting(db).await?;
        let events = audit_event::Entity::find().filter(audit_event::Column::TenantId.eq(self.tenant_id));
        if events.count(db).await? != self.found + self.waiting {
            self.find_inserted(db).await?;
        }
        Ok(())
    }

    async fn seals(&self, db: &Transaction, after: i64) -> Result<Vec<audit_seal::Model>, StoreError> {
        let seals = audit_seal::Entity::find()
            .filter(Column::TenantId.eq(self.tenant_id))
            .filter(Column::Number.gt(after))
            .order_by_asc(Column::Number)
            .limit(PAGE);
        Ok(seals.all(db).await?)
    }

    async fn check_seal(&mut self, db: &Transaction, seal: audit_seal::Model) -> Result<(), StoreError> {
        let number = seal.number;
        let before = self.newest.as_ref();
        let expected = before.map_or(0, |seal| seal.number) + 1;
        let upon = before.map_or_else(|| NONE_BEFORE.to_vec(), |seal| seal.hash.clone());
        let leaves = canonical::leaves(&seal).unwrap_or_default();
        let is_altered = seal.hash != canonical::of_seal(&seal) || seal.events != leaves.len() as i64;
        if number > expected {
            self.tell(Fault::SealsMissing(expected, number - 1));
        } else if seal.previous_hash != upon && !is_altered {
            self.tell(Fault::SealDetached(number));
        }
        if is_altered {
            self.tell(Fault::SealAltered(number));
        }
        let ids = leaves.iter().map(|(id, _)| *id);
        let events = self.events(db, ids).await?;
        for (id, hash) in leaves {
            match events.get(&id) {
                None => self.tell(Fault::EventDeleted(number, id)),
                Some(event) => {
                    self.found += 1;
                    if canonical::of_event(event) != hash {
                        self.tell(Fault::EventAltered(number, id));
                    } else if self.is_backdated(event) {
                        self.tell(Fault::EventBackdated(id));
                    }
                }
            }
        }
        // A full seal is followed by what was waiting with it.
        if seal.events < FULL as i64 {
            self.earliest = Some(seal.sealed_at - LATEST);
        }
        self.newest = Some(seal);
        Ok(())
    }

    fn is_backdated(&self, event: &audit_event::Model) -> bool {
        self.earliest.is_some_and(|earliest| event.at < earliest)
    }

    async fn events(
        &self,
        db: &Transaction,
        ids: impl Iterator<Item = Uuid>,
    ) -> Result<HashMap<Uuid, audit_event::Model>, StoreError> {
        let events = audit_event::Entity::find()
            .filter(audit_event::Column::TenantId.eq(self.tenant_id))
            .filter(audit_event::Column::Id.is_in(ids));
        Ok(events.all(db).await?.into_iter().map(|event| (event.id, event)).collect())
    }

    async fn check_waiting(&mut self, db: &Transaction) -> Result<(), StoreError> {
        let mut after = Uuid::nil();
        loop {
            let waiting = unsealed_event::Entity::find()
                .filter(unsealed_event::Column::TenantId.eq(self.tenant_id))
                .filter(unsealed_event::Column::EventId.gt(after))
                .order_by_asc(unsealed_event::Column::EventId)
                .limit(FULL);
            let waiting: Vec<_> = waiting.all(db).await?.into_iter().map(|row| row.event_id).collect();
            let events = self.events(db, waiting.iter().copied()).await?;
            for id in &waiting {
                match events.get(id) {
                    None => self.tell(Fault::UnsealedDeleted(*id)),
                    Some(event) => {
                        self.waiting += 1;
                        if self.is_backdated(event) {
                            self.tell(Fault::EventBackdated(*id));
                        }
                    }
                }
            }
            match waiting.last() {
                Some(last) if waiting.len() as u64 == FULL => after = *last,
                _ => return Ok(()),
            }
        }
    }

    /// Names the events that no seal holds and that don't wait: only now are all ids looked at.
    async fn find_inserted(&mut self, db: &Transaction) -> Result<(), StoreError> {
        let mut known = HashSet::new();
        let mut number = 0;
        loop {
            let seals = self.seals(db, number).await?;
            let Some(last) = seals.last() else { break };
            number = last.number;
            for seal in &seals {
                known.extend(canonical::leaves(seal).into_iter().flatten().map(|(id, _)| id));
            }
        }
        let waiting = unsealed_event::Entity::find()
            .select_only()
            .column(unsealed_event::Column::EventId)
            .filter(unsealed_event::Column::TenantId.eq(self.tenant_id));
        known.extend(waiting.into_tuple::<Uuid>().all(db).await?);
        let mut after = Uuid::nil();
        loop {
            let ids = audit_event::Entity::find()
                .select_only()
                .column(audit_event::Column::Id)
                .filter(audit_event::Column::TenantId.eq(self.tenant_id))
                .filter(audit_event::Column::Id.gt(after))
                .order_by_asc(audit_event::Column::Id)
                .limit(EVENTS);
            let ids: Vec<Uuid> = ids.into_tuple().all(db).await?;
            let Some(last) = ids.last() else { return Ok(()) };
            after = *last;
            for id in ids.into_iter().filter(|id| !known.contains(id)) {
                self.tell(Fault::EventInserted(id));
            }
        }
    }
}
