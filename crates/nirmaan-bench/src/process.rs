//! The servers under measure, each a process of its own.

use std::{
    fs,
    net::TcpListener,
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::Context;
use rustix::{param::clock_ticks_per_second, process};
use tokio::process::{Child, Command};

use crate::data::Place;

/// How long a server may take to its first answer, or to its end.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that runs.
pub struct Server {
    /// `http://127.0.0.1:port`
    pub base: String,
    /// From the start of the process to its first answer.
    pub started_in: Duration,
    child: Child,
    pid: i32,
}

impl Server {
    /// Nirmaan over a database, with its demo data. The limits of calls are on, and too high to be met.
    pub async fn nirmaan(binary: &Path, place: &Place) -> anyhow::Result<Self> {
        let port = free_port()?;
        let mut command = Command::new(binary);
        command
            .args(["serve", "--demo", "--listen", &format!("127.0.0.1:{port}")])
            .env("NIRMAAN_DATA_DIR", place.dir.path())
            .env("NIRMAAN_DATABASE_URL", &place.url)
            .env("NIRMAAN_MIGRATION_DATABASE_URL", &place.owner_url)
            .env("NIRMAAN_LIMIT_CALLS", "1000000")
            .env("NIRMAAN_LIMIT_SESSIONS", "10000")
            .env("NIRMAAN_LIMIT_CALLS_BURST", "1000000")
            .env("NIRMAAN_LIMIT_CALLS_AT_ONCE", "128")
            .env("NIRMAAN_LOG", "warn");
        Self::start(command, port).await
    }

    /// The bare server over the same database.
    pub async fn bare(place: &Place) -> anyhow::Result<Self> {
        let port = free_port()?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--bare", &format!("127.0.0.1:{port}")]).env("DATABASE", &place.owner_url);
        Self::start(command, port).await
    }

    async fn start(mut command: Command, port: u16) -> anyhow::Result<Self> {
        let begun = Instant::now();
        let mut child =
            command.stdout(Stdio::null()).kill_on_drop(true).spawn().context("can't start a server")?;
        let pid = child.id().and_then(|pid| i32::try_from(pid).ok()).context("it has ended")?;
        let base = format!("http://127.0.0.1:{port}");
        let http = reqwest::Client::new();
        while http.get(format!("{base}/readyz")).send().await.is_err() {
            if let Some(status) = child.try_wait()? {
                anyhow::bail!("a server didn't start: {status}");
            }
            anyhow::ensure!(begun.elapsed() < PATIENCE, "a server doesn't answer");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Ok(Self { base, started_in: begun.elapsed(), child, pid })
    }

    /// Tells it to end, and waits for that.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        let pid = process::Pid::from_raw(self.pid).context("no process")?;
        process::kill_process(pid, process::Signal::TERM)?;
        tokio::time::timeout(PATIENCE, self.child.wait()).await.context("a server doesn't end")??;
        Ok(())
    }

    /// Processor time so far.
    pub fn cpu(&self) -> anyhow::Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.pid))?;
        // The name before it, in parentheses, may hold blanks.
        let (_, fields) = stat.rsplit_once(')').context("no such process")?;
        let ticks: u64 =
            fields.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
        Ok(Duration::from_secs(ticks) / u32::try_from(clock_ticks_per_second())?)
    }

    /// Memory in use, in bytes.
    pub fn memory(&self) -> anyhow::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no such process")?;
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kilobytes * 1024)
    }
}

fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
