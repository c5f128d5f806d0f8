//! Imports of deposits beside those of contracts, and which deposits came with one.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const STEPS: &str = r#"
ALTER TABLE imports ADD COLUMN record VARCHAR(32) COLLATE "C" NOT NULL DEFAULT 'CONTRACT';
ALTER TABLE security_deposits ADD COLUMN import_id UUID;
DROP INDEX imports_list;
-- postgres
CREATE INDEX imports_list ON imports (tenant_id, created_at DESC, id DESC) INCLUDE (search, record);
-- sqlite
CREATE INDEX imports_list ON imports (tenant_id, created_at DESC, id DESC, search, record);
CREATE INDEX security_deposits_import ON security_deposits (tenant_id, import_id) WHERE import_id IS NOT NULL;
-- sqlite
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('imports', 'imports_list', '1000 100 1 1'),
    ('security_deposits', 'security_deposits_import', '100000 10000 500');
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
