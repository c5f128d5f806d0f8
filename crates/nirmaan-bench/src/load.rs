//! Clients that call one after another, as fast as they are answered.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::future::{BoxFuture, try_join_all};

use crate::process::Server;

/// One call of a client.
pub type Call = Box<dyn Fn() -> BoxFuture<'static, anyhow::Result<()>> + Send + Sync>;

/// Makes the calls of a client, on a connection of its own.
pub type Calls = Arc<dyn Fn() -> BoxFuture<'static, anyhow::Result<Call>> + Send + Sync>;

/// What a turn was like.
pub struct Sample {
    /// Calls a second.
    pub rate: f64,
    /// How long each took, the shortest first.
    pub times: Vec<Duration>,
    /// Processor time of the server for one call.
    pub cpu: Duration,
}

/// Lets so many clients call for so long.
pub async fn run(calls: &Calls, clients: usize, turn: Duration, server: &Server) -> anyhow::Result<Sample> {
    let clients = try_join_all((0..clients).map(|_| calls())).await?;
    let before = server.cpu()?;
    let begun = Instant::now();
    let tasks = clients.into_iter().map(|call| async move {
        tokio::spawn(async move {
            let mut times = Vec::new();
            while begun.elapsed() < turn {
                let at = Instant::now();
                call().await?;
                times.push(at.elapsed());
            }
            anyhow::Ok(times)
        })
        .await?
    });
    let mut times: Vec<Duration> = try_join_all(tasks).await?.into_iter().flatten().collect();
    let elapsed = begun.elapsed();
    let cpu = server.cpu()?.saturating_sub(before);
    times.sort_unstable();
    let count = u32::try_from(times.len())?.max(1);
    Ok(Sample { rate: f64::from(count) / elapsed.as_secs_f64(), cpu: cpu / count, times })
}
