//! The records that events are about.

use std::collections::HashMap;

use nirmaan_api::platform::AuditedRecord;
use nirmaan_store::{
    Action, ActiveEnum, ReachDb,
    entity::audit_event,
    query::{
        records::{self, Records},
        trail,
    },
};
use uuid::Uuid;

use super::present::{is_of_platform, may_see, text};
use crate::{
    Deps,
    access::Caller,
    error::Result,
    wire::{optional_id, user_state},
};

/// The columns that name a record of a kind that can be gone for good.
const NAMES: [&str; 2] = ["name", "file"];

/// The records of a page of events, as far as the caller may see them.
pub(super) struct AuditedRecords {
    records: Records,
    /// The names of those that are gone for good.
    last_names: HashMap<Uuid, String>,
}

impl AuditedRecords {
    /// Of these events, which `db` has read.
    pub(super) async fn of(
        deps: &Deps,
        db: &ReachDb,
        caller: &Caller,
        events: &[audit_event::Model],
    ) -> Result<Self> {
        let seen: Vec<_> = events.iter().filter(|event| is_told(caller, event)).collect();
        // In a transaction over all organisations nothing of their business is read.
        let is_business = seen.iter().any(|event| !is_of_platform(&event.entity));
        let own = match caller.platform {
            Some(_) if is_business => deps.store.read(&caller.actor).await?,
            _ => db.own(&caller.actor),
        };
        let keys = seen.iter().map(|event| (event.entity.as_str(), event.entity_id));
        let records = Records::of(&own, db, keys).await?;
        let gone: Vec<_> =
            seen.into_iter().filter(|event| records.get(&event.entity, event.entity_id).is_none()).collect();
        let deletions = trail::deletions(db, &gone).await?;
        // The latest word is the last one.
        let mut told: Vec<_> = gone.into_iter().chain(&deletions).collect();
        told.sort_by_key(|event| event.at);
        let last_names =
            told.into_iter().filter_map(|event| Some((event.entity_id, last_name(event)?))).collect();
        Ok(Self { records, last_names })
    }

    /// The one that an event is about, if the caller may see it.
    pub(super) fn get(&self, caller: &Caller, event: &audit_event::Model) -> Option<AuditedRecord> {
        if !is_told(caller, event) {
            return None;
        }
        let Some(record) = self.records.get(&event.entity, event.entity_id).cloned() else {
            let name = self.last_names.get(&event.entity_id)?.clone();
            return Some(AuditedRecord { name, is_deleted: true, ..AuditedRecord::default() });
        };
        Some(AuditedRecord {
            name: record.name,
            detail: record.detail,
            owner_id: optional_id(record.owner_id),
            owner_type: record.owner_type.map(|owner| owner.to_value()).unwrap_or_default(),
            owner_contract_id: optional_id(record.owner_contract_id),
            is_deleted: record.is_deleted,
            user_state: user_state(record.user_state).into(),
        })
    }
}

/// Whether the caller is told which record an event is about. The id of an export is its own, and that of a visit is the
/// organisation's.
fn is_told(caller: &Caller, event: &audit_event::Model) -> bool {
    let is_of_list = [Action::Export, Action::Read].iter().any(|action| action.as_str() == event.action);
    !is_of_list && records::have_names(&event.entity) && may_see(caller, event)
}

/// What an event says that its record was called; `None` where it doesn't.
fn last_name(event: &audit_event::Model) -> Option<String> {
    let named = NAMES.into_iter().filter_map(|column| event.changes.get(column));
    let sides = named.flat_map(|change| ["to", "from"].map(|side| text(change.get(side))));
    sides.into_iter().find(|name| !name.is_empty())
}
