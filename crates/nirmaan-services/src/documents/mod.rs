//! Documents: files that belong to records.

mod document;
mod entity;
mod file;
mod kind;
mod name;
mod present;
mod storage;
mod upload;

pub use document::Documents;
pub use storage::Storage;

/// The one bucket that clients know of, wherever the objects are.
const BUCKET: &str = "default-docs-bucket";

/// Whether keys of documents have this where the type stands.
pub(crate) fn is_type(name: &str) -> bool {
    entity::type_named(name).is_some()
}
