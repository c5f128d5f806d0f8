//! Tenants, people, roles and what belongs to them.

pub mod image;
