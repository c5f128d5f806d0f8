//! Tests of the whole edge against an upstream that is only pretended.

mod contracts;
mod dialect;
mod errors;
mod http_rules;
mod openapi;
mod parts;
mod properties;
mod streams;
mod tenants;
mod uploads;

use std::{
    convert::Infallible,
    future::Future,
    sync::LazyLock,
    task::{Context, Poll},
};

use axum::{Router, body::Body};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, future::BoxFuture, stream};
use http::{HeaderMap, Request, Response, StatusCode};
use http_body_util::BodyExt;
use nirmaan_api::{
    method::{Binding, Method},
    request::NamedTenant,
};
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, Value};
use tonic::{
    Status, Streaming,
    codec::{EncodeBody, SingleMessageCompressionOverride},
};
use tower::{ServiceExt, service_fn};

use crate::{Limits, Upstream, serve, upstream::Raw};

/// The messages of `everything.proto`.
pub(super) fn pool() -> &'static DescriptorPool {
    static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| {
        let root = env!("CARGO_MANIFEST_DIR");
        let includes = [format!("{root}/src/tests"), format!("{root}/../proto")];
        let mut compiler = protox::Compiler::new(includes).unwrap();
        compiler.include_imports(true).open_file("everything.proto").unwrap();
        compiler.descriptor_pool()
    });
    &POOL
}

pub(super) fn descriptor(name: &str) -> MessageDescriptor {
    pool().get_message_by_name(&format!("edge.test.{name}")).unwrap()
}

pub(super) fn things() -> MessageDescriptor {
    descriptor("Things")
}

/// The methods of `everything.proto`, bound.
pub(super) fn methods() -> Vec<Method> {
    [
        ("Echo", "POST", "/echo", "*", ""),
        ("Find", "GET", "/things/{id}", "", ""),
        ("Replace", "PUT", "/things/{id}", "thing", ""),
        ("Lend", "PUT", "/loans/{id}", "owner", ""),
        ("Owned", "POST", "/owned", "thing", ""),
        ("Bulk", "POST", "/bulk/{role_id}", "rows", "rows"),
        ("Upload", "POST", "/upload", "*", ""),
        ("Import", "POST", "/import", "*", "result"),
        ("Watch", "GET", "/watch", "", "result"),
        ("Download", "GET", "/download", "", "file"),
        ("Export", "POST", "/export", "*", "part"),
    ]
    .map(|(name, verb, path, body, response_body)| method(name, verb, path, body, response_body))
    .into()
}

pub(super) fn method(name: &str, verb: &'static str, path: &str, body: &str, response_body: &str) -> Method {
    let service = pool().get_service_by_name("edge.test.Everything").unwrap();
    let descriptor = service.methods().find(|method| method.name() == name).unwrap();
    let mut limits = nirmaan_api::access::Limits::default();
    if descriptor.is_client_streaming() {
        limits.body = 1024 * 1024;
    }
    Method {
        path: format!("/edge.test.Everything/{name}"),
        rule: None,
        step_up: false,
        reads: false,
        media_types: Vec::new(),
        limits,
        bindings: vec![Binding {
            verb,
            path: path.to_owned(),
            body: body.to_owned(),
            response_body: response_body.to_owned(),
        }],
        descriptor,
    }
}

/// A call as the pretended core sees it.
pub(super) struct Incoming {
    pub(super) path: String,
    pub(super) headers: HeaderMap,
    pub(super) named: NamedTenant,
    pub(super) messages: Streaming<Bytes>,
}

impl Incoming {
    /// The only message of the call, or what broke it off.
    pub(super) async fn message(&mut self) -> Result<Bytes, Status> {
        Ok(self.messages.message().await?.unwrap())
    }

    pub(super) fn is_unbound(&self) -> bool {
        self.headers.contains_key("x-nirmaan-unbound")
    }
}

pub(super) type Replies = stream::BoxStream<'static, Result<Bytes, Status>>;

pub(super) fn replies(replies: impl Stream<Item = Result<Bytes, Status>> + Send + 'static) -> Replies {
    replies.boxed()
}

pub(super) fn reply(reply: impl Into<Bytes>) -> Replies {
    let reply = reply.into();
    replies(stream::once(async { Ok(reply) }))
}

/// A core that does what the function says.
pub(super) fn core<F, R>(answer: F) -> Upstream
where
    F: Fn(Incoming) -> R + Clone + Send + Sync + 'static,
    R: Future<Output = Result<Replies, Status>> + Send + 'static,
{
    Upstream::new(service_fn(move |request: Request<tonic::body::Body>| {
        let (parts, body) = request.into_parts();
        assert_eq!(parts.headers.get("x-nirmaan-source").unwrap(), "json");
        let incoming = Incoming {
            path: parts.uri.path().to_owned(),
            headers: parts.headers,
            named: parts.extensions.get::<NamedTenant>().cloned().unwrap(),
            messages: Streaming::new_request(Raw, body, None, None),
        };
        let answer = answer(incoming);
        async move {
            Ok(match answer.await {
                Err(status) => status.into_http(),
                Ok(replies) => {
                    let body = EncodeBody::new_server(
                        Raw,
                        replies,
                        None,
                        SingleMessageCompressionOverride::default(),
                        None,
                    );
                    Response::new(tonic::body::Body::new(body))
                }
            })
        }
    }))
}

/// A core that answers a message with itself.
pub(super) fn echo() -> Upstream {
    core(|mut incoming| async move { Ok(reply(incoming.message().await?)) })
}

/// A core that always says the same.
pub(super) fn refusing(status: Status) -> Upstream {
    core(move |_| {
        let status = status.clone();
        async { Err(status) }
    })
}

pub(super) fn edge(upstream: Upstream) -> Router {
    serve(&methods(), upstream, Limits::default()).unwrap()
}

/// An answer, read to its end.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Reply {
    pub(super) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

pub(super) async fn send(router: &Router, request: Request<Body>) -> Reply {
    let response: Result<_, Infallible> = router.clone().oneshot(request).await;
    let (parts, body) = response.unwrap().into_parts();
    Reply { status: parts.status, headers: parts.headers, body: body.collect().await.unwrap().to_bytes() }
}

pub(super) fn request(verb: &str, path: &str) -> http::request::Builder {
    Request::builder().method(verb).uri(path)
}

/// Sends JSON; an empty text is no body.
pub(super) async fn call(router: &Router, verb: &str, path: &str, body: &str) -> Reply {
    let request = request(verb, path).header("content-type", "application/json");
    send(router, request.body(Body::from(body.to_owned())).unwrap()).await
}

/// A message with some fields.
pub(super) fn encoded(name: &str, fields: &[(&str, Value)]) -> Bytes {
    use prost::Message;
    let mut message = DynamicMessage::new(descriptor(name));
    for (name, value) in fields {
        message.set_field_by_name(name, value.clone());
    }
    message.encode_to_vec().into()
}

pub(super) fn nested(name: &str, fields: &[(&str, Value)]) -> Value {
    let bytes = encoded(name, fields);
    Value::Message(DynamicMessage::decode(descriptor(name), bytes).unwrap())
}

/// A pretended core as the service of `everything.proto`, for routes.
#[derive(Clone)]
pub(super) struct Named(pub(super) Upstream);

impl tonic::server::NamedService for Named {
    const NAME: &'static str = "edge.test.Everything";
}

impl tower::Service<Request<tonic::body::Body>> for Named {
    type Response = Response<tonic::body::Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<tonic::body::Body>) -> Self::Future {
        Box::pin(self.0.clone().oneshot(request))
    }
}
