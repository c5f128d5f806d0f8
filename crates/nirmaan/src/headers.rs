//! Headers that every answer carries, and who may call from a browser elsewhere.

use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use tower_http::cors::CorsLayer;

use crate::config::Config;

/// The header that carries a request's id, both ways.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What pages may load and run, and what else is said of it.
macro_rules! content_policy {
    ($more:literal) => {
        HeaderValue::from_static(concat!(
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
             img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; frame-src 'self'; \
             manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            $more
        ))
    };
}

/// The policy of the page of the JSON interface: the viewer, which is somebody else's, writes HTML from texts.
pub const POLICY_OF_DOCS: HeaderValue = content_policy!("");

const EVERYWHERE: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        // Text becomes HTML or a script by the web app's one policy alone (`web/src/app/trusted-types.ts`).
        content_policy!("; require-trusted-types-for 'script'; trusted-types default"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(
            "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// How long browsers shall come by TLS alone, if the public address says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hsts {
    /// Nothing is said of it.
    Off,
    /// The host itself.
    Host,
    /// The host and all below its name.
    Subdomains,
}

impl Hsts {
    /// What a configuration asks for.
    pub fn of(config: &Config) -> Self {
        match (config.is_https(), config.hsts_subdomains) {
            (false, _) => Self::Off,
            (true, false) => Self::Host,
            (true, true) => Self::Subdomains,
        }
    }

    fn value(self) -> Option<HeaderValue> {
        match self {
            Self::Off => None,
            Self::Host => Some(HeaderValue::from_static("max-age=31536000")),
            Self::Subdomains => Some(HeaderValue::from_static("max-age=31536000; includeSubDomains")),
        }
    }
}

/// Adds what is missing: a download has a stricter policy of its own.
pub fn secure(headers: &mut HeaderMap, keep: bool, hsts: Hsts) {
    for (name, value) in EVERYWHERE {
        headers.entry(name).or_insert(value);
    }
    if let Some(year) = hsts.value() {
        headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(year);
    }
    if !keep {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
}

/// The configured origins may call, and read what gRPC says in headers; `None` without any.
pub fn cors(config: &Config) -> Option<CorsLayer> {
    if config.cors_origins.is_empty() {
        return None;
    }
    let layer = CorsLayer::new()
        .allow_origin(config.cors_origins.clone())
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            header::ACCEPT,
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            REQUEST_ID,
            HeaderName::from_static("grpc-timeout"),
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("x-nirmaan-reason"),
            HeaderName::from_static("x-grpc-web"),
            HeaderName::from_static("x-user-agent"),
        ])
        .expose_headers([
            HeaderName::from_static("grpc-status"),
            HeaderName::from_static("grpc-message"),
            HeaderName::from_static("grpc-status-details-bin"),
            REQUEST_ID,
            header::RETRY_AFTER,
        ])
        .max_age(Duration::from_secs(7200));
    Some(layer)
}
