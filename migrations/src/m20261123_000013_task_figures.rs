//! What tasks come to with all below them, and projects with all their tasks, kept by the database itself, whoever
//! writes: a change of one task costs as much as it has tasks above it, however many lie beside and below.
//!
//! Each task knows whether anything is below it. So what it adds to those above it depends on its own row alone, and
//! whoever changes that row tells exactly what it added before and what it adds now.

use sea_orm_migration::{
    prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait},
    sea_orm::DatabaseBackend,
};

use crate::{
    ddl,
    kept::{self, Kept},
    run,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const FIGURES: Kept = Kept {
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
};

/// Dates, places and what is below a task change under the lock of its project, so that nobody waits here besides.
const DATES: Kept =
    Kept { table: "task_dates", keys: &["node_id", "kind", "day"], measures: &["tasks"], is_appended: false };

/// The columns of a task that say what it adds.
const OF_TASK: [&str; 15] = [
    "tenant_id",
    "project_id",
    "hierarchy_path",
    "level",
    "is_leaf",
    "progress",
    "estimated_amount",
    "actual_amount",
    "estimated_effort",
    "actual_effort",
    "given_start_date",
    "given_end_date",
    "actual_start_date",
    "actual_end_date",
    "deleted_at",
];

// A node is a task with tasks below it, or a project. Amounts in two parts: the largest of them times its progress is more
// than one number holds.
const TABLES: &str = r#"
ALTER TABLE tasks ADD COLUMN is_leaf BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE tasks SET is_leaf = FALSE WHERE EXISTS (SELECT 1 FROM tasks c WHERE c.tenant_id = tasks.tenant_id
    AND c.parent_id = tasks.id AND c.deleted_at IS NULL);
CREATE TABLE task_figures (
    tenant_id UUID NOT NULL,
    node_id UUID NOT NULL,
    entry BIGINT NOT NULL {entry},
    tasks BIGINT NOT NULL,
    leaves BIGINT NOT NULL,
    progress BIGINT NOT NULL,
    weighted_high BIGINT NOT NULL,
    weighted_low BIGINT NOT NULL,
    estimated_high BIGINT NOT NULL,
    estimated_low BIGINT NOT NULL,
    actual_high BIGINT NOT NULL,
    actual_low BIGINT NOT NULL,
    estimated_effort BIGINT NOT NULL,
    actual_effort BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, node_id, entry)
);
CREATE TABLE task_dates (
    tenant_id UUID NOT NULL,
    node_id UUID NOT NULL,
    kind VARCHAR(16) COLLATE "C" NOT NULL CHECK (kind IN ('GIVEN_START', 'GIVEN_END', 'ACTUAL_START', 'ACTUAL_END')),
    day DATE NOT NULL,
    tasks BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, node_id, kind, day)
);
CREATE INDEX task_dates_empty ON task_dates (tenant_id) WHERE tasks = 0;
-- postgres
ALTER TABLE task_figures SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- postgres
ALTER TABLE task_dates SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02);
"#;

/// The id at a level of a path: 36 characters and a slash each.
fn node(backend: DatabaseBackend) -> &'static str {
    match backend {
        DatabaseBackend::Postgres => "CAST(SUBSTR(t.hierarchy_path, 37 * above.level + 1, 36) AS UUID)",
        _ => "unhex(SUBSTR(t.hierarchy_path, 37 * above.level + 1, 36), '-')",
    }
}

/// What live tasks add to each task above them, and to their project: but for their number, those without tasks below.
fn of_tasks(backend: DatabaseBackend, tasks: &str, sign: i8) -> String {
    let of_leaf = |figure: &str| format!("{sign} * CAST(t.is_leaf AS INTEGER) * {figure}");
    let both = |figure: &str, name: &str| {
        let [high, low] = ["/", "%"].map(|part| of_leaf(&figure.replace('?', part)));
        format!("{high} AS {name}_high, {low} AS {name}_low")
    };
    format!(
        "SELECT t.tenant_id, CASE WHEN above.level < 0 THEN t.project_id ELSE {node} END AS node_id, {sign} AS tasks, \
         {leaves} AS leaves, {progress} AS progress, {weighted}, {estimated}, {actual}, \
         {effort} AS estimated_effort, {spent} AS actual_effort \
         FROM {tasks} t JOIN (SELECT -1 AS level UNION ALL {LEVELS}) AS above ON above.level < t.level \
         WHERE t.deleted_at IS NULL",
        node = node(backend),
        leaves = of_leaf("1"),
        progress = of_leaf("t.progress"),
        weighted = both("t.progress * (t.estimated_amount ? 1000000)", "weighted"),
        estimated = both("(t.estimated_amount ? 1000000)", "estimated"),
        actual = both("(t.actual_amount ? 1000000)", "actual"),
        effort = of_leaf("COALESCE(t.estimated_effort, 0)"),
        spent = of_leaf("COALESCE(t.actual_effort, 0)"),
    )
}

/// The dates that live tasks without tasks below them have, for each task above them.
fn of_dates(backend: DatabaseBackend, tasks: &str, sign: i8) -> String {
    let kinds = ["given_start", "given_end", "actual_start", "actual_end"].map(|kind| {
        let name = kind.to_uppercase();
        format!(
            "SELECT t.tenant_id, {} AS node_id, '{name}' AS kind, t.{kind}_date AS day, {sign} AS tasks \
             FROM {tasks} t JOIN ({LEVELS}) AS above ON above.level < t.level \
             WHERE t.deleted_at IS NULL AND t.is_leaf AND t.{kind}_date IS NOT NULL",
            node(backend)
        )
    });
    kinds.join(" UNION ALL ")
}

/// The levels that can be above a task.
const LEVELS: &str = "SELECT 0 AS level UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3";

/// Makes the tasks of `which` know whether anything is below them.
fn know_leaves(which: &str) -> String {
    let is_leaf = "NOT EXISTS (SELECT 1 FROM tasks c WHERE c.tenant_id = tasks.tenant_id AND c.parent_id = tasks.id \
                   AND c.deleted_at IS NULL)";
    format!(
        "UPDATE tasks SET is_leaf = {is_leaf} WHERE {which} AND deleted_at IS NULL AND is_leaf <> {is_leaf}; "
    )
}

fn on_postgres() -> String {
    let backend = DatabaseBackend::Postgres;
    let add = |rows: &[(&str, i8)]| {
        let figures: Vec<_> = rows.iter().map(|(rows, sign)| of_tasks(backend, rows, *sign)).collect();
        FIGURES.add(backend, &figures) + "; "
    };
    let date = |rows: &[(&str, i8)]| {
        let dates: Vec<_> = rows.iter().map(|(rows, sign)| of_dates(backend, rows, *sign)).collect();
        DATES.add(backend, &dates) + "; "
    };
    let [new, old] = [("new_rows", 1), ("old_rows", -1)];
    let leaves = |of: &str| know_leaves(&format!("(tenant_id, id) IN ({of})"));
    let parents = |rows: &str| format!("SELECT tenant_id, parent_id FROM {rows}");
    let differs = |columns: &[&str]| {
        let differs: Vec<_> =
            columns.iter().map(|name| format!("n.{name} IS DISTINCT FROM o.{name}")).collect();
        format!(
            "EXISTS (SELECT 1 FROM old_rows o JOIN new_rows n ON n.tenant_id = o.tenant_id AND n.id = o.id WHERE {})",
            differs.join(" OR ")
        )
    };
    let dated = [
        "hierarchy_path",
        "is_leaf",
        "given_start_date",
        "given_end_date",
        "actual_start_date",
        "actual_end_date",
        "deleted_at",
    ];
    // One that comes back may have got or lost what is below it meanwhile.
    let touched = [parents("new_rows"), parents("old_rows"), "SELECT tenant_id, id FROM new_rows".to_owned()]
        .join(" UNION ");
    [
        ("INSERT", add(&[new]) + &date(&[new]) + &leaves(&parents("new_rows"))),
        (
            "UPDATE",
            format!(
                "{}IF {} THEN {}END IF; IF {} THEN {}END IF;",
                add(&[new, old]),
                differs(&dated),
                date(&[new, old]),
                differs(&["parent_id", "deleted_at"]),
                leaves(&touched)
            ),
        ),
        ("DELETE", add(&[old]) + &date(&[old]) + &leaves(&parents("old_rows"))),
    ]
    .map(|(event, body)| kept::statement_trigger("tasks", event, &body))
    .concat()
}

fn on_sqlite() -> String {
    let backend = DatabaseBackend::Sqlite;
    let row = |row: &str| {
        let columns = OF_TASK.map(|column| format!("{row}.{column} AS {column}"));
        format!("(SELECT {})", columns.join(", "))
    };
    let add = |rows: &[(&str, i8)]| {
        let of = |(name, sign): &(&str, i8)| of_tasks(backend, &row(name), *sign);
        FIGURES.add(backend, &rows.iter().map(of).collect::<Vec<_>>()) + "; "
    };
    let date = |rows: &[(&str, i8)]| {
        let of = |(name, sign): &(&str, i8)| of_dates(backend, &row(name), *sign);
        DATES.add(backend, &rows.iter().map(of).collect::<Vec<_>>()) + "; "
    };
    let leaf = |row: &str, id: &str| know_leaves(&format!("tenant_id = {row}.tenant_id AND id = {row}.{id}"));
    let [new, old] = [("NEW", 1), ("OLD", -1)];
    let counted = "UPDATE OF project_id, hierarchy_path, level, is_leaf, progress, estimated_amount, actual_amount, \
                   estimated_effort, actual_effort, deleted_at";
    let dated = "UPDATE OF hierarchy_path, level, is_leaf, given_start_date, given_end_date, actual_start_date, \
                 actual_end_date, deleted_at";
    [
        ("insert", "INSERT", add(&[new]) + &date(&[new]) + &leaf("NEW", "parent_id")),
        ("update", counted, add(&[new, old])),
        ("dates", dated, date(&[new, old])),
        (
            "leaves",
            "UPDATE OF parent_id, deleted_at",
            leaf("NEW", "parent_id") + &leaf("OLD", "parent_id") + &leaf("NEW", "id"),
        ),
        ("delete", "DELETE", add(&[old]) + &date(&[old]) + &leaf("OLD", "parent_id")),
    ]
    .map(|(name, event, body)| kept::row_trigger(&format!("tasks_figures_{name}"), event, "tasks", &body))
    .concat()
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let backend = manager.get_database_backend();
        let (entry, triggers) = match backend {
            DatabaseBackend::Postgres => ("GENERATED ALWAYS AS IDENTITY", on_postgres()),
            _ => ("DEFAULT 0", on_sqlite()),
        };
        run(manager, &TABLES.replace("{entry}", entry)).await?;
        run(manager, &ddl::row_security(&[FIGURES.table, DATES.table])).await?;
        // The new column holds off every writer until this step ends.
        run(manager, &triggers).await?;
        let there = [
            FIGURES.add(backend, &[of_tasks(backend, "tasks", 1)]),
            DATES.add(backend, &[of_dates(backend, "tasks", 1)]),
        ];
        run(manager, &there.join(";\n")).await
    }
}
