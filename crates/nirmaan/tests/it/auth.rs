//! Signing in, staying in, signing out.

mod duties;
mod image;
mod login;
pub mod mail;
mod most;
mod password;
mod profile;
pub(crate) mod second_factor;
mod session;
mod theft;
