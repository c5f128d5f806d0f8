//! JSON schemas of messages, as the dialect writes them.

use std::collections::{BTreeMap, HashMap};

use nirmaan_api::descriptors::is_output_only;
use prost_reflect::{EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Map, Value, json};

use super::comments::comment;
use crate::dialect::Special;

/// The schemas of all messages and enums that were mentioned.
#[derive(Default)]
pub(super) struct Schemas {
    /// By full name: the name in the document and the schema.
    known: BTreeMap<String, (String, Value)>,
    /// By the name in the document: the properties, as the proto orders them.
    properties: HashMap<String, Vec<String>>,
}

impl Schemas {
    /// The schema of a field as it stands in an object.
    pub(super) fn field(&mut self, field: &FieldDescriptor) -> Value {
        let mut schema = self.bare(field);
        if let (true, Some(schema)) = (is_output_only(field), schema.as_object_mut()) {
            schema.insert("readOnly".to_owned(), true.into());
        }
        described(schema, comment(&field.parent_file(), field.path()))
    }

    /// The schema of a field's value, without its description.
    pub(super) fn bare(&mut self, field: &FieldDescriptor) -> Value {
        let mut element = self.element(&field.kind());
        if let (Some(most), Some(text)) =
            (nirmaan_api::descriptors::max_length(field), element.as_object_mut())
        {
            text.insert("maxLength".to_owned(), most.into());
        }
        if field.is_list() {
            return json!({"type": "array", "items": element});
        }
        let is_oneof_member = field.containing_oneof().is_some_and(|oneof| !oneof.is_synthetic());
        let is_text = matches!(field.kind(), Kind::String | Kind::Bytes | Kind::Enum(_));
        if is_oneof_member || (field.supports_presence() && !is_text) { nullable(element) } else { element }
    }

    /// The schema of a message.
    pub(super) fn message(&mut self, message: &MessageDescriptor) -> Value {
        match Special::of(message) {
            Some(Special::Money) => {
                json!({"type": "number", "multipleOf": 0.01, "description": "Rupees, to the paisa."})
            }
            Some(Special::Day) => json!({"type": "string", "format": "date"}),
            Some(Special::Instant) => json!({"type": "string", "format": "date-time"}),
            Some(Special::Object) => json!({"type": "object", "additionalProperties": true}),
            Some(Special::Mask) => json!({"type": "string"}),
            Some(Special::Pagination) | None => self.reference(message),
        }
    }

    /// All schemas by their names in the document, and the order of each one's properties.
    pub(super) fn into_components(self) -> (Map<String, Value>, HashMap<String, Vec<String>>) {
        (self.known.into_values().collect(), self.properties)
    }

    fn element(&mut self, kind: &Kind) -> Value {
        match kind {
            Kind::Bool => json!({"type": "boolean"}),
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => json!({"type": "integer", "format": "int32"}),
            Kind::Uint32 | Kind::Fixed32 => json!({"type": "integer", "minimum": 0}),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => json!({"type": "integer", "format": "int64"}),
            Kind::Uint64 | Kind::Fixed64 => json!({"type": "integer", "minimum": 0}),
            Kind::Float | Kind::Double => json!({"type": "number"}),
            Kind::String => json!({"type": "string"}),
            Kind::Bytes => json!({"type": "string", "contentEncoding": "base64"}),
            Kind::Enum(values) => self.enumeration(values),
            Kind::Message(message) => self.message(message),
        }
    }

    fn reference(&mut self, message: &MessageDescriptor) -> Value {
        let name = match self.known.get(message.full_name()) {
            Some((name, _)) => name.clone(),
            None => {
                // Known before its fields are looked at: a message may hold itself.
                let name = self.name(message.full_name(), message.package_name());
                self.known.insert(message.full_name().to_owned(), (name.clone(), Value::Null));
                let names = message.fields().map(|field| field.json_name().to_owned()).collect();
                self.properties.insert(name.clone(), names);
                let properties: Map<String, Value> = message
                    .fields()
                    .map(|field| (field.json_name().to_owned(), self.field(&field)))
                    .collect();
                let schema = described(
                    json!({"type": "object", "properties": properties}),
                    comment(&message.parent_file(), message.path()),
                );
                self.known.insert(message.full_name().to_owned(), (name.clone(), schema));
                name
            }
        };
        json!({"$ref": format!("#/components/schemas/{name}")})
    }

    fn enumeration(&mut self, values: &EnumDescriptor) -> Value {
        let name = match self.known.get(values.full_name()) {
            Some((name, _)) => name.clone(),
            None => {
                let name = self.name(values.full_name(), values.package_name());
                let names: Vec<String> = values
                    .values()
                    .map(|value| if value.number() == 0 { String::new() } else { value.name().to_owned() })
                    .collect();
                let schema = described(
                    json!({"type": "string", "enum": names}),
                    comment(&values.parent_file(), values.path()),
                );
                self.known.insert(values.full_name().to_owned(), (name.clone(), schema));
                name
            }
        };
        json!({"$ref": format!("#/components/schemas/{name}")})
    }

    /// The name without its package, unless another one is called so already.
    fn name(&self, full_name: &str, package: &str) -> String {
        let short = full_name.strip_prefix(package).unwrap_or(full_name).trim_start_matches('.');
        let is_taken = short == "Error" || self.known.values().any(|(name, _)| name == short);
        if is_taken { full_name.to_owned() } else { short.to_owned() }
    }
}

fn described(mut schema: Value, comment: String) -> Value {
    if let (Some(schema), false) = (schema.as_object_mut(), comment.is_empty()) {
        schema.insert("description".to_owned(), comment.into());
    }
    schema
}

fn nullable(schema: Value) -> Value {
    match schema.get("type").cloned() {
        Some(kind @ Value::String(_)) => {
            let mut schema = schema;
            if let Some(schema) = schema.as_object_mut() {
                schema.insert("type".to_owned(), json!([kind, "null"]));
            }
            schema
        }
        _ => json!({"anyOf": [schema, {"type": "null"}]}),
    }
}
