//! What belongs to no area: the contact form, mail, and the search over everything.

mod contact;
mod crash;
mod delivery;
mod search;
mod server;
