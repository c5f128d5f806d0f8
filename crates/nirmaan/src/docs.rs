//! `/api/docs`, the page of the JSON interface: the one address below `/api` that is no call.

use axum::{Router, extract::Request, response::Response, routing::get};
use http::{HeaderMap, HeaderValue, StatusCode, header};

use crate::{
    answers,
    headers::{POLICY_OF_DOCS, REQUEST_ID},
    web,
};

/// The page, to be merged with the calls.
pub fn router() -> Router {
    Router::new().route("/api/docs", get(page).fallback(refuse))
}

async fn page(headers: HeaderMap) -> Response {
    let mut page = web::docs(&headers);
    page.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY_OF_DOCS);
    page
}

/// Refuses other verbs as the calls do.
async fn refuse(request: Request) -> Response {
    let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
    let status = StatusCode::METHOD_NOT_ALLOWED;
    let mut response = answers::json(status, "UNIMPLEMENTED", "This address takes other methods.", id);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}
