//! What the dashboard's figures are made of: kept by the database, so that they cost the same however many rows there
//! are.

use sea_orm::{
    ColumnTrait, Condition, DatabaseBackend, EntityTrait, FromQueryResult, QueryFilter, QuerySelect,
    QueryTrait,
    sea_query::{Expr, SimpleExpr},
};

use crate::{
    StoreError, TenantDb,
    entity::{contract, contract_figure, security_deposit},
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
///
/// # Errors
/// When the database can't be reached.
pub async fn contracts(db: &TenantDb) -> Result<Vec<ContractGroup>, StoreError> {
    // PostgreSQL sums bigints as numeric.
    let sql = "SELECT status, CAST(SUM(contracts) AS BIGINT) AS contracts, \
               CAST(SUM(with_paper_cost) AS BIGINT) AS with_paper_cost, \
               CAST(SUM(rupees) AS BIGINT) AS rupees, CAST(SUM(paise) AS BIGINT) AS paise \
               FROM contract_figures WHERE tenant_id = $1 GROUP BY status HAVING SUM(contracts) <> 0";
    db.aggregate(sql, []).await
}

/// How many live contracts a tenant has in any of these statuses, or in all when none is named: a part of another
/// statement.
pub fn number_of_contracts(db: &TenantDb, statuses: &[contract::Status]) -> SimpleExpr {
    let figures = contract_figure::Entity::find()
        .select_only()
        .expr(Expr::cust("CAST(COALESCE(SUM(contracts), 0) AS BIGINT)"))
        .filter(contract_figure::Column::TenantId.eq(db.tenant_id))
        .filter(Condition::all().add_option(one_of(contract_figure::Column::Status, statuses.to_vec())));
    SimpleExpr::SubQuery(None, Box::new(figures.into_query().into()))
}

/// The counted deposits (live, of live contracts, neither CANCELLED nor REJECTED), grouped.
///
/// # Errors
/// When the database can't be reached.
pub async fn deposits(db: &TenantDb) -> Result<Vec<DepositGroup>, StoreError> {
    let sql = "SELECT deposit_type, status, contract_status, CAST(SUM(rupees) AS BIGINT) AS rupees, \
               CAST(SUM(paise) AS BIGINT) AS paise, CAST(SUM(returned) AS BIGINT) AS returned, \
               CAST(SUM(days_out) AS BIGINT) AS days_out \
               FROM deposit_figures WHERE tenant_id = $1 AND status NOT IN ('CANCELLED', 'REJECTED') \
               GROUP BY deposit_type, status, contract_status HAVING SUM(deposits) <> 0";
    db.aggregate(sql, []).await
}
