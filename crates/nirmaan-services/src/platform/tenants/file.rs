//! Organisations as a file.

use std::collections::BTreeSet;

use nirmaan_api::platform::{FilterTenantsRequest, Tenant, tenant::Status};
use nirmaan_store::{Cursor, KeysetPage, PageRequest, PlatformActor, Store, query::people};

use super::{Filter, present};
use crate::{
    error::Result,
    export::{self, Column, instant, text, wide_text, yes_no},
    wire,
};

/// The organisations that match, in the list's order.
pub(super) struct Tenants {
    store: Store,
    actor: PlatformActor,
    filter: Filter,
    order: PageRequest,
}

impl Tenants {
    /// What a request asks for.
    pub(super) fn read(store: &Store, actor: &PlatformActor, request: FilterTenantsRequest) -> Result<Self> {
        let filter = Filter::read(&request).map_err(export::in_filter)?;
        Ok(Self {
            store: store.clone(),
            actor: actor.clone(),
            filter,
            order: wire::page_request(None, request.sort),
        })
    }
}

impl export::List for Tenants {
    type Row = Tenant;
    const NAME: &'static str = "tenants";
    const KIND: &'static str = "tenant";
    const COLUMNS: &'static [Column<Tenant>] = &[
        wide_text("Name", |row| &row.name),
        text("Subdomain", |row| &row.subdomain),
        text("Schema Name", |row| &row.schema_name),
        wide_text("Contact E-mail", |row| &row.contact_email),
        text("Mobile No", |row| &row.mobile_no),
        text("WhatsApp No", |row| &row.whats_app_no),
        text("Status", |row| status(row.status())),
        wide_text("Comment", |row| &row.comment),
        yes_no("Platform", |row| row.is_platform),
        instant("Created (IST)", |row| row.created_at),
        text("Created By", |row| &row.created_by),
        instant("Updated (IST)", |row| row.updated_at),
        text("Updated By", |row| &row.updated_by),
        text("Tenant ID", |row| &row.id),
    ];

    async fn count(&self) -> Result<u64> {
        let db = self.store.read_platform(&self.actor).await?;
        Ok(self.filter.narrow(&db).count().await?)
    }

    async fn read(&self, after: Option<&Cursor>) -> Result<KeysetPage<Tenant>> {
        let db = self.store.read_platform(&self.actor).await?;
        let rows = self.filter.narrow(&db);
        let KeysetPage { content, next } = rows.keyset_page(&self.order, after, export::ROWS).await?;
        let who = content.iter().flat_map(|row| [row.created_by, row.updated_by]).flatten();
        let emails = people::emails(&db, who.collect::<BTreeSet<_>>()).await?;
        let content = content.into_iter().map(|row| {
            let mut tenant = present(row);
            export::name(&emails, [&mut tenant.created_by, &mut tenant.updated_by]);
            tenant
        });
        Ok(KeysetPage { content: content.collect(), next })
    }
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Unspecified => "",
        Status::Active => "Active",
        Status::Suspended => "Suspended",
        Status::Terminated => "Terminated",
        Status::Deleted => "Deleted",
    }
}
