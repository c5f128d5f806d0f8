//! Lists to their end, page after page, by keyset.

use sea_orm::{
    ColumnTrait, FromQueryResult, IntoSimpleExpr, ModelTrait, Order, QueryFilter, QuerySelect, Value,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use uuid::Uuid;

use super::{Listed, PageRequest, in_order};
use crate::{Scoped, StoreError, Table};

/// Some rows of a list, and the cursor to the rest.
#[derive(Debug, Clone)]
pub struct KeysetPage<T> {
    /// The rows.
    pub content: Vec<T>,
    /// After which row to go on; `None` at the end of the list.
    pub next: Option<Cursor>,
}

/// A row's place in a list: what the list is sorted by, and the id.
#[derive(Debug, Clone)]
pub struct Cursor {
    value: Value,
    id: Uuid,
}

impl Cursor {
    /// The rows after this place.
    fn after<E: Table>(&self, column: E::Column, order: &Order) -> SimpleExpr {
        let (value, id) = (Expr::val(self.value.clone()), Expr::val(self.id));
        let further = |place: SimpleExpr, bound: SimpleExpr| match order {
            Order::Desc => place.lt(bound),
            _ => place.gt(bound),
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
    /// The next rows of the list that a request asks for, after those that were read before: the whole list in
    /// short steps, each of which may have a snapshot of its own. What is inserted meanwhile repeats nothing.
    ///
    /// # Errors
    /// [`StoreError::UnknownSort`] for requests that can't be answered.
    pub async fn keyset_page(
        self,
        request: &PageRequest,
        after: Option<&Cursor>,
        most: u64,
    ) -> Result<KeysetPage<M>, StoreError> {
        let (column, order) = (request.column::<E>()?, request.order()?);
        let rest = match after {
            Some(cursor) => self.select.clone().filter(cursor.after::<E>(column, &order)),
            None => self.select.clone(),
        };
        let content = self.picked(in_order::<E>(rest, column, &order).limit(most)).await?;
        // A short one is the last.
        let last = content.last().filter(|_| content.len() as u64 == most);
        let next = last.map(|row| Cursor { value: row.get(column), id: E::id(row) });
        Ok(KeysetPage { content, next })
    }
}
