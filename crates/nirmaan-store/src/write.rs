//! Writing the rows of one tenant: the only way there is.

use std::{ops::Deref, sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ActiveValue, ColumnTrait, DatabaseTransaction, DbErr, EntityTrait,
    FromQueryResult, IntoActiveModel, Iterable, ModelTrait, QueryFilter, QuerySelect, Value,
    sea_query::{Expr, ExprTrait, LockType, OnConflict},
};
use serde::Serialize;
use serde_json::{Map, json};
use uuid::Uuid;

use crate::{Action, Actor, Clock, Retry, Store, StoreError, TenantDb, TenantEntity, audit, new_id};

/// How often a write is tried when other transactions are in the way.
const TRIES: u32 = 3;
/// Rows of one INSERT: some 50 columns a row stay far below the databases' limits on parameters.
const CHUNK: usize = 300;

/// A table whose rows carry the store's stamps. Implemented by [`crate::entity::tenant_entity`].
pub trait Stamped: TenantEntity {
    /// Grows with every change.
    const VERSION: Self::Column;
    /// When the row was created.
    const CREATED_AT: Self::Column;
    /// When the row was last changed.
    const UPDATED_AT: Self::Column;
    /// Who created it.
    const CREATED_BY: Self::Column;
    /// Who changed it last.
    const UPDATED_BY: Self::Column;
    /// Who deleted it, where deleting is soft.
    const DELETED_BY: Option<Self::Column>;

    /// The stamps of a row as read: id, version, and who changed it last and when.
    fn stamps(row: &Self::Model) -> Stamps;
}

/// The stamps of a row as read.
#[derive(Debug, Clone, Copy)]
pub struct Stamps {
    /// The row's id.
    pub id: Uuid,
    /// Its version.
    pub version: i64,
    /// Who changed it last.
    pub updated_by: Option<Uuid>,
    /// When.
    pub updated_at: DateTime<Utc>,
}

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
        let mut tries = Tries::default();
        loop {
            let result = self.write_in_one(actor, &work).await;
            if !tries.again(&result).await {
                return result;
            }
        }
    }

    async fn write_in_one<T, E, W, F>(&self, actor: &Actor, work: &W) -> Result<T, E>
    where
        W: Fn(WriteDb) -> F + Send + Sync,
        F: Future<Output = Result<T, E>> + Send,
        E: From<StoreError>,
    {
        let transaction = self.begin_write().await?;
        self.set_row_scope(&transaction, "nirmaan.tenant", &actor.tenant_id.to_string()).await?;
        let transaction = Arc::new(transaction);
        let db = WriteDb {
            read: TenantDb { transaction: transaction.clone(), tenant_id: actor.tenant_id },
            actor: actor.clone(),
            clock: self.clock().clone(),
        };
        let result = work(db).await;
        finish(transaction, result).await
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
    transaction: Arc<DatabaseTransaction>,
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

/// Reads and writes the rows of one tenant in one transaction. Every change leaves its audit event.
pub struct WriteDb {
    pub(crate) read: TenantDb,
    pub(crate) actor: Actor,
    pub(crate) clock: Clock,
}

impl Deref for WriteDb {
    type Target = TenantDb;
    fn deref(&self) -> &TenantDb {
        &self.read
    }
}

impl WriteDb {
    /// The tenant's live row with this id, held until the transaction ends: whoever else wants to change it waits.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn get_to_change<E, M>(&self, id: Uuid) -> Result<Option<M>, StoreError>
    where
        E: TenantEntity<Model = M>,
        M: ModelTrait<Entity = E> + FromQueryResult + Send + Sync,
    {
        self.find::<E>().filter(E::ID.eq(id)).lock(LockType::Update).one().await
    }

    /// Inserts a row under a new id, with its stamps and its event.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] and [`StoreError::Reference`] where the schema refuses it.
    pub async fn insert<A, E, M>(&self, mut row: A) -> Result<M, StoreError>
    where
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Serialize + Send + Sync,
    {
        self.stamp_new::<E>(&mut row);
        let row = row.insert(self.read.transaction.as_ref()).await?;
        self.event(Action::Create, (E::NAME, E::stamps(&row).id), audit::contents(&row)).await?;
        Ok(row)
    }

    /// Changes a row that was read in this transaction: writes what `change` sets to another value, and the
    /// event with it. A row in which nothing changes stays as it is. `expected` is the version that the
    /// caller once read, if they said so.
    ///
    /// # Errors
    /// [`StoreError::VersionConflict`] when the row is at another version than `expected`.
    pub async fn update<A, E, M>(
        &self,
        old: M,
        expected: Option<i64>,
        change: impl FnOnce(&mut A),
    ) -> Result<M, StoreError>
    where
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Serialize + Clone + Send + Sync,
    {
        check_version(E::stamps(&old), expected)?;
        let mut row = old.clone().into_active_model();
        change(&mut row);
        E::prepare(&mut row);
        if !keep_changes::<A, E, M>(&mut row, &old) {
            return Ok(old);
        }
        let new = self.save_changes(row, &old).await?;
        let mut changes = audit::difference(&old, &new);
        if expected.is_none() {
            // A legacy client that never saw the version: whatever it overwrote, the trail says so.
            changes
                .insert("unchecked_version".to_owned(), json!({"from": E::stamps(&old).version, "to": null}));
        }
        self.event(Action::Update, (E::NAME, E::stamps(&new).id), changes).await?;
        Ok(new)
    }

    /// Deletes a row softly, with its event, which also names how many rows of what went along.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn delete<A, E, M>(&self, old: M, along: &[(&str, u64)]) -> Result<(), StoreError>
    where
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Serialize + Clone + Send + Sync,
    {
        let mut row = old.clone().into_active_model();
        if let (Some(at), Some(by)) = (E::DELETED_AT, E::DELETED_BY) {
            row.set(at, Some(self.clock.now()).into());
            row.set(by, self.actor.user_id.into());
        }
        let new = self.save_changes(row, &old).await?;
        let mut changes = audit::difference(&old, &new);
        for (entity, rows) in along {
            changes.insert((*entity).to_owned(), json!({"from": rows, "to": 0}));
        }
        self.event(Action::Delete, (E::NAME, E::stamps(&old).id), changes).await
    }

    /// Deletes softly what hangs below a row that goes; the row's own event tells of it. Says how many rows.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn delete_below<E: Stamped>(&self, parent: E::Column, id: Uuid) -> Result<u64, StoreError> {
        let (Some(at), Some(by)) = (E::DELETED_AT, E::DELETED_BY) else { return Ok(0) };
        let now = self.clock.now();
        let deleted = E::update_many()
            .col_expr(at, Expr::value(now))
            .col_expr(by, Expr::value(self.actor.user_id))
            .col_expr(E::VERSION, Expr::col(E::VERSION).add(1_i64))
            .col_expr(E::UPDATED_AT, Expr::value(now))
            .col_expr(E::UPDATED_BY, Expr::value(self.actor.user_id))
            .filter(E::TENANT.eq(self.actor.tenant_id))
            .filter(parent.eq(id))
            .filter(at.is_null());
        Ok(deleted.exec(self.read.transaction.as_ref()).await?.rows_affected)
    }

    /// Inserts rows by the hundred and names, by `key`, those that were stored: a row that a unique index
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
                    self.stamp_new::<E>(&mut row);
                    row
                })
                .collect();
            let inserted = E::insert_many(chunk)
                .on_conflict(unique.clone())
                .exec_with_returning(self.read.transaction.as_ref())
                .await;
            match inserted {
                Ok(inserted) => stored(&inserted),
                Err(DbErr::RecordNotInserted) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Appends an event of the caller's own making, for what is more than the change of one row.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn event(
        &self,
        action: Action,
        what: (&str, Uuid),
        changes: Map<String, serde_json::Value>,
    ) -> Result<(), StoreError> {
        audit::append(&self.read.transaction, &self.clock, &self.actor, action, what, changes).await?;
        Ok(())
    }

    fn stamp_new<E: Stamped>(&self, row: &mut E::ActiveModel) {
        let now = self.clock.now();
        row.set(E::TENANT, self.actor.tenant_id.into());
        if !matches!(row.get(E::ID), ActiveValue::Set(_)) {
            row.set(E::ID, new_id().into());
        }
        row.set(E::VERSION, 1_i64.into());
        row.set(E::CREATED_AT, now.into());
        row.set(E::UPDATED_AT, now.into());
        row.set(E::CREATED_BY, self.actor.user_id.into());
        row.set(E::UPDATED_BY, self.actor.user_id.into());
        E::prepare(row);
    }

    /// Writes what is set, if the row is still as it was read.
    async fn save_changes<A, E, M>(&self, mut row: A, old: &M) -> Result<M, StoreError>
    where
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Send + Sync,
    {
        let read = E::stamps(old);
        row.set(E::VERSION, (read.version + 1).into());
        row.set(E::UPDATED_AT, self.clock.now().into());
        row.set(E::UPDATED_BY, self.actor.user_id.into());
        let saved = E::update(row)
            .validate()?
            .filter(E::TENANT.eq(self.actor.tenant_id))
            .filter(E::VERSION.eq(read.version))
            .exec(self.read.transaction.as_ref())
            .await;
        match saved {
            Ok(row) => Ok(row),
            // Somebody was between our read and our write: the whole write is tried again, and reads anew.
            Err(DbErr::RecordNotUpdated) => Err(StoreError::Busy(DbErr::RecordNotUpdated)),
            Err(error) => Err(error.into()),
        }
    }
}

fn check_version(read: Stamps, expected: Option<i64>) -> Result<(), StoreError> {
    match expected {
        Some(expected) if expected != read.version => Err(StoreError::VersionConflict {
            version: read.version,
            updated_by: read.updated_by,
            updated_at: read.updated_at,
        }),
        _ => Ok(()),
    }
}

/// Drops what was set to the value it had; says whether anything is left.
fn keep_changes<A, E, M>(row: &mut A, old: &M) -> bool
where
    A: ActiveModelTrait<Entity = E>,
    E: EntityTrait<Model = M>,
    M: ModelTrait<Entity = E>,
{
    let mut changed = false;
    for column in E::Column::iter() {
        let ActiveValue::Set(value) = row.get(column) else { continue };
        let before: Value = old.get(column);
        if before == value {
            row.not_set(column);
        } else {
            changed = true;
        }
    }
    changed
}
