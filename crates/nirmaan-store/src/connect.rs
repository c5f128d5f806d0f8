//! The pools, and how they are set up.

use std::time::Duration;

use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseBackend, DatabaseConnection, DbErr,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
};
use sqlx::postgres::{PgPool, PgPoolOptions};
use uuid::Uuid;

use crate::{
    Clock, StoreError,
    access::{Hearing, Memory, Scope, Written},
    metrics::{Wait, Waits},
    transaction::{On, PostgresTransaction, SqliteSnapshot, Transaction},
};

/// How long calls wait for the database before they are told to come again.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For a connection.
    pub connection: Duration,
    /// For SQLite's one writer. Writes come in the order in which they were asked for, and a file on a busy disk is no
    /// database that has gone.
    pub writer: Duration,
    /// On PostgreSQL, for what another transaction has locked.
    pub lock: Duration,
    /// On PostgreSQL, for a statement to end.
    pub statement: Duration,
    /// On SQLite, for another process that writes.
    pub other_process: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connection: Duration::from_secs(3),
            writer: Duration::from_secs(10),
            lock: Duration::from_secs(2),
            statement: Duration::from_secs(5),
            other_process: Duration::from_secs(5),
        }
    }
}

/// Which database, and how much of it.
#[derive(Clone)]
pub struct StoreConfig {
    /// `sqlite://…` or `postgres://…`, the application's role.
    pub url: String,
    /// Connections at most; on SQLite readers, beside the one writer.
    pub connections: u32,
    /// Bytes that SQLite's connections may keep of the file, all together.
    pub sqlite_cache: u64,
    /// How long calls wait for it.
    pub patience: Patience,
}

/// Owns the pools. It hands out handles that know whose rows they may touch, and is itself no connection.
#[derive(Clone)]
pub struct Store {
    pub(crate) readers: DatabaseConnection,
    /// SQLite has one writer, so that no read waits behind an import; PostgreSQL's pool serves both.
    pub(crate) writer: DatabaseConnection,
    clock: Clock,
    memory: Memory,
    _hearing: Option<Hearing>,
    pub(crate) waits: Waits,
}

impl Store {
    /// Opens the pools of a migrated database.
    pub async fn connect(config: &StoreConfig, clock: Clock) -> Result<Self, StoreError> {
        let patience = config.patience;
        let mut options = ConnectOptions::new(config.url.clone());
        options
            .max_connections(config.connections)
            .min_connections(1)
            .acquire_timeout(patience.connection)
            .connect_timeout(patience.connection)
            .test_before_acquire(false)
            .sqlx_logging(tracing::enabled!(target: "sqlx::query", tracing::Level::DEBUG));
        if config.url.starts_with("sqlite") {
            // Half of it is the writer's: what an import changes is spread over many pages, each of which comes again.
            let half = config.sqlite_cache / 2;
            let mut writer = sqlite(options.clone(), half, patience.other_process);
            writer.max_connections(1).acquire_timeout(patience.writer);
            // The writer first: it creates the file and switches it to WAL.
            let writer = Database::connect(writer).await?;
            let readers = half / u64::from(config.connections.max(1));
            let readers = sqlite(options, readers, patience.other_process);
            let readers = Database::connect(readers).await?;
            let (memory, waits) = (Memory::alone(), Waits::default());
            return Ok(Self { readers, writer, clock, memory, _hearing: None, waits });
        }
        let milliseconds = |time: Duration| time.as_millis().to_string();
        options.map_sqlx_postgres_opts(move |postgres| {
            postgres.application_name("nirmaan").options([
                // The lists' indexes are in memory or on a fast disk: by default PostgreSQL reads all rows instead.
                ("random_page_cost", "1.1".to_owned()),
                // A call has one core. Spread over several it would be quicker alone, and slower beside others.
                ("max_parallel_workers_per_gather", "0".to_owned()),
                ("statement_timeout", milliseconds(patience.statement)),
                ("lock_timeout", milliseconds(patience.lock)),
                ("idle_in_transaction_session_timeout", "15s".to_owned()),
                ("timezone", "UTC".to_owned()),
            ])
        });
        let pool = Database::connect(options).await?;
        let memory = Memory::among_others();
        let hearing = Hearing::begin(ears(&pool, patience.connection), memory.clone());
        let waits = Waits::default();
        Ok(Self { readers: pool.clone(), writer: pool, clock, memory, _hearing: Some(hearing), waits })
    }

    /// The clock that stamps rows.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Whether the database answers and has been migrated.
    ///
    /// # Errors
    /// When it doesn't answer, or holds no schema.
    pub async fn ready(&self) -> Result<(), StoreError> {
        let statement = Statement::from_string(self.backend(), "SELECT 1 FROM tenants WHERE is_platform");
        match self.readers.query_one_raw(statement).await? {
            Some(_) => Ok(()),
            None => Err(StoreError::Fault(DbErr::RecordNotFound("the platform tenant".to_owned()))),
        }
    }

    /// Whether row security doesn't bind the role that this connects as: a superuser, or one with BYPASSRLS. Never on
    /// SQLite, which has neither.
    ///
    /// # Errors
    /// When the database doesn't answer.
    pub async fn evades_row_security(&self) -> Result<bool, StoreError> {
        if self.backend() != DatabaseBackend::Postgres {
            return Ok(false);
        }
        let role = "SELECT 1 FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolbypassrls)";
        let statement = Statement::from_string(self.backend(), role);
        Ok(self.readers.query_one_raw(statement).await?.is_some())
    }

    /// Closes the pools after the statements under way.
    ///
    /// # Errors
    /// When a pool can't be closed.
    pub async fn close(self) -> Result<(), StoreError> {
        if self.backend() == DatabaseBackend::Sqlite {
            self.readers.close().await?;
        }
        self.writer.close().await?;
        Ok(())
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(crate) fn backend(&self) -> DatabaseBackend {
        self.readers.get_database_backend()
    }

    /// One snapshot to read from, of a tenant's rows or of all.
    pub(crate) async fn begin_read(&self, tenant: Option<Uuid>) -> Result<Transaction, StoreError> {
        let _wait = Wait::begin(&self.waits.reading);
        let on = match self.backend() {
            DatabaseBackend::Postgres => {
                self.begin_postgres("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", tenant).await?
            }
            _ => {
                let readers = self.readers.get_sqlite_connection_pool();
                On::SqliteSnapshot(SqliteSnapshot::open(readers).await?)
            }
        };
        Ok(Transaction::to_read(on))
    }

    /// One transaction to write in, a tenant's rows or all. IMMEDIATE on SQLite: a deferred one that reads first and
    /// writes later fails at once when another process writes in between, whatever the busy timeout.
    pub(crate) async fn begin_write(&self, tenant: Option<Uuid>) -> Result<Transaction, StoreError> {
        let _wait = Wait::begin(&self.waits.writing);
        let on = match self.backend() {
            DatabaseBackend::Postgres => self.begin_postgres("BEGIN", tenant).await?,
            _ => {
                let options = TransactionOptions {
                    sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
                    ..TransactionOptions::default()
                };
                On::Sqlite(self.writer.begin_with_options(options).await?)
            }
        };
        let scope = tenant.map_or(Scope::All, Scope::Tenant);
        Ok(Transaction::to_write(on, Written::nothing(self.memory.clone(), scope)))
    }

    /// Begins, and tells row security in the same message whose rows the transaction may touch.
    async fn begin_postgres(&self, begin: &str, tenant: Option<Uuid>) -> Result<On, StoreError> {
        let scope = match tenant {
            Some(tenant_id) => format!("nirmaan.tenant = '{tenant_id}'"),
            None => "nirmaan.scope = 'platform'".to_owned(),
        };
        let pool = self.writer.get_postgres_connection_pool();
        let begun = PostgresTransaction::begin(pool, format!("{begin}; SET LOCAL {scope}")).await?;
        Ok(On::Postgres(begun))
    }
}

/// The settings of SQLite's connections, each of which may keep so many bytes of the file, and waits so long for another
/// process.
fn sqlite(mut options: ConnectOptions, cache: u64, patience: Duration) -> ConnectOptions {
    // Negative counts kilobytes, not pages.
    let cache_size = format!("-{}", (cache / 1024).max(1));
    options.map_sqlx_sqlite_opts(move |sqlite| {
        sqlite
            .foreign_keys(true)
            .busy_timeout(patience)
            .pragma("journal_mode", "WAL")
            .pragma("synchronous", "FULL")
            .pragma("cache_size", cache_size.clone())
            .pragma("temp_store", "MEMORY")
    });
    options
}

/// A pool for the one connection that listens, so that calls never wait for it nor it for them.
fn ears(pool: &DatabaseConnection, patience: Duration) -> PgPool {
    let options = pool.get_postgres_connection_pool().connect_options();
    PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(patience)
        .max_lifetime(None)
        .idle_timeout(None)
        .connect_lazy_with(options.as_ref().clone().application_name("nirmaan listener"))
}
