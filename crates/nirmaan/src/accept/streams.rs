//! The streams of an HTTP/2 connection. Each has a window that its client opens: one that stays shut would keep an answer,
//! and whatever makes it, for as long as the client likes.

use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::Body;
use bytes::Bytes;
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::rt::Executor;
use tokio::{
    task_local,
    time::{Instant, Sleep, sleep},
};

use super::crowd::Asked;

/// The largest piece of an answer that leaves our hands: what lies in the connection's buffer is free of every limit.
const PIECE: usize = 32 * 1024;

task_local! {
    static PROGRESS: Arc<Progress>;
}

/// How far an answer has come.
#[derive(Debug, Default)]
struct Progress {
    /// The next step is the client's: it has a piece of the answer that it hasn't taken.
    is_clients: AtomicBool,
    /// Pieces so far.
    pieces: AtomicU64,
}

/// Runs the streams of HTTP/2, and resets those whose clients don't take their answers for so long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Streams {
    pub(super) patience: Duration,
}

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Streams {
    fn execute(&self, stream: F) {
        let progress = Arc::<Progress>::default();
        tokio::spawn(PROGRESS.scope(progress.clone(), patiently(stream, progress, self.patience)));
    }
}

/// Runs a stream until it ends or its client is given up. Dropped, it is reset.
async fn patiently(stream: impl Future<Output = ()>, progress: Arc<Progress>, patience: Duration) {
    let mut stream = pin!(stream);
    let mut seen = 0;
    let mut timer: Option<Pin<Box<Sleep>>> = None;
    poll_fn(|context| {
        if stream.as_mut().poll(context).is_ready() {
            return Poll::Ready(());
        }
        if !progress.is_clients.load(Relaxed) {
            timer = None;
            return Poll::Pending;
        }
        let pieces = progress.pieces.load(Relaxed);
        let timer = timer.get_or_insert_with(|| {
            seen = pieces;
            Box::pin(sleep(patience))
        });
        if pieces != seen {
            seen = pieces;
            timer.as_mut().reset(Instant::now() + patience);
        }
        timer.as_mut().poll(context)
    })
    .await;
}

/// An answer in pieces, which notes whose the next step is.
pub(super) struct Pieces {
    inner: Body,
    left: Bytes,
    progress: Option<Arc<Progress>>,
    _asked: Asked,
}

impl Pieces {
    /// The answer to what was asked, about to be sent.
    pub(super) fn new(inner: Body, asked: Asked) -> Self {
        let progress = PROGRESS.try_with(Arc::clone).ok();
        if let Some(progress) = &progress {
            progress.is_clients.store(true, Relaxed);
        }
        Self { inner, left: Bytes::new(), progress, _asked: asked }
    }

    fn note(&self, is_clients: bool) {
        if let Some(progress) = &self.progress {
            progress.is_clients.store(is_clients, Relaxed);
            progress.pieces.fetch_add(u64::from(is_clients), Relaxed);
        }
    }

    fn piece(&mut self) -> Frame<Bytes> {
        let piece = self.left.split_to(self.left.len().min(PIECE));
        if self.left.is_empty() {
            self.left = Bytes::new();
        }
        Frame::data(piece)
    }
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.left.is_empty() {
            self.note(false);
            let frame = ready!(Pin::new(&mut self.inner).poll_frame(context));
            self.note(true);
            match frame.map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) if data.len() > PIECE => self.left = data,
                Some(Ok(Ok(data))) => return Poll::Ready(Some(Ok(Frame::data(data)))),
                Some(Ok(Err(trailers))) => return Poll::Ready(Some(Ok(trailers))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        } else {
            self.note(true);
        }
        Poll::Ready(Some(Ok(self.piece())))
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let inner = self.inner.size_hint();
        let left = self.left.len() as u64;
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower() + left);
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper + left);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::{BodyExt, StreamBody};

    use super::*;
    use crate::accept::crowd::Activity;

    #[tokio::test]
    async fn an_answer_leaves_in_pieces_and_is_the_same() {
        let text: Vec<u8> = (0..3 * PIECE + 5).map(|at| (at % 251) as u8).collect();
        let trailers = http::HeaderMap::from_iter([(http::header::AGE, http::HeaderValue::from_static("1"))]);
        let frames = [Frame::data(Bytes::from(text.clone())), Frame::trailers(trailers.clone())];
        let inner = Body::new(StreamBody::new(tokio_stream::iter(frames.map(Ok::<_, axum::Error>))));
        let mut pieces = Pieces::new(inner, Activity::new().ask());
        let (mut seen, mut last) = (Vec::new(), None);
        while let Some(frame) = pieces.frame().await {
            match frame.unwrap().into_data() {
                Ok(data) => {
                    assert!(data.len() <= PIECE);
                    seen.extend_from_slice(&data);
                }
                Err(frame) => last = frame.into_trailers().ok(),
            }
        }
        assert_eq!((seen, last), (text, Some(trailers)));
        let exact = Pieces::new(Body::from(vec![0; 2 * PIECE]), Activity::new().ask());
        assert_eq!(exact.size_hint().exact(), Some(2 * PIECE as u64));
    }
}
