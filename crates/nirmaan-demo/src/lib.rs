//! The demo data: three firms with 500 contracts each, their deposits, projects, tasks and some documents.
//!
//! The same rows and ids every time; days are counted from the day of seeding. Firms, people, offices and numbers
//! are made up: office codes begin with ZZ, addresses end in `.example`, places and branches don't exist.

mod accounts;
mod chain;
mod contracts;
mod day;
mod deleted;
mod deposits;
mod documents;
mod fill;
mod ladder;
mod profile;
mod projects;
mod rules;
mod seed;
mod trail;
mod works;

#[cfg(test)]
mod tests;

use chrono::{DateTime, Utc};
use nirmaan_migrations::catalogue_id;
use nirmaan_store::entity::{
    audit_event, contract, project, role, role_permission, security_deposit, task, tenant, user, user_role,
};
use uuid::Uuid;

pub use accounts::{Account, PASSWORD, accounts};
pub use documents::DemoDocument;
pub use fill::{DemoError, Seeded, seed};

use day::Today;
use deleted::DeletedContract;
use profile::{PROFILES, Profile};
use projects::Site;

/// How many days ago the firms came to the platform: before their first contracts.
const SIGNED_UP: i64 = 600;

/// The rows of the demo, complete with their stamps, in the order in which they refer to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoData {
    /// The three firms; the platform's tenant is there from the first start.
    pub tenants: Vec<tenant::Model>,
    /// Site Staff and Viewer.
    pub roles: Vec<role::Model>,
    /// What those two grant.
    pub role_permissions: Vec<role_permission::Model>,
    /// The people of [`accounts`], and one who was deleted recently.
    pub users: Vec<user::Model>,
    /// Their roles.
    pub user_roles: Vec<user_role::Model>,
    /// 500 a firm, money in paise.
    pub contracts: Vec<contract::Model>,
    /// Some 800 a firm, money in paise.
    pub deposits: Vec<security_deposit::Model>,
    /// One a firm that was deleted recently, with its deposits.
    pub deleted: Vec<(contract::Model, Vec<security_deposit::Model>)>,
    /// Some 40 a firm, money in paise.
    pub projects: Vec<project::Model>,
    /// Some 40 a project, none before the one above it.
    pub tasks: Vec<task::Model>,
    /// How all of them came to stand where they do.
    pub events: Vec<audit_event::Model>,
    /// Some 90 a firm, with their contents.
    pub documents: Vec<DemoDocument>,
}

/// A firm with its rows' ids.
struct Firm {
    profile: &'static Profile,
    tenant_id: Uuid,
    owner_id: Uuid,
    /// Who works on site, where the firm has somebody.
    staff_id: Option<Uuid>,
    /// Who worked on site until an instant, where somebody has left.
    former: Option<(Uuid, DateTime<Utc>)>,
}

/// The demo data as it stands on the day of `now`; `password_hash` is every account's.
pub fn generate(now: DateTime<Utc>, password_hash: &str) -> DemoData {
    let today = Today::of(now);
    let signed_up = today.at(SIGNED_UP, 60);
    let mut data = DemoData {
        tenants: accounts::tenants(signed_up),
        roles: accounts::roles(signed_up),
        role_permissions: accounts::role_permissions(),
        users: accounts::users(signed_up, password_hash, &today),
        user_roles: accounts::user_roles(signed_up),
        contracts: Vec::new(),
        deposits: Vec::new(),
        deleted: Vec::new(),
        projects: Vec::new(),
        tasks: Vec::new(),
        events: Vec::new(),
        documents: Vec::new(),
    };
    data.events.extend(data.users.iter().filter_map(deleted::of_user));
    for profile in &PROFILES {
        let Some(owner) = accounts::owner(profile.tenant) else { continue };
        let firm = Firm {
            profile,
            tenant_id: accounts::tenant_id(profile.tenant),
            owner_id: accounts::user_id(owner),
            staff_id: accounts::staff(profile.tenant).map(accounts::user_id),
            former: accounts::former(profile.tenant, &today),
        };
        let mut works = contracts::of_firm(&firm, &today);
        let sites = projects::of_firm(&firm, &mut works, &today);
        let deposits = deposits::of_firm(&firm, &works, &today);
        data.events.extend(works.iter().flat_map(|work| trail::of_contract(work, &today)));
        data.events.extend(deposits.iter().flat_map(trail::of_deposit));
        data.documents.extend(documents::of_firm(&firm, &works, &deposits, &sites, &today));
        if let Some(DeletedContract { contract, deposits, events }) =
            deleted::of_firm(&firm, &works, &deposits, &today)
        {
            data.events.extend(events);
            data.deleted.push((contract, deposits));
        }
        data.deposits.extend(deposits);
        for Site { row, tasks } in sites {
            data.events.extend(trail::of_project(&row));
            data.events.extend(tasks.iter().flat_map(trail::of_task));
            data.projects.push(row);
            data.tasks.extend(tasks);
        }
        data.contracts.extend(works.into_iter().map(|work| work.row));
    }
    data
}

/// The id of a demo row: UUIDv5 of its kind and name, the same in every installation.
fn demo_id(kind: &str, name: &str) -> Uuid {
    Uuid::new_v5(&catalogue_id("demo", "rows"), format!("{kind}/{name}").as_bytes())
}
