mod connections;
mod stopping;

use std::{sync::Arc, time::Duration};

use ::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode};
use axum::{Router, body::Body, response::IntoResponse, routing};
use bytes::Bytes;
use http_body_util::{BodyExt, Empty, Full};
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use nirmaan_services::{links::Links, objects::Objects, trail::Trail};
use nirmaan_store::Clock;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tonic::service::Routes;

use super::*;
use crate::{
    config::Secret,
    files::Files,
    http::{Insight, Ready},
    limits::Limits,
};

fn config() -> Config {
    Config { listen: ([127, 0, 0, 1], 0).into(), ..Config::default() }
}

fn offer(api: Router) -> Offer {
    let folder = std::env::temp_dir();
    let files = Files {
        objects: Objects::open(&format!("file://{}", folder.display()), []).unwrap(),
        links: Links::new(&[vec![1; 32]]).unwrap(),
        clock: Clock::default(),
        works: Arc::new(|_| Box::pin(async { Ok(true) })),
        trail: Trail::new(Clock::default()),
    };
    let insight = Insight::new(vec!["a door is open"], |_| async { false });
    Offer { services: Routes::default(), api, files, ready: Ready::new(|| async { true }), insight }
}

async fn open_with(config: &Config, offer: Offer) -> Port {
    Port::open(bind(config).await.unwrap(), offer, config).await.unwrap()
}

/// An answer, read to its end.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    trailers: HeaderMap,
    body: Bytes,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn grpc_status(&self) -> &str {
        let status = self.headers.get("grpc-status").or(self.trailers.get("grpc-status"));
        status.map_or("", |value| value.to_str().unwrap())
    }
}

async fn call(port: &Port, request: Request<Full<Bytes>>) -> Answer {
    let stream = TcpStream::connect(port.addr).await.unwrap();
    let response = if request.version() == ::http::Version::HTTP_2 {
        let (mut sender, connection) =
            http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        sender.send_request(request).await.unwrap()
    } else {
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        sender.send_request(request).await.unwrap()
    };
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap();
    let trailers = body.trailers().cloned().unwrap_or_default();
    Answer { status: parts.status, headers: parts.headers, trailers, body: body.to_bytes() }
}

async fn get(port: &Port, path: &str) -> Answer {
    call(port, Request::get(path).header("host", "here").body(Full::default()).unwrap()).await
}

fn grpc(port: &Port, path: &str, message: &'static [u8]) -> Request<Full<Bytes>> {
    Request::post(format!("http://{}{path}", port.addr))
        .version(::http::Version::HTTP_2)
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(Full::from(message))
        .unwrap()
}

#[tokio::test]
async fn a_giant_header_is_431() {
    let port = open_with(&config(), offer(Router::new())).await;
    let mut stream = TcpStream::connect(port.addr).await.unwrap();
    let giant = format!("GET /healthz HTTP/1.1\r\nhost: here\r\nx: {}\r\n\r\n", "x".repeat(17_000));
    stream.write_all(giant.as_bytes()).await.unwrap();
    let mut start = [0; 12];
    stream.read_exact(&mut start).await.unwrap();
    assert_eq!(&start, b"HTTP/1.1 431");

    let mut request = Request::get(format!("http://{}/healthz", port.addr))
        .version(::http::Version::HTTP_2)
        .body(Full::default())
        .unwrap();
    for n in 0..9 {
        let name = HeaderName::try_from(format!("x-{n}")).unwrap();
        request.headers_mut().insert(name, HeaderValue::try_from("x".repeat(2_000)).unwrap());
    }
    assert_eq!(call(&port, request).await.status, 431);
}

#[tokio::test]
async fn a_request_names_its_host_once() {
    let port = open_with(&config(), offer(Router::new())).await;
    for (head, status) in [
        ("GET /healthz HTTP/1.1\r\nhost: here", "200"),
        ("GET /healthz HTTP/1.0", "200"),
        ("GET /healthz HTTP/1.1", "400"),
        ("GET /healthz HTTP/1.1\r\nhost: here\r\nhost: there", "400"),
        ("GET /healthz HTTP/1.0\r\nhost: here\r\nhost: there", "400"),
    ] {
        let mut stream = TcpStream::connect(port.addr).await.unwrap();
        stream.write_all(format!("{head}\r\nconnection: close\r\n\r\n").as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert_eq!(answer.split(' ').nth(1), Some(status), "{head}: {answer}");
    }
}

#[tokio::test]
async fn health_and_readiness_are_two_things() {
    let asleep = Offer { ready: Ready::new(|| async { false }), ..offer(Router::new()) };
    let port = open_with(&config(), asleep).await;
    assert_eq!(get(&port, "/healthz").await.status, 200);
    assert_eq!(get(&port, "/readyz").await.status, 503);
    let port = open_with(&config(), offer(Router::new())).await;
    assert_eq!(get(&port, "/readyz").await.status, 200);
}

#[tokio::test]
async fn every_answer_carries_the_headers_and_an_id() {
    let api =
        Router::new().route("/api/broken", routing::get(|| async { panic!("on purpose") as StatusCode }));
    let https = Config { public_url: Some("https://nirmaan.example".to_owned()), ..config() };
    let port = open_with(&https, offer(api)).await;
    for (path, status) in
        [("/healthz", 200), ("/api/none", 404), ("/api/broken", 500), ("/assets/none.js", 404)]
    {
        let answer = get(&port, path).await;
        assert_eq!(answer.status, status, "{path}");
        assert!(
            answer.header("content-security-policy").starts_with("default-src 'none'; script-src 'self';")
        );
        assert!(
            answer
                .header("content-security-policy")
                .ends_with("; require-trusted-types-for 'script'; trusted-types default")
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert!(answer.header("permissions-policy").contains("camera=(), "));
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(answer.header("strict-transport-security"), "max-age=31536000");
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("x-request-id").len(), 36);
        assert_eq!(answer.header("server"), "");
    }
    let broken = get(&port, "/api/broken").await;
    let error: serde_json::Value = serde_json::from_slice(&broken.body).unwrap();
    assert_eq!(error["message"], "Something went wrong. Please try again later.");
    assert_eq!(error["requestId"], broken.header("x-request-id"));
    let plain = open_with(&config(), offer(Router::new())).await;
    assert_eq!(get(&plain, "/healthz").await.header("strict-transport-security"), "");
    for (url, told) in [("https", "max-age=31536000; includeSubDomains"), ("http", "")] {
        let public_url = Some(format!("{url}://nirmaan.example"));
        let port =
            open_with(&Config { public_url, hsts_subdomains: true, ..config() }, offer(Router::new())).await;
        assert_eq!(get(&port, "/healthz").await.header("strict-transport-security"), told);
    }
}

#[tokio::test]
async fn the_services_see_what_we_wrote_and_not_what_the_client_did() {
    let seen = |headers: HeaderMap| async move { format!("{headers:?}") };
    let api = Router::new().route("/api/seen", routing::get(seen));
    let behind = Config { trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()], ..config() };
    for (config, client) in [(config(), "127.0.0.1"), (behind, "192.0.2.1")] {
        let port = open_with(&config, offer(api.clone())).await;
        let request = Request::get("/api/seen")
            .header("host", "here")
            .header("x-forwarded-for", "203.0.113.9, 192.0.2.1")
            .header("x-request-id", "mine-1")
            .header("x-nirmaan-source", "forged")
            .body(Full::default())
            .unwrap();
        let answer = call(&port, request).await;
        let seen = String::from_utf8(answer.body.to_vec()).unwrap();
        assert!(seen.contains(&format!("\"x-forwarded-for\": \"{client}\"")), "{seen}");
        assert!(seen.contains("\"x-request-id\": \"mine-1\"") && !seen.contains("forged"), "{seen}");
        assert_eq!(answer.header("x-request-id"), "mine-1");
    }
}

#[tokio::test]
async fn grpc_answers_beside_json_and_within_the_callers_time() {
    let services =
        Router::new().route("/nirmaan.test.v1.Test/Hang", routing::post(std::future::pending::<StatusCode>));
    let services = services
        .route("/nirmaan.test.v1.Test/Break", routing::post(|| async { panic!("on purpose") as StatusCode }));
    let port = open_with(&config(), Offer { services: Routes::from(services), ..offer(Router::new()) }).await;

    let healthy = call(&port, grpc(&port, "/grpc.health.v1.Health/Check", &[0; 5])).await;
    assert_eq!((healthy.grpc_status(), &*healthy.body), ("0", &[0, 0, 0, 0, 2, 8, 1][..]));
    assert_eq!(healthy.header("cache-control"), "no-store");

    let mut hanging = grpc(&port, "/nirmaan.test.v1.Test/Hang", &[0; 5]);
    hanging.headers_mut().insert("grpc-timeout", HeaderValue::from_static("10m"));
    assert_eq!(call(&port, hanging).await.grpc_status(), "4");

    let broken = call(&port, grpc(&port, "/nirmaan.test.v1.Test/Break", &[0; 5])).await;
    assert_eq!((broken.grpc_status(), broken.header("content-type")), ("13", "application/grpc"));

    let hidden =
        call(&port, grpc(&port, "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", b"")).await;
    assert_ne!(hidden.grpc_status(), "0", "reflection is off");

    let web = Request::post("/grpc.health.v1.Health/Check")
        .header("host", "here")
        .header("content-type", "application/grpc-web+proto")
        .body(Full::from(&[0; 5][..]))
        .unwrap();
    let web = call(&port, web).await;
    assert_eq!(web.header("content-type"), "application/grpc-web+proto");
    assert!(String::from_utf8_lossy(&web.body).contains("grpc-status:0"));
}

#[tokio::test]
async fn reflection_speaks_both_versions_when_it_is_on() {
    let port = open_with(&Config { reflection: true, ..config() }, offer(Router::new())).await;
    for version in ["v1", "v1alpha"] {
        let path = format!("/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo");
        // list_services, field 7, empty.
        let services = call(&port, grpc(&port, &path, &[0, 0, 0, 0, 2, 0x3a, 0])).await;
        assert!(
            String::from_utf8_lossy(&services.body).contains("nirmaan.contracts.v1.ContractService"),
            "{version}"
        );
    }
}

#[tokio::test]
async fn only_configured_origins_may_call_from_a_browser() {
    let origins = Config { cors_origins: vec![HeaderValue::from_static("https://a.example")], ..config() };
    let port = open_with(&origins, offer(Router::new())).await;
    for (origin, allowed) in [("https://a.example", "https://a.example"), ("https://b.example", "")] {
        let preflight = Request::options("/nirmaan.auth.v1.AuthService/Login")
            .header("host", "here")
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .body(Full::default())
            .unwrap();
        assert_eq!(call(&port, preflight).await.header("access-control-allow-origin"), allowed);
    }
}

#[tokio::test]
async fn a_taken_port_is_said_plainly() {
    let first = open_with(&config(), offer(Router::new())).await;
    let second = Config { listen: first.addr, token_keys: vec![Secret::new("k".repeat(32))], ..config() };
    let said = format!("{:#}", start(second).await.err().unwrap());
    assert!(said.starts_with(&format!("can't listen on {}", first.addr)), "{said}");
}
