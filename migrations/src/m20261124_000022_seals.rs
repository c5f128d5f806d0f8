//! Seals over the audit trail: what waits for one, and the chain of those that were made.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// A trigger notes each event as waiting, in the transaction that brings it, whoever writes: what commits late waits from
/// then on, whatever its time and id say, and can't fall between two seals. What is there already waits for the first.
const STEPS: &str = "
CREATE TABLE audit_unsealed (
    tenant_id UUID NOT NULL,
    event_id UUID NOT NULL,
    PRIMARY KEY (tenant_id, event_id)
);
CREATE TABLE audit_seals (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    id UUID NOT NULL,
    number BIGINT NOT NULL CHECK (number > 0),
    sealed_at TIMESTAMPTZ NOT NULL,
    events BIGINT NOT NULL CHECK (events > 0),
    first_at TIMESTAMPTZ NOT NULL,
    last_at TIMESTAMPTZ NOT NULL,
    leaves BYTEA NOT NULL,
    previous_hash BYTEA NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX audit_seals_number_key ON audit_seals (tenant_id, number);
INSERT INTO audit_unsealed (tenant_id, event_id) SELECT tenant_id, id FROM audit_events;
-- sqlite
CREATE TRIGGER audit_events_waiting AFTER INSERT ON audit_events BEGIN INSERT INTO audit_unsealed (tenant_id, event_id) VALUES (NEW.tenant_id, NEW.id); END;
-- postgres
CREATE FUNCTION audit_events_wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO audit_unsealed (tenant_id, event_id) SELECT tenant_id, id FROM added; RETURN NULL; END $$;
-- postgres
CREATE TRIGGER audit_events_waiting AFTER INSERT ON audit_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audit_events_wait();
-- sqlite
CREATE TRIGGER audit_seals_no_update BEFORE UPDATE ON audit_seals BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
-- sqlite
CREATE TRIGGER audit_seals_no_delete BEFORE DELETE ON audit_seals BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
-- postgres
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse();
-- sqlite
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('audit_seals', 'sqlite_autoindex_audit_seals_1', '100000 10000 1'),
    ('audit_seals', 'audit_seals_number_key', '100000 10000 1'),
    ('audit_unsealed', 'sqlite_autoindex_audit_unsealed_1', '1000 100 1');
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, STEPS).await?;
        run(manager, &ddl::row_security(&["audit_unsealed", "audit_seals"])).await
    }
}
