//! Writing rows: the only way there is.

mod draft;
mod many;
mod restore;

use std::{ops::Deref, sync::Arc};

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ActiveValue, ColumnTrait, Condition, ConnectionTrait,
    DatabaseBackend, DbErr, EntityTrait, FromQueryResult, IntoActiveModel, Iterable, ModelTrait, QueryFilter,
    QuerySelect, Value,
    sea_query::{Expr, ExprTrait, LockType, SimpleExpr},
};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

pub use self::draft::{Draft, DraftedChanges, DraftedRows, differing};
use crate::{
    Action, Actor, Clock, StoreError, Table, TenantDb,
    audit::{self, Changes},
    handle::{Reads, WriteHandle, Writes},
    new_id,
    transaction::Transaction,
};

/// A table whose rows carry the store's stamps.
pub trait Stamped: Table {
    /// Grows with every change.
    const VERSION: Self::Column;
    /// When the row was last changed.
    const UPDATED_AT: Self::Column;
    /// Who created it.
    const CREATED_BY: Self::Column;
    /// Who changed it last.
    const UPDATED_BY: Self::Column;
    /// Who deleted it, where deleting is soft.
    const DELETED_BY: Option<Self::Column>;
    /// The row that it was deleted along with, itself where it was deleted by itself, where deleting is soft. NULL in what an
    /// earlier version deleted: it can't be brought back, since nothing says what went along.
    const DELETED_WITH: Option<Self::Column>;

    /// The stamps of a row as read: id, version, and who changed it last and when.
    fn stamps(row: &Self::Model) -> Stamps;

    /// Fills what is computed from other columns, before every write.
    fn prepare(_row: &mut Self::ActiveModel) {}
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

/// Reads and writes rows in one transaction: those of one tenant, or of the platform. Every change leaves its
/// audit event.
pub struct WriteDb<R = TenantDb> {
    pub(crate) read: R,
    pub(crate) actor: Actor,
    pub(crate) clock: Clock,
}

impl<R> Deref for WriteDb<R> {
    type Target = R;
    fn deref(&self) -> &R {
        &self.read
    }
}

impl<R: WriteHandle> WriteDb<R> {
    pub(crate) fn over(transaction: Arc<Transaction>, actor: &Actor, clock: &Clock) -> Self {
        Self { read: R::over(transaction, actor), actor: actor.clone(), clock: clock.clone() }
    }

    /// Lets each statement take 30 seconds, as a call may, for the deletion of what has a hundred thousand rows below it and
    /// the like. SQLite has no such limit.
    pub async fn take_time(&self) -> Result<(), StoreError> {
        let transaction = self.transaction();
        if transaction.get_database_backend() == DatabaseBackend::Postgres {
            transaction.execute_unprepared("SET LOCAL statement_timeout = '30s'").await?;
        }
        Ok(())
    }

    /// Who writes; `None` for the system itself.
    pub fn actor_id(&self) -> Option<Uuid> {
        self.actor.user_id
    }

    /// The live row with this id, locked until the transaction ends: whoever else wants to change it waits.
    pub async fn get_to_change<E, M>(&self, id: Uuid) -> Result<Option<M>, StoreError>
    where
        R: Reads<E>,
        E: Table<Model = M>,
        M: ModelTrait<Entity = E> + FromQueryResult + Send + Sync,
    {
        // Not FOR UPDATE, for which every insert that refers to the row would wait.
        let select = self.read.select().filter(E::ID.eq(id)).lock(LockType::NoKeyUpdate);
        Ok(select.one(self.transaction()).await?)
    }

    /// Inserts a row under a new id, with its stamps and its event.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] and [`StoreError::Reference`] where the schema refuses it.
    pub async fn insert<A, E, M>(&self, row: A) -> Result<M, StoreError>
    where
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Serialize + Send + Sync,
    {
        self.insert_with(row, Changes::new()).await
    }

    /// Like [`WriteDb::insert`], of a row that has more to it than its columns: `along` is told with it. A row
    /// that comes with an id keeps it.
    ///
    /// # Errors
    /// As [`WriteDb::insert`].
    pub async fn insert_with<A, E, M>(&self, mut row: A, along: Changes) -> Result<M, StoreError>
    where
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Serialize + Send + Sync,
    {
        stamp_new::<R, E>(&self.actor, &self.clock, &mut row);
        let row = row.insert(self.transaction()).await?;
        let mut changes = audit::contents(&row);
        changes.extend(along);
        self.event(Action::Create, (E::NAME, E::stamps(&row).id), changes).await?;
        Ok(row)
    }

    /// Asks that a row be at the version that the caller once read, if they said so, before much is done beside changing it.
    ///
    /// # Errors
    /// [`StoreError::VersionConflict`] when it is at another one.
    pub fn require_version<E, M>(&self, row: &M, expected: Option<i64>) -> Result<(), StoreError>
    where
        E: Stamped<Model = M>,
        M: ModelTrait<Entity = E>,
    {
        check_version(E::stamps(row), expected)
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
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Serialize + Clone + Send + Sync,
    {
        self.change_as(Action::Update, old, expected, change, Changes::new()).await
    }

    /// Like [`WriteDb::update`], told as another action, or of a row that has more to it than its columns:
    /// `along` is what changed beside them, field by field as in the event. With it the row counts as changed.
    ///
    /// # Errors
    /// As [`WriteDb::update`].
    pub async fn change_as<A, E, M>(
        &self,
        action: Action,
        old: M,
        expected: Option<i64>,
        change: impl FnOnce(&mut A),
        along: Changes,
    ) -> Result<M, StoreError>
    where
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Serialize + Clone + Send + Sync,
    {
        check_version(E::stamps(&old), expected)?;
        let mut row = old.clone().into_active_model();
        change(&mut row);
        E::prepare(&mut row);
        if !keep_changes::<A, E, M>(&mut row, &old) && along.is_empty() {
            return Ok(old);
        }
        let new = self.save_changes(row, &old).await?;
        let mut changes = audit::difference(&old, &new);
        changes.extend(along);
        if expected.is_none() && action == Action::Update {
            // A legacy client that never saw the version: whatever it overwrote, the trail says so.
            changes
                .insert("unchecked_version".to_owned(), json!({"from": E::stamps(&old).version, "to": null}));
        }
        self.event(action, (E::NAME, E::stamps(&new).id), changes).await?;
        Ok(new)
    }

    /// Deletes a row, softly where its table can, with its event, which also names how many rows of what went
    /// along.
    ///
    /// # Errors
    /// [`StoreError::Reference`] when other rows refer to one that would really go.
    pub async fn delete<A, E, M>(&self, old: M, along: &[(&str, u64)]) -> Result<(), StoreError>
    where
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Serialize + Clone + Send + Sync,
    {
        let gone = |(entity, rows): &(&str, u64)| ((*entity).to_owned(), json!({"from": rows, "to": 0}));
        self.delete_with(old, along.iter().map(gone).collect()).await
    }

    /// Like [`WriteDb::delete`], of a row of which more is to be told: `along`.
    ///
    /// # Errors
    /// As [`WriteDb::delete`].
    pub async fn delete_with<A, E, M>(&self, old: M, along: Changes) -> Result<(), StoreError>
    where
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Serialize + Clone + Send + Sync,
    {
        let mut changes = match (E::DELETED_AT, E::DELETED_BY, E::DELETED_WITH) {
            (Some(at), Some(by), Some(with)) => {
                let mut row = old.clone().into_active_model();
                row.set(at, Some(self.clock.now()).into());
                row.set(by, self.actor.user_id.into());
                row.set(with, Some(E::stamps(&old).id).into());
                let new = self.save_changes(row, &old).await?;
                audit::difference(&old, &new)
            }
            _ => {
                let gone = E::delete_many().filter(self.as_read::<E>(&old)).exec(self.transaction()).await?;
                if gone.rows_affected == 0 {
                    return Err(StoreError::overtaken());
                }
                audit::last_contents(&old)
            }
        };
        changes.extend(along);
        self.event(Action::Delete, (E::NAME, E::stamps(&old).id), changes).await
    }

    /// Deletes softly what hangs below a row that goes; the row's own event tells of it. Says how many rows.
    pub async fn delete_below<E>(&self, parent: E::Column, id: Uuid) -> Result<u64, StoreError>
    where
        R: Writes<E>,
        E: Stamped,
    {
        self.delete_along::<E>(parent.eq(id), id).await
    }

    /// Deletes softly all rows for which a condition holds, along with another one, whose event tells of it. Says how
    /// many rows.
    pub(crate) async fn delete_along<E>(&self, which: SimpleExpr, with: Uuid) -> Result<u64, StoreError>
    where
        R: Writes<E>,
        E: Stamped,
    {
        let (Some(at), Some(by), Some(along)) = (E::DELETED_AT, E::DELETED_BY, E::DELETED_WITH) else {
            return Ok(0);
        };
        let now = self.clock.now();
        let deleted = E::update_many()
            .col_expr(at, Expr::value(now))
            .col_expr(by, Expr::value(self.actor.user_id))
            .col_expr(along, Expr::value(with))
            .col_expr(E::VERSION, Expr::col(E::VERSION).add(1_i64))
            .col_expr(E::UPDATED_AT, Expr::value(now))
            .col_expr(E::UPDATED_BY, Expr::value(self.actor.user_id))
            .filter(self.own::<E>())
            .filter(which)
            .filter(at.is_null());
        Ok(deleted.exec(self.transaction()).await?.rows_affected)
    }

    /// Appends an event of the caller's own making, for what is more than the change of one row.
    pub async fn event(
        &self,
        action: Action,
        what: (&str, Uuid),
        changes: Changes,
    ) -> Result<(), StoreError> {
        audit::append(self.transaction(), &self.clock, &self.actor, action, what, changes).await
    }

    /// Writes what is set, if the row is still as it was read.
    async fn save_changes<A, E, M>(&self, mut row: A, old: &M) -> Result<M, StoreError>
    where
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Send + Sync,
    {
        let read = E::stamps(old);
        row.set(E::VERSION, (read.version + 1).into());
        row.set(E::UPDATED_AT, self.clock.now().into());
        row.set(E::UPDATED_BY, self.actor.user_id.into());
        let saved = E::update(row).validate()?.filter(self.as_read::<E>(old)).exec(self.transaction()).await;
        match saved {
            Ok(row) => Ok(row),
            Err(DbErr::RecordNotUpdated) => Err(StoreError::overtaken()),
            Err(error) => Err(error.into()),
        }
    }

    /// A row, if it is still as it was read.
    fn as_read<E: Stamped>(&self, old: &E::Model) -> Condition
    where
        R: Writes<E>,
    {
        let read = E::stamps(old);
        self.own::<E>().add(E::ID.eq(read.id)).add(E::VERSION.eq(read.version))
    }

    /// The rows of the actor's tenant, where rows have tenants.
    fn own<E: Table>(&self) -> Condition
    where
        R: Writes<E>,
    {
        Condition::all().add_option(R::TENANT.map(|tenant| tenant.eq(self.actor.tenant_id)))
    }
}

/// Gives a new row its tenant, its id and its stamps.
fn stamp_new<R: Writes<E>, E: Stamped>(actor: &Actor, clock: &Clock, row: &mut E::ActiveModel) {
    let now = clock.now();
    if let Some(tenant) = R::TENANT {
        row.set(tenant, actor.tenant_id.into());
    }
    if !matches!(row.get(E::ID), ActiveValue::Set(_)) {
        row.set(E::ID, new_id().into());
    }
    row.set(E::VERSION, 1_i64.into());
    row.set(E::CREATED_AT, now.into());
    row.set(E::UPDATED_AT, now.into());
    row.set(E::CREATED_BY, actor.user_id.into());
    row.set(E::UPDATED_BY, actor.user_id.into());
    E::prepare(row);
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
