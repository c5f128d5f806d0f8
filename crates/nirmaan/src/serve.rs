//! The running server.

use std::{net::SocketAddr, time::Duration};

use anyhow::Context;
use tokio::{
    net::TcpListener,
    task::JoinHandle,
    time::{Instant, sleep},
};
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic_health::{ServingStatus, server::HealthReporter};

use crate::{
    accept::{self, Stages},
    config::Config,
    grpc::set_health,
    http::{self, Offer},
    jobs::{self, Jobs},
    metrics::{self, Watched},
    open_files,
    wiring::{self, Deps},
};

/// A server that accepts calls. Dropped, it stops accepting; [`Running::shutdown`] waits for the rest.
pub struct Running {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Where it tells what it counts, if it does.
    pub metrics_addr: Option<SocketAddr>,
    /// What its services work with.
    pub deps: Deps,
    port: Port,
    jobs: Jobs,
    grace: Duration,
    /// Open to the end: whoever watches sees the stop too.
    _watched: Option<Watched>,
}

impl Running {
    /// Stops accepting, lets accepted requests and the mail under way finish within the limit, and lets go of the
    /// database.
    pub async fn shutdown(self) {
        let deadline = Instant::now() + self.port.drain + self.grace;
        tokio::join!(self.port.close(), self.jobs.finish());
        self.deps.calls.finish(deadline).await;
        // The jobs have ended: whatever is still to be told waits for nobody else.
        if let Err(error) = self.deps.trail.keep(&self.deps.store).await {
            tracing::error!(%error, "what the trail was told last is lost");
        }
        wiring::close(self.deps).await;
    }
}

/// Starts everything. When it returns, calls are accepted.
pub async fn start(mut config: Config) -> anyhow::Result<Running> {
    open_files::make_room(&mut config.limits);
    // First, because a taken port is the commonest failure and should leave the database alone.
    let listener = bind(&config).await?;
    let (deps, offer) = wiring::build(&config).await?;
    for warning in offer.insight.warnings() {
        tracing::warn!("{warning}");
    }
    if config.demo {
        wiring::fill_demo(&config, &deps).await?;
    }
    let watched = match config.metrics_listen {
        Some(listen) => Some(metrics::serve(listen, &deps).await?),
        None => None,
    };
    let port = Port::open(listener, offer, &config).await?;
    let jobs = jobs::start(&deps, config.limits.shutdown);
    let (addr, metrics_addr) = (port.addr, watched.as_ref().map(|watched| watched.addr));
    Ok(Running { addr, metrics_addr, deps, port, jobs, grace: config.limits.shutdown, _watched: watched })
}

async fn bind(config: &Config) -> anyhow::Result<TcpListener> {
    TcpListener::bind(config.listen).await.with_context(|| format!("can't listen on {}", config.listen))
}

/// The one port, open.
struct Port {
    addr: SocketAddr,
    health: HealthReporter,
    leaving: CancellationToken,
    drain: Duration,
    stop: DropGuard,
    accepting: JoinHandle<()>,
}

impl Port {
    async fn open(listener: TcpListener, offer: Offer, config: &Config) -> anyhow::Result<Self> {
        let addr = listener.local_addr()?;
        let Stages { leaving, stop } = Stages::default();
        let (app, health) = http::router(offer, config, leaving.clone()).await?;
        let accepting = tokio::spawn({
            let (limits, stages) =
                (config.limits.clone(), Stages { leaving: leaving.clone(), stop: stop.clone() });
            let proxies = config.trusted_proxies.clone();
            async move { accept::run(listener, app, &limits, &proxies, stages).await }
        });
        let drain = config.limits.drain;
        Ok(Self { addr, health, leaving, drain, stop: stop.drop_guard(), accepting })
    }

    async fn close(self) {
        self.leaving.cancel();
        set_health(&self.health, ServingStatus::NotServing).await;
        // Until whoever sends clients here has heard of it.
        sleep(self.drain).await;
        drop(self.stop);
        if let Err(error) = self.accepting.await {
            tracing::error!(%error, "the accept loop failed");
        }
    }
}

#[cfg(test)]
mod tests;
