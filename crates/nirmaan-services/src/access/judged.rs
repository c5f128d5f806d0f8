//! What a request says of its tenant beside its message, judged before the message gets through.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use http::Request;
use http_body::{Frame, SizeHint};
use nirmaan_api::request::NamedTenant;
use tonic::{Status, body::Body, codegen::StdError};
use uuid::Uuid;

use super::caller::{Caller, another_organisations};
use crate::error::Result;

/// The request for its service. Where it may name a tenant beside its message, nothing of it gets there before that
/// tenant is known to be the caller's own; whether the other exists makes no difference.
pub(super) fn request<B>(request: Request<B>, caller: Option<&Caller>) -> Request<Body>
where
    B: http_body::Body<Data = Bytes, Error: Into<StdError>> + Send + 'static,
{
    let named = request.extensions().get::<NamedTenant>().cloned();
    match (named, caller) {
        (Some(named), Some(caller)) => {
            let own = caller.actor.tenant_id;
            request.map(|inner| Body::new(Judged { inner: Body::new(inner), named: Some(named), own }))
        }
        _ => request.map(Body::new),
    }
}

/// Asks that a tenant that the request names is the caller's own, whether or not the other exists.
pub(super) fn same_tenant(named: Option<&str>, own: Uuid) -> Result<()> {
    match named {
        Some(name) if Uuid::parse_str(name) != Ok(own) => Err(another_organisations()),
        _ => Ok(()),
    }
}

struct Judged {
    inner: Body,
    /// Until it was judged.
    named: Option<NamedTenant>,
    own: Uuid,
}

impl http_body::Body for Judged {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<Frame<Bytes>, Status>>> {
        // Whether it is a message or an error: what may not be named comes before what can't be read.
        let frame = ready!(Pin::new(&mut self.inner).poll_frame(context));
        let named = self.named.take();
        match same_tenant(named.as_ref().and_then(NamedTenant::told), self.own) {
            Ok(()) => Poll::Ready(frame),
            Err(refused) => {
                self.inner = Body::empty();
                Poll::Ready(Some(Err(refused.into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
