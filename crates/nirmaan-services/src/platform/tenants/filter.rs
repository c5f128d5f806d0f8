//! Which organisations a list has.

use chrono::NaiveDate;
use nirmaan_api::platform::{FilterTenantsRequest, tenant::Status as Wire};
use nirmaan_store::{
    AllTenantsDb, Scoped,
    entity::tenant::{self, Column, Text, contains},
    list::{between, one_of},
};

use super::fields;
use crate::{check::Check, error::Result, wire};

/// The filters of a list, checked.
pub(super) struct Filter {
    name: String,
    subdomain: String,
    contact_email: String,
    mobile_no: String,
    whats_app_no: String,
    statuses: Vec<tenant::Status>,
    created: (Option<NaiveDate>, Option<NaiveDate>),
}

impl Filter {
    pub(super) fn read(request: &FilterTenantsRequest) -> Result<Self> {
        let mut check = Check::default();
        let mut statuses = Vec::new();
        for number in &request.status {
            match Wire::try_from(*number).ok().and_then(fields::status_from_wire) {
                Some(status) if !statuses.contains(&status) => statuses.push(status),
                Some(_) => {}
                None => check.complain("status", "There is no such status."),
            }
        }
        let filter = Self {
            name: check.text("name", "Name", &request.name, 255),
            subdomain: check.text("subdomain", "Subdomain", &request.subdomain, 255),
            contact_email: check.text("contact_email", "Contact e-mail", &request.contact_email, 255),
            mobile_no: check.text("mobile_no", "Mobile", &request.mobile_no, 255),
            whats_app_no: check.text("whats_app_no", "WhatsApp", &request.whats_app_no, 255),
            statuses,
            created: wire::days(request.date_range.clone())?,
        };
        check.done()?;
        Ok(filter)
    }

    /// The organisations that match.
    pub(super) fn narrow(&self, db: &AllTenantsDb) -> Scoped<tenant::Entity> {
        let (from, to) = self.created;
        db.find::<tenant::Entity>()
            .narrow(contains(Text::Name, &self.name))
            .narrow(contains(Text::Subdomain, &self.subdomain))
            .narrow(contains(Text::ContactEmail, &self.contact_email))
            .narrow(contains(Text::MobileNo, &self.mobile_no))
            .narrow(contains(Text::WhatsAppNo, &self.whats_app_no))
            .narrow(one_of(Column::Status, self.statuses.clone()))
            .narrow(between(Column::CreatedAt, from, to))
    }
}
