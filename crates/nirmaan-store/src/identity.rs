//! Crossing tenants: signing in, and the platform's own work.

use std::sync::Arc;

use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, DbErr, EntityTrait, IntoActiveModel, ModelTrait, Select,
    UpdateMany,
};

use crate::{
    Actor, Clock, Retry, Store, StoreError, audit,
    transaction::{Transaction, Tries, finish},
};

/// Rows of one INSERT.
const CHUNK: usize = 300;

impl Store {
    /// Runs `work` over the tables of identity, which belong to no signed-in caller yet. It returns an outcome
    /// that is committed whatever it says: a refused sign-in is counted although it is refused.
    pub async fn identity<T, W, F>(&self, work: W) -> Result<T, StoreError>
    where
        W: Fn(IdentityDb) -> F + Send + Sync,
        F: Future<Output = Result<T, StoreError>> + Send,
        T: Send,
    {
        let mut tries = Tries::default();
        loop {
            let result =
                self.across_tenants(&work, |transaction, clock| IdentityDb { transaction, clock }).await;
            if !tries.again(&result).await {
                return result;
            }
        }
    }

    /// A snapshot of the tables of identity, to read from.
    pub async fn identity_read(&self) -> Result<IdentityDb, StoreError> {
        let transaction = Arc::new(self.begin_read(None).await?);
        Ok(IdentityDb { transaction, clock: self.clock().clone() })
    }

    /// Runs `work` for the platform itself, over all tenants: first start, demo data, jobs.
    ///
    /// # Errors
    /// What `work` says, or that the database can't be reached.
    pub async fn platform<T, E, W, F>(&self, work: W) -> Result<T, E>
    where
        W: Fn(PlatformDb) -> F + Send + Sync,
        F: Future<Output = Result<T, E>> + Send,
        T: Send,
        E: From<StoreError> + Retry + Send,
    {
        let mut tries = Tries::default();
        loop {
            let result = self.across_tenants(&work, |transaction, _| PlatformDb { transaction }).await;
            if !tries.again(&result).await {
                return result;
            }
        }
    }

    async fn across_tenants<D, T, E, W, F>(
        &self,
        work: &W,
        handle: fn(Arc<Transaction>, Clock) -> D,
    ) -> Result<T, E>
    where
        W: Fn(D) -> F + Send + Sync,
        F: Future<Output = Result<T, E>> + Send,
        E: From<StoreError>,
    {
        let transaction = Arc::new(self.begin_write(None).await?);
        let result = work(handle(transaction.clone(), self.clock().clone())).await;
        finish(transaction, result).await
    }
}

/// Reads and writes users, sessions and throttles of every tenant, for signing in and out; and takes what strangers
/// send.
pub struct IdentityDb {
    pub(crate) transaction: Arc<Transaction>,
    clock: Clock,
}

/// The tables an [`IdentityDb`] may touch.
pub(crate) trait IdentityEntity: EntityTrait {}

impl IdentityDb {
    /// The first row of a selection.
    pub(crate) async fn one<E: IdentityEntity>(
        &self,
        select: Select<E>,
    ) -> Result<Option<E::Model>, StoreError>
    where
        E::Model: Send + Sync,
    {
        Ok(select.one(self.transaction.as_ref()).await?)
    }

    /// The rows of a selection.
    pub(crate) async fn all<E: IdentityEntity>(&self, select: Select<E>) -> Result<Vec<E::Model>, StoreError>
    where
        E::Model: Send + Sync,
    {
        Ok(select.all(self.transaction.as_ref()).await?)
    }

    /// Inserts a row.
    pub(crate) async fn insert<A>(&self, row: A) -> Result<(), StoreError>
    where
        A: ActiveModelTrait + ActiveModelBehavior + Send,
        A::Entity: IdentityEntity,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        A::Entity::insert(row).exec_without_returning(self.transaction.as_ref()).await?;
        Ok(())
    }

    /// Inserts a row unless somebody else has just done so.
    pub(crate) async fn insert_or_ignore<A>(&self, row: A) -> Result<(), StoreError>
    where
        A: ActiveModelTrait + ActiveModelBehavior + Send,
        A::Entity: IdentityEntity,
    {
        A::Entity::insert(row)
            .on_conflict_do_nothing()
            .exec_without_returning(self.transaction.as_ref())
            .await?;
        Ok(())
    }

    /// Updates the rows of a statement and tells how many there were.
    pub(crate) async fn update<E: IdentityEntity>(
        &self,
        statement: UpdateMany<E>,
    ) -> Result<u64, StoreError> {
        Ok(statement.exec(self.transaction.as_ref()).await?.rows_affected)
    }

    /// Deletes the rows of a statement.
    pub(crate) async fn delete<E: IdentityEntity>(
        &self,
        statement: sea_orm::DeleteMany<E>,
    ) -> Result<u64, StoreError> {
        Ok(statement.exec(self.transaction.as_ref()).await?.rows_affected)
    }

    /// Appends an event to the audit trail.
    pub async fn event(
        &self,
        actor: &Actor,
        action: crate::Action,
        what: (&str, uuid::Uuid),
        changes: serde_json::Map<String, serde_json::Value>,
    ) -> Result<(), StoreError> {
        audit::append(&self.transaction, &self.clock, actor, action, what, changes).await
    }
}

/// Reads and writes the rows of every tenant, for the platform's own work. Its rows come complete, with their
/// stamps, and leave no events.
pub struct PlatformDb {
    pub(crate) transaction: Arc<Transaction>,
}

impl PlatformDb {
    /// The rows of a selection.
    pub async fn all<E: EntityTrait>(&self, select: Select<E>) -> Result<Vec<E::Model>, StoreError>
    where
        E::Model: Send + Sync,
    {
        Ok(select.all(self.transaction.as_ref()).await?)
    }

    /// Inserts a row.
    pub(crate) async fn insert<A>(&self, row: A) -> Result<(), StoreError>
    where
        A: ActiveModelTrait + ActiveModelBehavior + Send,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        A::Entity::insert(row).exec_without_returning(self.transaction.as_ref()).await?;
        Ok(())
    }

    /// Updates the rows of a statement and tells how many there were.
    pub(crate) async fn update<E: EntityTrait>(&self, statement: UpdateMany<E>) -> Result<u64, StoreError> {
        Ok(statement.exec(self.transaction.as_ref()).await?.rows_affected)
    }

    pub(crate) async fn delete<E: EntityTrait>(
        &self,
        statement: sea_orm::DeleteMany<E>,
    ) -> Result<u64, StoreError> {
        Ok(statement.exec(self.transaction.as_ref()).await?.rows_affected)
    }

    /// Whether a table has no rows at all.
    pub async fn is_empty_of<E: EntityTrait>(&self) -> Result<bool, StoreError>
    where
        E::Model: Send + Sync,
    {
        Ok(E::find().one(self.transaction.as_ref()).await?.is_none())
    }

    /// Inserts complete rows.
    ///
    /// # Errors
    /// When the schema refuses one.
    pub async fn insert_all<E, M, A>(&self, rows: Vec<M>) -> Result<(), StoreError>
    where
        E: EntityTrait<Model = M>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
    {
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let chunk: Vec<A> = rows
                .by_ref()
                .take(CHUNK)
                // Read rows count as unchanged, which an INSERT would leave out.
                .map(|row| row.into_active_model().reset_all())
                .collect();
            match E::insert_many(chunk).exec_without_returning(self.transaction.as_ref()).await {
                Ok(_) => {}
                Err(DbErr::RecordNotInserted) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
