//! The outbox: mails that are written with what they tell of, and sent afterwards.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &str = r#"
CREATE TABLE mails (
    id UUID NOT NULL PRIMARY KEY,
    message_id VARCHAR(320) COLLATE "C" NOT NULL,
    recipient VARCHAR(320) COLLATE "C" NOT NULL,
    reply_to_name VARCHAR(255) COLLATE "C" NOT NULL DEFAULT '',
    reply_to_address VARCHAR(320) COLLATE "C" NOT NULL DEFAULT '',
    subject VARCHAR(500) COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    state VARCHAR(16) COLLATE "C" NOT NULL CHECK (state IN ('PENDING', 'SENT', 'DEAD')),
    attempts BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_attempt_at TIMESTAMPTZ NOT NULL,
    claimed_until TIMESTAMPTZ,
    last_error VARCHAR(500) COLLATE "C" NOT NULL DEFAULT '',
    origin BYTEA,
    created_at TIMESTAMPTZ NOT NULL,
    sent_at TIMESTAMPTZ,
    CHECK ((state = 'SENT') = (sent_at IS NOT NULL))
);
CREATE UNIQUE INDEX mails_message_id_key ON mails (message_id);
CREATE INDEX mails_due ON mails (state, next_attempt_at, id);
CREATE INDEX mails_origin ON mails (origin, created_at) WHERE origin IS NOT NULL;
CREATE INDEX mails_from_strangers ON mails (created_at) WHERE origin IS NOT NULL;
CREATE INDEX mails_sent_at ON mails (sent_at) WHERE sent_at IS NOT NULL;
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLES).await
    }
}
