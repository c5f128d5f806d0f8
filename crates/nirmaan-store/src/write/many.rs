//! Writing many rows at once.

use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ConnectionTrait, IntoActiveModel, Iterable, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait,
    sea_query::{InsertStatement, LockType, OnConflict, SimpleExpr},
};
use uuid::Uuid;

use super::{Stamped, WriteDb, stamp_new};
use crate::{
    Actor, Clock, StoreError, Table,
    handle::{WriteHandle, Writes},
};

/// Values of one statement at most: SQLite takes 32,766.
pub(super) const VALUES: usize = 30_000;

impl<R: WriteHandle> WriteDb<R> {
    /// Inserts rows that have no event of their own: that of what they belong to tells of them. A row that the index
    /// refuses which `unless` names is passed over.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] and [`StoreError::Reference`] where the schema refuses one otherwise.
    pub async fn insert_along<A, E>(&self, rows: Vec<A>, unless: Option<OnConflict>) -> Result<(), StoreError>
    where
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<ActiveModel = A>,
        E::Model: IntoActiveModel<A>,
    {
        let transaction = self.transaction();
        for mut insert in inserts::<R, E, A>(&self.actor, &self.clock, rows) {
            if let Some(conflict) = &unless {
                insert.on_conflict(conflict.clone());
            }
            transaction.execute_raw(transaction.get_database_backend().build(&insert)).await?;
        }
        Ok(())
    }

    /// Locks rows until the transaction ends: whoever else wants to change one of them waits. Says how many.
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

/// Statements that insert rows under new ids, with their stamps.
pub(super) fn inserts<R, E, A>(actor: &Actor, clock: &Clock, rows: Vec<A>) -> Vec<InsertStatement>
where
    R: Writes<E>,
    A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
    E: Stamped<ActiveModel = A>,
{
    let most = VALUES / E::Column::iter().count();
    let mut rows = rows.into_iter().peekable();
    let mut inserts = Vec::new();
    while rows.peek().is_some() {
        let chunk = rows.by_ref().take(most).map(|mut row| {
            stamp_new::<R, E>(actor, clock, &mut row);
            row
        });
        inserts.push(E::insert_many(chunk).into_query());
    }
    inserts
}
