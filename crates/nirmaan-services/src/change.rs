//! What a request changes of a record: all that can be edited, or the fields that its mask names.

use nirmaan_api::mask::Mask;
use prost::{Message, Name};
use prost_types::FieldMask;

use crate::error::{Error, Result, Violation};

/// A record as a client wants it to be.
pub struct Sent<M> {
    record: M,
    mask: Option<Mask>,
}

impl<M: Message + Name + Default + Clone> Sent<M> {
    /// Of a request.
    ///
    /// # Errors
    /// [`Error::Invalid`] on `update_mask`, where that names what no client changes.
    pub fn read(record: Option<M>, mask: Option<FieldMask>) -> Result<Self> {
        let wrong = |path: nirmaan_api::mask::UnknownPath| {
            Error::Invalid(vec![Violation { field: "update_mask".to_owned(), message: path.to_string() }])
        };
        let mask = Mask::read(&M::full_name(), mask.as_ref()).map_err(wrong)?;
        Ok(Self { record: record.unwrap_or_default(), mask })
    }

    /// Checks a record that is sent whole before its row is looked up, so that wrong fields are reported before a missing row.
    pub fn check_whole<T>(&self, read: impl FnOnce(M) -> Result<T>) -> Result<()> {
        match self.mask {
            None => read(self.record.clone()).map(drop),
            Some(_) => Ok(()),
        }
    }

    /// Whether a mask names a field.
    pub fn names(&self, field: &str) -> bool {
        self.mask.as_ref().is_some_and(|mask| mask.names(field))
    }

    /// What was sent, whatever a mask says of it.
    pub fn record(&self) -> &M {
        &self.record
    }

    /// The same, to leave out what is done with.
    pub fn record_mut(&mut self) -> &mut M {
        &mut self.record
    }

    /// What the record is to be, from what it is now.
    pub fn over(&self, now: impl FnOnce() -> M) -> Result<M> {
        match &self.mask {
            None => Ok(self.record.clone()),
            Some(mask) => mask
                .over(&now(), &self.record)
                .map_err(|error| Error::Internal(format!("a mask over another record: {error}"))),
        }
    }
}
