//! Figures that don't grow with the rows: how many contracts and deposits there are and what they come to, kept by the
//! database itself, whoever writes.
//!
//! On PostgreSQL each statement that changes rows appends what it changed, so that no writer waits for another; reading
//! adds up, and a job folds what was appended. SQLite has one writer: there each key has one row, which grows.

use sea_orm_migration::{
    prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait},
    sea_orm::DatabaseBackend,
};

use crate::{
    ddl,
    kept::{self, Kept},
    run,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CONTRACTS: Kept = Kept {
    table: "contract_figures",
    keys: &["status"],
    measures: &["contracts", "with_paper_cost", "rupees", "paise"],
    is_appended: true,
};

const DEPOSITS: Kept = Kept {
    table: "deposit_figures",
    keys: &["deposit_type", "status", "contract_status"],
    measures: &["deposits", "rupees", "paise", "returned", "days_out"],
    is_appended: true,
};

// Rupees and paise apart: nine thousand of the largest amounts overflow a sum of paise.
const TABLES: &str = r#"
CREATE TABLE contract_figures (
    tenant_id UUID NOT NULL,
    status VARCHAR(32) COLLATE "C" NOT NULL,
    entry BIGINT NOT NULL {entry},
    contracts BIGINT NOT NULL,
    with_paper_cost BIGINT NOT NULL,
    rupees BIGINT NOT NULL,
    paise BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, status, entry)
);
CREATE TABLE deposit_figures (
    tenant_id UUID NOT NULL,
    deposit_type VARCHAR(64) COLLATE "C" NOT NULL,
    status VARCHAR(32) COLLATE "C" NOT NULL,
    contract_status VARCHAR(32) COLLATE "C" NOT NULL,
    entry BIGINT NOT NULL {entry},
    deposits BIGINT NOT NULL,
    rupees BIGINT NOT NULL,
    paise BIGINT NOT NULL,
    returned BIGINT NOT NULL,
    days_out BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, deposit_type, status, contract_status, entry)
);
-- postgres
ALTER TABLE contract_figures SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
-- postgres
ALTER TABLE deposit_figures SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
"#;

/// What the live rows of `rows`, contracts, come to.
fn of_contracts(rows: &str, sign: i8) -> String {
    format!(
        "SELECT tenant_id, status, {sign} AS contracts, \
         {sign} * COALESCE(CAST(paper_cost > 0 AS INTEGER), 0) AS with_paper_cost, \
         {sign} * COALESCE(paper_cost / 100, 0) AS rupees, {sign} * COALESCE(paper_cost % 100, 0) AS paise \
         FROM {rows} WHERE deleted_at IS NULL"
    )
}

/// What the live rows of `deposits` come to, of the live contracts in `contracts`.
fn of_deposits(backend: DatabaseBackend, deposits: &str, contracts: &str, sign: i8) -> String {
    let days = match backend {
        DatabaseBackend::Postgres => "d.deposit_returned_date - d.deposit_submitted_date",
        _ => "CAST(julianday(d.deposit_returned_date) - julianday(d.deposit_submitted_date) AS INTEGER)",
    };
    format!(
        "SELECT d.tenant_id, d.deposit_type, d.status, c.status AS contract_status, {sign} AS deposits, \
         {sign} * (d.amount / 100) AS rupees, {sign} * (d.amount % 100) AS paise, \
         {sign} * CAST(({days}) IS NOT NULL AS INTEGER) AS returned, {sign} * COALESCE({days}, 0) AS days_out \
         FROM {deposits} d JOIN {contracts} c ON c.tenant_id = d.tenant_id AND c.id = d.contract_id \
         WHERE d.deleted_at IS NULL AND c.deleted_at IS NULL"
    )
}

/// Triggers of statements: what one changes is one row for each figure, however many rows it wrote.
fn on_postgres() -> String {
    let backend = DatabaseBackend::Postgres;
    let contracts = |changes: &[String]| CONTRACTS.add(backend, changes) + ";";
    let deposits = |changes: &[String]| DEPOSITS.add(backend, changes) + ";";
    // A contract whose status changes takes its deposits along. Both hold the contract, so that a deposit is never
    // counted by a status which the contract is just leaving.
    let held = |rows: &str| {
        format!(
            "PERFORM 1 FROM contracts c WHERE (c.tenant_id, c.id) IN (SELECT tenant_id, contract_id FROM {rows}) \
             ORDER BY c.tenant_id, c.id FOR SHARE;"
        )
    };
    let below = |rows: &str, sign| of_deposits(backend, "security_deposits", rows, sign);
    let own = |rows: &str, sign| of_deposits(backend, rows, "contracts", sign);
    let with_deposits = format!(
        "IF EXISTS (SELECT 1 FROM old_rows o JOIN new_rows n ON n.tenant_id = o.tenant_id AND n.id = o.id \
         WHERE n.status <> o.status OR (n.deleted_at IS NULL) <> (o.deleted_at IS NULL)) THEN {} END IF;",
        deposits(&[below("new_rows", 1), below("old_rows", -1)])
    );
    let [new, old] = ["new_rows", "old_rows"];
    let triggers = [
        ("contracts", "INSERT", contracts(&[of_contracts(new, 1)])),
        (
            "contracts",
            "UPDATE",
            contracts(&[of_contracts(new, 1), of_contracts(old, -1)]) + " " + &with_deposits,
        ),
        ("contracts", "DELETE", contracts(&[of_contracts(old, -1)])),
        ("security_deposits", "INSERT", held(new) + " " + &deposits(&[own(new, 1)])),
        ("security_deposits", "UPDATE", held(new) + " " + &deposits(&[own(new, 1), own(old, -1)])),
        ("security_deposits", "DELETE", held(old) + " " + &deposits(&[own(old, -1)])),
    ];
    triggers.map(|(table, event, body)| kept::statement_trigger(table, event, &body)).concat()
}

/// Triggers of rows, which is all that SQLite has.
fn on_sqlite() -> String {
    let backend = DatabaseBackend::Sqlite;
    let contract = |row: &str| {
        format!(
            "(SELECT {row}.tenant_id AS tenant_id, {row}.id AS id, {row}.status AS status, \
             {row}.paper_cost AS paper_cost, {row}.deleted_at AS deleted_at)"
        )
    };
    let deposit = |row: &str| {
        format!(
            "(SELECT {row}.tenant_id AS tenant_id, {row}.contract_id AS contract_id, {row}.deposit_type AS deposit_type, \
             {row}.status AS status, {row}.amount AS amount, {row}.deposit_submitted_date AS deposit_submitted_date, \
             {row}.deposit_returned_date AS deposit_returned_date, {row}.deleted_at AS deleted_at)"
        )
    };
    let contracts = |changes: &[(&str, i8)]| {
        let changes: Vec<_> = changes.iter().map(|(row, sign)| of_contracts(&contract(row), *sign)).collect();
        CONTRACTS.add(backend, &changes) + "; "
    };
    let below = |changes: &[(&str, i8)]| {
        let of = |(row, sign): &(&str, i8)| of_deposits(backend, "security_deposits", &contract(row), *sign);
        DEPOSITS.add(backend, &changes.iter().map(of).collect::<Vec<_>>()) + "; "
    };
    let deposits = |changes: &[(&str, i8)]| {
        let of = |(row, sign): &(&str, i8)| of_deposits(backend, &deposit(row), "contracts", *sign);
        DEPOSITS.add(backend, &changes.iter().map(of).collect::<Vec<_>>()) + "; "
    };
    let changed = [("NEW", 1), ("OLD", -1)];
    let figures = "UPDATE OF status, paper_cost, deleted_at";
    let counted = "UPDATE OF contract_id, deposit_type, status, amount, deposit_submitted_date, deposit_returned_date, deleted_at";
    let triggers = [
        ("contracts_figures_insert", "INSERT", "contracts", contracts(&[("NEW", 1)])),
        ("contracts_figures_update", figures, "contracts", contracts(&changed)),
        ("contracts_figures_moved", "UPDATE OF status, deleted_at", "contracts", below(&changed)),
        ("contracts_figures_delete", "DELETE", "contracts", contracts(&[("OLD", -1)])),
        ("security_deposits_figures_insert", "INSERT", "security_deposits", deposits(&[("NEW", 1)])),
        ("security_deposits_figures_update", counted, "security_deposits", deposits(&changed)),
        ("security_deposits_figures_delete", "DELETE", "security_deposits", deposits(&[("OLD", -1)])),
    ];
    triggers.map(|(name, event, table, body)| kept::row_trigger(name, event, table, &body)).concat()
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let backend = manager.get_database_backend();
        let (entry, triggers) = match backend {
            DatabaseBackend::Postgres => ("GENERATED ALWAYS AS IDENTITY", on_postgres()),
            _ => ("DEFAULT 0", on_sqlite()),
        };
        run(manager, &TABLES.replace("{entry}", entry)).await?;
        run(manager, &ddl::row_security(&[CONTRACTS.table, DEPOSITS.table])).await?;
        // The triggers first: they hold off every writer until the figures of what is there are in, too.
        run(manager, &triggers).await?;
        let there = [
            CONTRACTS.add(backend, &[of_contracts("contracts", 1)]),
            DEPOSITS.add(backend, &[of_deposits(backend, "security_deposits", "contracts", 1)]),
        ];
        run(manager, &there.join(";\n")).await
    }
}
