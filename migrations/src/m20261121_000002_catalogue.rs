//! The platform tenant, the modules and the two administrator roles, which exist from the first start.

use sea_orm_migration::{
    prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait},
    sea_orm::{ConnectionTrait, Statement, Value},
};
use uuid::Uuid;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// The modules of the product with what they are for, in the order of the menu.
pub const MODULES: [(&str, &str); 22] = [
    ("Home", "The start page"),
    ("About", "About the product"),
    ("Tenants", "The organisations of this installation"),
    ("User", "The people of an organisation"),
    ("Modules", "The parts of the product that permissions govern"),
    ("Role", "Named sets of permissions"),
    ("Contracts", "Tenders, bids, contracts and their deposits"),
    ("Projects", "Works in hand"),
    ("Project Tasks", "The task tree of a project"),
    ("General Tasks", "Tasks outside projects"),
    ("Notification", "What happened"),
    ("Reminders", "What is due"),
    ("Inventories", "Materials and stock"),
    ("Payroll", "Wages"),
    ("Vehicles", "Vehicles and their papers"),
    ("Vehicle Insurance", "Insurance of vehicles"),
    ("Attendance", "Attendance on site"),
    ("Payments", "Payment papers"),
    ("Estimations", "Estimates"),
    ("Reports", "Reports"),
    ("GST", "Goods and services tax"),
    ("UserRoleMapping", "Which user has which role"),
];

/// Runs the installation: every module, every flag.
pub const PLATFORM_ADMINISTRATOR: &str = "Platform Administrator";
/// Runs one organisation: every module but Tenants, Modules and Role, every flag.
pub const TENANT_ADMINISTRATOR: &str = "Tenant Administrator";
/// The system roles: their grids are frozen and they can't be deleted.
pub const ADMINISTRATOR_ROLES: [&str; 2] = [PLATFORM_ADMINISTRATOR, TENANT_ADMINISTRATOR];
/// The name of the platform tenant.
pub const PLATFORM_TENANT: &str = "Nirmaan";

const PLATFORM_MODULES: [&str; 3] = ["Tenants", "Modules", "Role"];
const NAMESPACE: Uuid = Uuid::from_u128(0x6e69_726d_6161_6e00_8000_0000_0000_0001);
const SEEDED_AT: &str = "2026-11-21T00:00:00+00:00";

/// The id of a seeded row: the same in every installation. `kind` is tenant, module or role.
pub fn catalogue_id(kind: &str, name: &str) -> Uuid {
    Uuid::new_v5(&NAMESPACE, format!("{kind}/{name}").as_bytes())
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        insert(
            manager,
            "INSERT INTO tenants (id, name, name_key, subdomain, schema_name, status, is_platform, created_at, updated_at) \
             VALUES ($1, $2, $3, 'nirmaan', 'nirmaan', 'ACTIVE', TRUE, $SEEDED_AT, $SEEDED_AT)",
            [
                catalogue_id("tenant", PLATFORM_TENANT).into(),
                PLATFORM_TENANT.into(),
                PLATFORM_TENANT.to_lowercase().into(),
            ],
        )
        .await?;
        for (name, description) in MODULES {
            insert(
                manager,
                "INSERT INTO modules (id, name, name_key, description, is_seeded, created_at, updated_at) \
                 VALUES ($1, $2, $3, $4, TRUE, $SEEDED_AT, $SEEDED_AT)",
                [
                    catalogue_id("module", name).into(),
                    name.into(),
                    name.to_lowercase().into(),
                    description.into(),
                ],
            )
            .await?;
        }
        for role in ADMINISTRATOR_ROLES {
            insert(
                manager,
                "INSERT INTO roles (id, name, name_key, is_system, created_at, updated_at) \
                 VALUES ($1, $2, $3, TRUE, $SEEDED_AT, $SEEDED_AT)",
                [catalogue_id("role", role).into(), role.into(), role.to_lowercase().into()],
            )
            .await?;
            for (module, _) in MODULES {
                if role == TENANT_ADMINISTRATOR && PLATFORM_MODULES.contains(&module) {
                    continue;
                }
                insert(
                    manager,
                    "INSERT INTO role_permissions (role_id, module_id, can_create, can_view, can_edit, can_delete, can_report) \
                     VALUES ($1, $2, TRUE, TRUE, TRUE, TRUE, TRUE)",
                    [catalogue_id("role", role).into(), catalogue_id("module", module).into()],
                )
                .await?;
            }
        }
        Ok(())
    }
}

async fn insert<const N: usize>(
    manager: &SchemaManager<'_>,
    sql: &str,
    values: [Value; N],
) -> Result<(), DbErr> {
    let sql = sql.replace("$SEEDED_AT", &format!("'{SEEDED_AT}'"));
    let statement = Statement::from_sql_and_values(manager.get_database_backend(), sql, values);
    manager.get_connection().execute_raw(statement).await.map(|_| ())
}
