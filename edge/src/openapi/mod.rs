//! The OpenAPI 3.1 document, from the descriptors and the comments on them.

mod access;
mod comments;
mod errors;
mod examples;
mod guide;
mod operations;
mod order;
mod schemas;

use nirmaan_api::method::Method;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use self::{
    comments::comment,
    examples::Examples,
    guide::GUIDE,
    operations::operation,
    order::{Order, Ordered},
    schemas::Schemas,
};

/// The document, which is written in the order in which the protos say things.
pub struct Document {
    pub(crate) value: Value,
    order: Order,
}

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Ordered::new(&self.value, &self.order).serialize(serializer)
    }
}

/// The document of all RPCs that have a path.
pub fn document() -> Document {
    of(nirmaan_api::method::all())
}

/// The document of some RPCs.
pub(crate) fn of(methods: &[Method]) -> Document {
    let mut schemas = Schemas::default();
    let mut paths: Map<String, Value> = Map::new();
    let mut order = Order::new();
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
            order.entry("/paths".to_owned()).or_default().push(path.clone());
            order.entry(format!("/paths/{path}")).or_default().push(verb.clone());
            let item = paths.entry(path).or_insert_with(|| json!({}));
            if let Some(item) = item.as_object_mut() {
                item.insert(verb, operation);
            }
        }
    }
    let (mut components, properties) = schemas.into_components();
    let mut examples = Examples { schemas: &components, properties: &properties, order: &mut order };
    for (path, item) in &mut paths {
        for (verb, operation) in item.as_object_mut().into_iter().flatten() {
            examples.add(operation, &format!("/paths/{path}/{verb}"));
        }
    }
    for (name, names) in properties {
        order.insert(format!("/components/schemas/{name}/properties"), names);
    }
    components.insert("Error".to_owned(), errors::schema());
    let value = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Nirmaan",
            "version": "1",
            "description": format!("{GUIDE}{}", errors::meanings()),
        },
        "servers": [{"url": "/api"}],
        "tags": tags,
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": errors::responses(),
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The access token of a login or a refresh.",
                },
            },
        },
    });
    Document { value, order }
}
