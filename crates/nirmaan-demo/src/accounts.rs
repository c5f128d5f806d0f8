//! Who can sign in: organisations, their people, and the two roles that only the demo has.

use chrono::{DateTime, Utc};
use nirmaan_migrations::{PLATFORM_ADMINISTRATOR, PLATFORM_TENANT, TENANT_ADMINISTRATOR, catalogue_id};
use nirmaan_store::entity::{role, role_permission, tenant, user, user_role};
use uuid::Uuid;

use super::profile::PROFILES;
use super::{day::Today, demo_id};

/// The password of every account.
pub const PASSWORD: &str = "Nirmaan@2026";

/// Sees the contracts and keeps projects and tasks.
const SITE_STAFF: &str = "Site Staff";
/// Sees the contracts.
const VIEWER: &str = "Viewer";

/// An account to sign in with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    /// The tenant's name.
    pub tenant: &'static str,
    /// The e-mail address, in lower case.
    pub email: &'static str,
    /// The mobile number.
    pub mobile: &'static str,
    /// The role's name.
    pub role: &'static str,
}

const fn account(
    tenant: &'static str,
    email: &'static str,
    mobile: &'static str,
    role: &'static str,
) -> Account {
    Account { tenant, email, mobile, role }
}

const ACCOUNTS: [Account; 6] = [
    account(PLATFORM_TENANT, "admin@nirmaan.example", "9000000001", PLATFORM_ADMINISTRATOR),
    account("Bharat Infra", "owner@bharat.example", "9000000011", TENANT_ADMINISTRATOR),
    account("Bharat Infra", "staff@bharat.example", "9000000012", SITE_STAFF),
    account("Bharat Infra", "viewer@bharat.example", "9000000013", VIEWER),
    account("Deccan Builders", "owner@deccan.example", "9000000021", TENANT_ADMINISTRATOR),
    account("Himalaya Roads", "owner@himalaya.example", "9000000031", TENANT_ADMINISTRATOR),
];

/// Somebody who has left their firm: deleted recently, and still named on what they did.
const FORMER: Account = account("Bharat Infra", "sunil@bharat.example", "9000000014", SITE_STAFF);
/// How many days ago they left.
const LEFT: i64 = 12;

/// The accounts of the demo, for the table of the sign-in screen. The password of each is [`PASSWORD`].
pub fn accounts() -> &'static [Account] {
    &ACCOUNTS
}

/// The id of a demo tenant, or of the platform's.
pub(super) fn tenant_id(name: &str) -> Uuid {
    catalogue_id("tenant", name)
}

/// The id of a demo user.
pub(super) fn user_id(account: &Account) -> Uuid {
    demo_id("user", account.email)
}

/// The administrator of a demo tenant, who is said to have written its rows.
pub(super) fn owner(tenant: &str) -> Option<&'static Account> {
    ACCOUNTS.iter().find(|account| account.tenant == tenant && account.role == TENANT_ADMINISTRATOR)
}

/// Who works on site for a demo tenant, if it has somebody.
pub(super) fn staff(tenant: &str) -> Option<&'static Account> {
    ACCOUNTS.iter().find(|account| account.tenant == tenant && account.role == SITE_STAFF)
}

/// Who has left a demo tenant, if somebody has, and when.
pub(super) fn former(tenant: &str, today: &Today) -> Option<(Uuid, DateTime<Utc>)> {
    (FORMER.tenant == tenant).then(|| (user_id(&FORMER), today.at(LEFT, 150)))
}

fn platform_administrator() -> Option<Uuid> {
    ACCOUNTS.iter().find(|account| account.role == PLATFORM_ADMINISTRATOR).map(user_id)
}

/// The three organisations; the platform's is there from the first start.
pub(super) fn tenants(at: DateTime<Utc>) -> Vec<tenant::Model> {
    let by = platform_administrator();
    PROFILES
        .iter()
        .map(|profile| {
            let name = profile.tenant.to_lowercase();
            let subdomain = name.split(' ').next().unwrap_or(&name).to_owned();
            let contact_email = format!("contact@{subdomain}.example");
            let mobile_no = format!("90000000{}0", profile.no);
            let search =
                tenant::search_text(profile.tenant, &subdomain, &contact_email, &mobile_no, &mobile_no);
            tenant::Model {
                id: tenant_id(profile.tenant),
                name: profile.tenant.to_owned(),
                schema_name: name.replace(' ', "_"),
                contact_email,
                whats_app_no: mobile_no.clone(),
                mobile_no,
                search,
                subdomain,
                name_key: nirmaan_text::key(profile.tenant),
                status: tenant::Status::Active,
                comment: "Demo data".to_owned(),
                is_platform: false,
                version: 1,
                created_at: at,
                updated_at: at,
                created_by: by,
                updated_by: by,
            }
        })
        .collect()
}

/// The accounts' rows, and that of whoever has left.
pub(super) fn users(at: DateTime<Utc>, password_hash: &str, today: &Today) -> Vec<user::Model> {
    all()
        .map(|account| {
            let by = written_by(account);
            let left = former(account.tenant, today).filter(|(id, _)| *id == user_id(account));
            let deleted_at = left.map(|(_, at)| at);
            user::Model {
                tenant_id: tenant_id(account.tenant),
                id: user_id(account),
                email: account.email.to_owned(),
                mobile_no: account.mobile.to_owned(),
                designation: account.role.to_owned(),
                password_hash: password_hash.to_owned(),
                second_factor_since: None,
                must_change_password: false,
                role_requested_at: None,
                is_active: true,
                profile_image: String::new(),
                comment: String::new(),
                search: user::search_text(account.email, account.mobile, account.role),
                version: if deleted_at.is_some() { 2 } else { 1 },
                created_at: at,
                updated_at: deleted_at.unwrap_or(at),
                deleted_at,
                created_by: by,
                updated_by: by,
                deleted_by: deleted_at.and(by),
                deleted_with: left.map(|(id, _)| id),
            }
        })
        .collect()
}

/// Each account's one role, which whoever has left would come back with.
pub(super) fn user_roles(at: DateTime<Utc>) -> Vec<user_role::Model> {
    all()
        .map(|account| {
            let by = written_by(account);
            user_role::Model {
                tenant_id: tenant_id(account.tenant),
                id: demo_id("user_role", account.email),
                user_id: user_id(account),
                role_id: catalogue_id("role", account.role),
                version: 1,
                created_at: at,
                updated_at: at,
                created_by: by,
                updated_by: by,
            }
        })
        .collect()
}

fn all() -> impl Iterator<Item = &'static Account> {
    ACCOUNTS.iter().chain([&FORMER])
}

/// Owners by the platform's administrator, their people by the owner.
fn written_by(account: &Account) -> Option<Uuid> {
    match owner(account.tenant) {
        Some(owner) if owner != account => Some(user_id(owner)),
        _ => platform_administrator(),
    }
}

/// The roles that only the demo has; the administrators' are there from the first start.
pub(super) fn roles(at: DateTime<Utc>) -> Vec<role::Model> {
    let by = platform_administrator();
    [(SITE_STAFF, "Keeps projects and tasks on site"), (VIEWER, "Looks, and changes nothing")]
        .into_iter()
        .map(|(name, description)| role::Model {
            id: catalogue_id("role", name),
            name: name.to_owned(),
            name_key: nirmaan_text::key(name),
            description: description.to_owned(),
            is_system: false,
            version: 1,
            created_at: at,
            updated_at: at,
            created_by: by,
            updated_by: by,
        })
        .collect()
}

/// What the two roles grant: a role, a module, and whether it may create and edit besides viewing.
const GRANTS: [(&str, &str, bool); 6] = [
    (SITE_STAFF, "Contracts", false),
    (SITE_STAFF, "Projects", true),
    (SITE_STAFF, "Project Tasks", true),
    (VIEWER, "Home", false),
    (VIEWER, "About", false),
    (VIEWER, "Contracts", false),
];

/// The two roles' grids.
pub(super) fn role_permissions() -> Vec<role_permission::Model> {
    GRANTS
        .into_iter()
        .map(|(role, module, writes)| role_permission::Model {
            role_id: catalogue_id("role", role),
            module_id: catalogue_id("module", module),
            can_create: writes,
            can_view: true,
            can_edit: writes,
            can_delete: false,
            can_report: false,
        })
        .collect()
}
