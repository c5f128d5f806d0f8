//! What the platform's administrator runs the installation with.

mod deactivation;
mod deleted_users;
mod hand_over;
mod lists;
mod mappings;
mod modules;
mod named_people;
mod permissions;
mod role_requests;
mod roles;
mod roles_of_users;
mod sessions;
mod tenant_settings;
mod tenants;
mod users;

use nirmaan_api::access::Action;
use nirmaan_migrations::{PLATFORM_TENANT, TENANT_ADMINISTRATOR, catalogue_id};
use serde_json::{Value, json};

use crate::{
    build::{PASSWORD, Person, Tenant},
    harness::App,
};

/// Every right on people and their roles.
pub const ALL_OF_PEOPLE: &[(&str, Action)] = &[
    ("User", Action::Create),
    ("User", Action::View),
    ("User", Action::Edit),
    ("User", Action::Delete),
    ("User", Action::Report),
    ("UserRoleMapping", Action::Create),
    ("UserRoleMapping", Action::View),
    ("UserRoleMapping", Action::Edit),
    ("UserRoleMapping", Action::Delete),
];

/// The platform's own organisation.
pub fn platform() -> Tenant {
    Tenant { id: catalogue_id("tenant", PLATFORM_TENANT), name: PLATFORM_TENANT.to_owned() }
}

impl App {
    /// The platform's administrator.
    pub async fn root(&self) -> Person {
        let login = self.log_in(PLATFORM_TENANT, "admin@nirmaan.example", PASSWORD).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Person {
            id: login["user"]["id"].as_str().unwrap().parse().unwrap(),
            email: text(&login["user"]["email"]),
            token: text(&login["accessToken"]),
            refresh_token: text(&login["refreshToken"]),
        }
    }

    /// An administrator of a tenant, made by the platform's.
    pub async fn administrator(&self, root: &Person, tenant: &Tenant, email: &str) -> Person {
        let body = json!({"email": email, "password": PASSWORD, "tenantId": tenant.id});
        let user = self.post("/api/users", &root.token, body).await.ok();
        let role = catalogue_id("role", TENANT_ADMINISTRATOR);
        let body = json!({"userId": user["id"], "roleId": role});
        self.post("/api/user-role-mappings", &root.token, body).await.ok();
        let login = self.log_in(&tenant.name, email, PASSWORD).await;
        Person {
            id: user["id"].as_str().unwrap().parse().unwrap(),
            email: email.to_owned(),
            token: login["accessToken"].as_str().unwrap().to_owned(),
            refresh_token: login["refreshToken"].as_str().unwrap().to_owned(),
        }
    }
}

/// One field of every row.
pub fn column(rows: &Value, field: &str) -> Vec<String> {
    rows.as_array().unwrap().iter().map(|row| row[field].as_str().unwrap_or_default().to_owned()).collect()
}

/// The message of a field of an error.
pub fn complaint<'a>(error: &'a Value, field: &str) -> &'a str {
    let fields = error["fields"].as_array().unwrap();
    let found = fields.iter().find(|named| named["field"] == field);
    found.unwrap_or_else(|| panic!("no {field}: {error}"))["message"].as_str().unwrap()
}

/// The names of an object's members.
pub fn members(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}
