//! How a server leaves: whom it still answers, and for how long.

use tokio::{sync::Semaphore, time::timeout};

use super::*;

/// A route that says when it was entered and waits to be let go.
fn held() -> (Router, Arc<Semaphore>, Arc<Semaphore>) {
    let (entered, go) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let (in_route, out_of_route) = (entered.clone(), go.clone());
    let route = routing::get(move || async move {
        in_route.add_permits(1);
        let _ = out_of_route.acquire().await;
        "done".into_response().map(Body::new)
    });
    (Router::new().route("/api/held", route), entered, go)
}

#[tokio::test]
async fn a_stop_lets_accepted_requests_finish_and_takes_no_new_ones() {
    let (api, entered, go) = held();
    let port = open_with(&config(), offer(api)).await;
    let addr = port.addr;
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(TcpStream::connect(addr).await.unwrap())).await.unwrap();
    tokio::spawn(connection);
    let request = Request::get("/api/held").header("host", "here").body(Empty::<Bytes>::new()).unwrap();
    let answer = tokio::spawn(sender.send_request(request));
    entered.acquire().await.unwrap().forget();

    let stopping = tokio::spawn(port.close());
    while TcpStream::connect(addr).await.is_ok() {
        tokio::task::yield_now().await;
    }
    assert!(!stopping.is_finished());
    go.add_permits(1);
    let answer = answer.await.unwrap().unwrap();
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "done");
    stopping.await.unwrap();
}

#[tokio::test]
async fn a_server_that_leaves_answers_those_who_have_not_heard_yet() {
    let api = Router::new().route("/api/hello", routing::get(async || "hello"));
    let limits = Limits { drain: Duration::from_secs(600), ..Limits::default() };
    let port = open_with(&Config { limits, ..config() }, offer(api)).await;
    let addr = port.addr;
    let hello = || Request::get("/api/hello").header("host", "here").body(Empty::<Bytes>::new()).unwrap();
    let over_http2 = || {
        let request = Request::get(format!("http://{addr}/api/hello")).version(::http::Version::HTTP_2);
        request.body(Empty::<Bytes>::new()).unwrap()
    };
    let connect = || async { TokioIo::new(TcpStream::connect(addr).await.unwrap()) };
    let (mut kept, connection) = http1::handshake(connect().await).await.unwrap();
    tokio::spawn(connection);
    let answer = kept.send_request(hello()).await.unwrap();
    assert_eq!((answer.status().as_u16(), answer.headers().get("connection")), (200, None));
    let (mut multiplexed, goes_away) = http2::handshake(TokioExecutor::new(), connect().await).await.unwrap();
    let goes_away = tokio::spawn(goes_away);
    assert_eq!(multiplexed.send_request(over_http2()).await.unwrap().status(), 200);

    let closing = tokio::spawn(port.close());
    // The balancer hears of it; a client that keeps HTTP/2 open is told.
    goes_away.await.unwrap().unwrap();
    let probe = |path: &'static str| async move {
        let (mut sender, connection) = http1::handshake(connect().await).await.unwrap();
        tokio::spawn(connection);
        let request = Request::get(path).header("host", "here").body(Empty::<Bytes>::new()).unwrap();
        sender.send_request(request).await.unwrap().status().as_u16()
    };
    assert_eq!((probe("/healthz").await, probe("/readyz").await), (200, 503));
    // The connection that was kept is answered once more, and a new one is taken.
    let answer = kept.send_request(hello()).await.unwrap();
    assert_eq!((answer.status().as_u16(), &answer.headers()["connection"]), (200, &"close".parse().unwrap()));
    let (mut late, connection) = http2::handshake(TokioExecutor::new(), connect().await).await.unwrap();
    tokio::spawn(connection);
    assert_eq!(late.send_request(over_http2()).await.unwrap().status(), 200);
    assert!(!closing.is_finished());
    closing.abort();
}

#[tokio::test]
async fn a_server_that_leaves_is_gone_when_its_time_is_over() {
    let limits = Limits {
        drain: Duration::from_secs(1),
        shutdown: Duration::from_secs(600),
        idle: Duration::from_secs(600),
        ..Limits::default()
    };
    let port = open_with(&Config { limits, ..config() }, offer(Router::new())).await;
    let addr = port.addr;
    let connect = || async { TokioIo::new(TcpStream::connect(addr).await.unwrap()) };
    let (mut kept, connection) = http1::handshake(connect().await).await.unwrap();
    tokio::spawn(connection);
    let request = Request::get("/healthz").header("host", "here").body(Empty::<Bytes>::new()).unwrap();
    assert_eq!(kept.send_request(request).await.unwrap().status(), 200);
    let over_http2 =
        |stream| http2::handshake::<_, _, Empty<Bytes>>(TokioExecutor::new(), TokioIo::new(stream));
    let (_told, goes_away) = over_http2(TcpStream::connect(addr).await.unwrap()).await.unwrap();
    let closing = tokio::spawn(port.close());
    goes_away.await.unwrap();
    // One that comes late is not waited for either. On a busy machine it comes too late.
    let mut late = None;
    if let Ok(stream) = TcpStream::connect(addr).await
        && let Ok((sender, connection)) = over_http2(stream).await
    {
        tokio::spawn(connection);
        late = Some(sender);
    }
    timeout(Duration::from_secs(90), closing).await.unwrap().unwrap();
    drop((kept, late));
    assert!(TcpStream::connect(addr).await.is_err());
}

#[tokio::test]
async fn a_stop_does_not_wait_for_ever() {
    let (api, entered, _go) = held();
    let limits = Limits { shutdown: Duration::from_millis(20), ..Limits::default() };
    let port = open_with(&Config { limits, ..config() }, offer(api)).await;
    let mut stream = TcpStream::connect(port.addr).await.unwrap();
    stream.write_all(b"GET /api/held HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
    entered.acquire().await.unwrap().forget();
    port.close().await;
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest).await;
    assert!(rest.is_empty(), "cut off");
}
