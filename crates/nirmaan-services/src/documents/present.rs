//! Documents as clients see them.

use nirmaan_api::documents::{Document, DownloadLink};
use nirmaan_store::{
    Actor, TenantDb,
    entity::document,
    query::people::{self, Person},
};

use super::{BUCKET, entity};
use crate::{
    Deps,
    error::Result,
    images,
    links::{Link, Links, Reader},
    wire::{name_and_state, optional_id, timestamp},
};

/// What a small picture is called, before its ending.
const THUMBNAIL: &str = "thumbnail";

/// Documents without their links: in the place of the thumbnail's stands its key.
pub(super) async fn all(db: &TenantDb, rows: Vec<document::Model>) -> Result<Vec<Document>> {
    let people = people::with_emails(db, rows.iter().filter_map(|row| row.created_by)).await?;
    let present = |row: document::Model| {
        let creator = people.of(row.created_by);
        one(row, creator)
    };
    Ok(rows.into_iter().map(present).collect())
}

fn one(row: document::Model, creator: Person) -> Document {
    // Destructured in full, so that a new column doesn't compile until somebody has thought of it.
    let document::Model {
        tenant_id,
        id,
        entity_type,
        entity_id,
        contract_id: _,
        project_id: _,
        task_id: _,
        deposit_id: _,
        doc_type,
        purpose,
        file_name,
        file_type,
        file_extension,
        size,
        sha256,
        key,
        thumbnail_key,
        purged_at: _,
        search: _,
        version: _,
        created_at,
        updated_at: _,
        deleted_at: _,
        created_by,
        updated_by: _,
        deleted_by: _,
        deleted_with: _,
    } = row;
    let (created_by_email, created_by_state) = name_and_state(creator);
    Document {
        id: id.to_string(),
        tenant_id: tenant_id.to_string(),
        entity_type: entity::name_of(entity_type).to_owned(),
        entity_id: entity_id.to_string(),
        doc_type,
        purpose,
        file_name,
        file_type,
        file_extension,
        size,
        sha256,
        bucket_name: BUCKET.to_owned(),
        s3_url: format!("s3://{BUCKET}/{key}"),
        key,
        thumbnail_url: thumbnail_key,
        preview_url: String::new(),
        created_at: Some(timestamp(created_at)),
        created_by: optional_id(created_by),
        created_by_email,
        created_by_state,
    }
}

/// Puts links in their places, for whoever asks.
pub(super) fn with_links(deps: &Deps, asking: &Actor, mut document: Document) -> Document {
    let now = deps.store.clock().now();
    let preview = link(asking, &document.key, &document.file_name, &document.file_type, true);
    document.preview_url = deps.links.sign(&preview, now);
    if let Some((_, extension)) = document.thumbnail_url.rsplit_once('.') {
        let name = format!("{THUMBNAIL}.{extension}");
        let small = link(asking, &document.thumbnail_url, &name, images::media_type(extension), true);
        document.thumbnail_url = deps.links.sign(&small, now);
    }
    document
}

/// The link that saves a document, for whoever asks.
pub(super) fn download(deps: &Deps, asking: &Actor, row: &document::Model) -> DownloadLink {
    let now = deps.store.clock().now();
    let url = deps.links.sign(&link(asking, &row.key, &row.file_name, &row.file_type, false), now);
    DownloadLink { url, expires_at: Some(timestamp(Links::expires_at(now))) }
}

fn link(asking: &Actor, key: &str, file_name: &str, media_type: &str, inline: bool) -> Link {
    Link {
        key: key.to_owned(),
        file_name: file_name.to_owned(),
        media_type: media_type.to_owned(),
        inline,
        reader: Reader::of(asking),
    }
}
