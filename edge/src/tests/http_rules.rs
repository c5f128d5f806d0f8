//! Paths, verbs, media types, limits, and what travels on.

use axum::body::Body;
use bytes::Bytes;
use futures_util::{FutureExt, stream};
use http::StatusCode;
use serde_json::json;
use tonic::Status;

use super::{call, core, echo, edge, encoded, method, methods, refusing, reply, request, send, things};
use crate::{Limits, PlanError, serve};

// Spec: S7.prefixes
#[tokio::test]
async fn one_route_has_many_names() {
    let router = edge(echo());
    for prefix in [
        "/api",
        "/api/auth",
        "/api/platform",
        "/api/project",
        "/api/common",
        "/api/inventory",
        "/api/payroll",
        "/api/vehicle",
        "/api/api",
        "/api/api/common",
        "/api/common/api",
    ] {
        let reply = call(&router, "POST", &format!("{prefix}/echo"), r#"{"id": "1"}"#).await;
        assert_eq!((reply.status, &reply.json()["id"]), (StatusCode::OK, &json!("1")), "{prefix}");
    }
    for path in [
        "/api",
        "/api/",
        "/api/other/echo",
        "/api/echo/",
        "/api/autho/echo",
        "/api/auth/auth/echo",
        "/api/things",
    ] {
        let reply = call(&router, "POST", path, "{}").await;
        assert_eq!(
            (reply.status, &reply.json()["code"]),
            (StatusCode::NOT_FOUND, &json!("NOT_FOUND")),
            "{path}"
        );
    }
}

// Spec: S7.auth.login
#[tokio::test]
async fn login_answers_under_both_of_its_names() {
    let router = crate::router(
        core(|incoming| async move {
            assert_eq!(incoming.path, "/nirmaan.auth.v1.AuthService/Login");
            Ok(reply(""))
        }),
        Limits::default(),
    )
    .unwrap();
    for path in ["/api/auth/auth/login", "/api/auth/login", "/api/api/auth/login"] {
        assert_eq!(call(&router, "POST", path, "{}").await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_wrong_verb_is_told_the_right_ones() {
    let router = edge(echo());
    let reply = call(&router, "DELETE", "/api/project/things/1", "").await;
    assert_eq!((reply.status, reply.header("allow")), (StatusCode::METHOD_NOT_ALLOWED, "GET, PUT, HEAD"));
    assert_eq!(reply.json()["code"], "UNIMPLEMENTED");
    assert_eq!(call(&router, "HEAD", "/api/things/1", "").await.status, 200);
}

#[tokio::test]
async fn every_answer_is_kept_by_nobody() {
    let router = edge(echo());
    for path in ["/api/things/1", "/api/nothing", "/api/openapi.json"] {
        let reply = call(&router, "GET", path, "").await;
        assert_eq!(reply.header("cache-control"), "no-store");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("content-type"), "application/json");
    }
}

#[tokio::test]
async fn only_named_headers_travel_on() {
    let router = edge(core(|incoming| async move {
        let mut names: Vec<_> = incoming
            .headers
            .iter()
            .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
            .collect();
        names.sort();
        Ok(reply(encoded("Things", &[("id", prost_reflect::Value::String(names.join("\n")))])))
    }));
    let request = request("GET", "/api/things/1")
        .header("authorization", "Bearer t")
        .header("idempotency-key", "k")
        .header("x-request-id", "r")
        .header("x-forwarded-for", "10.0.0.1")
        .header("x-forwarded-for", "10.0.0.2")
        .header("user-agent", "u")
        .header("x-nirmaan-unbound", "1")
        .header("x-nirmaan-source", "grpc")
        .header("x-nirmaan-tenant", "t")
        .header("x-nirmaan-reason", "a%20call")
        .header("cookie", "c")
        .header("grpc-timeout", "1S");
    let reply = send(&router, request.body(Body::empty()).unwrap()).await;
    let expected = "authorization: Bearer t\ncontent-type: application/grpc\nidempotency-key: k\nte: trailers\n\
                    user-agent: u\nx-forwarded-for: 10.0.0.1\nx-forwarded-for: 10.0.0.2\nx-nirmaan-reason: a%20call\n\
                    x-nirmaan-source: json\nx-request-id: r";
    assert_eq!(reply.json()["id"], expected);
}

/// Each with the status it deserves.
fn unbindable() -> Vec<(http::Request<Body>, u16, &'static str)> {
    let post = |content_type: &str, body: String| {
        request("POST", "/api/echo").header("content-type", content_type).body(Body::from(body)).unwrap()
    };
    let json = "application/json";
    vec![
        (post(json, "{".into()), 400, "INVALID_ARGUMENT"),
        (post(json, "[]".into()), 400, "INVALID_ARGUMENT"),
        (post(json, "{} {}".into()), 400, "INVALID_ARGUMENT"),
        (post(json, r#"{"color": "BLUE"}"#.into()), 400, "INVALID_ARGUMENT"),
        (post(json, format!("{{\"x\": {}{}}}", "[".repeat(64), "]".repeat(64))), 400, "INVALID_ARGUMENT"),
        (post("text/plain", "{}".into()), 415, "INVALID_ARGUMENT"),
        (post("application/jsonp", "{}".into()), 415, "INVALID_ARGUMENT"),
        (post(json, format!("{{\"id\": \"{}\"}}", "x".repeat(1024 * 1024))), 413, "RESOURCE_EXHAUSTED"),
        (request("POST", "/api/echo").body(Body::from("{}")).unwrap(), 415, "INVALID_ARGUMENT"),
        (
            request("POST", "/api/echo")
                .header("content-length", "99999999999")
                .body(Body::from("{}"))
                .unwrap(),
            413,
            "RESOURCE_EXHAUSTED",
        ),
        (post(json, String::new()).map_path("/api/upload"), 415, "INVALID_ARGUMENT"),
    ]
}

trait MapPath {
    fn map_path(self, path: &str) -> Self;
}

impl MapPath for http::Request<Body> {
    fn map_path(mut self, path: &str) -> Self {
        *self.uri_mut() = path.parse().unwrap();
        self
    }
}

#[tokio::test]
async fn what_cannot_be_bound_is_refused_to_whoever_may_call() {
    let gate = core(|mut incoming| async move {
        let message = incoming.message().await;
        if !incoming.is_unbound() {
            return Err(message.expect_err("nothing of the request reaches the core"));
        }
        assert!(message.unwrap().is_empty(), "nothing of the request reaches the core");
        Err(Status::invalid_argument("not bound"))
    });
    let router = edge(gate);
    for (request, status, code) in unbindable() {
        let reply = send(&router, request).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["code"]),
            (status, &json!(code)),
            "{}",
            reply.text()
        );
        assert_ne!(reply.json()["message"], "not bound");
    }
}

#[tokio::test]
async fn whoever_may_not_call_learns_nothing_of_the_request() {
    for (refusal, status) in [
        (Status::unauthenticated("Sign in."), 401),
        (Status::permission_denied("Not granted."), 403),
        (Status::resource_exhausted("Wait."), 429),
        (Status::unavailable("gone"), 503),
    ] {
        let router = edge(refusing(refusal));
        for (request, ..) in unbindable() {
            let reply = send(&router, request).await;
            assert_eq!(reply.status.as_u16(), status);
            assert_eq!(reply.json()["fields"], json!([]));
        }
    }
}

#[tokio::test]
async fn the_gate_decides_before_the_body_is_read() {
    let router = edge(refusing(Status::unauthenticated("Sign in.")));
    let never = Body::from_stream(stream::pending::<Result<Bytes, Status>>());
    let sent = request("POST", "/api/echo").header("content-type", "application/json").body(never).unwrap();
    assert_eq!(send(&router, sent).now_or_never().unwrap().status, 401);
}

#[tokio::test]
async fn what_only_answers_have_is_not_looked_at() {
    let router = edge(echo());
    let reply = call(&router, "POST", "/api/echo", r#"{"id": "a", "answered": {"answered": [[]]}}"#).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["id"]), (200, &json!("a")));
    assert!(reply.json().get("answered").is_none_or(serde_json::Value::is_null));
}

#[tokio::test]
async fn the_arrays_of_a_request_have_so_many_elements_together() {
    let router = edge(echo());
    let body = |texts, numbers| json!({"texts": vec!["x"; texts], "numbers": vec![1; numbers]}).to_string();
    assert_eq!(call(&router, "POST", "/api/echo", &body(30_000, 20_000)).await.status, 200);
    let reply = call(&router, "POST", "/api/echo", &body(30_000, 20_001)).await;
    assert_eq!((reply.status.as_u16(), reply.json()["fields"].as_array().unwrap().len()), (400, 1));
}

#[tokio::test]
async fn json_has_more_than_one_name_and_an_empty_body_needs_none() {
    let router = edge(echo());
    for content_type in ["application/json; charset=utf-8", "Application/JSON", "application/problem+json"] {
        let request = request("POST", "/api/echo").header("content-type", content_type);
        assert_eq!(
            send(&router, request.body(Body::from("{}")).unwrap()).await.status,
            200,
            "{content_type}"
        );
    }
    assert_eq!(send(&router, request("POST", "/api/echo").body(Body::empty()).unwrap()).await.status, 200);
    assert_eq!(call(&router, "POST", "/api/echo", " null ").await.status, 200);
    let deepest = format!("{{\"x\": {}{}}}", "[".repeat(63), "]".repeat(63));
    assert_eq!(call(&router, "POST", "/api/echo", &deepest).await.status, 200);
    // A body that the call doesn't take is not looked at.
    let extra =
        request("GET", "/api/things/1").header("content-type", "text/plain").body(Body::from("hello"));
    assert_eq!(send(&router, extra.unwrap()).await.status, 200);
}

#[tokio::test]
async fn a_method_may_take_more_than_the_others() {
    let mut methods = methods();
    methods[0].limits.body = 3 * 1024 * 1024;
    let router = serve(&methods, echo(), Limits::default()).unwrap();
    let body = format!("{{\"id\": \"{}\"}}", "x".repeat(2 * 1024 * 1024));
    assert_eq!(call(&router, "POST", "/api/echo", &body).await.status, 200);
}

#[test]
fn what_cannot_be_served_is_refused_at_the_start() {
    let build = |methods: &[_]| serve(methods, echo(), Limits::default()).map(|_| ()).unwrap_err();
    let duplicate =
        [method("Find", "GET", "/a/{id}", "", ""), method("Echo", "GET", "/a/{text_value}", "", "")];
    assert!(matches!(build(&duplicate), PlanError::Duplicate { .. }));
    assert!(matches!(build(&[method("Mapped", "GET", "/a", "", "")]), PlanError::Unsupported(_)));
    assert!(matches!(build(&[method("Find", "GET", "/a/{other}", "", "")]), PlanError::UnknownField(_)));
    assert!(matches!(build(&[method("Find", "GET", "/a/{texts}", "", "")]), PlanError::UnknownField(_)));
    assert!(matches!(build(&[method("Find", "POST", "/a", "other", "")]), PlanError::UnknownField(_)));
    assert!(matches!(build(&[method("Find", "POST", "/a", "*", "other")]), PlanError::UnknownField(_)));
}

#[tokio::test]
async fn paths_that_share_their_beginning_are_told_apart() {
    let methods = [
        method("Find", "GET", "/a/{id}", "", ""),
        method("Find", "GET", "/a/{text_value}/b/{id}", "", ""),
        method("Echo", "GET", "/a/all", "", ""),
    ];
    let router = serve(
        &methods,
        core(|incoming| async move {
            let rpc = prost_reflect::Value::String(incoming.path);
            Ok(reply(encoded("Things", &[("id", rpc)])))
        }),
        Limits::default(),
    )
    .unwrap();
    for (path, rpc) in [("/api/a/1", "Find"), ("/api/a/all", "Echo"), ("/api/project/a/all", "Echo")] {
        assert_eq!(call(&router, "GET", path, "").await.json()["id"], format!("/edge.test.Everything/{rpc}"));
    }
    assert_eq!(call(&router, "GET", "/api/a/1/b/2", "").await.status, 200);
}

#[test]
fn more_fields_than_the_renderer_holds_are_refused() {
    let fields: String = (1..=129).map(|number| format!("string f{number} = {number};")).collect();
    let file = protox::file::File::from_source(
        "wide.proto",
        &format!("syntax = \"proto3\"; message Wide {{ {fields} }}"),
    );
    let mut pool = prost_reflect::DescriptorPool::new();
    pool.add_file_descriptor_proto(file.unwrap().file_descriptor_proto().clone()).unwrap();
    let wide = pool.get_message_by_name("Wide").unwrap();
    assert!(matches!(crate::response::plan::Plan::default().add(&wide), Err(PlanError::TooManyFields(_))));
    assert!(crate::response::plan::Plan::default().add(&things()).is_ok());
}

#[test]
fn the_table_of_routes_names_every_binding_once() {
    let routes = crate::routes();
    assert!(routes.iter().any(|route| route.path == "/api/auth/login" && route.rule == "public"));
    assert!(routes.iter().any(|route| {
        (route.verb, route.path.as_str(), route.rule.as_str())
            == ("PUT", "/api/contracts/{id}", "Contracts EDIT")
    }));
}
