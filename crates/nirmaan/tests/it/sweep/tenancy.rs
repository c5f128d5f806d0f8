//! Another tenant's id is no id: every RPC that takes one.

use nirmaan_api::{access::rule::Kind, method};
use prost_reflect::{DynamicMessage, Kind as FieldKind, Value as Field};
use serde_json::{Value, json};

use crate::{
    harness::App,
    wire::{over_grpc, over_grpc_web},
};

// Spec: S6.tenant-scope
#[tokio::test]
async fn a_foreign_id_answers_like_a_random_one_and_changes_nothing() {
    let app = App::start().await;
    let (_, owner) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Rival").await;
    let row = app.contract(&owner, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let foreign = row["id"].as_str().unwrap();
    let random = uuid::Uuid::now_v7().to_string();
    let token = Some(stranger.token.as_str());
    let mut swept = 0;
    for method in method::all() {
        if !matches!(method.rule, Some(Kind::Grant(_))) {
            continue;
        }
        let input = method.descriptor.input();
        let ids: Vec<_> = input
            .fields()
            .filter(|field| field.name() == "id" || field.name().ends_with("_id"))
            .filter(|field| field.kind() == FieldKind::String && field.name() != "bid_id")
            .collect();
        for field in ids {
            swept += 1;
            let with = |id: &str| {
                let mut message = DynamicMessage::new(input.clone());
                // A body that would be accepted, so that the id is what decides.
                if let Some(contract) = input.get_field_by_name("contract") {
                    let FieldKind::Message(kind) = contract.kind() else { panic!("a message") };
                    let mut body = DynamicMessage::new(kind);
                    body.set_field_by_name("bid_id", Field::String("B-2".to_owned()));
                    body.set_field_by_name("contract_name", Field::String("Stolen".to_owned()));
                    message.set_field(&contract, Field::Message(body));
                }
                message.set_field(&field, Field::String(id.to_owned()));
                bytes::Bytes::from(prost::Message::encode_to_vec(&message))
            };
            let theirs = over_grpc(&app, &method.path, token, with(foreign)).await.unwrap_err();
            let nobodys = over_grpc(&app, &method.path, token, with(&random)).await.unwrap_err();
            assert_eq!(theirs.code(), tonic::Code::NotFound, "{}", method.path);
            assert_eq!(
                (theirs.code(), theirs.message(), theirs.details()),
                (nobodys.code(), nobodys.message(), nobodys.details())
            );
            let theirs = over_grpc_web(&app, &method.path, token, with(foreign)).await.unwrap_err();
            let nobodys = over_grpc_web(&app, &method.path, token, with(&random)).await.unwrap_err();
            assert_eq!(theirs, nobodys);
        }
        for binding in method.bindings.iter().filter(|binding| binding.path.contains("{id}")) {
            let ask = async |id: &str| {
                let path = format!("/api{}", binding.path.replace("{id}", id));
                let body = json!({"bidId": "B-2", "contractName": "Stolen"});
                let body = (binding.verb == "PUT").then_some(body);
                let answer = app.send(binding.verb.parse().unwrap(), &path, token, body).await;
                let mut error = answer.json();
                error["requestId"] = Value::Null;
                let mut headers: Vec<_> =
                    answer.headers.keys().map(|name| name.as_str().to_owned()).collect();
                headers.sort();
                (answer.status.as_u16(), error, headers)
            };
            let theirs = ask(foreign).await;
            assert_eq!(theirs.0, 404, "{}", binding.path);
            assert_eq!(theirs, ask(&random).await, "{}", binding.path);
        }
    }
    assert!(swept >= 3, "get, update and delete at least");
    let now = app.get(&format!("/api/contracts/{foreign}"), &owner.token).await.ok();
    assert_eq!(now, row);
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn lists_and_figures_know_one_tenant_only() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Rival").await;
    let row = app.contract(&owner, json!({"bidId": "A-1", "contractName": "Road", "paperCost": 5})).await;
    app.deposit(&tenant, row["id"].as_str().unwrap(), "EMD", 100, "SUBMITTED").await;
    let page = app.post("/api/contracts/filter", &stranger.token, json!({})).await.ok();
    assert_eq!(page["totalElements"], 0);
    let kpis = app.post("/api/contract-dashboard/kpis", &stranger.token, json!({})).await.ok();
    assert_eq!((&kpis["total_security_deposit"], &kpis["paper_cost_total"]), (&json!(0), &json!(0)));
    let counts = app.get("/api/contract-dashboard/status-summary", &stranger.token).await.ok();
    assert!(counts.as_array().unwrap().iter().all(|row| row["count"] == 0));
}
