//! What contracts hold in deposits.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, FromQueryResult, QueryFilter, QuerySelect, sea_query::Expr};
use uuid::Uuid;

use crate::{
    StoreError, TenantDb,
    entity::security_deposit::{Column, Entity, Status},
};

#[derive(FromQueryResult)]
struct Sum {
    contract_id: Uuid,
    rupees: i64,
    paise: i64,
}

/// The counted deposits of each of these contracts, in paise; a contract without any is missing.
///
/// # Errors
/// When the database can't be reached.
pub async fn totals(db: &TenantDb, contracts: &[Uuid]) -> Result<HashMap<Uuid, i128>, StoreError> {
    if contracts.is_empty() {
        return Ok(HashMap::new());
    }
    let sums: Vec<Sum> = db
        .find::<Entity>()
        .filter(Column::ContractId.is_in(contracts.iter().copied()))
        .filter(Column::Status.is_not_in([Status::Cancelled, Status::Rejected]))
        .select_only()
        .column(Column::ContractId)
        // PostgreSQL sums bigints as numeric.
        .column_as(Expr::cust("CAST(SUM(amount / 100) AS BIGINT)"), "rupees")
        .column_as(Expr::cust("CAST(SUM(amount % 100) AS BIGINT)"), "paise")
        .group_by(Column::ContractId)
        .rows()
        .await?;
    Ok(sums.into_iter().map(|sum| (sum.contract_id, super::kpis::in_paise(sum.rupees, sum.paise))).collect())
}
