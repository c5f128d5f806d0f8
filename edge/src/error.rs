//! Errors as JSON: the one place that makes them.

use std::collections::BTreeMap;

use axum::response::{IntoResponse, Response};
use http::{
    HeaderValue, StatusCode,
    header::{self, HeaderName},
};
use prost_reflect::{Kind, MessageDescriptor};
use serde::Serialize;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::{json::json, violation::Violation};

/// What people read of a fault of the server: never its cause.
pub(crate) const SERVER_FAULT: &str = "Something went wrong. Please try again later.";

/// An answer that is an error.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    code: Code,
    message: String,
    fields: Vec<Violation>,
    details: BTreeMap<String, String>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shape<'a> {
    code: &'static str,
    message: &'a str,
    fields: &'a [Violation],
    request_id: &'a str,
    /// Facts for programs; left out where there are none, as most errors have none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    details: &'a BTreeMap<String, String>,
}

impl Failure {
    fn new(status: StatusCode, code: Code, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            fields: Vec::new(),
            details: BTreeMap::new(),
            headers: Vec::new(),
        }
    }

    /// A request that cannot be understood as a whole.
    pub(crate) fn malformed(message: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, Code::InvalidArgument, message)
    }

    /// A request with wrong fields.
    pub(crate) fn wrong_fields(fields: Vec<Violation>) -> Self {
        Self { fields, ..Self::malformed("The request has invalid fields.") }
    }

    /// A body of another kind than the call takes.
    pub(crate) fn unsupported_media_type(message: &str) -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::InvalidArgument, message)
    }

    /// A body above the call's limit.
    pub(crate) fn too_large(limit: usize) -> Self {
        let message = format!("The request is larger than {limit} bytes.");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, Code::ResourceExhausted, message)
    }

    /// No such path.
    pub(crate) fn no_such_path() -> Self {
        Self::new(StatusCode::NOT_FOUND, Code::NotFound, "There is nothing at this address.")
    }

    /// A path that knows other verbs.
    pub(crate) fn wrong_verb(allowed: &str) -> Self {
        let mut failure = Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            Code::Unimplemented,
            "This address takes other methods.",
        );
        if let Ok(allowed) = HeaderValue::from_str(allowed) {
            failure.headers.push((header::ALLOW, allowed));
        }
        failure
    }

    /// An answer that makes no sense; the cause goes to the log.
    pub(crate) fn fault(cause: &str, rpc: &str, request_id: &str) -> Self {
        tracing::error!(rpc, request_id, cause, "an answer could not be written as JSON");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, SERVER_FAULT)
    }

    /// What the core answered, its fields named as the body of this call names them.
    pub(crate) fn from_status(status: &Status, input: &MessageDescriptor, body: &str) -> Self {
        let details = status.get_error_details();
        let info = details.error_info();
        let reason = info.map_or("", |info| info.reason.as_str());
        let mut failure = Self::new(http_status(status.code(), reason), status.code(), status.message());
        if failure.status.is_server_error() && reason != TOO_SLOW {
            // Nor are its facts told: they could name the cause.
            SERVER_FAULT.clone_into(&mut failure.message);
        } else if let Some(info) = info {
            failure.details = info.metadata.iter().map(|(name, fact)| (name.clone(), fact.clone())).collect();
        }
        failure.fields = details
            .bad_request()
            .map(|request| request.field_violations.as_slice())
            .unwrap_or_default()
            .iter()
            .map(|violation| Violation {
                field: json_path(input, body, &violation.field),
                message: violation.description.clone(),
            })
            .collect();
        if let Some(seconds) = status.metadata().get("retry-after")
            && let Ok(seconds) = HeaderValue::from_bytes(seconds.as_encoded_bytes())
        {
            failure.headers.push((header::RETRY_AFTER, seconds));
        }
        if failure.status == StatusCode::UNAUTHORIZED {
            failure.headers.push((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")));
        }
        failure
    }

    /// The error as JSON text.
    pub(crate) fn to_json(&self, request_id: &str) -> Vec<u8> {
        let shape = Shape {
            code: code_name(self.code),
            message: &self.message,
            fields: &self.fields,
            request_id,
            details: &self.details,
        };
        // Strings, and lists and maps of strings, can always be written.
        serde_json::to_vec(&shape).unwrap_or_default()
    }

    /// The whole answer.
    pub(crate) fn into_response(self, request_id: &str) -> Response {
        let mut response = (self.status, json(self.to_json(request_id))).into_response();
        response.headers_mut().extend(self.headers);
        response
    }
}

/// The one trouble of the server's of which callers are told what to do about it.
const TOO_SLOW: &str = "ERROR_REASON_TOO_SLOW";

/// The HTTP status of a gRPC code.
fn http_status(code: Code, reason: &str) -> StatusCode {
    match code {
        Code::Ok => StatusCode::OK,
        Code::InvalidArgument | Code::OutOfRange => StatusCode::BAD_REQUEST,
        Code::Unauthenticated => StatusCode::UNAUTHORIZED,
        Code::PermissionDenied => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::AlreadyExists | Code::Aborted | Code::FailedPrecondition => StatusCode::CONFLICT,
        Code::ResourceExhausted
            if matches!(reason, "ERROR_REASON_TOO_LARGE" | "ERROR_REASON_STORAGE_FULL") =>
        {
            StatusCode::PAYLOAD_TOO_LARGE
        }
        Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
        // What nginx calls "client closed request"; there is no standard number.
        Code::Cancelled => StatusCode::from_u16(499).unwrap_or(StatusCode::BAD_REQUEST),
        Code::Unimplemented => StatusCode::NOT_IMPLEMENTED,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::DeadlineExceeded => StatusCode::GATEWAY_TIMEOUT,
        Code::Internal | Code::Unknown | Code::DataLoss => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// The names of all codes an error can carry, by number.
pub(crate) const CODE_NAMES: [&str; 16] = [
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

fn code_name(code: Code) -> &'static str {
    let index = usize::try_from(code as i32 - 1).unwrap_or_default();
    CODE_NAMES.get(index).copied().unwrap_or("UNKNOWN")
}

/// Names a field as the body of the call does: `contract.bid_id` is `bidId` where the body is the contract.
pub(crate) fn json_path(input: &MessageDescriptor, body: &str, path: &str) -> String {
    let inner = match path.strip_prefix(body) {
        Some(rest) if !matches!(body, "" | "*") && (rest.is_empty() || rest.starts_with(['.', '['])) => rest,
        _ => return json_names(Some(input.clone()), path),
    };
    let message = input.get_field_by_name(body).and_then(|field| message_of(&field.kind()));
    let (index, rest) = inner.split_at(inner.find('.').unwrap_or(inner.len()));
    let rest = json_names(message, rest.trim_start_matches('.'));
    if index.is_empty() || rest.is_empty() { format!("{index}{rest}") } else { format!("{index}.{rest}") }
}

fn json_names(mut message: Option<MessageDescriptor>, path: &str) -> String {
    let mut names = Vec::new();
    for segment in path.split('.') {
        let (name, index) = segment.split_at(segment.find('[').unwrap_or(segment.len()));
        match message.as_ref().and_then(|message| message.get_field_by_name(name)) {
            Some(field) => {
                names.push(format!("{}{index}", field.json_name()));
                message = message_of(&field.kind());
            }
            // An index between dots; what it stands in goes on below it.
            None => names.push(segment.to_owned()),
        }
    }
    names.join(".")
}

fn message_of(kind: &Kind) -> Option<MessageDescriptor> {
    match kind {
        Kind::Message(message) => Some(message.clone()),
        _ => None,
    }
}
