//! What can go wrong in a service, and how it is told.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use nirmaan_api::errors::ErrorReason;
use nirmaan_store::{
    Actor, Retry, Store, StoreError,
    query::people::{self, Person},
};
use tonic::{Code, Status, metadata::MetadataValue};
use tonic_types::{ErrorDetails, StatusExt};
use uuid::Uuid;

use crate::wire;

/// The domain of every `ErrorInfo`.
pub const DOMAIN: &str = "nirmaan";
/// What a person reads when the fault is ours.
pub const SORRY: &str = "Something went wrong. Please try again later.";

/// The result of a service's work.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong in a service.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request's fields are wrong; all of them are named.
    #[error("{}", summary(.0))]
    Invalid(Vec<Violation>),
    /// The request as a whole is wrong.
    #[error("{1}")]
    BadRequest(ErrorReason, String),
    /// The caller isn't signed in, or can't be.
    #[error("{1}")]
    Unauthenticated(ErrorReason, String),
    /// The caller may not do this.
    #[error("{message}")]
    Denied {
        /// Why.
        reason: ErrorReason,
        /// A sentence for a person.
        message: String,
        /// Facts for a program.
        facts: HashMap<String, String>,
    },
    /// There is no such record for this caller.
    #[error("{0} not found.")]
    NotFound(&'static str),
    /// There is no such record any more, which the caller might have read.
    #[error("{what} not found.")]
    Deleted {
        /// What it was.
        what: &'static str,
        /// Who deleted it and when, for a program.
        facts: HashMap<String, String>,
    },
    /// Another record has this value already.
    #[error("{message}")]
    AlreadyExists {
        /// The field's path of proto names.
        field: String,
        /// A sentence for a person.
        message: String,
    },
    /// The record's state doesn't allow it.
    #[error("{0}")]
    Precondition(String),
    /// A mailed link was used already, and its user can sign in under its address.
    #[error("{message}")]
    LinkUsed {
        /// A sentence for a person.
        message: &'static str,
        /// The address that it was mailed to.
        email: String,
        /// The name of its user's organisation.
        tenant_name: String,
    },
    /// Too many calls: again in so many seconds.
    #[error("{message}")]
    TooMany {
        /// A sentence for a person.
        message: String,
        /// When it is worth trying again.
        retry_after_seconds: u64,
    },
    /// The request or file is larger than allowed.
    #[error("{0}")]
    TooLarge(String),
    /// The organisation has used up its storage.
    #[error("{0}")]
    StorageFull(String),
    /// The record was changed since the caller read it.
    #[error("This record was changed meanwhile. Load it again, or save over it.")]
    VersionConflict {
        /// The record's version by now.
        version: i64,
        /// Who changed it last; without a name when they are of another organisation.
        updated_by: Person,
        /// When.
        updated_at: DateTime<Utc>,
    },
    /// What the store says.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server can't answer now.
    #[error("{0}")]
    Unavailable(String),
    /// A fault of ours, with what the log should say.
    #[error("{0}")]
    Internal(String),
}

impl Error {
    /// Whether a write that ended so may have taken effect all the same: that may have got lost with the commit's answer.
    pub(crate) fn is_in_doubt(&self) -> bool {
        matches!(self, Self::Store(StoreError::Unavailable(_) | StoreError::Fault(_)))
    }
}

/// One wrong field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Path of proto names from the request, for example `contract.bid_id`.
    pub field: String,
    /// A sentence for a person.
    pub message: String,
}

fn summary(violations: &[Violation]) -> String {
    match violations {
        [first, rest @ ..] if rest.iter().all(|other| other.message == first.message) => {
            first.message.clone()
        }
        many => format!("{} fields need attention.", many.len()),
    }
}

impl Error {
    /// Puts a name to whoever is in the way of a change.
    pub async fn naming_the_other(self, store: &Store, actor: &Actor) -> Self {
        let Self::Store(StoreError::VersionConflict { version, updated_by, updated_at }) = self else {
            return self;
        };
        let updated_by = match updated_by {
            Some(id) => colleague(store, actor, id).await.unwrap_or_default(),
            None => Person::default(),
        };
        Self::VersionConflict { version, updated_by, updated_at }
    }
}

/// Somebody of the actor's own organisation.
async fn colleague(store: &Store, actor: &Actor, id: Uuid) -> Option<Person> {
    let db = store.read(actor).await.ok()?;
    Some(people::with_emails(&db, [id]).await.ok()?.of(Some(id)))
}

impl Retry for Error {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_retryable())
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        let no_facts = HashMap::new();
        match error {
            Error::Invalid(violations) => {
                let mut details = info(ErrorReason::InvalidFields, no_facts);
                for violation in violations {
                    details.add_bad_request_violation(violation.field, violation.message);
                }
                Status::with_error_details(Code::InvalidArgument, message, details)
            }
            Error::BadRequest(reason, _) => status(Code::InvalidArgument, reason, message, no_facts),
            Error::Unauthenticated(reason, _) => status(Code::Unauthenticated, reason, message, no_facts),
            Error::Denied { reason, facts, .. } => status(Code::PermissionDenied, reason, message, facts),
            Error::NotFound(_) => status(Code::NotFound, ErrorReason::NotFound, message, no_facts),
            Error::Deleted { facts, .. } => status(Code::NotFound, ErrorReason::NotFound, message, facts),
            Error::AlreadyExists { field, .. } => {
                let mut details = info(ErrorReason::AlreadyExists, no_facts);
                details.add_bad_request_violation(field, message.clone());
                Status::with_error_details(Code::AlreadyExists, message, details)
            }
            Error::VersionConflict { version, updated_by, updated_at } => {
                let mut facts = HashMap::from([
                    ("version".to_owned(), version.to_string()),
                    ("updatedAt".to_owned(), updated_at.to_rfc3339()),
                ]);
                facts.extend(wire::person_facts("updatedBy", updated_by));
                status(Code::Aborted, ErrorReason::VersionConflict, message, facts)
            }
            Error::Precondition(_) => {
                status(Code::FailedPrecondition, ErrorReason::WrongState, message, no_facts)
            }
            Error::LinkUsed { email, tenant_name, .. } => {
                let facts =
                    HashMap::from([("email".to_owned(), email), ("tenantName".to_owned(), tenant_name)]);
                status(Code::FailedPrecondition, ErrorReason::LinkUsed, message, facts)
            }
            Error::TooMany { retry_after_seconds, .. } => {
                let facts = HashMap::from([("retryAfter".to_owned(), retry_after_seconds.to_string())]);
                let status = status(Code::ResourceExhausted, ErrorReason::TooMany, message, facts);
                with_retry_after(status, retry_after_seconds)
            }
            Error::TooLarge(_) => status(Code::ResourceExhausted, ErrorReason::TooLarge, message, no_facts),
            Error::StorageFull(_) => {
                status(Code::ResourceExhausted, ErrorReason::StorageFull, message, no_facts)
            }
            Error::Unavailable(_) => unavailable(message),
            Error::Store(error) => from_store(error),
            Error::Internal(what) => {
                tracing::error!(what, "internal error");
                status(Code::Internal, ErrorReason::Internal, SORRY.to_owned(), no_facts)
            }
        }
    }
}

fn from_store(error: StoreError) -> Status {
    let no_facts = HashMap::new();
    match error {
        StoreError::VersionConflict { version, updated_by: _, updated_at } => {
            Error::VersionConflict { version, updated_by: Person::default(), updated_at }.into()
        }
        StoreError::Duplicate(_) => {
            let message = "Another record has this value already.".to_owned();
            status(Code::AlreadyExists, ErrorReason::AlreadyExists, message, no_facts)
        }
        StoreError::Reference(_) => {
            let message = "Other records still refer to this one.".to_owned();
            status(Code::FailedPrecondition, ErrorReason::WrongState, message, no_facts)
        }
        StoreError::KeyReused => {
            let message = "This Idempotency-Key was used with another request.".to_owned();
            status(Code::AlreadyExists, ErrorReason::IdempotencyKeyReused, message, no_facts)
        }
        StoreError::UnknownSort(field) => {
            let mut details = info(ErrorReason::InvalidFields, no_facts);
            let message = format!("Cannot sort by '{field}'.");
            details.add_bad_request_violation("sort", message.clone());
            Status::with_error_details(Code::InvalidArgument, message, details)
        }
        StoreError::PageTooFar(rows) => {
            let mut details = info(ErrorReason::InvalidFields, no_facts);
            let message = format!("At most {rows} rows can be skipped. Narrow the list instead.");
            details.add_bad_request_violation("pagination.page", message.clone());
            Status::with_error_details(Code::InvalidArgument, message, details)
        }
        StoreError::Busy(_) => unavailable("The server is busy. Please try again.".to_owned()),
        StoreError::TooSlow(error) => {
            tracing::warn!(%error, "a statement took too long");
            let message = "This took too long. Ask for less, for example for fewer days, or try again later.";
            status(Code::DeadlineExceeded, ErrorReason::TooSlow, message.to_owned(), no_facts)
        }
        StoreError::Unavailable(error) => {
            tracing::warn!(%error, "database unavailable");
            unavailable("The server can't reach its database. Please try again.".to_owned())
        }
        StoreError::Fault(_) | StoreError::HandleKept => {
            tracing::error!(error = &error as &dyn std::error::Error, "internal error");
            status(Code::Internal, ErrorReason::Internal, SORRY.to_owned(), no_facts)
        }
    }
}

fn unavailable(message: String) -> Status {
    with_retry_after(status(Code::Unavailable, ErrorReason::Unavailable, message, HashMap::new()), 1)
}

fn info(reason: ErrorReason, facts: HashMap<String, String>) -> ErrorDetails {
    ErrorDetails::with_error_info(reason.as_str_name(), DOMAIN, facts)
}

/// An error as the wire says it, with its details.
pub(crate) fn status(
    code: Code,
    reason: ErrorReason,
    message: String,
    facts: HashMap<String, String>,
) -> Status {
    Status::with_error_details(code, message, info(reason, facts))
}

/// Tells when it is worth trying again, in metadata that the edge makes a header.
fn with_retry_after(mut status: Status, seconds: u64) -> Status {
    status.metadata_mut().insert("retry-after", MetadataValue::from(seconds));
    status
}
