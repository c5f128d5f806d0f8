//! What is spoken on a socket, and how long its other end may leave it full.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::{Bytes, BytesMut};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Sleep, sleep},
};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    Http1,
    Http2,
}

/// Reads until it is clear what is spoken.
pub(super) async fn sniff(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<(Version, Bytes)> {
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
pub(super) struct Socket {
    first: Bytes,
    stream: TcpStream,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Socket {
    /// A socket that was sniffed at.
    pub(super) fn new(first: Bytes, stream: TcpStream, patience: Duration) -> Self {
        Self { first, stream, patience, stalled: None }
    }

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
