//! The searchable texts of deposits.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{run, search::fill};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &str = r#"
ALTER TABLE security_deposits ADD COLUMN search VARCHAR(2000) COLLATE "C" NOT NULL DEFAULT '';
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLES).await?;
        let columns = ["deposit_type", "instrument_no", "account_holder_name", "bank_account_no"];
        fill(manager, "security_deposits", columns).await
    }
}
