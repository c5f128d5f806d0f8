//! Links that are mailed to somebody.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &str = r#"
CREATE TABLE mail_links (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    purpose VARCHAR(16) COLLATE "C" NOT NULL CHECK (purpose IN ('PASSWORD_RESET', 'INVITATION', 'EMAIL_CHANGE')),
    email VARCHAR(255) COLLATE "C" NOT NULL,
    token_hash BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    used_at TIMESTAMPTZ,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE RESTRICT
);
CREATE UNIQUE INDEX mail_links_user_key ON mail_links (tenant_id, user_id, purpose);
CREATE UNIQUE INDEX mail_links_token_hash_key ON mail_links (token_hash);
CREATE INDEX mail_links_expires_at ON mail_links (expires_at);
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLES).await?;
        run(manager, &ddl::row_security(&["mail_links"])).await
    }
}
