//! The Nirmaan server: gRPC, gRPC-web, JSON and the web app on one port.
//!
//! [`serve::start`] runs it from a [`config::Config`]; the command line is [`cli`].

pub mod accept;
pub mod administrator;
pub mod answers;
pub mod cli;
pub mod client;
pub mod config;
pub mod deadline;
mod docs;
pub mod files;
pub mod front;
pub mod grpc;
pub mod headers;
pub mod http;
pub mod jobs;
pub mod keys;
pub mod limits;
pub mod logging;
mod metrics;
mod open_files;
pub mod serve;
pub mod warnings;
pub mod web;
pub mod wiring;
