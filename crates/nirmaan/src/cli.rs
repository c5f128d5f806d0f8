//! The command line.

use std::{
    io::{Write, stderr, stdout},
    process::ExitCode,
    time::Duration,
};

use anyhow::Context;
use clap::{Parser, Subcommand};
use nirmaan_import::worker;
use rustix::{fs::Mode, process::umask};
use tokio::{
    runtime,
    signal::unix::{Signal, SignalKind, signal},
};

use crate::{
    config::{Config, Settings},
    logging, serve, wiring,
};

/// Nirmaan: construction management, one binary.
#[derive(Parser)]
#[command(name = "nirmaan", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve gRPC, gRPC-web, JSON and the web app on one port
    Serve {
        /// Fill an empty database with the demo data first
        #[arg(long)]
        demo: bool,
        /// Let others reach the demo, whose passwords everybody knows
        #[arg(long, requires = "demo")]
        demo_in_public: bool,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Bring the database's schema up to date
    Migrate {
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Fill an empty database with the demo data
    Demo {
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Count again what is kept as figures, hold the audit trail against its seals, and fail when one differs. Names tasks
    /// whose progress and quantities disagree, too
    Check {
        /// Put right what figures differ
        #[arg(long)]
        repair: bool,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Seal the audit trail now, and print each organisation's newest seal, to be kept on paper
    Seal {
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Print the OpenAPI document of the JSON interface
    Openapi,
    /// Read a workbook from stdin
    #[command(name = worker::ARGUMENT, hide = true)]
    ImportWorker,
}

/// Does what the command line says. A bad setting is 2, any other failure 1.
pub fn main() -> ExitCode {
    // Database, keys and objects are nobody else's to read, in whatever folder they are.
    umask(Mode::RWXG | Mode::RWXO);
    let (settings, demo, job): (_, _, Job) = match Cli::parse().command {
        Command::Serve { demo, demo_in_public, settings } => (settings, demo, Job::Serve { demo_in_public }),
        Command::Migrate { settings } => (settings, false, Job::Migrate),
        Command::Demo { settings } => (settings, true, Job::Demo),
        Command::Check { repair, settings } => (settings, false, Job::Check { repair }),
        Command::Seal { settings } => (settings, false, Job::Seal),
        Command::Openapi => return ended(wiring::openapi().map(|document| say(&document))),
        Command::ImportWorker => return wiring::import_worker(),
    };
    let config = match settings.read(demo) {
        Ok(config) => config,
        Err(bad) => {
            complain(&bad.to_string());
            return ExitCode::from(2);
        }
    };
    if let Job::Serve { demo_in_public: false } = job
        && config.demo
        && !config.listen.ip().is_loopback()
    {
        complain(&format!(
            "--demo listens on {}, where others can reach it, and everybody knows its passwords: listen on 127.0.0.1, or \
             say --demo-in-public",
            config.listen
        ));
        return ExitCode::from(2);
    }
    ended(run(job, config))
}

enum Job {
    Serve { demo_in_public: bool },
    Migrate,
    Demo,
    Check { repair: bool },
    Seal,
}

fn run(job: Job, config: Config) -> anyhow::Result<()> {
    logging::start(&config);
    let runtime = runtime::Builder::new_multi_thread().enable_all().build().context("no threads")?;
    let done = runtime.block_on(async {
        match job {
            Job::Serve { .. } => serve(config).await,
            Job::Migrate => wiring::migrate(&config).await,
            Job::Demo => demo(&config).await,
            Job::Check { repair } => check(&config, repair).await,
            Job::Seal => seal(&config).await,
        }
    });
    // Work that can't be interrupted must not hold up the end.
    runtime.shutdown_timeout(Duration::from_secs(1));
    done
}

async fn serve(config: Config) -> anyhow::Result<()> {
    // Before the ready line: whoever reads it may send a signal at once.
    let mut signals = Signals::new().context("signals can't be received")?;
    let demo = config.demo;
    let running = tokio::select! {
        running = serve::start(config) => running?,
        () = signals.next() => return Ok(()),
    };
    say(&format!("listening on http://{}", running.addr));
    if demo {
        say(&accounts());
    }
    signals.next().await;
    tracing::info!("stopping");
    // Asked twice, it doesn't wait.
    tokio::select! {
        () = running.shutdown() => {}
        () = signals.next() => {}
    }
    Ok(())
}

async fn demo(config: &Config) -> anyhow::Result<()> {
    let (deps, _) = wiring::build(config).await?;
    let filled = wiring::fill_demo(config, &deps).await;
    wiring::close(deps).await;
    filled.map(|()| say(&accounts()))
}

async fn check(config: &Config, repair: bool) -> anyhow::Result<()> {
    let differences = wiring::check_figures(config, repair).await?;
    for difference in &differences {
        say(&difference.to_string());
    }
    match (differences.len(), repair) {
        (0, _) => say("Every figure is what its rows add up to."),
        (figures, true) => say(&format!("Put right: {figures}.")),
        (_, false) => {}
    }
    let tasks = wiring::contradictions(config, |found| say(&found.to_string())).await?;
    if tasks > 0 {
        say(&format!(
            "Tasks whose progress and quantities disagree: {tasks}. Nothing is changed: whoever knows the work puts them right."
        ));
    }
    let trails = wiring::check_trails(config).await?;
    let broken: Vec<_> = trails.iter().flat_map(|trail| &trail.broken).collect();
    for broken in &broken {
        say(&broken.to_string());
    }
    if broken.is_empty() {
        say("Every event is as it was sealed.");
    }
    let differences = if repair { 0 } else { differences.len() };
    match (differences, broken.len()) {
        (0, 0) => Ok(()),
        (figures, 0) => {
            anyhow::bail!(
                "figures that differ from their rows: {figures}; `nirmaan check --repair` puts them right"
            )
        }
        (0, faults) => anyhow::bail!("faults of the audit trail, which nothing can put right: {faults}"),
        (figures, faults) => anyhow::bail!(
            "figures that differ from their rows: {figures}; faults of the audit trail, which nothing can put right: \
             {faults}"
        ),
    }
}

async fn seal(config: &Config) -> anyhow::Result<()> {
    for trail in wiring::seal_trails(config).await? {
        say(&trail.to_string());
    }
    Ok(())
}

/// Where to sign in as whom.
fn accounts() -> String {
    let (accounts, password) = (nirmaan_demo::accounts(), nirmaan_demo::PASSWORD);
    let mut table = format!("{:<16}{:<26}{:<12}role\n", "tenant", "e-mail", "mobile");
    for account in accounts {
        let line =
            format!("{:<16}{:<26}{:<12}{}\n", account.tenant, account.email, account.mobile, account.role);
        table.push_str(&line);
    }
    table + "password of all: " + password
}

struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

fn ended(done: anyhow::Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

// println! and eprintln! panic when nobody reads any more.
fn say(text: &str) {
    let _ = writeln!(stdout(), "{text}").and_then(|()| stdout().flush());
}

fn complain(text: &str) {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let _ = writeln!(stderr(), "nirmaan: {line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_fits_together() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
