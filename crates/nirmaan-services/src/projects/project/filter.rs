//! Which projects a list asks for.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use nirmaan_api::projects::{FilterProjectsRequest, project::Status as Wire};
use nirmaan_store::{
    ColumnTrait, Scoped, TenantDb,
    entity::project::{Column, Entity, Status, Text, contains},
    list::{between, one_of},
};
use uuid::Uuid;

use super::status;
use crate::{check::Check, error::Result, wire};

/// The filters of a list, checked.
pub(super) struct Filter {
    project_name: String,
    contract_bid_id: String,
    license_holder_name: String,
    project_type: String,
    statuses: Vec<Status>,
    contract_id: Option<Uuid>,
    created: (Option<NaiveDate>, Option<NaiveDate>),
}

impl Filter {
    pub(super) fn read(request: &FilterProjectsRequest) -> Result<Self> {
        let mut check = Check::default();
        let statuses: BTreeSet<_> = request.status().filter_map(status::from_wire).collect();
        let is_unknown =
            |number: &i32| Wire::try_from(*number).map_or(true, |wire| wire == Wire::Unspecified);
        if request.status.iter().any(is_unknown) {
            check.complain("status", "There is no such status.");
        }
        let mut text = |field, label, value: &str| check.text(field, label, value, 255);
        let filter = Self {
            project_name: text("project_name", "Project name", &request.project_name),
            contract_bid_id: text("contract_bid_id", "Contract bid ID", &request.contract_bid_id),
            license_holder_name: text("license_holder_name", "Licence holder", &request.license_holder_name),
            project_type: text("project_type", "Project type", &request.project_type),
            // Each once, however often it was sent: a statement takes only so many values.
            statuses: statuses.into_iter().collect(),
            contract_id: wire::narrowing_id(&request.contract_id),
            created: wire::days(request.date_range.clone())?,
        };
        check.done()?;
        Ok(filter)
    }

    /// The tenant's projects that match.
    pub(super) fn narrow(&self, db: &TenantDb) -> Scoped<Entity> {
        let (from, to) = self.created;
        db.find::<Entity>()
            .narrow(contains(Text::ProjectName, &self.project_name))
            .narrow(contains(Text::ContractBidId, &self.contract_bid_id))
            .narrow(contains(Text::LicenseHolderName, &self.license_holder_name))
            .narrow(contains(Text::ProjectType, &self.project_type))
            .narrow(one_of(Column::Status, self.statuses.clone()))
            .narrow(self.contract_id.map(|id| Column::ContractId.eq(id)))
            .narrow(between(Column::CreatedAt, from, to))
    }
}
