//! What Nirmaan's JSON says differently from proto3 JSON, in both directions: the one place that knows.
//!
//! Money is a number in rupees, a calendar day is `"2026-03-31"`, free-form data is an object, an enum value
//! goes by its bare name. Documented clients read and write it so.

pub(crate) mod bind;
pub(crate) mod calendar;
pub(crate) mod decimal;
pub(crate) mod json;
pub(crate) mod object;
pub(crate) mod text;

use prost_reflect::MessageDescriptor;

/// A message that JSON writes as something other than an object of its fields, or reads by rules of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Special {
    /// Rupees as a number.
    Money,
    /// A calendar day as text.
    Day,
    /// An instant as RFC 3339 text.
    Instant,
    /// Free-form data as an object.
    Object,
    /// The names of some fields as text, with commas between them.
    Mask,
    /// Paging, of which anything that is no number counts as 0.
    Pagination,
}

impl Special {
    /// How a message differs, if it does.
    pub(crate) fn of(message: &MessageDescriptor) -> Option<Self> {
        match message.full_name() {
            "nirmaan.type.v1.Money" => Some(Self::Money),
            "google.type.Date" => Some(Self::Day),
            "google.protobuf.Timestamp" => Some(Self::Instant),
            "nirmaan.type.v1.JsonObject" => Some(Self::Object),
            "google.protobuf.FieldMask" => Some(Self::Mask),
            "nirmaan.type.v1.Pagination" => Some(Self::Pagination),
            _ => None,
        }
    }
}

/// Whether a message is a file that is answered as itself.
pub(crate) fn is_file(message: &MessageDescriptor) -> bool {
    message.name() == "FileContent"
}

/// Whether a message is a part of a file that is answered as itself.
pub(crate) fn is_file_part(message: &MessageDescriptor) -> bool {
    message.name() == "FilePart"
}
