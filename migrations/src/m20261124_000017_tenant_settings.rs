//! What an organisation asks of its people.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

// One row a tenant, under the tenant's own id.
const TABLE: &str = r#"
CREATE TABLE tenant_settings (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    id UUID NOT NULL CHECK (id = tenant_id),
    four_eyes BOOLEAN NOT NULL,
    change_first_password BOOLEAN NOT NULL,
    require_second_factor BOOLEAN NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    created_by UUID,
    updated_by UUID,
    PRIMARY KEY (tenant_id, id)
);
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLE).await?;
        run(manager, &ddl::row_security(&["tenant_settings"])).await
    }
}
