//! Contracts.

mod crud;
mod dashboard;
mod documented;
mod filter;
pub mod import;
mod imports;
