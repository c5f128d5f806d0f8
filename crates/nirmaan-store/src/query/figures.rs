//! Figures that are kept instead of counted: folded, held against their rows, and mended.
//!
//! The database's triggers add to them whoever writes, in the writer's transaction; see the migration that makes them.

use std::fmt::{self, Display, Formatter};

use chrono::NaiveDate;
use sea_orm::{ConnectionTrait, DatabaseBackend, DbErr, QueryResult, Statement};
use uuid::Uuid;

use super::kpis::days_out;
use crate::{PlatformDb, Store, StoreError};

/// A table of figures.
struct Kept {
    table: &'static str,
    /// What its rows are counted by, beside the tenant.
    keys: &'static [&'static str],
    /// What is counted and summed.
    measures: &'static [&'static str],
    /// Whether PostgreSQL appends to it, so that it is to be folded.
    is_appended: bool,
    /// What the rows add, one by one.
    counted: fn(DatabaseBackend) -> String,
}

const TABLES: [Kept; 4] = [
    Kept {
        table: "contract_figures",
        keys: &["status"],
        measures: &["contracts", "with_paper_cost", "rupees", "paise"],
        is_appended: true,
        counted: of_contracts,
    },
    Kept {
        table: "deposit_figures",
        keys: &["deposit_type", "status", "contract_status"],
        measures: &["deposits", "rupees", "paise", "returned", "days_out"],
        is_appended: true,
        counted: of_deposits,
    },
    Kept {
        table: "task_figures",
        keys: &["node_id"],
        measures: &[
            "tasks",
            "leaves",
            "progress",
            "weighted_high",
            "weighted_low",
            "estimated_high",
            "estimated_low",
            "actual_high",
            "actual_low",
            "estimated_effort",
            "actual_effort",
        ],
        is_appended: true,
        counted: of_tasks,
    },
    Kept {
        table: "task_dates",
        keys: &["node_id", "kind", "day"],
        measures: &["tasks"],
        is_appended: false,
        counted: of_dates,
    },
];

fn of_contracts(_: DatabaseBackend) -> String {
    "SELECT tenant_id, status, 1 AS contracts, CASE WHEN paper_cost > 0 THEN 1 ELSE 0 END AS with_paper_cost, \
     COALESCE(paper_cost / 100, 0) AS rupees, COALESCE(paper_cost % 100, 0) AS paise FROM contracts \
     WHERE deleted_at IS NULL"
        .to_owned()
}

fn of_deposits(backend: DatabaseBackend) -> String {
    format!(
        "SELECT d.tenant_id, d.deposit_type, d.status, c.status AS contract_status, 1 AS deposits, \
         d.amount / 100 AS rupees, d.amount % 100 AS paise, CASE WHEN {days} IS NULL THEN 0 ELSE 1 END AS returned, \
         COALESCE({days}, 0) AS days_out \
         FROM security_deposits d JOIN contracts c ON c.tenant_id = d.tenant_id AND c.id = d.contract_id \
         WHERE d.deleted_at IS NULL AND c.deleted_at IS NULL",
        days = days_out(backend)
    )
}

/// Whether nothing is below a task.
const IS_LEAF: &str = "NOT EXISTS (SELECT 1 FROM tasks c WHERE c.tenant_id = tasks.tenant_id AND c.parent_id = tasks.id \
                       AND c.deleted_at IS NULL)";

/// The live tasks `t`, once for each task above them, `node_id`, and from level -1 on for their project. Here it is
/// found anew whether anything is below them.
fn tasks_and_nodes(backend: DatabaseBackend, first: i32) -> String {
    let node = match backend {
        DatabaseBackend::Postgres => "CAST(SUBSTR(hierarchy_path, 37 * above + 1, 36) AS UUID)",
        _ => "unhex(SUBSTR(hierarchy_path, 37 * above + 1, 36), '-')",
    };
    let levels: Vec<_> = (first..4).map(|level| format!("SELECT {level} AS above")).collect();
    format!(
        "(SELECT tasks.*, CASE WHEN above < 0 THEN project_id ELSE {node} END AS node_id, \
         CASE WHEN {IS_LEAF} THEN 1 ELSE 0 END AS leaf \
         FROM tasks JOIN ({}) AS levels ON above < level WHERE deleted_at IS NULL) AS t",
        levels.join(" UNION ALL ")
    )
}

fn of_tasks(backend: DatabaseBackend) -> String {
    format!(
        "SELECT tenant_id, node_id, 1 AS tasks, leaf AS leaves, leaf * progress AS progress, \
         leaf * progress * (estimated_amount / 1000000) AS weighted_high, \
         leaf * progress * (estimated_amount % 1000000) AS weighted_low, \
         leaf * (estimated_amount / 1000000) AS estimated_high, leaf * (estimated_amount % 1000000) AS estimated_low, \
         leaf * (actual_amount / 1000000) AS actual_high, leaf * (actual_amount % 1000000) AS actual_low, \
         leaf * COALESCE(estimated_effort, 0) AS estimated_effort, leaf * COALESCE(actual_effort, 0) AS actual_effort \
         FROM {}",
        tasks_and_nodes(backend, -1)
    )
}

fn of_dates(backend: DatabaseBackend) -> String {
    let kinds = ["given_start", "given_end", "actual_start", "actual_end"].map(|kind| {
        format!(
            "SELECT tenant_id, node_id, '{}' AS kind, {kind}_date AS day, 1 AS tasks FROM {} \
             WHERE leaf = 1 AND {kind}_date IS NOT NULL",
            kind.to_uppercase(),
            tasks_and_nodes(backend, 0)
        )
    });
    kinds.join(" UNION ALL ")
}

/// A kept figure that isn't what its rows add up to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The table that keeps it.
    pub table: &'static str,
    /// Whose figure it is.
    pub tenant_id: Uuid,
    /// Which of the tenant's: the statuses, and the type of deposits; the task or project, and the date.
    pub of: Vec<String>,
    /// What is to be added to what is kept, by name; without those that agree.
    pub missing: Vec<(&'static str, i64)>,
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} of tenant {}, {}:", self.table, self.tenant_id, self.of.join(" / "))?;
        self.missing.iter().try_for_each(|(name, by)| write!(f, " {name} {by:+}"))
    }
}

impl Store {
    /// Folds what writers appended to the figures since the last time, so that reading them stays short. Nobody waits
    /// for it, and two nodes may do it at once. Nothing to do on SQLite, whose figures grow in place. Says how many
    /// rows are left in the place of those that were folded.
    pub async fn fold_figures(&self) -> Result<u64, StoreError> {
        match self.backend() {
            DatabaseBackend::Postgres => self.platform(|db| async move { db.fold_figures().await }).await,
            _ => Ok(0),
        }
    }
}

impl PlatformDb {
    async fn fold_figures(&self) -> Result<u64, StoreError> {
        let mut left = 0;
        for kept in TABLES.iter().filter(|kept| kept.is_appended) {
            left += self.transaction.execute_unprepared(&kept.folding()).await?.rows_affected();
        }
        Ok(left)
    }

    /// Counts the rows again and says which kept figures differ; with `mend`, they are put right. Counts and changes are
    /// of one moment: whoever writes meanwhile is neither held up nor counted twice.
    pub async fn check_figures(&self, mend: bool) -> Result<Vec<Difference>, StoreError> {
        let db = self.transaction.as_ref();
        let backend = db.get_database_backend();
        if backend == DatabaseBackend::Postgres {
            // Every contract of every tenant is counted: that may take its time.
            db.execute_unprepared(
                "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL statement_timeout = 0",
            )
            .await?;
        }
        let mut differences = self.check_leaves(mend).await?;
        for kept in &TABLES {
            let rows = db.query_all_raw(Statement::from_string(backend, kept.missing(backend))).await?;
            for row in &rows {
                differences.push(kept.difference(row)?);
            }
            if mend && !rows.is_empty() {
                db.execute_unprepared(&kept.mending(backend)).await?;
            }
        }
        Ok(differences)
    }

    /// Says which tasks don't know rightly whether anything is below them. What they add to the figures depends on it:
    /// they are put right before the figures are.
    async fn check_leaves(&self, mend: bool) -> Result<Vec<Difference>, StoreError> {
        let db = self.transaction.as_ref();
        let wrong = format!("deleted_at IS NULL AND is_leaf <> {IS_LEAF}");
        let sql = format!("SELECT tenant_id, id, is_leaf FROM tasks WHERE {wrong} ORDER BY tenant_id, id");
        let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), sql)).await?;
        let mut differences = Vec::new();
        for row in &rows {
            let by = if row.try_get("", "is_leaf")? { -1 } else { 1 };
            let of = vec![row.try_get::<Uuid>("", "id")?.to_string()];
            let missing = vec![("is_leaf", by)];
            differences.push(Difference {
                table: "tasks",
                tenant_id: row.try_get("", "tenant_id")?,
                of,
                missing,
            });
        }
        if mend && !rows.is_empty() {
            db.execute_unprepared(&format!("UPDATE tasks SET is_leaf = {IS_LEAF} WHERE {wrong}")).await?;
        }
        Ok(differences)
    }
}

impl Kept {
    fn key(&self) -> String {
        format!("tenant_id, {}", self.keys.join(", "))
    }

    fn sums(&self) -> String {
        let sum = |measure: &&str| format!("CAST(SUM({measure}) AS BIGINT) AS {measure}");
        self.measures.iter().map(sum).collect::<Vec<_>>().join(", ")
    }

    fn differs(&self) -> String {
        let differs = |measure: &&str| format!("SUM({measure}) <> 0");
        self.measures.iter().map(differs).collect::<Vec<_>>().join(" OR ")
    }

    /// In one statement, so that no reader sees what is gone without what is in its place.
    fn folding(&self) -> String {
        let (table, key, measures) = (self.table, self.key(), self.measures.join(", "));
        let (sums, differs) = (self.sums(), self.differs());
        let same: Vec<_> = self.keys.iter().map(|column| format!("f.{column} = m.{column}")).collect();
        let returned: Vec<_> =
            self.keys.iter().chain(self.measures).map(|column| format!("f.{column}")).collect();
        format!(
            "WITH many AS (SELECT {key} FROM {table} GROUP BY {key} HAVING COUNT(*) > 1), \
             gone AS (DELETE FROM {table} f USING many m WHERE f.tenant_id = m.tenant_id AND {} RETURNING f.tenant_id, {}) \
             INSERT INTO {table} ({key}, {measures}) SELECT {key}, {sums} FROM gone GROUP BY {key} HAVING {differs}",
            same.join(" AND "),
            returned.join(", "),
        )
    }

    /// What the rows come to without what is kept of them.
    fn missing(&self, backend: DatabaseBackend) -> String {
        let (key, sums, differs) = (self.key(), self.sums(), self.differs());
        let less: Vec<_> = self.measures.iter().map(|measure| format!("-{measure}")).collect();
        let counted = (self.counted)(backend);
        format!(
            "SELECT {key}, {sums} FROM ({counted} UNION ALL SELECT {key}, {} FROM {}) AS changes \
             GROUP BY {key} HAVING {differs} ORDER BY {key}",
            less.join(", "),
            self.table
        )
    }

    fn mending(&self, backend: DatabaseBackend) -> String {
        let (table, key, measures) = (self.table, self.key(), self.measures.join(", "));
        let grow = |measure: &&str| format!("{measure} = {table}.{measure} + excluded.{measure}");
        let grow = self.measures.iter().map(grow).collect::<Vec<_>>().join(", ");
        let grown = match (backend, self.is_appended) {
            (DatabaseBackend::Postgres, true) => String::new(),
            (_, true) => format!(" ON CONFLICT ({key}, entry) DO UPDATE SET {grow}"),
            (_, false) => format!(" ON CONFLICT ({key}) DO UPDATE SET {grow}"),
        };
        format!("INSERT INTO {table} ({key}, {measures}) {}{grown}", self.missing(backend))
    }

    fn difference(&self, row: &QueryResult) -> Result<Difference, DbErr> {
        let of = self.keys.iter().map(|key| match *key {
            "node_id" => row.try_get::<Uuid>("", key).map(|id| id.to_string()),
            "day" => row.try_get::<NaiveDate>("", key).map(|day| day.to_string()),
            _ => row.try_get("", key),
        });
        let of = of.collect::<Result<_, _>>()?;
        let mut missing = Vec::new();
        for name in self.measures {
            let by: i64 = row.try_get("", name)?;
            if by != 0 {
                missing.push((*name, by));
            }
        }
        Ok(Difference { table: self.table, tenant_id: row.try_get("", "tenant_id")?, of, missing })
    }
}
