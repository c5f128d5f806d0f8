//! Signing in, staying in, signing out.

mod login;
mod session;
