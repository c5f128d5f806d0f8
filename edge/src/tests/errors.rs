//! Errors of the core, as JSON clients read them.

use std::collections::{BTreeMap, HashMap};

use axum::body::Body;
use serde_json::json;
use tonic::{Code, Status, metadata::MetadataValue};
use tonic_types::{ErrorDetails, StatusExt};

use super::{call, core, descriptor, edge, refusing, replies, request, send};
use crate::error::json_path;

#[tokio::test]
async fn codes_become_statuses() {
    for (code, status, name) in [
        (Code::InvalidArgument, 400, "INVALID_ARGUMENT"),
        (Code::OutOfRange, 400, "OUT_OF_RANGE"),
        (Code::Unauthenticated, 401, "UNAUTHENTICATED"),
        (Code::PermissionDenied, 403, "PERMISSION_DENIED"),
        (Code::NotFound, 404, "NOT_FOUND"),
        (Code::AlreadyExists, 409, "ALREADY_EXISTS"),
        (Code::Aborted, 409, "ABORTED"),
        (Code::FailedPrecondition, 409, "FAILED_PRECONDITION"),
        (Code::ResourceExhausted, 429, "RESOURCE_EXHAUSTED"),
        (Code::Cancelled, 499, "CANCELLED"),
        (Code::Unimplemented, 501, "UNIMPLEMENTED"),
        (Code::Unavailable, 503, "UNAVAILABLE"),
        (Code::DeadlineExceeded, 504, "DEADLINE_EXCEEDED"),
        (Code::Internal, 500, "INTERNAL"),
        (Code::Unknown, 500, "UNKNOWN"),
        (Code::DataLoss, 500, "DATA_LOSS"),
    ] {
        let router = edge(refusing(Status::new(code, "the cause: sql")));
        let request =
            request("GET", "/api/things/1").header("x-request-id", "r-1").body(Body::empty()).unwrap();
        let reply = send(&router, request).await;
        let message =
            if status >= 500 { "Something went wrong. Please try again later." } else { "the cause: sql" };
        assert_eq!(reply.status.as_u16(), status);
        assert_eq!(reply.json(), json!({"code": name, "message": message, "fields": [], "requestId": "r-1"}));
        assert_eq!(reply.header("www-authenticate"), if status == 401 { "Bearer" } else { "" });
    }
}

#[tokio::test]
async fn too_large_is_not_too_many() {
    for (reason, status) in
        [("ERROR_REASON_TOO_LARGE", 413), ("ERROR_REASON_STORAGE_FULL", 413), ("ERROR_REASON_TOO_MANY", 429)]
    {
        let details = ErrorDetails::with_error_info(reason, "nirmaan", [("a".to_owned(), "b".to_owned())]);
        let mut refusal = Status::with_error_details(Code::ResourceExhausted, "No.", details);
        refusal.metadata_mut().insert("retry-after", MetadataValue::from_static("7"));
        let reply = call(&edge(refusing(refusal)), "GET", "/api/things/1", "").await;
        assert_eq!((reply.status.as_u16(), reply.header("retry-after")), (status, "7"));
    }
}

#[tokio::test]
async fn what_was_too_slow_says_what_to_do() {
    let details = ErrorDetails::with_error_info("ERROR_REASON_TOO_SLOW", "nirmaan", []);
    let refusal = Status::with_error_details(Code::DeadlineExceeded, "Ask for less.", details);
    let reply = call(&edge(refusing(refusal)), "GET", "/api/things/1", "").await;
    assert_eq!((reply.status.as_u16(), &reply.json()["message"]), (504, &json!("Ask for less.")));
}

#[tokio::test]
async fn facts_are_told_beside_the_message() {
    let conflict =
        [("version", "2"), ("updatedBy", "asha@example.com"), ("updatedAt", "2026-03-31T00:00:00Z")];
    for (code, facts, expected) in [
        (Code::Aborted, conflict.as_slice(), Some(json!(conflict.into_iter().collect::<BTreeMap<_, _>>()))),
        (
            Code::PermissionDenied,
            &[("module", "Contracts"), ("action", "edit")],
            Some(json!({"module": "Contracts", "action": "edit"})),
        ),
        (Code::NotFound, &[], None),
        // A fault's facts could name its cause.
        (Code::Internal, &[("table", "contracts")], None),
    ] {
        let facts: HashMap<String, String> =
            facts.iter().map(|&(name, fact)| (name.to_owned(), fact.to_owned())).collect();
        let details = ErrorDetails::with_error_info("ERROR_REASON_X", "nirmaan", facts);
        let refusal = Status::with_error_details(code, "No.", details);
        let router = edge(refusing(refusal));
        // Whoever sends what can't be bound is told as much.
        for body in ["{}", "{"] {
            let reply = call(&router, "POST", "/api/echo", body).await.json();
            assert_eq!(reply.get("details"), expected.as_ref(), "{code:?} {body}");
            let names: Vec<_> = reply.as_object().unwrap().keys().filter(|name| *name != "details").collect();
            assert_eq!(names.len(), 4, "{reply}");
        }
    }
}

#[tokio::test]
async fn violations_are_named_as_the_body_names_them() {
    let mut details = ErrorDetails::new();
    for field in ["thing.text_value", "id", "thing.children[1].int32_value", "thing"] {
        details.add_bad_request_violation(field, "Wrong.");
    }
    let refusal = Status::with_error_details(Code::InvalidArgument, "Invalid.", details);
    let reply = call(&edge(refusing(refusal)), "PUT", "/api/things/1", "{}").await;
    let fields: Vec<_> =
        reply.json()["fields"].as_array().unwrap().iter().map(|entry| entry["field"].clone()).collect();
    assert_eq!(fields, ["txtValue", "id", "children[1].int32Value", ""]);
}

#[test]
fn paths_of_all_kinds_are_mapped() {
    let (replacement, rows, things) = (descriptor("Replacement"), descriptor("Rows"), descriptor("Things"));
    for (message, body, path, expected) in [
        (&replacement, "thing", "thing.text_value", "txtValue"),
        (&replacement, "*", "thing.text_value", "thing.txtValue"),
        (&replacement, "", "thing.text_value", "thing.txtValue"),
        (&replacement, "thing", "things.text_value", "things.text_value"),
        (&rows, "rows", "rows[2].role_id", "[2].roleId"),
        (&rows, "rows", "rows[2]", "[2]"),
        (&rows, "rows", "role_id", "roleId"),
        (&rows, "*", "rows[2].role_id", "rows[2].roleId"),
        (&rows, "*", "rows.2.role_id", "rows.2.roleId"),
        (&things, "*", "children[0].children[1].text_value", "children[0].children[1].txtValue"),
        (&things, "*", "no_such.field", "no_such.field"),
        (&things, "*", "", ""),
    ] {
        assert_eq!(json_path(message, body, path), expected, "{path}");
    }
}

#[tokio::test]
async fn a_reply_that_makes_no_sense_is_a_fault() {
    for bytes in [&b"\x0a\x05x"[..], b"\x00"] {
        let router = edge(core(move |_| async move { Ok(super::reply(bytes)) }));
        let reply = call(&router, "GET", "/api/things/1", "").await;
        assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (500, &json!("INTERNAL")));
    }
    let silent = edge(core(|_| async { Ok(replies(futures_util::stream::empty())) }));
    assert_eq!(call(&silent, "GET", "/api/things/1", "").await.status, 500);
}

#[tokio::test]
async fn an_error_after_the_reply_is_still_an_error() {
    let router = edge(core(|_| async {
        let events = [Ok(bytes::Bytes::new()), Err(Status::aborted("Changed meanwhile."))];
        Ok(replies(futures_util::stream::iter(events)))
    }));
    assert_eq!(call(&router, "GET", "/api/things/1", "").await.status, 409);
}
