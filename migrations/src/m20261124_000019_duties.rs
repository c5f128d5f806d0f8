//! What a user owes before they go on: a password of their own, where somebody else had set it. Nodes hear of what meets a duty
//! and of what makes one.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const STEPS: &str = "
ALTER TABLE users ADD COLUMN must_change_password BOOLEAN NOT NULL DEFAULT FALSE;
-- postgres
DROP TRIGGER users_access ON users;
-- postgres
CREATE TRIGGER users_access \
AFTER UPDATE OF is_active, deleted_at, second_factor_since, must_change_password ON users FOR EACH ROW \
WHEN (OLD.is_active IS DISTINCT FROM NEW.is_active OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at \
OR OLD.second_factor_since IS DISTINCT FROM NEW.second_factor_since \
OR OLD.must_change_password IS DISTINCT FROM NEW.must_change_password) \
EXECUTE FUNCTION nirmaan_access_of_tenant();
-- postgres
CREATE TRIGGER tenant_settings_access AFTER INSERT OR UPDATE OR DELETE ON tenant_settings FOR EACH ROW \
EXECUTE FUNCTION nirmaan_access_of_tenant();
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
