//! Projects, their tasks, and the documents of both.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &str = r#"
CREATE TABLE projects (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    id UUID NOT NULL,
    contract_id UUID,
    contract_bid_id VARCHAR(64) COLLATE "C" NOT NULL DEFAULT '',
    license_id VARCHAR(64) COLLATE "C" NOT NULL DEFAULT '',
    project_name VARCHAR(255) COLLATE "C" NOT NULL,
    description VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    project_type VARCHAR(64) COLLATE "C" NOT NULL DEFAULT '',
    status VARCHAR(32) COLLATE "C" NOT NULL CHECK (status IN ('PLANNED', 'INITIATED', 'IN_PROGRESS', 'ON_HOLD',
        'UNDER_REVIEW', 'COMPLETED', 'TERMINATED', 'CANCELLED', 'DRAFT')),
    project_actual_value BIGINT CHECK (project_actual_value BETWEEN 0 AND 1000000000000000),
    project_bid_value BIGINT CHECK (project_bid_value BETWEEN 0 AND 1000000000000000),
    project_bid_percentage BIGINT,
    license_holder_name VARCHAR(150) COLLATE "C" NOT NULL DEFAULT '',
    license_no VARCHAR(100) COLLATE "C" NOT NULL DEFAULT '',
    given_start_date DATE,
    given_end_date DATE,
    actual_start_date DATE,
    actual_end_date DATE,
    extension_count INTEGER NOT NULL DEFAULT 0 CHECK (extension_count BETWEEN 0 AND 1000),
    extension_date DATE,
    termination_reason VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    comment VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    search TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ,
    created_by UUID,
    updated_by UUID,
    deleted_by UUID,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts (tenant_id, id) ON DELETE RESTRICT
);
CREATE UNIQUE INDEX projects_contract_key ON projects (tenant_id, contract_id) WHERE deleted_at IS NULL;
-- postgres
CREATE INDEX projects_list ON projects (tenant_id, created_at DESC, id DESC)
    INCLUDE (status, search, contract_id, project_bid_value, given_start_date, given_end_date, updated_at) WHERE deleted_at IS NULL;
-- sqlite
CREATE INDEX projects_list ON projects (tenant_id, deleted_at, created_at DESC, id DESC, status, search, contract_id,
    project_bid_value, given_start_date, given_end_date, updated_at);
CREATE TABLE tasks (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    parent_id UUID,
    hierarchy_path VARCHAR(255) COLLATE "C" NOT NULL,
    level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 4),
    position BIGINT NOT NULL,
    title VARCHAR(255) COLLATE "C" NOT NULL,
    description VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    estimated_quantity BIGINT CHECK (estimated_quantity BETWEEN 0 AND 10000000000000),
    units VARCHAR(64) COLLATE "C" NOT NULL DEFAULT '',
    estimated_rate BIGINT CHECK (estimated_rate BETWEEN 0 AND 1000000000000000),
    tax_percentage BIGINT NOT NULL CHECK (tax_percentage BETWEEN 0 AND 1000000),
    actual_quantity BIGINT CHECK (actual_quantity BETWEEN 0 AND 10000000000000),
    actual_rate BIGINT CHECK (actual_rate BETWEEN 0 AND 1000000000000000),
    estimated_amount BIGINT NOT NULL CHECK (estimated_amount BETWEEN 0 AND 1000000000000000),
    actual_amount BIGINT NOT NULL CHECK (actual_amount BETWEEN 0 AND 1000000000000000),
    estimated_effort BIGINT CHECK (estimated_effort BETWEEN 0 AND 10000000000),
    actual_effort BIGINT CHECK (actual_effort BETWEEN 0 AND 10000000000),
    status VARCHAR(32) COLLATE "C" NOT NULL CHECK (status IN ('DRAFT', 'PLANNED', 'ASSIGNED', 'INITIATED', 'IN_PROGRESS',
        'ON_HOLD', 'REOPENED', 'UNDER_REVIEW', 'COMPLETED', 'APPROVED', 'REJECTED', 'TERMINATED', 'CANCELLED')),
    task_type VARCHAR(64) COLLATE "C" NOT NULL DEFAULT '',
    priority VARCHAR(16) COLLATE "C" CHECK (priority IN ('HIGH', 'MEDIUM', 'LOW', 'URGENT', 'BLOCKER')),
    given_start_date DATE,
    given_end_date DATE,
    actual_start_date DATE,
    actual_end_date DATE,
    progress INTEGER NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 10000),
    is_milestone BOOLEAN NOT NULL DEFAULT FALSE,
    is_billable BOOLEAN NOT NULL DEFAULT TRUE,
    assigned_to UUID,
    completed_by UUID,
    approved_by UUID,
    approval_date DATE,
    is_approved BOOLEAN NOT NULL DEFAULT FALSE,
    rejection_reason VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    review_requested_by UUID,
    review_requested_at TIMESTAMPTZ,
    rejected_by UUID,
    rejected_at TIMESTAMPTZ,
    termination_reason VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    comment VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    search TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ,
    created_by UUID,
    updated_by UUID,
    deleted_by UUID,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id) ON DELETE RESTRICT,
    FOREIGN KEY (tenant_id, parent_id) REFERENCES tasks (tenant_id, id) ON DELETE RESTRICT,
    FOREIGN KEY (tenant_id, assigned_to) REFERENCES users (tenant_id, id) ON DELETE RESTRICT,
    CHECK ((level = 0) = (parent_id IS NULL)),
    CHECK (parent_id IS NULL OR parent_id <> id)
);
-- postgres
CREATE INDEX tasks_list ON tasks (tenant_id, created_at DESC, id DESC)
    INCLUDE (project_id, status, priority, assigned_to, search, updated_at) WHERE deleted_at IS NULL;
-- sqlite
CREATE INDEX tasks_list ON tasks (tenant_id, deleted_at, created_at DESC, id DESC, project_id, status, priority, assigned_to,
    search, updated_at);
CREATE INDEX tasks_tree ON tasks (tenant_id, project_id, level, position, id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_below ON tasks (tenant_id, project_id, hierarchy_path);
CREATE INDEX tasks_parent ON tasks (tenant_id, parent_id);
CREATE INDEX tasks_assigned ON tasks (tenant_id, assigned_to) WHERE deleted_at IS NULL;
-- postgres
ALTER TABLE tasks SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
"#;

/// SQLite can't add a foreign key to a table that is there: it is made anew.
const DOCUMENTS: &str = r#"
-- postgres
ALTER TABLE documents ADD COLUMN project_id UUID, ADD COLUMN task_id UUID,
    ADD FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id) ON DELETE RESTRICT,
    ADD FOREIGN KEY (tenant_id, task_id) REFERENCES tasks (tenant_id, id) ON DELETE RESTRICT,
    ADD CHECK ((entity_type = 'PROJECT') = (project_id IS NOT NULL)),
    ADD CHECK (project_id IS NULL OR project_id = entity_id),
    ADD CHECK ((entity_type = 'TASK') = (task_id IS NOT NULL)),
    ADD CHECK (task_id IS NULL OR task_id = entity_id);
-- sqlite
ALTER TABLE documents RENAME TO documents_before;
-- sqlite
CREATE TABLE documents (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    id UUID NOT NULL,
    entity_type VARCHAR(32) NOT NULL CHECK (entity_type IN ('CONTRACT', 'PROJECT', 'TASK', 'VEHICLE',
        'VEHICLE_INSURANCE', 'PAYMENT')),
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
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts (tenant_id, id) ON DELETE RESTRICT,
    FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id) ON DELETE RESTRICT,
    FOREIGN KEY (tenant_id, task_id) REFERENCES tasks (tenant_id, id) ON DELETE RESTRICT,
    CHECK ((entity_type = 'CONTRACT') = (contract_id IS NOT NULL)),
    CHECK (contract_id IS NULL OR contract_id = entity_id),
    CHECK ((entity_type = 'PROJECT') = (project_id IS NOT NULL)),
    CHECK (project_id IS NULL OR project_id = entity_id),
    CHECK ((entity_type = 'TASK') = (task_id IS NOT NULL)),
    CHECK (task_id IS NULL OR task_id = entity_id),
    CHECK (entity_type IN ('CONTRACT', 'PROJECT', 'TASK') OR entity_id = tenant_id),
    CHECK (purged_at IS NULL OR deleted_at IS NOT NULL)
);
-- sqlite
INSERT INTO documents SELECT *, NULL, NULL FROM documents_before;
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
CREATE INDEX documents_project ON documents (tenant_id, project_id) WHERE project_id IS NOT NULL;
CREATE INDEX documents_task ON documents (tenant_id, task_id) WHERE task_id IS NOT NULL;
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLES).await?;
        run(manager, DOCUMENTS).await?;
        run(manager, &ddl::row_security(&["projects", "tasks"])).await
    }
}
