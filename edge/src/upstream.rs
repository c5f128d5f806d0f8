//! Calls to the services: message bytes in, message bytes out.

use std::convert::Infallible;

use bytes::{Buf, BufMut, Bytes};
use futures_util::Stream;
use http::{HeaderMap, HeaderValue, Request, header, uri::PathAndQuery};
use tonic::{
    Code, Status, Streaming,
    codec::{DecodeBuf, Decoder, EncodeBody, EncodeBuf, Encoder},
};
use tower::{ServiceExt, util::BoxCloneSyncService};

use crate::call::Head;

/// Where calls go: the gated services in this process.
pub type Upstream =
    BoxCloneSyncService<http::Request<tonic::body::Body>, http::Response<tonic::body::Body>, Infallible>;

/// Headers that travel on to the services; all others end here.
const FORWARDED: [header::HeaderName; 6] = [
    header::AUTHORIZATION,
    header::HeaderName::from_static("idempotency-key"),
    header::HeaderName::from_static("x-nirmaan-reason"),
    header::HeaderName::from_static("x-request-id"),
    header::HeaderName::from_static("x-forwarded-for"),
    header::USER_AGENT,
];

/// Calls the services in this process, without a socket.
pub fn in_process(routes: tonic::service::Routes) -> Upstream {
    BoxCloneSyncService::new(routes.prepare())
}

/// The headers of a call on behalf of a request.
pub(crate) fn headers(request: &HeaderMap) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for name in &FORWARDED {
        for value in request.get_all(name) {
            headers.append(name.clone(), value.clone());
        }
    }
    headers.insert("x-nirmaan-source", HeaderValue::from_static("json"));
    headers.insert(header::TE, HeaderValue::from_static("trailers"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    headers
}

/// Starts a call. An error among the messages breaks the request off, so that the service can't take what it
/// has so far for the whole: tonic's own client has no way to say so.
pub(crate) async fn call<S>(
    upstream: Upstream,
    path: PathAndQuery,
    head: Head,
    messages: S,
) -> Result<Streaming<Bytes>, Status>
where
    S: Stream<Item = Result<Bytes, Status>> + Send + 'static,
{
    let body = tonic::body::Body::new(EncodeBody::new_client(Raw, messages, None, Some(usize::MAX)));
    let mut request = Request::new(body);
    *request.method_mut() = http::Method::POST;
    *request.version_mut() = http::Version::HTTP_2;
    *request.uri_mut() = path.into();
    *request.headers_mut() = head.headers;
    request.extensions_mut().insert(head.named);
    request.extensions_mut().insert(head.held);

    let Ok(response) = upstream.oneshot(request).await;
    let (parts, body) = response.into_parts();
    match Status::from_header_map(&parts.headers) {
        Some(status) if status.code() != Code::Ok => Err(status),
        Some(_) => Ok(Streaming::new_empty(Raw, body)),
        // The services are trusted with the size of its answers.
        None => Ok(Streaming::new_response(Raw, body, parts.status, None, Some(usize::MAX))),
    }
}

/// Messages as the bytes they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Raw;

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(message);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        let length = buffer.remaining();
        Ok(Some(buffer.copy_to_bytes(length)))
    }
}
