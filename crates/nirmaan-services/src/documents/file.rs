//! What is known of documents, as a file.

use nirmaan_api::{
    access::Action,
    documents::{Document, FilterDocumentsRequest},
};
use nirmaan_store::{Cursor, KeysetPage, PageRequest, Store};

use super::{document::Filter, present};
use crate::{
    access::Caller,
    error::Result,
    export::{self, Column, instant, number, text, wide_text},
    wire,
};

/// The documents that match and that the caller may report on, in the list's order.
pub(super) struct Documents {
    store: Store,
    caller: Caller,
    filter: Filter,
    order: PageRequest,
}

impl Documents {
    /// What a request asks for.
    pub(super) fn read(store: &Store, caller: &Caller, request: FilterDocumentsRequest) -> Result<Self> {
        let filter = Filter::read(caller, Action::Report, &request).map_err(export::in_filter)?;
        let order = wire::page_request(None, request.sort);
        Ok(Self { store: store.clone(), caller: caller.clone(), filter, order })
    }
}

impl export::List for Documents {
    type Row = Document;
    const NAME: &'static str = "documents";
    const KIND: &'static str = "document";
    const COLUMNS: &'static [Column<Document>] = &[
        wide_text("File Name", |row| &row.file_name),
        text("Document Type", |row| &row.doc_type),
        wide_text("Purpose", |row| &row.purpose),
        text("Belongs To", |row| &row.entity_type),
        text("Record ID", |row| &row.entity_id),
        text("File Type", |row| &row.file_type),
        number("Bytes", |row| row.size),
        text("SHA-256", |row| &row.sha256),
        instant("Uploaded (IST)", |row| row.created_at),
        text("Uploaded By", |row| &row.created_by_email),
        text("Document ID", |row| &row.id),
    ];

    async fn read(&self, after: Option<&Cursor>) -> Result<KeysetPage<Document>> {
        let db = self.store.read(&self.caller.actor).await?;
        let KeysetPage { content, next } =
            self.filter.narrow(&db).keyset_page(&self.order, after, export::ROWS).await?;
        Ok(KeysetPage { content: present::all(&db, content).await?, next })
    }
}
