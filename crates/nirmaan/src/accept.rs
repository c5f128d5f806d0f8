//! The accept loop. Frameworks' own loops leave a half-sent header open for ever and bound neither
//! streams nor resets; hyper-util's automatic builder waits for ever for the first bytes.

use std::{
    convert::Infallible,
    io,
    net::SocketAddr,
    pin::{Pin, pin},
    task::{Context, Poll},
    time::Duration,
};

use axum::{Router, body::Body};
use bytes::{Bytes, BytesMut};
use http::{HeaderValue, Request, header::CONNECTION};
use hyper::{
    body::Incoming,
    server::conn::{http1, http2},
    service::service_fn,
};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    time::{Sleep, sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::Service;

use crate::limits::Limits;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Two pings a minute find a client that is gone without closing.
const PING: Duration = Duration::from_secs(30);
/// Out of file descriptors: the pause lets connections end instead of spinning.
const PAUSE: Duration = Duration::from_millis(500);

/// The address at the other end of the socket, as an extension of each request.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// What a connection needs besides its socket.
#[derive(Clone)]
struct Host {
    app: Router,
    http1: http1::Builder,
    http2: http2::Builder<TokioExecutor>,
    first_bytes: Duration,
    patience: Duration,
    stages: Stages,
    /// No patience left.
    kill: CancellationToken,
}

/// How a server comes to its end.
#[derive(Clone, Default)]
pub struct Stages {
    /// Every answer asks its client to go elsewhere; whoever has not heard yet is still answered.
    pub leaving: CancellationToken,
    /// No new requests.
    pub stop: CancellationToken,
}

/// Accepts until `stop`, then lets what was accepted finish, as long as the limits allow.
pub async fn run(listener: TcpListener, app: Router, limits: &Limits, stages: Stages) {
    let host = Host {
        app,
        http1: http1_builder(limits),
        http2: http2_builder(limits),
        first_bytes: limits.header_read,
        patience: limits.request,
        stages,
        kill: CancellationToken::new(),
    };
    let connections = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = host.stages.stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                connections.spawn(connection(stream, peer, host.clone()));
            }
            Err(error) if is_of_the_client(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be accepted");
                sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    connections.close();
    if timeout(limits.shutdown, connections.wait()).await.is_err() {
        tracing::warn!("requests were cut off: they took longer than a stop may wait");
    }
    host.kill.cancel();
}

fn http1_builder(limits: &Limits) -> http1::Builder {
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_read)
        .max_header_size(limits.header_bytes);
    builder
}

fn http2_builder(limits: &Limits) -> http2::Builder<TokioExecutor> {
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(limits.header_bytes).unwrap_or(u32::MAX))
        .max_concurrent_streams(limits.streams)
        .max_pending_accept_reset_streams(limits.pending_resets)
        .keep_alive_interval(PING)
        .keep_alive_timeout(PING);
    builder
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn connection(mut stream: TcpStream, peer: SocketAddr, host: Host) {
    // With Nagle's algorithm every small gRPC answer waits for an acknowledgement: 45 ms a call.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    let sniffed = tokio::select! {
        sniffed = timeout(host.first_bytes, sniff(&mut stream)) => sniffed,
        () = host.stages.stop.cancelled() => return,
    };
    let Ok(Ok((version, first))) = sniffed else { return };
    let io = TokioIo::new(Socket { first, stream, patience: host.patience, stalled: None });
    let (app, leaving) = (host.app, host.stages.leaving.clone());
    let service = service_fn(move |request: Request<Incoming>| {
        let (mut app, leaving) = (app.clone(), leaving.clone());
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        async move {
            let mut response = app.call(request).await?;
            // HTTP/2 has a frame for it.
            if version == Version::Http1 && leaving.is_cancelled() {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        }
    });
    // What ends a connection is the client's affair; failures of ours are logged by request.
    match version {
        Version::Http1 => {
            // An idle one stays until the stop: its client may be writing at this very moment.
            let mut served = pin!(host.http1.serve_connection(io, service));
            tokio::select! {
                _ = &mut served => return,
                () = host.stages.stop.cancelled() => served.as_mut().graceful_shutdown(),
            }
            tokio::select! { _ = served => {}, () = host.kill.cancelled() => {} }
        }
        Version::Http2 => {
            // One that comes late would be turned away before its first request.
            let Stages { leaving, stop } = &host.stages;
            let told = if leaving.is_cancelled() { stop } else { leaving };
            let mut served = pin!(host.http2.serve_connection(io, service));
            tokio::select! {
                _ = &mut served => return,
                () = told.cancelled() => served.as_mut().graceful_shutdown(),
            }
            tokio::select! { _ = served => {}, () = host.kill.cancelled() => {} }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    Http1,
    Http2,
}

/// Reads until it is clear what is spoken.
async fn sniff(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<(Version, Bytes)> {
    let mut first = BytesMut::with_capacity(1024);
    loop {
        if stream.read_buf(&mut first).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if first.starts_with(PREFACE) {
            return Ok((Version::Http2, first.freeze()));
        }
        if !PREFACE.starts_with(&first) {
            return Ok((Version::Http1, first.freeze()));
        }
    }
}

/// A socket whose first bytes were read already and are read again, and whose other end has to take what
/// it asked for: whoever stops reading would hold an answer in memory for ever.
struct Socket {
    first: Bytes,
    stream: TcpStream,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Socket {
    fn bounded<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        stalled.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.first.is_empty() {
            return Pin::new(&mut self.stream).poll_read(cx, buf);
        }
        let count = self.first.len().min(buf.remaining());
        buf.put_slice(&self.first.split_to(count));
        if self.first.is_empty() {
            self.first = Bytes::new();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.bounded(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.bounded(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_spoken_shows_in_the_first_bytes() {
        for (sent, version) in [
            (&b"GET / HTTP/1.1\r\n"[..], Version::Http1),
            (b"PRI * HTTP/1.1\r\n", Version::Http1),
            (b"PUT", Version::Http1),
            (PREFACE, Version::Http2),
        ] {
            let (found, first) = sniff(&mut &*sent).await.unwrap();
            assert_eq!((found, &*first), (version, sent));
        }
        assert!(sniff(&mut &PREFACE[..5]).await.is_err(), "not yet clear");
        assert!(sniff(&mut &b""[..]).await.is_err());
    }
}
