//! Signing in, staying in, signing out.

mod image;
mod login;
pub mod mail;
mod most;
mod password;
mod profile;
mod session;
mod theft;
