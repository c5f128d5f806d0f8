//! Lists of tenants and users: their searchable texts, and the indexes of lists over all tenants.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{run, search::fill};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &str = r#"
ALTER TABLE tenants ADD COLUMN search VARCHAR(2000) COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN search VARCHAR(2000) COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX tenants_list ON tenants (created_at DESC, id DESC);
CREATE INDEX users_list ON users (tenant_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_id ON users (id);
CREATE INDEX audit_events_all ON audit_events (at DESC, id DESC);
CREATE INDEX sessions_living ON sessions (tenant_id) WHERE ended_at IS NULL;
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLES).await?;
        fill(manager, "tenants", ["name", "subdomain", "contact_email", "mobile_no", "whats_app_no"]).await?;
        fill(manager, "users", ["email", "mobile_no", "designation"]).await
    }
}
