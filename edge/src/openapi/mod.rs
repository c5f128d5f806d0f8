//! The OpenAPI 3.1 document, from the descriptors and the comments on them.

mod comments;
mod operations;
mod schemas;

use std::collections::HashMap;

use nirmaan_api::method::Method;
use serde_json::{Map, Value, json};

use self::{comments::comment, operations::operation, schemas::Schemas};
use crate::error::CODE_NAMES;

/// The document of all RPCs that have a path.
pub fn document() -> Value {
    of(nirmaan_api::method::all())
}

/// The document, with the order in which the protos say things: its JSON objects are sorted by name.
pub(crate) struct Description {
    /// The document itself.
    pub(crate) document: Value,
    /// Path and verb of each operation.
    pub(crate) operations: Vec<(String, String)>,
    /// The properties of each schema, by the schema's name.
    pub(crate) properties: HashMap<String, Vec<String>>,
}

/// The document of some RPCs.
pub(crate) fn of(methods: &[Method]) -> Value {
    describe(methods).document
}

/// The description of some RPCs.
pub(crate) fn describe(methods: &[Method]) -> Description {
    let mut schemas = Schemas::default();
    let mut paths: Map<String, Value> = Map::new();
    let mut operations = Vec::new();
    let mut tags: Vec<Value> = Vec::new();
    for method in methods.iter().filter(|method| !method.bindings.is_empty()) {
        let service = method.descriptor.parent_service();
        let tag =
            json!({"name": service.name(), "description": comment(&service.parent_file(), service.path())});
        if !tags.contains(&tag) {
            tags.push(tag);
        }
        for (position, binding) in method.bindings.iter().enumerate() {
            let (path, operation) = operation(method, binding, position, &mut schemas);
            let verb = binding.verb.to_ascii_lowercase();
            let item = paths.entry(path.clone()).or_insert_with(|| json!({}));
            if let Some(item) = item.as_object_mut() {
                item.insert(verb.clone(), operation);
                operations.push((path, verb));
            }
        }
    }
    let properties = schemas.properties();
    let mut components = schemas.into_components();
    components.insert("Error".to_owned(), error_schema());
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Nirmaan",
            "version": "1",
            "description": DESCRIPTION,
        },
        "servers": [{"url": "/api"}],
        "tags": tags,
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": operations::error_responses(),
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The access token of a login or a refresh.",
                },
            },
        },
    });
    Description { document, operations, properties }
}

const DESCRIPTION: &str = "Every path is also answered behind the prefixes /auth, /platform, /project, /common, \
/inventory, /payroll and /vehicle, and behind a second /api. Input takes numbers for strings and numeric strings for \
numbers; an empty string or null means absent; unknown fields are ignored.";

fn error_schema() -> Value {
    json!({
        "type": "object",
        "description": "Why a call failed.",
        "required": ["code", "message", "fields", "requestId"],
        "properties": {
            "code": {"type": "string", "enum": CODE_NAMES, "description": "The gRPC code, for programs."},
            "message": {"type": "string", "description": "A sentence for a person."},
            "fields": {
                "type": "array",
                "description": "The fields that were wrong.",
                "items": {
                    "type": "object",
                    "required": ["field", "message"],
                    "properties": {
                        "field": {"type": "string", "description": "As the body names it, for example rows[2].bidId."},
                        "message": {"type": "string", "description": "A sentence for a person."},
                    },
                },
            },
            "requestId": {"type": "string", "description": "What the server's log knows the request by."},
            "details": {
                "type": "object",
                "description": "Facts for programs, where there are any: version, updatedBy and updatedAt of a record \
                    that changed meanwhile (ABORTED), module and action of a missing right (PERMISSION_DENIED).",
                "additionalProperties": {"type": "string"},
            },
        },
    })
}
