//! What must hold of the demo's trail.

use std::collections::HashMap;

use nirmaan_store::entity::audit_event;
use serde_json::Value;
use uuid::Uuid;

use super::{data, now};

/// The events of each record, the oldest first.
fn by_record(entity: &str) -> HashMap<Uuid, Vec<&'static audit_event::Model>> {
    let mut records: HashMap<Uuid, Vec<_>> = HashMap::new();
    for event in data().events.iter().filter(|event| event.entity == entity) {
        records.entry(event.entity_id).or_default().push(event);
    }
    for events in records.values_mut() {
        events.sort_by_key(|event| event.at);
    }
    records
}

fn assert_leads_to(events: &[&audit_event::Model], status: Value) {
    let mut stands = Value::Null;
    for event in events {
        let change = &event.changes["status"];
        assert_eq!(change["from"], stands);
        assert_eq!(event.action, if stands.is_null() { "create" } else { "update" });
        assert_ne!(change["to"], stands);
        stands = change["to"].clone();
    }
    assert_eq!(stands, status);
    assert!(events.windows(2).all(|pair| pair[0].at < pair[1].at), "{events:?}");
    assert!(events.iter().all(|event| event.at <= now()));
}

#[test]
fn every_project_and_task_came_to_its_status_step_by_step() {
    let (projects, tasks) = (by_record("project"), by_record("task"));
    for row in &data().projects {
        assert_leads_to(&projects[&row.id], serde_json::to_value(row.status).unwrap());
    }
    for row in &data().tasks {
        assert_leads_to(&tasks[&row.id], serde_json::to_value(row.status).unwrap());
    }
    assert_eq!((projects.len(), tasks.len()), (data().projects.len(), data().tasks.len()));
}

#[test]
fn every_contract_and_deposit_came_to_its_status_step_by_step() {
    let (contracts, deposits) = (by_record("contract"), by_record("security_deposit"));
    for row in &data().contracts {
        assert_leads_to(&contracts[&row.id], serde_json::to_value(row.status).unwrap());
    }
    let deleted = &data().deleted;
    let deleted_deposits: Vec<_> = deleted.iter().flat_map(|(_, deposits)| deposits).collect();
    for row in &deleted_deposits {
        assert_leads_to(&deposits[&row.id], serde_json::to_value(row.status).unwrap());
    }
    for row in &data().deposits {
        assert_leads_to(&deposits[&row.id], serde_json::to_value(row.status).unwrap());
    }
    assert_eq!(contracts.len(), data().contracts.len() + deleted.len());
    assert_eq!(deposits.len(), data().deposits.len() + deleted_deposits.len());
}
