//! Any message over any wire, by its descriptor.

use std::collections::BTreeMap;

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use bytes::Bytes;
use nirmaan_api::method::{Binding, Method};
use prost::Message;
use prost_reflect::{DynamicMessage, Kind, ReflectMessage, Value as Field};
use reqwest::header::HeaderMap;
use serde_json::{Map, Value};
use tonic::{Code, Status};
use tonic_types::StatusExt;

use super::{call_grpc, read_web, web_request};
use crate::harness::App;

/// Where gRPC-web says the details of an error.
pub const DETAILS: &str = "grpc-status-details-bin";

/// How a call comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    Grpc,
    Web,
    Json,
}

/// All of them.
pub const WIRES: [Wire; 3] = [Wire::Grpc, Wire::Web, Wire::Json];

/// What a caller hears.
#[derive(Debug)]
pub struct Heard {
    pub code: Code,
    pub request_id: String,
    /// Headers and body, without what differs between any two calls.
    pub rest: (Vec<(String, String)>, String),
}

impl Heard {
    fn new(code: Code, headers: &HeaderMap, body: &str) -> Self {
        let text =
            |value: &reqwest::header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let request_id = headers.get("x-request-id").map(text).unwrap_or_default();
        let mut kept: Vec<_> = headers
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "x-request-id" | "date" | DETAILS))
            .map(|(name, value)| (name.as_str().to_owned(), text(value)))
            .collect();
        kept.sort();
        let body = if request_id.is_empty() { body.to_owned() } else { body.replace(&request_id, "") };
        Self { code, request_id, rest: (kept, body) }
    }
}

/// The details of an error, its facts in order: on the wire they have none.
fn details(status: &Status) -> String {
    let details = status.get_error_details();
    let info =
        details.error_info().map(|info| (&info.reason, &info.domain, BTreeMap::from_iter(&info.metadata)));
    format!("{info:?} {:?}", details.bad_request())
}

/// A request as the call's descriptor reads it.
pub fn message(method: &Method, request: &impl Message) -> DynamicMessage {
    DynamicMessage::decode(method.descriptor.input(), request.encode_to_vec().as_slice()).unwrap()
}

/// Calls a unary RPC.
pub async fn call(
    app: &App,
    wire: Wire,
    method: &Method,
    token: Option<&str>,
    request: &DynamicMessage,
) -> Heard {
    let bytes = Bytes::from(request.encode_to_vec());
    match wire {
        Wire::Grpc => match call_grpc(app, &method.path, token, bytes).await {
            Ok(response) => {
                let headers = response.metadata().clone().into_headers();
                Heard::new(Code::Ok, &headers, &String::from_utf8_lossy(response.get_ref()))
            }
            Err(status) => {
                let body = format!("{} {}", status.message(), details(&status));
                Heard::new(status.code(), &status.metadata().clone().into_headers(), &body)
            }
        },
        Wire::Web => {
            let response = web_request(app, &method.path, token, &bytes).send().await.unwrap();
            let headers = response.headers().clone();
            let body = response.bytes().await.unwrap();
            let code = read_web(&headers, body.clone()).map_or_else(|(code, _)| code, |_| Code::Ok);
            let details = headers.get(DETAILS).map(|details| STANDARD_NO_PAD.decode(details).unwrap());
            let status = Status::with_details(code, "", details.unwrap_or_default().into());
            Heard::new(
                code,
                &headers,
                &format!("{} {}", String::from_utf8_lossy(&body), self::details(&status)),
            )
        }
        Wire::Json => json(app, binding(method, request), token, request).await,
    }
}

/// The first binding whose path the request fills, or the first.
fn binding<'a>(method: &'a Method, request: &DynamicMessage) -> &'a Binding {
    let is_filled = |segment: &str| {
        let name = segment.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
        name.is_none_or(|name| request.has_field_by_name(name))
    };
    let filled = method.bindings.iter().find(|binding| binding.path.split('/').all(is_filled));
    filled.unwrap_or(&method.bindings[0])
}

async fn json(app: &App, binding: &Binding, token: Option<&str>, request: &DynamicMessage) -> Heard {
    let mut fields = object(request);
    let take = |fields: &mut Map<String, Value>, name: &str| {
        let field = request.descriptor().get_field_by_name(name).unwrap();
        fields.remove(field.json_name()).unwrap_or_default()
    };
    let mut path = "/api".to_owned();
    for segment in binding.path.split('/').skip(1) {
        match segment.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => path = format!("{path}/{}", take(&mut fields, name).as_str().unwrap()),
            None => path = format!("{path}/{segment}"),
        }
    }
    if binding.body.is_empty() {
        // Ids and names alone: nothing that a query would have to encode.
        let query = fields.iter().map(|(name, value)| format!("{name}={}", value.as_str().unwrap()));
        path = format!("{path}?{}", query.collect::<Vec<_>>().join("&"));
    }
    let call = app.request(binding.verb.parse().unwrap(), &path, token);
    let call = match binding.body.as_str() {
        "" => call,
        "*" => call.json(&fields),
        name => call.json(&take(&mut fields, name)),
    };
    let answer = crate::harness::answer(call).await;
    let code = if answer.status.is_success() { Code::Ok } else { named(&answer.json()["code"]) };
    Heard::new(code, &answer.headers, &answer.text)
}

/// The code that JSON names.
fn named(name: &Value) -> Code {
    let name = name.as_str().unwrap().replace('_', "");
    (0..=16).map(Code::from).find(|code| format!("{code:?}").eq_ignore_ascii_case(&name)).unwrap()
}

fn object(message: &DynamicMessage) -> Map<String, Value> {
    let fields = message.fields();
    fields.map(|(field, value)| (field.json_name().to_owned(), plain(&field.kind(), value))).collect()
}

fn plain(kind: &Kind, value: &Field) -> Value {
    match value {
        Field::String(text) => text.as_str().into(),
        Field::Bool(flag) => (*flag).into(),
        Field::I32(number) => (*number).into(),
        Field::I64(number) => (*number).into(),
        Field::F64(number) => (*number).into(),
        Field::EnumNumber(number) => kind.as_enum().unwrap().get_value(*number).unwrap().name().into(),
        // JSON writes amounts in rupees.
        Field::Message(message) if message.descriptor().name() == "Money" => {
            let paise = message.get_field_by_name("paise").unwrap().as_i64().unwrap();
            (paise as f64 / 100.0).into()
        }
        Field::Message(message) => object(message).into(),
        Field::List(values) => values.iter().map(|value| plain(kind, value)).collect(),
        other => panic!("{other:?} has no plain form"),
    }
}
