//! Some of the fields of a record, as a request's mask names them.

use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, MessageDescriptor};
use prost_types::FieldMask;

use crate::descriptors::{is_output_only, pool};

/// The version isn't changed by a client: it says what the client read.
const VERSION: &str = "version";

/// The fields of a record that a request changes.
#[derive(Debug, Clone)]
pub struct Mask {
    record: MessageDescriptor,
    fields: Vec<FieldDescriptor>,
}

/// A path of a mask that names no field which a client may change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("There is no field {0:?} that can be changed.")]
pub struct UnknownPath(pub String);

impl Mask {
    /// The mask for the record with this message's full name; `None` for all of its fields. A path is a field's name in the
    /// protocol or in JSON.
    ///
    /// # Errors
    /// The first path that isn't a field, or one of the server's own.
    pub fn read(record: &str, mask: Option<&FieldMask>) -> Result<Option<Self>, UnknownPath> {
        let paths = mask.map(|mask| mask.paths.as_slice()).unwrap_or_default();
        let Some(first) = paths.first() else { return Ok(None) };
        let record = pool().get_message_by_name(record).ok_or_else(|| UnknownPath(first.clone()))?;
        let field = |path: &String| {
            let found = record.fields().find(|field| is_called(field, path));
            let changeable = found.filter(|field| field.name() != VERSION && !is_output_only(field));
            changeable.ok_or_else(|| UnknownPath(path.clone()))
        };
        let mut fields: Vec<FieldDescriptor> = Vec::new();
        for path in paths {
            let field = field(path)?;
            if !fields.contains(&field) {
                fields.push(field);
            }
        }
        Ok(Some(Self { record, fields }))
    }

    /// Whether it names a field, by its name in the protocol.
    pub fn names(&self, field: &str) -> bool {
        self.fields.iter().any(|named| named.name() == field)
    }

    /// The stored record with the fields of the mask, and the version, as they were sent. A record of another version is taken as
    /// it is stored, so that it is refused for its version and not for what the two make together.
    ///
    /// # Errors
    /// Where one of the two isn't the record that the mask is for.
    pub fn over<M: Message + Default>(&self, record: &M, sent: &M) -> Result<M, prost::DecodeError> {
        let read =
            |message: &M| DynamicMessage::decode(self.record.clone(), message.encode_to_vec().as_slice());
        let (mut record, sent) = (read(record)?, read(sent)?);
        let version = self.record.get_field_by_name(VERSION);
        let differs = |field: &FieldDescriptor| {
            sent.has_field(field) && sent.get_field(field) != record.get_field(field)
        };
        let fields = if version.as_ref().is_some_and(differs) { &[][..] } else { &self.fields };
        for field in fields.iter().chain(&version) {
            match sent.has_field(field) {
                true => record.set_field(field, sent.get_field(field).into_owned()),
                false => record.clear_field(field),
            }
        }
        M::decode(record.encode_to_vec().as_slice())
    }
}

fn is_called(field: &FieldDescriptor, path: &str) -> bool {
    field.name() == path || field.json_name() == path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{contracts::Contract, types::Money};

    const CONTRACT: &str = "nirmaan.contracts.v1.Contract";

    fn mask(paths: &[&str]) -> Result<Option<Mask>, UnknownPath> {
        let paths = paths.iter().map(ToString::to_string).collect();
        Mask::read(CONTRACT, Some(&FieldMask { paths }))
    }

    #[test]
    fn only_named_fields_are_taken_over_absent_ones_too() {
        let record = Contract {
            bid_id: "A".to_owned(),
            comments: "kept".to_owned(),
            paper_cost: Some(Money { paise: 100 }),
            extension_count: 2,
            version: 7,
            ..Contract::default()
        };
        let sent = Contract {
            comments: "not named".to_owned(),
            extension_count: 3,
            version: 7,
            ..Contract::default()
        };
        let mask = mask(&["paperCost", "extensionCoun"]).unwrap().unwrap();
        let merged = mask.over(&record, &sent).unwrap();
        let expected = Contract { paper_cost: None, extension_count: 3, ..record.clone() };
        assert_eq!(merged, expected);
        let unversioned = Contract { version: 0, ..sent.clone() };
        assert_eq!(mask.over(&record, &unversioned).unwrap(), Contract { version: 0, ..expected });
        let stale = Contract { version: 6, ..sent };
        assert_eq!(mask.over(&record, &stale).unwrap(), Contract { version: 6, ..record });
        assert!(mask.names("paper_cost") && !mask.names("comments"));
    }

    #[test]
    fn a_field_goes_by_each_of_its_names() {
        for name in ["extension_count", "extensionCoun"] {
            assert!(mask(&[name]).unwrap().unwrap().names("extension_count"), "{name}");
        }
    }

    #[test]
    fn what_is_not_the_clients_is_refused() {
        for path in ["created_at", "id", "version", "totalDeposit", "no_such", "", "contract.bid_id", "*"] {
            assert_eq!(mask(&["bid_id", path]).unwrap_err(), UnknownPath(path.to_owned()));
        }
        assert!(mask(&[]).unwrap().is_none());
        assert!(Mask::read(CONTRACT, None).unwrap().is_none());
        let paths = FieldMask { paths: vec!["bid_id".to_owned()] };
        assert!(Mask::read("nirmaan.contracts.v1.Unknown", Some(&paths)).is_err());
    }

    #[test]
    fn a_field_counts_once_however_often_it_is_named() {
        let mask = mask(&["comments", "comments", "bid_id", "bidId"]).unwrap().unwrap();
        assert_eq!(mask.fields.len(), 2);
    }
}
