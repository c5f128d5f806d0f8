//! What is counted, summed and read in ways of its own, from a handle on.

pub mod app_passwords;
pub mod column_maps;
pub mod contradictions;
pub mod deleted;
pub mod deposits;
pub mod documents;
pub mod figures;
pub mod import_problems;
pub mod imports;
pub mod kpis;
pub mod mail_links;
pub mod outbox;
pub mod people;
pub mod permissions;
pub mod records;
pub mod roles;
pub mod seals;
pub mod second_factors;
pub mod sessions;
mod sign_in;
mod stored;
pub mod sums;
mod sweep;
pub mod tasks;
pub mod tenants;
pub mod trail;
mod visits;

use std::collections::{BTreeSet, HashMap};

use sea_orm::{
    ColumnTrait, QueryFilter, QuerySelect,
    sea_query::{Expr, ExprTrait, Func, SimpleExpr},
};
use uuid::Uuid;

use crate::{Named, PlatformEntity, StoreError, handle::Handle};

/// The sum of whole numbers, 0 of no rows. PostgreSQL sums bigints as numeric.
fn sum(of: SimpleExpr) -> SimpleExpr {
    SimpleExpr::from(Func::coalesce([of.sum(), Expr::value(0_i64)])).cast_as("BIGINT")
}

/// The names of the platform's records of a kind, by their ids.
async fn names<E: PlatformEntity + Named>(
    db: &impl Handle,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>, StoreError> {
    let ids: BTreeSet<Uuid> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = E::find().filter(E::ID.is_in(ids)).select_only().columns([E::ID, E::NAMED_BY]);
    let rows: Vec<(Uuid, String)> = rows.into_tuple().all(db.transaction()).await?;
    Ok(rows.into_iter().collect())
}
