//! `ProjectService`.

pub(crate) mod deletion;
mod fields;
mod file;
mod filter;
mod origin;
mod present;
mod status;
mod warnings;

use nirmaan_api::{
    access::Action,
    projects::{
        CreateProjectRequest, DeleteProjectRequest, DeleteProjectResponse, ExportProjectsRequest,
        ExportProjectsResponse, FilterProjectsRequest, FilterProjectsResponse, GetProjectRequest, Project,
        UpdateProjectRequest, project_service_server::ProjectService,
    },
};
use nirmaan_store::{IdempotencyKey, TenantDb, WriteDb, entity::project};
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use self::{fields::Fields, filter::Filter};
use crate::{
    Deps,
    access::Caller,
    change::Sent,
    common::missing,
    error::{Error, Result},
    export,
    wire::{self, Kept, Rpc},
};

/// The tenant's projects.
pub struct Projects {
    deps: Deps,
}

impl Projects {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn filter(
        &self,
        caller: &Caller,
        request: FilterProjectsRequest,
    ) -> Result<FilterProjectsResponse> {
        let filter = Filter::read(&request)?;
        let db = self.deps.store.read(&caller.actor).await?;
        let page = filter.narrow(&db).page(&wire::page_request(request.pagination, request.sort)).await?;
        let [number, size, total_pages] = wire::page_numbers(&page);
        let total_elements = page.total_elements as i64;
        let content = match request.without_sums {
            true => present::names(&db, page.content).await?,
            false => present::all(&db, page.content).await?,
        };
        Ok(FilterProjectsResponse { content, number, size, total_pages, total_elements })
    }

    async fn create(&self, caller: &Caller, key: Option<IdempotencyKey>, sent: &Project) -> Result<Project> {
        caller.require_own_tenant(&sent.tenant_id)?;
        if sent.contract_id.is_empty() {
            let fields = &Fields::read(sent.clone())?;
            let created = self.deps.store.write_once(&caller.actor, key.as_ref(), |db| async move {
                let row = db.insert(fields.new_row(None)).await?;
                Ok::<_, Error>(Kept(written(&db, row).await?))
            });
            return Ok(created.await?.0);
        }
        // Whoever gets a contract's project reads what the contract says.
        caller.require("Contracts", Action::View)?;
        Fields::read_in_part(sent.clone())?;
        let contract_id = wire::id(&sent.contract_id, "Contract")?;
        let created = self.deps.store.write_once(&caller.actor, key.as_ref(), |db| async move {
            let row = origin::create(&db, contract_id, sent.clone()).await?;
            Ok::<_, Error>(Kept(written(&db, row).await?))
        });
        Ok(created.await?.0)
    }

    async fn update(&self, caller: &Caller, request: UpdateProjectRequest) -> Result<Project> {
        let UpdateProjectRequest { id, project, update_mask } = request;
        let sent = &Sent::read(project, update_mask)?;
        caller.require_own_tenant(&sent.record().tenant_id)?;
        sent.check_whole(Fields::read)?;
        let id = wire::id(&id, "Project")?;
        let updated = self.deps.store.write(&caller.actor, |db| async move {
            let old = find_to_change(&db, id).await?;
            let fields = Fields::read(origin::kept(fields::merged(sent, &old)?, &old)?)?;
            Ok::<_, Error>(db.update(old, fields.version, |row| fields.change(row)).await?)
        });
        match updated.await {
            // The sums are read after the change: nobody shall wait for them who wants to write.
            Ok(row) => written(&self.deps.store.read(&caller.actor).await?, row).await,
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await),
        }
    }
}

#[async_trait]
impl ProjectService for Projects {
    async fn filter_projects(&self, request: Request<FilterProjectsRequest>) -> Rpc<FilterProjectsResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.filter(&caller, request).await?))
    }

    async fn get_project(&self, request: Request<GetProjectRequest>) -> Rpc<Project> {
        let (caller, GetProjectRequest { id, without_sums }) = Caller::split(request)?;
        let id = wire::id(&id, "Project")?;
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        let row = find(&db, id).await?;
        let project =
            if without_sums { present::name(&db, row).await? } else { present::one(&db, row).await? };
        Ok(Response::new(project))
    }

    async fn create_project(&self, request: Request<CreateProjectRequest>) -> Rpc<Project> {
        let (caller, request) = Caller::split(request)?;
        let key = caller.idempotency_key(&request)?;
        let sent = request.project.unwrap_or_default();
        Ok(Response::new(self.create(&caller, key, &sent).await?))
    }

    async fn update_project(&self, request: Request<UpdateProjectRequest>) -> Rpc<Project> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.update(&caller, request).await?))
    }

    async fn delete_project(&self, request: Request<DeleteProjectRequest>) -> Rpc<DeleteProjectResponse> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Project")?;
        self.deps.store.write(&caller.actor, |db| async move { deletion::delete(&db, id).await }).await?;
        Ok(Response::new(DeleteProjectResponse {}))
    }

    type ExportProjectsStream = export::Parts<ExportProjectsResponse>;

    async fn export_projects(
        &self,
        request: Request<ExportProjectsRequest>,
    ) -> Rpc<Self::ExportProjectsStream> {
        let (caller, ExportProjectsRequest { filter, format }) = Caller::split(request)?;
        let filter = filter.unwrap_or_default();
        let asked = export::asked(&caller, &filter);
        let list = file::Projects::read(&self.deps.store, &caller.actor, filter)?;
        let part = |part| ExportProjectsResponse { part: Some(part) };
        Ok(Response::new(export::file(&self.deps, &caller, list, asked, format, part)?))
    }
}

/// A project as whoever wrote it is answered.
async fn written(db: &TenantDb, row: project::Model) -> Result<Project> {
    let mut project = present::one(db, row).await?;
    project.warnings = warnings::of(&project);
    Ok(project)
}

async fn find(db: &TenantDb, id: Uuid) -> Result<project::Model> {
    match db.get::<project::Entity, _>(id).await? {
        Some(row) => Ok(row),
        None => Err(missing::project(db, id).await),
    }
}

async fn find_to_change(db: &WriteDb, id: Uuid) -> Result<project::Model> {
    db.get_to_change::<project::Entity, _>(id).await?.ok_or(Error::NotFound("Project"))
}
