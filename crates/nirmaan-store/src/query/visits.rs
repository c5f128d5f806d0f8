//! Users of the platform who read an organisation's rows: what is kept of it, and who is told.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};
use uuid::Uuid;

use crate::{
    Action, PlatformDb, StoreError,
    entity::{
        audit_event::{self, Column},
        role, tenant, user_role,
    },
    query::roles::active_holders,
};

impl PlatformDb {
    /// Whether a user of the platform read any of a tenant's rows since then, as its trail has it.
    pub async fn has_read(
        &self,
        user_id: Uuid,
        tenant_id: Uuid,
        since: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let reads = audit_event::Entity::find()
            .filter(Column::TenantId.eq(tenant_id))
            .filter(Column::At.gt(since))
            .filter(Column::ActorId.eq(user_id))
            .filter(Column::Action.eq(Action::Read.as_str()))
            .limit(1);
        Ok(!self.all(reads).await?.is_empty())
    }

    /// The e-mail addresses of a tenant's active administrators, by address.
    pub async fn administrators(&self, tenant_id: Uuid) -> Result<Vec<String>, StoreError> {
        let system = role::Entity::find()
            .select_only()
            .column(role::Column::Id)
            .filter(role::Column::IsSystem.eq(true));
        let users = active_holders(tenant_id, user_role::Column::RoleId.in_subquery(system.into_query()));
        let mut emails: Vec<_> = self.all(users).await?.into_iter().map(|user| user.email).collect();
        emails.sort();
        Ok(emails)
    }

    /// Which of these tenants there are, and their names.
    pub async fn tenants_named(&self, ids: &[Uuid]) -> Result<Vec<(Uuid, String)>, StoreError> {
        let tenants = tenant::Entity::find().filter(tenant::Column::Id.is_in(ids.iter().copied()));
        Ok(self.all(tenants).await?.into_iter().map(|tenant| (tenant.id, tenant.name)).collect())
    }
}
