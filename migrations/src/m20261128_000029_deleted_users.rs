//! The way to the users who were deleted of late, and to the tasks that they handed over.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// Of those who were deleted before, the image is gone, and who don't come back need no password.
const STEPS: &str = r#"
CREATE INDEX users_deleted ON users (tenant_id, deleted_at, id) WHERE deleted_with = id;
UPDATE users SET profile_image = '' WHERE deleted_at IS NOT NULL;
UPDATE users SET password_hash = '' WHERE deleted_at IS NOT NULL AND deleted_with IS NULL;
ALTER TABLE tasks ADD COLUMN handed_over_from UUID;
CREATE INDEX tasks_handed_over ON tasks (tenant_id, handed_over_from) WHERE handed_over_from IS NOT NULL;
-- sqlite
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('users', 'users_deleted', '1000 100 1 1'),
    ('tasks', 'tasks_handed_over', '10000 1000 100');
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
