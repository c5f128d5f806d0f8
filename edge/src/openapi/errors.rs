//! What calls answer when they fail.

use serde_json::{Value, json};

use crate::error::CODE_NAMES;

/// Status, name and meaning.
pub(super) const ERRORS: [(&str, &str, &str); 10] = [
    ("400", "Invalid", "The request is malformed, or fields of it are wrong."),
    ("401", "Unauthenticated", "Nobody is signed in, or the session has ended."),
    ("403", "Denied", "The caller's roles don't grant this."),
    (
        "404",
        "NotFound",
        "The caller's organisation has no such record. Who reads a contract, deposit, project, task or user of their \
         organisation that was deleted, and may view such records, finds in `details`: `kind`, `id`, `name`, `deletedAt`, \
         `deletedBy`, `restorableUntil`, and `alongKind` and `alongId` of what it went along with.",
    ),
    (
        "409",
        "Conflict",
        "Another record is in the way, or this one changed or stands where it can't be changed.",
    ),
    ("413", "TooLarge", "The request is larger than allowed, or the storage is full."),
    ("415", "WrongMediaType", "The body is of another kind than the call takes."),
    ("429", "TooMany", "Too many calls or attempts."),
    ("500", "Fault", "A fault of the server, logged under the request id."),
    ("503", "Unavailable", "The server can't answer now."),
];

/// The answers that every operation refers to.
pub(super) fn responses() -> Value {
    let answers = ERRORS.iter().map(|(status, name, description)| {
        let mut answer = json!({
            "description": description,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
        });
        if let (Some(answer), "429" | "503") = (answer.as_object_mut(), *status) {
            let header =
                json!({"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}});
            answer.insert("headers".to_owned(), header);
        }
        ((*name).to_owned(), answer)
    });
    Value::Object(answers.collect())
}

/// What they mean, as a list in Markdown.
pub(super) fn meanings() -> String {
    ERRORS.iter().map(|(status, _, meaning)| format!("\n- **{status}**: {meaning}")).collect()
}

/// What every error is.
pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "description": "Why a call failed.",
        "required": ["code", "message", "fields", "requestId"],
        "properties": {
            "code": {"type": "string", "enum": CODE_NAMES, "description": "The gRPC code, for programs."},
            "message": {"type": "string", "description": "A sentence for a person."},
            "fields": {
                "type": "array",
                "description": "The fields that were wrong.",
                "items": {
                    "type": "object",
                    "required": ["field", "message"],
                    "properties": {
                        "field": {"type": "string", "description": "As the body names it, for example rows[2].bidId."},
                        "message": {"type": "string", "description": "A sentence for a person."},
                    },
                },
            },
            "requestId": {"type": "string", "description": "What the server's log knows the request by."},
            "details": {
                "type": "object",
                "description": "Facts for programs, where there are any: version, updatedBy and updatedAt of a record \
                    that changed meanwhile (ABORTED), module and action of a missing right (PERMISSION_DENIED).",
                "additionalProperties": {"type": "string"},
            },
        },
    })
}
