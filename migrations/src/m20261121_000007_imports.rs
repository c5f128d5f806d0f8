//! Imports, and what takes them back.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &str = r#"
CREATE TABLE imports (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    id UUID NOT NULL,
    file_name VARCHAR(255) COLLATE "C" NOT NULL,
    created INTEGER NOT NULL CHECK (created >= 0),
    updated INTEGER NOT NULL CHECK (updated >= 0),
    skipped INTEGER NOT NULL CHECK (skipped >= 0),
    failed INTEGER NOT NULL CHECK (failed >= 0),
    error_key VARCHAR(1024) COLLATE "C" NOT NULL DEFAULT '',
    undone_at TIMESTAMPTZ,
    undone_by UUID,
    search TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    created_by UUID,
    updated_by UUID,
    PRIMARY KEY (tenant_id, id)
);
-- postgres
CREATE INDEX imports_list ON imports (tenant_id, created_at DESC, id DESC) INCLUDE (search);
-- sqlite
CREATE INDEX imports_list ON imports (tenant_id, created_at DESC, id DESC, search);
CREATE TABLE import_changes (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    import_id UUID NOT NULL,
    contract_id UUID NOT NULL,
    former JSONB NOT NULL,
    version_after BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    created_by UUID,
    updated_by UUID,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, import_id) REFERENCES imports (tenant_id, id) ON DELETE RESTRICT,
    FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts (tenant_id, id) ON DELETE RESTRICT
);
CREATE UNIQUE INDEX import_changes_contract_key ON import_changes (tenant_id, import_id, contract_id);
CREATE INDEX import_changes_contract ON import_changes (tenant_id, contract_id);
CREATE INDEX contracts_import ON contracts (tenant_id, import_id) WHERE import_id IS NOT NULL;
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLES).await?;
        run(manager, &ddl::row_security(&["imports", "import_changes"])).await
    }
}
