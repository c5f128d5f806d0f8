//! What is counted, summed and read in ways of its own, from a handle on.

pub mod app_passwords;
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

use sea_orm::sea_query::{Expr, ExprTrait, Func, SimpleExpr};

/// The sum of whole numbers, 0 of no rows. PostgreSQL sums bigints as numeric.
fn sum(of: SimpleExpr) -> SimpleExpr {
    SimpleExpr::from(Func::coalesce([of.sum(), Expr::value(0_i64)])).cast_as("BIGINT")
}
