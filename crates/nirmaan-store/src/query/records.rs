//! What the records that the trail tells of are called, and what they belong to: also those that were deleted.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, EntityTrait, FromQueryResult, IntoSimpleExpr, QueryFilter, QuerySelect,
    sea_query::{Expr, SimpleExpr},
};
use uuid::Uuid;

use crate::{
    Named, ReachDb, StoreError, Table, TenantDb,
    entity::{
        contract,
        document::{self, EntityType},
        import, module, project, role, security_deposit, task, tenant, user,
    },
    handle::Handle,
    query::{
        names,
        people::{self, Person, State},
    },
    scope::OfTenant,
};

const CONTRACT: &str = contract::Entity::NAME;
const DEPOSIT: &str = security_deposit::Entity::NAME;
const PROJECT: &str = project::Entity::NAME;
const TASK: &str = task::Entity::NAME;
const DOCUMENT: &str = document::Entity::NAME;
const USER: &str = user::Entity::NAME;
const IMPORT: &str = import::Entity::NAME;
const TENANT: &str = tenant::Entity::NAME;
const ROLE: &str = role::Entity::NAME;
const MODULE: &str = module::Entity::NAME;

/// The kinds that have names.
const KINDS: [&str; 10] = [CONTRACT, DEPOSIT, PROJECT, TASK, DOCUMENT, USER, IMPORT, TENANT, ROLE, MODULE];

/// Whether records of this kind have names: not so sessions and settings.
pub fn have_names(kind: &str) -> bool {
    KINDS.contains(&kind)
}

/// What the trail tells of a record beside its kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// Bid id, instrument number, name, title, file name or e-mail address.
    pub name: String,
    /// Of a contract its name, of a project its bid id, otherwise what its owner is called; empty where there is none.
    pub detail: String,
    /// A deposit's contract, a task's project, or what a document is of.
    pub owner_id: Option<Uuid>,
    /// Of a document, what it is of.
    pub owner_type: Option<EntityType>,
    /// Of a document of a deposit, the deposit's contract.
    pub owner_contract_id: Option<Uuid>,
    /// Whether it was deleted.
    pub is_deleted: bool,
    /// Of a user, their state.
    pub user_state: State,
}

/// Records by what the trail calls their kinds, and their ids. One that is gone for good isn't there.
#[derive(Debug, Default)]
pub struct Records(HashMap<&'static str, HashMap<Uuid, Record>>);

impl Records {
    /// The records of these kinds with these ids: of the business of the tenant of `db`, and of the users and the
    /// platform's records that `reach` sees. Of kinds without names there are none.
    pub async fn of<'a>(
        db: &TenantDb,
        reach: &ReachDb,
        keys: impl IntoIterator<Item = (&'a str, Uuid)>,
    ) -> Result<Self, StoreError> {
        let mut wanted = Wanted::default();
        for (kind, id) in keys {
            if let Some(known) = KINDS.into_iter().find(|known| *known == kind) {
                wanted.add(known, id);
            }
        }
        let mut records = Self::default();
        records.read_business(db, wanted.clone()).await?;
        records.read_others(db, reach, &wanted).await?;
        Ok(records)
    }

    /// The one of a kind with an id.
    pub fn get(&self, kind: &str, id: Uuid) -> Option<&Record> {
        self.0.get(kind)?.get(&id)
    }

    /// Contracts, projects and what belongs to them, which is read first so that its owners are read with the others.
    async fn read_business(&mut self, db: &TenantDb, mut wanted: Wanted) -> Result<(), StoreError> {
        use contract::Column as Contract;
        use document::Column as Document;
        use project::Column as Project;
        use security_deposit::Column as Deposit;
        use task::Column as Task;

        let of = Document::EntityType.into_simple_expr();
        let documents = rows::<document::Entity>(db, wanted.ids(DOCUMENT), of, Document::EntityId).await?;
        for row in &documents {
            if let Some(kind) = row.owner_type().and_then(kind_of) {
                wanted.add(kind, row.owner_id);
            }
        }
        let deposits =
            rows::<security_deposit::Entity>(db, wanted.ids(DEPOSIT), nothing(), Deposit::ContractId).await?;
        let tasks = rows::<task::Entity>(db, wanted.ids(TASK), nothing(), Task::ProjectId).await?;
        deposits.iter().for_each(|row| wanted.add(CONTRACT, row.owner_id));
        tasks.iter().for_each(|row| wanted.add(PROJECT, row.owner_id));

        let contract_name = Contract::ContractName.into_simple_expr();
        let contracts = rows::<contract::Entity>(db, wanted.ids(CONTRACT), contract_name, Contract::Id);
        self.add(CONTRACT, contracts.await?, |row, _| row.record());
        let bid_id = Project::ContractBidId.into_simple_expr();
        let projects = rows::<project::Entity>(db, wanted.ids(PROJECT), bid_id, Project::Id);
        self.add(PROJECT, projects.await?, |row, _| row.record());
        self.add(DEPOSIT, deposits, |row, records| row.record_of(records, CONTRACT));
        self.add(TASK, tasks, |row, records| row.record_of(records, PROJECT));
        self.add(DOCUMENT, documents, Row::document);
        Ok(())
    }

    /// Imports of the tenant, users, and the platform's records.
    async fn read_others(
        &mut self,
        db: &TenantDb,
        reach: &ReachDb,
        wanted: &Wanted,
    ) -> Result<(), StoreError> {
        let imports = rows::<import::Entity>(db, wanted.ids(IMPORT), nothing(), import::Column::Id).await?;
        self.add(IMPORT, imports, |row, _| row.record());
        let users = people::with_emails(reach, wanted.ids(USER)).await?.into_all();
        let users = users.map(|(id, Person { name, state })| {
            let is_deleted = state == State::Deleted;
            (id, Record { name, is_deleted, user_state: state, ..Record::default() })
        });
        self.0.entry(USER).or_default().extend(users);
        let tenants = tenants(reach, wanted.ids(TENANT)).await?;
        self.0.entry(TENANT).or_default().extend(tenants);
        let roles = names::<role::Entity>(reach, wanted.ids(ROLE)).await?;
        let modules = names::<module::Entity>(reach, wanted.ids(MODULE)).await?;
        for (kind, named) in [(ROLE, roles), (MODULE, modules)] {
            let named = named.into_iter().map(|(id, name)| (id, Record { name, ..Record::default() }));
            self.0.entry(kind).or_default().extend(named);
        }
        Ok(())
    }

    fn add(&mut self, kind: &'static str, rows: Vec<Row>, record: impl Fn(&Row, &Self) -> Record) {
        let records: Vec<_> = rows.iter().map(|row| (row.id, record(row, self))).collect();
        self.0.entry(kind).or_default().extend(records);
    }
}

/// The ids that are asked for, by kind.
#[derive(Debug, Clone, Default)]
struct Wanted(HashMap<&'static str, BTreeSet<Uuid>>);

impl Wanted {
    fn add(&mut self, kind: &'static str, id: Uuid) {
        self.0.entry(kind).or_default().insert(id);
    }

    fn ids(&self, kind: &str) -> Vec<Uuid> {
        self.0.get(kind).into_iter().flatten().copied().collect()
    }
}

/// A record as it is read, of every kind under the same names.
#[derive(FromQueryResult)]
struct Row {
    id: Uuid,
    name: String,
    /// Of a contract its name, of a project its bid id, of a document what it belongs to.
    detail: String,
    /// The record itself where it belongs to no other.
    owner_id: Uuid,
    deleted_at: Option<DateTime<Utc>>,
}

impl Row {
    /// A record that belongs to its organisation.
    fn record(&self) -> Record {
        let Self { name, detail, deleted_at, .. } = self;
        let (name, detail) = (name.clone(), detail.clone());
        Record { name, detail, is_deleted: deleted_at.is_some(), ..Record::default() }
    }

    /// One that belongs to a record of a kind.
    fn record_of(&self, records: &Records, owner: &str) -> Record {
        let detail = records.get(owner, self.owner_id).map(|owner| owner.name.clone()).unwrap_or_default();
        Record { detail, owner_id: Some(self.owner_id), ..self.record() }
    }

    fn document(&self, records: &Records) -> Record {
        let owner_type = self.owner_type();
        let owner = owner_type.and_then(kind_of).unwrap_or_default();
        let owner_contract_id = records
            .get(owner, self.owner_id)
            .and_then(|deposit| deposit.owner_id)
            .filter(|_| owner == DEPOSIT);
        Record { owner_type, owner_contract_id, ..self.record_of(records, owner) }
    }

    /// Of a document, what it belongs to.
    fn owner_type(&self) -> Option<EntityType> {
        EntityType::try_from_value(&self.detail).ok()
    }
}

/// What the trail calls that which a document is of; `None` where that is no record.
fn kind_of(owner: EntityType) -> Option<&'static str> {
    match owner {
        EntityType::Contract => Some(CONTRACT),
        EntityType::Deposit => Some(DEPOSIT),
        EntityType::Project => Some(PROJECT),
        EntityType::Task => Some(TASK),
        EntityType::Vehicle | EntityType::VehicleInsurance | EntityType::Payment => None,
    }
}

fn nothing() -> SimpleExpr {
    Expr::value("")
}

/// A tenant's records of a kind, the deleted ones too.
async fn rows<E: Named + OfTenant>(
    db: &TenantDb,
    ids: Vec<Uuid>,
    detail: SimpleExpr,
    owner: E::Column,
) -> Result<Vec<Row>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = db.all_of::<E>().filter(E::ID.is_in(ids)).select_only();
    let rows = rows.column_as(E::ID, "id").column_as(E::NAMED_BY, "name").expr_as(detail, "detail");
    let deleted_at =
        E::DELETED_AT.map_or_else(|| Expr::value(None::<DateTime<Utc>>), IntoSimpleExpr::into_simple_expr);
    let rows = rows.column_as(owner, "owner_id").expr_as(deleted_at, "deleted_at");
    Ok(rows.select.into_model::<Row>().all(db.transaction()).await?)
}

/// Organisations. A deleted one stays, with a status that says so.
async fn tenants(db: &ReachDb, ids: Vec<Uuid>) -> Result<HashMap<Uuid, Record>, StoreError> {
    use tenant::{Column, Entity, Status};
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = Entity::find().filter(Column::Id.is_in(ids)).select_only();
    let rows = rows.columns([Column::Id, Column::Name, Column::Status]);
    let rows: Vec<(Uuid, String, Status)> = rows.into_tuple().all(db.transaction()).await?;
    let record = |(id, name, status)| {
        let is_deleted = status == Status::Deleted;
        (id, Record { name, is_deleted, ..Record::default() })
    };
    Ok(rows.into_iter().map(record).collect())
}
