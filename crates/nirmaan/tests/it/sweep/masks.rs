//! A change of one field leaves all others alone, and is answered with the record as reading it answers: every field of every
//! record that can be changed in part.

use std::collections::BTreeSet;

use nirmaan_api::descriptors::{is_output_only, pool};
use prost_reflect::{FieldDescriptor, Kind};
use serde_json::{Map, Value, json};

use crate::harness::App;

/// What any change may change.
const ALWAYS: [&str; 4] = ["version", "updatedAt", "updatedBy", "warnings"];

/// What can't be empty.
const REQUIRED: [&str; 11] = [
    "bidId",
    "contractName",
    "depositType",
    "instrumentNo",
    "amount",
    "projectName",
    "title",
    "email",
    "name",
    "subdomain",
    "schemaName",
];

/// What keeps its value when it isn't sent: see docs/api-quirks.md.
const KEPT: [&str; 6] = ["status", "taxPercentage", "isMilestone", "isBillable", "isActive", "projectId"];

/// What is never answered, or was the same in both records.
const UNSHOWN: [&str; 2] = ["password", "projectId"];

/// A record, and how to make one.
#[derive(Default)]
struct Record {
    /// What the protocol calls it.
    message: &'static str,
    /// Where one is created; behind it stands its id.
    list: String,
    /// Fields that this can't try: what never changes, what isn't answered as it was sent, and places in a tree.
    untried: &'static [&'static str],
    /// What follows from a field, beside the field itself.
    follows: &'static [(&'static str, &'static [&'static str])],
    /// Values that the kind of a field doesn't tell, of the one record and of the other.
    values: Vec<(&'static str, [Value; 2])>,
}

/// A value for a field, another one of each record.
fn value(field: &FieldDescriptor, of: usize) -> Value {
    let name = field.name();
    match field.kind() {
        Kind::String => json!(format!("{name} {of}")),
        Kind::Int32 => json!(of + 2),
        Kind::Double => json!(of + 10),
        Kind::Bool => json!(of == 1),
        Kind::Enum(values) => json!(values.get_value(of as i32 + 2).unwrap().name()),
        Kind::Message(message) => match message.name() {
            "Money" => json!((of + 1) * 1_000),
            // Those of the second record begin earlier and end later, so that each also goes with those of the first.
            "Date" if name.contains("start") => json!(["2026-03-10", "2026-03-05"][of]),
            "Date" => json!(["2026-06-10", "2026-06-15"][of]),
            "JsonObject" => json!({"of": of}),
            other => panic!("say how a {other} looks"),
        },
        other => panic!("say how a {other:?} looks"),
    }
}

impl Record {
    fn fields(&self) -> Vec<FieldDescriptor> {
        let message = pool().get_message_by_name(self.message).unwrap();
        let is_tried = |field: &FieldDescriptor| {
            field.name() != "version" && !is_output_only(field) && !self.untried.contains(&field.json_name())
        };
        message.fields().filter(is_tried).collect()
    }

    fn body(&self, of: usize) -> Value {
        let mut body = Map::new();
        for field in self.fields() {
            let told = self.values.iter().find(|(name, _)| *name == field.json_name());
            let value = told.map_or_else(|| value(&field, of), |(_, values)| values[of].clone());
            body.insert(field.json_name().to_owned(), value);
        }
        body.into()
    }
}

/// Whether a field is as when nobody has entered anything.
fn is_empty(value: &Value) -> bool {
    matches!(value, Value::Null) || [json!(""), json!(0), json!(false)].contains(value)
}

/// The records of which a call changes the fields that are named.
fn masked_records() -> BTreeSet<String> {
    let messages = pool().all_messages().filter(|message| message.get_field_by_name("update_mask").is_some());
    let fields = messages.flat_map(|message| message.fields().collect::<Vec<_>>());
    let records = fields.filter_map(|field| match field.kind() {
        Kind::Message(record) => record.get_field_by_name("version").map(|_| record.full_name().to_owned()),
        _ => None,
    });
    records.collect()
}

#[tokio::test]
async fn a_change_of_one_field_leaves_all_others_alone() {
    let app = App::start_with(|config| config.limits.calls_burst = 1_000_000).await;
    let by = app.root().await;
    let contract = app.contract(&by, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let project = app.project(&by, json!({"projectName": "Road"})).await;
    let mut people = Vec::new();
    for email in ["one@nirmaan.example", "two@nirmaan.example"] {
        let user = json!({"email": email, "password": "harbour lantern 7"});
        people.push(app.post("/api/users", &by.token, user).await.ok()["id"].clone());
    }
    let records = [
        Record {
            message: "nirmaan.contracts.v1.Contract",
            list: "/api/contracts".to_owned(),
            follows: &[
                ("paperCost", &["totalAmount"]),
                ("tenderActualValue", &["tenderBidValue"]),
                ("tenderBidPercentage", &["tenderBidValue"]),
                ("tenderBidValue", &["tenderBidPercentage"]),
            ],
            values: vec![("tenderBidValue", [json!(1_100), json!(1_500)])],
            ..Record::default()
        },
        Record {
            message: "nirmaan.contracts.v1.SecurityDeposit",
            list: format!("/api/contracts/{}/security-deposit", contract["id"].as_str().unwrap()),
            ..Record::default()
        },
        Record {
            message: "nirmaan.projects.v1.Project",
            list: "/api/projects".to_owned(),
            untried: &["tenantId", "contractId"],
            follows: &[
                ("contractBidId", &["contractBidNo"]),
                ("contractBidNo", &["contractBidId"]),
                ("projectActualValue", &["projectBidValue"]),
                ("projectBidPercentage", &["projectBidValue"]),
                ("projectBidValue", &["projectBidPercentage"]),
            ],
            values: vec![
                ("projectBidValue", [json!(1_100), json!(1_500)]),
                ("contractBidId", [json!("A"), json!("B")]),
                ("contractBidNo", [json!("A"), json!("C")]),
            ],
        },
        Record {
            message: "nirmaan.projects.v1.Task",
            list: "/api/tasks".to_owned(),
            untried: &["tenantId", "parentId"],
            follows: &[
                ("estimatedQuantity", &["rollUp", "progress"]),
                ("estimatedRate", &["rollUp"]),
                ("taxPercentage", &["rollUp"]),
                ("actualQuantity", &["rollUp", "progress"]),
                ("actualRate", &["rollUp"]),
                ("estimatedEffortHours", &["rollUp"]),
                ("actualEffortHours", &["rollUp"]),
                ("givenStartDate", &["rollUp"]),
                ("givenEndDate", &["rollUp"]),
                ("actualStartDate", &["rollUp"]),
                ("actualEndDate", &["rollUp"]),
                ("progress", &["rollUp"]),
                ("assignedTo", &["assignedToEmail"]),
            ],
            values: vec![
                ("projectId", [project["id"].clone(), project["id"].clone()]),
                ("assignedTo", [people[0].clone(), people[1].clone()]),
            ],
        },
        Record {
            message: "nirmaan.platform.v1.User",
            list: "/api/users".to_owned(),
            untried: &["tenantId", "profileImage", "sendInvitation"],
            values: vec![
                ("email", [json!("three@nirmaan.example"), json!("four@nirmaan.example")]),
                ("password", [json!("harbour lantern 7"), json!("mortar lantern 9")]),
                ("mobileNo", [json!("9876543210"), json!("9876543211")]),
            ],
            ..Record::default()
        },
        Record {
            message: "nirmaan.platform.v1.Tenant",
            list: "/api/tenants".to_owned(),
            values: vec![
                ("subdomain", [json!("one"), json!("two")]),
                ("schemaName", [json!("one"), json!("two")]),
                ("contactEmail", [json!("one@firm.example"), json!("two@firm.example")]),
                ("mobileNo", [json!("9876543210"), json!("9876543211")]),
                ("whatsAppNo", [json!("9876543210"), json!("9876543211")]),
                ("status", [json!("ACTIVE"), json!("SUSPENDED")]),
            ],
            ..Record::default()
        },
        Record { message: "nirmaan.platform.v1.Role", list: "/api/roles".to_owned(), ..Record::default() },
        Record {
            message: "nirmaan.platform.v1.Module",
            list: "/api/modules".to_owned(),
            ..Record::default()
        },
    ];
    let tried: BTreeSet<_> = records.iter().map(|record| record.message.to_owned()).collect();
    assert_eq!(tried, masked_records());
    for record in &records {
        let created = app.post(&record.list, &by.token, record.body(0)).await.ok();
        let path = format!("{}/{}", record.list, created["id"].as_str().unwrap());
        let other = record.body(1);
        for field in record.fields() {
            let name = field.json_name();
            let what = format!("{name} of {}", record.message);
            let before = app.get(&path, &by.token).await.ok();
            let mut after =
                app.put(&format!("{path}?updateMask={name}"), &by.token, other.clone()).await.ok();
            after["warnings"].take();
            let mut read = app.get(&path, &by.token).await.ok();
            read["warnings"].take();
            assert_eq!(after, read, "{what} is answered otherwise than it is read");
            if !UNSHOWN.contains(&name) {
                assert_ne!(after[name], before[name], "{what}");
                assert_eq!(after[name], other[name], "{what}");
            }
            let follows =
                record.follows.iter().find(|(first, _)| *first == name).map_or(&[][..], |(_, next)| next);
            for (shown, value) in after.as_object().unwrap() {
                let may_change = [&ALWAYS[..], &[name], follows].concat().contains(&shown.as_str());
                assert!(may_change || *value == before[shown], "{what} changes {shown}: {value}");
            }
        }
        for field in record.fields() {
            let name = field.json_name();
            let what = format!("{name} of {} without a value", record.message);
            let before = app.get(&path, &by.token).await.ok();
            let answer = app.put(&format!("{path}?updateMask={name}"), &by.token, json!({})).await;
            if REQUIRED.contains(&name) {
                answer.error(400);
                assert_eq!(answer.json()["fields"][0]["field"], name, "{what}");
                continue;
            }
            let after = answer.ok();
            if KEPT.contains(&name) {
                assert_eq!(after[name], before[name], "{what}");
            } else {
                assert!(is_empty(&after[name]), "{what}: {}", after[name]);
            }
        }
        let wrong = app.put(&format!("{path}?updateMask=createdAt"), &by.token, other.clone()).await;
        assert_eq!(
            (wrong.error(400).0.as_str(), &wrong.json()["fields"][0]["field"]),
            ("INVALID_ARGUMENT", &json!("updateMask"))
        );
    }
}
