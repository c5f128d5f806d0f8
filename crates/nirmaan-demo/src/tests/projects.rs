//! What must hold of projects and tasks.

use std::collections::{HashMap, HashSet};

use nirmaan_store::{
    clock::day_in_kolkata,
    entity::{
        contract::Status as Stage,
        document::EntityType,
        task::{Status, amount, progress_of},
    },
    search,
};
use uuid::Uuid;

use super::super::{contract, project, projects::MIX, task};
use super::{data, now};

/// Each project with its contract and its tasks.
fn sites() -> Vec<(&'static project::Model, &'static contract::Model, Vec<&'static task::Model>)> {
    let data = data();
    let contracts: HashMap<_, _> = data.contracts.iter().map(|row| (row.id, row)).collect();
    let mut tasks: HashMap<Uuid, Vec<_>> = HashMap::new();
    for row in &data.tasks {
        tasks.entry(row.project_id).or_default().push(row);
    }
    let site = |row: &'static project::Model| {
        (row, contracts[&row.contract_id.unwrap()], tasks.remove(&row.id).unwrap())
    };
    data.projects.iter().map(site).collect()
}

/// The tasks of a project that have none below them.
fn leaves<'a>(tasks: &[&'a task::Model]) -> Vec<&'a task::Model> {
    let parents: HashSet<_> = tasks.iter().filter_map(|row| row.parent_id).collect();
    tasks.iter().copied().filter(|row| !parents.contains(&row.id)).collect()
}

#[test]
fn a_contract_has_a_project_exactly_if_it_says_so() {
    let data = data();
    let linked: HashSet<_> = data.projects.iter().filter_map(|row| row.contract_id).collect();
    assert_eq!(linked.len(), data.projects.len());
    assert!(data.contracts.iter().all(|row| row.has_project == linked.contains(&row.id)));
    for tenant in &data.tenants {
        let own = data.contracts.iter().filter(|row| row.tenant_id == tenant.id);
        for (stage, _, count) in MIX {
            let with = own.clone().filter(|row| row.status == stage && row.has_project).count();
            assert_eq!(with, count, "{stage:?}");
        }
        // Some are left, to create a project from.
        let waiting = own.filter(|row| row.status == Stage::Awarded && !row.has_project).count();
        assert_eq!(waiting, 21);
    }
}

#[test]
fn projects_say_what_their_contracts_say() {
    for (row, contract, _) in sites() {
        assert_eq!((row.tenant_id, &row.contract_bid_id), (contract.tenant_id, &contract.bid_id));
        assert_eq!(row.project_bid_value, contract.tender_bid_value);
        assert_eq!(row.given_start_date, contract.given_start_date);
        assert!(row.created_at >= contract.created_at && row.search.len() <= search::MAX_BYTES);
        let days = [row.given_start_date, row.given_end_date, row.extension_date];
        assert!(days.into_iter().flatten().is_sorted(), "{row:?}");
        assert!(contract.awarded_date.unwrap() <= day_in_kolkata(row.created_at));
    }
}

#[test]
fn tasks_are_trees_of_up_to_five_levels() {
    let mut ids = HashSet::new();
    for (project, _, tasks) in sites() {
        assert!((20..=70).contains(&tasks.len()), "{}", tasks.len());
        assert_eq!(tasks.iter().map(|row| row.level).max(), Some(4));
        let mut known: HashMap<Uuid, &task::Model> = HashMap::new();
        let mut last: HashMap<Option<Uuid>, i64> = HashMap::new();
        for row in tasks {
            assert!(ids.insert(row.id) && row.tenant_id == project.tenant_id);
            let above = row.parent_id.map(|id| known[&id]);
            assert_eq!(row.level, above.map_or(0, |above| above.level + 1));
            let path = above.map_or("", |above| &above.hierarchy_path);
            assert_eq!(row.hierarchy_path, format!("{path}{}/", row.id));
            assert!(row.hierarchy_path.len() <= 255);
            let before = last.insert(row.parent_id, row.position);
            assert!(before.is_none_or(|before| before < row.position));
            known.insert(row.id, row);
        }
    }
}

#[test]
fn what_tasks_come_to_is_what_was_bid() {
    for (project, _, tasks) in sites() {
        for row in &tasks {
            let estimated = amount(row.estimated_quantity, row.estimated_rate, row.tax_percentage);
            let rate = row.actual_rate.or(row.estimated_rate);
            let actual = amount(row.actual_quantity, rate, row.tax_percentage);
            assert_eq!(
                (i128::from(row.estimated_amount), i128::from(row.actual_amount)),
                (estimated, actual)
            );
        }
        let sum: i64 = leaves(&tasks).iter().map(|row| row.estimated_amount).sum();
        assert_eq!(sum, tasks.iter().map(|row| row.estimated_amount).sum::<i64>(), "headings have none");
        let bid = project.project_bid_value.unwrap();
        assert!((sum - bid).abs() <= bid / 100, "{sum} {bid}");
    }
}

#[test]
fn tasks_are_as_far_as_their_days_say() {
    let today = day_in_kolkata(now());
    for (project, _, tasks) in sites() {
        for row in leaves(&tasks) {
            assert!(row.given_start_date.unwrap() <= row.given_end_date.unwrap(), "{row:?}");
            let actual: Vec<_> = [row.actual_start_date, row.actual_end_date].into_iter().flatten().collect();
            assert!(actual.is_sorted() && actual.iter().all(|day| *day <= today), "{row:?}");
            assert_eq!(row.progress == 10_000, row.actual_end_date.is_some());
            assert_eq!(row.progress > 0, row.actual_start_date.is_some());
            let measured = progress_of(row.estimated_quantity, row.actual_quantity);
            assert!(measured.is_none_or(|measured| measured == row.progress), "{row:?}");
            assert_eq!(row.is_approved, row.status == Status::Approved);
            assert_eq!(row.approved_by.is_some() && row.approval_date.is_some(), row.is_approved);
            assert_eq!(row.rejected_by.is_some(), row.status == Status::Rejected);
            assert_eq!(row.rejection_reason.is_empty(), row.status != Status::Rejected);
            let done = [Status::Completed, Status::Approved, Status::UnderReview, Status::Rejected];
            assert_eq!(row.completed_by.is_some(), done.contains(&row.status));
            assert!(row.status != Status::Assigned || row.assigned_to.is_some());
        }
        assert!(project.updated_at <= now());
    }
}

#[test]
fn every_firm_has_something_to_look_at() {
    let today = day_in_kolkata(now());
    let data = data();
    for tenant in &data.tenants {
        let tasks: Vec<_> = data.tasks.iter().filter(|row| row.tenant_id == tenant.id).collect();
        let count = |is: fn(&task::Model) -> bool| tasks.iter().filter(|row| is(row)).count();
        let late = tasks
            .iter()
            .filter(|row| row.given_end_date.is_some_and(|day| day < today) && row.progress < 10_000);
        assert!(late.count() >= 20);
        assert!(count(|row| row.status == Status::UnderReview) >= 20);
        assert!(count(|row| row.status == Status::InProgress && row.progress > 0) >= 20);
        assert!(count(|row| row.status == Status::Assigned) >= 3);
        assert!(count(|row| row.is_milestone) >= 100);
        let people: HashSet<_> = tasks.iter().filter_map(|row| row.assigned_to).collect();
        let own = data.users.iter().filter(|user| user.tenant_id == tenant.id).map(|user| user.id);
        assert!(people.is_subset(&own.collect()));
    }
    // The owner, and whoever works or worked on site.
    let people: HashSet<_> = data.tasks.iter().filter_map(|row| row.assigned_to).collect();
    assert_eq!(people.len(), 5);
}

#[test]
fn documents_of_deposits_projects_and_tasks_belong_to_those_of_their_firm() {
    let data = data();
    let projects: HashMap<_, _> = data.projects.iter().map(|row| (row.id, row.tenant_id)).collect();
    let tasks: HashMap<_, _> = data.tasks.iter().map(|row| (row.id, row.tenant_id)).collect();
    let deposits: HashMap<_, _> = data.deposits.iter().map(|row| (row.id, row.tenant_id)).collect();
    for (entity_type, owners, least) in [
        (EntityType::Deposit, deposits, 40),
        (EntityType::Project, projects, 60),
        (EntityType::Task, tasks, 15),
    ] {
        let rows = data.documents.iter().map(|document| &document.row);
        let rows: Vec<_> = rows.filter(|row| row.entity_type == entity_type).collect();
        assert!(rows.len() >= least, "{entity_type:?} {}", rows.len());
        assert!(rows.iter().all(|row| owners.get(&row.entity_id) == Some(&row.tenant_id)));
    }
}
