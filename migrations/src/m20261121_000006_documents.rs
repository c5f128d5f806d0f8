//! Documents: what is known of stored files.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &str = r#"
CREATE TABLE documents (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    id UUID NOT NULL,
    entity_type VARCHAR(32) COLLATE "C" NOT NULL CHECK (entity_type IN ('CONTRACT', 'PROJECT', 'TASK', 'VEHICLE',
        'VEHICLE_INSURANCE', 'PAYMENT')),
    entity_id UUID NOT NULL,
    contract_id UUID,
    doc_type VARCHAR(64) COLLATE "C" NOT NULL,
    purpose VARCHAR(255) COLLATE "C" NOT NULL DEFAULT '',
    file_name VARCHAR(255) COLLATE "C" NOT NULL,
    file_type VARCHAR(127) COLLATE "C" NOT NULL,
    file_extension VARCHAR(16) COLLATE "C" NOT NULL,
    size BIGINT NOT NULL CHECK (size > 0),
    sha256 VARCHAR(64) COLLATE "C" NOT NULL,
    key VARCHAR(1024) COLLATE "C" NOT NULL,
    thumbnail_key VARCHAR(1024) COLLATE "C" NOT NULL DEFAULT '',
    purged_at TIMESTAMPTZ,
    search TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ,
    created_by UUID,
    updated_by UUID,
    deleted_by UUID,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts (tenant_id, id) ON DELETE RESTRICT,
    CHECK ((entity_type = 'CONTRACT') = (contract_id IS NOT NULL)),
    CHECK (contract_id IS NULL OR contract_id = entity_id),
    CHECK (entity_type IN ('CONTRACT', 'PROJECT', 'TASK') OR entity_id = tenant_id),
    CHECK (purged_at IS NULL OR deleted_at IS NOT NULL)
);
CREATE UNIQUE INDEX documents_key_key ON documents (key);
-- postgres
CREATE INDEX documents_list ON documents (tenant_id, created_at DESC, id DESC)
    INCLUDE (entity_type, entity_id, search, doc_type, size) WHERE deleted_at IS NULL;
-- sqlite
CREATE INDEX documents_list ON documents (tenant_id, deleted_at, created_at DESC, id DESC, entity_type, entity_id, search,
    doc_type, size);
-- postgres
CREATE INDEX documents_entity ON documents (tenant_id, entity_type, entity_id, created_at DESC, id DESC)
    WHERE deleted_at IS NULL;
-- sqlite
CREATE INDEX documents_entity ON documents (tenant_id, entity_type, entity_id, deleted_at, created_at DESC, id DESC);
CREATE INDEX documents_contract ON documents (tenant_id, contract_id) WHERE contract_id IS NOT NULL;
-- postgres
CREATE INDEX documents_stored ON documents (tenant_id) INCLUDE (size) WHERE purged_at IS NULL;
-- sqlite
CREATE INDEX documents_stored ON documents (tenant_id, purged_at, size);
CREATE INDEX documents_to_purge ON documents (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLES).await?;
        run(manager, &ddl::row_security(&["documents"])).await
    }
}
