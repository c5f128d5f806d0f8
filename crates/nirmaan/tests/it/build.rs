//! Organisations and people to test with.

use nirmaan_api::access::Action;
use nirmaan_store::{
    StoreError,
    entity::{role, role_permission, tenant, user, user_role},
    new_id,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, QueryResult, Statement, TransactionTrait};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::harness::{App, until};

/// The password of everybody.
pub const PASSWORD: &str = "granite pulley 26";

/// An organisation.
#[derive(Debug, Clone)]
pub struct Tenant {
    pub id: Uuid,
    pub name: String,
}

/// Somebody signed in.
#[derive(Debug, Clone)]
pub struct Person {
    pub id: Uuid,
    pub email: String,
    pub token: String,
    pub refresh_token: String,
}

/// Every right on contracts.
pub const ALL_OF_CONTRACTS: &[(&str, Action)] = &[
    ("Contracts", Action::Create),
    ("Contracts", Action::View),
    ("Contracts", Action::Edit),
    ("Contracts", Action::Delete),
    ("Contracts", Action::Report),
];

/// Every right on contracts, projects and tasks.
pub const ALL_OF_PROJECTS: &[(&str, Action)] = &[
    ("Contracts", Action::Create),
    ("Contracts", Action::View),
    ("Contracts", Action::Edit),
    ("Contracts", Action::Delete),
    ("Contracts", Action::Report),
    ("Projects", Action::Create),
    ("Projects", Action::View),
    ("Projects", Action::Edit),
    ("Projects", Action::Delete),
    ("Projects", Action::Report),
    ("Project Tasks", Action::Create),
    ("Project Tasks", Action::View),
    ("Project Tasks", Action::Edit),
    ("Project Tasks", Action::Delete),
    ("Project Tasks", Action::Report),
];

impl App {
    /// A new organisation.
    pub async fn tenant(&self, name: &str) -> Tenant {
        let id = new_id();
        let now = self.clock.now();
        let row = tenant::Model {
            id,
            name: name.to_owned(),
            name_key: nirmaan_text::key(name),
            subdomain: name.to_lowercase().replace(' ', "-"),
            schema_name: name.to_lowercase().replace(' ', "_"),
            contact_email: String::new(),
            mobile_no: String::new(),
            whats_app_no: String::new(),
            status: tenant::Status::Active,
            comment: String::new(),
            search: tenant::search_text(name, &name.to_lowercase().replace(' ', "-"), "", "", ""),
            is_platform: false,
            version: 1,
            created_at: now,
            updated_at: now,
            created_by: None,
            updated_by: None,
        };
        let row = &row;
        self.store()
            .platform::<_, StoreError, _, _>(|db| async move {
                db.insert_all::<tenant::Entity, _, tenant::ActiveModel>(vec![row.clone()]).await
            })
            .await
            .unwrap();
        Tenant { id, name: name.to_owned() }
    }

    /// A new user with a role of their own that grants just this, not signed in yet. Returns their id.
    pub async fn user(&self, tenant: &Tenant, email: &str, grants: &[(&str, Action)]) -> Uuid {
        let now = self.clock.now();
        let (user_id, role_id) = (new_id(), new_id());
        let hash = self.deps().hasher.hash(PASSWORD.to_owned()).await.unwrap();
        let user = user::Model {
            tenant_id: tenant.id,
            id: user_id,
            email: email.to_owned(),
            mobile_no: String::new(),
            designation: String::new(),
            password_hash: hash,
            second_factor_since: None,
            must_change_password: false,
            role_requested_at: None,
            is_active: true,
            profile_image: String::new(),
            comment: String::new(),
            search: user::search_text(email, "", ""),
            version: 1,
            created_at: now,
            updated_at: now,
            deleted_at: None,
            created_by: None,
            updated_by: None,
            deleted_by: None,
            deleted_with: None,
        };
        let role = role::Model {
            id: role_id,
            name: format!("Role of {user_id}"),
            name_key: format!("role of {user_id}"),
            description: String::new(),
            is_system: false,
            version: 1,
            created_at: now,
            updated_at: now,
            created_by: None,
            updated_by: None,
        };
        let mapping = user_role::Model {
            tenant_id: tenant.id,
            id: new_id(),
            user_id,
            role_id,
            version: 1,
            created_at: now,
            updated_at: now,
            created_by: None,
            updated_by: None,
        };
        let permissions = permissions(role_id, grants);
        let (user, role, mapping, permissions) = (&user, &role, &mapping, &permissions);
        self.store()
            .platform::<_, StoreError, _, _>(|db| async move {
                db.insert_all::<user::Entity, _, user::ActiveModel>(vec![user.clone()]).await?;
                db.insert_all::<role::Entity, _, role::ActiveModel>(vec![role.clone()]).await?;
                db.insert_all::<role_permission::Entity, _, role_permission::ActiveModel>(
                    permissions.clone(),
                )
                .await?;
                db.insert_all::<user_role::Entity, _, user_role::ActiveModel>(vec![mapping.clone()]).await
            })
            .await
            .unwrap();
        user_id
    }

    /// A new user of a tenant who may do just this, signed in.
    pub async fn person(&self, tenant: &Tenant, grants: &[(&str, Action)]) -> Person {
        let email = format!("{}@example.in", new_id().simple());
        let id = self.user(tenant, &email, grants).await;
        let login = self.log_in(&tenant.name, &email, PASSWORD).await;
        let text = |field: &str| login[field].as_str().unwrap().to_owned();
        Person { id, email, token: text("accessToken"), refresh_token: text("refreshToken") }
    }

    /// A new organisation with one person who may do everything with contracts.
    pub async fn firm(&self, name: &str) -> (Tenant, Person) {
        let tenant = self.tenant(name).await;
        let person = self.person(&tenant, ALL_OF_CONTRACTS).await;
        (tenant, person)
    }

    /// A new organisation with one person who may do everything with contracts, projects and tasks.
    pub async fn building(&self, name: &str) -> (Tenant, Person) {
        let tenant = self.tenant(name).await;
        let person = self.person(&tenant, ALL_OF_PROJECTS).await;
        (tenant, person)
    }

    /// Signs in over JSON.
    pub async fn log_in(&self, tenant: &str, email: &str, password: &str) -> Value {
        let body = json!({"emailOrMobile": email, "password": password, "tenantName": tenant});
        self.send(reqwest::Method::POST, "/api/auth/login", None, Some(body)).await.ok()
    }

    /// Creates a contract over JSON.
    pub async fn contract(&self, person: &Person, body: Value) -> Value {
        self.post("/api/contracts", &person.token, body).await.ok()
    }

    /// Creates a deposit of a contract over JSON.
    pub async fn new_deposit(&self, person: &Person, contract_id: &str) -> Value {
        let path = format!("/api/contracts/{contract_id}/security-deposit");
        let body = json!({"depositType": "EMD", "instrumentNo": "DD 4512", "amount": 5_000});
        self.post(&path, &person.token, body).await.ok()
    }

    /// Creates a project over JSON.
    pub async fn project(&self, person: &Person, body: Value) -> Value {
        self.post("/api/projects", &person.token, body).await.ok()
    }
}

fn permissions(role_id: Uuid, grants: &[(&str, Action)]) -> Vec<role_permission::Model> {
    let mut permissions: Vec<role_permission::Model> = Vec::new();
    for (module, action) in grants {
        let module_id = nirmaan_migrations::catalogue_id("module", module);
        let at = permissions.iter().position(|row| row.module_id == module_id).unwrap_or_else(|| {
            permissions.push(role_permission::Model {
                role_id,
                module_id,
                can_create: false,
                can_view: false,
                can_edit: false,
                can_delete: false,
                can_report: false,
            });
            permissions.len() - 1
        });
        let row = &mut permissions[at];
        match action {
            Action::Create => row.can_create = true,
            Action::View => row.can_view = true,
            Action::Edit => row.can_edit = true,
            Action::Delete => row.can_delete = true,
            Action::Report => row.can_report = true,
            Action::Unspecified => {}
        }
    }
    permissions
}

impl App {
    /// Gives a contract a deposit, submitted on 1 January and, if it came back, returned on 31 January.
    pub async fn deposit(&self, tenant: &Tenant, contract_id: &str, kind: &str, paise: i64, status: &str) {
        let returned = matches!(status, "REFUNDED" | "RETURNED" | "RELEASED");
        let sql = format!(
            "INSERT INTO security_deposits (tenant_id, id, contract_id, deposit_type, instrument_no, amount, status, \
             deposit_submitted_date, deposit_returned_date, created_at, updated_at) \
             VALUES ({}, {}, {}, '{kind}', 'DD 1', {paise}, '{status}', '2026-01-01', {}, \
             '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')",
            self.sql_id(tenant.id),
            self.sql_id(new_id()),
            self.sql_id(contract_id.parse().unwrap()),
            if returned { "'2026-01-31'" } else { "NULL" },
        );
        let db = self.owner_db().await;
        self.platform_sql(&db, &sql).await;
    }

    /// Gives a contract a deposit at this very moment.
    pub async fn deposit_now(&self, tenant: &Tenant, contract_id: &str) {
        self.deposit(tenant, contract_id, "EMD", 100, "SUBMITTED").await;
        let now = self.clock.now().to_rfc3339();
        let db = self.owner_db().await;
        self.platform_sql(&db, &format!("UPDATE security_deposits SET created_at = '{now}'")).await;
    }

    /// Runs SQL over all tenants, as the platform itself.
    pub async fn platform_sql(&self, db: &DatabaseConnection, sql: &str) {
        let transaction = db.begin().await.unwrap();
        if self.is_postgres() {
            transaction
                .execute_unprepared("SELECT set_config('nirmaan.scope', 'platform', true)")
                .await
                .unwrap();
        }
        transaction.execute_unprepared(sql).await.unwrap();
        transaction.commit().await.unwrap();
    }

    /// The rows of a query over all tenants, as the platform itself.
    pub async fn platform_rows(&self, db: &DatabaseConnection, sql: &str) -> Vec<QueryResult> {
        let transaction = db.begin().await.unwrap();
        if self.is_postgres() {
            transaction
                .execute_unprepared("SELECT set_config('nirmaan.scope', 'platform', true)")
                .await
                .unwrap();
        }
        let statement = Statement::from_string(transaction.get_database_backend(), sql);
        transaction.query_all_raw(statement).await.unwrap()
    }

    /// The number `n` of a query over all tenants.
    pub async fn platform_count(&self, db: &DatabaseConnection, sql: &str) -> i64 {
        self.platform_rows(db, sql).await[0].try_get("", "n").unwrap()
    }

    /// The audit events of an entity that are kept together with what they tell of, oldest first.
    pub async fn events(&self, entity: &str) -> Vec<Value> {
        let told_later = ["sign_in_failed", "lock_out", "export", "download"];
        let mut events = self.all_events(entity).await;
        events.retain(|event| !told_later.contains(&event["action"].as_str().unwrap()));
        events
    }

    /// All audit events of an entity, oldest first: also those that are gathered, to be kept a second later.
    pub async fn all_events(&self, entity: &str) -> Vec<Value> {
        self.deps().trail.keep(self.store()).await.unwrap();
        let db = self.owner_db().await;
        let sql = format!(
            "SELECT action, source, actor_id, changes FROM audit_events WHERE entity = '{entity}' ORDER BY at, id"
        );
        let rows = self.platform_rows(&db, &sql).await;
        rows.iter()
            .map(|row| {
                json!({
                    "action": row.try_get::<String>("", "action").unwrap(),
                    "source": row.try_get::<String>("", "source").unwrap(),
                    "actor": row.try_get::<Option<Uuid>>("", "actor_id").unwrap(),
                    "changes": row.try_get::<Value>("", "changes").unwrap(),
                })
            })
            .collect()
    }

    /// Waits until a session of the database waits for a lock, which PostgreSQL alone tells.
    pub async fn until_lock_wait(&self, db: &DatabaseConnection) {
        let waiting = "SELECT COUNT(*) AS n FROM pg_stat_activity \
                       WHERE datname = current_database() AND wait_event_type = 'Lock'";
        until("a session waits for a lock", async || {
            (self.platform_count(db, waiting).await >= 1).then_some(())
        })
        .await;
    }

    /// Whether the test runs on PostgreSQL.
    pub fn is_postgres(&self) -> bool {
        self.owner_url.starts_with("postgres")
    }

    /// An id as the database's SQL writes it.
    pub fn sql_id(&self, id: Uuid) -> String {
        if self.is_postgres() { format!("'{id}'") } else { format!("X'{}'", id.simple()) }
    }
}

impl App {
    /// Like [`App::platform_sql`], with what the database says when it refuses.
    pub async fn try_platform_sql(&self, db: &DatabaseConnection, sql: &str) -> Result<(), String> {
        let transaction = db.begin().await.unwrap();
        if self.is_postgres() {
            transaction
                .execute_unprepared("SELECT set_config('nirmaan.scope', 'platform', true)")
                .await
                .unwrap();
        }
        transaction.execute_unprepared(sql).await.map(|_| ()).map_err(|error| error.to_string())
    }

    /// How many rows the application's role sees without any scope.
    pub async fn app_rows(&self, sql: &str) -> usize {
        let url = self.owner_url.replace("//postgres@", "//nirmaan_app@");
        let db = sea_orm::Database::connect(url).await.unwrap();
        let statement = Statement::from_string(db.get_database_backend(), sql);
        db.query_all_raw(statement).await.unwrap().len()
    }
}

impl App {
    /// Doubles every deposit.
    pub async fn double_deposits(&self, db: &DatabaseConnection) {
        let new_id = if self.is_postgres() { "gen_random_uuid()" } else { "randomblob(16)" };
        let sql = format!(
            "INSERT INTO security_deposits (tenant_id, id, contract_id, deposit_type, instrument_no, amount, status, \
             created_at, updated_at) SELECT tenant_id, {new_id}, contract_id, deposit_type, instrument_no, amount, \
             status, created_at, updated_at FROM security_deposits"
        );
        self.platform_sql(db, &sql).await;
    }
}
