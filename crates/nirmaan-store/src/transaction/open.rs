//! A transaction under way, on either database.

use std::sync::{Mutex, PoisonError};

use sea_orm::{
    ConnectionTrait, DatabaseBackend, DatabaseTransaction, DbErr, ExecResult, QueryResult, Statement,
    prelude::async_trait,
};

use super::{postgres::PostgresTransaction, sqlite::SqliteSnapshot};
use crate::access::Written;

/// A transaction under way; what isn't committed is rolled back when it is dropped.
pub struct Transaction {
    on: On,
    /// What it wrote of what the gate knows; of one that only reads, nothing.
    written: Option<Mutex<Written>>,
}

/// Which database it is on.
pub(crate) enum On {
    /// Begun in one message and ended without waiting.
    Postgres(PostgresTransaction),
    /// One that writes, SeaORM's own: there is no network in between, and a BEGIN that nobody waits for any more is
    /// taken back by the connection's thread.
    Sqlite(DatabaseTransaction),
    /// Begun by its first statement.
    SqliteSnapshot(SqliteSnapshot),
}

impl Transaction {
    pub(crate) fn to_read(on: On) -> Self {
        Self { on, written: None }
    }

    pub(crate) fn to_write(on: On, written: Written) -> Self {
        Self { on, written: Some(Mutex::new(written)) }
    }

    pub(super) async fn commit(self) -> Result<(), DbErr> {
        let mut written =
            self.written.map(|written| written.into_inner().unwrap_or_else(PoisonError::into_inner));
        written.iter_mut().for_each(Written::ending);
        match self.on {
            On::Postgres(transaction) => transaction.commit().await?,
            On::Sqlite(transaction) => transaction.commit().await?,
            // Nothing was written.
            On::SqliteSnapshot(_) => {}
        }
        written.iter_mut().for_each(Written::ended);
        Ok(())
    }

    /// Waits until the rows and the writer are free for the next.
    pub(super) async fn rollback(self) -> Result<(), DbErr> {
        match self.on {
            On::Postgres(transaction) => transaction.rollback().await,
            On::Sqlite(transaction) => transaction.rollback().await,
            On::SqliteSnapshot(_) => Ok(()),
        }
    }

    fn note(&self, sql: &str) {
        if let Some(written) = &self.written {
            written.lock().unwrap_or_else(PoisonError::into_inner).note(sql);
        }
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Transaction {
    fn get_database_backend(&self) -> DatabaseBackend {
        match self.on {
            On::Postgres(_) => DatabaseBackend::Postgres,
            On::Sqlite(_) | On::SqliteSnapshot(_) => DatabaseBackend::Sqlite,
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.note(&statement.sql);
        match &self.on {
            On::Postgres(transaction) => transaction.execute(statement).await,
            On::Sqlite(transaction) => transaction.execute_raw(statement).await,
            On::SqliteSnapshot(snapshot) => snapshot.execute(statement).await,
        }
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.note(sql);
        match &self.on {
            On::Postgres(transaction) => transaction.execute_unprepared(sql).await,
            On::Sqlite(transaction) => transaction.execute_unprepared(sql).await,
            On::SqliteSnapshot(snapshot) => {
                snapshot.execute(Statement::from_string(DatabaseBackend::Sqlite, sql)).await
            }
        }
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.note(&statement.sql);
        match &self.on {
            On::Postgres(transaction) => transaction.query_one(statement).await,
            On::Sqlite(transaction) => transaction.query_one_raw(statement).await,
            On::SqliteSnapshot(snapshot) => snapshot.query_one(statement).await,
        }
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.note(&statement.sql);
        match &self.on {
            On::Postgres(transaction) => transaction.query_all(statement).await,
            On::Sqlite(transaction) => transaction.query_all_raw(statement).await,
            On::SqliteSnapshot(snapshot) => snapshot.query_all(statement).await,
        }
    }
}
