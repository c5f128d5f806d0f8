//! From a request to its answer.

use std::{
    convert::Infallible,
    sync::{Arc, OnceLock},
};

use axum::{
    body::Body,
    extract::{Request, State},
    response::Response,
};
use bytes::Bytes;
use futures_util::stream;
use http::{HeaderMap, HeaderValue, header};
use nirmaan_api::{
    method::Method,
    request::{Held, NamedTenant},
};
use tokio::{
    sync::Semaphore,
    task::spawn_blocking,
    time::{Instant, timeout_at},
};
use tonic::Status;

use crate::{
    Limits, PlanError,
    call::{self, Broken, Call, Head},
    error::Failure,
    json::json,
    linger, openapi, parts,
    request::{self, Binding},
    response::Answer,
    routes::{Found, Table},
    target::Target,
    tenant,
    upstream::{self, Upstream},
};

/// The media type of a stream of events, one JSON value a line.
const LINES: &str = "application/x-ndjson";

/// Replies of more bytes than this take a millisecond or more to be written as JSON.
const LARGE: usize = 64 * 1024;

/// Answers a request.
pub(crate) async fn handle(State(edge): State<Arc<Edge>>, request: Request) -> Response {
    let request_id = request.headers().get("x-request-id").and_then(|id| id.to_str().ok());
    let request_id = request_id.unwrap_or_default().to_owned();
    let mut response = edge
        .answer(request.map(linger::lingering), &request_id)
        .await
        .unwrap_or_else(|failure| failure.into_response(&request_id));
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// The whole edge.
pub(crate) struct Edge {
    table: Table,
    upstream: Upstream,
    limits: Limits,
    methods: Vec<Method>,
    /// Large bodies that are bound at a time.
    binders: Arc<Semaphore>,
    /// Made when somebody asks for the first time: few do, and every start would wait for it.
    openapi: OnceLock<Bytes>,
}

impl Edge {
    /// Reads the descriptors, and refuses what it couldn't serve.
    pub(crate) fn new(methods: &[Method], upstream: Upstream, limits: Limits) -> Result<Self, PlanError> {
        let table = Table::new(methods, &limits)?;
        let binders = Arc::new(Semaphore::new(request::places()));
        Ok(Self { table, upstream, limits, methods: methods.to_vec(), binders, openapi: OnceLock::new() })
    }

    fn openapi(&self) -> Bytes {
        self.openapi
            .get_or_init(|| serde_json::to_vec(&openapi::of(&self.methods)).unwrap_or_default().into())
            .clone()
    }

    async fn answer(self: &Arc<Self>, request: Request, request_id: &str) -> Result<Response, Failure> {
        let path = request.uri().path();
        let path = path.strip_prefix("/api").unwrap_or(path);
        let verb = request.method().as_str();
        if path == "/openapi.json" {
            return match verb {
                "GET" | "HEAD" => Ok(json(self.openapi())),
                _ => Err(Failure::wrong_verb("GET, HEAD")),
            };
        }
        let (target, values) = match self.table.find(verb, path) {
            Found::Target(target, values) => (Arc::clone(target), values),
            Found::Verbs(verbs) => return Err(Failure::wrong_verb(&verbs)),
            Found::Nothing => return Err(Failure::no_such_path()),
        };
        let head = Head {
            headers: upstream::headers(request.headers()),
            named: NamedTenant::default(),
            held: request.extensions().get::<Held>().cloned().unwrap_or_default(),
        };
        let deadline = Instant::now() + target.time;
        let answered = timeout_at(deadline, self.call(&target, values, request, &head, request_id, deadline));
        match answered.await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(Broken::Status(status))) => Err(target.failure(&status)),
            Ok(Err(Broken::Message(failure) | Broken::Reply(failure))) => Err(failure),
            Ok(Err(Broken::Request(failure))) => {
                Err(call::after_gate(&self.upstream, &target, head, failure).await)
            }
            Err(_) => Err(target.failure(&late())),
        }
    }

    async fn call(
        self: &Arc<Self>,
        target: &Arc<Target>,
        values: Vec<(String, String)>,
        request: Request,
        head: &Head,
        request_id: &str,
        deadline: Instant,
    ) -> Result<Response, Broken> {
        if let Answer::Parts(_, _, numbers) = target.answer {
            let call = self.open(target, values, request, head).await?;
            return parts::answer(call, numbers, Arc::clone(target), request_id.to_owned()).await;
        }
        let wants_lines = target.is_stream && accepts_lines(request.headers());
        let mut call = self.open(target, values, request, head).await?;
        if wants_lines {
            // The first event decides whether the answer is an error or a stream that may end in one.
            let first = call.next().await?;
            let (edge, target) = (Arc::clone(self), Arc::clone(target));
            let lines = Lines { edge, target, call, request_id: request_id.to_owned(), deadline };
            return Ok(lines.response(first));
        }
        let reply = match call.last().await? {
            Some(reply) => reply,
            None if target.is_stream => Bytes::new(),
            None => return Err(Broken::Reply(target.fault("no reply", request_id))),
        };
        let malformed = || Broken::Reply(target.fault("a malformed reply", request_id));
        let written = if reply.len() > LARGE {
            // Off the async threads, on which others wait.
            let (edge, target) = (Arc::clone(self), Arc::clone(target));
            let writing = spawn_blocking(move || target.answer.respond(&edge.table.plan, &reply));
            writing.await.map_err(|_| malformed())?
        } else {
            target.answer.respond(&self.table.plan, &reply)
        };
        written.map_err(|_| malformed())
    }

    /// Begins a call. The gate decides by its headers before the body is read; of what the body tells, whether it may
    /// name its tenant comes before what else is wrong.
    async fn open(
        &self,
        target: &Arc<Target>,
        path: Vec<(String, String)>,
        request: Request,
        head: &Head,
    ) -> Result<Call, Broken> {
        if let Some(form) = &target.upload {
            let query = request.uri().query().unwrap_or_default();
            if let Some(tenant) = tenant::named(target, query, &[]) {
                head.named.tell(tenant);
            }
            let length = request::declared_length(request.headers());
            if length.is_some_and(|length| length > target.body_limit as u64) {
                return Err(Broken::Request(Failure::too_large(target.body_limit)));
            }
            let (pump, messages) = form.open(request, target.body_limit).await.map_err(Broken::Request)?;
            return Ok(Call::new(&self.upstream, target, head.clone(), messages, Some(pump)));
        }
        let (parts, body) = request.into_parts();
        let query = parts.uri.query().unwrap_or_default().to_owned();
        let binding = Binding { target: Arc::clone(target), path, query, json_depth: self.limits.json_depth };
        let message = binding.message(parts.headers, body, head.named.clone(), self.binders.clone());
        Ok(Call::with(&self.upstream, target, head.clone(), message))
    }
}

/// A stream of events on its way out.
struct Lines {
    edge: Arc<Edge>,
    target: Arc<Target>,
    call: Call,
    request_id: String,
    deadline: Instant,
}

/// What the next line of a stream is made of.
enum Next {
    Event(Bytes),
    Awaited,
}

impl Lines {
    fn response(self, first: Option<Bytes>) -> Response {
        let start = first.map(|first| (self, Next::Event(first)));
        let lines = stream::unfold(start, |state| async {
            let (mut lines, next) = state?;
            let event = match next {
                Next::Event(event) => Ok(Some(event)),
                Next::Awaited => lines.next().await,
            };
            let (line, goes_on) = lines.line(event)?;
            let rest = goes_on.then_some((lines, Next::Awaited));
            Some((Ok::<_, Infallible>(line), rest))
        });
        let mut response = Response::new(Body::from_stream(lines));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(LINES));
        response
    }

    async fn next(&mut self) -> Result<Option<Bytes>, Broken> {
        // A slow reader of an endless stream never finds it waiting.
        if Instant::now() < self.deadline
            && let Ok(event) = timeout_at(self.deadline, self.call.next()).await
        {
            return event;
        }
        Err(Broken::Status(late()))
    }

    /// An event or an error as a line, and whether more may follow.
    fn line(&self, event: Result<Option<Bytes>, Broken>) -> Option<(Bytes, bool)> {
        let failure = match event {
            Ok(None) => return None,
            Ok(Some(event)) => {
                let mut line = Vec::with_capacity(event.len() * 2 + 256);
                match self.target.answer.line(&self.edge.table.plan, &event, &mut line) {
                    Ok(()) => {
                        line.push(b'\n');
                        return Some((line.into(), true));
                    }
                    Err(_) => self.target.fault("a malformed event", &self.request_id),
                }
            }
            Err(Broken::Status(status)) => self.target.failure(&status),
            Err(Broken::Request(failure) | Broken::Message(failure) | Broken::Reply(failure)) => failure,
        };
        let mut line = b"{\"error\":".to_vec();
        line.extend(failure.to_json(&self.request_id));
        line.extend_from_slice(b"}\n");
        Some((line.into(), false))
    }
}

fn late() -> Status {
    Status::deadline_exceeded("the call took too long")
}

fn accepts_lines(headers: &HeaderMap) -> bool {
    headers.get_all(header::ACCEPT).iter().any(|value| {
        value.to_str().is_ok_and(|value| {
            value
                .split(',')
                .any(|kind| kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(LINES))
        })
    })
}
