//! The tables.

// Columns and statuses are documented in the protos, whose names they have; here only what differs.
#![allow(missing_docs)]

#[macro_use]
mod macros;

pub mod app_password;
pub mod audit_event;
pub mod audit_seal;
pub mod contract;
pub mod contract_figure;
pub mod deposit_figure;
pub mod document;
pub mod idempotency_key;
pub mod import;
pub mod import_change;
pub mod import_column_map;
pub mod import_deposit_change;
pub mod import_problem;
pub mod login_throttle;
pub mod mail;
pub mod mail_link;
pub mod module;
pub mod project;
pub mod recovery_code;
pub mod refresh_token;
pub mod role;
pub mod role_permission;
pub mod saved_view;
pub mod second_factor;
pub mod security_deposit;
pub mod session;
pub mod task;
pub mod task_date;
pub mod task_figure;
pub mod tenant;
pub mod tenant_settings;
pub mod unsealed_event;
pub mod user;
pub mod user_role;
pub mod user_settings;

pub use macros::column_names;
pub(crate) use macros::{of_tenant, platform_entity, stamped, tenant_entity};

/// The text that a row has or will have.
fn current(value: &sea_orm::ActiveValue<String>) -> &str {
    use sea_orm::ActiveValue::{NotSet, Set, Unchanged};
    match value {
        Set(text) | Unchanged(text) => text,
        NotSet => "",
    }
}
