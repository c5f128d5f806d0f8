//! `DocumentService`.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use nirmaan_api::{
    access::Action,
    documents::{
        DeleteDocumentRequest, DeleteDocumentResponse, Document, DownloadLink, ExportDocumentsRequest,
        ExportDocumentsResponse, FilterDocumentsRequest, FilterDocumentsResponse, GetDownloadLinkRequest,
        GetStorageUsageRequest, ListDocumentsRequest, ListDocumentsResponse, StorageUsage,
        UploadDocumentRequest, UploadDocumentsRequest, UploadDocumentsResponse,
        document_service_server::DocumentService,
    },
};
use nirmaan_store::{
    ColumnTrait, QueryFilter, Scoped, TenantDb,
    entity::document::{self, Column, Text, contains},
    list::{between, one_of},
    query::documents::{self, EntityGrant},
};
use tonic::{Request, Response, Streaming, async_trait};
use uuid::Uuid;

use super::{BUCKET, entity, file, present, storage::Storage, upload};
use crate::{
    Deps,
    access::Caller,
    check::Check,
    error::{Error, Result, Violation},
    export, wire,
    wire::Rpc,
};

/// Documents that are answered without pages.
const MOST: u64 = 10_000;

/// The tenant's documents.
pub struct Documents {
    deps: Deps,
}

impl Documents {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn list(&self, caller: &Caller, request: ListDocumentsRequest) -> Result<Vec<Document>> {
        let ListDocumentsRequest { tenant_id, entity_type, entity_id } = request;
        caller.require_own_tenant(&tenant_id)?;
        let types = Some(entity_type).filter(|name| !name.is_empty());
        let grants = granted(caller, Action::View, types.as_slice())?;
        let db = self.deps.store.read(&caller.actor).await?;
        let rows = documents::find(&db, &grants)
            .narrow(one_of(Column::EntityId, ids(&entity_id)))
            .newest(0, MOST)
            .await?;
        Ok(self.present(caller, present::all(&db, rows).await?))
    }

    async fn filter(
        &self,
        caller: &Caller,
        request: FilterDocumentsRequest,
    ) -> Result<FilterDocumentsResponse> {
        let filter = Filter::read(caller, Action::View, &request)?;
        let db = self.deps.store.read(&caller.actor).await?;
        let page = filter.narrow(&db).page(&wire::page_request(request.pagination, request.sort)).await?;
        let [number, size, total_pages] = wire::page_numbers(&page);
        let total_elements = page.total_elements as i64;
        let content = self.present(caller, present::all(&db, page.content).await?);
        Ok(FilterDocumentsResponse { content, number, size, total_pages, total_elements })
    }

    async fn link(&self, caller: &Caller, request: GetDownloadLinkRequest) -> Result<DownloadLink> {
        let GetDownloadLinkRequest { key, bucket_name } = request;
        if !bucket_name.is_empty() && bucket_name != BUCKET {
            let message = format!("The bucket must be {BUCKET}.");
            return Err(Error::Invalid(vec![Violation { field: "bucket_name".to_owned(), message }]));
        }
        // No key has these, and PostgreSQL takes none of them.
        if key.chars().any(char::is_control) {
            return Err(Error::NotFound("Document"));
        }
        let grants = caller.entities(Action::View);
        let db = self.deps.store.read(&caller.actor).await?;
        let row = documents::find(&db, &grants).filter(Column::Key.eq(key)).one().await?;
        Ok(present::download(&self.deps, &caller.actor, &row.ok_or(Error::NotFound("Document"))?))
    }

    async fn delete(&self, caller: &Caller, id: &str) -> Result<()> {
        let id = wire::id(id, "Document")?;
        let grants = &caller.entities(Action::Delete);
        let deleted = self.deps.store.write(&caller.actor, |db| async move {
            Ok::<_, Error>(documents::delete(&db, grants, id).await?)
        });
        if deleted.await? { Ok(()) } else { Err(Error::NotFound("Document")) }
    }

    async fn usage(&self, caller: &Caller) -> Result<StorageUsage> {
        let db = self.deps.store.read(&caller.actor).await?;
        let used = Storage::used(&db).await?;
        Ok(StorageUsage { used, quota: self.deps.storage.quota() })
    }

    fn present(&self, caller: &Caller, documents: Vec<Document>) -> Vec<Document> {
        let linked = |document| present::with_links(&self.deps, &caller.actor, document);
        documents.into_iter().map(linked).collect()
    }
}

/// Which documents, checked.
pub(super) struct Filter {
    grants: Vec<EntityGrant>,
    entity_ids: Vec<Uuid>,
    file_name: String,
    doc_type: String,
    created: (Option<NaiveDate>, Option<NaiveDate>),
}

impl Filter {
    /// Those for which the caller may do this.
    pub(super) fn read(caller: &Caller, action: Action, request: &FilterDocumentsRequest) -> Result<Self> {
        let grants = granted(caller, action, &request.entity_type)?;
        let mut check = Check::default();
        let file_name = check.text("file_name", "File name", &request.file_name, 255);
        let doc_type = check.text("doc_type", "Document type", &request.doc_type, 255);
        check.done()?;
        let created = wire::days(request.date_range.clone())?;
        Ok(Self { grants, entity_ids: ids(&request.entity_id), file_name, doc_type, created })
    }

    /// The tenant's documents that match.
    pub(super) fn narrow(&self, db: &TenantDb) -> Scoped<document::Entity> {
        let (from, to) = self.created;
        documents::find(db, &self.grants)
            .narrow(one_of(Column::EntityId, self.entity_ids.clone()))
            .narrow(contains(Text::FileName, &self.file_name))
            .narrow(contains(Text::DocType, &self.doc_type))
            .narrow(between(Column::CreatedAt, from, to))
    }
}

/// The grants to do something with documents of these types; of none named, all that the caller has.
fn granted(caller: &Caller, action: Action, types: &[String]) -> Result<Vec<EntityGrant>> {
    if types.is_empty() {
        return Ok(caller.entities(action));
    }
    // Each once, however often it was sent: a statement takes only so many values.
    let types: BTreeSet<_> = types.iter().map(|name| entity::type_named(name)).collect();
    let grant = |entity_type: Option<_>| {
        let message = "There is no such type of record.".to_owned();
        let unknown = Violation { field: "entity_type".to_owned(), message };
        caller.entity(entity_type.ok_or(Error::Invalid(vec![unknown]))?, action)
    };
    types.into_iter().map(grant).collect()
}

/// The ids to look for; none when none is named. What can't be an id is nobody's.
fn ids(id: &str) -> Vec<Uuid> {
    if id.is_empty() { Vec::new() } else { vec![Uuid::parse_str(id).unwrap_or_default()] }
}

#[async_trait]
impl DocumentService for Documents {
    type ExportDocumentsStream = export::Parts<ExportDocumentsResponse>;

    async fn upload_document(&self, request: Request<Streaming<UploadDocumentRequest>>) -> Rpc<Document> {
        let documents = upload::run(&self.deps, request).await?;
        let document = documents.into_iter().next();
        let missing = || Error::Internal("an upload of one file left no document".to_owned());
        Ok(Response::new(document.ok_or_else(missing)?))
    }

    async fn upload_documents(
        &self,
        request: Request<Streaming<UploadDocumentsRequest>>,
    ) -> Rpc<UploadDocumentsResponse> {
        let documents = upload::run(&self.deps, request).await?;
        Ok(Response::new(UploadDocumentsResponse { documents }))
    }

    async fn list_documents(&self, request: Request<ListDocumentsRequest>) -> Rpc<ListDocumentsResponse> {
        let (caller, request) = Caller::split(request)?;
        let documents = self.list(&caller, request).await?;
        Ok(Response::new(ListDocumentsResponse { documents }))
    }

    async fn filter_documents(
        &self,
        request: Request<FilterDocumentsRequest>,
    ) -> Rpc<FilterDocumentsResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.filter(&caller, request).await?))
    }

    async fn get_download_link(&self, request: Request<GetDownloadLinkRequest>) -> Rpc<DownloadLink> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.link(&caller, request).await?))
    }

    async fn delete_document(&self, request: Request<DeleteDocumentRequest>) -> Rpc<DeleteDocumentResponse> {
        let (caller, request) = Caller::split(request)?;
        self.delete(&caller, &request.id).await?;
        Ok(Response::new(DeleteDocumentResponse {}))
    }

    async fn get_storage_usage(&self, request: Request<GetStorageUsageRequest>) -> Rpc<StorageUsage> {
        let (caller, _) = Caller::split(request)?;
        Ok(Response::new(self.usage(&caller).await?))
    }

    async fn export_documents(
        &self,
        request: Request<ExportDocumentsRequest>,
    ) -> Rpc<Self::ExportDocumentsStream> {
        let (caller, ExportDocumentsRequest { filter, format }) = Caller::split(request)?;
        let filter = filter.unwrap_or_default();
        let asked = export::asked(&caller, &filter);
        let list = file::Documents::read(&self.deps.store, &caller, filter)?;
        let part = |part| ExportDocumentsResponse { part: Some(part) };
        Ok(Response::new(export::file(&self.deps, &caller, list, asked, format, part)?))
    }
}
