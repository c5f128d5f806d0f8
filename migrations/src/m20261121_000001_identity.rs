//! Tenants, users, roles, modules, permissions, sessions; the audit trail and idempotency keys.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &str = r#"
CREATE TABLE tenants (
    id UUID NOT NULL PRIMARY KEY,
    name VARCHAR(255) COLLATE "C" NOT NULL,
    name_key VARCHAR(255) COLLATE "C" NOT NULL,
    subdomain VARCHAR(63) COLLATE "C" NOT NULL,
    schema_name VARCHAR(63) COLLATE "C" NOT NULL,
    contact_email VARCHAR(255) COLLATE "C" NOT NULL DEFAULT '',
    mobile_no VARCHAR(20) COLLATE "C" NOT NULL DEFAULT '',
    whats_app_no VARCHAR(20) COLLATE "C" NOT NULL DEFAULT '',
    status VARCHAR(16) COLLATE "C" NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED', 'TERMINATED', 'DELETED')),
    comment VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    is_platform BOOLEAN NOT NULL DEFAULT FALSE,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    created_by UUID,
    updated_by UUID,
    CHECK (NOT is_platform OR status = 'ACTIVE')
);
CREATE UNIQUE INDEX tenants_name_key ON tenants (name_key);
CREATE UNIQUE INDEX tenants_subdomain_key ON tenants (subdomain);
CREATE UNIQUE INDEX tenants_schema_name_key ON tenants (schema_name);
CREATE UNIQUE INDEX tenants_platform_key ON tenants (is_platform) WHERE is_platform;
CREATE TABLE modules (
    id UUID NOT NULL PRIMARY KEY,
    name VARCHAR(100) COLLATE "C" NOT NULL,
    name_key VARCHAR(100) COLLATE "C" NOT NULL,
    description VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    is_active BOOLEAN NOT NULL DEFAULT TRUE,
    is_seeded BOOLEAN NOT NULL DEFAULT FALSE,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    created_by UUID,
    updated_by UUID
);
CREATE UNIQUE INDEX modules_name_key ON modules (name_key);
CREATE TABLE roles (
    id UUID NOT NULL PRIMARY KEY,
    name VARCHAR(100) COLLATE "C" NOT NULL,
    name_key VARCHAR(100) COLLATE "C" NOT NULL,
    description VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    is_system BOOLEAN NOT NULL DEFAULT FALSE,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    created_by UUID,
    updated_by UUID
);
CREATE UNIQUE INDEX roles_name_key ON roles (name_key);
CREATE TABLE role_permissions (
    role_id UUID NOT NULL REFERENCES roles (id) ON DELETE RESTRICT,
    module_id UUID NOT NULL REFERENCES modules (id) ON DELETE RESTRICT,
    can_create BOOLEAN NOT NULL DEFAULT FALSE,
    can_view BOOLEAN NOT NULL DEFAULT FALSE,
    can_edit BOOLEAN NOT NULL DEFAULT FALSE,
    can_delete BOOLEAN NOT NULL DEFAULT FALSE,
    can_report BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (role_id, module_id)
);
CREATE TABLE users (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    id UUID NOT NULL,
    email VARCHAR(255) COLLATE "C" NOT NULL,
    mobile_no VARCHAR(20) COLLATE "C" NOT NULL DEFAULT '',
    designation VARCHAR(255) COLLATE "C" NOT NULL DEFAULT '',
    password_hash VARCHAR(255) COLLATE "C" NOT NULL,
    is_active BOOLEAN NOT NULL DEFAULT TRUE,
    profile_image VARCHAR(255) COLLATE "C" NOT NULL DEFAULT '',
    comment VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ,
    created_by UUID,
    updated_by UUID,
    deleted_by UUID,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX users_email_key ON users (tenant_id, email) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX users_mobile_key ON users (tenant_id, mobile_no) WHERE deleted_at IS NULL AND mobile_no <> '';
CREATE TABLE user_roles (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    role_id UUID NOT NULL REFERENCES roles (id) ON DELETE RESTRICT,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    created_by UUID,
    updated_by UUID,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE RESTRICT
);
CREATE UNIQUE INDEX user_roles_user_role_key ON user_roles (tenant_id, user_id, role_id);
CREATE INDEX user_roles_role ON user_roles (role_id);
CREATE TABLE sessions (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    user_agent VARCHAR(255) COLLATE "C" NOT NULL DEFAULT '',
    address VARCHAR(64) COLLATE "C" NOT NULL DEFAULT '',
    created_at TIMESTAMPTZ NOT NULL,
    last_used_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    ended_at TIMESTAMPTZ,
    end_reason VARCHAR(32) COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE RESTRICT
);
CREATE INDEX sessions_user ON sessions (tenant_id, user_id);
CREATE TABLE refresh_tokens (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    session_id UUID NOT NULL,
    token_hash BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    spent_at TIMESTAMPTZ,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE RESTRICT
);
CREATE UNIQUE INDEX refresh_tokens_hash_key ON refresh_tokens (token_hash);
CREATE INDEX refresh_tokens_session ON refresh_tokens (tenant_id, session_id);
CREATE TABLE login_throttles (
    key BYTEA NOT NULL PRIMARY KEY,
    failures BIGINT NOT NULL,
    window_started_at TIMESTAMPTZ NOT NULL,
    last_failed_at TIMESTAMPTZ NOT NULL
);
CREATE TABLE audit_events (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    id UUID NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    actor_id UUID,
    source VARCHAR(16) COLLATE "C" NOT NULL,
    request_id VARCHAR(64) COLLATE "C" NOT NULL DEFAULT '',
    entity VARCHAR(64) COLLATE "C" NOT NULL,
    entity_id UUID NOT NULL,
    action VARCHAR(16) COLLATE "C" NOT NULL,
    changes JSONB NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_events_at ON audit_events (tenant_id, at DESC, id DESC);
CREATE INDEX audit_events_entity ON audit_events (tenant_id, entity, entity_id, at DESC);
CREATE TABLE idempotency_keys (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    user_id UUID NOT NULL,
    method VARCHAR(255) COLLATE "C" NOT NULL,
    key VARCHAR(255) COLLATE "C" NOT NULL,
    request_hash BYTEA NOT NULL,
    reply BYTEA,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (tenant_id, user_id, method, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
-- sqlite
CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
-- sqlite
CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
-- postgres
CREATE FUNCTION audit_events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the audit trail is append-only'; END $$;
-- postgres
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse();
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLES).await?;
        let tenant_tables =
            ["users", "user_roles", "sessions", "refresh_tokens", "audit_events", "idempotency_keys"];
        run(manager, &ddl::row_security(&tenant_tables)).await
    }
}
