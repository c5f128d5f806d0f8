//! The second factor of a user: the sealed secret of an authenticator app, and recovery codes by their hashes.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const STEPS: &str = "
ALTER TABLE users ADD COLUMN second_factor_since TIMESTAMPTZ;
CREATE TABLE second_factors (
    tenant_id UUID NOT NULL,
    user_id UUID NOT NULL,
    sealed_secret BYTEA NOT NULL,
    last_step BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE RESTRICT
);
CREATE TABLE recovery_codes (
    tenant_id UUID NOT NULL,
    user_id UUID NOT NULL,
    code_hash BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (tenant_id, user_id, code_hash),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE RESTRICT
);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, STEPS).await?;
        run(manager, &ddl::row_security(&["second_factors", "recovery_codes"])).await
    }
}
