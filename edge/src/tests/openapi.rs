//! The OpenAPI document.

use serde_json::{Value, json};

use super::methods;
use crate::openapi;

#[test]
fn every_binding_is_described_once() {
    let document = openapi::document();
    let described: usize =
        document["paths"].as_object().unwrap().values().map(|item| item.as_object().unwrap().len()).sum();
    assert_eq!(described, crate::routes().len());
    let mut ids: Vec<&str> =
        operations(&document).map(|operation| operation["operationId"].as_str().unwrap()).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count);
    assert!(operations(&document).all(|operation| !operation["description"].as_str().unwrap().is_empty()));
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values())
}

#[test]
fn the_dialect_is_described_as_it_is_written() {
    let document = openapi::document();
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
    let document = openapi::document();
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
    let document = openapi::document();
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
    let document = openapi::document();
    let error = &document["components"]["schemas"]["Error"];
    assert_eq!(error["required"], json!(["code", "message", "fields", "requestId"]));
    assert_eq!(error["properties"]["details"]["additionalProperties"], json!({"type": "string"}));
}

#[test]
fn queries_are_spread_out() {
    let document = openapi::of(&methods());
    let find = document["paths"]["/things/{id}"]["get"]["parameters"].as_array().unwrap().clone();
    let names: Vec<_> = find.iter().map(|parameter| parameter["name"].as_str().unwrap()).collect();
    for name in ["id", "txtValue", "pagination.page", "money", "day", "texts"] {
        assert!(names.contains(&name), "{name}");
    }
    assert!(!names.contains(&"children"));
}
