//! Operations: what a binding takes, answers and demands.

use nirmaan_api::{
    access::{Action, rule::Kind as Access},
    method::{Binding, Method},
};
use prost_reflect::{FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Map, Value, json};

use super::{access, comments::comment, errors::ERRORS, schemas::Schemas};
use crate::{
    dialect::{self, Special},
    routes::{parameter, parameters},
};

/// The path of a binding and its operation. `position` tells the bindings of one RPC apart.
pub(super) fn operation(
    method: &Method,
    binding: &Binding,
    position: usize,
    schemas: &mut Schemas,
) -> (String, Value) {
    let rpc = &method.descriptor;
    let service = rpc.parent_service();
    let rule = method.rule.as_ref();
    let text = comment(&service.parent_file(), rpc.path());
    let suffix = if position == 0 { String::new() } else { format!("_{}", position + 1) };
    let mut operation = json!({
        "operationId": format!("{}_{}{suffix}", service.name(), rpc.name()),
        "tags": [service.name()],
        "summary": text.split(". ").next().unwrap_or_default().trim_end_matches('.'),
        "description": format!("{text}\n\n**Who may call**: {}", access::sentence(rule)),
        "security": access::security(rule),
        "x-nirmaan-access": access::rule(rule),
        "responses": responses(method, binding, schemas),
    });
    let (path, mut declared) = path_parameters(&rpc.input(), &binding.path, schemas);
    if binding.body != "*" {
        declared.extend(query_parameters(&rpc.input(), binding, schemas));
    }
    if takes_idempotency_key(method) {
        declared.push(json!({
            "name": "Idempotency-Key",
            "in": "header",
            "schema": {"type": "string"},
            "description": "The same key within 24 hours gets the same answer, and creates nothing again.",
        }));
    }
    if let Some(operation) = operation.as_object_mut() {
        if !declared.is_empty() {
            operation.insert("parameters".to_owned(), declared.into());
        }
        if let Some(body) = request_body(method, binding, schemas) {
            operation.insert("requestBody".to_owned(), body);
        }
    }
    (path, operation)
}

fn responses(method: &Method, binding: &Binding, schemas: &mut Schemas) -> Value {
    let mut responses = Map::new();
    responses.insert("200".to_owned(), success(method, binding, schemas));
    let is_public = matches!(method.rule, Some(Access::Public(_)));
    for (status, name, _) in ERRORS {
        let applies = match status {
            // What is open to everybody may still check a credential in its body, as signing in does.
            "401" | "403" => !is_public || !binding.body.is_empty(),
            "404" => !binding.body.is_empty() || names_something(method, binding),
            // What is open to everybody may look at what a body names, which may be over.
            "409" => !method.reads || is_public && !binding.body.is_empty(),
            "413" | "415" => !binding.body.is_empty(),
            _ => true,
        };
        if applies {
            responses.insert(status.to_owned(), json!({"$ref": format!("#/components/responses/{name}")}));
        }
    }
    Value::Object(responses)
}

/// Whether the path or the query names a record, which may not be there.
fn names_something(method: &Method, binding: &Binding) -> bool {
    let is_name = |name: &str| matches!(name, "id" | "key") || name.ends_with("_id");
    binding.path.contains('{') || method.descriptor.input().fields().any(|field| is_name(field.name()))
}

const LINES: &str = "\n\nAs `application/x-ndjson` it is one event a line; a late failure is a last line \
`{\"error\": Error}`.";

fn success(method: &Method, binding: &Binding, schemas: &mut Schemas) -> Value {
    let output = method.descriptor.output();
    let description = comment(&output.parent_file(), output.path());
    let description = if description.is_empty() { "Done.".to_owned() } else { description };
    let answered = output.get_field_by_name(&binding.response_body);
    let content = match &answered {
        Some(field) if is_file(field) => file_content(method),
        Some(field) => json!({"application/json": {"schema": schemas.field(field)}}),
        None => json!({"application/json": {"schema": schemas.message(&output)}}),
    };
    let is_file = answered.as_ref().is_some_and(is_file);
    if !method.descriptor.is_server_streaming() || is_file {
        return json!({"description": description, "content": content});
    }
    let mut answer = json!({"description": format!("{description}{LINES}"), "content": content});
    if let Some(content) = answer.get_mut("content").and_then(Value::as_object_mut) {
        content.insert("application/x-ndjson".to_owned(), json!({"schema": schemas.message(&output)}));
    }
    answer
}

/// A file of each type that the method declares.
fn file_content(method: &Method) -> Value {
    let declared = method.media_types.iter().map(String::as_str);
    let undeclared = method.media_types.is_empty().then_some("application/octet-stream");
    let of = |kind: &str| (kind.to_owned(), json!({"schema": {"contentMediaType": kind}}));
    Value::Object(declared.chain(undeclared).map(of).collect())
}

fn is_file(field: &FieldDescriptor) -> bool {
    let is_file = |message: &MessageDescriptor| dialect::is_file(message) || dialect::is_file_part(message);
    !field.is_list() && matches!(field.kind(), Kind::Message(message) if is_file(&message))
}

fn request_body(method: &Method, binding: &Binding, schemas: &mut Schemas) -> Option<Value> {
    let input = method.descriptor.input();
    if method.descriptor.is_client_streaming() {
        let mut schema = json!({
            "type": "object",
            "properties": {"file": {"type": "string", "contentMediaType": "application/octet-stream"}},
        });
        if let (Some(schema), Some(_)) = (schema.as_object_mut(), input.get_field_by_name("field")) {
            schema.insert("additionalProperties".to_owned(), json!({"type": "string"}));
        }
        return Some(json!({"required": true, "content": {"multipart/form-data": {"schema": schema}}}));
    }
    let schema = match binding.body.as_str() {
        "" => return None,
        "*" => schemas.message(&input),
        name => {
            let field = input.get_field_by_name(name)?;
            // A body that is there is never null.
            match field.kind() {
                Kind::Message(message) if !field.is_list() => schemas.message(&message),
                _ => schemas.bare(&field),
            }
        }
    };
    Some(json!({"content": {"application/json": {"schema": schema}}}))
}

fn path_parameters(input: &MessageDescriptor, template: &str, schemas: &mut Schemas) -> (String, Vec<Value>) {
    let mut path = template.to_owned();
    let mut declared = Vec::new();
    for names in parameters(template) {
        let Some(field) = parameter(input, names) else { continue };
        path = path.replace(&format!("{{{names}}}"), &format!("{{{}}}", field.json_name()));
        declared.push(json!({
            "name": field.json_name(),
            "in": "path",
            "required": true,
            "schema": schemas.bare(&field),
            "description": comment(&field.parent_file(), field.path()),
        }));
    }
    (path, declared)
}

fn query_parameters(input: &MessageDescriptor, binding: &Binding, schemas: &mut Schemas) -> Vec<Value> {
    let mut declared = Vec::new();
    let in_path: Vec<&str> = parameters(&binding.path).collect();
    for field in input.fields() {
        if field.name() == binding.body || in_path.contains(&field.name()) {
            continue;
        }
        match field.kind() {
            // Messages such as a page are spread out by dots, one level deep.
            Kind::Message(message) if is_object(&message) && !field.is_list() => {
                for inner in message
                    .fields()
                    .filter(|inner| !matches!(inner.kind(), Kind::Message(message) if is_object(&message)))
                {
                    let name = format!("{}.{}", field.json_name(), inner.json_name());
                    declared.push(query_parameter(&name, &inner, schemas));
                }
            }
            Kind::Message(message) if is_object(&message) => {}
            _ => declared.push(query_parameter(field.json_name(), &field, schemas)),
        }
    }
    declared
}

fn is_object(message: &MessageDescriptor) -> bool {
    matches!(Special::of(message), None | Some(Special::Pagination | Special::Object))
}

fn query_parameter(name: &str, field: &FieldDescriptor, schemas: &mut Schemas) -> Value {
    json!({
        "name": name,
        "in": "query",
        "schema": schemas.bare(field),
        "description": comment(&field.parent_file(), field.path()),
    })
}

fn takes_idempotency_key(method: &Method) -> bool {
    match &method.rule {
        Some(Access::Grant(grant)) => {
            grant.action() == Action::Create
                && !method.descriptor.is_client_streaming()
                && method.bindings.iter().any(|binding| binding.verb == "POST")
        }
        _ => false,
    }
}
