//! The OpenAPI document.

use serde_json::{Value, json};
use tonic::Status;

use super::{call, core, methods};
use crate::{Limits, openapi};

#[test]
fn every_binding_is_described_once() {
    let document = openapi::document().value;
    // The templates call a parameter contract_id, and the document contractId.
    let call = |verb: &str, path: &str| format!("{verb} {}", path.replace('_', "").to_lowercase());
    let mut described: Vec<_> = calls(&document).map(|(verb, path, _)| call(&verb, &path)).collect();
    let mut served: Vec<_> = crate::routes().iter().map(|route| call(route.verb, &route.path)).collect();
    described.sort_unstable();
    served.sort_unstable();
    assert_eq!(described, served);
    let mut ids: Vec<&str> =
        operations(&document).map(|operation| operation["operationId"].as_str().unwrap()).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count);
    assert!(operations(&document).all(|operation| !operation["description"].as_str().unwrap().is_empty()));
}

/// Verb, path and operation of each call.
fn calls(document: &Value) -> impl Iterator<Item = (String, String, &Value)> {
    document["paths"].as_object().unwrap().iter().flat_map(|(path, item)| {
        let verbs = item.as_object().unwrap().iter();
        verbs.map(move |(verb, operation)| (verb.to_uppercase(), format!("/api{path}"), operation))
    })
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    calls(document).map(|(.., operation)| operation)
}

#[test]
fn the_dialect_is_described_as_it_is_written() {
    let document = openapi::document().value;
    let contract = &document["components"]["schemas"]["Contract"]["properties"];
    assert_eq!(contract["paperCost"]["type"], json!(["number", "null"]));
    assert_eq!(contract["openingDate"]["type"], json!(["string", "null"]));
    assert_eq!(contract["openingDate"]["format"], "date");
    assert_eq!(contract["status"]["$ref"], "#/components/schemas/Contract.Status");
    assert!(contract["bidId"]["description"].as_str().unwrap().starts_with("The tender's id"));
    assert!(contract["extensionCoun"].is_object());
    let statuses = &document["components"]["schemas"]["Contract.Status"]["enum"];
    assert_eq!((&statuses[0], &statuses[1]), (&json!(""), &json!("DRAFT")));
}

#[test]
fn a_file_is_described_by_the_types_that_it_may_have() {
    let document = openapi::document().value;
    let types = |path: &str, verb: &str| -> Vec<String> {
        let answered = document["paths"][path][verb]["responses"]["200"]["content"].as_object().unwrap();
        answered.keys().cloned().collect()
    };
    const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    assert_eq!(types("/contracts/export", "post"), [WORKBOOK, "text/csv"]);
    assert_eq!(types("/audit/export", "post"), ["text/csv"]);
    assert_eq!(types("/contracts/bulk-upload/template", "get"), [WORKBOOK]);
    assert!(!document["paths"].to_string().contains("\"200\":{\"content\":{\"application/octet-stream"));
    assert!(document["paths"]["/download-link"]["get"]["responses"]["404"].is_object());
}

#[test]
fn operations_say_who_may_call_and_what_they_take() {
    let document = openapi::document().value;
    let update = &document["paths"]["/contracts/{id}"]["put"];
    assert_eq!(
        update["x-nirmaan-access"],
        json!({"module": "Contracts", "action": "EDIT", "platform": false})
    );
    assert_eq!(update["security"], json!([{"bearer": []}]));
    assert_eq!(update["parameters"][0]["in"], "path");
    assert_eq!(
        update["requestBody"]["content"]["application/json"]["schema"]["$ref"],
        "#/components/schemas/Contract"
    );
    for status in ["200", "400", "401", "403", "404", "409", "413", "415", "500"] {
        assert!(update["responses"][status].is_object(), "{status}");
    }
    assert_eq!(document["paths"]["/auth/login"]["post"]["security"], json!([]));
    let import = &document["paths"]["/contracts/v2/bulk-upload"]["post"];
    assert!(import["requestBody"]["content"]["multipart/form-data"].is_object());
    assert!(import["responses"]["200"]["content"]["application/x-ndjson"].is_object());
    let rows = &document["paths"]["/contract-dashboard/status-summary"]["get"]["responses"]["200"];
    assert_eq!(rows["content"]["application/json"]["schema"]["type"], "array");
}

#[test]
fn errors_may_tell_details() {
    let document = openapi::document().value;
    let error = &document["components"]["schemas"]["Error"];
    assert_eq!(error["required"], json!(["code", "message", "fields", "requestId"]));
    assert_eq!(error["properties"]["details"]["additionalProperties"], json!({"type": "string"}));
}

#[test]
fn what_a_request_changes_is_told_apart_from_what_it_does_not() {
    let document = openapi::document().value;
    let contract = &document["components"]["schemas"]["Contract"]["properties"];
    assert_eq!(
        (&contract["createdAt"]["readOnly"], &contract["totalDeposit"]["readOnly"]),
        (&json!(true), &json!(true))
    );
    assert!(contract["bidId"].get("readOnly").is_none());
    let parameters = document["paths"]["/contracts/{id}"]["put"]["parameters"].as_array().unwrap().clone();
    let mask = parameters.iter().find(|parameter| parameter["name"] == "updateMask").unwrap();
    assert_eq!((&mask["in"], &mask["schema"]["type"]), (&json!("query"), &json!(["string", "null"])));
}

#[test]
fn queries_are_spread_out() {
    let document = openapi::of(&methods()).value;
    let find = document["paths"]["/things/{id}"]["get"]["parameters"].as_array().unwrap().clone();
    let names: Vec<_> = find.iter().map(|parameter| parameter["name"].as_str().unwrap()).collect();
    for name in ["id", "txtValue", "pagination.page", "money", "day", "texts"] {
        assert!(names.contains(&name), "{name}");
    }
    assert!(!names.contains(&"children"));
}

#[test]
fn who_may_call_is_said_to_people_too() {
    let document = openapi::document().value;
    let of = |path: &str, verb: &str| document["paths"][path][verb]["description"].as_str().unwrap();
    let update = of("/contracts/{id}", "put");
    assert!(
        update.ends_with("\n\n**Who may call**: Whoever has a role that grants **edit** on **Contracts**."),
        "{update}"
    );
    assert!(of("/tenants/filter", "post").ends_with(", among the users of the platform."));
    assert!(of("/auth/login", "post").ends_with(": Everybody. Nobody is signed in before signing in."));
    assert!(of("/profile", "get").ends_with(": Whoever is signed in. One's own account."));
    let unruled = openapi::of(&methods()).value;
    assert!(operations(&unruled).all(|operation| {
        operation["description"].as_str().unwrap().ends_with("**Who may call**: Nobody.")
    }));
}

#[test]
fn what_every_call_answers_is_said_once() {
    let document = openapi::document().value;
    let guide = document["info"]["description"].as_str().unwrap();
    for said in ["## Signing in", "- **409**: Another record is in the way", "POST /auth/login"] {
        assert!(guide.contains(said), "{said}");
    }
    let import = &document["paths"]["/contracts/v2/bulk-upload"]["post"]["responses"]["200"];
    assert!(import["description"].as_str().unwrap().contains("one event a line"));
}

#[test]
fn things_stand_in_the_order_of_the_protos() {
    let text = serde_json::to_string(&openapi::document()).unwrap();
    let stand_so = |within: &str, names: [&str; 3]| {
        let (_, rest) = text.split_once(within).unwrap();
        let places = names.map(|name| rest.find(&format!("\"{name}\":")).unwrap());
        assert!(places.is_sorted(), "{names:?} within {within}: {places:?}");
    };
    stand_so("\"Contract\":{", ["bidId", "contractName", "closingDate"]);
    stand_so("\"operationId\":\"ContractService_CreateContract\"", ["bidId", "contractName", "closingDate"]);
    stand_so("\"paths\":{", ["/auth/login", "/contracts/filter", "/tasks"]);
}

/// An example must be one: what is shown as a request is bound to the call that shows it.
#[tokio::test]
async fn the_examples_of_requests_are_taken() {
    let core = core(|incoming| async move {
        let is_unbound = incoming.is_unbound();
        Err(if is_unbound { Status::invalid_argument("") } else { Status::unavailable("") })
    });
    let router = crate::router(core, Limits::default()).unwrap();
    let document = openapi::document().value;
    let mut tried = 0;
    for (verb, path, operation) in calls(&document) {
        let Some(content) = operation["requestBody"]["content"].get("application/json") else { continue };
        let example = content["example"].to_string();
        let answer = call(&router, &verb, &path.replace(['{', '}'], ""), &example).await;
        assert_eq!(answer.status, 503, "{verb} {path}: {}\n{example}", answer.text());
        tried += 1;
    }
    assert!(tried > 10, "{tried}");
}

#[test]
fn an_example_leaves_out_what_the_server_knows() {
    let document = openapi::document().value;
    let update = &document["paths"]["/contracts/{id}"]["put"];
    let (taken, answered) = (&update["requestBody"]["content"], &update["responses"]["200"]["content"]);
    let (taken, answered) = (&taken["application/json"]["example"], &answered["application/json"]["example"]);
    assert_eq!((&taken["bidId"], &answered["bidId"]), (&json!("GJ/2026/71"), &json!("GJ/2026/71")));
    assert_eq!((taken.get("id"), taken.get("createdAt")), (None, None));
    assert!(answered["id"].is_string() && answered["createdAt"].is_string());
}
