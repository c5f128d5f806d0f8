//! Contracts.

mod crud;
mod dashboard;
mod filter;
mod import;
