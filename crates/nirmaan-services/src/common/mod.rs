//! What belongs to no area.

mod contact;

pub use contact::{Contact, ContactForm};
