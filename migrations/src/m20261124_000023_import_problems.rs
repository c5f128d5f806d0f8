//! How much room the files with the rows of imports that have problems take.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

// How large those are that are there nobody noted; they go within thirty days.
const TABLE: &str = r#"
CREATE TABLE import_problems (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    id UUID NOT NULL,
    key VARCHAR(1024) COLLATE "C" NOT NULL,
    bytes BIGINT NOT NULL CHECK (bytes >= 0),
    is_trial BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX import_problems_age ON import_problems (created_at);
INSERT INTO import_problems (tenant_id, id, key, bytes, is_trial, created_at)
SELECT tenant_id, id, error_key, 0, FALSE, created_at FROM imports WHERE error_key <> '';
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLE).await?;
        run(manager, &ddl::row_security(&["import_problems"])).await
    }
}
