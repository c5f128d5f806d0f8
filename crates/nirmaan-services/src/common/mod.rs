//! What belongs to no area.

mod contact;
mod search;
mod settings;

pub use contact::{Contact, ContactForm};
pub use search::Search;
pub use settings::Settings;
