//! `TaskService`.

mod decimal;
pub(crate) mod deletion;
mod fields;
mod file;
mod filter;
pub(crate) mod hand_over;
mod own_figures;
mod place;
mod present;
mod priority;
mod progress;
mod roll_up;
mod rules;
mod status;
mod tree;
mod warnings;
mod write;

use nirmaan_api::{
    access::Action,
    projects::{
        ApproveTaskRequest, Assignee, CreateTaskRequest, DeleteTaskRequest, DeleteTaskResponse,
        ExportTasksRequest, ExportTasksResponse, FilterTasksRequest, FilterTasksResponse, GetTaskRequest,
        MoveTaskRequest, RecordTaskProgressRequest, RejectTaskRequest, ReopenTaskRequest,
        RequestTaskReviewRequest, SearchAssigneesRequest, SearchAssigneesResponse, StreamTaskTreeRequest,
        Task, TaskChange, UpdateTaskRequest, task::Status as WireStatus, task_service_server::TaskService,
    },
};
use nirmaan_store::{TenantDb, entity::task, query::people};
use tonic::{Request, Response, async_trait};

use self::{
    fields::Fields,
    filter::Filter,
    progress::Progress,
    rules::{Stamp, Step},
    warnings::Course,
    write::{Move, Review},
};
use crate::{
    Deps,
    access::Caller,
    change::Sent,
    check::Check,
    common::missing,
    error::{Error, Result},
    export,
    wire::{self, Kept, Rpc, money},
};

/// The most people whom a search for assignees finds.
const MOST_PEOPLE: u64 = 20;

/// The tasks of the tenant's projects.
pub struct Tasks {
    deps: Deps,
}

impl Tasks {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    fn stamp(&self, caller: &Caller) -> Stamp {
        Stamp { who: caller.actor.user_id, at: self.deps.store.clock().now() }
    }

    async fn filter(&self, caller: &Caller, request: FilterTasksRequest) -> Result<FilterTasksResponse> {
        let filter = Filter::read(caller, &request)?;
        let is_paged = request.pagination.is_some();
        let _leave = if is_paged { None } else { Some(self.deps.places.large_read(caller).await?) };
        let db = self.deps.store.read(&caller.actor).await?;
        let asked = wire::page_request(request.pagination, request.sort);
        let page = if is_paged { filter.page(&db, &asked).await? } else { filter.all(&db, &asked).await? };
        let [number, size, total_pages] = wire::page_numbers(&page);
        let total_elements = page.total_elements as i64;
        let content = present::all(&db, page.content).await?;
        Ok(FilterTasksResponse { content, number, size, total_pages, total_elements })
    }

    async fn review(
        &self,
        caller: &Caller,
        id: &str,
        version: i64,
        step: Step,
        reason: Option<String>,
    ) -> Result<Task> {
        let id = wire::id(id, "Task")?;
        let review = &Review { id, version: version_sent(version), step, reason, by: self.stamp(caller) };
        let reviewed = self.deps.store.write(&caller.actor, |db| async move { review.carry_out(&db).await });
        match reviewed.await {
            // Read after the change: nobody shall wait for it who wants to write.
            Ok(row) => present::one(&self.deps.store.read(&caller.actor).await?, row).await,
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await),
        }
    }

    async fn people(&self, caller: &Caller, keyword: &str) -> Result<Vec<Assignee>> {
        let mut check = Check::default();
        let keyword = check.text("keyword", "Keyword", keyword, 255);
        check.done()?;
        let db = self.deps.store.read(&caller.actor).await?;
        let found = people::active_named(&db, &keyword, MOST_PEOPLE).await?;
        Ok(found.into_iter().map(|(id, person)| present::assignee(id, person)).collect())
    }
}

/// A task as whoever wrote it is answered; with its progress before that, in hundredths of a percent, if it was there.
async fn written(db: &TenantDb, row: task::Model, progress_before: Option<i32>) -> Result<Task> {
    let course = Course::of(&row, progress_before);
    let warnings = warnings::of(money(row.estimated_amount), money(row.actual_amount), course);
    Ok(Task { warnings, ..present::one(db, row).await? })
}

/// The version that a client read, if it says so.
fn version_sent(version: i64) -> Option<i64> {
    Some(version).filter(|version| *version != 0)
}

#[async_trait]
impl TaskService for Tasks {
    async fn filter_tasks(&self, request: Request<FilterTasksRequest>) -> Rpc<FilterTasksResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.filter(&caller, request).await?))
    }

    type StreamTaskTreeStream = tree::Parts;

    async fn stream_task_tree(
        &self,
        request: Request<StreamTaskTreeRequest>,
    ) -> Rpc<Self::StreamTaskTreeStream> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.project_id, "Project")?;
        Ok(Response::new(tree::of_project(&self.deps, &caller, id).await?))
    }

    async fn get_task(&self, request: Request<GetTaskRequest>) -> Rpc<Task> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Task")?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        match db.get::<task::Entity, _>(id).await.map_err(Error::from)? {
            Some(row) => Ok(Response::new(present::one(&db, row).await?)),
            None => Err(missing::task(&db, id).await.into()),
        }
    }

    async fn create_task(&self, request: Request<CreateTaskRequest>) -> Rpc<Task> {
        let (caller, request) = Caller::split(request)?;
        let key = caller.idempotency_key(&request)?;
        let task = request.task.unwrap_or_default();
        caller.require_own_tenant(&task.tenant_id)?;
        if matches!(task.status(), WireStatus::Approved | WireStatus::Rejected) {
            // What is a verdict on a task that is there is none the less one on a new one.
            caller.require("Project Tasks", Action::Edit)?;
        }
        let (fields, by) = (&Fields::of_new(task)?, self.stamp(&caller));
        let on = own_figures::read(request.on_own_figures)?;
        let created = self.deps.store.write_once(&caller.actor, key.as_ref(), |db| async move {
            let row = write::create(&db, fields, on, by).await?;
            Ok::<_, Error>(Kept(written(&db, row, None).await?))
        });
        Ok(Response::new(created.await?.0))
    }

    async fn update_task(&self, request: Request<UpdateTaskRequest>) -> Rpc<Task> {
        let (caller, UpdateTaskRequest { id, task, on_own_figures, update_mask }) = Caller::split(request)?;
        let (sent, by) = (&Sent::read(task, update_mask)?, self.stamp(&caller));
        caller.require_own_tenant(&sent.record().tenant_id)?;
        sent.check_whole(|task| Fields::of_changed(task)?.parent_id())?;
        let on = own_figures::read(on_own_figures)?;
        let id = wire::id(&id, "Task")?;
        let updated = self
            .deps
            .store
            .write(&caller.actor, |db| async move { write::update(&db, id, sent, on, by).await });
        match updated.await {
            Ok((old, new)) => {
                let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
                Ok(Response::new(written(&db, new, Some(old.progress)).await?))
            }
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await.into()),
        }
    }

    async fn delete_task(&self, request: Request<DeleteTaskRequest>) -> Rpc<DeleteTaskResponse> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Task")?;
        self.deps.store.write(&caller.actor, |db| async move { deletion::delete(&db, id).await }).await?;
        Ok(Response::new(DeleteTaskResponse {}))
    }

    async fn record_task_progress(&self, request: Request<RecordTaskProgressRequest>) -> Rpc<TaskChange> {
        let (caller, request) = Caller::split(request)?;
        let (progress, by) = (&Progress::read(&request)?, self.stamp(&caller));
        let id = wire::id(&request.id, "Task")?;
        let recorded =
            self.deps.store.write(&caller.actor, |db| async move { progress.record(&db, id, by).await });
        match recorded.await {
            Ok((row, warnings)) => {
                let change = tree::change(&self.deps, &caller, (id, None), &[&row.hierarchy_path]).await?;
                Ok(Response::new(TaskChange { warnings, ..change }))
            }
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await.into()),
        }
    }

    async fn move_task(&self, request: Request<MoveTaskRequest>) -> Rpc<TaskChange> {
        let (caller, request) = Caller::split(request)?;
        let task_move = &Move::read(&request)?;
        let moved = self.deps.store.write(&caller.actor, |db| async move { task_move.carry_out(&db).await });
        match moved.await {
            Ok((old, new, balance)) => {
                let paths = [&*new.hierarchy_path, &*old.hierarchy_path];
                let change = tree::change(&self.deps, &caller, (new.id, balance), &paths);
                Ok(Response::new(change.await?))
            }
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await.into()),
        }
    }

    async fn request_task_review(&self, request: Request<RequestTaskReviewRequest>) -> Rpc<Task> {
        let (caller, RequestTaskReviewRequest { id, version }) = Caller::split(request)?;
        Ok(Response::new(self.review(&caller, &id, version, Step::Request, None).await?))
    }

    async fn approve_task(&self, request: Request<ApproveTaskRequest>) -> Rpc<Task> {
        let (caller, ApproveTaskRequest { id, version }) = Caller::split(request)?;
        Ok(Response::new(self.review(&caller, &id, version, Step::Approve, None).await?))
    }

    async fn reject_task(&self, request: Request<RejectTaskRequest>) -> Rpc<Task> {
        let (caller, RejectTaskRequest { id, version, reason }) = Caller::split(request)?;
        let mut check = Check::default();
        let reason = check.long_text("reason", "Reason", &reason);
        if reason.is_empty() {
            check.complain("reason", "Reason is required.");
        }
        check.done()?;
        Ok(Response::new(self.review(&caller, &id, version, Step::Reject, Some(reason)).await?))
    }

    async fn reopen_task(&self, request: Request<ReopenTaskRequest>) -> Rpc<Task> {
        let (caller, ReopenTaskRequest { id, version }) = Caller::split(request)?;
        Ok(Response::new(self.review(&caller, &id, version, Step::Reopen, None).await?))
    }

    async fn search_assignees(
        &self,
        request: Request<SearchAssigneesRequest>,
    ) -> Rpc<SearchAssigneesResponse> {
        let (caller, request) = Caller::split(request)?;
        let people = self.people(&caller, &request.keyword).await?;
        Ok(Response::new(SearchAssigneesResponse { people }))
    }

    type ExportTasksStream = export::Parts<ExportTasksResponse>;

    async fn export_tasks(&self, request: Request<ExportTasksRequest>) -> Rpc<Self::ExportTasksStream> {
        let (caller, ExportTasksRequest { filter, format }) = Caller::split(request)?;
        let filter = filter.unwrap_or_default();
        let asked = export::asked(&caller, &filter);
        let list = file::Tasks::read(&self.deps.store, &caller, filter)?;
        let part = |part| ExportTasksResponse { part: Some(part) };
        Ok(Response::new(export::file(&self.deps, &caller, list, asked, format, part)?))
    }
}
