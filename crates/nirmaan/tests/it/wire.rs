//! The same call over gRPC, gRPC-web and JSON.

use bytes::{Buf, BufMut, Bytes};
use reqwest::{Method, header::HeaderMap};
use tonic::{
    Code, Status,
    client::Grpc,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
};

use crate::harness::{App, answer};

mod abandoned;
pub mod any;
mod garbled;
mod hostile;
mod metrics;
mod same;
mod slow;
mod snapshot;

/// Message bytes in, message bytes out.
#[derive(Clone, Copy, Default)]
pub struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;
    fn encoder(&mut self) -> Self {
        *self
    }
    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;
    fn encode(&mut self, item: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(item);
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

/// Calls any RPC over gRPC: its first answer, or its status.
pub async fn over_grpc(app: &App, path: &str, token: Option<&str>, message: Bytes) -> Result<Bytes, Status> {
    call_grpc(app, path, token, message).await.map(tonic::Response::into_inner)
}

/// The same with the answer's metadata.
async fn call_grpc(
    app: &App,
    path: &str,
    token: Option<&str>,
    message: Bytes,
) -> Result<tonic::Response<Bytes>, Status> {
    let mut grpc = Grpc::new(app.channel().await);
    grpc.ready().await.unwrap();
    let mut request = tonic::Request::new(tokio_stream::once(message));
    if let Some(token) = token {
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    let (metadata, mut answers, extensions) =
        grpc.streaming(request, path.parse().unwrap(), Raw).await?.into_parts();
    let first = answers.message().await?.unwrap_or_default();
    Ok(tonic::Response::from_parts(metadata, first, extensions))
}

/// A framed message over gRPC-web.
fn web_request(app: &App, path: &str, token: Option<&str>, message: &Bytes) -> reqwest::RequestBuilder {
    let mut framed = vec![0];
    framed.put_u32(message.len() as u32);
    framed.extend_from_slice(message);
    let request = app.request(Method::POST, path, token);
    request.header("content-type", "application/grpc-web+proto").body(framed)
}

/// Calls any RPC over gRPC-web: its first answer, or its status code and message.
pub async fn over_grpc_web(
    app: &App,
    path: &str,
    token: Option<&str>,
    message: Bytes,
) -> Result<Bytes, (Code, String)> {
    let response = web_request(app, path, token, &message).send().await.unwrap();
    let headers = response.headers().clone();
    let body = response.bytes().await.unwrap();
    read_web(&headers, body)
}

/// The first message of an answer over gRPC-web, or its status code and message.
fn read_web(headers: &HeaderMap, mut body: Bytes) -> Result<Bytes, (Code, String)> {
    let mut first = None;
    let mut trailers = String::new();
    while body.remaining() >= 5 {
        let (flags, length) = (body.get_u8(), body.get_u32() as usize);
        let frame = body.split_to(length);
        if flags & 0x80 != 0 {
            trailers = String::from_utf8(frame.to_vec()).unwrap();
        } else {
            first.get_or_insert(frame);
        }
    }
    let value = |name: &str| {
        headers.get(name).map(|value| value.to_str().unwrap().to_owned()).or_else(|| {
            let line = trailers.lines().find(|line| line.starts_with(&format!("{name}:")))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
    };
    let code = Code::from(value("grpc-status").unwrap().parse::<i32>().unwrap());
    match code {
        Code::Ok => Ok(first.unwrap_or_default()),
        code => Err((code, value("grpc-message").unwrap_or_default())),
    }
}

/// The HTTP status of a JSON call without a body.
pub async fn over_json(app: &App, verb: &str, path: &str, token: Option<&str>) -> u16 {
    let request = app.request(verb.parse().unwrap(), path, token);
    answer(request).await.status.as_u16()
}
