//! Integration tests: the real server on a port of its own, over a database of its own.
//!
//! SQLite by default; PostgreSQL when `NIRMAAN_TEST_POSTGRES` names a server whose superuser may be used.

#![allow(missing_docs)]

mod auth;
mod build;
mod contracts;
mod harness;
mod process;
mod sweep;
mod wire;
