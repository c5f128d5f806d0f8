//! Stored objects by signed links. The signature is the right, for as long as the organisation works: no token is asked
//! for, and no gate.

mod range;

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    response::Response,
    routing::get,
};
use futures_util::future::BoxFuture;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use nirmaan_edge::disposition;
use nirmaan_services::{
    Deps,
    links::{Link, Links, PREFIX},
    objects::{Object, Objects},
    trail::{Follower, Trail},
};
use nirmaan_store::Clock;
use tonic::Status;
use uuid::Uuid;

use self::range::Wanted;
use crate::{
    answers::{self, SORRY},
    client::FORWARDED_FOR,
    headers::REQUEST_ID,
};

/// What may be shown in the browser; all else is saved.
const SHOWN: [&str; 5] = ["image/jpeg", "image/png", "image/webp", "image/gif", PDF];
const PDF: &str = "application/pdf";
const SANDBOXED: HeaderValue = HeaderValue::from_static("sandbox; default-src 'none'");
/// The browser's own viewer doesn't run within a sandbox.
const PDF_VIEWED: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'self'");

/// Asks whether a tenant works: links to its objects don't count while it doesn't.
pub type Works = Arc<dyn Fn(Uuid) -> BoxFuture<'static, nirmaan_services::Result<bool>> + Send + Sync>;

/// What serving files takes.
#[derive(Clone)]
pub struct Files {
    /// The objects.
    pub objects: Objects,
    /// Who signed the links.
    pub links: Links,
    /// What time it is for them.
    pub clock: Clock,
    /// Whose links count.
    pub works: Works,
    /// Where it is told which documents were fetched.
    pub trail: Trail,
}

impl Files {
    /// Of the services' own.
    pub fn new(deps: &Deps) -> Self {
        let store = deps.store.clone();
        let works: Works = Arc::new(move |tenant_id| {
            let store = store.clone();
            Box::pin(async move { Ok(store.works(tenant_id).await?) })
        });
        let (objects, links) = (deps.objects.clone(), deps.links.clone());
        Self { objects, links, clock: deps.store.clock().clone(), works, trail: deps.trail.clone() }
    }

    /// What a token opens now: signed by us, not too old, and of a tenant that works.
    async fn opened(&self, token: &str) -> nirmaan_services::Result<Option<Link>> {
        let Some(link) = self.links.verify(token, self.clock.now()) else { return Ok(None) };
        let works = match link.tenant_id() {
            Some(tenant_id) => (self.works)(tenant_id).await?,
            None => false,
        };
        Ok(works.then_some(link))
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
    let link = match files.opened(token).await {
        Ok(Some(link)) => link,
        Ok(None) => {
            let message = "This link has expired. Go back and open the file again.";
            return refusal(StatusCode::FORBIDDEN, "PERMISSION_DENIED", message, request.headers());
        }
        Err(error) => return fault(error.into(), request.headers()),
    };
    match found(&files.objects, &link, request.method(), request.headers()).await {
        Ok(Some(response)) => {
            if *request.method() == Method::GET && response.status().is_success() {
                files.trail.downloaded(&link, &follower(request.headers()));
            }
            response
        }
        Ok(None) => {
            let message = "This file is no longer there.";
            refusal(StatusCode::NOT_FOUND, "NOT_FOUND", message, request.headers())
        }
        Err(error) => fault(error.into(), request.headers()),
    }
}

/// From where a link is followed, as the front has noted it.
fn follower(headers: &HeaderMap) -> Follower {
    let text = |name: HeaderName| {
        let value = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        value.chars().take(64).collect()
    };
    Follower { request_id: text(REQUEST_ID), address: text(FORWARDED_FOR) }
}

/// The answer from the object, if it is there: its headers, all of it, or a part.
async fn found(
    objects: &Objects,
    link: &Link,
    method: &Method,
    headers: &HeaderMap,
) -> nirmaan_services::Result<Option<Response>> {
    if method == Method::HEAD {
        return Ok(objects.size(&link.key).await?.map(|size| file(link, size, Body::empty())));
    }
    let Some(range) = headers.get(header::RANGE) else {
        return Ok(objects.get(&link.key).await?.map(|object| whole(link, object)));
    };
    let Some(size) = objects.size(&link.key).await? else { return Ok(None) };
    Ok(match range::wanted(range, size) {
        Wanted::Whole => objects.get(&link.key).await?.map(|object| whole(link, object)),
        Wanted::Part(range) => {
            let bytes = format!("bytes {}-{}/{size}", range.start, range.end - 1);
            let object = objects.get_range(&link.key, range).await?;
            object.map(|object| of_range(StatusCode::PARTIAL_CONTENT, &bytes, whole(link, object)))
        }
        Wanted::Nothing => {
            let message = "This file doesn't have these bytes.";
            let status = StatusCode::RANGE_NOT_SATISFIABLE;
            let response = refusal(status, "OUT_OF_RANGE", message, headers);
            Some(of_range(status, &format!("bytes */{size}"), response))
        }
    })
}

async fn nothing(request: Request) -> Response {
    let message = "There is nothing at this address.";
    refusal(StatusCode::NOT_FOUND, "NOT_FOUND", message, request.headers())
}

fn whole(link: &Link, object: Object) -> Response {
    file(link, object.size(), Body::from_stream(object.into_stream()))
}

/// Tells which bytes of how many an answer has.
fn of_range(status: StatusCode, bytes: &str, mut response: Response) -> Response {
    *response.status_mut() = status;
    if let Ok(bytes) = HeaderValue::from_str(bytes) {
        response.headers_mut().insert(header::CONTENT_RANGE, bytes);
    }
    response
}

fn file(link: &Link, size: u64, body: Body) -> Response {
    let is_shown = link.inline && SHOWN.contains(&link.media_type.as_str());
    let named = if is_shown {
        disposition::inline(&link.file_name)
    } else {
        disposition::attachment(&link.file_name)
    };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    let unknown = HeaderValue::from_static("application/octet-stream");
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(&link.media_type).unwrap_or(unknown));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
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
