//! Lists of tenants and users: their searchable texts, and the indexes of lists over all tenants.

use sea_orm_migration::{
    prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait},
    sea_orm::{ConnectionTrait, Statement},
};
use uuid::Uuid;

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &str = r#"
ALTER TABLE tenants ADD COLUMN search VARCHAR(2000) COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN search VARCHAR(2000) COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX tenants_list ON tenants (created_at DESC, id DESC);
CREATE INDEX users_list ON users (tenant_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_id ON users (id);
CREATE INDEX audit_events_all ON audit_events (at DESC, id DESC);
CREATE INDEX sessions_living ON sessions (tenant_id) WHERE ended_at IS NULL;
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLES).await?;
        fill(manager, "tenants", ["name", "subdomain", "contact_email", "mobile_no", "whats_app_no"]).await?;
        fill(manager, "users", ["email", "mobile_no", "designation"]).await
    }
}

/// Fills the searchable texts of the rows that are there: in lower case by Rust, since SQLite's is ASCII only.
async fn fill<const N: usize>(
    manager: &SchemaManager<'_>,
    table: &str,
    columns: [&str; N],
) -> Result<(), DbErr> {
    let db = manager.get_connection();
    let backend = manager.get_database_backend();
    let select = format!("SELECT id, {} FROM {table}", columns.join(", "));
    for row in db.query_all_raw(Statement::from_string(backend, select)).await? {
        let id: Uuid = row.try_get("", "id")?;
        let mut search = String::from('\u{1}');
        for (mark, column) in ('\u{2}'..).zip(columns) {
            search.push_str(&row.try_get::<String>("", column)?.to_lowercase());
            search.push(mark);
        }
        let update = format!("UPDATE {table} SET search = $1 WHERE id = $2");
        db.execute_raw(Statement::from_sql_and_values(backend, update, [search.into(), id.into()])).await?;
    }
    Ok(())
}
