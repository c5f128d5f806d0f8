//! Requests: path, query and body into the bytes of a message.

use std::sync::Arc;

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use nirmaan_api::request::NamedTenant;
use percent_encoding::percent_decode_str;
use prost::Message;
use prost_reflect::{DynamicMessage, Kind, Value};
use serde_json::value::RawValue;
use tokio::sync::Semaphore;

use crate::{
    dialect::{
        bind::{At, Binder},
        json,
    },
    error::Failure,
    target::{BodyTarget, Target},
    tenant,
};

/// Bodies of more bytes than this are bound off the async threads: the others take less than a millisecond.
const LARGE: usize = 32 * 1024;

/// How many large bodies may be bound at a time: a core is left to everybody else.
pub(crate) fn places() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).max(1)
}

/// What a message is made of beside a body.
pub(crate) struct Binding {
    pub(crate) target: Arc<Target>,
    /// The values in the path, by the names in the template.
    pub(crate) path: Vec<(String, String)>,
    /// The query as it was sent.
    pub(crate) query: String,
    /// Levels that the body may nest.
    pub(crate) json_depth: usize,
}

impl Binding {
    /// Reads the body, where the call takes one, tells which tenant the request names, and makes the message.
    pub(crate) async fn message(
        self,
        headers: HeaderMap,
        body: Body,
        named: NamedTenant,
        places: Arc<Semaphore>,
    ) -> Result<Bytes, Failure> {
        let body = match self.target.body {
            BodyTarget::Nothing => Ok(Bytes::new()),
            _ => read(&headers, body, self.target.body_limit).await,
        };
        if body.as_ref().is_ok_and(|body| body.len() > LARGE) {
            let broken = {
                let rpc = self.target.rpc.clone();
                move || Failure::fault("the binding of a body broke off", rpc.path(), "")
            };
            let place = places.acquire_owned().await.map_err(|_| broken())?;
            let bound = tokio::task::spawn_blocking(move || {
                // Kept until the work is done, also when nobody waits for it any more.
                let _place = place;
                self.bind(body, &named)
            });
            return bound.await.map_err(|_| broken())?;
        }
        self.bind(body, &named)
    }

    fn bind(&self, body: Result<Bytes, Failure>, named: &NamedTenant) -> Result<Bytes, Failure> {
        let text = body.as_deref().unwrap_or_default();
        if let Some(tenant) = tenant::named(&self.target, &self.query, text) {
            named.tell(tenant);
        }
        bind(self, &body?)
    }
}

async fn read(headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, Failure> {
    if declared_length(headers).is_some_and(|length| length > limit as u64) {
        return Err(Failure::too_large(limit));
    }
    let body = match Limited::new(body, limit).collect().await {
        Ok(body) => body.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => return Err(Failure::too_large(limit)),
        Err(_) => return Err(Failure::malformed("The request broke off.")),
    };
    if body.is_empty() || is_json(headers) {
        Ok(body)
    } else {
        Err(Failure::unsupported_media_type("The body must be application/json."))
    }
}

/// The body's length, where the client says it.
pub(crate) fn declared_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media_type = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    media_type == "application/json"
        || media_type.starts_with("application/") && media_type.ends_with("+json")
}

/// Makes the request message from all its sources. What the path says is said last, and so has the last word.
fn bind(binding: &Binding, body: &[u8]) -> Result<Bytes, Failure> {
    let target = &*binding.target;
    let mut message = DynamicMessage::new(target.input.clone());
    let mut binder = Binder::new(&target.untaken);
    bind_body(target, body, binding.json_depth, &mut binder, &mut message)?;
    if !matches!(target.body, BodyTarget::Message) {
        let values = query(&binding.query);
        for (name, values) in values.iter().filter(|(name, _)| !target.is_filled_by_body(name)) {
            binder.texts(&mut message, name, values, At::Body);
        }
    }
    for (name, value) in &binding.path {
        binder.texts(&mut message, name, std::slice::from_ref(value), At::Body);
    }
    let violations = binder.violations();
    if violations.is_empty() {
        Ok(message.encode_to_vec().into())
    } else {
        Err(Failure::wrong_fields(violations))
    }
}

fn bind_body(
    target: &Target,
    body: &[u8],
    json_depth: usize,
    binder: &mut Binder<'_>,
    message: &mut DynamicMessage,
) -> Result<(), Failure> {
    if let BodyTarget::Field(field) = &target.body
        && let (Kind::Message(descriptor), false) = (field.kind(), field.is_list())
    {
        // A body that says nothing is still the entity: the service then names what it misses.
        message.set_field(field, Value::Message(DynamicMessage::new(descriptor)));
    }
    if body.trim_ascii().is_empty() {
        return Ok(());
    }
    let raw: &RawValue =
        serde_json::from_slice(body).map_err(|_| Failure::malformed("The body is not valid JSON."))?;
    if json::depth(raw.get()) > json_depth {
        return Err(Failure::malformed("The body is nested too deeply."));
    }
    if raw.get() == "null" {
        return Ok(());
    }
    let no_object = || Failure::malformed("The body must be a JSON object.");
    match &target.body {
        BodyTarget::Nothing => {}
        BodyTarget::Message => {
            if !binder.body(message, raw) {
                return Err(no_object());
            }
        }
        BodyTarget::Field(field) => {
            if field.is_list() && !raw.get().starts_with('[') {
                return Err(Failure::malformed("The body must be a JSON array."));
            }
            if !field.is_list() && matches!(field.kind(), Kind::Message(_)) && !raw.get().starts_with('{') {
                return Err(no_object());
            }
            binder.field(message, field, raw, At::Body);
        }
    }
    Ok(())
}

/// A query's values by name, in the order of their first appearance.
pub(crate) fn query(query: &str) -> Vec<(String, Vec<String>)> {
    let decode = |text: &str| {
        let spaced = text.replace('+', " ");
        percent_decode_str(&spaced).decode_utf8_lossy().into_owned()
    };
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decode(name), decode(value));
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, values)) => values.push(value),
            None => found.push((name, vec![value])),
        }
    }
    found
}
