//! JSON as an answer.

use axum::{body::Body, response::Response};
use http::{HeaderValue, header};

/// A text of JSON as an answer.
pub(crate) fn json(text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
