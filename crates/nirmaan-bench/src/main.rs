//! Measures Nirmaan beside a bare server that does the same SQL: both over the same rows on the same machine, in turns,
//! so that what disturbs one disturbs the other. What it prints are medians and ratios; a lone rate says little.

mod bare;
mod cases;
mod data;
mod imports;
mod load;
mod process;
mod report;

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use anyhow::Context;
use clap::{Parser, ValueEnum};

use crate::{
    cases::Case,
    data::Place,
    process::Server,
    report::{Memory, Row},
};

/// How many sign in at a time beside an import.
const SIGNING_IN: usize = 2;

/// Measures Nirmaan beside a bare server that does the same SQL.
#[derive(Parser)]
struct Args {
    /// The server's binary, a release build.
    #[arg(long, default_value = "target/release/nirmaan")]
    server: PathBuf,
    /// Which database.
    #[arg(long, value_enum, default_value_t = Kind::Sqlite)]
    database: Kind,
    /// The PostgreSQL server's address, as a superuser.
    #[arg(long, env = "NIRMAAN_TEST_POSTGRES", default_value = "")]
    postgres: String,
    /// Clients that call at a time.
    #[arg(long, default_value_t = 8)]
    clients: usize,
    /// Turns that each call has.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Milliseconds a turn.
    #[arg(long, default_value_t = 2_000)]
    turn: u64,
    /// Contracts of the large tenant.
    #[arg(long, default_value_t = 200_000)]
    large: usize,
    /// Only calls whose name contains this; `imports` are those beside which others sign in.
    #[arg(long, default_value = "")]
    only: String,
    /// Serve the bare server at this address instead, over the database that DATABASE names.
    #[arg(long, hide = true)]
    bare: Option<SocketAddr>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Sqlite,
    Postgres,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    match args.bare {
        Some(address) => {
            let url = std::env::var("DATABASE").context("DATABASE names no database")?;
            bare::serve(&url, address).await
        }
        None => measure(&args).await,
    }
}

async fn measure(args: &Args) -> anyhow::Result<()> {
    let place = Place::make(args.database, &args.postgres).await?;
    // The first start migrates and fills the demo data; the next is the one whose time and memory count.
    Server::nirmaan(&args.server, &place).await?.stop().await?;
    let firms = data::fill(&place, args.large).await?;
    let nirmaan = Server::nirmaan(&args.server, &place).await?;
    let bare = Server::bare(&place).await?;
    let idle = nirmaan.memory()?;
    let cases = cases::all(&firms, &bare.base, &nirmaan.base).await?;

    println!("{:?}, {} clients, {} rounds of {} ms\n", args.database, args.clients, args.rounds, args.turn);
    report::head();
    for case in cases.iter().filter(|case| case.name.contains(&args.only)) {
        report::row(&turns(args, case, &bare, &nirmaan).await?);
    }
    if "imports".contains(&args.only) {
        report::imports(&imports::run(&nirmaan.base, &firms, SIGNING_IN).await?);
    }
    let memory = Memory { idle, loaded: nirmaan.memory()? };
    report::foot(&memory, nirmaan.started_in);
    bare.stop().await?;
    nirmaan.stop().await
}

/// One case, each side in its turn.
async fn turns(args: &Args, case: &Case, bare: &Server, nirmaan: &Server) -> anyhow::Result<Row> {
    let turn = Duration::from_millis(args.turn);
    let mut row = Row::of(case);
    for round in 0..=args.rounds {
        let bare = match &case.bare {
            Some(calls) => Some(load::run(calls, args.clients, turn, bare).await?),
            None => None,
        };
        let grpc = load::run(&case.grpc, args.clients, turn, nirmaan).await?;
        let json = load::run(&case.json, args.clients, turn, nirmaan).await?;
        // The first only warms up: connections, plans, caches.
        if round > 0 {
            row.add(bare, grpc, json);
        }
    }
    Ok(row)
}
