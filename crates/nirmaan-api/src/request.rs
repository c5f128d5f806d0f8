//! What goes along with a request beside its headers and its message, as extensions of it.

use std::{
    any::Any,
    fmt,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// The tenant that a request names where its message has no field for one. It is told when the body was read, which is
/// after the gate looked at the headers and before the message gets to the service.
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

/// What is held until the answer to a request has been taken, or its client has gone: whoever leaves answers lying in
/// memory doesn't get more of them.
#[derive(Clone, Default)]
pub struct Held(Arc<Mutex<Vec<Box<dyn Any + Send>>>>);

impl Held {
    /// Holds something until then.
    pub fn hold(&self, thing: impl Send + 'static) {
        // A poisoned lock only means that somebody else's thing may be missing.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(thing));
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Held")
    }
}
