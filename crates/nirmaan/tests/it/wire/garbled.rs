//! Bytes that are no request: they are refused in the product's words.

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::BufMut;
use nirmaan_api::method;
use reqwest::{Client, Method};
use serde_json::json;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use super::any::DETAILS;
use crate::{build::Person, harness::App};

const LOGIN: &str = "/nirmaan.auth.v1.AuthService/Login";
const CREATE: &str = "/nirmaan.contracts.v1.ContractService/CreateContract";
const IMPORT: &str = "/nirmaan.contracts.v1.ContractService/BulkUploadContracts";
const UPLOAD: &str = "/nirmaan.documents.v1.DocumentService/UploadDocument";
const HEALTH: &str = "/grpc.health.v1.Health/Check";
const REFLECTION: &str = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
const LARGEST: usize = 4 * 1024 * 1024;

/// A frame: a flag, a length and what follows.
fn frame(flag: u8, length: u32, bytes: &[u8]) -> Vec<u8> {
    let mut frame = vec![flag];
    frame.put_u32(length);
    frame.extend_from_slice(bytes);
    frame
}

/// Sends bytes as they are, over HTTP/2 or HTTP/1, and returns the status.
async fn send(app: &App, kind: &str, path: &str, person: &Person, body: Vec<u8>, compressed: bool) -> Status {
    let client = if kind == "application/grpc" {
        Client::builder().http2_prior_knowledge()
    } else {
        Client::builder()
    };
    let request = client.build().unwrap().request(Method::POST, format!("{}{path}", app.base));
    let request = request.bearer_auth(&person.token).header("content-type", kind).header("te", "trailers");
    let request = if compressed { request.header("grpc-encoding", "gzip") } else { request };
    let answer = request.body(body).send().await.unwrap();
    let headers = answer.headers().clone();
    let raw =
        |name: &str| headers.get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
    let body = answer.bytes().await.unwrap();
    let said = String::from_utf8_lossy(&body);
    for hidden in ["tonic", "prost", "hyper", "h2", "rotobuf", "EOF", "nirmaan.", "flag"] {
        assert!(!said.contains(hidden) && !raw("grpc-message").contains(hidden), "{path}: {said}{headers:?}");
    }
    let code = Code::from_bytes(raw("grpc-status").as_bytes());
    let message = raw("grpc-message").replace("%20", " ").replace("%27", "'");
    Status::with_details(code, message, base64_of(&raw(DETAILS)).into())
}

fn base64_of(text: &str) -> Vec<u8> {
    base64::engine::general_purpose::STANDARD_NO_PAD.decode(text).unwrap()
}

fn reason(status: &Status) -> String {
    let details = status.get_error_details();
    let info = details.error_info().unwrap_or_else(|| panic!("no details: {status:?}"));
    assert_eq!(info.domain, "nirmaan");
    info.reason.clone()
}

#[tokio::test]
async fn bytes_that_are_no_request_are_refused_in_our_words_on_every_wire() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let large = vec![0; LARGEST + 1];
    for kind in ["application/grpc", "application/grpc-web+proto", "application/grpc-web-text"] {
        for path in [LOGIN, CREATE] {
            for (what, body) in [
                ("no message", Vec::new()),
                ("no frame", b"hello".to_vec()),
                ("half a frame", frame(0, 100, b"x")),
                ("no protobuf", frame(0, 3, &[0xff; 3])),
                ("text that is no UTF-8", frame(0, 4, &[0x0a, 2, 0xff, 0xfe])),
                ("compressed without saying how", frame(1, 1, b"x")),
                ("an unknown flag", frame(7, 1, b"x")),
                ("trailers that are none", frame(0x80, 4, b"\x00\xff\r\n")),
            ] {
                let body = if kind.ends_with("text") { STANDARD.encode(body).into_bytes() } else { body };
                let status = send(&app, kind, path, &person, body, false).await;
                assert_eq!(status.code(), Code::InvalidArgument, "{kind} {path} {what}: {status:?}");
                assert_eq!(status.message(), "The request can't be read.", "{kind} {path} {what}");
                assert_eq!(reason(&status), "ERROR_REASON_INVALID_FIELDS");
            }
            let body = frame(0, large.len() as u32, &large);
            let body = if kind.ends_with("text") { STANDARD.encode(body).into_bytes() } else { body };
            let status = send(&app, kind, path, &person, body, false).await;
            assert_eq!(status.code(), Code::ResourceExhausted, "{kind} {path}: {status:?}");
            assert_eq!(reason(&status), "ERROR_REASON_TOO_LARGE");
            let status = send(&app, kind, path, &person, frame(1, 1, b"x"), true).await;
            assert_eq!(status.code(), Code::Unimplemented, "{kind} {path}: {status:?}");
            assert!(status.message().starts_with("The request is compressed"), "{status:?}");
        }
        // Nobody hears more than that before they may call.
        let nobody = Person { token: "x".to_owned(), ..app.firm(&format!("Rival {kind}")).await.1 };
        let status = send(&app, kind, CREATE, &nobody, b"hello".to_vec(), false).await;
        assert_eq!(status.code(), Code::Unauthenticated);
    }
    let status = send(&app, "application/grpc-web-text", LOGIN, &person, b"!!!!".to_vec(), false).await;
    assert_eq!((status.code(), status.message()), (Code::InvalidArgument, "The request can't be read."));
}

#[tokio::test]
async fn uploads_health_and_reflection_name_no_library_either() {
    let app = App::start_with(|config| config.reflection = true).await;
    let (_, person) = app.firm("Firm").await;
    for path in [IMPORT, UPLOAD, HEALTH, REFLECTION] {
        for body in [b"hello".to_vec(), frame(0, 3, &[0xff; 3]), frame(7, 1, b"x"), frame(0, 100, b"x")] {
            for kind in ["application/grpc", "application/grpc-web+proto"] {
                send(&app, kind, path, &person, body.clone(), false).await;
            }
        }
    }
    let unknown = frame(0, 6, b"\x0a\x04none");
    let status = send(&app, "application/grpc", HEALTH, &person, unknown, false).await;
    assert_eq!((status.code(), status.message()), (Code::NotFound, "There is no such service."));
}

#[tokio::test]
async fn the_edge_answers_what_it_can_not_send_in_our_words() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    assert!(method::find(CREATE).is_some());
    let body = json!({"bidId": "A", "contractName": "x".repeat(LARGEST)});
    let (code, message) = app.post("/api/contracts", &person.token, body).await.error(413);
    assert_eq!(code, "RESOURCE_EXHAUSTED");
    assert!(message.starts_with("The request is larger than "), "{message}");
    let broken = app.request(Method::POST, "/api/contracts", Some(&person.token));
    let broken = broken.header("content-type", "application/json").body(vec![b'"', 0xff, b'"']);
    let (code, message) = crate::harness::answer(broken).await.error(400);
    assert_eq!((code.as_str(), message.as_str()), ("INVALID_ARGUMENT", "The body is not valid JSON."));
}
