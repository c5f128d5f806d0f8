//! Where a path leads: an RPC, and how its request is read and its answer written.

use std::time::Duration;

use http::uri::PathAndQuery;
use prost_reflect::{FieldDescriptor, MessageDescriptor};
use tonic::Status;

use crate::{dialect::bind, error::Failure, response::Answer, upload::UploadForm};

/// What a body fills.
#[derive(Debug, Clone)]
pub(crate) enum BodyTarget {
    Nothing,
    Message,
    Field(FieldDescriptor),
}

/// One binding, ready to serve.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) rpc: PathAndQuery,
    pub(crate) input: MessageDescriptor,
    pub(crate) body: BodyTarget,
    /// The body's field name, `*`, or nothing, as the binding says it.
    pub(crate) body_name: String,
    pub(crate) body_limit: usize,
    /// Fields of the request that only answers have.
    pub(crate) untaken: Vec<FieldDescriptor>,
    pub(crate) upload: Option<UploadForm>,
    /// Whether the core reads a tenant in the request itself; if not, the gate is told of it.
    pub(crate) declares_tenant: bool,
    pub(crate) is_stream: bool,
    /// How long a call may take.
    pub(crate) time: Duration,
    pub(crate) answer: Answer,
}

impl Target {
    /// Whether a path of names leads into what the body fills.
    pub(crate) fn is_filled_by_body(&self, names: &str) -> bool {
        let first = names.split('.').next().unwrap_or_default();
        match &self.body {
            BodyTarget::Nothing => false,
            BodyTarget::Message => true,
            BodyTarget::Field(field) => bind::field_named(&self.input, first).as_ref() == Some(field),
        }
    }

    /// What the core answered, as this binding's client reads it.
    pub(crate) fn failure(&self, status: &Status) -> Failure {
        Failure::from_status(status, &self.input, &self.body_name)
    }

    /// An answer of this RPC that makes no sense.
    pub(crate) fn fault(&self, cause: &str, request_id: &str) -> Failure {
        Failure::fault(cause, self.rpc.path(), request_id)
    }
}
