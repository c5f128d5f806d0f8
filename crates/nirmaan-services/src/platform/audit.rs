//! `AuditService`.

mod csv;
mod present;

use nirmaan_api::{
    access::Action::View,
    platform::{
        ExportAuditEventsRequest, ExportAuditEventsResponse, FilterAuditEventsRequest,
        FilterAuditEventsResponse, ListRecordHistoryRequest, ListRecordHistoryResponse,
        audit_event::{Action as WireAction, Source as WireSource},
        audit_service_server::AuditService,
    },
    types::FileContent,
};
use nirmaan_store::{
    ColumnTrait, Page, QueryFilter, Scoped,
    entity::{
        audit_event::{self, Column},
        contract,
    },
    list::{between, one_of},
    query::trail,
};
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    Deps,
    access::Caller,
    check::Check,
    error::{Error, Result},
    wire,
};

/// The most events of one file.
const MOST_EXPORTED: u64 = 10_000;
/// The records that have a history, and the module that opens it.
const MODULES: [(&str, &str); 6] = [
    ("contract", "Contracts"),
    ("security_deposit", "Contracts"),
    ("user", "User"),
    ("tenant", "Tenants"),
    ("module", "Modules"),
    ("role", "Role"),
];

/// The audit trail.
pub struct Audit {
    deps: Deps,
}

impl Audit {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn filter(
        &self,
        caller: &Caller,
        request: FilterAuditEventsRequest,
    ) -> Result<FilterAuditEventsResponse> {
        let filter = Filter::read(caller, &request)?;
        let asked = wire::page_request(request.pagination, request.sort);
        let (page, content) = if caller.is_platform {
            let db = self.deps.store.read_platform().await?;
            let page = filter.narrow(db.find(), trail::by_actor(&db, &filter.actor)).page(&asked).await?;
            let content = present::events(&db, &page.content).await?;
            (page, content)
        } else {
            let db = self.deps.store.read(&caller.actor).await?;
            let page = filter.narrow(db.find(), trail::by_actor(&db, &filter.actor)).page(&asked).await?;
            let content = present::events(&db, &page.content).await?;
            (page, content)
        };
        let [number, size, total_pages] = numbers(&page);
        let total_elements = page.total_elements as i64;
        Ok(FilterAuditEventsResponse { content, number, size, total_pages, total_elements })
    }

    async fn export(&self, caller: &Caller, request: &FilterAuditEventsRequest) -> Result<FileContent> {
        let filter = Filter::read(caller, request)?;
        let events = if caller.is_platform {
            let db = self.deps.store.read_platform().await?;
            let events = filter.narrow(db.find(), trail::by_actor(&db, &filter.actor));
            present::events(&db, &events.newest(MOST_EXPORTED).await?).await?
        } else {
            let db = self.deps.store.read(&caller.actor).await?;
            let events = filter.narrow(db.find(), trail::by_actor(&db, &filter.actor));
            present::events(&db, &events.newest(MOST_EXPORTED).await?).await?
        };
        let day = self.deps.store.clock().today();
        Ok(FileContent {
            file_name: format!("activity-{day}.csv"),
            content_type: "text/csv; charset=utf-8".to_owned(),
            data: csv::write(&events)?.into(),
        })
    }

    async fn history(
        &self,
        caller: &Caller,
        request: ListRecordHistoryRequest,
    ) -> Result<ListRecordHistoryResponse> {
        let known = MODULES.into_iter().find(|(entity, _)| *entity == request.entity);
        let (entity, module) = known.ok_or(Error::NotFound("Record"))?;
        caller.require(module, View)?;
        let id = wire::id(&request.entity_id, "Record")?;
        let asked = wire::page_request(request.pagination, None);
        // Of another tenant's record there are no events to see, as of one that never was.
        let (page, content) = if caller.is_platform && entity != "contract" && entity != "security_deposit" {
            let db = self.deps.store.read_platform().await?;
            let page = db.find::<audit_event::Entity>().filter(trail::of_record(entity, id, None));
            let page = page.page(&asked).await?;
            let content = present::events(&db, &page.content).await?;
            (page, content)
        } else {
            let db = self.deps.store.read(&caller.actor).await?;
            let import_id = match entity {
                "contract" => db.get::<contract::Entity, _>(id).await?.and_then(|row| row.import_id),
                _ => None,
            };
            let page = db.find::<audit_event::Entity>().filter(trail::of_record(entity, id, import_id));
            let page = page.page(&asked).await?;
            let content = present::events(&db, &page.content).await?;
            (page, content)
        };
        let [number, size, total_pages] = numbers(&page);
        let total_elements = page.total_elements as i64;
        Ok(ListRecordHistoryResponse { content, number, size, total_pages, total_elements })
    }
}

fn numbers<T>(page: &Page<T>) -> [i32; 3] {
    [page.number, page.size, page.total_pages()].map(|number| number as i32)
}

/// Which events, checked.
struct Filter {
    tenant_id: Option<Uuid>,
    actor: String,
    entity: String,
    entity_id: Option<Uuid>,
    actions: Vec<&'static str>,
    sources: Vec<&'static str>,
    request_id: String,
    from: Option<chrono::NaiveDate>,
    to: Option<chrono::NaiveDate>,
}

impl Filter {
    fn read(caller: &Caller, request: &FilterAuditEventsRequest) -> Result<Self> {
        let tenant_id = caller.tenant_named(&request.tenant_id)?;
        let mut check = Check::default();
        let mut actions = Vec::new();
        for number in &request.action {
            match WireAction::try_from(*number).ok().and_then(present::action_from_wire) {
                Some(action) => actions.push(action.as_str()),
                None => check.complain("action", "There is no such action."),
            }
        }
        let mut sources = Vec::new();
        for number in &request.source {
            match WireSource::try_from(*number).ok().and_then(present::source_from_wire) {
                Some(source) => sources.push(source.as_str()),
                None => check.complain("source", "There is no such source."),
            }
        }
        // No record has an id that isn't one.
        let entity_id = (!request.entity_id.is_empty())
            .then(|| Uuid::parse_str(request.entity_id.trim()).unwrap_or_default());
        actions.dedup();
        sources.dedup();
        let actor = check.text("actor", "Person", &request.actor, 255);
        let entity = check.text("entity", "Kind of record", &request.entity, 64);
        let request_id = check.text("request_id", "Request id", &request.request_id, 64);
        check.done()?;
        let (from, to) = wire::days(request.date_range.clone())?;
        Ok(Self { tenant_id, actor, entity, entity_id, actions, sources, request_id, from, to })
    }

    fn narrow(
        &self,
        events: Scoped<audit_event::Entity>,
        by_actor: Option<trail::Condition>,
    ) -> Scoped<audit_event::Entity> {
        let text = |text: &str, column: Column| (!text.is_empty()).then(|| column.eq(text));
        events
            .narrow(self.tenant_id.map(|id| Column::TenantId.eq(id)))
            .narrow(by_actor)
            .narrow(text(&self.entity, Column::Entity))
            .narrow(self.entity_id.map(|id| Column::EntityId.eq(id)))
            .narrow(one_of(Column::Action, self.actions.clone()))
            .narrow(one_of(Column::Source, self.sources.clone()))
            .narrow(text(&self.request_id, Column::RequestId))
            .narrow(between(Column::At, self.from, self.to))
    }
}

#[async_trait]
impl AuditService for Audit {
    async fn filter_audit_events(
        &self,
        request: Request<FilterAuditEventsRequest>,
    ) -> std::result::Result<Response<FilterAuditEventsResponse>, Status> {
        let caller = Caller::of(&request)?;
        Ok(Response::new(self.filter(&caller, request.into_inner()).await?))
    }

    async fn export_audit_events(
        &self,
        request: Request<ExportAuditEventsRequest>,
    ) -> std::result::Result<Response<ExportAuditEventsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let filter = request.into_inner().filter.unwrap_or_default();
        let file = self.export(&caller, &filter).await?;
        Ok(Response::new(ExportAuditEventsResponse { file: Some(file) }))
    }

    async fn list_record_history(
        &self,
        request: Request<ListRecordHistoryRequest>,
    ) -> std::result::Result<Response<ListRecordHistoryResponse>, Status> {
        let caller = Caller::of(&request)?;
        Ok(Response::new(self.history(&caller, request.into_inner()).await?))
    }
}
