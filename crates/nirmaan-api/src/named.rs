//! What a request says of whose it is beside its message.

use std::sync::{Arc, OnceLock};

/// The tenant that a request names where its message has no field for one, as an extension of the request. It is told
/// when the body was read, which is after the gate looked at the headers and before the message gets to the service.
#[derive(Debug, Clone, Default)]
pub struct NamedTenant(Arc<OnceLock<String>>);

impl NamedTenant {
    /// Tells the name, whatever it is; what was told first counts.
    pub fn tell(&self, name: String) {
        // Nobody tells twice.
        let _ = self.0.set(name);
    }

    /// The name, once it was told.
    pub fn told(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}
