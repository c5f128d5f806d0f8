//! Upload: files become documents, all of them or none.
//!
//! The files wait on disk until the stream has ended well. Then each is stored as an object, and in one transaction
//! all of them get their rows. An object without a row is garbage and goes; a row never is without its object.

mod form;
mod inspect;
mod receive;
mod unclaimed;

use nirmaan_api::{
    access::Action,
    documents::{Document, UploadDocumentsResponse},
};
use nirmaan_store::{
    IdempotencyKey, WriteDb, new_id,
    query::{
        documents::{self, EntityGrant, NewDocument},
        tenants,
    },
};
use tonic::{Request, Streaming};
use tracing::Instrument;
use uuid::Uuid;

pub(super) use self::receive::Upload;
use self::{
    form::{Fields, Form},
    inspect::Inspected,
    unclaimed::Unclaimed,
};
use super::{entity, name, present};
use crate::{
    Deps,
    access::Caller,
    error::{Error, Result},
    wire::Kept,
};

/// Files that were received, looked into and stored, and wait for their rows.
struct Ready {
    deps: Deps,
    caller: Caller,
    key: Option<IdempotencyKey>,
    grant: EntityGrant,
    fields: Fields,
    files: Vec<NewDocument>,
    objects: Unclaimed,
}

/// Receives an upload and stores it; the documents in its order.
///
/// # Errors
/// When a file or the form may not be taken, and nothing is kept then.
pub(super) async fn run<U: Upload>(deps: &Deps, request: Request<Streaming<U>>) -> Result<Vec<Document>> {
    let (caller, parts) = Caller::split(request)?;
    // Each may take a hundred megabytes of the folder where uploads wait.
    let _slot = deps.upload_slots.take(&caller.actor)?;
    let (form, received) = receive::all(&deps.storage, &caller, parts).await?;
    let entity_type = form.entity_type()?;
    let grant = caller.entity(entity_type, Action::Create)?;
    let fields = form.read(entity_type)?;
    let mut files = Vec::with_capacity(received.len());
    for file in received {
        files.push(inspect::one(deps, file).await?);
    }
    let key = caller.idempotency_key(&as_asked(&fields, &files))?;
    let entity_id = may_be_stored(deps, &caller, &fields, &files).await?;
    let mut objects = Unclaimed::new(&deps.objects);
    let mut stored = Vec::with_capacity(files.len());
    for file in files {
        stored.push(store(&mut objects, &caller, &fields, entity_id, file).await?);
    }
    let ready = Ready { deps: deps.clone(), caller, key, grant, fields, files: stored, objects };
    // In a task of its own: a deadline between the commit and the answer takes no objects along.
    let rows = tokio::spawn(ready.commit().in_current_span());
    rows.await.map_err(|error| Error::Internal(format!("an upload fell over: {error}")))?
}

/// What is asked for, for telling one request from another under the same key.
fn as_asked(fields: &Fields, files: &[Inspected]) -> UploadDocumentsResponse {
    let asked = |file: &Inspected| Document {
        entity_type: entity::name_of(fields.owner.entity_type).to_owned(),
        entity_id: fields.owner.entity_id.clone(),
        doc_type: fields.doc_type.clone(),
        purpose: fields.purpose.clone(),
        file_name: file.name.clone(),
        sha256: file.sha256.clone(),
        ..Document::default()
    };
    UploadDocumentsResponse { documents: files.iter().map(asked).collect() }
}

/// Whether there is an owner and room, before anything is stored; both are asked for once more in the write.
async fn may_be_stored(deps: &Deps, caller: &Caller, fields: &Fields, files: &[Inspected]) -> Result<Uuid> {
    let db = deps.store.read(&caller.actor).await?;
    let entity_id = fields.owner.find(&db).await?;
    deps.storage.require_room(&db, files.iter().map(|file| file.size).sum()).await?;
    Ok(entity_id)
}

/// Stores a file's content, and the small picture of it.
async fn store(
    objects: &mut Unclaimed,
    caller: &Caller,
    fields: &Fields,
    entity_id: Uuid,
    file: Inspected,
) -> Result<NewDocument> {
    let id = new_id();
    let entity_type = entity::name_of(fields.owner.entity_type);
    let place = format!("{}/{entity_type}/{entity_id}/{id}", caller.actor.tenant_id);
    let key = format!("{place}/{}", name::in_key(&file.name));
    objects.put_file(&key, file.file).await?;
    let mut thumbnail_key = String::new();
    if let Some(thumbnail) = file.thumbnail {
        // Beside the folder and not in it, where a file may have any name.
        thumbnail_key = format!("{place}.{}", thumbnail.extension);
        objects.put(&thumbnail_key, thumbnail.bytes).await?;
    }
    Ok(NewDocument {
        id,
        entity_id,
        doc_type: fields.doc_type.clone(),
        purpose: fields.purpose.clone(),
        file_name: file.name,
        file_type: file.media_type.to_owned(),
        file_extension: file.extension,
        size: file.size,
        sha256: file.sha256,
        key,
        thumbnail_key,
    })
}

impl Ready {
    /// Writes the rows, for which the objects are kept.
    async fn commit(self) -> Result<Vec<Document>> {
        let Self { deps, caller, key, grant, fields, files, objects } = self;
        let (ready, storage, fields) = (&files, &deps.storage, &fields);
        let written = deps.store.write_once(&caller.actor, key.as_ref(), |db| async move {
            // Whoever else uploads for this tenant waits here, so that both together don't exceed its room.
            tenants::lock_own(&db).await?;
            fields.owner.lock(&db).await?;
            storage.require_room(&db, ready.iter().map(|file| file.size).sum()).await?;
            let documents = insert(&db, grant, ready).await?;
            Ok::<_, Error>(Kept(UploadDocumentsResponse { documents }))
        });
        let documents = match written.await {
            Ok(written) => written.0.documents,
            Err(error) => {
                if error.is_in_doubt() {
                    objects.left_to_the_sweep();
                }
                return Err(error);
            }
        };
        // Or the same call went well before, and these objects are nobody's.
        let is_new = documents.first().zip(files.first()).is_some_and(|(row, new)| row.key == new.key);
        if is_new {
            objects.claimed();
        }
        Ok(documents
            .into_iter()
            .map(|document| present::with_links(&deps, &caller.actor, document))
            .collect())
    }
}

async fn insert(db: &WriteDb, grant: EntityGrant, files: &[NewDocument]) -> Result<Vec<Document>> {
    let mut rows = Vec::with_capacity(files.len());
    for file in files {
        rows.push(documents::insert(db, grant, file.clone()).await?);
    }
    present::all(db, rows).await
}
