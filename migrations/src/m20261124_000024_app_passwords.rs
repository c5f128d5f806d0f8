//! Passwords of programs, and when a session last showed its user's second factor; nodes hear of the latter.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const STEPS: &str = "
ALTER TABLE sessions ADD COLUMN proved_at TIMESTAMPTZ;
ALTER TABLE sessions ADD COLUMN app_password_id UUID;
CREATE TABLE app_passwords (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    name VARCHAR(100) COLLATE \"C\" NOT NULL,
    secret_hash BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    last_used_at TIMESTAMPTZ,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE RESTRICT
);
CREATE UNIQUE INDEX app_passwords_secret_hash_key ON app_passwords (tenant_id, user_id, secret_hash);
CREATE UNIQUE INDEX app_passwords_name_key ON app_passwords (tenant_id, user_id, name);
-- postgres
DROP TRIGGER sessions_access ON sessions;
-- postgres
CREATE TRIGGER sessions_access AFTER UPDATE OF ended_at, proved_at ON sessions FOR EACH ROW \
WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at OR OLD.proved_at IS DISTINCT FROM NEW.proved_at) \
EXECUTE FUNCTION nirmaan_access_of_tenant();
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, STEPS).await?;
        run(manager, &ddl::row_security(&["app_passwords"])).await
    }
}
