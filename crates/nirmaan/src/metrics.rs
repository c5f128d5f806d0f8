//! The port for whoever watches the server: what is counted, as Prometheus reads it.

use std::net::SocketAddr;

use anyhow::Context;
use axum::{Router, http::header::CONTENT_TYPE, response::IntoResponse, routing::get};
use nirmaan_services::Deps;
use prometheus_client::{encoding::text::encode, registry::Registry};
use tokio::net::TcpListener;
use tokio_util::task::AbortOnDropHandle;

/// OpenMetrics as text.
const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The port, open until it is dropped.
pub struct Watched {
    /// Where it listens.
    pub addr: SocketAddr,
    _serving: AbortOnDropHandle<()>,
}

/// Opens the port. It asks nobody who they are: it is for an address that only the watcher reaches.
pub async fn serve(listen: SocketAddr, deps: &Deps) -> anyhow::Result<Watched> {
    let listener =
        TcpListener::bind(listen).await.with_context(|| format!("can't listen on {listen} for metrics"))?;
    let addr = listener.local_addr()?;
    let mut registry = Registry::with_prefix("nirmaan");
    deps.metrics.register(&mut registry);
    deps.calls.register_metrics(&mut registry);
    deps.store.register_metrics(&mut registry);
    let registry = std::sync::Arc::new(registry);
    let app = Router::new().route("/metrics", get(move || async move { tell(&registry) }));
    let serving = async move {
        if let Err(error) = axum::serve(listener, app).await {
            tracing::error!(%error, "the metrics are served no more");
        }
    };
    Ok(Watched { addr, _serving: AbortOnDropHandle::new(tokio::spawn(serving)) })
}

fn tell(registry: &Registry) -> impl IntoResponse + use<> {
    let mut text = String::new();
    // Writing to a text doesn't fail.
    let _ = encode(&mut text, registry);
    ([(CONTENT_TYPE, MEDIA_TYPE)], text)
}
