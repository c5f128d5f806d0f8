//! The accept loop. Frameworks' own loops leave a half-sent header open for ever and bound neither
//! streams nor resets; hyper-util's automatic builder waits for ever for the first bytes.

mod crowd;
mod socket;
mod streams;

use std::{convert::Infallible, io, net::SocketAddr, pin::pin, time::Duration};

use axum::{Router, body::Body};
use http::{HeaderValue, Request, header::CONNECTION};
use hyper::{
    body::Incoming,
    server::conn::{http1, http2},
    service::service_fn,
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulConnection,
};
use ipnet::IpNet;
use tokio::{
    net::{TcpListener, TcpStream},
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::Service;

use self::{
    crowd::{Activity, Crowd},
    socket::{Socket, Version, sniff},
    streams::{Pieces, Streams},
};
use crate::limits::Limits;

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
    http2: http2::Builder<Streams>,
    first_bytes: Duration,
    patience: Duration,
    /// How long a connection may lie open on which nothing is asked.
    idle: Duration,
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
pub async fn run(listener: TcpListener, app: Router, limits: &Limits, proxies: &[IpNet], stages: Stages) {
    let host = Host {
        app,
        http1: http1_builder(limits),
        http2: http2_builder(limits),
        first_bytes: limits.header_read,
        patience: limits.request,
        idle: limits.idle,
        stages,
        kill: CancellationToken::new(),
    };
    let connections = TaskTracker::new();
    let crowd = Crowd::new(limits, proxies);
    loop {
        let accepted = tokio::select! {
            biased;
            () = host.stages.stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                // Closed at once where there are too many.
                let Some(place) = crowd.enter(peer.ip()) else { continue };
                let host = host.clone();
                connections.spawn(async move {
                    let _place = place;
                    connection(stream, peer, host).await;
                });
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

fn http2_builder(limits: &Limits) -> http2::Builder<Streams> {
    let mut builder = http2::Builder::new(Streams { patience: limits.request });
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
    let io = TokioIo::new(Socket::new(first, stream, host.patience));
    let (app, leaving, activity) = (host.app.clone(), host.stages.leaving.clone(), Activity::new());
    let asking = activity.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let (mut app, leaving, asked) = (app.clone(), leaving.clone(), asking.ask());
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        async move {
            let mut response = app.call(request).await?;
            // HTTP/2 has a frame for it.
            if version == Version::Http1 && leaving.is_cancelled() {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response.map(|body| Pieces::new(body, asked)))
        }
    });
    let Stages { leaving, stop } = &host.stages;
    match version {
        // An idle one stays when the server leaves: its client may be writing at this very moment.
        Version::Http1 => run_out(host.http1.serve_connection(io, service), stop, &activity, &host).await,
        Version::Http2 => {
            // One that comes late would be turned away before its first request.
            let told = if leaving.is_cancelled() { stop } else { leaving };
            run_out(host.http2.serve_connection(io, service), told, &activity, &host).await;
        }
    }
}

/// Serves a connection until it ends, is `told` to, or lies idle; then it may finish what was asked. What ends it is the
/// client's affair; failures of ours are logged by request.
async fn run_out(
    served: impl GracefulConnection,
    told: &CancellationToken,
    activity: &Activity,
    host: &Host,
) {
    let mut served = pin!(served);
    let is_idle = tokio::select! {
        _ = &mut served => return,
        () = told.cancelled() => false,
        () = activity.idle(host.idle) => true,
    };
    served.as_mut().graceful_shutdown();
    let given_up = async { if is_idle { sleep(host.patience).await } else { host.kill.cancelled().await } };
    tokio::select! { _ = served => {}, () = given_up => {} }
}
