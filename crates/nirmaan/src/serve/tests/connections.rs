//! How long connections and streams live on which little happens.

use tokio::net::TcpSocket;

use super::*;

#[tokio::test]
async fn a_half_sent_header_and_a_silent_connection_are_closed() {
    let limits = Limits { header_read: Duration::from_millis(50), ..Limits::default() };
    let port = open_with(&Config { limits, ..config() }, offer(Router::new())).await;
    for sent in [&b""[..], b"P", b"PRI * HTTP/2.0\r\n", b"GET / HTTP/1.1\r\nhos"] {
        let mut stream = TcpStream::connect(port.addr).await.unwrap();
        stream.write_all(sent).await.unwrap();
        let mut answer = Vec::new();
        // Ends when the server closes; hung for ever without the limit.
        let _ = stream.read_to_end(&mut answer).await;
    }
    port.close().await;
}

/// A port whose clients have little time to read, an answer without end behind it, and what tells that this was let go.
async fn endless() -> (Port, CancellationToken) {
    let dropped = CancellationToken::new();
    let guard = Arc::new(std::sync::Mutex::new(Some(dropped.clone().drop_guard())));
    let endless = move || async move {
        let guard = guard.lock().unwrap().take();
        let chunks = std::iter::repeat_with(move || {
            let _held = &guard;
            Ok::<_, std::convert::Infallible>(Bytes::from_static(&[0; 65_536]))
        });
        Body::from_stream(tokio_stream::iter(chunks))
    };
    let limits = Limits { request: Duration::from_secs(1), ..Limits::default() };
    let api = Router::new().route("/api/endless", routing::get(endless));
    (open_with(&Config { limits, ..config() }, offer(api)).await, dropped)
}

#[tokio::test]
async fn a_client_that_does_not_read_is_let_go() {
    let (port, dropped) = endless().await;
    let mut stream = TcpStream::connect(port.addr).await.unwrap();
    stream.write_all(b"GET /api/endless HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
    dropped.cancelled().await;
}

#[tokio::test]
async fn a_stream_whose_window_stays_shut_is_reset_and_its_connection_lives() {
    for window in [0, 1, 65_535] {
        let (port, dropped) = endless().await;
        let mut client = http2::Builder::new(TokioExecutor::new());
        client.initial_stream_window_size(window);
        let stream = TcpStream::connect(port.addr).await.unwrap();
        let (mut sender, connection) = client.handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let ask =
            |path| Request::get(format!("http://{}{path}", port.addr)).body(Empty::<Bytes>::new()).unwrap();
        let unread = sender.send_request(ask("/api/endless")).await.unwrap();
        assert_eq!(unread.status(), StatusCode::OK);
        dropped.cancelled().await;
        drop(unread);
        assert_eq!(sender.send_request(ask("/healthz")).await.unwrap().status(), StatusCode::OK);
    }
}

#[tokio::test]
async fn a_connection_on_which_nothing_is_asked_is_closed_whatever_it_pings() {
    let limits = Limits { idle: Duration::from_secs(1), ..Limits::default() };
    let port = open_with(&Config { limits, ..config() }, offer(Router::new())).await;
    let mut stream = TcpStream::connect(port.addr).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");

    let mut client = http2::Builder::new(TokioExecutor::new());
    client.timer(hyper_util::rt::TokioTimer::new());
    client.keep_alive_interval(Duration::from_millis(5)).keep_alive_while_idle(true);
    let stream = TcpStream::connect(port.addr).await.unwrap();
    let (sender, connection) = client.handshake::<_, Empty<Bytes>>(TokioIo::new(stream)).await.unwrap();
    connection.await.unwrap();
    assert!(sender.is_closed());
}

#[tokio::test]
async fn one_address_leaves_connections_to_the_others() {
    let limits = Limits { clients_of_one: 3, ..Limits::default() };
    let port = open_with(&Config { limits, ..config() }, offer(Router::new())).await;
    let mut idle = Vec::new();
    for _ in 0..3 {
        let stream = TcpStream::connect(port.addr).await.unwrap();
        let (sender, connection) =
            http2::handshake::<_, _, Empty<Bytes>>(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        idle.push((sender, tokio::spawn(connection)));
    }
    let mut fourth = TcpStream::connect(port.addr).await.unwrap();
    let closed = fourth.read(&mut [0; 1]).await;
    assert!(matches!(closed, Ok(0) | Err(_)), "{closed:?}");

    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(([127, 0, 0, 2], 0).into()).unwrap();
    let mut other = socket.connect(port.addr).await.unwrap();
    other.write_all(b"GET /healthz HTTP/1.0\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    other.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.0 200"), "{answer}");
}
