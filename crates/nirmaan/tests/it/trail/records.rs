//! What the trail calls the records that its events are about.

use nirmaan_api::access::Action::{Create, Report, View};
use serde_json::{Value, json};

use crate::{
    build::{ALL_OF_PROJECTS, Person},
    common::deleted::paper,
    harness::App,
    tasks::id,
};

/// The newest event of a kind of record that a person's trail has.
async fn newest(app: &App, person: &Person, entity: &str) -> Value {
    let page = app.post("/api/audit/filter", &person.token, json!({"entity": entity})).await.ok();
    page["content"][0].clone()
}

/// What it says of its record, in the fields that are asked for.
async fn record<const N: usize>(app: &App, person: &Person, entity: &str, fields: [&str; N]) -> [Value; N] {
    let event = newest(app, person, entity).await;
    fields.map(|field| event["record"][field].clone())
}

#[tokio::test]
async fn events_name_their_records_and_what_those_belong_to() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let grants =
        [ALL_OF_PROJECTS, &[("User", View), ("User", Report), ("Vehicles", Create), ("Vehicles", View)]];
    let owner = app.person(&tenant, &grants.concat()).await;
    let body = json!({"bidId": "GJ/71", "contractName": "Ring road", "status": "AWARDED"});
    let contract = id(&app.contract(&owner, body).await);
    let deposit = id(&app.new_deposit(&owner, &contract).await);
    let project = id(&app.project(&owner, json!({"contractId": contract})).await);
    let body = json!({"projectId": project, "title": "Earthwork"});
    let task = id(&app.post("/api/tasks", &owner.token, body).await.ok());

    let named = ["name", "detail", "ownerId", "isDeleted"];
    let of = async |entity: &str| record(&app, &owner, entity, named).await;
    assert_eq!(of("contract").await, [json!("GJ/71"), json!("Ring road"), json!(""), json!(false)]);
    assert_eq!(
        of("security_deposit").await,
        [json!("DD 4512"), json!("GJ/71"), json!(contract), json!(false)]
    );
    assert_eq!(of("project").await, [json!("Ring road"), json!("GJ/71"), json!(""), json!(false)]);
    assert_eq!(of("task").await, [json!("Earthwork"), json!("Ring road"), json!(project), json!(false)]);

    let named = ["name", "detail", "ownerId", "ownerType", "ownerContractId"];
    for (entity_type, owner_id, detail, owner_contract) in [
        ("CONTRACT", &contract, "GJ/71", ""),
        ("DEPOSIT", &deposit, "DD 4512", contract.as_str()),
        ("PROJECT", &project, "Ring road", ""),
        ("TASK", &task, "Earthwork", ""),
        ("VEHICLE", &tenant.id.to_string(), "", ""),
    ] {
        let name = format!("{entity_type}.pdf");
        paper(&app, &owner, entity_type, if entity_type == "VEHICLE" { "" } else { owner_id }, &name).await;
        let of_document =
            [name.as_str(), detail, owner_id, entity_type, owner_contract].map(|text| json!(text));
        assert_eq!(record(&app, &owner, "document", named).await, of_document);
    }

    // The name as it is now, in older events too, and in the file.
    let body = json!({"contractName": "Outer ring road"});
    app.put(&format!("/api/contracts/{contract}?updateMask=contractName"), &owner.token, body).await.ok();
    let page = app.post("/api/audit/filter", &owner.token, json!({"entityId": contract})).await.ok();
    let details: Vec<_> =
        page["content"].as_array().unwrap().iter().map(|event| &event["record"]["detail"]).collect();
    assert!(details.len() > 1 && details.iter().all(|detail| **detail == "Outer ring road"), "{details:?}");
    let body = json!({"filter": {"entity": "task"}});
    let file = app.post("/api/audit/export", &owner.token, body).await;
    let line = file.text.lines().find(|line| line.contains(&task)).unwrap();
    assert!(line.ends_with("\"Earthwork\",\"Ring road\""), "{line}");

    // A deleted one is named still; the history of a record names it, too.
    let lost = id(&app.contract(&owner, json!({"bidId": "GJ/72", "contractName": "Canal"})).await);
    app.new_deposit(&owner, &lost).await;
    app.delete(&format!("/api/contracts/{lost}"), &owner.token).await;
    let named = ["name", "isDeleted"];
    assert_eq!(record(&app, &owner, "contract", named).await, [json!("GJ/72"), json!(true)]);
    assert_eq!(record(&app, &owner, "security_deposit", named).await, [json!("DD 4512"), json!(true)]);
    let history = app.get(&format!("/api/audit/contract/{contract}"), &owner.token).await.ok();
    assert_eq!(history["content"][0]["record"]["name"], "GJ/71");
}

#[tokio::test]
async fn users_and_the_platforms_records_are_named_with_their_state() {
    let app = App::start().await;
    let root = app.root().await;
    let firm = app.tenant("Firm").await;
    let clerk = app.user(&firm, "clerk@firm.example", &[]).await;
    let path = format!("/api/users/{clerk}");
    app.put(&format!("{path}?updateMask=isActive"), &root.token, json!({"isActive": false})).await.ok();
    let named = ["name", "isDeleted", "userState"];
    let of_user = async |is_deleted: bool, state: &str| {
        let told = [json!("clerk@firm.example"), json!(is_deleted), json!(state)];
        assert_eq!(record(&app, &root, "user", named).await, told);
    };
    of_user(false, "USER_STATE_INACTIVE").await;
    app.delete(&path, &root.token).await;
    of_user(true, "USER_STATE_DELETED").await;

    let role = id(&app.post("/api/roles", &root.token, json!({"name": "Accounts"})).await.ok());
    let named = ["name", "isDeleted"];
    assert_eq!(record(&app, &root, "role", named).await, [json!("Accounts"), json!(false)]);
    // One that is gone for good has the name that its deletion tells, in the events before it, too.
    app.put(
        &format!("/api/roles/{role}?updateMask=description"),
        &root.token,
        json!({"description": "Books"}),
    )
    .await;
    app.put(&format!("/api/roles/{role}?updateMask=name"), &root.token, json!({"name": "Books"})).await;
    app.delete(&format!("/api/roles/{role}"), &root.token).await;
    let page = app.post("/api/audit/filter", &root.token, json!({"entityId": role})).await.ok();
    let events = page["content"].as_array().unwrap();
    let names: Vec<_> = events.iter().map(|event| &event["record"]["name"]).collect();
    assert_eq!(names, ["Books"; 4]);
    assert_eq!(record(&app, &root, "role", named).await, [json!("Books"), json!(true)]);
    let body = json!({"name": "Deccan Builders", "subdomain": "deccan", "schemaName": "deccan"});
    let tenant = id(&app.post("/api/tenants", &root.token, body).await.ok());
    assert_eq!(record(&app, &root, "tenant", named).await, [json!("Deccan Builders"), json!(false)]);
    // This one is listed still.
    app.delete(&format!("/api/tenants/{tenant}"), &root.token).await;
    assert_eq!(record(&app, &root, "tenant", named).await, [json!("Deccan Builders"), json!(true)]);
}

#[tokio::test]
async fn a_record_is_named_to_those_alone_who_may_see_it() {
    let app = App::start().await;
    let root = app.root().await;
    let (tenant, owner) = app.watched("Firm").await;
    let contract = app.contract(&owner, json!({"bidId": "GJ/71", "contractName": "Ring road"})).await;
    let clerk = app.person(&tenant, &[("User", Report)]).await;
    assert_eq!(newest(&app, &owner, "contract").await["record"]["name"], "GJ/71");
    for person in [&clerk, &root] {
        let event = newest(&app, person, "contract").await;
        assert_eq!((&event["entityId"], &event["record"]), (&contract["id"], &Value::Null));
        assert!(!event.to_string().contains("GJ/71"), "{event}");
    }
    // A session has no name, and neither an export nor a visit is about a record.
    app.export("contracts", &owner, json!({"filter": {}, "format": "CSV"})).await;
    app.get(&format!("/api/users/{}", owner.id), &root.token).await.ok();
    for action in ["SIGN_IN", "EXPORT", "READ"] {
        let told = app.told(&owner, action).await;
        assert_eq!(told.first().map(|event| &event["record"]), Some(&Value::Null), "{action}");
    }
}
