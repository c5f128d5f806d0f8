//! Lists: paged, sorted by a whitelist, narrowed.

mod keyset;

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::{
    ColumnTrait, DbErr, FromQueryResult, ModelTrait, Order, QueryFilter, QueryOrder, QueryResult,
    QuerySelect, QueryTrait, Select, Value,
    sea_query::{Asterisk, Expr, Func, NullOrdering, SimpleExpr},
};
use uuid::Uuid;

pub use self::keyset::{Cursor, KeysetPage};
use crate::{Scoped, StoreError, Table, clock::start_of_day_in_kolkata};

/// Rows a page when the request doesn't say.
const DEFAULT_SIZE: u64 = 10;
/// Rows a page at most.
const MAX_SIZE: u64 = 200;
/// Rows that may be skipped at most.
const MAX_OFFSET: u64 = 100_000;

/// A table that has lists.
pub trait Listed: Table {
    /// Names that a request may sort by, beside `createdAt`, and their columns.
    const SORTABLE: &'static [(&'static str, Self::Column)];
}

/// Which page, in which order, as a request says it.
#[derive(Debug, Clone, Default)]
pub struct PageRequest {
    /// From 0; below counts as 0.
    pub number: i32,
    /// `None` is 10; below 1 counts as 1, above 200 as 200.
    pub size: Option<i32>,
    /// A sortable name; empty for the newest first.
    pub sort: String,
    /// `asc` or `desc` in any case; empty for asc, and for desc when `sort` is empty.
    pub direction: String,
}

impl PageRequest {
    fn size(&self) -> u64 {
        match self.size {
            None => DEFAULT_SIZE,
            Some(size) => u64::try_from(size).unwrap_or(0).clamp(1, MAX_SIZE),
        }
    }

    fn number(&self) -> u64 {
        u64::try_from(self.number).unwrap_or(0)
    }

    fn order(&self) -> Result<Order, StoreError> {
        match self.direction.to_ascii_lowercase().as_str() {
            "asc" => Ok(Order::Asc),
            "desc" => Ok(Order::Desc),
            "" if self.sort.is_empty() => Ok(Order::Desc),
            "" => Ok(Order::Asc),
            other => Err(StoreError::UnknownSort(other.to_owned())),
        }
    }

    fn column<E: Listed>(&self) -> Result<E::Column, StoreError> {
        match self.sort.as_str() {
            "" | "createdAt" => Ok(E::CREATED_AT),
            name => E::SORTABLE
                .iter()
                .find(|(sortable, _)| *sortable == name)
                .map(|(_, column)| *column)
                .ok_or_else(|| StoreError::UnknownSort(name.to_owned())),
        }
    }
}

/// A page of rows, and how many there are in all.
#[derive(Debug, Clone)]
pub struct Page<T> {
    /// The rows.
    pub content: Vec<T>,
    /// The page's number, from 0.
    pub number: u64,
    /// Rows a page.
    pub size: u64,
    /// Rows in all.
    pub total_elements: u64,
}

impl<T> Page<T> {
    /// Pages in all.
    pub fn total_pages(&self) -> u64 {
        self.total_elements.div_ceil(self.size.max(1))
    }
}

impl<E, M> Scoped<E>
where
    E: Listed<Model = M>,
    M: FromQueryResult + ModelTrait<Entity = E> + Send + Sync,
{
    /// The page that a request asks for, with the exact total.
    ///
    /// # Errors
    /// [`StoreError::UnknownSort`] and [`StoreError::PageTooFar`] for requests that can't be answered.
    pub async fn page(self, request: &PageRequest) -> Result<Page<M>, StoreError> {
        let total = self.counted();
        self.page_of(total, request).await
    }

    /// The same with the number of rows from elsewhere, and with rows of another shape where the selection has more
    /// columns than the table. One statement, which picks the ids first, since the
    /// list's index answers that alone, and then fetches those rows. Counted as rows and not by their ids, the narrowest
    /// index that knows the filter's columns answers the total.
    ///
    /// # Errors
    /// [`StoreError::UnknownSort`] and [`StoreError::PageTooFar`] for requests that can't be answered.
    pub async fn page_of<R>(self, total: SimpleExpr, request: &PageRequest) -> Result<Page<R>, StoreError>
    where
        R: FromQueryResult + Send + Sync,
    {
        let (number, size) = (request.number(), request.size());
        let (column, order) = (request.column::<E>()?, request.order()?);
        let offset = number.saturating_mul(size);
        if offset > MAX_OFFSET {
            return Err(StoreError::PageTooFar(MAX_OFFSET));
        }
        let ids = in_order::<E>(self.select.clone(), column, order.clone()).offset(offset).limit(size);
        let page = self.select.clone().expr_as(total, TOTAL);
        let page = page.filter(E::ID.in_subquery(ids.select_only().column(E::ID).into_query()));
        let page = in_order::<E>(page, column, order).into_model::<Counted<R>>();
        let rows = page.all(self.transaction.as_ref()).await?;
        let total_elements = match rows.first() {
            Some(row) => u64::try_from(row.total).unwrap_or(0),
            None if offset == 0 => 0,
            // Behind the last page there is no row to tell.
            None => self.count().await?,
        };
        let content = rows.into_iter().map(|row| row.row).collect();
        Ok(Page { content, number, size, total_elements })
    }
}

/// What a statement calls the number of rows.
const TOTAL: &str = "rows_in_all";

/// A row of a page.
struct Counted<M> {
    row: M,
    total: i64,
}

impl<M: FromQueryResult> FromQueryResult for Counted<M> {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        Ok(Self { total: row.try_get("", TOTAL)?, row: M::from_query_result(row, prefix)? })
    }
}

impl<E, M> Scoped<E>
where
    E: Table<Model = M>,
    M: FromQueryResult + ModelTrait<Entity = E> + Send + Sync,
{
    /// How many rows there are.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn count(&self) -> Result<u64, StoreError> {
        let total: Option<i64> = self.counting().into_tuple().one(self.transaction.as_ref()).await?;
        Ok(total.and_then(|total| u64::try_from(total).ok()).unwrap_or(0))
    }

    /// The same as a part of another statement.
    pub fn counted(&self) -> SimpleExpr {
        SimpleExpr::SubQuery(None, Box::new(self.counting().into_query().into()))
    }

    fn counting(&self) -> Select<E> {
        self.select.clone().select_only().expr_as(Func::count(Expr::col(Asterisk)), TOTAL)
    }

    /// The rows whose ids a selection picks, in its order.
    pub(crate) async fn picked(self, ids: Select<E>) -> Result<Vec<M>, StoreError> {
        let transaction = self.transaction.as_ref();
        let ids: Vec<Uuid> = ids.select_only().column(E::ID).into_tuple().all(transaction).await?;
        let mut rows: HashMap<Uuid, M> = self
            .select
            .filter(E::ID.is_in(ids.iter().copied()))
            .all(transaction)
            .await?
            .into_iter()
            .map(|row| (E::id(&row), row))
            .collect();
        Ok(ids.iter().filter_map(|id| rows.remove(id)).collect())
    }

    /// The newest rows, at most so many, after so many newer ones.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn newest(self, offset: u64, limit: u64) -> Result<Vec<M>, StoreError> {
        self.order_by_desc(E::CREATED_AT).order_by_desc(E::ID).offset(offset).limit(limit).all().await
    }
}

/// A selection in a list's order: by a column, nothing last, and then by the id.
fn in_order<E: Table>(select: Select<E>, column: E::Column, order: Order) -> Select<E> {
    // Only where there may be nulls: PostgreSQL reads no order with NULLS LAST from an index without it,
    // even of a column that has none.
    let select = if column.def().is_null() {
        select.order_by_with_nulls(column, order.clone(), NullOrdering::Last)
    } else {
        select.order_by(column, order.clone())
    };
    select.order_by(E::ID, order)
}

/// The rows whose column has one of these values; `None` when there are none to choose from.
pub fn one_of<C: ColumnTrait, V: Into<Value>>(column: C, values: Vec<V>) -> Option<SimpleExpr> {
    (!values.is_empty()).then(|| column.is_in(values))
}

/// The rows whose instant falls on the days from `from` to `to` of Asia/Kolkata, both included.
pub fn between<C: ColumnTrait>(
    column: C,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
) -> Option<SimpleExpr> {
    let from = from.map(start_of_day_in_kolkata).map(|at: DateTime<Utc>| column.gte(at));
    let to =
        to.and_then(|day| day.succ_opt()).map(start_of_day_in_kolkata).map(|at: DateTime<Utc>| column.lt(at));
    match (from, to) {
        (Some(from), Some(to)) => Some(sea_orm::sea_query::ExprTrait::and(from, to)),
        (from, to) => from.or(to),
    }
}
