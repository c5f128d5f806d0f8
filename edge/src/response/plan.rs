//! How messages are written as JSON, worked out once from their descriptors.

use std::collections::HashMap;

use prost_reflect::{EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor};

use crate::{dialect::Special, plan_error::PlanError};

/// The renderer keeps a place for each field on the stack.
pub(crate) const MOST_FIELDS: usize = 128;

/// A message within a [`Plan`].
pub(crate) type MessageIndex = usize;

/// All messages that can be answered.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(super) messages: Vec<MessagePlan>,
    pub(super) enums: Vec<HashMap<i32, Vec<u8>>>,
    known_messages: HashMap<String, MessageIndex>,
    known_enums: HashMap<String, usize>,
}

#[derive(Debug, Default)]
pub(super) struct MessagePlan {
    /// In the order they are written.
    pub(super) fields: Vec<FieldPlan>,
    /// Numbers and places in `fields`, by number.
    by_number: Vec<(u32, usize)>,
    /// The places of each oneof's members.
    pub(super) oneofs: Vec<Vec<usize>>,
}

#[derive(Debug)]
pub(super) struct FieldPlan {
    /// `"name":`
    pub(super) key: Vec<u8>,
    pub(super) kind: FieldKind,
    pub(super) is_repeated: bool,
    pub(super) oneof: Option<usize>,
    /// What is written when there is no value.
    pub(super) absent: &'static [u8],
}

#[derive(Debug, Clone, Copy)]
pub(super) enum FieldKind {
    Bool,
    Int32,
    Int64,
    Sint32,
    Sint64,
    Uint32,
    Uint64,
    Fixed32,
    Fixed64,
    Sfixed32,
    Sfixed64,
    Float,
    Double,
    Enum(usize),
    Text,
    Bytes,
    Message(MessageIndex),
    Special(Special),
}

impl MessagePlan {
    /// The place of a field.
    pub(super) fn place(&self, number: u32) -> Option<usize> {
        // Numbers without gaps, as nearly all messages have, are found at once.
        let guess = usize::try_from(number).ok()?.checked_sub(1)?;
        match self.by_number.get(guess) {
            Some((found, place)) if *found == number => Some(*place),
            _ => {
                let at = self.by_number.binary_search_by_key(&number, |(number, _)| *number).ok()?;
                self.by_number.get(at).map(|(_, place)| *place)
            }
        }
    }
}

impl Plan {
    /// Adds a message and all that it can hold.
    pub(crate) fn add(&mut self, message: &MessageDescriptor) -> Result<MessageIndex, PlanError> {
        if let Some(index) = self.known_messages.get(message.full_name()) {
            return Ok(*index);
        }
        check(message)?;
        // Its place is taken before its fields are looked at: a message may hold itself.
        let index = self.messages.len();
        self.messages.push(MessagePlan::default());
        self.known_messages.insert(message.full_name().to_owned(), index);

        let mut plan = MessagePlan::default();
        let mut known_oneofs: HashMap<String, usize> = HashMap::new();
        for (place, field) in message.fields().enumerate() {
            let oneof = field.containing_oneof().filter(|oneof| !oneof.is_synthetic()).map(|oneof| {
                *known_oneofs.entry(oneof.name().to_owned()).or_insert_with(|| {
                    plan.oneofs.push(Vec::new());
                    plan.oneofs.len() - 1
                })
            });
            if let Some(members) = oneof.and_then(|oneof| plan.oneofs.get_mut(oneof)) {
                members.push(place);
            }
            plan.by_number.push((field.number(), place));
            plan.fields.push(FieldPlan {
                key: format!("{}:", serde_json::Value::from(field.json_name())).into_bytes(),
                kind: self.kind(&field)?,
                is_repeated: field.is_list(),
                absent: absent(&field, oneof.is_some()),
                oneof,
            });
        }
        plan.by_number.sort_unstable();
        if let Some(slot) = self.messages.get_mut(index) {
            *slot = plan;
        }
        Ok(index)
    }

    /// The place of a message's field.
    pub(crate) fn place(&self, message: MessageIndex, number: u32) -> Option<usize> {
        self.messages.get(message)?.place(number)
    }

    fn kind(&mut self, field: &FieldDescriptor) -> Result<FieldKind, PlanError> {
        Ok(match field.kind() {
            Kind::Bool => FieldKind::Bool,
            Kind::Int32 => FieldKind::Int32,
            Kind::Int64 => FieldKind::Int64,
            Kind::Sint32 => FieldKind::Sint32,
            Kind::Sint64 => FieldKind::Sint64,
            Kind::Uint32 => FieldKind::Uint32,
            Kind::Uint64 => FieldKind::Uint64,
            Kind::Fixed32 => FieldKind::Fixed32,
            Kind::Fixed64 => FieldKind::Fixed64,
            Kind::Sfixed32 => FieldKind::Sfixed32,
            Kind::Sfixed64 => FieldKind::Sfixed64,
            Kind::Float => FieldKind::Float,
            Kind::Double => FieldKind::Double,
            Kind::String => FieldKind::Text,
            Kind::Bytes => FieldKind::Bytes,
            Kind::Enum(values) => FieldKind::Enum(self.enumeration(&values)),
            Kind::Message(message) => match Special::of(&message) {
                Some(special) if special != Special::Pagination => FieldKind::Special(special),
                _ => FieldKind::Message(self.add(&message)?),
            },
        })
    }

    fn enumeration(&mut self, values: &EnumDescriptor) -> usize {
        if let Some(index) = self.known_enums.get(values.full_name()) {
            return *index;
        }
        let names = values.values().map(|value| {
            let name = if value.number() == 0 { "" } else { value.name() };
            (value.number(), format!("\"{name}\"").into_bytes())
        });
        self.enums.push(names.collect());
        self.known_enums.insert(values.full_name().to_owned(), self.enums.len() - 1);
        self.enums.len() - 1
    }
}

/// Refuses what cannot be written as JSON here, or read from it.
fn check(message: &MessageDescriptor) -> Result<(), PlanError> {
    if message.fields().len() > MOST_FIELDS {
        return Err(PlanError::TooManyFields(message.full_name().to_owned()));
    }
    match message.fields().find(|field| field.is_map() || field.is_group()) {
        Some(field) => Err(PlanError::Unsupported(field.full_name().to_owned())),
        None => Ok(()),
    }
}

fn absent(field: &FieldDescriptor, is_oneof_member: bool) -> &'static [u8] {
    if field.is_list() {
        return b"[]";
    }
    if is_oneof_member {
        return b"null";
    }
    match field.kind() {
        // Strings and names are never null: documented clients call methods on them.
        Kind::String | Kind::Bytes | Kind::Enum(_) => b"\"\"",
        Kind::Message(_) => b"null",
        _ if field.supports_presence() => b"null",
        Kind::Bool => b"false",
        _ => b"0",
    }
}
