//! The way to the users who were deleted of late.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// The images of those who were deleted before are gone.
const STEPS: &str = r#"
CREATE INDEX users_deleted ON users (tenant_id, deleted_at, id) WHERE deleted_with = id;
UPDATE users SET profile_image = '' WHERE deleted_at IS NOT NULL;
-- sqlite
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('users', 'users_deleted', '1000 100 1 1');
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
