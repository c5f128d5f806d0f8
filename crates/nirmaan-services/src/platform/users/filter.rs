//! Which users a list has.

use chrono::NaiveDate;
use nirmaan_api::platform::FilterUsersRequest;
use nirmaan_store::{
    ColumnTrait, ReachDb, Scoped,
    entity::user::{self, Column, Text, contains},
    list::between,
};
use uuid::Uuid;

use crate::{access::Caller, check::Check, error::Result, wire};

/// The filters of a list, checked.
pub(super) struct Filter {
    tenant_id: Option<Uuid>,
    email: String,
    mobile_no: String,
    designation: String,
    is_active: Option<bool>,
    created: (Option<NaiveDate>, Option<NaiveDate>),
}

impl Filter {
    pub(super) fn read(caller: &Caller, request: &FilterUsersRequest) -> Result<Self> {
        let tenant_id = caller.tenant_named(&request.tenant_id)?;
        let mut check = Check::default();
        let filter = Self {
            tenant_id,
            email: check.text("email", "E-mail", &request.email, 255),
            mobile_no: check.text("mobile_no", "Mobile", &request.mobile_no, 255),
            designation: check.text("designation", "Designation", &request.designation, 255),
            is_active: request.is_active,
            created: wire::days(request.date_range.clone())?,
        };
        check.done()?;
        Ok(filter)
    }

    /// The users within reach that match.
    pub(super) fn narrow(&self, db: &ReachDb) -> Scoped<user::Entity> {
        let (from, to) = self.created;
        db.find::<user::Entity>()
            .narrow(self.tenant_id.map(|tenant_id| Column::TenantId.eq(tenant_id)))
            .narrow(contains(Text::Email, &self.email))
            .narrow(contains(Text::MobileNo, &self.mobile_no))
            .narrow(contains(Text::Designation, &self.designation))
            .narrow(self.is_active.map(|is_active| Column::IsActive.eq(is_active)))
            .narrow(between(Column::CreatedAt, from, to))
    }
}
