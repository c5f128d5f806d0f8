//! Multipart forms: order, limits, and what happens when they break.

use std::sync::{Arc, Mutex};

use axum::body::Body;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use prost_reflect::{DynamicMessage, Value};
use serde_json::json;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use tower::ServiceExt;

use super::{
    Incoming, Reply, core, descriptor, edge, encoded, nested, refusing, replies, reply, request, send,
};
use crate::Upstream;

/// One part of a form.
fn part(headers: &str, content: &str) -> String {
    format!("--b\r\nContent-Disposition: form-data; {headers}\r\n\r\n{content}\r\n")
}

fn form(parts: &[String]) -> String {
    format!("{}--b--\r\n", parts.concat())
}

fn post(path: &str, body: impl Into<Body>) -> http::Request<Body> {
    request("POST", path).header("content-type", "multipart/form-data; boundary=b").body(body.into()).unwrap()
}

/// What a message of an upload says, in short.
fn told(message: Bytes) -> String {
    let part = DynamicMessage::decode(descriptor("Part"), message).unwrap();
    let text = |field: &str, name: &str| {
        let inner = part.get_field_by_name(field).unwrap().into_owned();
        let value = inner.as_message().unwrap().get_field_by_name(name).unwrap().into_owned();
        value.as_str().unwrap().to_owned()
    };
    if part.has_field_by_name("field") {
        format!("{}={}", text("field", "name"), text("field", "value"))
    } else if part.has_field_by_name("file_start") {
        let names = ["field", "file_name", "content_type"].map(|name| text("file_start", name));
        format!("file {}", names.join(" "))
    } else {
        let chunk = part.get_field_by_name("chunk").unwrap().into_owned();
        let chunk = chunk.as_bytes().unwrap();
        if chunk.len() > 20 {
            format!("{} bytes", chunk.len())
        } else {
            String::from_utf8_lossy(chunk).into_owned()
        }
    }
}

/// Answers with what was sent, once the form has ended well.
fn listening(ends: Arc<Mutex<Vec<Result<(), Status>>>>) -> Upstream {
    core(move |mut incoming: Incoming| {
        let ends = Arc::clone(&ends);
        async move {
            if incoming.is_unbound() {
                return Err(Status::invalid_argument("not bound"));
            }
            let mut parts = Vec::new();
            loop {
                match incoming.messages.message().await {
                    Ok(Some(message)) => parts.push(Value::String(told(message))),
                    Ok(None) => break,
                    Err(status) => {
                        ends.lock().unwrap().push(Err(status.clone()));
                        return Err(status);
                    }
                }
            }
            ends.lock().unwrap().push(Ok(()));
            Ok(reply(encoded("Uploaded", &[("parts", Value::List(parts))])))
        }
    })
}

async fn upload(body: impl Into<Body>) -> (Reply, Vec<Result<(), Status>>) {
    let ends = Arc::default();
    let reply = send(&edge(listening(Arc::clone(&ends))), post("/api/upload", body)).await;
    let ends = ends.lock().unwrap().clone();
    (reply, ends)
}

#[tokio::test]
async fn parts_arrive_in_the_order_they_were_sent() {
    let file = part("name=\"file\"; filename=\"a b.csv\"\r\nContent-Type: text/csv", "x,y");
    let (first, last) = (part("name=\"tenantId\"", "t"), part("name=\"bucketName\"", "b"));
    let told = ["file file a b.csv text/csv", "x,y"];
    for (parts, expected) in [
        (
            vec![file.clone(), first.clone(), last.clone()],
            vec![told[0], told[1], "tenantId=t", "bucketName=b"],
        ),
        (
            vec![first.clone(), file.clone(), last.clone()],
            vec!["tenantId=t", told[0], told[1], "bucketName=b"],
        ),
        (
            vec![first.clone(), last.clone(), file.clone()],
            vec!["tenantId=t", "bucketName=b", told[0], told[1]],
        ),
        (vec![file.clone(), file.clone()], vec![told[0], told[1], told[0], told[1]]),
        (vec![first.clone()], vec!["tenantId=t"]),
        (vec![], vec![]),
    ] {
        let (reply, _) = upload(form(&parts)).await;
        assert_eq!((reply.status.as_u16(), &reply.json()), (200, &json!({"parts": expected})));
    }
}

#[tokio::test]
async fn large_files_go_in_pieces() {
    let (reply, _) = upload(form(&[part("name=\"f\"; filename=\"n\"", &"x".repeat(150_000))])).await;
    let parts: Vec<usize> = reply.json()["parts"].as_array().unwrap()[1..]
        .iter()
        .map(|part| part.as_str().unwrap().split(' ').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(parts.iter().sum::<usize>(), 150_000);
    assert!(parts.iter().all(|length| *length <= 64 * 1024));
}

#[tokio::test]
async fn what_is_too_large_is_cancelled_wherever_it_is_noticed() {
    let large = form(&[part("name=\"f\"; filename=\"n\"", &"x".repeat(1024 * 1024))]);
    // Without a length, it is noticed on the way.
    let pieces = large
        .as_bytes()
        .chunks(10_000)
        .map(|piece| Ok::<_, Status>(Bytes::copy_from_slice(piece)))
        .collect::<Vec<_>>();
    let (reply, ends) = upload(Body::from_stream(stream::iter(pieces))).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (413, &json!("RESOURCE_EXHAUSTED")));
    assert!(ends.iter().all(Result::is_err));
    // With one, before anything is sent.
    let mut request = post("/api/upload", large.clone());
    request.headers_mut().insert("content-length", large.len().into());
    let ends = Arc::default();
    let reply = send(&edge(listening(Arc::clone(&ends))), request).await;
    assert_eq!((reply.status.as_u16(), ends.lock().unwrap().len()), (413, 0));
    let (reply, _) = upload(form(&[part("name=\"f\"", &"x".repeat(100_000))])).await;
    assert_eq!(reply.status, 413);
}

#[tokio::test]
async fn a_form_that_breaks_off_is_never_taken_for_whole() {
    let whole = form(&[part("name=\"f\"; filename=\"n\"", "content"), part("name=\"a\"", "b")]);
    for length in 0..whole.len() - "--\r\n".len() {
        let (reply, ends) = upload(whole[..length].to_owned()).await;
        assert_eq!(reply.status, 400, "{length}");
        assert!(ends.iter().all(Result::is_err), "{length}");
    }
}

/// A core whose services read in tasks of their own, which outlive the call, and tell when the upload has begun and
/// how it ended.
fn reading_apart(heard: mpsc::Sender<&'static str>) -> Upstream {
    core(move |mut incoming: Incoming| {
        let heard = heard.clone();
        async move {
            tokio::spawn(async move {
                if let Ok(Some(_)) = incoming.messages.message().await {
                    heard.send("begun").await.unwrap();
                }
                let outcome = loop {
                    match incoming.messages.message().await {
                        Ok(Some(_)) => {}
                        Ok(None) => break "whole",
                        Err(_) => break "broken",
                    }
                };
                heard.send(outcome).await.unwrap();
            });
            std::future::pending().await
        }
    })
}

/// Sends the beginning of a file, and goes away when the core has heard of it.
async fn go_away(router: &axum::Router, heard: &mut mpsc::Receiver<&'static str>) {
    let (sender, receiver) = mpsc::channel::<Result<Bytes, Status>>(1);
    let body = Body::from_stream(ReceiverStream::new(receiver));
    let call = tokio::spawn(router.clone().oneshot(post("/api/upload", body)));
    let start = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n\"\r\n\r\nsome content";
    sender.send(Ok(start.into())).await.unwrap();
    sender.send(Ok(Bytes::new())).await.unwrap();
    assert_eq!(heard.recv().await, Some("begun"));
    call.abort();
}

#[tokio::test]
async fn a_client_that_goes_away_breaks_the_upload() {
    let (tell, mut heard) = mpsc::channel(1);
    let router = edge(reading_apart(tell));
    go_away(&router, &mut heard).await;
    assert_eq!(heard.recv().await, Some("broken"));
}

#[tokio::test]
async fn a_core_that_has_heard_enough_is_believed() {
    let endless = stream::repeat_with(|| Ok::<_, Status>(Bytes::from_static(&[b'x'; 1000])));
    let start = stream::iter([Ok(Bytes::from(part("name=\"f\"; filename=\"n\"", "")))]);
    let body = Body::from_stream(start.chain(endless.take(500)));
    let reply = send(&edge(refusing(Status::permission_denied("No."))), post("/api/upload", body)).await;
    assert_eq!(reply.status, 403);
}

#[tokio::test]
async fn a_client_may_finish_what_was_refused() {
    let (sender, receiver) = mpsc::channel::<Result<Bytes, Status>>(1);
    let mut request = post("/api/upload", Body::from_stream(ReceiverStream::new(receiver)));
    request.headers_mut().insert("content-length", 2_000_000.into());
    let reply = send(&edge(refusing(Status::invalid_argument("not bound"))), request).await;
    assert_eq!(reply.status, 413);
    for _ in 0..100 {
        sender.send(Ok(Bytes::from_static(&[b'x'; 20_000]))).await.unwrap();
    }
}

#[tokio::test]
async fn an_import_is_answered_while_it_is_sent() {
    let (sender, receiver) = mpsc::channel::<Result<Bytes, Status>>(1);
    let router = edge(core(|incoming: Incoming| async move {
        let events = incoming.messages.enumerate().map(|(index, message)| {
            message?;
            let done = Value::I64(i64::try_from(index).unwrap() + 1);
            Ok(encoded("Event", &[("progress", nested("Progress", &[("done", done)]))]))
        });
        let result =
            encoded("Event", &[("result", nested("Result", &[("message", Value::String("ok".into()))]))]);
        Ok(replies(events.chain(stream::once(async { Ok(result) }))))
    }));
    let mut request = post("/api/import", Body::from_stream(ReceiverStream::new(receiver)));
    request.headers_mut().insert("accept", "application/x-ndjson".parse().unwrap());
    let call = tokio::spawn(async move { send(&router, request).await });
    for piece in [part("name=\"f\"; filename=\"n\"", "content"), "--b--\r\n".to_owned()] {
        sender.send(Ok(piece.into())).await.unwrap();
    }
    drop(sender);
    let reply = call.await.unwrap();
    let lines: Vec<_> = reply.text().lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[2], r#"{"progress":null,"result":{"message":"ok"}}"#);
}

#[tokio::test]
async fn an_import_that_breaks_off_ends_in_an_error() {
    let ends: Arc<Mutex<Vec<Result<(), Status>>>> = Arc::default();
    let router = edge(listening(Arc::clone(&ends)));
    let reply = send(&router, post("/api/import", part("name=\"f\"; filename=\"n\"", "content"))).await;
    assert_eq!(reply.status, 400);
    assert!(ends.lock().unwrap().iter().all(Result::is_err));
}
