//! What belongs to no area: the contact form, and mail.

mod contact;
mod crash;
mod delivery;
mod server;
