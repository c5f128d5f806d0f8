//! How long a gRPC call may take: until its answer begins and, where the answer is a stream, until it ends.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicI32, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue};
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};
use tonic::{Code, Status};

use crate::answers::SORRY;

/// How a gRPC call ended, once it has: the answer's last frame says so.
#[derive(Debug, Clone)]
pub struct Outcome(Arc<AtomicI32>);

impl Outcome {
    /// An outcome that may stand in the headers already.
    pub fn of(headers: &HeaderMap) -> Self {
        let outcome = Self(Arc::new(AtomicI32::new(-1)));
        outcome.read(headers);
        outcome
    }

    /// The status code; `None` when the call was cut off.
    pub fn code(&self) -> Option<i32> {
        Some(self.0.load(Relaxed)).filter(|code| *code >= 0)
    }

    fn read(&self, headers: &HeaderMap) {
        let code = headers.get("grpc-status").and_then(|code| code.to_str().ok()?.parse().ok());
        if let Some(code) = code {
            self.0.store(code, Relaxed);
        }
    }
}

/// An answer that ends at the deadline.
pub struct Bounded {
    inner: Body,
    deadline: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
    outcome: Outcome,
    over: bool,
}

impl Bounded {
    /// An answer that ends with a status.
    pub fn new(inner: Body, deadline: Option<Instant>, outcome: Outcome) -> Self {
        Self { inner, deadline, timer: None, outcome, over: false }
    }

    /// Most answers are there in one piece and never see a timer.
    fn wake_up(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(deadline) = self.deadline else { return Poll::Pending };
        self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline))).as_mut().poll(cx)
    }

    fn end(&mut self) -> Option<Result<Frame<Bytes>, axum::Error>> {
        self.over = true;
        self.inner = Body::empty();
        let trailers = late();
        self.outcome.read(&trailers);
        Some(Ok(Frame::trailers(trailers)))
    }
}

impl HttpBody for Bounded {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.over {
            return Poll::Ready(None);
        }
        // A slow reader of an endless stream never finds it waiting.
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Poll::Ready(self.end());
        }
        let polled = Pin::new(&mut self.inner).poll_frame(cx);
        if polled.is_pending() && self.wake_up(cx).is_ready() {
            return Poll::Ready(self.end());
        }
        let frame = ready!(polled);
        if let Some(Ok(frame)) = &frame
            && let Some(trailers) = frame.trailers_ref()
        {
            self.outcome.read(trailers);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.over || self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

fn late() -> HeaderMap {
    let mut trailers = HeaderMap::new();
    if Status::new(Code::DeadlineExceeded, SORRY).add_header(&mut trailers).is_err() {
        trailers.insert("grpc-status", HeaderValue::from_static("4"));
    }
    trailers
}

/// The time that a caller gives: up to eight digits and a unit. What can't be read is ignored.
pub fn grpc_timeout(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get("grpc-timeout")?.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let count: u64 = digits.parse().ok()?;
    Some(match unit {
        "H" => Duration::from_secs(count * 3600),
        "M" => Duration::from_secs(count * 60),
        "S" => Duration::from_secs(count),
        "m" => Duration::from_millis(count),
        "u" => Duration::from_micros(count),
        "n" => Duration::from_nanos(count),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    #[test]
    fn timeouts_are_read_as_grpc_writes_them() {
        let of = |text: &'static str| {
            grpc_timeout(&HeaderMap::from_iter([(
                "grpc-timeout".parse().unwrap(),
                HeaderValue::from_static(text),
            )]))
        };
        assert_eq!(of("5S"), Some(Duration::from_secs(5)));
        assert_eq!(of("1500m"), Some(Duration::from_millis(1500)));
        assert_eq!(of("99999999H"), Some(Duration::from_secs(99_999_999 * 3600)));
        for bad in ["", "S", "5", "-5S", "5s", "123456789S", "5 S", "+5S"] {
            assert_eq!(of(bad), None, "{bad}");
        }
        assert_eq!(grpc_timeout(&HeaderMap::new()), None);
    }

    #[tokio::test]
    async fn a_stream_that_never_ends_ends_at_its_deadline() {
        let silence = || Body::from_stream(tokio_stream::pending::<Result<Bytes, axum::Error>>());
        let deadline = Instant::now() + Duration::from_millis(10);

        let outcome = Outcome::of(&HeaderMap::new());
        assert_eq!(outcome.code(), None);
        let frames = Bounded::new(silence(), Some(deadline), outcome.clone()).collect().await.unwrap();
        assert_eq!(frames.trailers().unwrap()["grpc-status"], "4");
        assert_eq!(outcome.code(), Some(4));
    }
}
