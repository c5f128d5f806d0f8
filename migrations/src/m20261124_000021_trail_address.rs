//! From which address a thing was done: the trail also tells of what changes no row.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const STEPS: &str = "
ALTER TABLE audit_events ADD COLUMN address VARCHAR(64) COLLATE \"C\" NOT NULL DEFAULT '';
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, STEPS).await
    }
}
