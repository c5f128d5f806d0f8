//! Documents: files that belong to records.

pub(crate) mod deletion;
mod document;
mod entity;
mod file;
mod kind;
mod name;
mod present;
mod storage;
mod upload;

use nirmaan_store::entity::document::EntityType;
use uuid::Uuid;

pub use document::Documents;
pub use storage::Storage;

/// The one bucket that clients know of, wherever the objects are.
const BUCKET: &str = "default-docs-bucket";

/// Whose content an object is, read from its key.
pub(crate) struct Content {
    /// Whose document it is.
    pub(crate) tenant_id: Uuid,
    /// What the document belongs to.
    pub(crate) entity_type: EntityType,
    /// Which one.
    pub(crate) entity_id: Uuid,
    /// The document.
    pub(crate) id: Uuid,
}

/// The document whose content, not its small picture, has this key.
pub(crate) fn content_of(key: &str) -> Option<Content> {
    let mut parts = key.split('/');
    let mut next = || parts.next();
    let (tenant_id, entity_type) = (next()?.parse().ok()?, entity::type_named(next()?)?);
    let (entity_id, id, _file) = (next()?.parse().ok()?, next()?.parse().ok()?, next()?);
    parts.next().is_none().then_some(Content { tenant_id, entity_type, entity_id, id })
}

/// Whether keys of documents have this where the type stands.
pub(crate) fn is_type(name: &str) -> bool {
    entity::type_named(name).is_some()
}
