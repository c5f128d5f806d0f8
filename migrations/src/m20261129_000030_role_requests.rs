//! When users who have no role last asked for one.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const STEPS: &str = "
ALTER TABLE users ADD COLUMN role_requested_at TIMESTAMPTZ;
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
