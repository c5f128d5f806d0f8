//! A transaction under way, on either database.

use sea_orm::{
    ConnectionTrait, DatabaseBackend, DatabaseTransaction, DbErr, ExecResult, QueryResult, Statement,
    prelude::async_trait,
};

use super::postgres::PostgresTransaction;

/// A transaction under way; what isn't committed is rolled back when it is dropped.
pub enum Transaction {
    /// Begun in one message and ended without waiting.
    Postgres(PostgresTransaction),
    /// SeaORM's own: there is no network in between, and a BEGIN that nobody waits for any more is taken back by the
    /// connection's thread.
    Sqlite(DatabaseTransaction),
}

impl Transaction {
    pub(super) async fn commit(self) -> Result<(), DbErr> {
        match self {
            Self::Postgres(transaction) => transaction.commit().await,
            Self::Sqlite(transaction) => transaction.commit().await,
        }
    }

    /// Waits until the rows and the writer are free for the next.
    pub(super) async fn rollback(self) -> Result<(), DbErr> {
        match self {
            Self::Postgres(transaction) => transaction.rollback().await,
            Self::Sqlite(transaction) => transaction.rollback().await,
        }
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Transaction {
    fn get_database_backend(&self) -> DatabaseBackend {
        match self {
            Self::Postgres(_) => DatabaseBackend::Postgres,
            Self::Sqlite(_) => DatabaseBackend::Sqlite,
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        match self {
            Self::Postgres(transaction) => transaction.execute(statement).await,
            Self::Sqlite(transaction) => transaction.execute_raw(statement).await,
        }
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        match self {
            Self::Postgres(transaction) => transaction.execute_unprepared(sql).await,
            Self::Sqlite(transaction) => transaction.execute_unprepared(sql).await,
        }
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        match self {
            Self::Postgres(transaction) => transaction.query_one(statement).await,
            Self::Sqlite(transaction) => transaction.query_one_raw(statement).await,
        }
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        match self {
            Self::Postgres(transaction) => transaction.query_all(statement).await,
            Self::Sqlite(transaction) => transaction.query_all_raw(statement).await,
        }
    }
}
