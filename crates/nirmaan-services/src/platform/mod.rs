//! Organisations, their people, and what these may do.

mod administrators;
mod audit;
pub mod image;
mod mappings;
mod modules;
mod permissions;
mod role_requests;
mod roles;
pub(crate) mod tenant_settings;
mod tenants;
pub(crate) mod users;
pub(crate) mod visits;

pub use audit::Audit;
pub use mappings::Mappings;
pub use modules::Modules;
pub use permissions::Permissions;
pub use role_requests::RoleRequests;
pub use roles::Roles;
pub use tenant_settings::Settings as TenantSettings;
pub use tenants::Tenants;
pub use users::Users;
pub(crate) use users::deletion as user_deletion;
pub use visits::Visits;

/// Names in a sentence: the first five, and how many more there are.
fn names(all: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown = all.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
