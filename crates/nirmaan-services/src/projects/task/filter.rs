//! Which tasks a list has.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use nirmaan_api::projects::{
    FilterTasksRequest,
    task::{Priority as WirePriority, Status as WireStatus},
};
use nirmaan_store::{
    ColumnTrait, Page, PageRequest, Scoped, TenantDb,
    entity::task::{Column, Entity, Model, Priority, Status, Text, contains},
    list::{between, one_of},
    query::{
        sums,
        tasks::{self, in_projects_named},
    },
};
use uuid::Uuid;

use super::{priority, status};
use crate::{
    access::Caller,
    check::Check,
    error::{Error, Result},
    wire,
};

/// The most tasks of an answer without pages.
const MOST: u64 = 10_000;
/// The most characters of their long texts.
const MOST_TEXT: i64 = 4_000_000;

/// The filters of a list, checked.
pub(super) struct Filter {
    project_id: Option<Uuid>,
    statuses: Vec<Status>,
    task_type: String,
    priority: Option<Priority>,
    project_name: String,
    title: String,
    assigned_to: Option<Uuid>,
    created: (Option<NaiveDate>, Option<NaiveDate>),
}

impl Filter {
    pub(super) fn read(caller: &Caller, request: &FilterTasksRequest) -> Result<Self> {
        caller.require_own_tenant(&request.tenant_id)?;
        let mut check = Check::default();
        let statuses: BTreeSet<_> = request.status().filter_map(status::from_wire).collect();
        let is_known = |number: &i32| {
            WireStatus::try_from(*number).is_ok_and(|status| status != WireStatus::Unspecified)
        };
        if !request.status.iter().all(is_known) {
            check.complain("status", "There is no such status.");
        }
        let priority = WirePriority::try_from(request.priority).unwrap_or_else(|_| {
            check.complain("priority", "There is no such priority.");
            WirePriority::Unspecified
        });
        // Nothing has an id that isn't one.
        let named = |id: &str| (!id.is_empty()).then(|| id.parse().unwrap_or_default());
        let filter = Self {
            project_id: named(&request.project_id),
            // Each once, however often it was sent: a statement takes only so many values.
            statuses: statuses.into_iter().collect(),
            task_type: check.text("task_type", "Task type", &request.task_type, 255),
            priority: priority::from_wire(priority),
            project_name: check.text("project_name", "Project name", &request.project_name, 255),
            title: check.text("title", "Title", &request.title, 255),
            assigned_to: named(&request.assigned_to),
            created: wire::days_of("dates.", request.dates.clone())?,
        };
        check.done()?;
        Ok(filter)
    }

    /// The tenant's tasks that match.
    pub(super) fn narrow(&self, db: &TenantDb) -> Scoped<Entity> {
        let (from, to) = self.created;
        db.find::<Entity>()
            .narrow(self.project_id.map(|id| Column::ProjectId.eq(id)))
            .narrow(one_of(Column::Status, self.statuses.clone()))
            .narrow(contains(Text::TaskType, &self.task_type))
            .narrow(self.priority.map(|priority| Column::Priority.eq(priority)))
            .narrow(in_projects_named(db, &self.project_name))
            .narrow(contains(Text::Title, &self.title))
            .narrow(self.assigned_to.map(|id| Column::AssignedTo.eq(id)))
            .narrow(between(Column::CreatedAt, from, to))
    }

    /// A page of those that match. How many tasks a project has is kept, and not counted.
    pub(super) async fn page(&self, db: &TenantDb, asked: &PageRequest) -> Result<Page<Model>> {
        let Self { project_id, statuses, task_type, priority, project_name, title, assigned_to, created } =
            self;
        let is_known = statuses.is_empty()
            && [task_type, project_name, title].iter().all(|word| word.is_empty())
            && (priority.is_none() && assigned_to.is_none() && *created == (None, None));
        let total = project_id.filter(|_| is_known).map(|id| sums::number_of_tasks(db, id));
        Ok(self.narrow(db).page_of(total, asked).await?)
    }

    /// All that match, as one page.
    ///
    /// # Errors
    /// [`Error::Precondition`] when they are too many.
    pub(super) async fn all(&self, db: &TenantDb, order: &PageRequest) -> Result<Page<Model>> {
        let matching = self.narrow(db);
        if matching.count().await? > MOST {
            let message = "More than 10,000 tasks match. Narrow the filter, or ask for pages.";
            return Err(Error::Precondition(message.to_owned()));
        }
        if tasks::length_of_texts(self.narrow(db)).await? > MOST_TEXT {
            let message =
                "The tasks that match say too much for one answer. Narrow the filter, or ask for pages.";
            return Err(Error::Precondition(message.to_owned()));
        }
        let content = matching.keyset_page(order, None, MOST).await?.content;
        let total_elements = content.len() as u64;
        Ok(Page { content, number: 0, size: total_elements, total_elements })
    }
}
