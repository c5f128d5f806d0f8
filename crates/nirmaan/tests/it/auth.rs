//! Signing in, staying in, signing out.

mod image;
mod login;
mod most;
mod password;
mod profile;
mod session;
mod theft;
