//! Signing in, staying in, signing out.

mod app_passwords;
mod duties;
mod image;
mod login;
pub mod mail;
mod most;
mod password;
mod profile;
pub(crate) mod second_factor;
mod session;
mod step_up;
mod theft;
