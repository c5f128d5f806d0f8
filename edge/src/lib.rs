//! JSON and multipart over HTTP to gRPC, made from the descriptors alone.
//!
//! A request is matched by verb and path, bound to its RPC's request message, and called over an [`Upstream`],
//! the gated services in this process. The answer's wire bytes become JSON by
//! a plan compiled once. Nothing here knows an endpoint; everything knows the dialect.

mod call;
mod dialect;
pub mod disposition;
mod edge;
mod error;
mod json;
mod linger;
pub mod openapi;
mod parts;
mod plan_error;
mod request;
mod response;
mod routes;
mod target;
mod tenant;
#[cfg(test)]
mod tests;
mod upload;
mod upstream;
mod violation;

use std::sync::Arc;

use axum::{Router, routing::any};
use nirmaan_api::method::Times;

pub use crate::{
    plan_error::PlanError,
    routes::{Route, routes},
    upstream::{Upstream, in_process},
};

/// How much of a request is read, and for how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a JSON body, where the method sets no limit of its own.
    pub json_body: usize,
    /// Nesting of a JSON body.
    pub json_depth: usize,
    /// How long a call may take, from its first byte on, that doesn't declare it itself.
    pub times: Times,
}

impl Default for Limits {
    fn default() -> Self {
        Self { json_body: 1024 * 1024, json_depth: 64, times: Times::default() }
    }
}

/// Everything under `/api`, for the RPCs of all services.
///
/// # Errors
/// When two bindings collide, name fields that don't exist, or need what can't be said in JSON.
pub fn router(upstream: Upstream, limits: Limits) -> Result<Router, PlanError> {
    serve(nirmaan_api::method::all(), upstream, limits)
}

fn serve(
    methods: &[nirmaan_api::method::Method],
    upstream: Upstream,
    limits: Limits,
) -> Result<Router, PlanError> {
    let edge = edge::Edge::new(methods, upstream, limits)?;
    Ok(Router::new()
        .route("/api", any(edge::handle))
        .route("/api/", any(edge::handle))
        .route("/api/{*path}", any(edge::handle))
        .with_state(Arc::new(edge)))
}
