mod connections;

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
    sync::Semaphore,
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

/// A route that says when it was entered and waits to be let go.
fn held() -> (Router, Arc<Semaphore>, Arc<Semaphore>) {
    let (entered, go) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let (in_route, out_of_route) = (entered.clone(), go.clone());
    let route = routing::get(move || async move {
        in_route.add_permits(1);
        let _ = out_of_route.acquire().await;
        "done".into_response().map(Body::new)
    });
    (Router::new().route("/api/held", route), entered, go)
}

#[tokio::test]
async fn a_stop_lets_accepted_requests_finish_and_takes_no_new_ones() {
    let (api, entered, go) = held();
    let port = open_with(&config(), offer(api)).await;
    let addr = port.addr;
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(TcpStream::connect(addr).await.unwrap())).await.unwrap();
    tokio::spawn(connection);
    let request = Request::get("/api/held").header("host", "here").body(Empty::<Bytes>::new()).unwrap();
    let answer = tokio::spawn(sender.send_request(request));
    entered.acquire().await.unwrap().forget();

    let stopping = tokio::spawn(port.close());
    while TcpStream::connect(addr).await.is_ok() {
        tokio::task::yield_now().await;
    }
    assert!(!stopping.is_finished());
    go.add_permits(1);
    let answer = answer.await.unwrap().unwrap();
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "done");
    stopping.await.unwrap();
}

#[tokio::test]
async fn a_server_that_leaves_answers_those_who_have_not_heard_yet() {
    let api = Router::new().route("/api/hello", routing::get(async || "hello"));
    let limits = Limits { drain: Duration::from_secs(600), ..Limits::default() };
    let port = open_with(&Config { limits, ..config() }, offer(api)).await;
    let addr = port.addr;
    let hello = || Request::get("/api/hello").header("host", "here").body(Empty::<Bytes>::new()).unwrap();
    let over_http2 = || {
        let request = Request::get(format!("http://{addr}/api/hello")).version(::http::Version::HTTP_2);
        request.body(Empty::<Bytes>::new()).unwrap()
    };
    let connect = || async { TokioIo::new(TcpStream::connect(addr).await.unwrap()) };
    let (mut kept, connection) = http1::handshake(connect().await).await.unwrap();
    tokio::spawn(connection);
    let answer = kept.send_request(hello()).await.unwrap();
    assert_eq!((answer.status().as_u16(), answer.headers().get("connection")), (200, None));
    let (mut multiplexed, goes_away) = http2::handshake(TokioExecutor::new(), connect().await).await.unwrap();
    let goes_away = tokio::spawn(goes_away);
    assert_eq!(multiplexed.send_request(over_http2()).await.unwrap().status(), 200);

    let closing = tokio::spawn(port.close());
    // The balancer hears of it; a client that keeps HTTP/2 open is told.
    goes_away.await.unwrap().unwrap();
    let probe = |path: &'static str| async move {
        let (mut sender, connection) = http1::handshake(connect().await).await.unwrap();
        tokio::spawn(connection);
        let request = Request::get(path).header("host", "here").body(Empty::<Bytes>::new()).unwrap();
        sender.send_request(request).await.unwrap().status().as_u16()
    };
    assert_eq!((probe("/healthz").await, probe("/readyz").await), (200, 503));
    // The connection that was kept is answered once more, and a new one is taken.
    let answer = kept.send_request(hello()).await.unwrap();
    assert_eq!((answer.status().as_u16(), &answer.headers()["connection"]), (200, &"close".parse().unwrap()));
    let (mut late, connection) = http2::handshake(TokioExecutor::new(), connect().await).await.unwrap();
    tokio::spawn(connection);
    assert_eq!(late.send_request(over_http2()).await.unwrap().status(), 200);
    assert!(!closing.is_finished());
    closing.abort();
}

#[tokio::test]
async fn a_server_that_leaves_is_gone_when_its_time_is_over() {
    let limits = Limits {
        drain: Duration::from_secs(1),
        shutdown: Duration::from_secs(600),
        idle: Duration::from_secs(600),
        ..Limits::default()
    };
    let port = open_with(&Config { limits, ..config() }, offer(Router::new())).await;
    let addr = port.addr;
    let connect = || async { TokioIo::new(TcpStream::connect(addr).await.unwrap()) };
    let (mut kept, connection) = http1::handshake(connect().await).await.unwrap();
    tokio::spawn(connection);
    let request = Request::get("/healthz").header("host", "here").body(Empty::<Bytes>::new()).unwrap();
    assert_eq!(kept.send_request(request).await.unwrap().status(), 200);
    let over_http2 =
        |stream| http2::handshake::<_, _, Empty<Bytes>>(TokioExecutor::new(), TokioIo::new(stream));
    let (_told, goes_away) = over_http2(TcpStream::connect(addr).await.unwrap()).await.unwrap();
    let closing = tokio::spawn(port.close());
    goes_away.await.unwrap();
    // One that comes late is not waited for either. On a busy machine it comes too late.
    let mut late = None;
    if let Ok(stream) = TcpStream::connect(addr).await
        && let Ok((sender, connection)) = over_http2(stream).await
    {
        tokio::spawn(connection);
        late = Some(sender);
    }
    tokio::time::timeout(Duration::from_secs(90), closing).await.unwrap().unwrap();
    drop((kept, late));
    assert!(TcpStream::connect(addr).await.is_err());
}

#[tokio::test]
async fn a_stop_does_not_wait_for_ever() {
    let (api, entered, _go) = held();
    let limits = Limits { shutdown: Duration::from_millis(20), ..Limits::default() };
    let port = open_with(&Config { limits, ..config() }, offer(api)).await;
    let mut stream = TcpStream::connect(port.addr).await.unwrap();
    stream.write_all(b"GET /api/held HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
    entered.acquire().await.unwrap().forget();
    port.close().await;
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest).await;
    assert!(rest.is_empty(), "cut off");
}

#[tokio::test]
async fn a_taken_port_is_said_plainly() {
    let first = open_with(&config(), offer(Router::new())).await;
    let second = Config { listen: first.addr, token_keys: vec![Secret::new("k".repeat(32))], ..config() };
    let said = format!("{:#}", start(second).await.err().unwrap());
    assert!(said.starts_with(&format!("can't listen on {}", first.addr)), "{said}");
}
