//! Examples of bodies, made up from the schemas.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::order::Order;

/// What the server writes itself, and ignores when it is sent.
const SERVERS_OWN: [&str; 12] = [
    "id",
    "tenantId",
    "createdAt",
    "createdBy",
    "updatedAt",
    "updatedBy",
    "deletedAt",
    "deletedBy",
    "isDeleted",
    "isProjectCreated",
    "totalAmount",
    "totalDeposit",
];
/// Texts that fit the name of their field, of which most say enough by their kind.
const WORDS: [(&str, &str); 17] = [
    ("bidId", "GJ/2026/71"),
    ("contractName", "Ring road, phase 2"),
    ("deletedBy", ""),
    ("direction", "desc"),
    ("email", "owner@bharat.example"),
    ("emailOrMobile", "owner@bharat.example"),
    ("field", "createdAt"),
    ("from", "2026-04-01"),
    ("mobileNo", "9000000011"),
    ("moduleName", "Contracts"),
    ("profileImage", ""),
    ("profileThumbnail", ""),
    ("refId", "Row 7"),
    ("roleName", "Site Staff"),
    ("tenantName", "Bharat Infra"),
    ("to", "2026-04-30"),
    ("username", "owner@bharat.example"),
];
const ID: &str = "019a9b2c-7d4e-7f60-8a1b-2c3d4e5f6071";
const SCHEMAS: &str = "#/components/schemas/";
const KIND: &str = "application/json";
/// Deeper objects are left empty.
const DEPTH: usize = 4;

/// Makes examples of the named schemas.
pub(super) struct Examples<'a> {
    /// The schemas by name.
    pub(super) schemas: &'a Map<String, Value>,
    /// The names of their properties, as the protos order them.
    pub(super) properties: &'a HashMap<String, Vec<String>>,
    /// Where the order of the examples' members is kept.
    pub(super) order: &'a mut Order,
}

impl Examples<'_> {
    /// Adds one to what an operation takes and to what it answers.
    pub(super) fn add(&mut self, operation: &mut Value, place: &str) {
        let in_path: Vec<String> = operation
            .get("parameters")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter(|parameter| parameter.get("in").is_some_and(|place| place == "path"))
            .filter_map(|parameter| Some(parameter.get("name")?.as_str()?.to_owned()))
            .collect();
        // Neither what the server writes nor what the path says already.
        let left_out: Vec<&str> = SERVERS_OWN.into_iter().chain(in_path.iter().map(String::as_str)).collect();
        for (body, left_out) in [("/requestBody", left_out.as_slice()), ("/responses/200", &[])] {
            let content =
                operation.pointer_mut(&format!("{body}/content")).and_then(|kinds| kinds.get_mut(KIND));
            let Some(content) = content.and_then(Value::as_object_mut) else { continue };
            let Some(schema) = content.get("schema") else { continue };
            let example =
                self.value("", schema, 0, left_out, &format!("{place}{body}/content/{KIND}/example"));
            content.insert("example".to_owned(), example);
        }
    }

    fn value(&mut self, name: &str, schema: &Value, depth: usize, left_out: &[&str], place: &str) -> Value {
        // What it is when it is there: without the alternative of null.
        let schema = schema.get("anyOf").and_then(|alternatives| alternatives.get(0)).unwrap_or(schema);
        let schemas = self.schemas;
        let referred = schema.get("$ref").and_then(Value::as_str).and_then(|link| link.strip_prefix(SCHEMAS));
        if let Some((named, schema)) = referred.and_then(|name| schemas.get_key_value(name)) {
            return match schema.get("enum").and_then(Value::as_array) {
                Some(values) => values.iter().find(|value| *value != "").cloned().unwrap_or_default(),
                None => self.object(named, schema, depth, left_out, place),
            };
        }
        let kind = schema.get("type").map(|kind| kind.get(0).unwrap_or(kind));
        match kind.and_then(Value::as_str).unwrap_or_default() {
            "array" => match schema.get("items") {
                // The rows of `roleIds` are each a `roleId`.
                Some(items) if depth < DEPTH => {
                    let name = name.strip_suffix('s').unwrap_or(name);
                    json!([self.value(name, items, depth, left_out, &format!("{place}/"))])
                }
                _ => json!([]),
            },
            "object" => json!({}),
            "boolean" => (name != "isDeleted").into(),
            "integer" => integer(name).into(),
            "number" if schema.get("multipleOf").is_some() => 1_234_567.5.into(),
            "number" => 12.5.into(),
            _ => word(name, schema.get("format").and_then(Value::as_str).unwrap_or_default()).into(),
        }
    }

    fn object(&mut self, name: &str, schema: &Value, depth: usize, left_out: &[&str], place: &str) -> Value {
        let properties = schema.get("properties").and_then(Value::as_object);
        if let (true, Some(names)) = (depth < DEPTH, self.properties.get(name)) {
            self.order.insert(place.to_owned(), names.clone());
            let is_shown = |name: &str| depth > 0 || !left_out.contains(&name);
            let shown = properties.into_iter().flatten().filter(|(name, _)| is_shown(name));
            return shown
                .map(|(name, schema)| {
                    (name.clone(), self.value(name, schema, depth + 1, left_out, &format!("{place}/{name}")))
                })
                .collect();
        }
        json!({})
    }
}

fn integer(name: &str) -> i64 {
    match name {
        "number" | "page" => 0,
        "row" => 7,
        "size" => 10,
        _ => 1,
    }
}

fn word(name: &str, format: &str) -> &'static str {
    if let Some((_, word)) = WORDS.iter().find(|(known, _)| *known == name) {
        return word;
    }
    match format {
        "date" => "2026-03-31",
        "date-time" => "2026-03-31T10:30:00.000Z",
        _ if name == "id" || name.ends_with("Id") || name.ends_with("By") => ID,
        _ if name.ends_with("assword") || name.ends_with("Token") => "…",
        _ => "text",
    }
}
