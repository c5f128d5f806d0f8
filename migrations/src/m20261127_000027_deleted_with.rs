//! What a row was deleted along with, so that what one deletion took along can come back together.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// Of rows that are deleted already, or that an earlier version still deletes, nothing says what took them along, nor what
/// they took: they stay deleted, so that no contract comes back without its deposits.
const STEPS: &str = r#"
ALTER TABLE contracts ADD COLUMN deleted_with UUID;
ALTER TABLE security_deposits ADD COLUMN deleted_with UUID;
ALTER TABLE projects ADD COLUMN deleted_with UUID;
ALTER TABLE tasks ADD COLUMN deleted_with UUID;
ALTER TABLE documents ADD COLUMN deleted_with UUID;
ALTER TABLE users ADD COLUMN deleted_with UUID;
CREATE INDEX security_deposits_along ON security_deposits (tenant_id, deleted_with) WHERE deleted_with IS NOT NULL;
CREATE INDEX tasks_along ON tasks (tenant_id, deleted_with) WHERE deleted_with IS NOT NULL;
CREATE INDEX documents_along ON documents (tenant_id, deleted_with) WHERE deleted_with IS NOT NULL;
-- sqlite
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('security_deposits', 'security_deposits_along', '4000 400 2'),
    ('tasks', 'tasks_along', '10000 1000 10'),
    ('documents', 'documents_along', '1000 100 5');
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
