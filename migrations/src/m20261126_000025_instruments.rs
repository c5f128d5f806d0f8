//! Which deposits are on one instrument: their numbers without spaces, signs and case, and the way to them.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// By the database, so that no row is without it. Who looks one up writes the number in the same way
/// (`store/src/query/deposits.rs`).
const STEPS: &str = r#"
-- postgres
ALTER TABLE security_deposits ADD COLUMN instrument_key VARCHAR(100) COLLATE "C" GENERATED ALWAYS AS
    (UPPER(REPLACE(REPLACE(REPLACE(REPLACE(instrument_no, ' ', ''), '-', ''), '/', ''), '.', ''))) STORED;
-- sqlite
ALTER TABLE security_deposits ADD COLUMN instrument_key VARCHAR(100) GENERATED ALWAYS AS
    (UPPER(REPLACE(REPLACE(REPLACE(REPLACE(instrument_no, ' ', ''), '-', ''), '/', ''), '.', ''))) VIRTUAL;
CREATE INDEX security_deposits_instrument ON security_deposits (tenant_id, instrument_key) WHERE deleted_at IS NULL;
-- sqlite
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('security_deposits', 'security_deposits_instrument', '400000 40000 1');
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
