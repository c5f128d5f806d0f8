//! What happens to every request, whatever is behind it: its id, its client's address, the headers of its
//! answer and its one line in the log.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Instant,
};

use axum::{
    body::Body,
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header};
use http_body::{Body as HttpBody, Frame, SizeHint};
use ipnet::IpNet;
use nirmaan_api::request::Held;

use crate::{
    accept::Peer,
    answers,
    client::{self, FORWARDED_FOR},
    config::Config,
    deadline::Outcome,
    headers::{self, Hsts, REQUEST_ID},
    http::{Door, door},
};

/// Why a user of the platform reads what belongs to another organisation.
const REASON: HeaderName = HeaderName::from_static("x-nirmaan-reason");
/// The header that tells the services by which way a gRPC call came. The JSON edge writes its own.
pub const SOURCE: HeaderName = HeaderName::from_static("x-nirmaan-source");

/// What the front needs to know.
#[derive(Debug)]
pub struct Front {
    trusted_proxies: Vec<IpNet>,
    hsts: Hsts,
}

impl Front {
    /// The front that a configuration asks for.
    pub fn new(config: &Config) -> Arc<Self> {
        Arc::new(Self { trusted_proxies: config.trusted_proxies.clone(), hsts: Hsts::of(config) })
    }
}

/// The outermost layer.
pub async fn welcome(State(front): State<Arc<Front>>, mut request: Request, next: Next) -> Response {
    let id = client::request_id(request.headers());
    let door = door(request.uri().path());
    let mut line = Line::begin(&request, door, &id);

    let held = Held::default();
    request.extensions_mut().insert(held.clone());
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let headers = request.headers_mut();
    clean(headers);
    let client = peer.map(|peer| client::address(peer, headers, &front.trusted_proxies).to_string());
    headers.remove(FORWARDED_FOR);
    if let Some(Ok(client)) = client.map(HeaderValue::try_from) {
        headers.insert(FORWARDED_FOR, client);
    }
    headers.insert(REQUEST_ID, id.clone());
    if let Some(source) = source(headers) {
        headers.insert(SOURCE, source);
    }

    let mut response = if is_addressed(&request) {
        next.run(request).await
    } else {
        answers::text(StatusCode::BAD_REQUEST, "A request names its host once.\n")
    };
    headers::secure(response.headers_mut(), door == Door::Web, front.hsts);
    response.headers_mut().insert(REQUEST_ID, id);
    line.status = Some(response.status());
    line.outcome = response.extensions().get::<Outcome>().cloned();
    response.map(|inner| Body::new(Told { inner, line, _held: held }))
}

/// Whether a request names the host that it is for, once (RFC 9112, 3.2). Proxies choose differently between two.
fn is_addressed(request: &Request) -> bool {
    let named = request.headers().get_all(header::HOST).iter().count();
    match request.version() {
        Version::HTTP_10 => named <= 1,
        Version::HTTP_2 => named <= 1 && (named == 1 || request.uri().authority().is_some()),
        _ => named == 1,
    }
}

/// Headers that only we may write.
fn clean(headers: &mut HeaderMap) {
    let is_ours = |name: &&HeaderName| name.as_str().starts_with("x-nirmaan-") && **name != REASON;
    let ours: Vec<_> = headers.keys().filter(is_ours).cloned().collect();
    for name in ours {
        headers.remove(name);
    }
}

fn source(headers: &HeaderMap) -> Option<HeaderValue> {
    let kind = headers.get(header::CONTENT_TYPE)?.as_bytes();
    if kind.starts_with(b"application/grpc-web") {
        return Some(HeaderValue::from_static("web"));
    }
    kind.starts_with(b"application/grpc").then(|| HeaderValue::from_static("grpc"))
}

/// The one line of a request, written when its answer is through or given up.
struct Line {
    method: Method,
    path: String,
    id: HeaderValue,
    started: Instant,
    is_probe: bool,
    status: Option<StatusCode>,
    outcome: Option<Outcome>,
    bytes: u64,
}

impl Line {
    fn begin(request: &Request, door: Door, id: &HeaderValue) -> Self {
        Self {
            method: request.method().clone(),
            path: shown(request.uri().path()),
            id: id.clone(),
            started: Instant::now(),
            is_probe: door == Door::Probe,
            status: None,
            outcome: None,
            bytes: 0,
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let request_id = self.id.to_str().unwrap_or_default();
        let ms = self.started.elapsed().as_micros() as f64 / 1000.0;
        // Without an answer the client left before there was one.
        let status = self.status.map(|status| status.as_u16());
        let grpc = self.outcome.as_ref().and_then(Outcome::code);
        let (method, path, bytes) = (&self.method, &self.path, self.bytes);
        if self.is_probe {
            tracing::debug!(target: "nirmaan::request", %method, path, status, ms, bytes, request_id, "request");
        } else {
            tracing::info!(target: "nirmaan::request", %method, path, status, grpc, ms, bytes, request_id, "request");
        }
    }
}

/// A path as the log may have it: signed links and mail addresses may not.
fn shown(path: &str) -> String {
    if path.starts_with("/files/") {
        return "/files/*".to_owned();
    }
    let is_mail = |part: &str| part.contains('@') || part.to_ascii_lowercase().contains("%40");
    let path: String = path.chars().take(200).collect();
    if !is_mail(&path) {
        return path;
    }
    path.split('/').map(|part| if is_mail(part) { "*" } else { part }).collect::<Vec<_>>().join("/")
}

/// An answer that counts its bytes and tells the log when it is through.
struct Told {
    inner: Body,
    line: Line,
    _held: Held,
}

impl HttpBody for Told {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(cx);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(data) = frame.data_ref()
        {
            self.line.bytes += data.len() as u64;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_logged_without_what_must_not_be_known() {
        assert_eq!(shown("/api/contracts/filter"), "/api/contracts/filter");
        assert_eq!(shown("/files/abc.def/plan.pdf"), "/files/*");
        assert_eq!(shown("/api/users/a@b.example/roles"), "/api/users/*/roles");
        assert_eq!(shown("/api/users/a%40b.example"), "/api/users/*");
        assert_eq!(shown(&"/x".repeat(500)).len(), 200);
    }

    #[test]
    fn headers_of_ours_are_not_taken_from_outside() {
        let mut headers = HeaderMap::new();
        for name in ["x-nirmaan-source", "x-nirmaan-caller-bin", "authorization"] {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static("1"));
            headers.append(HeaderName::from_static(name), HeaderValue::from_static("2"));
        }
        clean(&mut headers);
        assert_eq!(headers.keys().collect::<Vec<_>>(), ["authorization"]);
    }

    #[test]
    fn the_source_follows_the_content_type() {
        let of =
            |kind| source(&HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(kind))]));
        assert_eq!(of("application/grpc-web+proto").unwrap(), "web");
        assert_eq!(of("application/grpc").unwrap(), "grpc");
        assert_eq!(of("application/json"), None);
    }
}
