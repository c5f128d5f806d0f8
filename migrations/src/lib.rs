//! The steps of the database schema, frozen in time.
//!
//! A step that has been released is never edited: the next one changes what it made. Every step is one
//! SQL text for both databases; [`ddl`] turns the few words that differ.

use std::fs::File;

use sea_orm_migration::{
    prelude::{MigrationTrait, MigratorTrait, SchemaManager, async_trait},
    sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseBackend, DatabaseConnection, DbErr},
};

mod ddl;
mod kept;
mod m20261121_000001_identity;
mod m20261121_000002_catalogue;
mod m20261121_000003_contracts;
mod m20261121_000004_platform;
mod m20261121_000005_outbox;
mod m20261121_000006_documents;
mod m20261121_000007_imports;
mod m20261121_000008_deposit_search;
mod m20261121_000009_projects;
mod m20261121_000010_settings;
mod m20261122_000011_access;
mod m20261122_000012_figures;
mod m20261123_000013_task_figures;
mod m20261123_000014_plans;
mod m20261124_000016_refresh_replays;
mod m20261124_000017_tenant_settings;
mod m20261124_000018_second_factor;
mod m20261124_000019_duties;
mod m20261124_000020_mail_links;
mod m20261124_000021_trail_address;
mod m20261124_000022_seals;
mod m20261124_000023_import_problems;
mod m20261124_000024_app_passwords;
mod m20261126_000025_instruments;
mod m20261127_000026_deposit_documents;
mod m20261127_000027_deleted_with;
mod m20261128_000028_deleted_lists;
mod m20261128_000029_deleted_users;
mod m20261129_000030_role_requests;
mod m20261130_000031_import_column_maps;
mod m20261201_000032_deposit_imports;
mod m20261201_000033_import_deposit_changes;
mod m20261201_000034_text_forms;
mod search;
mod texts;

pub use m20261121_000002_catalogue::{
    ADMINISTRATOR_ROLES, MODULES, PLATFORM_ADMINISTRATOR, PLATFORM_TENANT, TENANT_ADMINISTRATOR, catalogue_id,
};

/// Every step, in order.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m20261121_000001_identity::Migration),
            Box::new(m20261121_000002_catalogue::Migration),
            Box::new(m20261121_000003_contracts::Migration),
            Box::new(m20261121_000004_platform::Migration),
            Box::new(m20261121_000005_outbox::Migration),
            Box::new(m20261121_000006_documents::Migration),
            Box::new(m20261121_000007_imports::Migration),
            Box::new(m20261121_000008_deposit_search::Migration),
            Box::new(m20261121_000009_projects::Migration),
            Box::new(m20261121_000010_settings::Migration),
            Box::new(m20261122_000011_access::Migration),
            Box::new(m20261122_000012_figures::Migration),
            Box::new(m20261123_000013_task_figures::Migration),
            Box::new(m20261123_000014_plans::Migration),
            Box::new(m20261124_000016_refresh_replays::Migration),
            Box::new(m20261124_000017_tenant_settings::Migration),
            Box::new(m20261124_000018_second_factor::Migration),
            Box::new(m20261124_000019_duties::Migration),
            Box::new(m20261124_000020_mail_links::Migration),
            Box::new(m20261124_000021_trail_address::Migration),
            Box::new(m20261124_000022_seals::Migration),
            Box::new(m20261124_000023_import_problems::Migration),
            Box::new(m20261124_000024_app_passwords::Migration),
            Box::new(m20261126_000025_instruments::Migration),
            Box::new(m20261127_000026_deposit_documents::Migration),
            Box::new(m20261127_000027_deleted_with::Migration),
            Box::new(m20261128_000028_deleted_lists::Migration),
            Box::new(m20261128_000029_deleted_users::Migration),
            Box::new(m20261129_000030_role_requests::Migration),
            Box::new(m20261130_000031_import_column_maps::Migration),
            Box::new(m20261201_000032_deposit_imports::Migration),
            Box::new(m20261201_000033_import_deposit_changes::Migration),
            Box::new(m20261201_000034_text_forms::Migration),
        ]
    }
}

/// Brings the database of `url` to the newest schema, each step whole or not at all; one that goes through all rows in turns
/// is begun anew by the next start. On PostgreSQL `url` is the owner's, and the application's role `app_role` gets the rights it
/// needs, and no more.
///
/// # Errors
/// When the database can't be reached or a step fails.
pub async fn migrate(url: &str, app_role: Option<&str>) -> Result<(), DbErr> {
    let _turn = turn(url)?;
    let mut options = ConnectOptions::new(url);
    // The scope and the lock are the connection's: it lasts as long as the steps take.
    options.max_connections(1).max_lifetime(None).idle_timeout(None).sqlx_logging(false);
    let db = Database::connect(options).await?;
    let result = apply(&db, app_role).await;
    db.close().await?;
    result
}

/// Two programs that start at once over one SQLite file take turns: the lock lives as long as this file.
fn turn(url: &str) -> Result<Option<File>, DbErr> {
    let Some(path) = url.strip_prefix("sqlite://").map(|path| path.split('?').next().unwrap_or(path)) else {
        return Ok(None);
    };
    if path.is_empty() || path.starts_with(':') {
        return Ok(None);
    }
    let lock = File::create(format!("{path}.lock")).and_then(|file| file.lock().map(|()| file));
    lock.map(Some).map_err(|error| DbErr::Migration(format!("{path}.lock: {error}")))
}

async fn apply(db: &DatabaseConnection, app_role: Option<&str>) -> Result<(), DbErr> {
    if db.get_database_backend() != DatabaseBackend::Postgres {
        return Migrator::up(db, None).await;
    }
    // Two nodes that start at once take turns: the lock lives as long as this one connection holds it.
    db.execute_unprepared("SELECT pg_advisory_lock(7206421)").await?;
    // Forced row security binds the owner too: without this a backfill would silently change nothing.
    db.execute_unprepared("SELECT set_config('nirmaan.scope', 'platform', false)").await?;
    let result = async {
        Migrator::up(db, None).await?;
        match app_role {
            Some(role) => grant(db, role).await,
            None => Ok(()),
        }
    }
    .await;
    db.execute_unprepared("SELECT pg_advisory_unlock(7206421)").await?;
    result
}

/// Gives the application's role what it needs: rows, not tables; and of the audit trail only reading and adding.
async fn grant(db: &DatabaseConnection, role: &str) -> Result<(), DbErr> {
    let quoted = format!("\"{}\"", role.replace('"', "\"\""));
    for statement in [
        format!("GRANT USAGE ON SCHEMA public TO {quoted}"),
        format!("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {quoted}"),
        format!("REVOKE UPDATE, DELETE ON audit_events, audit_seals FROM {quoted}"),
        format!("REVOKE UPDATE ON audit_unsealed FROM {quoted}"),
        format!("REVOKE INSERT, UPDATE, DELETE ON seaql_migrations FROM {quoted}"),
    ] {
        db.execute_unprepared(&statement).await?;
    }
    Ok(())
}

/// Runs a step's SQL, which consists of statements that end in `;` at the end of a line.
pub(crate) async fn run(manager: &SchemaManager<'_>, sql: &str) -> Result<(), DbErr> {
    let db = manager.get_connection();
    let backend = manager.get_database_backend();
    for statement in ddl::statements(backend, sql) {
        db.execute_unprepared(&statement).await?;
    }
    Ok(())
}
