//! The fields of an upload's form, which come before or behind its files.

use nirmaan_api::types::FormField;
use nirmaan_store::entity::document::{self, EntityType};
use nirmaan_text::normalize;

use super::super::{
    BUCKET,
    entity::{self, Owner},
};
use crate::{
    access::Caller,
    check::Check,
    error::{Error, Result, Violation},
};

/// What was sent of the form.
#[derive(Debug, Default)]
pub(super) struct Form {
    entity_type: String,
    entity_id: String,
    doc_type: String,
    purpose: String,
    bucket_name: String,
}

/// The form, checked.
#[derive(Debug)]
pub(super) struct Fields {
    pub(super) owner: Owner,
    pub(super) doc_type: String,
    pub(super) purpose: String,
}

impl Form {
    /// Takes a field. What the server itself knows of a file counts for nothing, nor does what is unknown.
    ///
    /// # Errors
    /// [`Error::Denied`] when it names another tenant than the caller's.
    pub(super) fn take(&mut self, caller: &Caller, field: FormField) -> Result<()> {
        let FormField { name, value } = field;
        let value = normalize(&value);
        match name.as_str() {
            "tenantId" | "tenant_id" => caller.require_own_tenant(&value)?,
            "entityType" | "entity_type" => self.entity_type = value,
            "entityId" | "entity_id" => self.entity_id = value,
            "docType" | "doc_type" => self.doc_type = value,
            "purpose" => self.purpose = value,
            "bucketName" | "bucket_name" => self.bucket_name = value,
            _ => {}
        }
        Ok(())
    }

    /// What the files are to belong to: contracts, when the form doesn't say.
    ///
    /// # Errors
    /// [`Error::Invalid`] when there is no such type.
    pub(super) fn entity_type(&self) -> Result<EntityType> {
        if self.entity_type.is_empty() {
            return Ok(EntityType::Contract);
        }
        entity::type_named(&self.entity_type).ok_or_else(|| {
            let message = "There is no such type of record.".to_owned();
            Error::Invalid(vec![Violation { field: "entity_type".to_owned(), message }])
        })
    }

    /// The form, checked.
    ///
    /// # Errors
    /// [`Error::Invalid`] with all that is wrong with it.
    pub(super) fn read(self, entity_type: EntityType) -> Result<Fields> {
        let mut check = Check::default();
        let doc_type = check.text("doc_type", "Document type", &self.doc_type, 64);
        let purpose = check.text("purpose", "Purpose", &self.purpose, 255);
        if self.entity_id.is_empty() && !entity::is_of_tenant(entity_type) {
            check.complain("entity_id", "Say which record the documents belong to.");
        }
        if !self.bucket_name.is_empty() && self.bucket_name != BUCKET {
            check.complain("bucket_name", format!("The bucket must be {BUCKET}."));
        }
        check.done()?;
        let doc_type = if doc_type.is_empty() { document::SUPPORTING.to_owned() } else { doc_type };
        Ok(Fields { owner: Owner { entity_type, entity_id: self.entity_id }, doc_type, purpose })
    }
}
