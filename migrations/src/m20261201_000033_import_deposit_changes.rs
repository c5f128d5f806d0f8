//! What imports changed of deposits that were there.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLE: &str = r#"
CREATE TABLE import_deposit_changes (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    import_id UUID NOT NULL,
    deposit_id UUID NOT NULL,
    former JSONB NOT NULL,
    version_after BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    created_by UUID,
    updated_by UUID,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, import_id) REFERENCES imports (tenant_id, id) ON DELETE RESTRICT,
    FOREIGN KEY (tenant_id, deposit_id) REFERENCES security_deposits (tenant_id, id) ON DELETE RESTRICT
);
CREATE UNIQUE INDEX import_deposit_changes_deposit_key ON import_deposit_changes (tenant_id, import_id, deposit_id);
CREATE INDEX import_deposit_changes_deposit ON import_deposit_changes (tenant_id, deposit_id);
-- sqlite
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('import_deposit_changes', 'sqlite_autoindex_import_deposit_changes_1', '100000 10000 1'),
    ('import_deposit_changes', 'import_deposit_changes_deposit', '100000 10000 2'),
    ('import_deposit_changes', 'import_deposit_changes_deposit_key', '100000 10000 500 1');
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLE).await?;
        run(manager, &ddl::row_security(&["import_deposit_changes"])).await
    }
}
