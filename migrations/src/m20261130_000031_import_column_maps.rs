//! How the columns of imported files are read, where a firm chose that.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLE: &str = r#"
CREATE TABLE import_column_maps (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    headings VARCHAR(64) COLLATE "C" NOT NULL,
    choices TEXT NOT NULL,
    used_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (tenant_id, headings)
);
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLE).await?;
        run(manager, &ddl::row_security(&["import_column_maps"])).await
    }
}
