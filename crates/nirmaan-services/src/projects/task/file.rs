//! Tasks as a file.

use std::collections::BTreeSet;

use nirmaan_api::projects::{FilterTasksRequest, Task};
use nirmaan_store::{Cursor, KeysetPage, PageRequest, Store, query::people};

use super::{filter::Filter, present, priority, status};
use crate::{
    access::Caller,
    error::Result,
    export::{self, Column, date, decimal, instant, money, number, percentage, text, wide_text, yes_no},
    wire,
};

/// The tasks that match, in the list's order.
pub(super) struct Tasks {
    store: Store,
    caller: Caller,
    filter: Filter,
    order: PageRequest,
}

impl Tasks {
    /// What a request asks for.
    pub(super) fn read(store: &Store, caller: &Caller, request: FilterTasksRequest) -> Result<Self> {
        let filter = Filter::read(caller, &request).map_err(export::in_filter)?;
        let order = wire::page_request(None, request.sort);
        Ok(Self { store: store.clone(), caller: caller.clone(), filter, order })
    }
}

impl export::List for Tasks {
    type Row = Task;
    const NAME: &'static str = "tasks";
    const KIND: &'static str = "task";
    /// Amounts, hours in all, progress and dates as the tree shows them, with all below; the rest as the form does.
    const COLUMNS: &'static [Column<Task>] = &[
        wide_text("Project", |row| &row.project_name),
        number("Level", |row| row.level.into()),
        wide_text("Title", |row| &row.title),
        text("Task Type", |row| &row.task_type),
        text("Status", |row| status::label(row.status())),
        text("Priority", |row| priority::label(row.priority())),
        text("Assigned To", |row| &row.assigned_to_email),
        percentage("Progress", |row| row.roll_up.map(|sum| sum.progress)),
        money("Estimated Amount", |row| row.roll_up.and_then(|sum| sum.estimated_amount)),
        money("Actual Amount", |row| row.roll_up.and_then(|sum| sum.actual_amount)),
        decimal("Estimated Hours", |row| row.roll_up.map(|sum| sum.estimated_effort_hours)),
        decimal("Actual Hours", |row| row.roll_up.map(|sum| sum.actual_effort_hours)),
        date("Given Start Date", |row| row.roll_up.and_then(|sum| sum.given_start_date)),
        date("Given End Date", |row| row.roll_up.and_then(|sum| sum.given_end_date)),
        date("Actual Start Date", |row| row.roll_up.and_then(|sum| sum.actual_start_date)),
        date("Actual End Date", |row| row.roll_up.and_then(|sum| sum.actual_end_date)),
        number("Tasks Below", |row| row.roll_up.map_or(0, |sum| sum.descendants.into())),
        text("Units", |row| &row.units),
        decimal("Estimated Quantity", |row| row.estimated_quantity),
        money("Estimated Rate", |row| row.estimated_rate),
        decimal("Actual Quantity", |row| row.actual_quantity),
        money("Actual Rate", |row| row.actual_rate),
        percentage("Tax Percentage", |row| row.tax_percentage),
        yes_no("Milestone", |row| row.is_milestone()),
        yes_no("Billable", |row| row.is_billable()),
        yes_no("Approved", |row| row.is_approved),
        date("Approval Date", |row| row.approval_date),
        text("Approved By", |row| row.people.as_ref().map_or("", |people| &people.approved_by)),
        wide_text("Description", |row| &row.description),
        wide_text("Comment", |row| &row.comment),
        wide_text("Rejection Reason", |row| &row.rejection_reason),
        wide_text("Termination Reason", |row| &row.termination_reason),
        instant("Created (IST)", |row| row.created_at),
        text("Created By", |row| &row.created_by),
        instant("Updated (IST)", |row| row.updated_at),
        text("Updated By", |row| &row.updated_by),
        text("Task ID", |row| &row.id),
        text("Parent ID", |row| &row.parent_id),
    ];

    async fn count(&self) -> Result<u64> {
        let db = self.store.read(&self.caller.actor).await?;
        Ok(self.filter.narrow(&db).count().await?)
    }

    async fn read(&self, after: Option<&Cursor>) -> Result<KeysetPage<Task>> {
        let db = self.store.read(&self.caller.actor).await?;
        let matching = self.filter.narrow(&db);
        let KeysetPage { content, next } = matching.keyset_page(&self.order, after, export::ROWS).await?;
        let people = content.iter().flat_map(|row| [row.created_by, row.updated_by]).flatten();
        let emails = people::emails(&db, people.collect::<BTreeSet<_>>()).await?;
        let mut content = present::all(&db, content).await?;
        for row in &mut content {
            export::name(&emails, [&mut row.created_by, &mut row.updated_by]);
        }
        Ok(KeysetPage { content, next })
    }
}
