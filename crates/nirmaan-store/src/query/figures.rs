//! Figures that are kept instead of counted: folded, held against their rows, and mended.
//!
//! The database's triggers add to them whoever writes, in the writer's transaction; see the migration that makes them.

use std::fmt::{self, Display, Formatter};

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
}

const TABLES: [Kept; 2] = [
    Kept {
        table: "contract_figures",
        keys: &["status"],
        measures: &["contracts", "with_paper_cost", "rupees", "paise"],
    },
    Kept {
        table: "deposit_figures",
        keys: &["deposit_type", "status", "contract_status"],
        measures: &["deposits", "rupees", "paise", "returned", "days_out"],
    },
];

/// A kept figure that isn't what its rows add up to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The table that keeps it.
    pub table: &'static str,
    /// Whose figure it is.
    pub tenant_id: Uuid,
    /// Which of the tenant's: the statuses, and the type of deposits.
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
    ///
    /// # Errors
    /// When the database can't be reached.
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
        for kept in &TABLES {
            left += self.transaction.execute_unprepared(&kept.folding()).await?.rows_affected();
        }
        Ok(left)
    }

    /// Counts the rows again and says which kept figures differ; with `mend`, they are put right. Counts and changes are
    /// of one moment: whoever writes meanwhile is neither held up nor counted twice.
    ///
    /// # Errors
    /// When the database can't be reached.
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
        let mut differences = Vec::new();
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
        let counted = match self.table {
            "contract_figures" => "SELECT tenant_id, status, 1 AS contracts, \
                CASE WHEN paper_cost > 0 THEN 1 ELSE 0 END AS with_paper_cost, COALESCE(paper_cost / 100, 0) AS rupees, \
                COALESCE(paper_cost % 100, 0) AS paise FROM contracts WHERE deleted_at IS NULL"
                .to_owned(),
            _ => format!(
                "SELECT d.tenant_id, d.deposit_type, d.status, c.status AS contract_status, 1 AS deposits, \
                 d.amount / 100 AS rupees, d.amount % 100 AS paise, CASE WHEN {days} IS NULL THEN 0 ELSE 1 END AS returned, \
                 COALESCE({days}, 0) AS days_out \
                 FROM security_deposits d JOIN contracts c ON c.tenant_id = d.tenant_id AND c.id = d.contract_id \
                 WHERE d.deleted_at IS NULL AND c.deleted_at IS NULL",
                days = days_out(backend)
            ),
        };
        format!(
            "SELECT {key}, {sums} FROM ({counted} UNION ALL SELECT {key}, {} FROM {}) AS changes \
             GROUP BY {key} HAVING {differs} ORDER BY {key}",
            less.join(", "),
            self.table
        )
    }

    fn mending(&self, backend: DatabaseBackend) -> String {
        let (table, key, measures) = (self.table, self.key(), self.measures.join(", "));
        let grown = match backend {
            DatabaseBackend::Postgres => String::new(),
            _ => {
                let grow = |measure: &&str| format!("{measure} = {table}.{measure} + excluded.{measure}");
                let grow: Vec<_> = self.measures.iter().map(grow).collect();
                format!(" ON CONFLICT ({key}, entry) DO UPDATE SET {}", grow.join(", "))
            }
        };
        format!("INSERT INTO {table} ({key}, {measures}) {}{grown}", self.missing(backend))
    }

    fn difference(&self, row: &QueryResult) -> Result<Difference, DbErr> {
        let of = self.keys.iter().map(|key| row.try_get("", key)).collect::<Result<_, _>>()?;
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
