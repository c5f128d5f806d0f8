//! Integration tests: the real server on a port of its own, over a database of its own.
//!
//! SQLite by default; PostgreSQL when `NIRMAAN_TEST_POSTGRES` names a server whose superuser may be used.

#![allow(missing_docs)]
// A test that can't go on should panic, in its helpers too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod auth;
mod build;
mod common;
mod contracts;
mod database;
mod docs;
mod documents;
mod export;
mod files;
mod guard;
mod harness;
mod pages;
mod platform;
mod process;
mod projects;
mod sqlite_plans;
mod sweep;
mod tasks;
mod trail;
mod wire;
