//! What belongs to no area.

mod contact;
mod deleted;
pub(crate) mod missing;
mod search;
mod settings;

pub use contact::{Contact, ContactForm};
pub use deleted::Deleted;
pub(crate) use deleted::{KEPT, gone};
pub use search::Search;
pub use settings::Settings;
