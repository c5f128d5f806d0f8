//! Bodies that nobody reads to their end.
//!
//! A client that is still sending when the answer comes may never see it: over HTTP/1 the connection is closed
//! with bytes unread, which resets it. So what an early answer leaves over is read on for a while, and dropped.

use std::{
    mem,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::Body;
use bytes::Bytes;
use http_body::{Body as _, Frame, SizeHint};
use http_body_util::BodyExt;

/// How long a client may go on sending into the void.
const LONGEST: Duration = Duration::from_secs(5);

/// How much of it is taken.
const MOST: usize = 32 * 1024 * 1024;

/// The body, read on in the background when it is dropped before its end.
pub(crate) fn lingering(body: Body) -> Body {
    Body::new(Lingering { body, has_ended: false })
}

struct Lingering {
    body: Body,
    has_ended: bool,
}

impl http_body::Body for Lingering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        self.has_ended = !matches!(frame, Some(Ok(_)));
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        if self.has_ended || self.body.is_end_stream() {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(tokio::time::timeout(LONGEST, discard(mem::take(&mut self.body))));
        }
    }
}

async fn discard(mut body: Body) {
    let mut left = MOST;
    while let Some(Ok(frame)) = body.frame().await {
        let length = frame.data_ref().map_or(0, Bytes::len);
        match left.checked_sub(length) {
            Some(rest) => left = rest,
            None => break,
        }
    }
}
