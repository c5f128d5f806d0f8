//! The server under test, and how tests speak to it.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::LazyLock,
    time::Duration,
};

use nirmaan::{
    config::{Config, Secret},
    serve::{self, Running},
};
use nirmaan_store::{Clock, Store};
use reqwest::{Method, StatusCode, header::HeaderMap};
use sea_orm::{ConnectionTrait, Database, DatabaseBackend, DatabaseConnection, Statement};
use serde_json::Value;
use tempfile::TempDir;
use tokio::{
    sync::OnceCell,
    time::{interval, timeout},
};
use tonic::transport::Channel;

/// The role that the application has on PostgreSQL: neither owner nor superuser.
const APP_ROLE: &str = "nirmaan_app";

/// A running server with its database.
pub struct App {
    /// `http://127.0.0.1:port`
    pub base: String,
    /// The clock of the server.
    pub clock: Clock,
    /// The database's URL, as the server sees it.
    pub url: String,
    /// The same, as its owner.
    pub owner_url: String,
    running: Running,
    http: reqwest::Client,
    channel: OnceCell<Channel>,
    dir: TempDir,
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
}

impl App {
    /// A server over an empty, migrated database.
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// The same with other settings.
    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let clock = Clock::default();
        let mut config = Config::at(dir.path());
        let (owner_url, url) = database(&dir).await;
        config.database_url = Secret::new(url.clone());
        config.migration_database_url = Secret::new(owner_url.clone());
        config.listen = "127.0.0.1:0".parse().unwrap();
        config.token_keys = vec![Secret::new("0123456789abcdef0123456789abcdef")];
        config.admin_password = Some(Secret::new(crate::build::PASSWORD));
        config.reflection = true;
        config.cheap_passwords = true;
        config.clock = clock.clone();
        config.worker_exe = Some(PathBuf::from(env!("CARGO_BIN_EXE_nirmaan")));
        change(&mut config);
        let running = serve::start(config).await.unwrap();
        let http = reqwest::Client::builder().timeout(Duration::from_secs(90)).build().unwrap();
        Self {
            base: format!("http://{}", running.addr),
            clock,
            url,
            owner_url,
            running,
            http,
            channel: OnceCell::new(),
            dir,
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

    /// Stops the server as a signal does; its data folder is left.
    pub async fn stop(self) -> TempDir {
        self.running.shutdown().await;
        self.dir
    }

    /// A connection of the tests' own, as the database's owner.
    pub async fn owner_db(&self) -> DatabaseConnection {
        Database::connect(&self.owner_url).await.unwrap()
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

static POSTGRES: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("NIRMAAN_TEST_POSTGRES").ok());
static TEMPLATE: OnceCell<String> = OnceCell::const_new();
/// Keeps the SQLite template until the process ends.
static TEMPLATE_DIR: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// A migrated database of the test's own: its URL as the owner and as the application.
async fn database(dir: &TempDir) -> (String, String) {
    match POSTGRES.as_deref() {
        Some(server) => postgres(server).await,
        None => {
            let template = TEMPLATE
                .get_or_init(|| async {
                    let file = TEMPLATE_DIR.path().join("template.db");
                    let url = format!("sqlite://{}?mode=rwc", file.display());
                    nirmaan_migrations::migrate(&url, None).await.unwrap();
                    file.display().to_string()
                })
                .await;
            let file = dir.path().join("nirmaan.db");
            std::fs::copy(template, &file).unwrap();
            let url = format!("sqlite://{}?mode=rwc", file.display());
            (url.clone(), url)
        }
    }
}

async fn postgres(server: &str) -> (String, String) {
    let template = TEMPLATE
        .get_or_init(|| async {
            let admin = Database::connect(server).await.unwrap();
            let role = format!(
                "DO $$ BEGIN CREATE ROLE {APP_ROLE} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$"
            );
            admin.execute_unprepared(&role).await.unwrap();
            let name = format!("template_{}", uuid::Uuid::now_v7().simple());
            admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
            nirmaan_migrations::migrate(&on_server(server, &name), Some(APP_ROLE)).await.unwrap();
            format!("{name}{}", strategy(&admin).await)
        })
        .await;
    let admin = Database::connect(server).await.unwrap();
    let name = format!("test_{}", uuid::Uuid::now_v7().simple());
    admin.execute_unprepared(&format!("CREATE DATABASE {name} TEMPLATE {template}")).await.unwrap();
    admin.close().await.unwrap();
    let owner = on_server(server, &name);
    let app = owner.replace("//postgres@", &format!("//{APP_ROLE}@"));
    assert_ne!(owner, app, "NIRMAAN_TEST_POSTGRES must name the user postgres");
    (owner, app)
}

/// How a small template is copied in half the time; servers before 15 know no other way.
async fn strategy(admin: &DatabaseConnection) -> &'static str {
    let asked = Statement::from_string(
        DatabaseBackend::Postgres,
        "SELECT current_setting('server_version_num')::int",
    );
    let version: i32 = admin.query_one_raw(asked).await.unwrap().unwrap().try_get_by_index(0).unwrap();
    if version >= 150_000 { " STRATEGY FILE_COPY" } else { "" }
}

fn on_server(server: &str, database: &str) -> String {
    let (server, _) = server.rsplit_once('/').unwrap();
    format!("{server}/{database}")
}
