//! Examples in the dialect, made up from the schemas.

use serde_json::Value;

use super::schema::{Types, json_type, present, referred, text};

/// What the server writes itself, and ignores when it is sent.
pub(super) const SERVERS_OWN: [&str; 12] = [
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
/// Deeper objects are left empty: their type has an example of its own.
const DEPTH: usize = 4;

/// A body as it may look, indented, without some of its own fields.
pub(super) fn json(schema: &Value, without: &[&str], types: &Types<'_>) -> String {
    let mut out = String::new();
    Writer { types, without, out: &mut out }.value("", schema, 0);
    out
}

/// Writes by hand what a map of serde_json would sort by name.
struct Writer<'a> {
    types: &'a Types<'a>,
    without: &'a [&'a str],
    out: &'a mut String,
}

impl Writer<'_> {
    fn value(&mut self, name: &str, schema: &Value, depth: usize) {
        let schema = present(schema);
        if let Some(referred) = referred(schema) {
            let Some(named) = self.types.get(referred) else { return };
            match named.get("enum").and_then(Value::as_array) {
                Some(values) => {
                    let value = values.iter().find(|value| value.as_str() != Some(""));
                    self.literal(value.unwrap_or(&Value::Null));
                }
                None => self.object(referred, named, depth),
            }
            return;
        }
        match json_type(schema) {
            "array" => self.list(name, schema, depth),
            "object" => self.object("", schema, depth),
            "boolean" => self.literal(&(name != "isDeleted").into()),
            "integer" => self.literal(&integer(name).into()),
            "number" if schema.get("multipleOf").is_some() => self.literal(&1_234_567.5.into()),
            "number" => self.literal(&12.5.into()),
            _ => self.literal(&word(name, text(schema, "format")).into()),
        }
    }

    fn literal(&mut self, value: &Value) {
        self.out.push_str(&value.to_string());
    }

    fn list(&mut self, name: &str, schema: &Value, depth: usize) {
        self.out.push('[');
        if let (Some(items), true) = (schema.get("items"), depth < DEPTH) {
            // The rows of `roleIds` are each a `roleId`.
            self.value(name.strip_suffix('s').unwrap_or(name), items, depth);
        }
        self.out.push(']');
    }

    fn object(&mut self, name: &str, schema: &Value, depth: usize) {
        let fields = self.types.properties(name, schema);
        let is_shown = |field: &str| depth > 0 || !self.without.contains(&field);
        let fields: Vec<_> = fields.into_iter().filter(|(field, _)| is_shown(field)).collect();
        if fields.is_empty() || depth >= DEPTH {
            self.out.push_str("{}");
            return;
        }
        let indent = "  ".repeat(depth + 1);
        for (place, (field, schema)) in fields.into_iter().enumerate() {
            self.out.push_str(if place == 0 { "{\n" } else { ",\n" });
            self.out.push_str(&indent);
            self.literal(&field.into());
            self.out.push_str(": ");
            self.value(field, schema, depth + 1);
        }
        self.out.push('\n');
        self.out.push_str(&"  ".repeat(depth));
        self.out.push('}');
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
