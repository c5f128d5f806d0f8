//! Server streams: the last event, or a line for each.

use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http_body_util::BodyExt;
use nirmaan_api::method::Times;
use prost_reflect::Value;
use serde_json::json;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use tower::ServiceExt;

use super::{core, edge, encoded, nested, refusing, replies, request, send};
use crate::{Limits, Upstream, serve};

fn progress(done: i64) -> Bytes {
    encoded("Event", &[("progress", nested("Progress", &[("done", Value::I64(done))]))])
}

fn result(message: &str) -> Bytes {
    encoded("Event", &[("result", nested("Result", &[("message", Value::String(message.into()))]))])
}

fn telling(events: Vec<Result<Bytes, Status>>) -> Upstream {
    core(move |_| {
        let events = events.clone();
        async { Ok(replies(stream::iter(events))) }
    })
}

fn watch(accept: &str) -> http::Request<Body> {
    request("GET", "/api/watch")
        .header("accept", accept)
        .header("x-request-id", "r-1")
        .body(Body::empty())
        .unwrap()
}

#[tokio::test]
async fn the_last_event_is_the_answer() {
    let router = edge(telling(vec![Ok(progress(1)), Ok(result("done"))]));
    let reply = send(&router, watch("application/json")).await;
    assert_eq!(reply.text(), r#"{"message":"done"}"#);
    let late = edge(telling(vec![Ok(progress(1)), Err(Status::aborted("Stop."))]));
    assert_eq!(send(&late, watch("*/*")).await.status, 409);
    assert_eq!(send(&edge(telling(vec![])), watch("*/*")).await.text(), "null");
}

#[tokio::test]
async fn each_event_is_a_line_where_lines_are_wanted() {
    let router = edge(telling(vec![Ok(progress(1)), Ok(result("a\nb"))]));
    let reply = send(&router, watch("application/json;q=0.5, application/x-ndjson")).await;
    assert_eq!(reply.header("content-type"), "application/x-ndjson");
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(
        reply.text(),
        "{\"progress\":{\"done\":1},\"result\":null}\n{\"progress\":null,\"result\":{\"message\":\"a\\nb\"}}\n"
    );
    assert_eq!(send(&edge(telling(vec![])), watch("application/x-ndjson")).await.text(), "");
}

#[tokio::test]
async fn an_early_error_is_a_status_and_a_late_one_a_line() {
    let early = send(&edge(refusing(Status::not_found("Gone."))), watch("application/x-ndjson")).await;
    assert_eq!((early.status.as_u16(), &early.json()["code"]), (404, &json!("NOT_FOUND")));
    let before = edge(telling(vec![Err(Status::not_found("Gone."))]));
    assert_eq!(send(&before, watch("application/x-ndjson")).await.status, 404);

    for (late, code, message) in [
        (Err(Status::aborted("Stop.")), "ABORTED", "Stop."),
        (Ok(Bytes::from_static(b"\x00")), "INTERNAL", "Something went wrong. Please try again later."),
    ] {
        let reply = send(&edge(telling(vec![Ok(progress(1)), late])), watch("application/x-ndjson")).await;
        assert_eq!(reply.status, 200);
        let last: serde_json::Value = serde_json::from_str(reply.text().lines().last().unwrap()).unwrap();
        assert_eq!(
            last,
            json!({"error": {"code": code, "message": message, "fields": [], "requestId": "r-1"}})
        );
    }
}

#[tokio::test]
async fn lines_come_as_events_do_and_end_with_their_reader() {
    let (sender, receiver) = mpsc::channel(1);
    let receiver = std::sync::Arc::new(std::sync::Mutex::new(Some(receiver)));
    let router = edge(core(move |_| {
        let receiver = receiver.lock().unwrap().take().unwrap();
        async { Ok(replies(ReceiverStream::new(receiver))) }
    }));
    sender.send(Ok(progress(1))).await.unwrap();
    let response = router.oneshot(watch("application/x-ndjson")).await.unwrap();
    let mut body = response.into_body();
    for done in [1, 2] {
        let line = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(line, format!("{{\"progress\":{{\"done\":{done}}},\"result\":null}}\n"));
        sender.send(Ok(progress(2))).await.unwrap();
    }
    drop(body);
    sender.closed().await;
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_504_and_a_stream_ends_in_saying_so() {
    let router = |upstream, milliseconds| {
        let times = Times { call: Duration::from_millis(milliseconds), ..Times::default() };
        serve(&super::methods(), upstream, Limits { times, ..Limits::default() }).unwrap()
    };

    let silent = router(core(|_| async { std::future::pending().await }), 20);
    let reply = send(&silent, watch("application/json")).await;
    assert_eq!(reply.status, 504);
    assert!(reply.text().contains("DEADLINE_EXCEEDED"), "{}", reply.text());

    // Time enough for the first line on a busy machine.
    let upstream = core(|_| async { Ok(replies(stream::iter([Ok(progress(1))]).chain(stream::pending()))) });
    let hanging = router(upstream, 1_000);
    let reply = send(&hanging, watch("application/x-ndjson")).await;
    let lines = reply.text();
    let (first, last) = lines.trim_end().split_once('\n').unwrap();
    assert_eq!(first, "{\"progress\":{\"done\":1},\"result\":null}");
    assert!(last.starts_with("{\"error\":") && last.contains("DEADLINE_EXCEEDED"), "{last}");
}
