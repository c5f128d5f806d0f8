//! What is wrong with a request.

use serde::Serialize;

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Violation {
    /// Where, as the body names it: `rows[2].bidId`.
    pub(crate) field: String,
    /// A sentence for a person.
    pub(crate) message: String,
}
