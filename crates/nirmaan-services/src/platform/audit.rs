//! `AuditService`.

mod csv;
mod present;
mod record;
mod seal;

use nirmaan_api::{
    platform::{
        AuditSeal, ExportAuditEventsRequest, ExportAuditEventsResponse, FilterAuditEventsRequest,
        FilterAuditEventsResponse, GetAuditSealRequest, ListRecordHistoryRequest, ListRecordHistoryResponse,
        audit_event::{Action as WireAction, Source as WireSource},
        audit_service_server::AuditService,
    },
    types::FileContent,
};
use nirmaan_store::{
    Action, ColumnTrait, PageRequest, QueryFilter, ReachDb, Scoped, Table,
    entity::{
        audit_event::{self, Column},
        contract, security_deposit,
    },
    list::{between, one_of},
    query::trail,
};
use tonic::{Request, Response, async_trait};
use uuid::Uuid;

use crate::{
    Deps,
    access::Caller,
    check::Check,
    error::{Error, Result},
    export::{self, Export},
    platform::visits,
    wire::{self, Rpc},
};

/// The most events of one file.
const MOST_EXPORTED: u64 = 10_000;
/// The kinds of records that have a history.
const HISTORIES: [&str; 9] = [
    "contract",
    "security_deposit",
    "project",
    "task",
    present::DOCUMENT,
    "user",
    "tenant",
    "module",
    "role",
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

    /// Tells the organisations whose events these are that they are read.
    async fn visit(&self, caller: &Caller, events: &[audit_event::Model]) -> Result<()> {
        let whose = events.iter().map(|event| event.tenant_id);
        visits::tell(&self.deps, caller, "audit_event", whose).await
    }

    async fn filter(
        &self,
        caller: &Caller,
        request: FilterAuditEventsRequest,
    ) -> Result<FilterAuditEventsResponse> {
        let filter = Filter::read(caller, &request)?;
        let asked = wire::page_request(request.pagination, request.sort);
        let db = self.deps.store.read_within(&caller.actor, caller.platform.as_ref()).await?;
        let page = filter.narrow(&db).page(&asked).await?;
        self.visit(caller, &page.content).await?;
        let content = present::events(&self.deps, &db, caller, &page.content).await?;
        let [number, size, total_pages] = wire::page_numbers(&page);
        let total_elements = page.total_elements as i64;
        Ok(FilterAuditEventsResponse { content, number, size, total_pages, total_elements })
    }

    async fn export(&self, caller: &Caller, request: &FilterAuditEventsRequest) -> Result<FileContent> {
        let filter = Filter::read(caller, request)?;
        let mut export = Export::begin(&self.deps, caller, "activity", audit_event::Entity::NAME)?;
        export.asked(export::asked(caller, request), "csv");
        let db = self.deps.store.read_within(&caller.actor, caller.platform.as_ref()).await?;
        let events = filter.narrow(&db);
        let newest_first = PageRequest::default();
        let mut file = csv::File::new()?;
        let (mut after, mut rows) = (None, 0);
        // In pieces: an event may carry some ten thousand characters.
        let is_whole = loop {
            if rows >= MOST_EXPORTED {
                break events.keyset_page(&newest_first, after.as_ref(), 1).await?.content.is_empty();
            }
            let page = events.clone().keyset_page(&newest_first, after.as_ref(), export::ROWS).await?;
            self.visit(caller, &page.content).await?;
            let has_room = file.write(&present::events(&self.deps, &db, caller, &page.content).await?)?;
            export.add(page.content.len());
            rows += export::ROWS;
            after = page.next;
            if after.is_none() || !has_room {
                break has_room;
            }
        };
        if is_whole {
            export.end();
        } else {
            file.cut()?;
        }
        let day = self.deps.store.clock().today();
        Ok(FileContent {
            file_name: format!("activity-{day}.csv"),
            content_type: "text/csv; charset=utf-8".to_owned(),
            data: file.finish()?.into(),
        })
    }

    async fn history(
        &self,
        caller: &Caller,
        request: ListRecordHistoryRequest,
    ) -> Result<ListRecordHistoryResponse> {
        let entity = request.entity.as_str();
        if !HISTORIES.contains(&entity) {
            return Err(Error::NotFound("Record"));
        }
        present::require(caller, entity)?;
        let id = wire::id(&request.entity_id, "Record")?;
        let asked = wire::page_request(request.pagination, None);
        // Of another tenant's record there are no events to see, as of one that never was.
        let (db, import_id) = if entity == contract::Entity::NAME {
            let db = self.deps.store.read(&caller.actor).await?;
            let contract = db.get::<contract::Entity, _>(id).await?;
            (ReachDb::from(db), contract.and_then(|row| row.import_id))
        } else if entity == security_deposit::Entity::NAME {
            let db = self.deps.store.read(&caller.actor).await?;
            let deposit = db.get::<security_deposit::Entity, _>(id).await?;
            (ReachDb::from(db), deposit.and_then(|row| row.import_id))
        } else {
            let platform = caller.platform.as_ref().filter(|_| present::is_of_platform(entity));
            (self.deps.store.read_within(&caller.actor, platform).await?, None)
        };
        let mut events = db.find::<audit_event::Entity>().filter(trail::of_record(entity, id, import_id));
        if entity == present::DOCUMENT {
            // Nor of a document of what the caller may not view.
            let first = events.clone().filter(Column::Action.eq(Action::Create.as_str())).one().await?;
            let hidden = !first.is_some_and(|event| present::may_see(caller, &event));
            events = events.narrow(hidden.then(|| Column::Id.is_null()));
        }
        let page = events.page(&asked).await?;
        self.visit(caller, &page.content).await?;
        let content = present::events(&self.deps, &db, caller, &page.content).await?;
        let [number, size, total_pages] = wire::page_numbers(&page);
        let total_elements = page.total_elements as i64;
        Ok(ListRecordHistoryResponse { content, number, size, total_pages, total_elements })
    }
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

    fn narrow(&self, db: &ReachDb) -> Scoped<audit_event::Entity> {
        let text = |text: &str, column: Column| (!text.is_empty()).then(|| column.eq(text));
        db.find::<audit_event::Entity>()
            .narrow(self.tenant_id.map(|id| Column::TenantId.eq(id)))
            .narrow(trail::by_actor(db, &self.actor))
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
    ) -> Rpc<FilterAuditEventsResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.filter(&caller, request).await?))
    }

    async fn export_audit_events(
        &self,
        request: Request<ExportAuditEventsRequest>,
    ) -> Rpc<ExportAuditEventsResponse> {
        let (caller, request) = Caller::split(request)?;
        let filter = request.filter.unwrap_or_default();
        let file = self.export(&caller, &filter).await?;
        Ok(Response::new(ExportAuditEventsResponse { file: Some(file) }))
    }

    async fn get_audit_seal(&self, request: Request<GetAuditSealRequest>) -> Rpc<AuditSeal> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(seal::get(&self.deps.store, &caller, request).await?))
    }

    async fn list_record_history(
        &self,
        request: Request<ListRecordHistoryRequest>,
    ) -> Rpc<ListRecordHistoryResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.history(&caller, request).await?))
    }
}
