//! Writes put into words before the transaction that makes them. What is written by the thousand then holds up others
//! for no longer than the database needs for it.

use std::{ops::Deref, sync::Arc};

use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ActiveValue, ColumnTrait, ConnectionTrait, DatabaseBackend,
    EntityTrait, IntoActiveModel, Iterable, ModelTrait, QueryFilter, QueryTrait, Statement, Value,
    sea_query::{Expr, ExprTrait, IntoIden, OnConflict, TableRef, ValueTuple, Values},
};
use serde::Serialize;
use uuid::Uuid;

use super::{
    Stamped, WriteDb, keep_changes,
    many::{VALUES, inserts},
};
use crate::{
    Action, Actor, Clock, Retry, Store, StoreError, TenantDb, TenantEntity, audit, handle::Handle,
    transaction::Tries,
};

/// The rows of a statement that changes many.
const CHANGED: &str = "changed";

/// Reads a tenant's rows, and puts into words what becomes of them.
pub struct Draft {
    read: TenantDb,
    actor: Actor,
    clock: Clock,
}

impl Deref for Draft {
    type Target = TenantDb;

    fn deref(&self) -> &TenantDb {
        &self.read
    }
}

/// Changes of rows, each with its event.
#[derive(Debug)]
pub struct DraftedChanges {
    updates: Vec<Update>,
    events: Vec<Statement>,
    versions: Vec<(Uuid, i64)>,
}

#[derive(Debug)]
struct Update {
    statement: Statement,
    rows: u64,
}

/// New rows, whose event is that of what they belong to.
#[derive(Debug)]
pub struct DraftedRows {
    inserts: Vec<Statement>,
}

impl DraftedChanges {
    /// The rows that change, with the versions that they have then.
    pub fn versions(&self) -> &[(Uuid, i64)] {
        &self.versions
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        self.updates.iter().map(|update| bytes(&update.statement)).sum::<usize>()
            + self.events.iter().map(bytes).sum::<usize>()
    }
}

impl DraftedRows {
    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        self.inserts.iter().map(bytes).sum()
    }
}

/// The columns in which two states of a row differ.
pub fn differing<E, M>(old: &M, new: &M) -> impl Iterator<Item = E::Column>
where
    E: EntityTrait,
    M: ModelTrait<Entity = E>,
{
    E::Column::iter().filter(|column| new.get(*column) != old.get(*column))
}

fn bytes(statement: &Statement) -> usize {
    let text = |value: &Value| match value {
        Value::String(Some(text)) => text.len(),
        _ => 0,
    };
    let values = statement.values.iter().flat_map(|Values(values)| values);
    statement.sql.len() + values.map(|value| size_of::<Value>() + text(value)).sum::<usize>()
}

impl Draft {
    /// Rows as they were read, and what they are to be. Those in which nothing changes stay as they are.
    ///
    /// # Errors
    /// None that a caller can bring about.
    pub fn changes<A, E, M>(&self, rows: Vec<(M, M)>) -> Result<DraftedChanges, StoreError>
    where
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A> + TenantEntity,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + Serialize + Clone,
    {
        let (mut changed, mut versions, mut events) = (Vec::new(), Vec::new(), Vec::new());
        for (old, wanted) in rows {
            let mut row = old.clone().into_active_model();
            for column in differing(&old, &wanted) {
                row.set(column, wanted.get(column));
            }
            E::prepare(&mut row);
            if keep_changes::<A, E, M>(&mut row, &old) {
                let read = E::stamps(&old);
                versions.push((read.id, read.version + 1));
                events.push((read.id, audit::difference(&old, &wanted)));
                changed.push((old, row));
            }
        }
        let is_set = |column: &E::Column| {
            changed.iter().any(|(_, row): &(M, A)| matches!(row.get(*column), ActiveValue::Set(_)))
        };
        let columns: Vec<E::Column> = E::Column::iter().filter(is_set).collect();
        let chunks = changed.chunks(VALUES / (columns.len() + 2));
        let updates = chunks.map(|rows| self.update(rows, &columns)).collect();
        let backend = self.backend();
        let events = events
            .chunks(VALUES / audit::COLUMNS)
            .map(|events| audit::draft(backend, &self.clock, &self.actor, Action::Update, E::NAME, events));
        Ok(DraftedChanges { updates, events: events.collect::<Result<_, _>>()?, versions })
    }

    /// One statement that gives rows new values in these columns, if they are still as they were read.
    fn update<A, E, M>(&self, rows: &[(M, A)], columns: &[E::Column]) -> Update
    where
        A: ActiveModelTrait<Entity = E>,
        E: Stamped<Model = M, ActiveModel = A> + TenantEntity,
        M: ModelTrait<Entity = E>,
    {
        let values = rows.iter().map(|(old, row)| {
            let read = E::stamps(old);
            let new = columns.iter().map(|column| match row.get(*column) {
                ActiveValue::Set(value) => value,
                _ => old.get(*column),
            });
            ValueTuple::Many([read.id.into(), read.version.into()].into_iter().chain(new).collect())
        });
        // Both databases name the columns of such a list so.
        let given = |place: usize| Expr::col((CHANGED, format!("column{place}")));
        let mut update = E::update_many()
            .col_expr(E::VERSION, Expr::col((E::default(), E::VERSION)).add(1_i64))
            .col_expr(E::UPDATED_AT, Expr::value(self.clock.now()))
            .col_expr(E::UPDATED_BY, Expr::value(self.actor.user_id))
            .filter(E::TENANT.eq(self.actor.tenant_id))
            .filter(Expr::col((E::default(), E::ID)).eq(given(1)))
            .filter(Expr::col((E::default(), E::VERSION)).eq(given(2)));
        for (place, column) in (3..).zip(columns) {
            update = update.col_expr(*column, given(place));
        }
        QueryTrait::query(&mut update).from(TableRef::ValuesList(values.collect(), CHANGED.into_iden()));
        Update { statement: update.build(self.backend()), rows: rows.len() as u64 }
    }

    /// New rows, with their stamps. A row that the index refuses which `unless` names is passed over; which ones
    /// weren't is told by the values of one of their columns.
    pub fn rows<A, E>(&self, rows: Vec<A>, unless: Option<(OnConflict, E::Column)>) -> DraftedRows
    where
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<ActiveModel = A> + TenantEntity,
        E::Model: IntoActiveModel<A>,
    {
        let inserts =
            inserts::<TenantDb, E, A>(&self.actor, &self.clock, rows).into_iter().map(|mut insert| {
                if let Some((conflict, told)) = &unless {
                    insert.on_conflict(conflict.clone()).returning_col(*told);
                }
                self.backend().build(&insert)
            });
        DraftedRows { inserts: inserts.collect() }
    }

    fn backend(&self) -> DatabaseBackend {
        self.read.transaction().get_database_backend()
    }
}

impl WriteDb {
    /// To put into words within the transaction what was too much before it.
    pub fn draft(&self) -> Draft {
        let read = TenantDb { transaction: self.read.transaction.clone(), tenant_id: self.read.tenant_id };
        Draft { read, actor: self.actor.clone(), clock: self.clock.clone() }
    }

    /// Changes rows, and appends their events.
    ///
    /// # Errors
    /// [`StoreError::overtaken`] when one of them isn't as it was read; [`StoreError::Duplicate`] and
    /// [`StoreError::Reference`] where the schema refuses one.
    pub async fn change_drafted(&self, changes: &DraftedChanges) -> Result<(), StoreError> {
        for Update { statement, rows } in &changes.updates {
            let done = self.transaction().execute_raw(statement.clone()).await?;
            if done.rows_affected() != *rows {
                return Err(StoreError::overtaken());
            }
        }
        for events in &changes.events {
            self.transaction().execute_raw(events.clone()).await?;
        }
        Ok(())
    }

    /// Inserts rows. Says what was to be told of those that no index refused.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] and [`StoreError::Reference`] where the schema refuses one otherwise.
    pub async fn insert_drafted(&self, rows: &DraftedRows) -> Result<Vec<String>, StoreError> {
        let mut told = Vec::new();
        for insert in &rows.inserts {
            for row in self.transaction().query_all_raw(insert.clone()).await? {
                told.push(row.try_get_by_index(0)?);
            }
        }
        Ok(told)
    }
}

impl Store {
    /// Runs `work` in one transaction of the actor's tenant, after `draft` has put into words from a snapshot what it
    /// writes. Both are done anew, three times in all, when somebody was in between or in the way.
    ///
    /// # Errors
    /// What they say, or that the database can't be reached.
    pub async fn write_drafted<D, T, E, P, W, FD, FW>(&self, actor: &Actor, draft: P, work: W) -> Result<T, E>
    where
        P: Fn(Draft) -> FD + Send + Sync,
        FD: Future<Output = Result<D, E>> + Send,
        W: Fn(WriteDb, Arc<D>) -> FW + Send + Sync,
        FW: Future<Output = Result<T, E>> + Send,
        D: Send + Sync,
        T: Send,
        E: From<StoreError> + Retry + Send,
    {
        let mut tries = Tries::default();
        loop {
            let read = self.read(actor).await?;
            let drafted = draft(Draft { read, actor: actor.clone(), clock: self.clock().clone() }).await?;
            let drafted = Arc::new(drafted);
            let result = self.write_in_one(actor, &|db| work(db, drafted.clone())).await;
            if !tries.again(&result).await {
                return result;
            }
        }
    }
}
