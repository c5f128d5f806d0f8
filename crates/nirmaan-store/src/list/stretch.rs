//! Lists to their end, in short steps.

use sea_orm::{
    ColumnTrait, FromQueryResult, IntoSimpleExpr, ModelTrait, Order, QueryFilter, QuerySelect, Value,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use uuid::Uuid;

use super::{Listed, PageRequest, in_order};
use crate::{Scoped, StoreError, Table};

/// Some rows of a list, and where the rest begins.
#[derive(Debug, Clone)]
pub struct Stretch<T> {
    /// The rows.
    pub content: Vec<T>,
    /// Behind which row to go on; `None` at the end of the list.
    pub next: Option<Mark>,
}

/// A row's place in a list: what the list is sorted by, and the id.
#[derive(Debug, Clone)]
pub struct Mark {
    value: Value,
    id: Uuid,
}

impl Mark {
    /// The rows behind this place.
    fn behind<E: Table>(&self, column: E::Column, order: &Order) -> SimpleExpr {
        let (value, id) = (Expr::val(self.value.clone()), Expr::val(self.id));
        let further = |place: SimpleExpr, mark: SimpleExpr| match order {
            Order::Desc => place.lt(mark),
            _ => place.gt(mark),
        };
        let place = |column: E::Column| column.into_simple_expr();
        if self.value == self.value.as_null() {
            return column.is_null().and(further(place(E::ID), id));
        }
        // Both databases find the first row of a comparison of pairs in an index of the two columns.
        let pair = Expr::tuple([place(column), place(E::ID)]);
        let further = further(pair, Expr::tuple([value, id]));
        if column.def().is_null() { further.or(column.is_null()) } else { further }
    }
}

impl<E, M> Scoped<E>
where
    E: Listed<Model = M>,
    M: FromQueryResult + ModelTrait<Entity = E> + Send + Sync,
{
    /// The next rows of the list that a request asks for, behind those that were read before: the whole list in
    /// short steps, each of which may have a snapshot of its own. What is inserted meanwhile repeats nothing.
    ///
    /// # Errors
    /// [`StoreError::UnknownSort`] for requests that can't be answered.
    pub async fn stretch(
        self,
        request: &PageRequest,
        behind: Option<&Mark>,
        most: u64,
    ) -> Result<Stretch<M>, StoreError> {
        let (column, order) = (request.column::<E>()?, request.order()?);
        let rest = match behind {
            Some(mark) => self.select.clone().filter(mark.behind::<E>(column, &order)),
            None => self.select.clone(),
        };
        let content = self.picked(in_order::<E>(rest, column, order).limit(most)).await?;
        // A short one is the last.
        let last = content.last().filter(|_| content.len() as u64 == most);
        let next = last.map(|row| Mark { value: row.get(column), id: E::id(row) });
        Ok(Stretch { content, next })
    }
}
