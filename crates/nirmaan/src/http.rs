//! The one service behind the one port: which door a path leads to, and what stands around it.

use std::{convert::Infallible, future::Future, pin::Pin, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    middleware::{self, Next},
    response::Response,
};
use futures_util::future::BoxFuture;
use http::{HeaderMap, Method, StatusCode, header};
use nirmaan_services::links;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;
use tonic_health::server::HealthReporter;
use tower::Service;
use tower_http::{
    catch_panic::CatchPanic,
    compression::{
        CompressionLayer,
        predicate::{NotForContentType, Predicate, SizeAbove},
    },
};

use crate::{
    answers::{self, SORRY},
    config::Config,
    files::{self, Files},
    front::{Front, welcome},
    grpc, headers,
    headers::REQUEST_ID,
    web,
};

const NDJSON: &str = "application/x-ndjson";
/// Workbooks and their like, which are compressed as they are.
const OFFICE: &str = "application/vnd.openxmlformats";
/// A load balancer wants to know soon.
const PROBE: Duration = Duration::from_secs(1);

/// What the rooms of the house offer to the wire.
pub struct Offer {
    /// The gated gRPC services.
    pub services: Routes,
    /// The JSON interface, with its paths as the world sees them, `/api/…`.
    pub api: Router,
    /// The stored objects, by signed links.
    pub files: Files,
    /// Whether the store answers.
    pub ready: Ready,
    /// What is told beside that, to few.
    pub insight: Insight,
}

/// What only those who run the installation are told: settings that leave a door open.
#[derive(Clone)]
pub struct Insight {
    warnings: Arc<[&'static str]>,
    is_for: Arc<dyn Fn(HeaderMap) -> BoxFuture<'static, bool> + Send + Sync>,
}

impl Insight {
    /// For whom a function says so by a request's headers.
    pub fn new<F>(
        warnings: Vec<&'static str>,
        is_for: impl Fn(HeaderMap) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = bool> + Send + 'static,
    {
        Self { warnings: warnings.into(), is_for: Arc::new(move |headers| Box::pin(is_for(headers))) }
    }

    /// The settings, for the log.
    pub fn warnings(&self) -> &[&'static str] {
        &self.warnings
    }

    /// The same for whoever asks, if it is for them.
    async fn told(&self, headers: &HeaderMap) -> Option<&[&'static str]> {
        // Strangers ask often, and nobody is looked up for them.
        headers.get(header::AUTHORIZATION)?;
        let is_for = timeout(PROBE, (self.is_for)(headers.clone())).await.unwrap_or(false);
        is_for.then_some(&*self.warnings)
    }
}

/// Asks whether calls can be served: the database answers, with the schema that this binary needs.
#[derive(Clone)]
pub struct Ready(Arc<dyn Fn() -> Pin<Box<dyn Future<Output = bool> + Send>> + Send + Sync>);

impl Ready {
    /// Asks by a function.
    pub fn new<F>(ask: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = bool> + Send + 'static,
    {
        Self(Arc::new(move || Box::pin(ask())))
    }

    async fn ask(&self) -> bool {
        timeout(PROBE, (self.0)()).await.unwrap_or(false)
    }
}

/// Where a path leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// gRPC and gRPC-web.
    Grpc,
    /// JSON.
    Api,
    /// Stored objects.
    Files,
    /// Health and readiness.
    Probe,
    /// The web app.
    Web,
}

/// The door of a path.
pub fn door(path: &str) -> Door {
    match path {
        "/healthz" | "/readyz" => Door::Probe,
        _ if path == "/api" || path.starts_with("/api/") => Door::Api,
        _ if path.starts_with(links::PREFIX) => Door::Files,
        _ if path.starts_with("/nirmaan.") || path.starts_with("/grpc.") => Door::Grpc,
        _ => Door::Web,
    }
}

#[derive(Clone)]
struct House {
    grpc: Router,
    api: Router,
    files: Router,
    ready: Ready,
    insight: Insight,
    /// The server is about to stop.
    leaving: CancellationToken,
    public_url: Option<String>,
}

/// Everything behind the port, and who reports how it is.
pub async fn router(
    offer: Offer,
    config: &Config,
    leaving: CancellationToken,
) -> anyhow::Result<(Router, HealthReporter)> {
    let (grpc, health) = grpc::router(offer.services, config).await?;
    let api = compressed(caught(offer.api));
    let time = config.limits.request;
    let files = caught(files::router(offer.files).layer(middleware::from_fn_with_state(time, within_time)));
    let (ready, insight) = (offer.ready, offer.insight);
    let house = House { grpc, api, files, ready, insight, leaving, public_url: config.public_url.clone() };
    let mut router = Router::new().fallback(enter).with_state(Arc::new(house));
    if let Some(cors) = headers::cors(config) {
        router = router.layer(cors);
    }
    Ok((router.layer(middleware::from_fn_with_state(Front::new(config), welcome)), health))
}

/// A router whose panics are caught inside the front, so that their answers too have an id, the headers and a line in
/// the log.
fn caught(router: Router) -> Router {
    router.layer(middleware::from_fn(catch))
}

/// A router whose answers are compressed where that pays.
fn compressed(router: Router) -> Router {
    let pays = SizeAbove::new(1024)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::GRPC)
        .and(NotForContentType::const_new(NDJSON))
        .and(NotForContentType::const_new(OFFICE));
    router.layer(CompressionLayer::new().compress_when(pays))
}

async fn enter(State(house): State<Arc<House>>, request: Request) -> Response {
    match door(request.uri().path()) {
        Door::Grpc => call(&house.grpc, request).await,
        Door::Api => call(&house.api, request).await,
        Door::Files => call(&house.files, request).await,
        Door::Probe => probe(&house, request).await,
        // Its body is never read.
        Door::Web => web::answer(&request, house.public_url.as_deref()),
    }
}

async fn call(router: &Router, request: Request) -> Response {
    let answered: Result<Response, Infallible> = router.clone().call(request).await;
    let Ok(response) = answered;
    response
}

async fn probe(house: &House, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return answers::wrong_verb("GET, HEAD");
    }
    if request.uri().path() == "/healthz" {
        return answers::text(StatusCode::OK, "ok\n");
    }
    if house.leaving.is_cancelled() {
        return answers::text(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping\n");
    }
    if house.ready.ask().await {
        return match house.insight.told(request.headers()).await {
            Some(warnings) => answers::ready(warnings),
            None => answers::text(StatusCode::OK, "ok\n"),
        };
    }
    answers::text(StatusCode::SERVICE_UNAVAILABLE, "the database can't be reached\n")
}

async fn catch(request: Request, next: Next) -> Response {
    let id = id_of(&request);
    let sorry = move |_| answers::json(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL", SORRY, &id);
    let answered: Result<_, Infallible> = CatchPanic::custom(next, sorry).call(request).await;
    let Ok(response) = answered;
    response.map(Body::new)
}

async fn within_time(State(time): State<Duration>, request: Request, next: Next) -> Response {
    let id = id_of(&request);
    let answered = timeout(time, next.run(request)).await;
    answered.unwrap_or_else(|_| answers::json(StatusCode::GATEWAY_TIMEOUT, "DEADLINE_EXCEEDED", SORRY, &id))
}

fn id_of(request: &Request) -> String {
    request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_has_its_door() {
        for (path, expected) in [
            ("/", Door::Web),
            ("/apiary", Door::Web),
            ("/api", Door::Api),
            ("/api/contracts/filter", Door::Api),
            ("/nirmaan.auth.v1.AuthService/Login", Door::Grpc),
            ("/grpc.health.v1.Health/Check", Door::Grpc),
            ("/grpc", Door::Web),
            ("/files/token/plan.pdf", Door::Files),
            ("/files", Door::Web),
            ("/healthz", Door::Probe),
            ("/healthz/x", Door::Web),
        ] {
            assert_eq!(door(path), expected, "{path}");
        }
    }
}
