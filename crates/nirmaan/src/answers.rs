//! Answers that the server gives itself, before or instead of a service.

use axum::{body::Body, response::Response};
use http::{HeaderValue, StatusCode, header};
use serde_json::json;
use tonic::{Code, Status};

/// What a person is told when the fault is ours.
pub const SORRY: &str = "Something went wrong. Please try again later.";

/// An error in the shape of the JSON interface.
pub fn json(status: StatusCode, code: &str, message: &str, request_id: &str) -> Response {
    let body = json!({ "code": code, "message": message, "fields": [], "requestId": request_id });
    with_body(status, "application/json", body.to_string())
}

/// That the server is ready, and what is better set otherwise.
pub fn ready(warnings: &[&str]) -> Response {
    let body = json!({ "status": "ok", "warnings": warnings });
    with_body(StatusCode::OK, "application/json", body.to_string())
}

/// An error of a gRPC call.
pub fn grpc(code: Code, message: &str) -> Response {
    Status::new(code, message).into_http::<Body>()
}

/// A short text.
pub fn text(status: StatusCode, text: impl Into<Body>) -> Response {
    with_body(status, "text/plain; charset=utf-8", text)
}

/// A page.
pub fn page(status: StatusCode, html: &'static str) -> Response {
    with_body(status, "text/html; charset=utf-8", html)
}

/// A document for machines.
pub fn xml(document: String) -> Response {
    with_body(StatusCode::OK, "application/xml", document)
}

/// The answer to a verb that a path doesn't have.
pub fn wrong_verb(allow: &'static str) -> Response {
    let mut response = text(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed\n");
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allow));
    response
}

fn with_body(status: StatusCode, kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
