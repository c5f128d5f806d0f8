//! The way to what was deleted of late, for its list.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// Without what went along with another record, which isn't in the list.
const STEPS: &str = r#"
CREATE INDEX contracts_deleted ON contracts (tenant_id, deleted_at, id) WHERE deleted_with = id;
CREATE INDEX security_deposits_deleted ON security_deposits (tenant_id, deleted_at, id) WHERE deleted_with = id;
CREATE INDEX projects_deleted ON projects (tenant_id, deleted_at, id) WHERE deleted_with = id;
CREATE INDEX tasks_deleted ON tasks (tenant_id, deleted_at, id) WHERE deleted_with = id;
CREATE INDEX documents_deleted ON documents (tenant_id, deleted_at, id) WHERE deleted_with = id;
-- sqlite
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('contracts', 'contracts_deleted', '1000 100 1 1'),
    ('security_deposits', 'security_deposits_deleted', '1000 100 1 1'),
    ('projects', 'projects_deleted', '1000 100 1 1'),
    ('tasks', 'tasks_deleted', '1000 100 1 1'),
    ('documents', 'documents_deleted', '1000 100 1 1');
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
