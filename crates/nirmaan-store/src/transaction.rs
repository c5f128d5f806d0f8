//! Transactions that write: begun for an actor, tried again when others are in the way, ended well or not at all.

mod fault;
mod open;
mod postgres;
mod sqlite;

use std::{sync::Arc, time::Duration};

pub(crate) use self::open::On;
pub use self::open::Transaction;
pub(crate) use self::{postgres::PostgresTransaction, sqlite::SqliteSnapshot};
use crate::{Actor, AllTenantsDb, PlatformActor, Retry, Store, StoreError, WriteDb, handle::WriteHandle};

/// How often a write is tried when other transactions are in the way.
const TRIES: u32 = 3;

impl Store {
    /// Runs `work` in one transaction of the actor's tenant: committed when it ends well, rolled back when it
    /// doesn't, and tried three times when other transactions are in the way, so it must be free of side effects.
    ///
    /// # Errors
    /// What `work` says, or that the database can't be reached.
    pub async fn write<T, E, W, F>(&self, actor: &Actor, work: W) -> Result<T, E>
    where
        W: Fn(WriteDb) -> F + Send + Sync,
        F: Future<Output = Result<T, E>> + Send,
        T: Send,
        E: From<StoreError> + Retry + Send,
    {
        self.write_as(actor, work).await
    }

    /// Like [`Store::write`], over all tenants: for the tables of the platform, and for rows of one tenant that
    /// a change there takes along. The events are the actor's tenant's.
    ///
    /// # Errors
    /// What `work` says, or that the database can't be reached.
    pub async fn write_platform<T, E, W, F>(&self, actor: &PlatformActor, work: W) -> Result<T, E>
    where
        W: Fn(WriteDb<AllTenantsDb>) -> F + Send + Sync,
        F: Future<Output = Result<T, E>> + Send,
        T: Send,
        E: From<StoreError> + Retry + Send,
    {
        self.write_as(actor, work).await
    }

    async fn write_as<R, T, E, W, F>(&self, actor: &Actor, work: W) -> Result<T, E>
    where
        R: WriteHandle,
        W: Fn(WriteDb<R>) -> F + Send + Sync,
        F: Future<Output = Result<T, E>> + Send,
        T: Send,
        E: From<StoreError> + Retry + Send,
    {
        let mut tries = Tries::default();
        loop {
            let result = self.write_in_one(actor, &work).await;
            if !tries.again(&result).await {
                return result;
            }
        }
    }

    pub(crate) async fn write_in_one<R, T, E, W, F>(&self, actor: &Actor, work: &W) -> Result<T, E>
    where
        R: WriteHandle,
        W: Fn(WriteDb<R>) -> F + Send + Sync,
        F: Future<Output = Result<T, E>> + Send,
        E: From<StoreError>,
    {
        let transaction = self.begin_for::<R>(actor).await?;
        let db = WriteDb::over(transaction.clone(), actor, self.clock());
        let result = work(db).await;
        finish(transaction, result).await
    }

    /// A transaction to write in, of which the database knows what it may touch.
    pub(crate) async fn begin_for<R: WriteHandle>(
        &self,
        actor: &Actor,
    ) -> Result<Arc<Transaction>, StoreError> {
        Ok(Arc::new(self.begin_write(R::tenant_of(actor)).await?))
    }
}

/// Counts the tries of a write.
#[derive(Default)]
pub(crate) struct Tries(u32);

impl Tries {
    /// Whether to try again after this result: when other transactions were in the way, three times in all.
    pub(crate) async fn again<T, E: Retry>(&mut self, result: &Result<T, E>) -> bool {
        self.0 += 1;
        let again = self.0 < TRIES && result.as_ref().is_err_and(Retry::is_retryable);
        if again {
            // Apart from each other by a little more each time, so that both don't meet again.
            tokio::time::sleep(Duration::from_millis(u64::from(self.0) * 15)).await;
        }
        again
    }
}

/// Commits what went well and rolls back what didn't.
pub(crate) async fn finish<T, E: From<StoreError>>(
    transaction: Arc<Transaction>,
    result: Result<T, E>,
) -> Result<T, E> {
    let transaction = Arc::try_unwrap(transaction).map_err(|_| StoreError::HandleKept)?;
    match result {
        Ok(value) => {
            transaction.commit().await.map_err(StoreError::from)?;
            Ok(value)
        }
        Err(error) => {
            // The error that made us roll back is the one to tell; a connection that can't even roll back is dropped.
            let _ = transaction.rollback().await;
            Err(error)
        }
    }
}
