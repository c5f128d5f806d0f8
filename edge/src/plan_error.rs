//! Descriptors that can't be served.

/// Why the descriptors can't be served.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Two bindings answer the same paths.
    #[error("{verb} {path} of {rpc} is taken: {cause}")]
    Duplicate {
        /// The verb.
        verb: &'static str,
        /// The path template.
        path: String,
        /// The RPC that came second.
        rpc: String,
        /// What it collides with.
        cause: String,
    },
    /// A path or a body names a field that its message doesn't have, or that can't stand there.
    #[error("no such field: {0}")]
    UnknownField(String),
    /// A map or a group.
    #[error("{0} is of a kind that has no JSON here")]
    Unsupported(String),
    /// More fields than a message may have.
    #[error("{0} has too many fields")]
    TooManyFields(String),
    /// An RPC path that is no URI path.
    #[error("{0} is no RPC path")]
    InvalidPath(String),
    /// An RPC that takes a stream of something else than an upload.
    #[error("{0} takes a stream that is no upload")]
    NoUpload(String),
}
