//! Which stored objects have rows, for sweeping those that have none.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr};
use uuid::Uuid;

use crate::{
    PlatformDb, StoreError,
    entity::{document, import_problem, tenant, user},
    query::import_problems,
};

impl PlatformDb {
    /// Documents that were deleted before `before` and whose content is still there, at most so many.
    pub async fn documents_to_purge(
        &self,
        before: DateTime<Utc>,
        most: u64,
    ) -> Result<Vec<document::Model>, StoreError> {
        let due = document::Entity::find()
            .filter(document::Column::DeletedAt.lt(before))
            .filter(document::Column::PurgedAt.is_null())
            .order_by_asc(document::Column::DeletedAt)
            .limit(most);
        self.all(due).await
    }

    /// Notes that the content of a document is gone.
    pub async fn document_purged(
        &self,
        document: &document::Model,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let purged = document::Entity::update_many()
            .col_expr(document::Column::PurgedAt, Expr::value(now))
            .filter(document::Column::TenantId.eq(document.tenant_id))
            .filter(document::Column::Id.eq(document.id))
            .filter(document::Column::PurgedAt.is_null());
        self.update(purged).await?;
        Ok(())
    }

    /// Those of these documents, by tenant and id, that have rows, and content that isn't purged.
    pub async fn stored_documents(&self, keys: &[(Uuid, Uuid)]) -> Result<HashSet<Uuid>, StoreError> {
        use document::{Column, Entity};
        let (tenants, ids) = parts(keys);
        let stored = Entity::find()
            .filter(Column::TenantId.is_in(tenants))
            .filter(Column::Id.is_in(ids))
            .filter(Column::PurgedAt.is_null());
        Ok(self.all(stored).await?.into_iter().map(|row| row.id).collect())
    }

    /// The keys of these users' images, by tenant and id; of deleted ones, until theirs are forgotten.
    pub async fn profile_images(&self, keys: &[(Uuid, Uuid)]) -> Result<HashSet<String>, StoreError> {
        use user::{Column, Entity};
        let (tenants, ids) = parts(keys);
        let users = Entity::find().filter(Column::TenantId.is_in(tenants)).filter(Column::Id.is_in(ids));
        Ok(self.all(users).await?.into_iter().map(|row| row.profile_image).collect())
    }

    /// The tenants among these.
    pub async fn tenants(&self, ids: &HashSet<Uuid>) -> Result<HashSet<Uuid>, StoreError> {
        let known = tenant::Entity::find().filter(tenant::Column::Id.is_in(ids.iter().copied()));
        Ok(self.all(known).await?.into_iter().map(|row| row.id).collect())
    }

    /// The imports among these whose rows with problems are still kept.
    pub async fn imports_with_problems(
        &self,
        keys: &[(Uuid, Uuid)],
        now: DateTime<Utc>,
    ) -> Result<HashSet<Uuid>, StoreError> {
        use import_problem::{Column, Entity};
        let (tenants, ids) = parts(keys);
        let kept = Entity::find()
            .filter(Column::TenantId.is_in(tenants))
            .filter(Column::Id.is_in(ids))
            .filter(import_problems::are_over(now).not());
        Ok(self.all(kept).await?.into_iter().map(|row| row.id).collect())
    }
}

/// The tenants and the ids, each once. Ids are unique beyond their tenants: both together only lead to the keys.
fn parts(keys: &[(Uuid, Uuid)]) -> (HashSet<Uuid>, HashSet<Uuid>) {
    keys.iter().copied().unzip()
}
