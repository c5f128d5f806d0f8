//! The bare server: axum and sqlx, hand-written SQL, no sign-in, no rights, no row-level security, no audit. It is the
//! ceiling: what the database and the machine can do.

use std::net::SocketAddr;

use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    routing::{get, post},
};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Serves the database of a URL.
pub async fn serve(url: &str, address: SocketAddr) -> anyhow::Result<()> {
    let router = match url.starts_with("sqlite") {
        true => sqlite::router(url).await?,
        false => postgres::router(url).await?,
    };
    let listener = tokio::net::TcpListener::bind(address).await?;
    axum::serve(listener, router).await?;
    Ok(())
}

/// A page of contracts.
#[derive(Serialize)]
struct Page {
    total: i64,
    content: Vec<Contract>,
}

/// What a page is narrowed to: contracts of one of three statuses that contain a word.
#[derive(Deserialize)]
struct Filter {
    tenant: Uuid,
    statuses: [String; 3],
    word: String,
}

/// A contract to create.
#[derive(Deserialize)]
struct New {
    tenant: Uuid,
    bid_id: String,
    contract_name: String,
    value: i64,
}

type Answer<T> = Result<Json<T>, StatusCode>;

fn failed(error: sqlx::Error) -> StatusCode {
    eprintln!("{error}");
    StatusCode::INTERNAL_SERVER_ERROR
}

const GET: &str = "SELECT * FROM contracts WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL";
const COUNT: &str = "SELECT COUNT(*) FROM contracts WHERE tenant_id = $1 AND deleted_at IS NULL";
const PAGE: &str = "SELECT c.* FROM (SELECT id, created_at FROM contracts WHERE tenant_id = $1 AND deleted_at IS NULL \
                    ORDER BY created_at DESC, id DESC LIMIT 10) page \
                    JOIN contracts c ON c.tenant_id = $1 AND c.id = page.id ORDER BY page.created_at DESC, page.id DESC";
const FILTER_COUNT: &str = "SELECT COUNT(*) FROM contracts WHERE tenant_id = $1 AND deleted_at IS NULL \
                            AND status IN ($2, $3, $4) AND search LIKE $5";
const FILTER: &str = "SELECT c.* FROM (SELECT id, created_at FROM contracts WHERE tenant_id = $1 AND deleted_at IS NULL \
                      AND status IN ($2, $3, $4) AND search LIKE $5 ORDER BY created_at DESC, id DESC LIMIT 10) page \
                      JOIN contracts c ON c.tenant_id = $1 AND c.id = page.id \
                      ORDER BY page.created_at DESC, page.id DESC";
const CREATE: &str = "INSERT INTO contracts (tenant_id, id, bid_id, contract_name, reference_no, description, status, \
                      tender_actual_value, contract_type, termination_reason, extension_count, license_id, \
                      license_holder_name, license_no, comments, has_project, search, version, created_at, updated_at) \
                      VALUES ($1, $2, $3, $4, '', '', 'DRAFT', $5, '', '', 0, '', '', '', '', false, $6, 1, $7, $7)";

/// A contract as a row has it, made from either database's.
macro_rules! contract {
    ($($field:ident: $type:ty),* $(,)?) => {
        #[derive(Serialize)]
        struct Contract { $($field: $type),* }
        contract!(of sqlx::postgres::PgRow: $($field),*);
        contract!(of sqlx::sqlite::SqliteRow: $($field),*);
    };
    (of $row:ty: $($field:ident),*) => {
        impl<'r> sqlx::FromRow<'r, $row> for Contract {
            fn from_row(row: &'r $row) -> Result<Self, sqlx::Error> {
                use sqlx::Row;
                Ok(Self { $($field: row.try_get(stringify!($field))?),* })
            }
        }
    };
}

contract! {
    id: Uuid,
    bid_id: String,
    contract_name: String,
    reference_no: String,
    description: String,
    status: String,
    paper_cost: Option<i64>,
    tender_actual_value: Option<i64>,
    tender_bid_value: Option<i64>,
    tender_bid_percentage: Option<i64>,
    contract_type: String,
    termination_reason: String,
    extension_count: i32,
    opening_date: Option<NaiveDate>,
    closing_date: Option<NaiveDate>,
    result_date: Option<NaiveDate>,
    drafting_date: Option<NaiveDate>,
    submitted_payment_date: Option<NaiveDate>,
    awarded_date: Option<NaiveDate>,
    agreement_date: Option<NaiveDate>,
    given_start_date: Option<NaiveDate>,
    given_end_date: Option<NaiveDate>,
    actual_start_date: Option<NaiveDate>,
    actual_end_date: Option<NaiveDate>,
    license_id: String,
    license_holder_name: String,
    license_no: String,
    comments: String,
    contract_metadata: Option<String>,
    version: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    created_by: Option<Uuid>,
    updated_by: Option<Uuid>,
}

/// The handlers over one kind of pool.
macro_rules! handlers {
    ($pool:ty) => {
        fn routes(pool: $pool) -> Router {
            Router::new()
                .route("/readyz", get(async || "ok"))
                .route("/contracts/{tenant}/{id}", get(one))
                .route("/contracts/{tenant}", get(page))
                .route("/contracts/filter", post(filter))
                .route("/contracts", post(create))
                .with_state(pool)
        }

        async fn one(State(pool): State<$pool>, Path((tenant, id)): Path<(Uuid, Uuid)>) -> Answer<Contract> {
            sqlx::query_as(GET).bind(tenant).bind(id).fetch_one(&pool).await.map(Json).map_err(failed)
        }

        async fn page(State(pool): State<$pool>, Path(tenant): Path<Uuid>) -> Answer<Page> {
            let total = sqlx::query_scalar(COUNT).bind(tenant).fetch_one(&pool).await.map_err(failed)?;
            let content = sqlx::query_as(PAGE).bind(tenant).fetch_all(&pool).await.map_err(failed)?;
            Ok(Json(Page { total, content }))
        }

        async fn filter(State(pool): State<$pool>, Json(filter): Json<Filter>) -> Answer<Page> {
            let [a, b, c] = &filter.statuses;
            let word = format!("%{}%", filter.word);
            let count =
                sqlx::query_scalar(FILTER_COUNT).bind(filter.tenant).bind(a).bind(b).bind(c).bind(&word);
            let total = count.fetch_one(&pool).await.map_err(failed)?;
            let rows = sqlx::query_as(FILTER).bind(filter.tenant).bind(a).bind(b).bind(c).bind(&word);
            let content = rows.fetch_all(&pool).await.map_err(failed)?;
            Ok(Json(Page { total, content }))
        }

        async fn create(State(pool): State<$pool>, Json(new): Json<New>) -> Answer<Uuid> {
            let id = Uuid::new_v4();
            let search = format!("{}\u{1}{}", new.bid_id, new.contract_name).to_lowercase();
            sqlx::query(CREATE)
                .bind(new.tenant)
                .bind(id)
                .bind(new.bid_id)
                .bind(new.contract_name)
                .bind(new.value)
                .bind(search)
                .bind(Utc::now())
                .execute(&pool)
                .await
                .map_err(failed)?;
            Ok(Json(id))
        }
    };
}

mod postgres {
    use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};

    use super::*;

    pub async fn router(url: &str) -> anyhow::Result<Router> {
        // As the product does it, since the SQL decides more than the server.
        let options: PgConnectOptions = url.parse()?;
        let options =
            options.options([("random_page_cost", "1.1"), ("max_parallel_workers_per_gather", "0")]);
        let pool =
            PgPoolOptions::new().max_connections(16).test_before_acquire(false).connect_with(options).await?;
        Ok(routes(pool))
    }

    handlers!(PgPool);
}

mod sqlite {
    use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};

    use super::*;

    pub async fn router(url: &str) -> anyhow::Result<Router> {
        let options: SqliteConnectOptions = url.parse()?;
        let options = options.pragma("journal_mode", "WAL").pragma("synchronous", "FULL");
        let pool = SqlitePoolOptions::new()
            .max_connections(8)
            .test_before_acquire(false)
            .connect_with(options)
            .await?;
        Ok(routes(pool))
    }

    handlers!(SqlitePool);
}
