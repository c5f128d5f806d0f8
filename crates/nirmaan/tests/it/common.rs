//! What belongs to no area: the contact form, mail, the search over everything, and settings.

mod contact;
mod crash;
mod delivery;
mod search;
mod server;
mod settings;
mod views;
