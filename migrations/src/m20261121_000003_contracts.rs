//! Contracts and their security deposits.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{ddl, run};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &str = r#"
CREATE TABLE contracts (
    tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE RESTRICT,
    id UUID NOT NULL,
    bid_id VARCHAR(64) COLLATE "C" NOT NULL,
    contract_name VARCHAR(255) COLLATE "C" NOT NULL,
    reference_no VARCHAR(100) COLLATE "C" NOT NULL DEFAULT '',
    description VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    status VARCHAR(32) COLLATE "C" NOT NULL CHECK (status IN ('DRAFT', 'SUBMITTED', 'AWARDED', 'ACCEPTED', 'REJECTED',
        'CANCELLED', 'WORK_ORDER_ISSUED', 'MOBILIZED', 'WORK_IN_PROGRESS', 'ON_HOLD', 'RESUMED', 'COMPLETED',
        'SUBMITTED_FOR_APPROVAL', 'APPROVED', 'PAYMENT_PENDING', 'PAYMENT_RECEIVED', 'CLOSED', 'TERMINATED', 'DISPUTE')),
    paper_cost BIGINT CHECK (paper_cost BETWEEN 0 AND 1000000000000000),
    tender_actual_value BIGINT CHECK (tender_actual_value BETWEEN 0 AND 1000000000000000),
    tender_bid_value BIGINT CHECK (tender_bid_value BETWEEN 0 AND 1000000000000000),
    tender_bid_percentage BIGINT,
    contract_type VARCHAR(64) COLLATE "C" NOT NULL DEFAULT '',
    termination_reason VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    extension_count INTEGER NOT NULL DEFAULT 0 CHECK (extension_count BETWEEN 0 AND 1000),
    opening_date DATE,
    closing_date DATE,
    result_date DATE,
    drafting_date DATE,
    submitted_payment_date DATE,
    awarded_date DATE,
    agreement_date DATE,
    given_start_date DATE,
    given_end_date DATE,
    actual_start_date DATE,
    actual_end_date DATE,
    license_id VARCHAR(64) COLLATE "C" NOT NULL DEFAULT '',
    license_holder_name VARCHAR(150) COLLATE "C" NOT NULL DEFAULT '',
    license_no VARCHAR(100) COLLATE "C" NOT NULL DEFAULT '',
    comments VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    contract_metadata TEXT COLLATE "C",
    has_project BOOLEAN NOT NULL DEFAULT FALSE,
    import_id UUID,
    search TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ,
    created_by UUID,
    updated_by UUID,
    deleted_by UUID,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX contracts_bid_id_key ON contracts (tenant_id, bid_id) WHERE deleted_at IS NULL;
-- postgres
CREATE INDEX contracts_list ON contracts (tenant_id, created_at DESC, id DESC)
    INCLUDE (status, contract_type, search, paper_cost, tender_bid_value, tender_actual_value, actual_start_date, actual_end_date, updated_at)
    WHERE deleted_at IS NULL;
-- sqlite
CREATE INDEX contracts_list ON contracts (tenant_id, deleted_at, created_at DESC, id DESC, status, contract_type, search,
    paper_cost, tender_bid_value, tender_actual_value, actual_start_date, actual_end_date, updated_at);
CREATE INDEX contracts_status ON contracts (tenant_id, status) WHERE deleted_at IS NULL;
-- postgres
ALTER TABLE contracts SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE TABLE security_deposits (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    contract_id UUID NOT NULL,
    deposit_type VARCHAR(64) COLLATE "C" NOT NULL,
    instrument_no VARCHAR(100) COLLATE "C" NOT NULL,
    amount BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000000),
    deposit_created_date DATE,
    deposit_submitted_date DATE,
    deposit_returned_date DATE,
    deposit_transferred_own_account_date DATE,
    bank_account_no VARCHAR(64) COLLATE "C" NOT NULL DEFAULT '',
    bank_name VARCHAR(255) COLLATE "C" NOT NULL DEFAULT '',
    account_holder_name VARCHAR(255) COLLATE "C" NOT NULL DEFAULT '',
    bank_address VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    status VARCHAR(32) COLLATE "C" NOT NULL CHECK (status IN ('DRAFT', 'SUBMITTED', 'REJECTED', 'CANCELLED', 'REFUNDED',
        'FORFEITED', 'RELEASED', 'PENDING_RELEASE', 'PENDING_REFUND', 'RETURNED', 'PENDING')),
    comment VARCHAR(4000) COLLATE "C" NOT NULL DEFAULT '',
    version BIGINT NOT NULL DEFAULT 1,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ,
    created_by UUID,
    updated_by UUID,
    deleted_by UUID,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts (tenant_id, id) ON DELETE RESTRICT
);
-- postgres
CREATE INDEX security_deposits_contract ON security_deposits (tenant_id, contract_id)
    INCLUDE (deposit_type, status, amount, deposit_submitted_date, deposit_returned_date) WHERE deleted_at IS NULL;
-- sqlite
CREATE INDEX security_deposits_contract ON security_deposits (tenant_id, contract_id, deleted_at, deposit_type, status, amount,
    deposit_submitted_date, deposit_returned_date);
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, TABLES).await?;
        run(manager, &ddl::row_security(&["contracts", "security_deposits"])).await
    }
}
