//! Tests that no RPC and no table can escape: they are made from the descriptors and from the schema.

mod access;
mod audit;
mod limits;
mod masks;
mod rights;
mod routes;
mod schema;
mod scope;
mod tenancy;
mod texts;
