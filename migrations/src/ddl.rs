//! One SQL text for both databases.

use sea_orm_migration::sea_orm::DatabaseBackend;

/// The words in which the dialects differ: as the steps write them (PostgreSQL), and for SQLite, whose
/// declared types only choose how a value is kept.
const WORDS: [(&str, &str); 6] = [
    (" COLLATE \"C\"", ""),
    (" UUID", " BLOB"),
    (" BYTEA", " BLOB"),
    (" TIMESTAMPTZ", " TEXT"),
    (" DATE", " TEXT"),
    (" JSONB", " TEXT"),
];

/// The statements of `sql` for `backend`. `-- postgres` and `-- sqlite` at the head of a statement keep it
/// for that database alone.
pub(crate) fn statements(backend: DatabaseBackend, sql: &str) -> Vec<String> {
    sql.split(";\n")
        .map(str::trim)
        .filter(|statement| !statement.is_empty())
        .filter(|statement| match backend {
            DatabaseBackend::Postgres => !statement.starts_with("-- sqlite"),
            _ => !statement.starts_with("-- postgres"),
        })
        .map(|statement| match backend {
            DatabaseBackend::Postgres => statement.to_owned(),
            _ => WORDS.iter().fold(statement.to_owned(), |text, (from, to)| text.replace(from, to)),
        })
        .collect()
}

/// Row-level security for tenant tables: a row is seen and written by its own tenant, and by the platform's handle.
pub(crate) fn row_security(tables: &[&str]) -> String {
    let own = "tenant_id = (SELECT NULLIF(current_setting('nirmaan.tenant', true), '')::uuid) \
               OR (SELECT current_setting('nirmaan.scope', true)) = 'platform'";
    tables
        .iter()
        .map(|table| {
            format!(
                "-- postgres\nALTER TABLE {table} ENABLE ROW LEVEL SECURITY;\n\
                 -- postgres\nALTER TABLE {table} FORCE ROW LEVEL SECURITY;\n\
                 -- postgres\nCREATE POLICY {table}_tenant ON {table} USING ({own}) WITH CHECK ({own});\n"
            )
        })
        .collect()
}
