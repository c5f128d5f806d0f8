//! The server under test, and how tests speak to it.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use chrono::{DateTime, Utc};
use nirmaan::{
    config::{Config, Secret},
    serve::{self, Running},
};
use nirmaan_store::{Patience, StillClock, Store};
use reqwest::{
    Method, StatusCode,
    header::{HeaderMap, RETRY_AFTER},
};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, TransactionTrait};
use serde_json::Value;
use tempfile::TempDir;
use tokio::{
    sync::OnceCell,
    time::{interval, timeout},
};
use tonic::transport::Channel;

use crate::database::OwnDatabase;

/// When a server's clock begins: noon in India, so that no day ends while a test runs, and the beginning of a one-time
/// code's 30 seconds, so that no code does. It is later than the rows that the migrations bring, and earlier than the
/// machine's clock, so that files that have just been written don't look old to the jobs.
const START: DateTime<Utc> = DateTime::from_timestamp(1_795_415_400, 0).unwrap();

/// How long calls wait for the database, and what they may take in all: on a busy machine everything takes longer. It is
/// less than a client's 90 seconds, so that whoever waits in vain is told why. A test of such a limit sets its own.
const AMPLE: Patience = Patience {
    connection: Duration::from_secs(60),
    writer: Duration::from_secs(60),
    lock: Duration::from_secs(60),
    statement: Duration::from_secs(60),
    other_process: Duration::from_secs(60),
};

/// A running server with its database.
pub struct App {
    /// `http://127.0.0.1:port`
    pub base: String,
    /// The clock of the server, which stands still: at first at [`START`].
    pub clock: StillClock,
    /// The database's URL, as its owner.
    pub owner_url: String,
    running: Running,
    http: reqwest::Client,
    channel: OnceCell<Channel>,
    dir: TempDir,
    database: OwnDatabase,
}

/// An answer over HTTP.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The body as JSON, of an answer that went well.
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text);
        self.json()
    }

    /// The error's code and message, of an answer with this status.
    pub fn error(&self, status: u16) -> (String, String) {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        let error = self.json();
        let text = |field: &str| error[field].as_str().unwrap_or_default().to_owned();
        (text("code"), text("message"))
    }

    /// Whether the server was too busy for this call, and said when to send it again. Many calls at once may be told so.
    pub fn is_busy(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE && self.headers.contains_key(RETRY_AFTER)
    }
}

impl App {
    /// A server over an empty, migrated database.
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// The same with other settings.
    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let database = OwnDatabase::create(&dir).await;
        Self::start_over(database, dir, StillClock::at(START), change).await
    }

    /// Another node over the same database, by the same clock. It lives no longer than the first.
    pub async fn start_beside(&self, change: impl FnOnce(&mut Config)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self::start_over(self.database.lent(), dir, self.clock.clone(), change).await
    }

    async fn start_over(
        database: OwnDatabase,
        dir: TempDir,
        clock: StillClock,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let mut config = Config::at(dir.path());
        config.database_url = Secret::new(database.url.clone());
        config.migration_database_url = Secret::new(database.owner_url.clone());
        config.patience = AMPLE;
        (config.limits.request, config.limits.upload) = (AMPLE.statement, Duration::from_secs(120));
        config.listen = "127.0.0.1:0".parse().unwrap();
        config.token_keys = vec![Secret::new("0123456789abcdef0123456789abcdef")];
        config.admin_password = Some(Secret::new(crate::build::PASSWORD));
        config.cheap_passwords = true;
        config.first_delay = Duration::ZERO;
        config.clock = (*clock).clone();
        config.worker_exe = Some(PathBuf::from(env!("CARGO_BIN_EXE_nirmaan")));
        change(&mut config);
        let running = serve::start(config).await.unwrap();
        let http = http_client().timeout(Duration::from_secs(90)).build().unwrap();
        Self {
            base: format!("http://{}", running.addr),
            clock,
            owner_url: database.owner_url.clone(),
            running,
            http,
            channel: OnceCell::new(),
            dir,
            database,
        }
    }

    /// The server's data.
    pub fn store(&self) -> &Store {
        &self.running.deps.store
    }

    /// What the services work with.
    pub fn deps(&self) -> &nirmaan_services::Deps {
        &self.running.deps
    }

    /// Where the server tells what it counts.
    pub fn metrics_addr(&self) -> SocketAddr {
        self.running.metrics_addr.unwrap()
    }

    /// The server's data folder.
    pub fn data_dir(&self) -> &Path {
        self.dir.path()
    }

    /// Stops the server as a signal does; its data folder and its database are left.
    pub async fn stop(self) -> (TempDir, OwnDatabase) {
        self.running.shutdown().await;
        (self.dir, self.database)
    }

    /// A connection of the tests' own, as the database's owner.
    pub async fn owner_db(&self) -> DatabaseConnection {
        Database::connect(&self.owner_url).await.unwrap()
    }

    /// A transaction in which nobody else writes to a table; on SQLite to none.
    pub async fn hold(&self, db: &DatabaseConnection, table: &str) -> DatabaseTransaction {
        let held = db.begin().await.unwrap();
        let sql = match self.is_postgres() {
            true => format!("LOCK TABLE {table} IN EXCLUSIVE MODE"),
            false => "UPDATE tenants SET version = version".to_owned(),
        };
        held.execute_unprepared(&sql).await.unwrap();
        held
    }

    /// A request to be refined.
    pub fn request(&self, method: Method, path: &str, token: Option<&str>) -> reqwest::RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Sends JSON, or nothing.
    pub async fn send(&self, method: Method, path: &str, token: Option<&str>, body: Option<Value>) -> Answer {
        let request = self.request(method, path, token);
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        answer(request).await
    }

    pub async fn get(&self, path: &str, token: &str) -> Answer {
        self.send(Method::GET, path, Some(token), None).await
    }

    pub async fn post(&self, path: &str, token: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(token), Some(body)).await
    }

    pub async fn put(&self, path: &str, token: &str, body: Value) -> Answer {
        self.send(Method::PUT, path, Some(token), Some(body)).await
    }

    pub async fn delete(&self, path: &str, token: &str) -> Answer {
        self.send(Method::DELETE, path, Some(token), None).await
    }

    /// A gRPC channel, one for all calls.
    pub async fn channel(&self) -> Channel {
        let connect = || async { Channel::from_shared(self.base.clone()).unwrap().connect().await.unwrap() };
        self.channel.get_or_init(connect).await.clone()
    }
}

/// A client over plain HTTP. One that would trust the machine's certificates reads all of them first, which takes longer
/// than most tests do.
pub fn http_client() -> reqwest::ClientBuilder {
    reqwest::Client::builder().tls_certs_only([])
}

/// Sends a request.
pub async fn answer(request: reqwest::RequestBuilder) -> Answer {
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    Answer { status, headers, text: response.text().await.unwrap() }
}

/// Asks until there is an answer: for what the server does after it has answered. The limit of a minute and a half catches
/// hangs; only a failing test waits that long.
pub async fn until<T, F: Future<Output = Option<T>>>(what: &str, ask: impl Fn() -> F) -> T {
    let asked = async {
        let mut turns = interval(Duration::from_millis(20));
        loop {
            turns.tick().await;
            if let Some(answer) = ask().await {
                return answer;
            }
        }
    };
    timeout(Duration::from_secs(90), asked).await.unwrap_or_else(|_| panic!("in vain: {what}"))
}

/// A gRPC request with a token.
pub fn signed<T>(message: T, token: &str) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}
