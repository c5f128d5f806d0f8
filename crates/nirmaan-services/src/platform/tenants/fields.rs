//! The fields of a tenant as a client sends them, checked.

use nirmaan_api::platform::{Tenant, tenant::Status as Wire};
use nirmaan_store::{AllTenantsDb, NotSet, Set, StoreError, WriteDb, entity::tenant, query::tenants};
use uuid::Uuid;

use crate::{
    check::Check,
    error::{Error, Result},
};

/// The fields of a tenant, checked.
pub(super) struct Fields {
    /// Every editable column but the status.
    row: tenant::ActiveModel,
    /// The status that was sent, if one was.
    pub(super) status: Option<tenant::Status>,
    name_key: String,
    subdomain: String,
    /// The version that the client read, if it says so.
    pub(super) version: Option<i64>,
}

impl Fields {
    pub(super) fn read(tenant: Tenant) -> Result<Self> {
        let Tenant {
            name,
            subdomain,
            schema_name,
            contact_email,
            mobile_no,
            whats_app_no,
            status,
            comment,
            version,
            // The server's own.
            id: _,
            created_at: _,
            updated_at: _,
            created_by: _,
            updated_by: _,
            is_platform: _,
        } = tenant;

        let mut check = Check::under("tenant.");
        let name = check.required("name", "Name", &name, 255);
        let subdomain = check.required("subdomain", "Subdomain", &subdomain, 63).to_lowercase();
        if !subdomain.is_empty() && !is_subdomain(&subdomain) {
            check.complain(
                "subdomain",
                "Subdomain must consist of letters, digits and hyphens, and begin and end with a letter or digit.",
            );
        }
        let schema_name = check.required("schema_name", "Schema name", &schema_name, 63).to_lowercase();
        if !schema_name.is_empty() && !is_schema_name(&schema_name) {
            check.complain(
                "schema_name",
                "Schema name must begin with a letter and consist of letters, digits and underscores.",
            );
        }
        let status = Wire::try_from(status).map(status_from_wire).unwrap_or_else(|_| {
            check.complain("status", "There is no such status.");
            None
        });
        let name_key = nirmaan_text::key(&name);
        let row = tenant::ActiveModel {
            name: Set(name),
            name_key: Set(name_key.clone()),
            subdomain: Set(subdomain.clone()),
            schema_name: Set(schema_name),
            contact_email: Set(check.email("contact_email", "Contact e-mail", &contact_email)),
            mobile_no: Set(check.mobile("mobile_no", "Mobile", &mobile_no)),
            whats_app_no: Set(check.mobile("whats_app_no", "WhatsApp", &whats_app_no)),
            comment: Set(check.long_text("comment", "Comment", &comment)),
            ..Default::default()
        };
        check.done()?;
        Ok(Self { row, status, name_key, subdomain, version: (version != 0).then_some(version) })
    }

    pub(super) fn new_row(&self) -> tenant::ActiveModel {
        let mut row = self.row.clone();
        row.status = Set(self.status.unwrap_or(tenant::Status::Active));
        row.is_platform = Set(false);
        row
    }

    /// Replaces every editable field; what wasn't sent of the status keeps its value.
    pub(super) fn change(&self, row: &mut tenant::ActiveModel) {
        let id = row.id.clone();
        *row = tenant::ActiveModel { id, ..self.row.clone() };
        row.status = self.status.map_or(NotSet, Set);
    }

    /// One may sign in by name or subdomain: neither may be another tenant's other name.
    pub(super) async fn check_names(&self, db: &WriteDb<AllTenantsDb>, own: Option<Uuid>) -> Result<()> {
        tenants::lock(db).await?;
        let others = tenants::called(db, [&self.name_key, &self.subdomain], own).await?;
        let Some(other) = others.first() else { return Ok(()) };
        if [&other.name_key, &other.subdomain].contains(&&self.name_key) {
            return Err(taken("name", "Name"));
        }
        Err(taken("subdomain", "Subdomain"))
    }

    /// Says which of the names a unique index refused.
    pub(super) fn explain(&self, error: StoreError) -> Error {
        match error {
            StoreError::Duplicate(which) if which.contains("schema_name") => {
                taken("schema_name", "Schema name")
            }
            StoreError::Duplicate(which) if which.contains("subdomain") => taken("subdomain", "Subdomain"),
            StoreError::Duplicate(_) => taken("name", "Name"),
            error => error.into(),
        }
    }
}

fn taken(field: &str, label: &str) -> Error {
    Error::AlreadyExists {
        field: format!("tenant.{field}"),
        message: format!("{label} is already used by another organisation."),
    }
}

fn is_subdomain(text: &str) -> bool {
    let inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.chars().all(inner) && !text.starts_with('-') && !text.ends_with('-')
}

fn is_schema_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

pub(super) fn status_from_wire(status: Wire) -> Option<tenant::Status> {
    match status {
        Wire::Unspecified => None,
        Wire::Active => Some(tenant::Status::Active),
        Wire::Suspended => Some(tenant::Status::Suspended),
        Wire::Terminated => Some(tenant::Status::Terminated),
        Wire::Deleted => Some(tenant::Status::Deleted),
    }
}

pub(super) fn status_to_wire(status: tenant::Status) -> Wire {
    match status {
        tenant::Status::Active => Wire::Active,
        tenant::Status::Suspended => Wire::Suspended,
        tenant::Status::Terminated => Wire::Terminated,
        tenant::Status::Deleted => Wire::Deleted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_machines_read_have_their_shapes() {
        assert!(is_subdomain("bharat-infra-2") && is_subdomain("7"));
        for wrong in ["-a", "a-", "a_b", "a.b", "A", "भारत"] {
            assert!(!is_subdomain(wrong), "{wrong}");
        }
        assert!(is_schema_name("bharat_infra2"));
        for wrong in ["2a", "_a", "a-b", "A", "a b", "é"] {
            assert!(!is_schema_name(wrong), "{wrong}");
        }
    }
}
