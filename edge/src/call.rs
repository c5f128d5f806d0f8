//! One call: the request goes out, the answer comes back, and what breaks off stays broken off.

use std::{future::Future, mem, time::Duration};

use bytes::Bytes;
use futures_util::{
    Stream, StreamExt, TryStreamExt,
    stream::{self, BoxStream},
};
use http::{HeaderMap, HeaderValue};
use nirmaan_api::request::{Held, NamedTenant};
use tokio::sync::oneshot;
use tonic::{Code, Status};

use crate::{
    error::Failure,
    target::Target,
    upload::Pump,
    upstream::{self, Upstream},
};

/// Tells the gate that no request follows because it can't be read: it decides whether the caller may know.
const UNBOUND: &str = "x-nirmaan-unbound";

/// What ends a call without an answer.
pub(crate) enum Broken {
    /// The core said so.
    Status(Status),
    /// The request turned out to be unreadable, and the gate hasn't said yet whether the caller may know.
    Request(Failure),
    /// The request turned out to be unreadable, to a caller who may know.
    Message(Failure),
    /// The core's reply makes no sense.
    Reply(Failure),
}

/// How long a call whose upload broke off may take to notice.
const LONGEST_FAREWELL: Duration = Duration::from_secs(5);

/// A call under way, with the upload that feeds it.
pub(crate) struct Call {
    /// Driven for as long as the call goes on; `None` once the upload is complete.
    pump: Option<Pump>,
    /// What was wrong with the message, if it turned out so when the core asked for it.
    unreadable: Option<oneshot::Receiver<Failure>>,
    replies: BoxStream<'static, Result<Bytes, Status>>,
}

/// What goes out before the messages.
#[derive(Clone, Default)]
pub(crate) struct Head {
    pub(crate) headers: HeaderMap,
    /// Told now or with the message.
    pub(crate) named: NamedTenant,
    /// For what is held until the answer was taken.
    pub(crate) held: Held,
}

impl Call {
    /// Prepares a call; it starts when the first reply is asked for.
    pub(crate) fn new<S>(
        upstream: &Upstream,
        target: &Target,
        head: Head,
        messages: S,
        pump: Option<Pump>,
    ) -> Self
    where
        S: Stream<Item = Result<Bytes, Status>> + Send + 'static,
    {
        let call = upstream::call(upstream.clone(), target.rpc.clone(), head, messages);
        Self { pump, unreadable: None, replies: stream::once(call).try_flatten().boxed() }
    }

    /// Prepares a call whose message is made when the core asks for it: the gate has looked at the headers by then.
    pub(crate) fn with<F>(upstream: &Upstream, target: &Target, head: Head, message: F) -> Self
    where
        F: Future<Output = Result<Bytes, Failure>> + Send + 'static,
    {
        let (tell, unreadable) = oneshot::channel();
        let messages = stream::once(async {
            message.await.map_err(|failure| {
                // Nobody listens any more where the client has gone.
                let _ = tell.send(failure);
                Status::invalid_argument("The request can't be read.")
            })
        });
        let mut call = Self::new(upstream, target, head, messages, None);
        call.unreadable = Some(unreadable);
        call
    }

    /// The next reply; `None` when the call has ended well. If the upload breaks, the call has ended too.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, Broken> {
        if let Some(pump) = &mut self.pump {
            tokio::select! {
                biased;
                reply = self.replies.try_next() => return reply.map_err(Broken::Status),
                pumped = pump => pumped.map_err(Broken::Request)?,
            }
            self.pump = None;
        }
        let replied = self.replies.try_next().await;
        replied.map_err(|status| {
            let unreadable = self.unreadable.take().and_then(|mut failure| failure.try_recv().ok());
            match unreadable {
                Some(failure) if status.code() == Code::InvalidArgument => Broken::Message(failure),
                _ => Broken::Status(status),
            }
        })
    }

    /// The last reply; `None` when there was none.
    pub(crate) async fn last(mut self) -> Result<Option<Bytes>, Broken> {
        let mut last = None;
        while let Some(reply) = self.next().await? {
            last = Some(reply);
        }
        Ok(last)
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        // A call that is merely dropped is reset with CANCEL, and tonic's server takes that for the end of the
        // stream: half an upload would be a whole one. So the upload ends in an error first, and the call lives
        // on until the core has seen it.
        if self.pump.take().is_none() {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let mut replies = mem::replace(&mut self.replies, stream::empty().boxed());
            runtime.spawn(tokio::time::timeout(LONGEST_FAREWELL, async move {
                while let Ok(Some(_)) = replies.try_next().await {}
            }));
        }
    }
}

/// Shows the gate an upload that can't be read. The failure is only for callers who may make the call;
/// everybody else learns what the gate says.
pub(crate) async fn after_gate(
    upstream: &Upstream,
    target: &Target,
    mut head: Head,
    failure: Failure,
) -> Failure {
    head.headers.insert(UNBOUND, HeaderValue::from_static("1"));
    let messages = stream::once(async { Ok(Bytes::new()) });
    match Call::new(upstream, target, head, messages, None).last().await {
        Err(Broken::Status(status)) if status.code() != Code::InvalidArgument => target.failure(&status),
        _ => failure,
    }
}
