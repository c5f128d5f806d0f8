//! `TenantService`.

mod fields;
mod file;
mod filter;

use nirmaan_api::{
    access::Action::{Delete, View},
    platform::{
        CreateTenantRequest, DeleteTenantRequest, DeleteTenantResponse, ExportTenantsRequest,
        ExportTenantsResponse, FilterTenantsRequest, FilterTenantsResponse, GetTenantRequest,
        SearchTenantNamesRequest, SearchTenantNamesResponse, SearchTenantsByNameRequest,
        SearchTenantsByNameResponse, Tenant, TenantName, UpdateTenantRequest,
        tenant_service_server::TenantService,
    },
};
use nirmaan_store::{
    Action, AllTenantsDb, Changes, Set, WriteDb,
    entity::tenant,
    query::{people, sessions, tenants},
};
use serde_json::json;
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use self::{fields::Fields, filter::Filter};
use super::visits;
use crate::{
    Deps,
    access::Caller,
    change::Sent,
    check::Check,
    error::{Error, Result},
    export,
    wire::{self, Kept, Rpc, optional_id, timestamp},
};

/// The shortest keyword that is searched for (spec §9).
const SHORTEST_KEYWORD: usize = 3;
/// The most that a search by name answers.
const MOST_NAMES: u64 = 20;

/// The organisations of the installation.
pub struct Tenants {
    deps: Deps,
}

impl Tenants {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    /// One's own organisation, or any for users of the platform.
    async fn tenant(&self, caller: &Caller, id: Uuid) -> Result<Option<tenant::Model>> {
        let store = &self.deps.store;
        Ok(match &caller.platform {
            Some(platform) => store.read_platform(platform).await?.get::<tenant::Entity, _>(id).await?,
            None => people::own_tenant(&store.read(&caller.actor).await?).await?,
        })
    }

    /// The organisations that a keyword finds: outside the platform only one's own.
    async fn search(&self, caller: &Caller, keyword: &str) -> Result<Vec<tenant::Model>> {
        let mut check = Check::default();
        let keyword = check.text("keyword", "Keyword", keyword, 255);
        if keyword.chars().count() < SHORTEST_KEYWORD {
            check.complain("keyword", format!("Write at least {SHORTEST_KEYWORD} characters."));
        }
        check.done()?;
        let everywhere = caller.may("Tenants", View) || caller.may("User", View);
        let platform = caller.platform.as_ref().filter(|_| everywhere);
        let db = self.deps.store.read_within(&caller.actor, platform).await?;
        Ok(tenants::named(&db, &keyword, MOST_NAMES).await?)
    }
}

#[async_trait]
impl TenantService for Tenants {
    async fn filter_tenants(&self, request: Request<FilterTenantsRequest>) -> Rpc<FilterTenantsResponse> {
        let (caller, request) = Caller::split(request)?;
        let filter = Filter::read(&request)?;
        let asked = wire::page_request(request.pagination, request.sort);
        let db = self.deps.store.read_platform(caller.of_platform()?).await.map_err(Error::from)?;
        let page = filter.narrow(&db).page(&asked).await.map_err(Error::from)?;
        let [number, size, total_pages] = wire::page_numbers(&page);
        Ok(Response::new(FilterTenantsResponse {
            number,
            size,
            total_pages,
            total_elements: page.total_elements as i64,
            content: page.content.into_iter().map(present).collect(),
        }))
    }

    type ExportTenantsStream = export::Parts<ExportTenantsResponse>;

    async fn export_tenants(&self, request: Request<ExportTenantsRequest>) -> Rpc<Self::ExportTenantsStream> {
        let (caller, ExportTenantsRequest { filter, format }) = Caller::split(request)?;
        let filter = filter.unwrap_or_default();
        let asked = export::asked(&caller, &filter);
        let list = file::Tenants::read(&self.deps.store, caller.of_platform()?, filter)?;
        let part = |part| ExportTenantsResponse { part: Some(part) };
        Ok(Response::new(export::file(&self.deps, &caller, list, asked, format, part)?))
    }

    async fn get_tenant(&self, request: Request<GetTenantRequest>) -> Rpc<Tenant> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Tenant");
        if id.as_ref().ok() != Some(&caller.actor.tenant_id) {
            // To whoever isn't of the platform there are no others.
            if caller.platform.is_none() {
                return Err(Error::NotFound("Tenant").into());
            }
            caller.require("Tenants", View)?;
        }
        let tenant = present(self.tenant(&caller, id?).await?.ok_or(Error::NotFound("Tenant"))?);
        let whose = Uuid::parse_str(&tenant.id).ok();
        visits::tell(&self.deps, &caller, "tenant", whose).await?;
        // What the platform notes about an organisation, and who did, stays with the platform.
        let (comment, created_by, updated_by) = Default::default();
        let theirs = if caller.platform.is_some() {
            tenant
        } else {
            Tenant { comment, created_by, updated_by, ..tenant }
        };
        Ok(Response::new(theirs))
    }

    async fn create_tenant(&self, request: Request<CreateTenantRequest>) -> Rpc<Tenant> {
        let (caller, request) = Caller::split(request)?;
        let key = caller.idempotency_key(&request)?;
        let fields = &Fields::read(request.tenant.unwrap_or_default())?;
        let created =
            self.deps.store.write_platform_once(caller.of_platform()?, key.as_ref(), |db| async move {
                fields.check_names(&db, None).await?;
                let row = db.insert(fields.new_row()).await.map_err(|error| fields.explain(error))?;
                Ok::<_, Error>(Kept(present(row)))
            });
        Ok(Response::new(created.await?.0))
    }

    async fn update_tenant(&self, request: Request<UpdateTenantRequest>) -> Rpc<Tenant> {
        let (ref caller, UpdateTenantRequest { id, tenant, update_mask }) = Caller::split(request)?;
        let sent = &Sent::read(tenant, update_mask)?;
        sent.check_whole(Fields::read)?;
        let id = wire::id(&id, "Tenant")?;
        let updated = self.deps.store.write_platform(caller.of_platform()?, |db| async move {
            let old = find_to_change(&db, id).await?;
            let fields = &Fields::read(sent.over(|| present(old.clone()))?)?;
            let status = fields.status.unwrap_or(old.status);
            let is_deleted = |status| status == tenant::Status::Deleted;
            if is_deleted(status) != is_deleted(old.status) {
                caller.require("Tenants", Delete)?;
            }
            fields.check_names(&db, Some(id)).await?;
            let along = stop(&db, &old, status).await?;
            db.change_as(Action::Update, old, fields.version, |row| fields.change(row), along)
                .await
                .map(present)
                .map_err(|error| fields.explain(error))
        });
        match updated.await {
            Ok(tenant) => Ok(Response::new(tenant)),
            Err(error) => Err(error.naming_the_other(&self.deps.store, &caller.actor).await.into()),
        }
    }

    async fn delete_tenant(&self, request: Request<DeleteTenantRequest>) -> Rpc<DeleteTenantResponse> {
        let (caller, request) = Caller::split(request)?;
        let id = wire::id(&request.id, "Tenant")?;
        let deleted = self.deps.store.write_platform(caller.of_platform()?, |db| async move {
            let old = find_to_change(&db, id).await?;
            if old.status == tenant::Status::Deleted {
                return Ok(());
            }
            let along = stop(&db, &old, tenant::Status::Deleted).await?;
            let delete = |row: &mut tenant::ActiveModel| row.status = Set(tenant::Status::Deleted);
            db.change_as(Action::Delete, old, None, delete, along).await?;
            Ok::<_, Error>(())
        });
        deleted.await?;
        Ok(Response::new(DeleteTenantResponse {}))
    }

    async fn search_tenants_by_name(
        &self,
        request: Request<SearchTenantsByNameRequest>,
    ) -> Rpc<SearchTenantsByNameResponse> {
        let (caller, request) = Caller::split(request)?;
        let found = self.search(&caller, &request.keyword).await?;
        let tenants = found.into_iter().map(|row| TenantName { id: row.id.to_string(), name: row.name });
        Ok(Response::new(SearchTenantsByNameResponse { tenants: tenants.collect() }))
    }

    async fn search_tenant_names(
        &self,
        request: Request<SearchTenantNamesRequest>,
    ) -> Rpc<SearchTenantNamesResponse> {
        let (caller, request) = Caller::split(request)?;
        let found = self.search(&caller, &request.keyword).await?;
        Ok(Response::new(SearchTenantNamesResponse {
            names: found.into_iter().map(|row| row.name).collect(),
        }))
    }
}

/// Ends the sessions of a tenant that stops working; what it tells the trail. The platform's own never stops.
async fn stop(db: &WriteDb<AllTenantsDb>, old: &tenant::Model, next: tenant::Status) -> Result<Changes> {
    let mut along = Changes::new();
    if next == tenant::Status::Active {
        return Ok(along);
    }
    if old.is_platform {
        let message = "The platform's own organisation can't be suspended or deleted.".to_owned();
        return Err(Error::Precondition(message));
    }
    let ended = sessions::end_of_tenant(db, old.id, "tenant").await?;
    if ended > 0 {
        along.insert("sessions".to_owned(), json!({"from": ended, "to": 0}));
    }
    Ok(along)
}

async fn find_to_change(db: &WriteDb<AllTenantsDb>, id: Uuid) -> Result<tenant::Model> {
    tenants::lock(db).await?;
    db.get_to_change::<tenant::Entity, _>(id).await?.ok_or(Error::NotFound("Tenant"))
}

fn present(row: tenant::Model) -> Tenant {
    let tenant::Model {
        id,
        name,
        name_key: _,
        subdomain,
        schema_name,
        contact_email,
        mobile_no,
        whats_app_no,
        status,
        comment,
        search: _,
        is_platform,
        version,
        created_at,
        updated_at,
        created_by,
        updated_by,
    } = row;
    Tenant {
        id: id.to_string(),
        name,
        subdomain,
        schema_name,
        contact_email,
        mobile_no,
        whats_app_no,
        status: fields::status_to_wire(status).into(),
        comment,
        created_at: Some(timestamp(created_at)),
        updated_at: Some(timestamp(updated_at)),
        created_by: optional_id(created_by),
        updated_by: optional_id(updated_by),
        is_platform,
        version,
    }
}
