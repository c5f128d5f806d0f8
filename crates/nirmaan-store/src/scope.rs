//! Reading the rows of one tenant.

use std::sync::Arc;

use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, ModelTrait, PrimaryKeyTrait, QueryFilter, QueryOrder,
    QuerySelect, Select, sea_query::SelectStatement,
};
use uuid::Uuid;

use crate::{
    Actor, PlatformActor, Store, StoreError,
    entity::{audit_event, audit_seal, module, role, tenant, user, user_role},
    handle::{self, Reads},
    transaction::Transaction,
};

/// A table whose rows have ids, and a name in the audit trail.
pub trait Table: EntityTrait {
    /// What the audit trail calls a row.
    const NAME: &'static str;
    /// The row's id.
    const ID: Self::Column;
    /// When the row was created.
    const CREATED_AT: Self::Column;
    /// Set when the row was deleted, where deleting is soft.
    const DELETED_AT: Option<Self::Column>;

    /// The id of a row.
    fn id(row: &Self::Model) -> Uuid;
}

/// A table whose rows people know by a name.
pub trait Named: Table {
    /// What a row is called: bid id, instrument number, name, title, file name or e-mail address.
    const NAMED_BY: Self::Column;
}

/// A table whose rows are of tenants.
pub trait OfTenant: EntityTrait {
    /// Whose row it is.
    const TENANT: Self::Column;
}

/// A table whose rows belong to tenants: the key says whose, so that no other tenant's row can be met by its id.
pub trait TenantEntity:
    Table + OfTenant + EntityTrait<PrimaryKey: PrimaryKeyTrait<ValueType = (Uuid, Uuid)>>
{
}

/// A table that the platform's users read over all tenants: who works there, and what they did. What a firm's
/// business is made of, its contracts, deposits, projects, tasks and documents, isn't among them.
pub trait CrossTenant: Table {}

/// A table of the platform's, whose rows belong to no tenant.
pub trait PlatformEntity: CrossTenant {}

/// A table of the platform's that everybody may read: the modules and the roles.
pub trait CatalogueEntity: PlatformEntity {}

impl CrossTenant for audit_event::Entity {}
impl CrossTenant for audit_seal::Entity {}
impl CrossTenant for module::Entity {}
impl CrossTenant for role::Entity {}
impl CrossTenant for tenant::Entity {}
impl CrossTenant for user::Entity {}
impl CrossTenant for user_role::Entity {}

impl Store {
    /// A snapshot of the actor's tenant, to read from.
    pub async fn read(&self, actor: &Actor) -> Result<TenantDb, StoreError> {
        let transaction = self.begin_read_within(Some(actor.tenant_id)).await?;
        Ok(TenantDb { transaction, tenant_id: actor.tenant_id })
    }

    /// A snapshot of all tenants, for users of the platform.
    pub async fn read_platform(&self, _actor: &PlatformActor) -> Result<AllTenantsDb, StoreError> {
        Ok(AllTenantsDb { transaction: self.begin_read_within(None).await? })
    }

    /// A snapshot of the actor's tenant, or of all for one of the platform: for lists that users of the platform
    /// have over all tenants.
    pub async fn read_within(
        &self,
        actor: &Actor,
        platform: Option<&PlatformActor>,
    ) -> Result<ReachDb, StoreError> {
        let tenant_id = platform.is_none().then_some(actor.tenant_id);
        Ok(ReachDb { transaction: self.begin_read_within(tenant_id).await?, tenant_id })
    }

    async fn begin_read_within(&self, tenant_id: Option<Uuid>) -> Result<Arc<Transaction>, StoreError> {
        Ok(Arc::new(self.begin_read(tenant_id).await?))
    }
}

/// Reads the rows of one tenant, all from one snapshot.
#[derive(Clone)]
pub struct TenantDb {
    pub(crate) transaction: Arc<Transaction>,
    pub(crate) tenant_id: Uuid,
}

impl TenantDb {
    /// The tenant whose rows this handle sees.
    pub fn tenant_id(&self) -> Uuid {
        self.tenant_id
    }

    /// The tenant's live rows of a table, to be narrowed.
    pub fn find<E: TenantEntity>(&self) -> Scoped<E> {
        Scoped { select: self.select(), transaction: self.transaction.clone() }
    }

    /// All of the tenant's rows of a table, the deleted ones among them, to be narrowed: for [`crate::query`] alone.
    pub(crate) fn all_of<E: OfTenant>(&self) -> Scoped<E> {
        let select = E::find().filter(E::TENANT.eq(self.tenant_id));
        Scoped { select, transaction: self.transaction.clone() }
    }

    /// The rows of a table that all tenants share, to be narrowed.
    pub fn catalogue<E: CatalogueEntity>(&self) -> Scoped<E> {
        Scoped { select: handle::live::<E>(), transaction: self.transaction.clone() }
    }

    /// The tenant's live row with this id.
    pub async fn get<E, M>(&self, id: Uuid) -> Result<Option<M>, StoreError>
    where
        E: TenantEntity<Model = M>,
        M: FromQueryResult + ModelTrait<Entity = E> + Send + Sync,
    {
        self.find::<E>().filter(E::ID.eq(id)).one().await
    }
}

/// Reads the rows of all tenants, all from one snapshot.
#[derive(Clone)]
pub struct AllTenantsDb {
    pub(crate) transaction: Arc<Transaction>,
}

impl AllTenantsDb {
    /// The live rows of a table, to be narrowed.
    pub fn find<E: CrossTenant>(&self) -> Scoped<E> {
        Scoped { select: self.select(), transaction: self.transaction.clone() }
    }

    /// The live row with this id, whosever it is.
    pub async fn get<E, M>(&self, id: Uuid) -> Result<Option<M>, StoreError>
    where
        E: CrossTenant<Model = M>,
        M: FromQueryResult + ModelTrait<Entity = E> + Send + Sync,
    {
        self.find::<E>().filter(E::ID.eq(id)).one().await
    }
}

/// Reads what the platform's users read over all tenants, of one tenant or of all, all from one snapshot.
#[derive(Clone)]
pub struct ReachDb {
    pub(crate) transaction: Arc<Transaction>,
    pub(crate) tenant_id: Option<Uuid>,
}

/// The same snapshot, of one tenant.
impl From<TenantDb> for ReachDb {
    fn from(db: TenantDb) -> Self {
        Self { transaction: db.transaction, tenant_id: Some(db.tenant_id) }
    }
}

impl ReachDb {
    /// The same snapshot, of the actor's own tenant. Where the handle reads all tenants, the database doesn't keep others' rows
    /// out: open one of its own tenant then for more than what the platform may read.
    pub fn own(&self, actor: &Actor) -> TenantDb {
        TenantDb { transaction: self.transaction.clone(), tenant_id: actor.tenant_id }
    }

    /// All rows of a table within reach, the deleted ones among them, to be narrowed: for [`crate::query`] alone.
    pub(crate) fn all_of<E: TenantEntity + CrossTenant>(&self) -> Scoped<E> {
        let select = match self.tenant_id {
            Some(tenant_id) => E::find().filter(E::TENANT.eq(tenant_id)),
            None => E::find(),
        };
        Scoped { select, transaction: self.transaction.clone() }
    }

    /// The live rows of a table within reach, to be narrowed.
    pub fn find<E: TenantEntity + CrossTenant>(&self) -> Scoped<E> {
        Scoped { select: handle::within(self.tenant_id), transaction: self.transaction.clone() }
    }

    /// The live row with this id, if it is within reach.
    pub async fn get<E, M>(&self, id: Uuid) -> Result<Option<M>, StoreError>
    where
        E: TenantEntity + CrossTenant<Model = M>,
        M: FromQueryResult + ModelTrait<Entity = E> + Send + Sync,
    {
        self.find::<E>().filter(E::ID.eq(id)).one().await
    }
}

/// A selection that already carries its tenant: whatever is added to it only narrows it.
#[derive(Clone)]
pub struct Scoped<E: EntityTrait> {
    pub(crate) select: Select<E>,
    pub(crate) transaction: Arc<Transaction>,
}

impl<E: EntityTrait> QueryFilter for Scoped<E> {
    type QueryStatement = SelectStatement;
    fn query(&mut self) -> &mut SelectStatement {
        QueryFilter::query(&mut self.select)
    }
}

impl<E: EntityTrait> QueryOrder for Scoped<E> {
    type QueryStatement = SelectStatement;
    fn query(&mut self) -> &mut SelectStatement {
        QueryOrder::query(&mut self.select)
    }
}

impl<E: EntityTrait> QuerySelect for Scoped<E> {
    type QueryStatement = SelectStatement;
    fn query(&mut self) -> &mut SelectStatement {
        QuerySelect::query(&mut self.select)
    }
}

impl<E, M> Scoped<E>
where
    E: EntityTrait<Model = M>,
    M: FromQueryResult + ModelTrait<Entity = E> + Send + Sync,
{
    /// Keeps the rows for which a condition holds; `None` keeps all.
    #[must_use]
    pub fn narrow(self, condition: Option<sea_orm::sea_query::SimpleExpr>) -> Self {
        match condition {
            Some(condition) => self.filter(condition),
            None => self,
        }
    }

    /// The first row.
    pub async fn one(self) -> Result<Option<M>, StoreError> {
        Ok(self.select.one(self.transaction.as_ref()).await?)
    }

    /// All rows.
    pub async fn all(self) -> Result<Vec<M>, StoreError> {
        Ok(self.select.all(self.transaction.as_ref()).await?)
    }

    /// Rows of another shape, for selections of single columns.
    pub async fn rows<R: FromQueryResult + Send + Sync>(self) -> Result<Vec<R>, StoreError> {
        Ok(self.select.into_model::<R>().all(self.transaction.as_ref()).await?)
    }
}
