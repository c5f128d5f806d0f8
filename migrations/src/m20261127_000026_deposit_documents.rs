//! Documents of deposits: the receipt of money that came back stays with the deposit.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// SQLite can't change the checks of a table that is there: it is made anew.
const STEPS: &str = r#"
-- postgres
ALTER TABLE documents ADD COLUMN deposit_id UUID,
    DROP CONSTRAINT documents_entity_type_check,
    DROP CONSTRAINT documents_check2,
    ADD CONSTRAINT documents_entity_type_check CHECK (entity_type IN ('CONTRACT', 'PROJECT', 'TASK', 'VEHICLE',
        'VEHICLE_INSURANCE', 'PAYMENT', 'DEPOSIT')),
    ADD CONSTRAINT documents_check2 CHECK (entity_type IN ('CONTRACT', 'PROJECT', 'TASK', 'DEPOSIT') OR entity_id = tenant_id),
    ADD FOREIGN KEY (tenant_id, deposit_id) REFERENCES security_deposits (tenant_id, id) ON DELETE RESTRICT,
    ADD CHECK ((entity_type = 'DEPOSIT') = (deposit_id IS NOT NULL)),
    ADD CHECK (deposit_id IS NULL OR deposit_id = entity_id);
-- sqlite
ALTER TABLE documents RENAME TO documents_before;
-- sqlite
CREATE TABLE documents (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    id UUID NOT NULL,
    entity_type VARCHAR(32) NOT NULL CHECK (entity_type IN ('CONTRACT', 'PROJECT', 'TASK', 'VEHICLE',
        'VEHICLE_INSURANCE', 'PAYMENT', 'DEPOSIT')),
    entity_id UUID NOT NULL,
    contract_id UUID,
    doc_type VARCHAR(64) NOT NULL,
    purpose VARCHAR(255) NOT NULL DEFAULT '',
    file_name VARCHAR(255) NOT NULL,
    file_type VARCHAR(127) NOT NULL,
    file_extension VARCHAR(16) NOT NULL,
    size BIGINT NOT NULL CHECK (size > 0),
    sha256 VARCHAR(64) NOT NULL,
    key VARCHAR(1024) NOT NULL,
    thumbnail_key VARCHAR(1024) NOT NULL DEFAULT '',
    purged_at TIMESTAMPTZ,
    search TEXT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ,
    created_by UUID,
    updated_by UUID,
    deleted_by UUID,
    project_id UUID,
    task_id UUID,
    deposit_id UUID,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts (tenant_id, id) ON DELETE RESTRICT,
    FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id) ON DELETE RESTRICT,
    FOREIGN KEY (tenant_id, task_id) REFERENCES tasks (tenant_id, id) ON DELETE RESTRICT,
    FOREIGN KEY (tenant_id, deposit_id) REFERENCES security_deposits (tenant_id, id) ON DELETE RESTRICT,
    CHECK ((entity_type = 'CONTRACT') = (contract_id IS NOT NULL)),
    CHECK (contract_id IS NULL OR contract_id = entity_id),
    CHECK ((entity_type = 'PROJECT') = (project_id IS NOT NULL)),
    CHECK (project_id IS NULL OR project_id = entity_id),
    CHECK ((entity_type = 'TASK') = (task_id IS NOT NULL)),
    CHECK (task_id IS NULL OR task_id = entity_id),
    CHECK ((entity_type = 'DEPOSIT') = (deposit_id IS NOT NULL)),
    CHECK (deposit_id IS NULL OR deposit_id = entity_id),
    CHECK (entity_type IN ('CONTRACT', 'PROJECT', 'TASK', 'DEPOSIT') OR entity_id = tenant_id),
    CHECK (purged_at IS NULL OR deleted_at IS NOT NULL)
);
-- sqlite
INSERT INTO documents SELECT *, NULL FROM documents_before;
-- sqlite
DROP TABLE documents_before;
-- sqlite
CREATE UNIQUE INDEX documents_key_key ON documents (key);
-- sqlite
CREATE INDEX documents_list ON documents (tenant_id, deleted_at, created_at DESC, id DESC, entity_type, entity_id, search,
    doc_type, size);
-- sqlite
CREATE INDEX documents_entity ON documents (tenant_id, entity_type, entity_id, deleted_at, created_at DESC, id DESC);
-- sqlite
CREATE INDEX documents_contract ON documents (tenant_id, contract_id) WHERE contract_id IS NOT NULL;
-- sqlite
CREATE INDEX documents_stored ON documents (tenant_id, purged_at, size);
-- sqlite
CREATE INDEX documents_to_purge ON documents (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
-- sqlite
CREATE INDEX documents_project ON documents (tenant_id, project_id) WHERE project_id IS NOT NULL;
-- sqlite
CREATE INDEX documents_task ON documents (tenant_id, task_id) WHERE task_id IS NOT NULL;
CREATE INDEX documents_deposit ON documents (tenant_id, deposit_id) WHERE deposit_id IS NOT NULL;
-- sqlite
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('documents', 'documents_deposit', '100000 10000 2');
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, STEPS).await
    }
}
