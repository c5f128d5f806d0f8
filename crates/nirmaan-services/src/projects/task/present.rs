//! Tasks as clients see them.

use std::collections::{BTreeSet, HashMap};

use nirmaan_api::projects::{Assignee, Task, TaskNode, TaskPeople};
use nirmaan_store::{
    TenantDb,
    entity::task::Model,
    query::{
        people::{self, People, Person},
        sums,
        tasks::{self, Node, ProjectName},
    },
    sum::{Figures, Sum},
};
use uuid::Uuid;

use super::{
    decimal::{HOURS, PROGRESS, QUANTITY, TAX},
    priority, roll_up, status,
};
use crate::{
    error::{Error, Result},
    wire::{date, money, name_and_state, optional_id, timestamp},
};

/// Rows with what they come to, their projects and the people in them, in one query each.
pub(super) async fn all(db: &TenantDb, rows: Vec<Model>) -> Result<Vec<Task>> {
    let sums = sums::below(db, rows.iter().map(|row| row.id)).await?;
    let projects: BTreeSet<_> = rows.iter().map(|row| row.project_id).collect();
    let projects = tasks::project_names(db, projects.into_iter().collect()).await?;
    let projects = projects.into_iter().map(|project| (project.id, project)).collect();
    let people: BTreeSet<_> = rows.iter().flat_map(people_of).flatten().collect();
    let people = people::with_emails(db, people).await?;
    let beside = Beside { sums, projects, people };
    Ok(rows.into_iter().map(|row| task(row, &beside)).collect())
}

/// One row.
pub(super) async fn one(db: &TenantDb, row: Model) -> Result<Task> {
    let rows = all(db, vec![row]).await?;
    rows.into_iter().next().ok_or_else(|| Error::Internal("a row got lost".to_owned()))
}

/// One row without anything that stands beside it.
pub(super) fn bare(row: Model) -> Task {
    task(row, &Beside::default())
}

/// What is shown of tasks beside their rows.
#[derive(Default)]
struct Beside {
    /// Of those with tasks below them.
    sums: HashMap<Uuid, Sum>,
    projects: HashMap<Uuid, ProjectName>,
    people: People,
}

fn people_of(row: &Model) -> [Option<Uuid>; 5] {
    [row.assigned_to, row.completed_by, row.approved_by, row.review_requested_by, row.rejected_by]
}

fn task(row: Model, beside: &Beside) -> Task {
    let sum = beside.sums.get(&row.id).copied().unwrap_or_else(|| Sum::of(&Figures::from(&row)));
    // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
    let Model {
        tenant_id,
        id,
        project_id,
        parent_id,
        hierarchy_path,
        level,
        position: _,
        is_leaf: _,
        title,
        description,
        estimated_quantity,
        units,
        estimated_rate,
        tax_percentage,
        actual_quantity,
        actual_rate,
        estimated_amount: _,
        actual_amount: _,
        estimated_effort,
        actual_effort,
        status,
        task_type,
        priority,
        given_start_date,
        given_end_date,
        actual_start_date,
        actual_end_date,
        progress,
        is_milestone,
        is_billable,
        assigned_to,
        completed_by,
        approved_by,
        approval_date,
        is_approved,
        rejection_reason,
        review_requested_by,
        review_requested_at,
        rejected_by,
        rejected_at,
        termination_reason,
        comment,
        search: _,
        version,
        created_at,
        updated_at,
        deleted_at,
        created_by,
        updated_by,
        deleted_by: _,
        deleted_with: _,
        handed_over_from: _,
    } = row;
    let project = beside.projects.get(&project_id);
    let named = |id| name_and_state(beside.people.of(id));
    let (assigned_to_email, assigned_to_state) = named(assigned_to);
    let (completer, completed_by_state) = named(completed_by);
    let (approver, approved_by_state) = named(approved_by);
    let (asker, review_requested_by_state) = named(review_requested_by);
    let (rejecter, rejected_by_state) = named(rejected_by);
    Task {
        id: id.to_string(),
        tenant_id: tenant_id.to_string(),
        contract_id: optional_id(project.and_then(|project| project.contract_id)),
        project_id: project_id.to_string(),
        parent_id: optional_id(parent_id),
        hierarchy_path,
        title,
        description,
        estimated_quantity: estimated_quantity.map(|parts| QUANTITY.to_wire(parts)),
        units,
        estimated_rate: estimated_rate.map(money),
        tax_percentage: Some(TAX.to_wire(tax_percentage)),
        actual_quantity: actual_quantity.map(|parts| QUANTITY.to_wire(parts)),
        actual_rate: actual_rate.map(money),
        estimated_effort_hours: estimated_effort.map(|parts| HOURS.to_wire(parts)),
        actual_effort_hours: actual_effort.map(|parts| HOURS.to_wire(parts)),
        status: status::to_wire(status).into(),
        task_type,
        priority: priority::optional_to_wire(priority).into(),
        given_start_date: given_start_date.map(date),
        given_end_date: given_end_date.map(date),
        actual_start_date: actual_start_date.map(date),
        actual_end_date: actual_end_date.map(date),
        progress: PROGRESS.to_wire(progress.into()),
        is_milestone: Some(is_milestone),
        is_billable: Some(is_billable),
        is_deleted: deleted_at.is_some(),
        assigned_to: optional_id(assigned_to),
        completed_by: optional_id(completed_by),
        approved_by: optional_id(approved_by),
        approval_date: approval_date.map(date),
        is_approved,
        rejection_reason,
        review_requested_by: optional_id(review_requested_by),
        review_requested_at: review_requested_at.map(timestamp),
        rejected_by: optional_id(rejected_by),
        rejected_at: rejected_at.map(timestamp),
        termination_reason,
        comment,
        created_by: optional_id(created_by),
        updated_by: optional_id(updated_by),
        created_at: Some(timestamp(created_at)),
        updated_at: Some(timestamp(updated_at)),
        children: Vec::new(),
        version,
        level,
        roll_up: Some(roll_up::to_wire(sum)),
        project_name: project.map(|project| project.project_name.clone()).unwrap_or_default(),
        assigned_to_email,
        people: Some(TaskPeople {
            completed_by: completer,
            approved_by: approver,
            review_requested_by: asker,
            rejected_by: rejecter,
            completed_by_state,
            approved_by_state,
            review_requested_by_state,
            rejected_by_state,
        }),
        warnings: Vec::new(),
        assigned_to_state,
    }
}

/// Somebody whom tasks are given to.
pub(super) fn assignee(id: Uuid, person: Person) -> Assignee {
    let (email, state) = name_and_state(person);
    Assignee { id: id.to_string(), email, state }
}

/// A task as the tree shows it.
pub(super) fn node(row: Node, sum: Sum) -> TaskNode {
    let Node {
        figures,
        title,
        status,
        priority,
        task_type,
        assigned_to,
        units,
        estimated_quantity,
        actual_quantity,
        estimated_rate,
        is_milestone,
        version,
    } = row;
    TaskNode {
        id: figures.id.to_string(),
        parent_id: optional_id(figures.parent_id),
        title,
        status: status::to_wire(status).into(),
        priority: priority::optional_to_wire(priority).into(),
        task_type,
        assigned_to: optional_id(assigned_to),
        units,
        estimated_quantity: estimated_quantity.map(|parts| QUANTITY.to_wire(parts)),
        actual_quantity: actual_quantity.map(|parts| QUANTITY.to_wire(parts)),
        estimated_rate: estimated_rate.map(money),
        is_milestone,
        roll_up: Some(roll_up::to_wire(sum)),
        version,
    }
}
