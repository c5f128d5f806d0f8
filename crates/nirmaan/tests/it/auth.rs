//! Signing in, staying in, signing out.

mod duties;
mod image;
mod login;
mod most;
mod password;
mod profile;
pub(crate) mod second_factor;
mod session;
mod theft;
