//! Writing many rows at once.

use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, DbErr, FromQueryResult, IntoActiveModel, ModelTrait, QueryFilter,
    QueryOrder, QuerySelect,
    sea_query::{LockType, OnConflict, SimpleExpr},
};
use uuid::Uuid;

use super::{Stamped, WriteDb, stamp_new};
use crate::{
    StoreError, Table,
    handle::{WriteHandle, Writes},
};

/// Rows of one INSERT: some 50 columns a row stay far below the databases' limits on parameters.
const CHUNK: usize = 300;

impl<R: WriteHandle> WriteDb<R> {
    /// Inserts rows by the hundred and hands over those that were stored: a row that a unique index
    /// refuses is passed over without ending the transaction. The caller appends the one event of the whole.
    ///
    /// # Errors
    /// When the database refuses the rows for another reason.
    pub async fn insert_many<A, E, M>(
        &self,
        rows: Vec<A>,
        unique: OnConflict,
        mut stored: impl FnMut(&[M]),
    ) -> Result<(), StoreError>
    where
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Send + Sync,
    {
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let chunk: Vec<A> = rows
                .by_ref()
                .take(CHUNK)
                .map(|mut row| {
                    stamp_new::<R, E>(&self.actor, &self.clock, &mut row);
                    row
                })
                .collect();
            let inserted = E::insert_many(chunk)
                .on_conflict(unique.clone())
                .exec_with_returning(self.transaction())
                .await;
            match inserted {
                Ok(inserted) => stored(&inserted),
                Err(DbErr::RecordNotInserted) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Inserts rows that have no event of their own: that of what they belong to tells of them.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] and [`StoreError::Reference`] where the schema refuses one.
    pub async fn insert_along<A, E>(&self, rows: Vec<A>) -> Result<(), StoreError>
    where
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<ActiveModel = A>,
        E::Model: IntoActiveModel<A>,
    {
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let chunk = rows.by_ref().take(CHUNK).map(|mut row| {
                stamp_new::<R, E>(&self.actor, &self.clock, &mut row);
                row
            });
            E::insert_many(chunk).exec_without_returning(self.transaction()).await?;
        }
        Ok(())
    }

    /// Locks rows until the transaction ends: whoever else wants to change one of them waits. Says how many.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn lock<E: Table>(&self, which: SimpleExpr) -> Result<usize, StoreError>
    where
        R: Writes<E>,
    {
        let locked = self.read.select().filter(which).select_only().column(E::ID);
        // In one order: two that lock the same rows wait for each other, and don't block each other for ever.
        let locked = locked.order_by_asc(E::ID).lock(LockType::NoKeyUpdate);
        let ids: Vec<Uuid> = locked.into_tuple().all(self.transaction()).await?;
        Ok(ids.len())
    }
}
