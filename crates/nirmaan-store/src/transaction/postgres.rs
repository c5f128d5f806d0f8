//! A transaction on PostgreSQL: one message begins it, and nobody waits for the end of one that only read.

use sea_orm::{DbErr, ExecResult, QueryResult, Statement, Values};
use sea_query_sqlx::SqlxValues;
use sqlx::{
    AssertSqlSafe, Database, Error, Executor, PgConnection, PgPool, Postgres, SqlSafeStr,
    pool::PoolConnection, postgres::PgRow, query::Query,
};
use sqlx_core::transaction::TransactionManager;
use tokio::sync::{Mutex, MutexGuard};

use super::fault::{of_execution, of_pool, of_query};

type Manager = <Postgres as Database>::TransactionManager;

/// A transaction under way; rolled back when it is dropped.
pub struct PostgresTransaction(Mutex<Lease>);

/// A connection of the pool for as long as a transaction needs it.
struct Lease {
    connection: PoolConnection<Postgres>,
    /// Whether something was sent whose answer hasn't come. Whoever waited for it may have gone, and then nobody knows
    /// what state the session is in.
    in_doubt: bool,
}

impl Drop for Lease {
    fn drop(&mut self) {
        if self.in_doubt {
            // The next to use it would find itself in a stranger's transaction.
            self.connection.close_on_drop();
        } else {
            // Sent with the ping by which the pool takes the connection back. After the end there is nothing to send.
            Manager::start_rollback(&mut self.connection);
        }
    }
}

impl Lease {
    fn session(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    /// Notes that the answer has come. The database's own refusal leaves the session in a known state, anything else
    /// that went wrong doesn't.
    fn answered<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        self.in_doubt = matches!(&result, Err(error) if error.as_database_error().is_none());
        result
    }
}

impl PostgresTransaction {
    /// Takes a connection and begins by these statements, the first of which is the BEGIN.
    pub(crate) async fn begin(pool: &PgPool, statements: String) -> Result<Self, DbErr> {
        let connection = pool.acquire().await.map_err(of_pool)?;
        let mut lease = Lease { connection, in_doubt: true };
        let statements = AssertSqlSafe(statements).into_sql_str();
        // Refused or not: a BEGIN that came with other statements may have happened.
        Manager::begin(&mut lease.connection, Some(statements)).await.map_err(of_query)?;
        lease.in_doubt = false;
        Ok(Self(Mutex::new(lease)))
    }

    pub(super) async fn commit(self) -> Result<(), DbErr> {
        let mut lease = self.0.into_inner();
        lease.in_doubt = true;
        let committed = Manager::commit(&mut lease.connection).await;
        lease.answered(committed).map_err(of_query)
    }

    pub(super) async fn rollback(self) -> Result<(), DbErr> {
        let mut lease = self.0.into_inner();
        lease.in_doubt = true;
        let rolled_back = Manager::rollback(&mut lease.connection).await;
        lease.answered(rolled_back).map_err(of_query)
    }

    pub(super) async fn execute(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let mut lease = self.lease().await;
        let done = query(statement).execute(lease.session()).await;
        lease.answered(done).map(Into::into).map_err(of_execution)
    }

    pub(super) async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let mut lease = self.lease().await;
        let done = lease.session().execute(AssertSqlSafe(sql)).await;
        lease.answered(done).map(Into::into).map_err(of_execution)
    }

    pub(super) async fn query_one(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let mut lease = self.lease().await;
        let row = query(statement).fetch_optional(lease.session()).await;
        lease.answered(row).map(|row| row.map(Into::into)).map_err(of_query)
    }

    pub(super) async fn query_all(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let mut lease = self.lease().await;
        let rows = query(statement).fetch_all(lease.session()).await;
        let rows: Vec<PgRow> = lease.answered(rows).map_err(of_query)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    /// The connection, in doubt until the answer has come.
    async fn lease(&self) -> MutexGuard<'_, Lease> {
        let mut lease = self.0.lock().await;
        lease.in_doubt = true;
        lease
    }
}

fn query(statement: Statement) -> Query<'static, Postgres, SqlxValues> {
    let values = statement.values.unwrap_or(Values(Vec::new()));
    sqlx::query_with(AssertSqlSafe(statement.sql), SqlxValues(values))
}
