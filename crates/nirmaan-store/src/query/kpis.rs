//! The rows from which the dashboard's figures are made.

use sea_orm::{ConnectionTrait, DatabaseBackend, FromQueryResult};

use crate::{
    StoreError, TenantDb,
    entity::{contract, security_deposit},
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

/// The live contracts by status.
///
/// # Errors
/// When the database can't be reached.
pub async fn contracts(db: &TenantDb) -> Result<Vec<ContractGroup>, StoreError> {
    let sql = "SELECT status, COUNT(*) AS contracts, \
               COUNT(CASE WHEN paper_cost > 0 THEN 1 END) AS with_paper_cost, \
               CAST(COALESCE(SUM(paper_cost / 100), 0) AS BIGINT) AS rupees, \
               CAST(COALESCE(SUM(paper_cost % 100), 0) AS BIGINT) AS paise \
               FROM contracts WHERE tenant_id = $1 AND deleted_at IS NULL GROUP BY status";
    db.aggregate(sql, []).await
}

/// How many live contracts stand in each status; answered by the status index alone.
///
/// # Errors
/// When the database can't be reached.
pub async fn contracts_by_status(db: &TenantDb) -> Result<Vec<(contract::Status, i64)>, StoreError> {
    #[derive(FromQueryResult)]
    struct Count {
        status: contract::Status,
        contracts: i64,
    }
    let sql = "SELECT status, COUNT(*) AS contracts FROM contracts \
               WHERE tenant_id = $1 AND deleted_at IS NULL GROUP BY status";
    let counts: Vec<Count> = db.aggregate(sql, []).await?;
    Ok(counts.into_iter().map(|count| (count.status, count.contracts)).collect())
}

/// The counted deposits (live, of live contracts, neither CANCELLED nor REJECTED), grouped.
///
/// # Errors
/// When the database can't be reached.
pub async fn deposits(db: &TenantDb) -> Result<Vec<DepositGroup>, StoreError> {
    let days = match db.transaction.get_database_backend() {
        DatabaseBackend::Postgres => "d.deposit_returned_date - d.deposit_submitted_date",
        _ => "julianday(d.deposit_returned_date) - julianday(d.deposit_submitted_date)",
    };
    let sql = format!(
        "SELECT d.deposit_type, d.status, c.status AS contract_status, \
         CAST(SUM(d.amount / 100) AS BIGINT) AS rupees, CAST(SUM(d.amount % 100) AS BIGINT) AS paise, COUNT({days}) AS returned, \
         CAST(COALESCE(SUM({days}), 0) AS BIGINT) AS days_out \
         FROM security_deposits d JOIN contracts c ON c.tenant_id = d.tenant_id AND c.id = d.contract_id \
         WHERE d.tenant_id = $1 AND d.deleted_at IS NULL AND c.deleted_at IS NULL \
         AND d.status NOT IN ('CANCELLED', 'REJECTED') \
         GROUP BY d.deposit_type, d.status, c.status"
    );
    db.aggregate(&sql, []).await
}
