//! Projects as a file.

use std::collections::BTreeSet;

use nirmaan_api::projects::{FilterProjectsRequest, Project, ProjectSums};
use nirmaan_store::{Actor, Cursor, KeysetPage, PageRequest, Store, query::people};

use super::{Filter, present, status};
use crate::{
    error::Result,
    export::{self, Column, date, instant, money, number, percentage, text, wide_text},
    wire,
};

/// The projects that match, in the list's order.
pub(super) struct Projects {
    store: Store,
    actor: Actor,
    filter: Filter,
    order: PageRequest,
}

impl Projects {
    /// What a request asks for.
    pub(super) fn read(store: &Store, actor: &Actor, request: FilterProjectsRequest) -> Result<Self> {
        let filter = Filter::read(&request).map_err(export::in_filter)?;
        let order = wire::page_request(None, request.sort);
        Ok(Self { store: store.clone(), actor: actor.clone(), filter, order })
    }
}

fn sums(row: &Project) -> ProjectSums {
    row.sums.unwrap_or_default()
}

impl export::List for Projects {
    type Row = Project;
    const NAME: &'static str = "projects";
    const KIND: &'static str = "project";
    const COLUMNS: &'static [Column<Project>] = &[
        wide_text("Project Name", |row| &row.project_name),
        text("Contract Bid ID", |row| &row.contract_bid_id),
        text("Project Type", |row| &row.project_type),
        text("Status", |row| status::label(row.status())),
        money("Project Actual Value", |row| row.project_actual_value),
        money("Project Bid Value", |row| row.project_bid_value),
        percentage("Project Bid Percentage", |row| row.project_bid_percentage),
        date("Given Start Date", |row| row.given_start_date),
        date("Given End Date", |row| row.given_end_date),
        date("Actual Start Date", |row| row.actual_start_date),
        date("Actual End Date", |row| row.actual_end_date),
        number("Extension Count", |row| row.extension_count.into()),
        date("Extension Date", |row| row.extension_date),
        text("License ID", |row| &row.license_id),
        text("License Holder Name", |row| &row.license_holder_name),
        text("License No", |row| &row.license_no),
        wide_text("Description", |row| &row.description),
        wide_text("Comment", |row| &row.comment),
        wide_text("Termination Reason", |row| &row.termination_reason),
        number("Tasks", |row| sums(row).tasks.into()),
        percentage("Progress", |row| Some(sums(row).progress)),
        money("Estimated Amount", |row| sums(row).estimated_amount),
        money("Actual Amount", |row| sums(row).actual_amount),
        instant("Created (IST)", |row| row.created_at),
        text("Created By", |row| &row.created_by),
        instant("Updated (IST)", |row| row.updated_at),
        text("Updated By", |row| &row.updated_by),
        text("Project ID", |row| &row.id),
        text("Contract ID", |row| &row.contract_id),
    ];

    async fn count(&self) -> Result<u64> {
        let db = self.store.read(&self.actor).await?;
        Ok(self.filter.narrow(&db).count().await?)
    }

    async fn read(&self, after: Option<&Cursor>) -> Result<KeysetPage<Project>> {
        let db = self.store.read(&self.actor).await?;
        let KeysetPage { content, next } =
            self.filter.narrow(&db).keyset_page(&self.order, after, export::ROWS).await?;
        let people = content.iter().flat_map(|row| [row.created_by, row.updated_by]).flatten();
        let emails = people::emails(&db, people.collect::<BTreeSet<_>>()).await?;
        let mut content = present::all(&db, content).await?;
        for row in &mut content {
            export::name(&emails, [&mut row.created_by, &mut row.updated_by]);
        }
        Ok(KeysetPage { content, next })
    }
}
