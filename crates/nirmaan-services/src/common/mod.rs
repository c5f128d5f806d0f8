//! What belongs to no area.

mod contact;
mod search;

pub use contact::{Contact, ContactForm};
pub use search::Search;
