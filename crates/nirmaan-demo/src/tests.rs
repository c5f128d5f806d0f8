//! What must hold of the demo data, whatever the day of seeding.

mod contracts;
mod deposits;
mod fill;
mod projects;
mod trail;

use std::{collections::HashSet, sync::LazyLock};

use chrono::{DateTime, Utc};
use nirmaan_migrations::{ADMINISTRATOR_ROLES, MODULES, catalogue_id};

use super::*;

fn data() -> &'static DemoData {
    static DATA: LazyLock<DemoData> = LazyLock::new(|| generate(now(), "$argon2id$"));
    &DATA
}

fn now() -> DateTime<Utc> {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

#[test]
fn every_run_makes_the_same_rows() {
    assert!(*data() == generate(now(), "$argon2id$"));
}

#[test]
fn ids_stay_the_same_on_any_day_and_days_move_along() {
    let (first, later) = (data(), generate(now() + chrono::TimeDelta::days(400), "$argon2id$"));
    for (a, b) in first.contracts.iter().zip(&later.contracts) {
        assert_eq!(
            (a.id, &a.bid_id, &a.reference_no, a.status),
            (b.id, &b.bid_id, &b.reference_no, b.status)
        );
        assert_eq!(b.closing_date.unwrap() - a.closing_date.unwrap(), chrono::TimeDelta::days(400));
    }
    let of_tasks = |data: &DemoData| {
        data.tasks.iter().map(|row| (row.id, row.title.clone(), row.status)).collect::<Vec<_>>()
    };
    assert!(of_tasks(first) == of_tasks(&later));
    assert_eq!(first.deposits.len(), later.deposits.len());
    for (a, b) in first.deposits.iter().zip(&later.deposits) {
        assert_eq!(
            (a.id, &a.instrument_no, a.amount, a.status),
            (b.id, &b.instrument_no, b.amount, b.status)
        );
    }
}

#[test]
fn seeding_early_in_the_morning_stamps_nothing_in_the_future() {
    let now = "2026-11-21T19:00:00Z".parse().unwrap();
    let data = generate(now, "$argon2id$");
    assert!(data.contracts.iter().all(|row| row.created_at <= row.updated_at && row.updated_at <= now));
    assert!(data.deposits.iter().all(|row| row.created_at <= row.updated_at && row.updated_at <= now));
    assert!(data.projects.iter().all(|row| row.created_at <= row.updated_at && row.updated_at <= now));
    assert!(data.tasks.iter().all(|row| row.created_at <= row.updated_at && row.updated_at <= now));
}

#[test]
fn accounts_have_a_tenant_a_role_and_a_row() {
    let data = data();
    let mut emails = HashSet::new();
    for (account, user) in accounts().iter().zip(&data.users) {
        assert!(emails.insert(account.email) && account.email.ends_with(".example"));
        assert_eq!((user.email.as_str(), user.mobile_no.as_str()), (account.email, account.mobile));
        assert_eq!(user.tenant_id, catalogue_id("tenant", account.tenant));
        let role = data.user_roles.iter().find(|row| row.user_id == user.id).unwrap();
        let mut roles = data.roles.iter().map(|role| role.name.as_str()).chain(ADMINISTRATOR_ROLES);
        assert!(roles.any(|name| name == account.role && catalogue_id("role", name) == role.role_id));
        assert!(user.created_by.is_some_and(|by| data.users.iter().any(|user| user.id == by)));
    }
    assert_eq!((accounts().len(), data.users.len(), data.user_roles.len()), (6, 7, 7));
}

#[test]
fn whoever_has_left_is_deleted_and_named_on_what_they_did_alone() {
    let data = data();
    let gone: Vec<_> = data.users.iter().filter(|user| user.deleted_at.is_some()).collect();
    let [former] = gone.as_slice() else { panic!("{gone:?}") };
    assert!(accounts().iter().all(|account| account.email != former.email));
    let theirs: Vec<_> = data.tasks.iter().filter(|row| row.assigned_to == Some(former.id)).collect();
    assert!(theirs.len() > 20, "{}", theirs.len());
    for row in theirs {
        assert_eq!((row.status, row.completed_by), (task::Status::Approved, Some(former.id)));
        assert!(Some(row.updated_at) < former.deleted_at);
    }
    let told = data.events.iter().filter(|event| event.entity_id == former.id);
    assert_eq!(
        told.map(|event| (event.at, &*event.action)).collect::<Vec<_>>(),
        [(former.deleted_at.unwrap(), "delete")]
    );
}

#[test]
fn grants_are_those_of_the_sign_in_table() {
    let data = data();
    let grid: Vec<_> = data
        .role_permissions
        .iter()
        .map(|grant| {
            let role = data.roles.iter().find(|role| role.id == grant.role_id).unwrap();
            let module = MODULES.iter().find(|module| catalogue_id("module", module.0) == grant.module_id);
            assert!(grant.can_view && !grant.can_delete && !grant.can_report);
            (role.name.as_str(), module.unwrap().0, grant.can_create && grant.can_edit)
        })
        .collect();
    let expected = [
        ("Site Staff", "Contracts", false),
        ("Site Staff", "Projects", true),
        ("Site Staff", "Project Tasks", true),
        ("Viewer", "Home", false),
        ("Viewer", "About", false),
        ("Viewer", "Contracts", false),
    ];
    assert_eq!(grid, expected);
}

#[test]
fn tenants_carry_the_names_of_the_sign_in_table() {
    let data = data();
    let names: Vec<_> =
        data.tenants.iter().map(|row| (&*row.name, &*row.subdomain, &*row.schema_name)).collect();
    let expected = [
        ("Bharat Infra", "bharat", "bharat_infra"),
        ("Deccan Builders", "deccan", "deccan_builders"),
        ("Himalaya Roads", "himalaya", "himalaya_roads"),
    ];
    assert_eq!(names, expected);
}
