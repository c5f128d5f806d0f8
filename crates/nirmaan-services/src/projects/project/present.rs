//! Projects as clients see them.

use nirmaan_api::projects::{Project, ProjectSums};
use nirmaan_store::{
    TenantDb,
    entity::project::Model,
    query::{people, sums},
    sum::Sum,
};

use super::status;
use crate::{
    bid::percentage_to_wire,
    error::{Error, Result},
    wire::{date, money, optional_id, sum_of_money, timestamp},
};

/// Rows with the sums over their tasks, in one query.
pub(super) async fn all(db: &TenantDb, rows: Vec<Model>) -> Result<Vec<Project>> {
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let sums = sums::below(db, ids.iter().copied()).await?;
    let mut projects = names(db, rows).await?;
    for (id, project) in ids.iter().zip(&mut projects) {
        project.sums = Some(present_sums(&sums.get(id).copied().unwrap_or_default()));
    }
    Ok(projects)
}

/// Rows without the sums.
pub(super) async fn names(db: &TenantDb, rows: Vec<Model>) -> Result<Vec<Project>> {
    let tenant_name = people::own_tenant(db).await?.map(|tenant| tenant.name).unwrap_or_default();
    Ok(rows.into_iter().map(|row| project(row, tenant_name.clone())).collect())
}

/// One row with the sums over its tasks.
pub(super) async fn one(db: &TenantDb, row: Model) -> Result<Project> {
    only(all(db, vec![row]).await?)
}

/// One row without the sums.
pub(super) async fn name(db: &TenantDb, row: Model) -> Result<Project> {
    only(names(db, vec![row]).await?)
}

/// A row without anything that stands beside it.
pub(super) fn bare(row: Model) -> Project {
    project(row, String::new())
}

fn only(rows: Vec<Project>) -> Result<Project> {
    rows.into_iter().next().ok_or_else(|| Error::Internal("a row got lost".to_owned()))
}

fn project(row: Model, tenant_name: String) -> Project {
    // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
    let Model {
        tenant_id,
        id,
        contract_id,
        contract_bid_id,
        license_id,
        project_name,
        description,
        project_type,
        status,
        project_actual_value,
        project_bid_value,
        project_bid_percentage,
        license_holder_name,
        license_no,
        given_start_date,
        given_end_date,
        actual_start_date,
        actual_end_date,
        extension_count,
        extension_date,
        termination_reason,
        comment,
        search: _,
        version,
        created_at,
        updated_at,
        deleted_at: _,
        created_by,
        updated_by,
        deleted_by: _,
        deleted_with: _,
    } = row;
    Project {
        id: id.to_string(),
        tenant_id: tenant_id.to_string(),
        tenant_name,
        contract_id: optional_id(contract_id),
        contract_bid_no: contract_bid_id.clone(),
        contract_bid_id,
        license_id,
        created_by: optional_id(created_by),
        updated_by: optional_id(updated_by),
        project_name,
        description,
        project_type,
        status: status::to_wire(status).into(),
        project_actual_value: project_actual_value.map(money),
        project_bid_value: project_bid_value.map(money),
        project_bid_percentage: project_bid_percentage.map(percentage_to_wire),
        license_holder_name,
        license_no,
        given_start_date: given_start_date.map(date),
        given_end_date: given_end_date.map(date),
        actual_start_date: actual_start_date.map(date),
        actual_end_date: actual_end_date.map(date),
        extension_count,
        extension_date: extension_date.map(date),
        termination_reason,
        comment,
        created_at: Some(timestamp(created_at)),
        updated_at: Some(timestamp(updated_at)),
        version,
        sums: None,
        warnings: Vec::new(),
    }
}

fn present_sums(sum: &Sum) -> ProjectSums {
    // They fit: a project has at most 100,000 tasks.
    ProjectSums {
        tasks: sum.tasks as i32,
        leaves: sum.leaves as i32,
        progress: sum.mean_progress() as f64 / 100.0,
        estimated_amount: Some(sum_of_money(sum.estimated_amount)),
        actual_amount: Some(sum_of_money(sum.actual_amount)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_weighted_where_there_are_amounts() {
        let sum = Sum { leaves: 3, progress: 10_000, ..Sum::default() };
        assert_eq!(present_sums(&Sum::default()).progress, 0.0);
        assert_eq!(present_sums(&sum).progress, 33.33);
        let weighted = Sum { estimated_amount: 300, weighted_progress: 200 * 10_000, ..sum };
        assert_eq!(present_sums(&weighted).progress, 66.67);
    }
}
