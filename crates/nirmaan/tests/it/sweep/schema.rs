//! The tables are what the entities say, and every tenant's rows are kept apart.

use std::collections::BTreeSet;

use nirmaan_store::entity::{self, column_names};
use sea_orm::EntityTrait;

use crate::harness::App;

/// Tables whose rows belong to tenants.
const TENANT_TABLES: [&str; 29] = [
    "users",
    "user_roles",
    "sessions",
    "refresh_tokens",
    "second_factors",
    "recovery_codes",
    "app_passwords",
    "mail_links",
    "audit_events",
    "idempotency_keys",
    "contracts",
    "contract_figures",
    "security_deposits",
    "deposit_figures",
    "documents",
    "imports",
    "import_changes",
    "import_deposit_changes",
    "import_problems",
    "import_column_maps",
    "projects",
    "tasks",
    "task_figures",
    "task_dates",
    "audit_unsealed",
    "audit_seals",
    "user_settings",
    "saved_views",
    "tenant_settings",
];

fn described<E: EntityTrait + Default>() -> (String, BTreeSet<String>) {
    (E::default().table_name().to_owned(), column_names::<E>().into_iter().collect())
}

fn entities() -> Vec<(String, BTreeSet<String>)> {
    vec![
        described::<entity::tenant::Entity>(),
        described::<entity::module::Entity>(),
        described::<entity::role::Entity>(),
        described::<entity::role_permission::Entity>(),
        described::<entity::user::Entity>(),
        described::<entity::user_role::Entity>(),
        described::<entity::session::Entity>(),
        described::<entity::refresh_token::Entity>(),
        described::<entity::second_factor::Entity>(),
        described::<entity::recovery_code::Entity>(),
        described::<entity::app_password::Entity>(),
        described::<entity::login_throttle::Entity>(),
        described::<entity::mail::Entity>(),
        described::<entity::mail_link::Entity>(),
        described::<entity::audit_event::Entity>(),
        described::<entity::unsealed_event::Entity>(),
        described::<entity::audit_seal::Entity>(),
        described::<entity::idempotency_key::Entity>(),
        described::<entity::contract::Entity>(),
        described::<entity::contract_figure::Entity>(),
        described::<entity::deposit_figure::Entity>(),
        described::<entity::import::Entity>(),
        described::<entity::import_change::Entity>(),
        described::<entity::import_deposit_change::Entity>(),
        described::<entity::import_problem::Entity>(),
        described::<entity::import_column_map::Entity>(),
        described::<entity::security_deposit::Entity>(),
        described::<entity::document::Entity>(),
        described::<entity::project::Entity>(),
        described::<entity::task::Entity>(),
        described::<entity::task_figure::Entity>(),
        described::<entity::task_date::Entity>(),
        described::<entity::user_settings::Entity>(),
        described::<entity::saved_view::Entity>(),
        described::<entity::tenant_settings::Entity>(),
    ]
}

async fn texts(app: &App, sql: &str) -> BTreeSet<String> {
    let db = app.owner_db().await;
    let rows = app.platform_rows(&db, sql).await;
    rows.iter().map(|row| row.try_get::<String>("", "name").unwrap()).collect()
}

#[tokio::test]
async fn every_table_has_an_entity_with_its_columns_and_no_more() {
    let app = App::start().await;
    let tables = if app.is_postgres() {
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
    } else {
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    };
    let mut tables = texts(&app, tables).await;
    tables.remove("seaql_migrations");
    let entities = entities();
    assert_eq!(tables, entities.iter().map(|(table, _)| table.clone()).collect());
    for (table, columns) in entities {
        // A column that the database makes of others is none of the entity's.
        let sql = if app.is_postgres() {
            format!(
                "SELECT column_name AS name FROM information_schema.columns \
                 WHERE table_schema = 'public' AND table_name = '{table}' AND is_generated = 'NEVER'"
            )
        } else {
            format!("SELECT name FROM pragma_table_info('{table}')")
        };
        assert_eq!(texts(&app, &sql).await, columns, "{table}");
        assert_eq!(columns.contains("tenant_id"), TENANT_TABLES.contains(&table.as_str()), "{table}");
    }
}

#[tokio::test]
async fn a_tenants_key_leads_every_primary_key_and_foreign_key() {
    let app = App::start().await;
    for table in TENANT_TABLES {
        let first = if app.is_postgres() {
            format!(
                "SELECT a.attname::text AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid \
                 AND a.attnum = i.indkey[0] WHERE i.indrelid = '{table}'::regclass AND i.indisprimary"
            )
        } else {
            format!("SELECT name FROM pragma_table_info('{table}') WHERE pk = 1")
        };
        assert_eq!(texts(&app, &first).await, BTreeSet::from(["tenant_id".to_owned()]), "{table}");
    }
    // A child of another tenant's row can't be written, whoever tries.
    let (_, owner) = app.firm("Firm").await;
    let (rival, _) = app.firm("Rival").await;
    let row = app.contract(&owner, serde_json::json!({"bidId": "A", "contractName": "x"})).await;
    let db = app.owner_db().await;
    let sql = format!(
        "INSERT INTO security_deposits (tenant_id, id, contract_id, deposit_type, instrument_no, amount, status, created_at, updated_at) \
         VALUES ({}, {}, {}, 'EMD', '1', 1, 'DRAFT', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')",
        app.sql_id(rival.id),
        app.sql_id(uuid::Uuid::now_v7()),
        app.sql_id(row["id"].as_str().unwrap().parse().unwrap()),
    );
    let refused = app.try_platform_sql(&db, &sql).await.unwrap_err();
    assert!(refused.to_lowercase().contains("foreign key"), "{refused}");
}

#[tokio::test]
async fn postgres_hides_other_tenants_rows_even_from_the_owner() {
    let app = App::start().await;
    if !app.is_postgres() {
        return;
    }
    let forced = "SELECT relname::text AS name FROM pg_class WHERE relrowsecurity AND relforcerowsecurity";
    let expected: BTreeSet<_> = TENANT_TABLES.iter().map(|table| (*table).to_owned()).collect();
    assert_eq!(texts(&app, forced).await, expected);
    let not_owned = "SELECT rolname::text AS name FROM pg_roles WHERE rolname = 'nirmaan_app' \
                     AND NOT rolsuper AND NOT rolbypassrls AND NOT rolcreatedb";
    assert_eq!(texts(&app, not_owned).await.len(), 1);

    let (_, owner) = app.firm("Firm").await;
    app.contract(&owner, serde_json::json!({"bidId": "A", "contractName": "x"})).await;
    let unscoped = app.app_rows("SELECT bid_id AS name FROM contracts").await;
    assert_eq!(unscoped, 0, "without a tenant there are no rows");
}
