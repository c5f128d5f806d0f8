//! A tenant that the request names, and its message has no place for, is the gate's to judge.

use axum::body::Body;
use tonic::Status;

use super::{Reply, call, core, edge, request, send};
use crate::Upstream;

/// A gate that says which tenant it was told of.
fn telling() -> Upstream {
    core(|mut incoming| async move {
        // What is wrong with the message comes later than the tenant, and later than the headers.
        let _ = incoming.messages.message().await;
        Err(Status::permission_denied(incoming.named.told().unwrap_or_default()))
    })
}

fn told(reply: &Reply) -> String {
    assert_eq!(reply.status, 403, "{}", reply.text());
    reply.json()["message"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_gate_is_told_of_a_tenant_without_a_field() {
    let router = edge(telling());
    for (verb, path, body, expected) in [
        ("POST", "/api/echo", r#"{"tenantId": "t-1"}"#, "t-1"),
        ("POST", "/api/echo", r#"{"tenant_id": "t-1"}"#, "t-1"),
        ("POST", "/api/echo?tenantId=t-1", "{}", "t-1"),
        ("POST", "/api/echo?tenantId=t-1", r#"{"tenantId": "t-2"}"#, "invalid"),
        ("POST", "/api/echo", r#"{"tenantId": "t\r\n"}"#, "invalid"),
        ("POST", "/api/echo", r#"{"tenantId": "", "tenant_id": null}"#, ""),
        ("POST", "/api/echo", "{}", ""),
        ("PUT", "/api/project/things/1", r#"{"tenantId": "t-1"}"#, "t-1"),
        ("GET", "/api/things/1?tenant_id=t-1", "", "t-1"),
        // A body that the call doesn't take is not looked at.
        ("GET", "/api/things/1", r#"{"tenantId": "t-1"}"#, ""),
        ("POST", "/api/bulk/1?tenantId=t-1", "[]", "t-1"),
        ("GET", "/api/watch?tenantId=t-1", "", "t-1"),
        // However deep, and in arrays.
        ("POST", "/api/echo", r#"{"filter": {"tenantId": "t-1"}}"#, "t-1"),
        ("POST", "/api/echo", r#"{"tenantId": "t-1", "rows": [{"tenant_id": "t-2"}]}"#, "invalid"),
        ("POST", "/api/bulk/1", r#"[{"weight": 1}, {"weight": 2, "tenantId": "t-1"}]"#, "t-1"),
        ("PUT", "/api/loans/1", r#"{"tenantId": "t-1", "rows": [{"tenantId": "t-2"}]}"#, "t-2"),
        ("PUT", "/api/loans/1", r#"{"tenantId": "t-1", "rows": [{"tenantId": "t-1"}]}"#, ""),
        // Here the core reads it itself.
        ("PUT", "/api/loans/1", r#"{"tenantId": "t-1"}"#, ""),
        ("POST", "/api/owned?tenantId=t-1", "{}", ""),
    ] {
        assert_eq!(told(&call(&router, verb, path, body).await), expected, "{verb} {path} {body}");
    }
}

#[tokio::test]
async fn the_tenant_comes_before_what_else_is_wrong() {
    let router = edge(telling());
    for (path, body) in [
        ("/api/echo", r#"{"tenantId": "t-1", "color": "BLUE"}"#),
        ("/api/echo?tenantId=t-1", "{"),
        ("/api/upload?tenantId=t-1", "{}"),
    ] {
        assert_eq!(told(&call(&router, "POST", path, body).await), "t-1", "{path} {body}");
    }
    let unread = request("POST", "/api/echo?tenantId=t-1").header("content-type", "text/plain");
    assert_eq!(told(&send(&router, unread.body(Body::from("x")).unwrap()).await), "t-1");
}

#[tokio::test]
async fn the_gate_is_told_of_a_tenant_in_an_uploads_address() {
    let form =
        request("POST", "/api/upload?tenantId=t-1").header("content-type", "multipart/form-data; boundary=b");
    assert_eq!(told(&send(&edge(telling()), form.body(Body::from("--b--\r\n")).unwrap()).await), "t-1");
}
