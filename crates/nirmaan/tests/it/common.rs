//! What belongs to no area: the contact form, mail, deletions, changes of some fields, the search over everything, and settings.

mod contact;
mod crash;
pub mod deleted;
mod deleted_list;
mod delivery;
mod missing;
mod partial;
mod search;
mod server;
mod settings;
mod texts;
mod views;
