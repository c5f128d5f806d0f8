//! Stored objects by signed links. The signature is the right: no token is asked for, and no gate.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    response::Response,
    routing::get,
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use nirmaan_edge::disposition;
use nirmaan_services::{
    Deps,
    links::{Link, Links, PREFIX},
    objects::{Object, Objects},
};
use nirmaan_store::Clock;
use tonic::Status;

use crate::{
    answers::{self, SORRY},
    headers::REQUEST_ID,
};

/// What may be shown in the browser; all else is saved.
const SHOWN: [&str; 5] = ["image/jpeg", "image/png", "image/webp", "image/gif", PDF];
const PDF: &str = "application/pdf";
const SANDBOXED: HeaderValue = HeaderValue::from_static("sandbox; default-src 'none'");
/// The browser's own viewer doesn't run within a sandbox.
const PDF_VIEWED: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'self'");

/// What serving files takes.
#[derive(Clone)]
pub struct Files {
    /// The objects.
    pub objects: Objects,
    /// Who signed the links.
    pub links: Links,
    /// What time it is for them.
    pub clock: Clock,
}

impl Files {
    /// Of the services' own.
    pub fn new(deps: &Deps) -> Self {
        Self { objects: deps.objects.clone(), links: deps.links.clone(), clock: deps.store.clock().clone() }
    }
}

/// `GET /files/{token}/{name}`.
pub fn router(files: Files) -> Router {
    Router::new().route("/files/{*link}", get(answer)).fallback(nothing).with_state(Arc::new(files))
}

async fn answer(State(files): State<Arc<Files>>, request: Request) -> Response {
    let Some((token, _)) = request.uri().path().strip_prefix(PREFIX).and_then(|rest| rest.split_once('/'))
    else {
        return nothing(request).await;
    };
    let Some(link) = files.links.verify(token, files.clock.now()) else {
        let message = "This link has expired. Go back and open the file again.";
        return refusal(StatusCode::FORBIDDEN, "PERMISSION_DENIED", message, request.headers());
    };
    match files.objects.get(&link.key).await {
        Ok(Some(object)) => file(&link, object),
        Ok(None) => {
            let message = "This file is no longer there.";
            refusal(StatusCode::NOT_FOUND, "NOT_FOUND", message, request.headers())
        }
        Err(error) => fault(error.into(), request.headers()),
    }
}

async fn nothing(request: Request) -> Response {
    let message = "There is nothing at this address.";
    refusal(StatusCode::NOT_FOUND, "NOT_FOUND", message, request.headers())
}

fn file(link: &Link, object: Object) -> Response {
    let is_shown = link.inline && SHOWN.contains(&link.media_type.as_str());
    let named = if is_shown {
        disposition::inline(&link.file_name)
    } else {
        disposition::attachment(&link.file_name)
    };
    let size = object.size();
    let mut response = Response::new(Body::from_stream(object.into_stream()));
    let headers = response.headers_mut();
    let unknown = HeaderValue::from_static("application/octet-stream");
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(&link.media_type).unwrap_or(unknown));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    if let Ok(named) = HeaderValue::from_str(&named) {
        headers.insert(header::CONTENT_DISPOSITION, named);
    }
    let policy = if link.media_type == PDF { PDF_VIEWED } else { SANDBOXED };
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}

/// The storage doesn't answer, or something is wrong with it, which the log knows.
fn fault(status: Status, request: &HeaderMap) -> Response {
    if status.code() != tonic::Code::Unavailable {
        return refusal(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL", SORRY, request);
    }
    let mut response = refusal(StatusCode::SERVICE_UNAVAILABLE, "UNAVAILABLE", SORRY, request);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

fn refusal(status: StatusCode, code: &str, message: &str, request: &HeaderMap) -> Response {
    let id = request.get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
    answers::json(status, code, message, id)
}
