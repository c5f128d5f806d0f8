//! Schemas as people read them: types in words, and fields with what is said about them.

use std::collections::HashMap;

use maud::{Markup, html};
use serde_json::{Map, Value};

use crate::openapi::Description;

/// Where references to schemas lead.
const SCHEMAS: &str = "#/components/schemas/";

/// A text of an object; empty where there is none.
pub(super) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// The name of the schema that a reference means.
pub(super) fn referred(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(SCHEMAS)
}

/// What a schema is when it is there: without the alternative of `null`.
pub(super) fn present(schema: &Value) -> &Value {
    let alternatives = schema.get("anyOf").and_then(Value::as_array);
    alternatives.and_then(|alternatives| alternatives.first()).unwrap_or(schema)
}

/// The JSON type of a schema, without the alternative of `null`.
pub(super) fn json_type(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::Array(types)) => types.first().and_then(Value::as_str).unwrap_or_default(),
        Some(kind) => kind.as_str().unwrap_or_default(),
        None => "",
    }
}

/// All named schemas.
pub(super) struct Types<'a> {
    named: &'a Map<String, Value>,
    order: &'a HashMap<String, Vec<String>>,
}

/// Of a document that has none.
static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);

impl<'a> Types<'a> {
    /// Those of a document.
    pub(super) fn of(description: &'a Description) -> Self {
        let named = description.document.pointer("/components/schemas").and_then(Value::as_object);
        Self { named: named.unwrap_or(&NONE), order: &description.properties }
    }

    /// A schema by its name.
    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.named.get(name)
    }

    /// The properties of an object in the order of the proto, where it has one.
    pub(super) fn properties(&self, name: &str, schema: &'a Value) -> Vec<(&'a str, &'a Value)> {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return Vec::new();
        };
        let place = |property: &str| {
            self.order.get(name).and_then(|names| names.iter().position(|known| known == property))
        };
        let mut properties: Vec<_> =
            properties.iter().map(|(property, schema)| (property.as_str(), schema)).collect();
        properties.sort_by_key(|(property, _)| place(property));
        properties
    }

    /// The type of a schema, in words and links.
    pub(super) fn kind(&self, schema: &Value) -> Markup {
        let inner = present(schema);
        let is_nullable =
            schema.get("anyOf").is_some() || schema.get("type").is_some_and(|kind| kind.is_array());
        html! {
            @match referred(inner) {
                Some(name) => a href={ "#type-" (name) } { (name) },
                None => (self.plain(inner)),
            }
            @if is_nullable { " or null" }
        }
    }

    fn plain(&self, schema: &Value) -> Markup {
        let words = match (json_type(schema), text(schema, "format")) {
            ("array", _) => {
                return html! { "list of " @if let Some(items) = schema.get("items") { (self.kind(items)) } };
            }
            ("string", "date") => "day",
            ("string", "date-time") => "instant",
            ("string", _) if schema.get("contentEncoding").is_some() => "bytes in base64",
            ("string", _) if schema.get("contentMediaType").is_some() => "file",
            ("string", _) => "text",
            ("number", _) if schema.get("multipleOf").is_some() => "rupees",
            ("number", _) => "number",
            ("integer", _) => "whole number",
            ("boolean", _) => "true or false",
            _ => "object",
        };
        html! { (words) }
    }

    /// The fields of what a schema means: of an object, or of the objects of a list.
    pub(super) fn fields(&self, schema: &'a Value) -> Vec<(&'a str, &'a Value)> {
        let inner = present(schema);
        match referred(inner) {
            Some(name) => self.get(name).map(|named| self.properties(name, named)).unwrap_or_default(),
            None => match inner.get("items") {
                Some(items) => self.fields(items),
                None => self.properties("", inner),
            },
        }
    }

    /// Fields as a list of definitions.
    pub(super) fn list(&self, fields: &[(&str, &Value)]) -> Markup {
        html! {
            dl.fields {
                @for (name, schema) in fields {
                    div {
                        dt { code { (name) } " " span.kind { (self.kind(schema)) } }
                        dd { (text(schema, "description")) }
                    }
                }
            }
        }
    }

    /// The section with all of them.
    pub(super) fn section(&self) -> Markup {
        html! {
            section.area #types {
                h2 { a href="#types" { "Types" } }
                @for (name, schema) in self.named {
                    article.type #{ "type-" (name) } {
                        h3 { a href={ "#type-" (name) } { (name) } }
                        p { (text(schema, "description")) }
                        @if let Some(values) = schema.get("enum").and_then(Value::as_array) {
                            ul.values {
                                @for value in values.iter().filter_map(Value::as_str) {
                                    li { @if value.is_empty() { "empty where it is unset" } @else { code { (value) } } }
                                }
                            }
                        } @else {
                            (self.list(&self.properties(name, schema)))
                        }
                    }
                }
            }
        }
    }
}
