//! gRPC and gRPC-web: the gated services, health and reflection, each call within its time.

use std::{sync::Arc, time::Duration};

use anyhow::Context;
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    middleware::{self, Next},
    response::Response,
};
use nirmaan_api::{descriptors, method};
use nirmaan_services::garbled::in_our_words;
use tokio::time::{Instant, timeout_at};
use tonic::{Code, service::Routes};
use tonic_health::{ServingStatus, server::HealthReporter};
use tonic_web::GrpcWebLayer;
use tower_http::catch_panic::CatchPanicLayer;

use crate::{
    answers::{self, SORRY},
    config::Config,
    deadline::{Bounded, Outcome, grpc_timeout},
    limits::Limits,
};

/// The router of all gRPC paths. Health and reflection, and only they, stand outside the gate that the
/// services come with.
pub async fn router(services: Routes, config: &Config) -> anyhow::Result<(Router, HealthReporter)> {
    let (reporter, health) = tonic_health::server::health_reporter();
    set_health(&reporter, ServingStatus::Serving).await;
    let mut routes = services.add_service(health);
    if config.reflection {
        // Python's clients ask for v1alpha, newer ones for v1.
        routes = routes
            .add_service(reflection().build_v1().context("reflection")?)
            .add_service(reflection().build_v1alpha().context("reflection")?);
    }
    let router = routes
        .prepare()
        .into_axum_router()
        // Health and reflection: those behind the gate have said it already.
        .layer(middleware::map_response(async |response: Response| in_our_words(response)))
        .layer(CatchPanicLayer::custom(|_| answers::grpc(Code::Internal, SORRY)))
        .layer(middleware::from_fn_with_state(Arc::new(config.limits.clone()), within_time))
        .layer(GrpcWebLayer::new());
    Ok((router, reporter))
}

/// Says how the server and each of its services are.
pub async fn set_health(reporter: &HealthReporter, status: ServingStatus) {
    reporter.set_service_status("", status).await;
    for service in descriptors::pool().services() {
        reporter.set_service_status(service.full_name(), status).await;
    }
}

fn reflection() -> tonic_reflection::server::Builder<'static> {
    tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(descriptors::BYTES)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
}

async fn within_time(State(limits): State<Arc<Limits>>, request: Request, next: Next) -> Response {
    let allowed = allowed(request.uri().path(), grpc_timeout(request.headers()), &limits);
    let deadline = allowed.and_then(|allowed| Instant::now().checked_add(allowed));
    let answer = next.run(request);
    let answered = match deadline {
        Some(deadline) => timeout_at(deadline, answer).await,
        None => Ok(answer.await),
    };
    let response = answered.unwrap_or_else(|_| answers::grpc(Code::DeadlineExceeded, SORRY));
    let outcome = Outcome::of(response.headers());
    let mut response = response.map(|body| Body::new(Bounded::new(body, deadline, outcome.clone())));
    // gRPC-web puts the last frame into the body, where the log could no longer read it.
    response.extensions_mut().insert(outcome);
    response
}

/// What the method declares or the limits say, and less when the caller wants less. Watching health or
/// reflecting has no end of its own.
fn allowed(path: &str, wanted: Option<Duration>, limits: &Limits) -> Option<Duration> {
    let ours = match method::find(path) {
        Some(method) => Some(method.time_in_all(limits.times())),
        None if path.starts_with("/grpc.") => None,
        None => Some(limits.request),
    };
    match (ours, wanted) {
        (Some(ours), Some(wanted)) => Some(ours.min(wanted)),
        (ours, wanted) => ours.or(wanted),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_the_least_of_what_it_may_and_wants() {
        let limits = Limits::default();
        let seconds = |count| Some(Duration::from_secs(count));
        let import = "/nirmaan.contracts.v1.ContractService/BulkUploadContracts";
        assert_eq!(allowed("/nirmaan.none.v1.None/Call", None, &limits), seconds(30));
        assert_eq!(allowed("/nirmaan.none.v1.None/Call", seconds(5), &limits), seconds(5));
        assert_eq!(allowed("/nirmaan.none.v1.None/Call", seconds(500), &limits), seconds(30));
        // Its file, its turn and its work have their time one after the other.
        assert_eq!(allowed(import, None, &limits), seconds(120 + 600 + 120));
        assert_eq!(allowed(import, seconds(500), &limits), seconds(500));
        assert_eq!(allowed("/grpc.health.v1.Health/Watch", None, &limits), None);
        assert_eq!(allowed("/grpc.health.v1.Health/Watch", seconds(5), &limits), seconds(5));
    }
}
