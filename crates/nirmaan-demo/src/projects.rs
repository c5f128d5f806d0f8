//! The projects of a firm: what some of its contracts became.

mod plan;
mod schedule;
mod tasks;
mod tree;

use nirmaan_store::entity::{
    contract::Status as Stage,
    project::{self, Status, search_text},
    task,
};

use super::{Firm, contracts::Work, day::Today, demo_id};

/// Of each stage of contracts so many have a project, the first ones, and where it stands. Of the awarded ones most
/// wait for theirs.
pub(super) const MIX: [(Stage, Status, usize); 11] = [
    (Stage::Awarded, Status::Initiated, 4),
    (Stage::Accepted, Status::Planned, 2),
    (Stage::WorkOrderIssued, Status::Planned, 3),
    (Stage::Mobilized, Status::Initiated, 3),
    (Stage::WorkInProgress, Status::InProgress, 15),
    (Stage::OnHold, Status::OnHold, 3),
    (Stage::Resumed, Status::InProgress, 2),
    (Stage::Completed, Status::UnderReview, 3),
    (Stage::PaymentPending, Status::Completed, 3),
    (Stage::Closed, Status::Completed, 2),
    (Stage::Terminated, Status::Terminated, 1),
];

/// A project with its tasks.
#[derive(Debug, Clone)]
pub(super) struct Site {
    pub row: project::Model,
    pub tasks: Vec<task::Model>,
}

/// The projects of a firm, of which its contracts are told.
pub(super) fn of_firm(firm: &Firm, works: &mut [Work], today: &Today) -> Vec<Site> {
    let mut sites = Vec::new();
    for (stage, status, count) in MIX {
        for work in works.iter_mut().filter(|work| work.row.status == stage).take(count) {
            work.row.has_project = true;
            let row = row(firm, work, status, today);
            let tasks = tasks::of(firm, work, &row, today);
            sites.push(Site { row, tasks });
        }
    }
    sites
}

fn row(firm: &Firm, work: &Work, status: Status, today: &Today) -> project::Model {
    let contract = &work.row;
    let awarded = work.chain.awarded.unwrap_or(0);
    // The day after the award, if that has come.
    let created_at = today.at((awarded - 1).max(0), 30).max(contract.created_at);
    let last = match status {
        Status::InProgress => work.chain.actual_start,
        Status::OnHold => work.chain.actual_start.map(|age| age / 2),
        Status::UnderReview | Status::Completed | Status::Terminated => work.chain.actual_end,
        _ => None,
    };
    let updated_at = last.map_or(created_at, |age| today.at(age, 200)).max(created_at);
    let kind = plan::kind(work.authority.trade);
    let extension = (work.chain.extensions > 0).then(|| {
        let given = work.chain.given_end.unwrap_or(0);
        today.day(given - 60 * i64::from(work.chain.extensions))
    });
    project::Model {
        tenant_id: firm.tenant_id,
        id: demo_id("project", &format!("{}/{}", firm.profile.no, work.no)),
        contract_id: Some(contract.id),
        contract_bid_id: contract.bid_id.clone(),
        license_id: contract.license_id.clone(),
        project_name: contract.contract_name.clone(),
        description: contract.description.clone(),
        project_type: kind.to_owned(),
        status,
        project_actual_value: contract.tender_actual_value,
        project_bid_value: contract.tender_bid_value,
        project_bid_percentage: contract.tender_bid_percentage,
        license_holder_name: contract.license_holder_name.clone(),
        license_no: contract.license_no.clone(),
        given_start_date: contract.given_start_date,
        given_end_date: contract.given_end_date,
        actual_start_date: contract.actual_start_date,
        actual_end_date: contract.actual_end_date,
        extension_count: work.chain.extensions,
        extension_date: extension,
        termination_reason: contract.termination_reason.clone(),
        comment: String::new(),
        search: search_text(&contract.contract_name, &contract.bid_id, &contract.license_holder_name, kind),
        version: 1,
        created_at,
        updated_at,
        deleted_at: None,
        created_by: Some(firm.owner_id),
        updated_by: Some(firm.owner_id),
        deleted_by: None,
        deleted_with: None,
    }
}
