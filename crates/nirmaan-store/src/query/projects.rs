//! What the tasks of projects come to.

use std::collections::HashMap;

use sea_orm::{FromQueryResult, Value};
use uuid::Uuid;

use crate::{StoreError, TenantDb};

/// The sums over a project's live tasks: but for their number, over those that have none below them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    /// Tasks at every level.
    pub tasks: i64,
    /// Tasks without tasks below them.
    pub leaves: i128,
    /// Their estimated amounts, in paise.
    pub estimated_amount: i128,
    /// Their actual amounts, in paise.
    pub actual_amount: i128,
    /// Their progress, in hundredths of a percent.
    pub progress: i128,
    /// The same, each times its estimated amount.
    pub weighted_progress: i128,
}

/// Amounts are summed in two parts of this many paise, times progress too: of 100,000 of the largest tasks both
/// parts stay within 64 bits, which a sum of the whole exceeds.
const PART: i64 = 1_000_000;

#[derive(FromQueryResult)]
struct Row {
    project_id: Uuid,
    tasks: i64,
    leaves: i64,
    progress: i64,
    estimated_high: i64,
    estimated_low: i64,
    actual_high: i64,
    actual_low: i64,
    weighted_high: i64,
    weighted_low: i64,
}

/// The sums of each of these projects; one without tasks is missing.
///
/// # Errors
/// When the database can't be reached.
pub async fn sums(db: &TenantDb, projects: &[Uuid]) -> Result<HashMap<Uuid, Sums>, StoreError> {
    if projects.is_empty() {
        return Ok(HashMap::new());
    }
    let list: Vec<String> = (2..projects.len() + 2).map(|place| format!("${place}")).collect();
    let list = list.join(", ");
    // PostgreSQL sums bigints as numeric.
    let sum = |of: &str| format!("CAST(COALESCE(SUM(CASE WHEN is_leaf THEN {of} END), 0) AS BIGINT)");
    let columns = [
        ("leaves", "1".to_owned()),
        ("progress", "progress".to_owned()),
        ("estimated_high", format!("estimated_amount / {PART}")),
        ("estimated_low", format!("estimated_amount % {PART}")),
        ("actual_high", format!("actual_amount / {PART}")),
        ("actual_low", format!("actual_amount % {PART}")),
        ("weighted_high", format!("estimated_amount / {PART} * progress")),
        ("weighted_low", format!("estimated_amount % {PART} * progress")),
    ];
    let columns: Vec<String> = columns.iter().map(|(name, of)| format!("{} AS {name}", sum(of))).collect();
    // Each row asks the index once whether anything is below it: a join is done row by row against all parents.
    let sql = format!(
        "WITH t AS MATERIALIZED (SELECT project_id, progress, estimated_amount, actual_amount, \
         NOT EXISTS (SELECT 1 FROM tasks b WHERE b.tenant_id = a.tenant_id AND b.parent_id = a.id \
         AND b.deleted_at IS NULL) AS is_leaf \
         FROM tasks a WHERE a.tenant_id = $1 AND a.project_id IN ({list}) AND a.deleted_at IS NULL) \
         SELECT project_id, COUNT(*) AS tasks, {} FROM t GROUP BY project_id",
        columns.join(", ")
    );
    let rows: Vec<Row> = db.aggregate(&sql, projects.iter().map(|id| Value::from(*id))).await?;
    Ok(rows.into_iter().map(|row| (row.project_id, row.into())).collect())
}

impl From<Row> for Sums {
    fn from(row: Row) -> Self {
        let whole = |high: i64, low: i64| i128::from(high) * i128::from(PART) + i128::from(low);
        Self {
            tasks: row.tasks,
            leaves: row.leaves.into(),
            estimated_amount: whole(row.estimated_high, row.estimated_low),
            actual_amount: whole(row.actual_high, row.actual_low),
            progress: row.progress.into(),
            weighted_progress: whole(row.weighted_high, row.weighted_low),
        }
    }
}
