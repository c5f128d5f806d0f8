//! What the dashboard's figures are made of: kept by the database, so that they cost the same however many rows there
//! are.

use sea_orm::{
    ColumnTrait, DatabaseBackend, FromQueryResult, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};

use super::sum;
use crate::{
    StoreError, TenantDb,
    entity::{contract, contract_figure, deposit_figure, security_deposit},
    list::one_of,
};

/// The live contracts of one status.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct ContractGroup {
    /// The status.
    pub status: contract::Status,
    /// How many.
    pub contracts: i64,
    /// How many of them had a paper cost above 0.
    pub with_paper_cost: i64,
    /// The whole rupees of their paper costs.
    pub rupees: i64,
    /// The paise beside them.
    pub paise: i64,
}

impl ContractGroup {
    /// Their paper costs, in paise.
    pub fn paper_cost(&self) -> i128 {
        in_paise(self.rupees, self.paise)
    }
}

/// The counted deposits of one type, status and contract's status.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct DepositGroup {
    /// The type.
    pub deposit_type: String,
    /// The deposits' status.
    pub status: security_deposit::Status,
    /// Their contracts' status.
    pub contract_status: contract::Status,
    /// The whole rupees of their amounts.
    pub rupees: i64,
    /// The paise beside them.
    pub paise: i64,
    /// How many of them have both a submission and a return.
    pub returned: i64,
    /// Days from submission to return, over those.
    pub days_out: i64,
}

impl DepositGroup {
    /// Their amounts, in paise.
    pub fn amount(&self) -> i128 {
        in_paise(self.rupees, self.paise)
    }
}

/// Rupees and paise are summed apart: nine thousand of the largest amounts overflow a sum of paise.
pub(super) fn in_paise(rupees: i64, paise: i64) -> i128 {
    i128::from(rupees) * 100 + i128::from(paise)
}

/// Days from a deposit's submission to its return, where it has both; the deposits are `d`.
pub(super) fn days_out(backend: DatabaseBackend) -> &'static str {
    match backend {
        DatabaseBackend::Postgres => "(d.deposit_returned_date - d.deposit_submitted_date)",
        _ => "CAST(julianday(d.deposit_returned_date) - julianday(d.deposit_submitted_date) AS INTEGER)",
    }
}

/// The live contracts by status.
pub async fn contracts(db: &TenantDb) -> Result<Vec<ContractGroup>, StoreError> {
    use contract_figure::Column;
    let groups = db
        .all_of::<contract_figure::Entity>()
        .select_only()
        .column(Column::Status)
        .expr_as(sum(Expr::col(Column::Contracts)), "contracts")
        .expr_as(sum(Expr::col(Column::WithPaperCost)), "with_paper_cost")
        .expr_as(sum(Expr::col(Column::Rupees)), "rupees")
        .expr_as(sum(Expr::col(Column::Paise)), "paise")
        .group_by(Column::Status)
        .having(sum(Expr::col(Column::Contracts)).ne(0));
    groups.rows().await
}

/// How many live contracts a tenant has in any of these statuses, or in all when none is named: a part of another
/// statement.
pub fn number_of_contracts(db: &TenantDb, statuses: &[contract::Status]) -> SimpleExpr {
    let figures = db
        .all_of::<contract_figure::Entity>()
        .narrow(one_of(contract_figure::Column::Status, statuses.to_vec()))
        .select_only()
        .expr(sum(Expr::col(contract_figure::Column::Contracts)));
    SimpleExpr::SubQuery(None, Box::new(figures.select.into_query().into()))
}

/// The counted deposits (live, of live contracts, neither CANCELLED nor REJECTED), grouped.
pub async fn deposits(db: &TenantDb) -> Result<Vec<DepositGroup>, StoreError> {
    use deposit_figure::Column;
    let uncounted = [security_deposit::Status::Cancelled, security_deposit::Status::Rejected];
    let groups = db
        .all_of::<deposit_figure::Entity>()
        .filter(Column::Status.is_not_in(uncounted))
        .select_only()
        .columns([Column::DepositType, Column::Status, Column::ContractStatus])
        .expr_as(sum(Expr::col(Column::Rupees)), "rupees")
        .expr_as(sum(Expr::col(Column::Paise)), "paise")
        .expr_as(sum(Expr::col(Column::Returned)), "returned")
        .expr_as(sum(Expr::col(Column::DaysOut)), "days_out")
        .group_by(Column::DepositType)
        .group_by(Column::Status)
        .group_by(Column::ContractStatus)
        .having(sum(Expr::col(Column::Deposits)).ne(0));
    groups.rows().await
}
