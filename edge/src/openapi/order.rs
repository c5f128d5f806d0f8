//! The order in which the protos say things: JSON objects of serde_json are sorted by name.

use std::collections::HashMap;

use serde::{Serialize, Serializer};
use serde_json::Value;

/// The names of the members of an object, by where it stands in the document: the names that lead to it, each behind a
/// slash.
pub(super) type Order = HashMap<String, Vec<String>>;

/// A value of the document as it is written.
pub(super) struct Ordered<'a> {
    value: &'a Value,
    place: String,
    order: &'a Order,
}

impl<'a> Ordered<'a> {
    /// The whole document.
    pub(super) fn new(document: &'a Value, order: &'a Order) -> Self {
        Self { value: document, place: String::new(), order }
    }
}

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |name: &str| format!("{}/{name}", self.place);
        match self.value {
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                if let Some(names) = self.order.get(&self.place) {
                    let places: HashMap<_, _> = names.iter().zip(0..).collect();
                    members.sort_by_key(|(name, _)| places.get(name).copied().unwrap_or(names.len()));
                }
                let member = |value, place| Self { value, place, order: self.order };
                serializer
                    .collect_map(members.into_iter().map(|(name, value)| (name, member(value, named(name)))))
            }
            Value::Array(items) => {
                let item = |value, place| Self { value, place, order: self.order };
                serializer.collect_seq(items.iter().map(|value| item(value, named(""))))
            }
            other => other.serialize(serializer),
        }
    }
}
