//! Lists: paged, sorted by a whitelist, narrowed.

mod keyset;

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseBackend, DbErr, FromQueryResult, ModelTrait, Order, QueryFilter,
    QueryOrder, QueryResult, QuerySelect, QueryTrait, Select, Value,
    sea_query::{
        self, Asterisk, CommonTableExpression, Expr, Func, IntoColumnRef, NullOrdering, Query,
        SelectStatement, SimpleExpr,
    },
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

    /// The page's number, the rows a page, and how many rows are skipped.
    ///
    /// # Errors
    /// [`StoreError::PageTooFar`].
    pub(crate) fn window(&self) -> Result<(u64, u64, u64), StoreError> {
        let (number, size) = (self.number(), self.size());
        let offset = number.saturating_mul(size);
        if offset > MAX_OFFSET {
            return Err(StoreError::PageTooFar(MAX_OFFSET));
        }
        Ok((number, size, offset))
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
        self.page_of(None, request).await
    }

    /// The same with the number of rows from elsewhere where that is known, and with rows of another shape where the
    /// selection has more columns than the table. One statement, which picks the ids first, since the list's index
    /// answers that alone, and then fetches those rows.
    ///
    /// # Errors
    /// [`StoreError::UnknownSort`] and [`StoreError::PageTooFar`] for requests that can't be answered.
    pub async fn page_of<R>(
        self,
        total: Option<SimpleExpr>,
        request: &PageRequest,
    ) -> Result<Page<R>, StoreError>
    where
        R: FromQueryResult + Send + Sync,
    {
        let (column, order) = (request.column::<E>()?, request.order()?);
        let (number, size, offset) = request.window()?;
        let backend = self.transaction.get_database_backend();
        // SQLite counts in a pass of its own, and reads the ids from an index until the page is full. PostgreSQL doesn't
        // know how many match while it keeps a plan, and may read all of them twice: there they are read once, counted,
        // and the ids picked from them.
        let total = match backend {
            DatabaseBackend::Postgres => total,
            _ => Some(total.unwrap_or_else(|| self.counted())),
        };
        let of_page = |mut ids: SelectStatement| ids.offset(offset).limit(size).take();
        let statement = match total {
            Some(total) => {
                let ids = self.select.clone().select_only().expr_as(E::ID.into_expr(), ID);
                let ids = in_order::<E>(ids, column, &order);
                let page = self.shown(of_page(ids.into_query()), total);
                backend.build(&in_order::<E>(page, column, &order).into_query())
            }
            None => {
                let mut ids = Query::select().column(ID).from(MATCHING).take();
                sort(&mut ids, KEY, column.def().is_null(), &order).order_by(ID, order.clone());
                let total = Query::select().expr(Func::count(Expr::col(Asterisk))).from(MATCHING).take();
                let total = SimpleExpr::SubQuery(None, Box::new(total.into()));
                let page = in_order::<E>(self.shown(of_page(ids), total), column, &order).into_query();
                let matching = self.select.clone().select_only().expr_as(E::ID.into_expr(), ID);
                let matching = CommonTableExpression::new()
                    .query(matching.expr_as(column.into_expr(), KEY).into_query())
                    .table_name(MATCHING)
                    .materialized(true)
                    .to_owned();
                backend.build(&page.with(Query::with().cte(matching).to_owned()))
            }
        };
        let rows = Counted::<R>::find_by_statement(statement).all(self.transaction.as_ref()).await?;
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
/// What it calls the ids of a page, the rows that match a filter, their ids, and what they are sorted by.
const PAGE: &str = "page";
const MATCHING: &str = "matching";
const ID: &str = "matching_id";
const KEY: &str = "matching_key";

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
    pub async fn count(&self) -> Result<u64, StoreError> {
        let total: Option<i64> = self.counting().into_tuple().one(self.transaction.as_ref()).await?;
        Ok(total.and_then(|total| u64::try_from(total).ok()).unwrap_or(0))
    }

    /// The same as a part of another statement.
    fn counted(&self) -> SimpleExpr {
        SimpleExpr::SubQuery(None, Box::new(self.counting().into_query().into()))
    }

    /// The rows of a page by their ids, each with the number of all.
    fn shown(&self, ids: SelectStatement, total: SimpleExpr) -> Select<E> {
        let mut page = self.select.clone().expr_as(total, TOTAL);
        // SQLite takes the two sides of a CROSS JOIN in their order. Asked for rows whose ids are IN the page, it walks
        // the whole list in search of them, so that it needn't sort.
        QuerySelect::query(&mut page)
            .from_clear()
            .from_subquery(ids, PAGE)
            .cross_join(E::default())
            .and_where(sea_query::ExprTrait::eq(E::ID.into_expr(), Expr::col((PAGE, ID))));
        page
    }

    fn counting(&self) -> Select<E> {
        self.select.clone().select_only().expr_as(Func::count(Expr::col(Asterisk)), TOTAL)
    }

    /// The rows whose ids a selection picks, in its order.
    pub(crate) async fn picked(self, ids: Select<E>) -> Result<Vec<M>, StoreError> {
        let transaction = self.transaction.as_ref();
        let ids: Vec<Uuid> = ids.select_only().column(E::ID).into_tuple().all(transaction).await?;
        if ids.is_empty() {
            return Ok(Vec::new());
        }
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
    pub async fn newest(self, offset: u64, limit: u64) -> Result<Vec<M>, StoreError> {
        self.order_by_desc(E::CREATED_AT).order_by_desc(E::ID).offset(offset).limit(limit).all().await
    }
}

/// A selection in a list's order: by a column, nothing last, and then by the id.
fn in_order<E: Table>(mut select: Select<E>, column: E::Column, order: &Order) -> Select<E> {
    sort(QuerySelect::query(&mut select), (E::default(), column), column.def().is_null(), order);
    select.order_by(E::ID, order.clone())
}

fn sort<'a>(
    select: &'a mut SelectStatement,
    by: impl IntoColumnRef,
    is_nullable: bool,
    order: &Order,
) -> &'a mut SelectStatement {
    // Only where there may be nulls: PostgreSQL reads no order with NULLS LAST from an index without it,
    // even of a column that has none.
    if is_nullable {
        select.order_by_with_nulls(by, order.clone(), NullOrdering::Last)
    } else {
        select.order_by(by, order.clone())
    }
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
        (Some(from), Some(to)) => Some(sea_query::ExprTrait::and(from, to)),
        (from, to) => from.or(to),
    }
}
