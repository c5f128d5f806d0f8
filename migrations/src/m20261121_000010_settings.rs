//! How people like their screens, and the views of lists that they save.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &str = r#"
CREATE TABLE user_settings (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    theme VARCHAR(16) COLLATE "C" NOT NULL CHECK (theme IN ('AUTO', 'LIGHT', 'DARK')),
    density VARCHAR(16) COLLATE "C" NOT NULL CHECK (density IN ('COMFORTABLE', 'COMPACT')),
    page_size INTEGER NOT NULL CHECK (page_size BETWEEN 1 AND 200),
    list_columns JSONB NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    created_by UUID,
    updated_by UUID,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE RESTRICT
);
CREATE UNIQUE INDEX user_settings_user_key ON user_settings (tenant_id, user_id);
CREATE TABLE saved_views (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    list VARCHAR(64) COLLATE "C" NOT NULL,
    name VARCHAR(100) COLLATE "C" NOT NULL,
    name_key VARCHAR(300) COLLATE "C" NOT NULL,
    query VARCHAR(2000) COLLATE "C" NOT NULL,
    is_shared BOOLEAN NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    created_by UUID,
    updated_by UUID,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE RESTRICT
);
CREATE UNIQUE INDEX saved_views_name_key ON saved_views (tenant_id, user_id, list, name_key);
CREATE INDEX saved_views_list ON saved_views (tenant_id, list, name_key);
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLES).await?;
        run(manager, &ddl::row_security(&["user_settings", "saved_views"])).await
    }
}
