//! The fields of a project as a client sends them, checked.

use nirmaan_api::projects::{Project, project::Status as Wire};
use nirmaan_store::{
    NotSet, Set,
    entity::project::{self, Status, search_text},
    search,
};
use nirmaan_text::is_blank;
use uuid::Uuid;

use super::{present, status};
use crate::{
    bid::{self, Bid},
    change::Sent,
    check::Check,
    error::Result,
};

const BID: bid::Names = bid::Names {
    actual: "project_actual_value",
    bid: "project_bid_value",
    percentage: "project_bid_percentage",
};

/// The fields of a project, checked.
pub(super) struct Fields {
    /// Every editable column; the status is not set when it wasn't sent.
    row: project::ActiveModel,
    /// The version that the client read, if it says so.
    pub(super) version: Option<i64>,
}

/// The project as it is to be: what was sent, over what is stored.
pub(super) fn merged(sent: &Sent<Project>, old: &project::Model) -> Result<Project> {
    let mut project = sent.over(|| present::bare(old.clone()))?;
    let Project { project_actual_value, project_bid_value, project_bid_percentage, .. } = &mut project;
    let is_changed = |field: &str| sent.names(field);
    bid::clear_what_follows(
        is_changed,
        BID,
        *project_actual_value,
        project_bid_value,
        project_bid_percentage,
    );
    // The contract's bid id has two names, and an empty one gives way to the other.
    match [sent.names("contract_bid_id"), sent.names("contract_bid_no")] {
        [true, false] => project.contract_bid_no.clear(),
        [false, true] => project.contract_bid_id.clear(),
        _ => {}
    }
    Ok(project)
}

impl Fields {
    /// Of a project that is sent whole.
    pub(super) fn read(project: Project) -> Result<Self> {
        let mut check = Check::under("project.");
        if is_blank(&project.project_name) {
            check.complain("project_name", "Project name is required.");
        }
        Self::checked(check, project)
    }

    /// Of a project whose contract says what isn't sent.
    pub(super) fn read_in_part(project: Project) -> Result<Self> {
        Self::checked(Check::under("project."), project)
    }

    fn checked(mut check: Check, project: Project) -> Result<Self> {
        // Destructured in full, so that a new field doesn't compile until somebody has thought of it.
        let Project {
            contract_bid_id,
            contract_bid_no,
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
            version,
            // Said once, and asked about where the row is at hand.
            contract_id: _,
            // The server's own: whatever a client says of them counts for nothing.
            id: _,
            tenant_id: _,
            tenant_name: _,
            created_by: _,
            updated_by: _,
            created_at: _,
            updated_at: _,
            sums: _,
            warnings: _,
        } = project;

        let (field, bid_id) = if is_blank(&contract_bid_id) {
            ("contract_bid_no", contract_bid_no)
        } else {
            ("contract_bid_id", contract_bid_id)
        };
        let contract_bid_id = check.text(field, "Contract bid ID", &bid_id, 64);
        let project_name = check.text("project_name", "Project name", &project_name, 255);
        let license_holder_name =
            check.text("license_holder_name", "Licence holder", &license_holder_name, 150);
        let project_type = check.text("project_type", "Project type", &project_type, 64);
        let searchable = search_text(&project_name, &contract_bid_id, &license_holder_name, &project_type);
        if searchable.len() > search::MAX_BYTES {
            check.complain("project_name", "The texts of this project are too long together.");
        }
        let status = match Wire::try_from(status) {
            Ok(wire) => status::from_wire(wire).map_or(NotSet, Set),
            Err(_) => {
                check.complain("status", "There is no such status.");
                NotSet
            }
        };
        let sent = (project_actual_value, project_bid_value, project_bid_percentage);
        let Bid { actual, value, percentage } = bid::read(&mut check, BID, sent);
        if !(0..=1_000).contains(&extension_count) {
            check.complain("extension_count", "Extensions must be between 0 and 1,000.");
        }
        let row = project::ActiveModel {
            tenant_id: NotSet,
            id: NotSet,
            contract_id: NotSet,
            contract_bid_id: Set(contract_bid_id),
            license_id: Set(check.text("license_id", "Licence ID", &license_id, 64)),
            project_name: Set(project_name),
            description: Set(check.long_text("description", "Description", &description)),
            project_type: Set(project_type),
            status,
            project_actual_value: Set(actual),
            project_bid_value: Set(value),
            project_bid_percentage: Set(percentage),
            license_holder_name: Set(license_holder_name),
            license_no: Set(check.text("license_no", "Licence no.", &license_no, 100)),
            given_start_date: Set(check.date("given_start_date", "Given start date", given_start_date)),
            given_end_date: Set(check.date("given_end_date", "Given end date", given_end_date)),
            actual_start_date: Set(check.date("actual_start_date", "Actual start date", actual_start_date)),
            actual_end_date: Set(check.date("actual_end_date", "Actual end date", actual_end_date)),
            extension_count: Set(extension_count),
            extension_date: Set(check.date("extension_date", "Extension date", extension_date)),
            termination_reason: Set(check.long_text(
                "termination_reason",
                "Termination reason",
                &termination_reason,
            )),
            comment: Set(check.long_text("comment", "Comment", &comment)),
            search: NotSet,
            version: NotSet,
            created_at: NotSet,
            updated_at: NotSet,
            deleted_at: NotSet,
            created_by: NotSet,
            updated_by: NotSet,
            deleted_by: NotSet,
            deleted_with: NotSet,
        };
        check.done()?;
        Ok(Self { row, version: Some(version).filter(|version| *version != 0) })
    }

    /// A new project, of a contract or of none.
    pub(super) fn new_row(&self, contract_id: Option<Uuid>) -> project::ActiveModel {
        let mut row = self.row.clone();
        row.contract_id = Set(contract_id);
        if !row.status.is_set() {
            row.status = Set(if contract_id.is_some() { Status::Initiated } else { Status::Draft });
        }
        row
    }

    /// Replaces every editable field; a status that wasn't sent keeps its value.
    pub(super) fn change(&self, row: &mut project::ActiveModel) {
        let (tenant_id, id, contract_id) = (row.tenant_id.clone(), row.id.clone(), row.contract_id.clone());
        *row = project::ActiveModel { tenant_id, id, contract_id, ..self.row.clone() };
    }
}
