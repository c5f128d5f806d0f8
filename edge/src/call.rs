//! One call: the request goes out, the answer comes back, and what breaks off stays broken off.

use std::{future::Future, pin::pin};

use bytes::Bytes;
use futures_util::Stream;
use http::{HeaderMap, HeaderValue};
use tonic::{Code, Status, Streaming};

use crate::{
    error::Failure,
    routes::Target,
    upload::Pump,
    upstream::{self, Upstream},
};

/// Tells the gate that no request follows because it can't be read: it decides whether the caller may know.
const UNBOUND: &str = "x-nirmaan-unbound";

/// What ends a call without an answer.
pub(crate) enum Broken {
    /// The core said so.
    Status(Status),
    /// The request turned out to be unreadable while it was being sent.
    Request(Failure),
    /// The core's reply makes no sense.
    Reply(Failure),
}

/// A call under way, with the upload that feeds it.
pub(crate) struct Call {
    pump: Option<Pump>,
    replies: Streaming<Bytes>,
}

impl Call {
    /// Starts a call. A pump is driven for as long as the call goes on.
    pub(crate) async fn open<S>(
        upstream: &Upstream,
        target: &Target,
        headers: HeaderMap,
        messages: S,
        mut pump: Option<Pump>,
    ) -> Result<Self, Broken>
    where
        S: Stream<Item = Result<Bytes, Status>> + Send + 'static,
    {
        let call = upstream::call(upstream.clone(), target.rpc.clone(), headers, messages);
        let replies = beside(&mut pump, call).await?;
        Ok(Self { pump, replies })
    }

    /// The next reply; `None` when the call has ended well.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, Broken> {
        beside(&mut self.pump, self.replies.message()).await
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

/// Waits for the core while the upload runs. If the upload breaks, the wait ends, and with it the call.
async fn beside<T>(
    pump: &mut Option<Pump>,
    work: impl Future<Output = Result<T, Status>>,
) -> Result<T, Broken> {
    let mut work = pin!(work);
    if let Some(running) = pump {
        tokio::select! {
            biased;
            outcome = &mut work => return outcome.map_err(Broken::Status),
            pumped = running => pumped.map_err(Broken::Request)?,
        }
        *pump = None;
    }
    work.await.map_err(Broken::Status)
}

/// Shows the gate a request that can't be read. The failure is only for callers who may make the call;
/// everybody else learns what the gate says.
pub(crate) async fn after_gate(
    upstream: &Upstream,
    target: &Target,
    mut headers: HeaderMap,
    failure: Failure,
) -> Failure {
    headers.insert(UNBOUND, HeaderValue::from_static("1"));
    let messages = futures_util::stream::once(async { Ok(Bytes::new()) });
    let outcome = match Call::open(upstream, target, headers, messages, None).await {
        Ok(call) => call.last().await,
        Err(broken) => Err(broken),
    };
    match outcome {
        Err(Broken::Status(status)) if status.code() != Code::InvalidArgument => target.failure(&status),
        _ => failure,
    }
}

impl Target {
    /// What the core answered, as this binding's client reads it.
    pub(crate) fn failure(&self, status: &Status) -> Failure {
        Failure::from_status(status, &self.input, &self.body_name)
    }
}
