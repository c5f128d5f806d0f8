//! A snapshot on SQLite: its first statement begins it, and nobody waits for its end.
//!
//! Each connection has a thread of its own, and every message to it that is waited for costs two switches of threads.

use futures_util::FutureExt;
use sea_orm::{DbErr, ExecResult, QueryResult, Statement, Values};
use sea_query_sqlx::SqlxValues;
use sqlx::{
    AssertSqlSafe, Executor, Sqlite, SqlitePool, pool::PoolConnection, query::Query, sqlite::SqliteRow,
};
use tokio::sync::{Mutex, MutexGuard};

use super::fault::{of_execution, of_pool, of_query};

/// A snapshot to read from; given up when it is dropped.
pub struct SqliteSnapshot(Mutex<Lease>);

/// A connection of the readers' pool for as long as a snapshot needs it.
struct Lease {
    connection: PoolConnection<Sqlite>,
    /// Whether a statement was sent, and so the BEGIN.
    has_begun: bool,
}

impl Drop for Lease {
    fn drop(&mut self) {
        if self.has_begun {
            // Sent by being asked once, since the line to the thread has room; done before the pool hears that the
            // connection is well. Whoever sent a statement and went away is no hindrance: the thread ends it first.
            let _ = self.connection.execute("ROLLBACK").now_or_never();
        }
    }
}

impl SqliteSnapshot {
    /// Takes a connection.
    pub(crate) async fn open(pool: &SqlitePool) -> Result<Self, DbErr> {
        let connection = pool.acquire().await.map_err(of_pool)?;
        Ok(Self(Mutex::new(Lease { connection, has_begun: false })))
    }

    pub(super) async fn execute(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let (mut lease, query) = self.next(statement).await;
        query.execute(&mut *lease.connection).await.map(Into::into).map_err(of_execution)
    }

    pub(super) async fn query_one(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let (mut lease, query) = self.next(statement).await;
        let row = query.fetch_optional(&mut *lease.connection).await.map_err(of_query)?;
        Ok(row.map(Into::into))
    }

    pub(super) async fn query_all(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let (mut lease, query) = self.next(statement).await;
        let rows: Vec<SqliteRow> = query.fetch_all(&mut *lease.connection).await.map_err(of_query)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    /// The connection and what to send to it: the first statement with the BEGIN before it.
    async fn next(
        &self,
        statement: Statement,
    ) -> (MutexGuard<'_, Lease>, Query<'static, Sqlite, SqlxValues>) {
        let Statement { sql, values, .. } = statement;
        let mut lease = self.0.lock().await;
        let sql = if lease.has_begun { sql } else { format!("BEGIN; {sql}") };
        lease.has_begun = true;
        let values = SqlxValues(values.unwrap_or(Values(Vec::new())));
        (lease, sqlx::query_with(AssertSqlSafe(sql), values))
    }
}
