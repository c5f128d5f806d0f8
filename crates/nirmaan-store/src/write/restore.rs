//! Bringing deleted rows back.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ColumnTrait, Condition, FromQueryResult, IntoActiveModel,
    ModelTrait, QueryFilter, QuerySelect,
    sea_query::{Expr, ExprTrait, LockType},
};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::{Stamped, WriteDb};
use crate::{
    Action, Changes, StoreError,
    handle::{WriteHandle, Writes},
};

impl<R: WriteHandle> WriteDb<R> {
    /// The row with this id that was deleted by itself since an instant, locked until the transaction ends. One that went
    /// along with another comes back with that.
    pub async fn get_deleted<E, M>(&self, id: Uuid, since: DateTime<Utc>) -> Result<Option<M>, StoreError>
    where
        R: Writes<E>,
        E: Stamped<Model = M>,
        M: ModelTrait<Entity = E> + FromQueryResult + Send + Sync,
    {
        let (Some(at), Some(with)) = (E::DELETED_AT, E::DELETED_WITH) else { return Ok(None) };
        let gone = self.own::<E>().add(E::ID.eq(id)).add(with.eq(id)).add(at.gte(since));
        Ok(E::find().filter(gone).lock(LockType::NoKeyUpdate).one(self.transaction()).await?)
    }

    /// Brings a deleted row back, with its event, which also names how many rows of what come back along.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] when another row has by now what only one may have.
    pub async fn restore<A, E, M>(&self, old: M, along: &[(&str, u64)]) -> Result<M, StoreError>
    where
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Serialize + Clone + Send + Sync,
    {
        let back = |(entity, rows): &(&str, u64)| ((*entity).to_owned(), json!({"from": 0, "to": rows}));
        self.restore_with(old, |_| {}, along.iter().map(back).collect()).await
    }

    /// Like [`WriteDb::restore`], of a row that isn't quite as it was, or of which more is to be told: `along`.
    ///
    /// # Errors
    /// As [`WriteDb::restore`].
    pub async fn restore_with<A, E, M>(
        &self,
        old: M,
        change: impl FnOnce(&mut A),
        along: Changes,
    ) -> Result<M, StoreError>
    where
        R: Writes<E>,
        A: ActiveModelTrait<Entity = E> + ActiveModelBehavior + Send,
        E: Stamped<Model = M, ActiveModel = A>,
        M: ModelTrait<Entity = E> + IntoActiveModel<A> + FromQueryResult + Serialize + Clone + Send + Sync,
    {
        let back = |row: &mut A| {
            if let (Some(at), Some(by), Some(with)) = (E::DELETED_AT, E::DELETED_BY, E::DELETED_WITH) {
                row.set(at, None::<DateTime<Utc>>.into());
                row.set(by, None::<Uuid>.into());
                row.set(with, None::<Uuid>.into());
            }
            change(row);
        };
        self.change_as(Action::Restore, old, None, back, along).await
    }

    /// Brings back what was deleted along with another row, whose event tells of it. Says how many rows.
    pub async fn restore_along<E>(&self, with: Uuid) -> Result<u64, StoreError>
    where
        R: Writes<E>,
        E: Stamped,
    {
        self.restore_those::<E>(with, Condition::all()).await
    }

    /// Like [`WriteDb::restore_along`], of those rows for which a condition holds.
    pub(crate) async fn restore_those<E>(&self, with: Uuid, which: Condition) -> Result<u64, StoreError>
    where
        R: Writes<E>,
        E: Stamped,
    {
        let (Some(at), Some(by), Some(along)) = (E::DELETED_AT, E::DELETED_BY, E::DELETED_WITH) else {
            return Ok(0);
        };
        let restored = E::update_many()
            .col_expr(at, Expr::value(None::<DateTime<Utc>>))
            .col_expr(by, Expr::value(None::<Uuid>))
            .col_expr(along, Expr::value(None::<Uuid>))
            .col_expr(E::VERSION, Expr::col(E::VERSION).add(1_i64))
            .col_expr(E::UPDATED_AT, Expr::value(self.clock.now()))
            .col_expr(E::UPDATED_BY, Expr::value(self.actor.user_id))
            .filter(self.own::<E>())
            .filter(along.eq(with))
            .filter(at.is_not_null())
            .filter(E::ID.ne(with))
            .filter(which);
        Ok(restored.exec(self.transaction()).await?.rows_affected)
    }
}
