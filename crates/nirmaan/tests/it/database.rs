//! A test's own database, gone when the test ends.

use std::{sync::LazyLock, thread};

use sea_orm::{ConnectionTrait, Database, DatabaseBackend, DatabaseConnection, DbErr, Statement};
use tempfile::TempDir;
use tokio::{
    runtime,
    sync::{OnceCell, mpsc},
};

/// The role that the application has on PostgreSQL: neither owner nor superuser.
const APP_ROLE: &str = "nirmaan_app";

static POSTGRES: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("NIRMAAN_TEST_POSTGRES").ok());
static TEMPLATE: OnceCell<String> = OnceCell::const_new();
/// Keeps the SQLite template until the process ends.
static TEMPLATE_DIR: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// A migrated database of the test's own. On PostgreSQL it is dropped soon after this, whoever is still connected:
/// hundreds of them would fill a disk. On SQLite it goes with its folder.
pub struct OwnDatabase {
    /// Its URL as the application.
    pub url: String,
    /// Its URL as its owner.
    pub owner_url: String,
    /// On which server it is to be dropped, and its name.
    to_drop: Option<(String, String)>,
}

impl OwnDatabase {
    /// A copy of a database that was migrated once; on SQLite in this folder.
    pub async fn create(dir: &TempDir) -> Self {
        match POSTGRES.as_deref() {
            Some(server) => postgres(server).await,
            None => sqlite(dir).await,
        }
    }

    /// The same for another node, which doesn't drop it.
    pub fn lent(&self) -> Self {
        Self { url: self.url.clone(), owner_url: self.owner_url.clone(), to_drop: None }
    }
}

impl Drop for OwnDatabase {
    fn drop(&mut self) {
        if let Some(database) = self.to_drop.take() {
            // Fails only while the process ends. What still waits then is left.
            let _ = TO_DROP.send(database);
        }
    }
}

/// Where databases go whose tests have ended. They are dropped one after the other, beside the tests: PostgreSQL waits
/// a while for the sessions that it ends.
static TO_DROP: LazyLock<mpsc::UnboundedSender<(String, String)>> = LazyLock::new(|| {
    let (sender, receiver) = mpsc::unbounded_channel();
    thread::spawn(|| {
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(drop_all(receiver));
    });
    sender
});

async fn drop_all(mut databases: mpsc::UnboundedReceiver<(String, String)>) {
    while let Some((server, name)) = databases.recv().await {
        if let Err(error) = drop_one(&server, &name).await {
            eprintln!("{name} is left: {error}");
        }
    }
}

async fn drop_one(server: &str, name: &str) -> Result<(), DbErr> {
    let admin = Database::connect(server).await?;
    admin.execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)")).await?;
    admin.close().await
}

async fn sqlite(dir: &TempDir) -> OwnDatabase {
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
    OwnDatabase { owner_url: url.clone(), url, to_drop: None }
}

async fn postgres(server: &str) -> OwnDatabase {
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
    OwnDatabase { url: app, owner_url: owner, to_drop: Some((server.to_owned(), name)) }
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
