//! Contracts.

mod crud;
mod dashboard;
mod documented;
mod filter;
mod import;
