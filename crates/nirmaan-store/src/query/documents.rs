//! Documents, for whoever has been granted them: what they belong to decides who may touch them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::{NotSet, Set},
    ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, SimpleExpr},
};
use uuid::Uuid;

use super::sum;
use crate::{
    Actor, Changes, Scoped, StoreError, TenantDb, WriteDb, audit,
    entity::{
        document::{ActiveModel, Column, Entity, EntityType, Model},
        security_deposit, task,
    },
    handle::{Handle, Reads, WriteHandle, Writes, live},
    transaction::Transaction,
};

/// The right to do what a caller asked for with the documents of records of one type. Whoever makes one has seen
/// the caller's roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntityGrant(EntityType);

impl EntityGrant {
    /// For the gate alone.
    pub fn of(entity_type: EntityType) -> Self {
        Self(entity_type)
    }

    /// What it is for.
    pub fn entity_type(self) -> EntityType {
        self.0
    }
}

/// A document to be.
#[derive(Debug, Clone)]
pub struct NewDocument {
    /// Its id, which is in its key too.
    pub id: Uuid,
    /// What it belongs to.
    pub entity_id: Uuid,
    /// What kind of paper it is.
    pub doc_type: String,
    /// What it is for.
    pub purpose: String,
    /// The name of the file.
    pub file_name: String,
    /// Its media type.
    pub file_type: String,
    /// The ending of its name.
    pub file_extension: String,
    /// Bytes.
    pub size: i64,
    /// The hash of its content.
    pub sha256: String,
    /// Where its content is.
    pub key: String,
    /// Where the small picture of it is; empty where there is none.
    pub thumbnail_key: String,
}

/// The handle that may read and write documents. Nobody outside has one.
struct DocumentDb(TenantDb);

impl Handle for DocumentDb {
    fn tenant(&self) -> Option<Uuid> {
        self.0.tenant()
    }

    fn transaction(&self) -> &Transaction {
        self.0.transaction()
    }
}

impl WriteHandle for DocumentDb {
    fn tenant_of(actor: &Actor) -> Option<Uuid> {
        TenantDb::tenant_of(actor)
    }

    fn over(transaction: Arc<Transaction>, actor: &Actor) -> Self {
        Self(TenantDb::over(transaction, actor))
    }
}

impl Reads<Entity> for DocumentDb {
    fn select(&self) -> Select<Entity> {
        live::<Entity>().filter(Column::TenantId.eq(self.0.tenant_id()))
    }
}

impl Writes<Entity> for DocumentDb {
    const TENANT: Option<Column> = Some(Column::TenantId);
}

fn documents(db: &WriteDb) -> WriteDb<DocumentDb> {
    WriteDb { read: DocumentDb(db.read.clone()), actor: db.actor.clone(), clock: db.clock.clone() }
}

/// The tenant's live documents within these grants, to be narrowed.
pub fn find(db: &TenantDb, grants: &[EntityGrant]) -> Scoped<Entity> {
    let types = grants.iter().map(|grant| grant.entity_type());
    Scoped {
        select: DocumentDb(db.clone()).select().filter(Column::EntityType.is_in(types)),
        transaction: db.transaction.clone(),
    }
}

/// Stores a document's row, with its event.
///
/// # Errors
/// [`StoreError::Reference`] when there is no such contract, [`StoreError::Duplicate`] when the key is taken.
pub async fn insert(db: &WriteDb, grant: EntityGrant, new: NewDocument) -> Result<Model, StoreError> {
    let NewDocument {
        id,
        entity_id,
        doc_type,
        purpose,
        file_name,
        file_type,
        file_extension,
        size,
        sha256,
        key,
        thumbnail_key,
    } = new;
    let row = ActiveModel {
        id: Set(id),
        entity_type: Set(grant.entity_type()),
        entity_id: Set(entity_id),
        doc_type: Set(doc_type),
        purpose: Set(purpose),
        file_name: Set(file_name),
        file_type: Set(file_type),
        file_extension: Set(file_extension),
        size: Set(size),
        sha256: Set(sha256),
        key: Set(key),
        thumbnail_key: Set(thumbnail_key),
        contract_id: NotSet,
        project_id: NotSet,
        task_id: NotSet,
        deposit_id: NotSet,
        purged_at: Set(None),
        search: NotSet,
        tenant_id: NotSet,
        version: NotSet,
        created_at: NotSet,
        updated_at: NotSet,
        deleted_at: Set(None),
        created_by: NotSet,
        updated_by: NotSet,
        deleted_by: Set(None),
        deleted_with: Set(None),
    };
    documents(db).insert(row).await
}

/// Deletes a document, with its event; its content stays until it is purged. False when there is none within these
/// grants.
pub async fn delete(db: &WriteDb, grants: &[EntityGrant], id: Uuid) -> Result<bool, StoreError> {
    let documents = documents(db);
    let row: Option<Model> = documents.get_to_change::<Entity, _>(id).await?;
    let row = row.filter(|row| grants.contains(&EntityGrant(row.entity_type)));
    let Some(row) = row else { return Ok(false) };
    // Lists have nothing left to look it up by.
    let along = told(audit::last_contents(&row));
    documents.delete_with(row, along).await?;
    Ok(true)
}

/// What an event tells of a document that is the same before and after: what it belongs to says who may read of it.
fn told(contents: Changes) -> Changes {
    let told = |field: &str| matches!(field, "entity_type" | "entity_id" | "file_name");
    contents.into_iter().filter(|(field, _)| told(field)).collect()
}

/// The document with this id that was deleted by itself since an instant and whose content is still there, locked until
/// the transaction ends; none of those for which there is no grant.
pub async fn get_deleted(
    db: &WriteDb,
    grants: &[EntityGrant],
    id: Uuid,
    since: DateTime<Utc>,
) -> Result<Option<Model>, StoreError> {
    let row: Option<Model> = documents(db).get_deleted::<Entity, _>(id, since).await?;
    Ok(row.filter(|row| row.purged_at.is_none() && grants.contains(&EntityGrant(row.entity_type))))
}

/// Brings a deleted document back, with its event.
pub async fn restore(db: &WriteDb, row: Model) -> Result<(), StoreError> {
    let along = told(audit::contents(&row));
    documents(db).restore_with(row, |_: &mut ActiveModel| {}, along).await.map(drop)
}

/// Brings back the documents that went along with another record and whose content is still there; says how many.
pub async fn restore_along(db: &WriteDb, with: Uuid) -> Result<u64, StoreError> {
    let whole = Condition::all().add(Column::PurgedAt.is_null());
    documents(db).restore_those::<Entity>(with, whole).await
}

/// Deletes what belongs to a contract that goes, and to its deposits, which are locked by whoever deletes them. Says how
/// many.
pub async fn delete_of_contract(db: &WriteDb, id: Uuid) -> Result<u64, StoreError> {
    let own = documents(db).delete_below::<Entity>(Column::ContractId, id).await?;
    let deposits = security_deposit::Entity::find()
        .filter(security_deposit::Column::TenantId.eq(db.tenant_id()))
        .filter(security_deposit::Column::ContractId.eq(id))
        // PostgreSQL's index holds live deposits only.
        .filter(security_deposit::Column::DeletedAt.is_null())
        .select_only()
        .column(security_deposit::Column::Id);
    let theirs = Column::DepositId.in_subquery(deposits.into_query());
    Ok(own + documents(db).delete_along::<Entity>(theirs, id).await?)
}

/// Deletes what belongs to a deposit that goes, which is locked by whoever deletes it; says how many.
pub async fn delete_of_deposit(db: &WriteDb, id: Uuid) -> Result<u64, StoreError> {
    documents(db).delete_below::<Entity>(Column::DepositId, id).await
}

/// Deletes what belongs to a project that goes, and to its tasks, which are gone already: whoever is adding a document
/// to one of them holds it, and was waited for. Says how many.
pub async fn delete_of_project(db: &WriteDb, id: Uuid) -> Result<u64, StoreError> {
    let own = documents(db).delete_below::<Entity>(Column::ProjectId, id).await?;
    Ok(own + delete_of_tasks(db, task::Column::ProjectId.eq(id), id).await?)
}

/// Deletes what belongs to these tasks, which go along with another record: they are gone already, or locked by whoever
/// deletes them. Says how many. In this order, whoever is adding a document to one of them holds it, and is waited for.
pub async fn delete_of_tasks(db: &WriteDb, which: SimpleExpr, with: Uuid) -> Result<u64, StoreError> {
    let gone = task::Entity::find()
        .filter(task::Column::TenantId.eq(db.tenant_id()))
        .filter(which)
        .select_only()
        .column(task::Column::Id);
    documents(db).delete_along::<Entity>(Column::TaskId.in_subquery(gone.into_query()), with).await
}

/// How many bytes the tenant's documents have, the deleted ones among them until they are purged.
pub async fn stored_bytes(db: &TenantDb) -> Result<i64, StoreError> {
    let stored = db
        .all_of::<Entity>()
        .filter(Column::PurgedAt.is_null())
        .select_only()
        .expr(sum(Expr::col(Column::Size)));
    let bytes: Option<i64> = stored.select.into_tuple().one(db.transaction()).await?;
    Ok(bytes.unwrap_or(0))
}
