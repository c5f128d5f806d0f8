//! Signing in, staying in, signing out.

pub mod hasher;
mod service;
mod sessions;
pub(crate) mod throttle;
pub mod tokens;

pub use service::Auth;
