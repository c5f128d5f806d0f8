//! The bytes that are hashed, described in `docs/trail.md`: whoever has the rows can compute them without this program.

use sea_orm::entity::prelude::DateTimeUtc;
use serde_json::Value;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::entity::{audit_event, audit_seal};

const EVENT: &[u8] = b"nirmaan audit event 1";
const SEAL: &[u8] = b"nirmaan audit seal 1";
const ID: usize = 16;
const HASH: usize = 32;

/// An event within a seal: its id, and its hash.
pub(super) fn leaf(event: &audit_event::Model) -> [u8; ID + HASH] {
    let mut leaf = [0; ID + HASH];
    let (id, hash) = leaf.split_at_mut(ID);
    id.copy_from_slice(event.id.as_bytes());
    hash.copy_from_slice(&of_event(event));
    leaf
}

/// The events of a seal with their hashes; `None` when its bytes can't be those of leaves.
pub(super) fn leaves(seal: &audit_seal::Model) -> Option<Vec<(Uuid, &[u8])>> {
    let leaves = seal.leaves.chunks(ID + HASH).map(|leaf| {
        let (id, hash) = leaf.split_at_checked(ID)?;
        (hash.len() == HASH).then_some((Uuid::from_slice(id).ok()?, hash))
    });
    leaves.collect()
}

/// The hash of an event: of all its fields, each behind its length.
pub(super) fn of_event(event: &audit_event::Model) -> [u8; HASH] {
    // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
    let audit_event::Model {
        tenant_id,
        id,
        at,
        actor_id,
        source,
        request_id,
        entity,
        entity_id,
        action,
        changes,
        address,
    } = event;
    let mut canonical = String::new();
    write(changes, &mut canonical);
    let mut hash = Sha256::new();
    for part in [
        EVENT,
        tenant_id.as_bytes(),
        id.as_bytes(),
        &microseconds(*at),
        actor_id.as_ref().map_or(&[], |id| id.as_bytes().as_slice()),
        source.as_bytes(),
        request_id.as_bytes(),
        entity.as_bytes(),
        entity_id.as_bytes(),
        action.as_bytes(),
        canonical.as_bytes(),
        address.as_bytes(),
    ] {
        add(&mut hash, part);
    }
    hash.finalize().into()
}

/// The hash of a seal: of all its fields but its id and this, each behind its length.
pub(super) fn of_seal(seal: &audit_seal::Model) -> [u8; HASH] {
    let audit_seal::Model {
        tenant_id,
        id: _,
        number,
        sealed_at,
        events,
        first_at,
        last_at,
        leaves,
        previous_hash,
        hash: _,
    } = seal;
    let mut hash = Sha256::new();
    for part in [
        SEAL,
        tenant_id.as_bytes(),
        &number.to_be_bytes(),
        &microseconds(*sealed_at),
        &events.to_be_bytes(),
        &microseconds(*first_at),
        &microseconds(*last_at),
        leaves,
        previous_hash,
    ] {
        add(&mut hash, part);
    }
    hash.finalize().into()
}

fn add(hash: &mut Sha256, part: &[u8]) {
    hash.update((part.len() as u64).to_be_bytes());
    hash.update(part);
}

fn microseconds(at: DateTimeUtc) -> [u8; 8] {
    at.timestamp_micros().to_be_bytes()
}

/// JSON without spaces, the members of objects in the order of their names' bytes: in which order a database keeps them
/// is its own affair.
fn write(value: &Value, out: &mut String) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            out.push('{');
            for (at, (name, value)) in members.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
        Value::Array(values) => {
            out.push('[');
            for (at, value) in values.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write(value, out);
            }
            out.push(']');
        }
        value => out.push_str(&value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::json;

    use super::*;

    fn event() -> audit_event::Model {
        audit_event::Model {
            tenant_id: Uuid::from_u128(1),
            id: Uuid::from_u128(2),
            at: DateTime::from_timestamp_micros(1_780_000_000_123_456).unwrap(),
            actor_id: None,
            source: "web".to_owned(),
            request_id: "r".to_owned(),
            entity: "contract".to_owned(),
            entity_id: Uuid::from_u128(3),
            action: "create".to_owned(),
            changes: json!({"b": {"to": 1, "from": null}, "a": ["ä\n", true]}),
            address: "203.0.113.7".to_owned(),
        }
    }

    #[test]
    fn objects_are_written_in_one_order_whatever_order_they_came_in() {
        let mut text = String::new();
        write(&event().changes, &mut text);
        assert_eq!(text, r#"{"a":["ä\n",true],"b":{"from":null,"to":1}}"#);
    }

    #[test]
    fn the_hash_of_an_event_stays_what_it_is_and_says_every_field() {
        let event = event();
        let hash = of_event(&event);
        let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        // Seals that were made hold hashes like it: it may never come out otherwise.
        assert_eq!(hex, "bf2e0113d75a231d5f5d096f67e8ef836f7a297bd9acee932ca4728c363bc617");
        let id = Uuid::from_u128(9);
        let changed: [fn(&mut audit_event::Model, Uuid); 11] = [
            |event, id| event.tenant_id = id,
            |event, id| event.id = id,
            |event, _| event.at += chrono::TimeDelta::microseconds(1),
            |event, id| event.actor_id = Some(id),
            |event, _| event.source.push('x'),
            |event, _| event.request_id.push('x'),
            |event, _| event.entity.push('x'),
            |event, id| event.entity_id = id,
            |event, _| event.action.push('x'),
            |event, _| event.changes = json!({}),
            |event, _| event.address.push('x'),
        ];
        for (at, change) in changed.into_iter().enumerate() {
            let mut other = event.clone();
            change(&mut other, id);
            assert_ne!(of_event(&other), hash, "{at}");
        }
    }

    #[test]
    fn a_leaf_leads_back_to_its_event() {
        let event = event();
        let mut seal = audit_seal::Model {
            tenant_id: event.tenant_id,
            id: Uuid::nil(),
            number: 1,
            sealed_at: event.at,
            events: 1,
            first_at: event.at,
            last_at: event.at,
            leaves: leaf(&event).to_vec(),
            previous_hash: vec![0; 32],
            hash: Vec::new(),
        };
        assert_eq!(leaves(&seal), Some(vec![(event.id, of_event(&event).as_slice())]));
        seal.leaves.pop();
        assert_eq!(leaves(&seal), None);
    }
}
