//! Files that come in parts.

use std::sync::{Arc, Mutex};

use axum::{Router, body::Body};
use bytes::Bytes;
use futures_util::stream;
use http_body_util::BodyExt;
use prost_reflect::Value;
use serde_json::json;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use tower::ServiceExt;

use super::{core, edge, encoded, nested, refusing, replies, request, send};

fn start(name: &str, content_type: &str) -> Bytes {
    let text = |text: &str| Value::String(text.to_owned());
    let start = nested("FileStart", &[("file_name", text(name)), ("content_type", text(content_type))]);
    encoded("Exported", &[("part", nested("FilePart", &[("file_start", start)]))])
}

fn chunk(bytes: &'static [u8]) -> Bytes {
    let chunk = Value::Bytes(Bytes::from_static(bytes));
    encoded("Exported", &[("part", nested("FilePart", &[("chunk", chunk)]))])
}

fn sending(parts: Vec<Result<Bytes, Status>>) -> Router {
    edge(core(move |_| {
        let parts = parts.clone();
        async { Ok(replies(stream::iter(parts))) }
    }))
}

fn export(accept: &str) -> http::Request<Body> {
    let request = request("POST", "/api/export").header("content-type", "application/json");
    request.header("accept", accept).header("x-request-id", "r-1").body(Body::from("{}")).unwrap()
}

#[tokio::test]
async fn parts_are_answered_as_the_file_they_make() {
    let parts =
        vec![Ok(start("ठेके 1.csv", "text/csv")), Ok(chunk(b"a,b\r\n")), Ok(chunk(b"")), Ok(chunk(b"1,2"))];
    let router = sending(parts);
    for accept in ["*/*", "application/x-ndjson"] {
        let reply = send(&router, export(accept)).await;
        assert_eq!((reply.status.as_u16(), reply.text()), (200, "a,b\r\n1,2"));
        assert_eq!(reply.header("content-type"), "text/csv");
        assert!(reply.header("content-disposition").starts_with("attachment; filename=\"____ 1.csv\";"));
        assert_eq!(reply.header("content-security-policy"), "sandbox; default-src 'none'");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("cache-control"), "no-store");
    }
    let reply = send(&sending(vec![Ok(start("", "a\nb"))]), export("*/*")).await;
    assert_eq!(reply.header("content-type"), "application/octet-stream");
    assert_eq!(reply.text(), "");
}

#[tokio::test]
async fn what_goes_wrong_before_the_first_part_is_an_error() {
    for router in [
        edge(refusing(Status::permission_denied("No."))),
        sending(vec![Err(Status::permission_denied("No."))]),
    ] {
        let reply = send(&router, export("*/*")).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["message"]), (403, &json!("No.")));
    }
    for parts in [vec![], vec![Ok(chunk(b"x"))], vec![Ok(Bytes::from_static(b"\x00"))]] {
        let reply = send(&sending(parts), export("*/*")).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["requestId"]), (500, &json!("r-1")));
    }
}

#[tokio::test]
async fn what_goes_wrong_later_breaks_the_answer_off() {
    for late in [
        Err(Status::aborted("Stop.")),
        Ok(Bytes::from_static(b"\x00")),
        Ok(start("b.csv", "")),
        Ok(Bytes::new()),
    ] {
        let router = sending(vec![Ok(start("a.csv", "text/csv")), Ok(chunk(b"1")), late]);
        let response = router.oneshot(export("*/*")).await.unwrap();
        assert_eq!(response.status(), 200);
        assert!(response.into_body().collect().await.is_err());
    }
}

#[tokio::test]
async fn bytes_are_sent_as_they_come_and_nobody_sends_to_a_reader_who_left() {
    let (sender, receiver) = mpsc::channel(1);
    let receiver = Arc::new(Mutex::new(Some(receiver)));
    let router = edge(core(move |_| {
        let receiver = receiver.lock().unwrap().take().unwrap();
        async { Ok(replies(ReceiverStream::new(receiver))) }
    }));
    sender.send(Ok(start("a.csv", "text/csv"))).await.unwrap();
    let mut body = router.oneshot(export("*/*")).await.unwrap().into_body();
    for _ in 0..2 {
        sender.send(Ok(chunk(b"1"))).await.unwrap();
        assert_eq!(body.frame().await.unwrap().unwrap().into_data().unwrap(), "1");
    }
    drop(body);
    sender.closed().await;
}
