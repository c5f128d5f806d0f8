//! Figures that the database keeps itself: what adds changes to them, and the triggers that do so.

use sea_orm_migration::sea_orm::DatabaseBackend;

/// A table of figures.
pub(crate) struct Kept {
    pub(crate) table: &'static str,
    /// What its rows are counted by, beside the tenant.
    pub(crate) keys: &'static [&'static str],
    /// What is counted and summed.
    pub(crate) measures: &'static [&'static str],
    /// Whether PostgreSQL appends what changes, so that no writer waits for another. SQLite, with its one writer, and
    /// what is only written under a lock anyway, have one row a key, which grows.
    pub(crate) is_appended: bool,
}

impl Kept {
    /// Adds changes to what is kept; those that cancel each other out leave nothing.
    pub(crate) fn add(&self, backend: DatabaseBackend, changes: &[String]) -> String {
        let (table, measures) = (self.table, self.measures.join(", "));
        let keys = format!("tenant_id, {}", self.keys.join(", "));
        let sums: Vec<_> = self.measures.iter().map(|measure| format!("SUM({measure})")).collect();
        let differs: Vec<_> = sums.iter().map(|sum| format!("{sum} <> 0")).collect();
        let grow = |measure: &&str| format!("{measure} = {table}.{measure} + excluded.{measure}");
        let grow = self.measures.iter().map(grow).collect::<Vec<_>>().join(", ");
        let grown = match (backend, self.is_appended) {
            (DatabaseBackend::Postgres, true) => String::new(),
            (_, true) => format!(" ON CONFLICT ({keys}, entry) DO UPDATE SET {grow}"),
            // In one order, so that no two wait for each other.
            (_, false) => format!(" ORDER BY {keys} ON CONFLICT ({keys}) DO UPDATE SET {grow}"),
        };
        format!(
            "INSERT INTO {table} ({keys}, {measures}) SELECT {keys}, {} FROM ({}) AS changes GROUP BY {keys} HAVING {}{grown}",
            sums.join(", "),
            changes.join(" UNION ALL "),
            differs.join(" OR ")
        )
    }
}

/// A trigger of PostgreSQL that runs once a statement, with the rows as they were and as they are.
pub(crate) fn statement_trigger(table: &str, event: &str, body: &str) -> String {
    let name = format!("nirmaan_{table}_{}", event.to_lowercase());
    let rows = match event {
        "INSERT" => "NEW TABLE AS new_rows",
        "DELETE" => "OLD TABLE AS old_rows",
        _ => "NEW TABLE AS new_rows OLD TABLE AS old_rows",
    };
    format!(
        "CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} RETURN NULL; END $$;\n\
         CREATE TRIGGER {table}_figures_{} AFTER {event} ON {table} REFERENCING {rows} \
         FOR EACH STATEMENT EXECUTE FUNCTION {name}();\n",
        event.to_lowercase()
    )
}

/// A trigger of rows, which is all that SQLite has.
pub(crate) fn row_trigger(name: &str, event: &str, table: &str, body: &str) -> String {
    format!("CREATE TRIGGER {name} AFTER {event} ON {table} BEGIN {body}END;\n")
}
