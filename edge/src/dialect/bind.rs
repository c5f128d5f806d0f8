//! JSON, query and path into a message, by its descriptor.

use std::fmt;

use nirmaan_api::descriptors::is_output_only;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, ReflectMessage, Value};
use serde_json::value::RawValue;

use super::{
    Special, calendar,
    decimal::{self, DecimalError},
    json::{Json, Object},
    object,
    text::{self, Scalar},
};
use crate::violation::Violation;

/// Complaints beyond this many help nobody, and would let a small request ask for a large answer.
const MOST_VIOLATIONS: usize = 50;

/// What all arrays of a request have together: each element becomes a value many times as large as its text.
const MOST_ELEMENTS: usize = 50_000;

/// Where a value stands in the body, as its reader names it.
#[derive(Clone, Copy)]
pub(crate) enum At<'a> {
    /// The body itself.
    Body,
    /// A member of an object.
    Member(&'a At<'a>, &'a str),
    /// An element of an array.
    Element(&'a At<'a>, usize),
}

impl fmt::Display for At<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Body => Ok(()),
            Self::Member(Self::Body, name) => formatter.write_str(name),
            Self::Member(parent, name) => write!(formatter, "{parent}.{name}"),
            Self::Element(parent, index) => write!(formatter, "{parent}[{index}]"),
        }
    }
}

/// A value to be bound.
#[derive(Clone, Copy)]
enum Input<'a> {
    Json(&'a RawValue),
    Text(&'a str),
}

/// Binds values to messages and collects what is wrong with them.
pub(crate) struct Binder<'u> {
    violations: Vec<Violation>,
    /// How many more elements the arrays of the request may have.
    room: usize,
    /// Fields that no request fills.
    untaken: &'u [FieldDescriptor],
}

impl<'u> Binder<'u> {
    /// With the fields that no request fills.
    pub(crate) fn new(untaken: &'u [FieldDescriptor]) -> Self {
        Self { violations: Vec::new(), room: MOST_ELEMENTS, untaken }
    }

    /// What was wrong, in the order it was found.
    pub(crate) fn violations(self) -> Vec<Violation> {
        self.violations
    }

    /// Binds the members of an object that is no other value; false where it is one. Members that the message doesn't
    /// know are ignored, and so are those that only answers have.
    pub(crate) fn body(&mut self, message: &mut DynamicMessage, raw: &RawValue) -> bool {
        match Json::of(raw) {
            Some(Json::Object(object)) => self.object(message, object, At::Body),
            _ => false,
        }
    }

    /// Binds the members of an object; false where their names can't be read.
    fn object(&mut self, message: &mut DynamicMessage, object: Object<'_>, at: At<'_>) -> bool {
        let descriptor = message.descriptor();
        let Some(members) = object.members(|name| self.field_taken(&descriptor, name)) else { return false };
        for (field, raw) in &members {
            self.field(message, field, raw, At::Member(&at, field.json_name()));
        }
        true
    }

    fn field_taken(&self, descriptor: &MessageDescriptor, name: &str) -> Option<FieldDescriptor> {
        field_named(descriptor, name).filter(|field| !self.untaken.contains(field))
    }

    /// Binds the value of one field.
    pub(crate) fn field(
        &mut self,
        message: &mut DynamicMessage,
        field: &FieldDescriptor,
        raw: &RawValue,
        at: At<'_>,
    ) {
        if let Some(value) = self.field_value(field, Input::Json(raw), at) {
            message.set_field(field, value);
        }
    }

    /// Binds the texts given for a path of names such as `id` or `pagination.page`. An unknown name is ignored.
    pub(crate) fn texts(&mut self, message: &mut DynamicMessage, names: &str, texts: &[String], at: At<'_>) {
        let (name, rest) = names.split_once('.').map_or((names, None), |(name, rest)| (name, Some(rest)));
        let Some(field) = field_named(&message.descriptor(), name) else {
            return;
        };
        let at = At::Member(&at, field.json_name());
        match (rest, texts) {
            (Some(rest), _) => {
                if !field.is_list()
                    && matches!(field.kind(), Kind::Message(_))
                    && let Some(inner) = message.get_field_mut(&field).as_message_mut()
                {
                    self.texts(inner, rest, texts, at);
                }
            }
            (None, _) if field.is_list() => {
                let inputs = texts.iter().map(|text| Input::Text(text));
                let values = self.elements(&field, inputs, at);
                message.set_field(&field, Value::List(values));
            }
            (None, _) if is_mask(&field) => {
                // Some programs send a list as a parameter for each of its members.
                if let Some(value) = self.value(&field, Input::Text(&texts.join(",")), at) {
                    message.set_field(&field, value);
                }
            }
            // Given twice, the last one counts, as in an object.
            (None, [.., last]) => match self.value(&field, Input::Text(last), at) {
                Some(value) => message.set_field(&field, value),
                None => message.clear_field(&field),
            },
            (None, []) => {}
        }
    }

    fn field_value(&mut self, field: &FieldDescriptor, input: Input<'_>, at: At<'_>) -> Option<Value> {
        if !field.is_list() {
            return self.value(field, input, at);
        }
        match input {
            Input::Json(raw) => match Json::of(raw) {
                Some(Json::Array(array)) => match array.elements(self.room) {
                    Some(elements) => {
                        self.room -= elements.len();
                        Some(Value::List(self.elements(field, elements.into_iter().map(Input::Json), at)))
                    }
                    None => {
                        self.complain(
                            at,
                            &format!("has too many elements: a request has at most {MOST_ELEMENTS}"),
                        );
                        None
                    }
                },
                Some(Json::Null) => None,
                Some(Json::Text(text)) if text.trim().is_empty() => None,
                // Filters that take several values are sent a single one too.
                _ => self.value(field, input, at).map(|value| Value::List(vec![value])),
            },
            Input::Text(_) => self.value(field, input, at).map(|value| Value::List(vec![value])),
        }
    }

    fn elements<'a>(
        &mut self,
        field: &FieldDescriptor,
        inputs: impl Iterator<Item = Input<'a>>,
        at: At<'_>,
    ) -> Vec<Value> {
        inputs
            .enumerate()
            .filter_map(|(index, input)| self.value(field, input, At::Element(&at, index)))
            .collect()
    }

    /// One value; `None` where it is absent, or wrong and noted so.
    fn value(&mut self, field: &FieldDescriptor, input: Input<'_>, at: At<'_>) -> Option<Value> {
        let outcome = match input {
            Input::Text(text) => scalar(field, Scalar::Text(text)),
            Input::Json(raw) => match Json::of(raw) {
                None => Err("is not valid Unicode text"),
                Some(Json::Null) => Ok(None),
                Some(Json::Bool(value)) => scalar(field, Scalar::Bool(value)),
                Some(Json::Number(text)) => scalar(field, Scalar::Number(text)),
                Some(Json::Text(text)) => scalar(field, Scalar::Text(&text)),
                Some(Json::Array(_)) if is_lenient(field) => Ok(Some(Value::I32(0))),
                Some(Json::Array(_)) => Err("must not be a list"),
                Some(Json::Object(object)) => self.nested(field, raw, object, at),
            },
        };
        outcome.unwrap_or_else(|complaint| {
            self.complain(at, complaint);
            None
        })
    }

    fn nested(
        &mut self,
        field: &FieldDescriptor,
        raw: &RawValue,
        object: Object<'_>,
        at: At<'_>,
    ) -> Result<Option<Value>, &'static str> {
        let Kind::Message(descriptor) = field.kind() else {
            return if is_lenient(field) { Ok(Some(Value::I32(0))) } else { Err("must not be an object") };
        };
        let mut message = DynamicMessage::new(descriptor.clone());
        match Special::of(&descriptor) {
            Some(Special::Object) => {
                let json = object::compact(raw.get()).ok_or("must be a JSON object")?;
                set(&mut message, 1, Value::String(json));
            }
            Some(special @ (Special::Money | Special::Day | Special::Instant | Special::Mask)) => {
                return Err(wanted(special));
            }
            Some(Special::Pagination) | None => {
                if !self.object(&mut message, object, at) {
                    return Err("is not valid Unicode text");
                }
            }
        }
        Ok(Some(Value::Message(message)))
    }

    fn complain(&mut self, at: At<'_>, complaint: &str) {
        if self.violations.len() < MOST_VIOLATIONS {
            self.violations.push(Violation { field: at.to_string(), message: complaint.to_owned() });
        }
    }
}

/// A value that was written as a scalar; `None` where that means absent.
fn scalar(field: &FieldDescriptor, scalar: Scalar<'_>) -> Result<Option<Value>, &'static str> {
    let kind = field.kind();
    if let Scalar::Text(text) = scalar {
        // An empty text in a list of texts is an element like any other; elsewhere it means "not given".
        let is_absent = match kind {
            Kind::String => text.is_empty() && !field.is_list(),
            _ => text.trim().is_empty(),
        };
        if is_absent {
            return Ok(None);
        }
    }
    match &kind {
        Kind::Message(descriptor) => special(descriptor, scalar).map(Some),
        _ if is_lenient(field) => Ok(Some(Value::I32(text::lenient_integer(scalar)))),
        _ => text::read(&kind, scalar).map(Some),
    }
}

/// A message that is written as a scalar.
fn special(descriptor: &MessageDescriptor, scalar: Scalar<'_>) -> Result<Value, &'static str> {
    let mut message = DynamicMessage::new(descriptor.clone());
    let special = Special::of(descriptor).ok_or("must be an object")?;
    match (special, scalar) {
        (Special::Money, Scalar::Number(text) | Scalar::Text(text)) => {
            let paise = decimal::scaled(text, 2).map_err(|error| match error {
                DecimalError::NotANumber => wanted(special),
                DecimalError::TooPrecise => "must have at most two decimals",
                DecimalError::OutOfRange => "is out of range",
            })?;
            set(&mut message, 1, Value::I64(paise));
        }
        (Special::Day, Scalar::Text(text)) => {
            use chrono::Datelike;
            let day = calendar::parse_day(text).ok_or(wanted(special))?;
            set(&mut message, 1, Value::I32(day.year()));
            set(&mut message, 2, Value::I32(day.month().cast_signed()));
            set(&mut message, 3, Value::I32(day.day().cast_signed()));
        }
        (Special::Instant, Scalar::Text(text)) => {
            let (seconds, nanos) = calendar::parse_instant(text).ok_or(wanted(special))?;
            set(&mut message, 1, Value::I64(seconds));
            set(&mut message, 2, Value::I32(nanos));
        }
        (Special::Mask, Scalar::Text(text)) => {
            let paths = text.split(',').map(|path| Value::String(path.trim().to_owned()));
            set(&mut message, 1, Value::List(paths.collect()));
        }
        _ => return Err(wanted(special)),
    }
    Ok(Value::Message(message))
}

/// The fields at any depth of a message that only answers have.
pub(crate) fn only_answered(message: &MessageDescriptor) -> Vec<FieldDescriptor> {
    let mut seen = vec![message.clone()];
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(message) = seen.get(next).cloned() {
        next += 1;
        for field in message.fields() {
            if is_output_only(&field) {
                found.push(field);
            } else if let Kind::Message(inner) = field.kind()
                && !seen.contains(&inner)
            {
                seen.push(inner);
            }
        }
    }
    found
}

/// A field by its JSON name or its proto name.
pub(crate) fn field_named(message: &MessageDescriptor, name: &str) -> Option<FieldDescriptor> {
    message.get_field_by_json_name(name).or_else(|| message.get_field_by_name(name))
}

/// Whether a field has the names of others.
fn is_mask(field: &FieldDescriptor) -> bool {
    matches!(field.kind(), Kind::Message(message) if Special::of(&message) == Some(Special::Mask))
}

/// What a special message has to be written as.
fn wanted(special: Special) -> &'static str {
    match special {
        Special::Money => "must be an amount in rupees",
        Special::Day => "must be a date such as 2026-03-31",
        Special::Instant => "must be a time such as 2026-03-31T09:30:00Z",
        Special::Object => "must be a JSON object",
        Special::Mask => "must be names of fields such as status,comments",
        Special::Pagination => "must be an object",
    }
}

/// A page number that can't be read is a page number of 0, never an error: old clients send anything.
fn is_lenient(field: &FieldDescriptor) -> bool {
    field.kind() == Kind::Int32 && Special::of(field.parent_message()) == Some(Special::Pagination)
}

fn set(message: &mut DynamicMessage, number: u32, value: Value) {
    // The numbers and types are those of published messages, and the tests would fail on any other.
    let outcome = message.try_set_field_by_number(number, value);
    debug_assert!(outcome.is_ok(), "{outcome:?}");
}
