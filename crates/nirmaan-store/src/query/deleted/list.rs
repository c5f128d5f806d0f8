//! What was deleted by itself of late, as a list.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, ConnectionTrait, FromQueryResult, IntoSimpleExpr, ModelTrait, Order,
    QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Asterisk, Expr, ExprTrait, Query, SelectStatement, SimpleExpr, UnionType},
};
use uuid::Uuid;

use super::{Deposits, deposits_along};
use crate::{
    Named, Page, PageRequest, ReachDb, Scoped, StoreError, TenantDb,
    entity::{
        contract,
        document::{self, EntityType},
        project, security_deposit, task, user, user_role,
    },
    handle::Handle,
    list::between,
    query::documents::EntityGrant,
    write::Stamped,
};

/// A kind of record that can be brought back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A contract.
    Contract,
    /// A deposit.
    Deposit,
    /// A project.
    Project,
    /// A task.
    Task,
    /// A document.
    Document,
    /// A user.
    User,
}

/// A record by its kind and id.
pub type Key = (Kind, Uuid);

/// Which deleted records a list asks for.
pub struct Wanted<'a> {
    /// Of these kinds.
    pub kinds: &'a [Kind],
    /// Of documents, those within these grants.
    pub documents: &'a [EntityGrant],
    /// Of users, those within reach of this handle, which reads in the same transaction.
    pub people: &'a ReachDb,
    /// Deleted since.
    pub since: DateTime<Utc>,
    /// Contained in the name; of a contract in its bid id or name.
    pub name: &'a str,
    /// Deleted on the days from the first to the last.
    pub days: (Option<NaiveDate>, Option<NaiveDate>),
}

/// A record that was deleted by itself.
#[derive(Debug, Clone, FromQueryResult)]
pub struct Gone {
    kind: i32,
    /// Its id.
    pub id: Uuid,
    /// What it was called: bid id, instrument number, name, title, file name or e-mail address.
    pub name: String,
    /// Of a contract, its name.
    pub contract_name: String,
    /// Of a deposit, its amount in paise.
    pub amount: i64,
    /// Of a document, what it belonged to.
    pub entity_type: String,
    parent_id: Uuid,
    above_id: Option<Uuid>,
    /// When it was deleted.
    pub at: DateTime<Utc>,
    /// Who did it; `None` for the system itself.
    pub by: Option<Uuid>,
}

impl Gone {
    /// What it belonged to; `None` of what belongs to the organisation.
    pub fn parent(&self) -> Option<Key> {
        let kind = match self.kind() {
            Kind::Contract | Kind::Project | Kind::User => return None,
            Kind::Deposit => Kind::Contract,
            Kind::Task => Kind::Project,
            Kind::Document => match EntityType::try_from_value(&self.entity_type).ok()? {
                EntityType::Contract => Kind::Contract,
                EntityType::Deposit => Kind::Deposit,
                EntityType::Project => Kind::Project,
                EntityType::Task => Kind::Task,
                EntityType::Vehicle | EntityType::VehicleInsurance | EntityType::Payment => return None,
            },
        };
        Some((kind, self.parent_id))
    }

    /// Of a user, their organisation.
    pub fn tenant_id(&self) -> Option<Uuid> {
        (self.kind() == Kind::User).then_some(self.parent_id)
    }

    /// All that it was below, as far as it is known: what it belonged to, then the task above it.
    pub(super) fn above(&self) -> Vec<Key> {
        let task = self.above_id.filter(|_| self.kind() == Kind::Task).map(|id| (Kind::Task, id));
        self.parent().into_iter().chain(task).collect()
    }

    /// What kind of record it is.
    pub fn kind(&self) -> Kind {
        match self.kind {
            0 => Kind::Contract,
            1 => Kind::Deposit,
            2 => Kind::Project,
            3 => Kind::Task,
            4 => Kind::Document,
            _ => Kind::User,
        }
    }
}

/// A page of them, the latest deletion first. The order of the request isn't looked at.
///
/// # Errors
/// [`StoreError::PageTooFar`].
pub async fn page(
    db: &TenantDb,
    wanted: &Wanted<'_>,
    request: &PageRequest,
) -> Result<Page<Gone>, StoreError> {
    let (number, size, offset) = request.window()?;
    let mut total_elements = 0;
    let mut all: Option<SelectStatement> = None;
    for kind in wanted.kinds {
        let (rows, arm) = arm(db, wanted, *kind).await?;
        total_elements += rows;
        // Each in order and no longer than needed, so that an index answers it.
        let first = in_order(arm).limit(offset + size).take();
        let first = Query::select().column(Asterisk).from_subquery(first, GONE).take();
        match &mut all {
            Some(all) => {
                all.union(UnionType::All, first);
            }
            None => all = Some(first),
        }
    }
    let mut content = Vec::new();
    if let Some(all) = all {
        let all = Query::select().column(Asterisk).from_subquery(all, GONE).take();
        let page = in_order(all).limit(size).offset(offset).take();
        let statement = db.transaction().get_database_backend().build(&page);
        content = Gone::find_by_statement(statement).all(db.transaction()).await?;
    }
    Ok(Page { content, number, size, total_elements })
}

/// What the statement calls them.
const GONE: &str = "gone";

fn in_order(mut select: SelectStatement) -> SelectStatement {
    select.order_by("at", Order::Desc).order_by("id", Order::Desc).take()
}

/// How many there are of one kind, and these. Each kind has columns of the same names and types.
async fn arm(db: &TenantDb, wanted: &Wanted<'_>, kind: Kind) -> Result<(u64, SelectStatement), StoreError> {
    let name = wanted.name;
    match kind {
        Kind::Contract => {
            use contract::{Column, Entity, Text, contains};
            let named = contains(Text::BidId, name).zip(contains(Text::ContractName, name));
            let gone =
                gone(db.all_of::<Entity>(), wanted).narrow(named.map(|(bid_id, name)| bid_id.or(name)));
            let contract_name = Column::ContractName.into_simple_expr();
            Told { contract_name, ..Told::of::<Entity>(kind) }.of_rows(gone).await
        }
        Kind::Deposit => {
            use security_deposit::{Column, Entity, Text, contains};
            let gone = gone(db.all_of::<Entity>(), wanted).narrow(contains(Text::InstrumentNo, name));
            let (amount, parent_id) =
                (Column::Amount.into_simple_expr(), Column::ContractId.into_simple_expr());
            Told { amount, parent_id, ..Told::of::<Entity>(kind) }.of_rows(gone).await
        }
        Kind::Project => {
            use project::{Entity, Text, contains};
            let gone = gone(db.all_of::<Entity>(), wanted).narrow(contains(Text::ProjectName, name));
            Told::of::<Entity>(kind).of_rows(gone).await
        }
        Kind::Task => {
            use task::{Column, Entity, Text, contains};
            let gone = gone(db.all_of::<Entity>(), wanted).narrow(contains(Text::Title, name));
            let (parent_id, above_id) =
                (Column::ProjectId.into_simple_expr(), Column::ParentId.into_simple_expr());
            Told { parent_id, above_id, ..Told::of::<Entity>(kind) }.of_rows(gone).await
        }
        Kind::Document => {
            use document::{Column, Entity, Text, contains};
            let gone = gone(db.all_of::<Entity>(), wanted)
                .filter(Column::EntityType.is_in(wanted.documents.iter().map(|grant| grant.entity_type())))
                .filter(Column::PurgedAt.is_null())
                .narrow(contains(Text::FileName, name));
            let (entity_type, parent_id) =
                (Column::EntityType.into_simple_expr(), Column::EntityId.into_simple_expr());
            Told { entity_type, parent_id, ..Told::of::<Entity>(kind) }.of_rows(gone).await
        }
        Kind::User => {
            use user::{Column, Entity, Text, contains};
            let gone = gone(wanted.people.all_of::<Entity>(), wanted).narrow(contains(Text::Email, name));
            let parent_id = Column::TenantId.into_simple_expr();
            Told { parent_id, ..Told::of::<Entity>(kind) }.of_rows(gone).await
        }
    }
}

/// Those rows that were deleted by themselves. An index has them by their deletion.
fn gone<E, M>(all: Scoped<E>, wanted: &Wanted<'_>) -> Scoped<E>
where
    E: Stamped<Model = M>,
    M: FromQueryResult + ModelTrait<Entity = E> + Send + Sync,
{
    let (Some(at), Some(with)) = (E::DELETED_AT, E::DELETED_WITH) else {
        return all.filter(Expr::value(false));
    };
    let (from, to) = wanted.days;
    all.filter(at.gte(wanted.since))
        .filter(with.into_simple_expr().eq(E::ID.into_simple_expr()))
        .narrow(between(at, from, to))
}

/// What [`Gone`] tells that depends on the kind.
struct Told {
    kind: Kind,
    name: SimpleExpr,
    contract_name: SimpleExpr,
    amount: SimpleExpr,
    entity_type: SimpleExpr,
    parent_id: SimpleExpr,
    above_id: SimpleExpr,
}

impl Told {
    /// Of a kind that has a name alone.
    fn of<E: Named>(kind: Kind) -> Self {
        Self {
            kind,
            name: E::NAMED_BY.into_simple_expr(),
            contract_name: Expr::value(""),
            amount: Expr::value(0_i64),
            entity_type: Expr::value(""),
            parent_id: E::ID.into_simple_expr(),
            above_id: E::ID.into_simple_expr(),
        }
    }

    async fn of_rows<E, M>(self, gone: Scoped<E>) -> Result<(u64, SelectStatement), StoreError>
    where
        E: Stamped<Model = M>,
        M: FromQueryResult + ModelTrait<Entity = E> + Send + Sync,
    {
        let stamp = |column: Option<E::Column>| column.unwrap_or(E::ID);
        let rows = gone.count().await?;
        let told = gone
            .select_only()
            .expr_as(Expr::value(self.kind as i32), "kind")
            .column_as(E::ID, "id")
            .expr_as(self.name, "name")
            .expr_as(self.contract_name, "contract_name")
            .expr_as(self.amount, "amount")
            .expr_as(self.entity_type, "entity_type")
            .expr_as(self.parent_id, "parent_id")
            .expr_as(self.above_id, "above_id")
            .column_as(stamp(E::DELETED_AT), "at")
            .column_as(stamp(E::DELETED_BY), "by")
            .select
            .into_query();
        Ok((rows, told))
    }
}

/// What went along with a record.
#[derive(Debug, Clone, Default)]
pub struct Along {
    /// Deposits by status.
    pub deposits: Vec<Deposits>,
    /// How many tasks.
    pub tasks: i64,
    /// How many documents that can be brought back.
    pub documents: i64,
    /// How many roles.
    pub roles: i64,
}

/// What went along with deleted records, by their ids; nothing where it isn't named. Users are within reach of `people`.
pub async fn along(
    db: &TenantDb,
    people: &ReachDb,
    gone: &[Gone],
) -> Result<HashMap<Uuid, Along>, StoreError> {
    let of = |kinds: &[Kind]| -> Vec<Uuid> {
        gone.iter().filter(|row| kinds.contains(&row.kind())).map(|row| row.id).collect()
    };
    let mut along: HashMap<Uuid, Along> = HashMap::new();
    let contracts = of(&[Kind::Contract]);
    if !contracts.is_empty() {
        for (with, deposits) in deposits_along(db, contracts).await? {
            along.entry(with).or_default().deposits.push(deposits);
        }
    }
    let with_tasks = of(&[Kind::Project, Kind::Task]);
    if !with_tasks.is_empty() {
        // An index answers this, since it isn't asked which task is the one that the others went along with.
        let tasks = db.all_of::<task::Entity>().filter(task::Column::DeletedWith.is_in(with_tasks));
        let tasks_themselves = of(&[Kind::Task]);
        for (with, rows) in counted(db, tasks).await? {
            let others = rows - i64::from(tasks_themselves.contains(&with));
            if others > 0 {
                along.entry(with).or_default().tasks = others;
            }
        }
    }
    let with_documents = of(&[Kind::Contract, Kind::Deposit, Kind::Project, Kind::Task]);
    if !with_documents.is_empty() {
        let documents = db
            .all_of::<document::Entity>()
            .filter(document::Column::DeletedWith.is_in(with_documents))
            .filter(document::Column::PurgedAt.is_null());
        for (with, rows) in counted(db, documents).await? {
            along.entry(with).or_default().documents = rows;
        }
    }
    let with_roles = of(&[Kind::User]);
    if !with_roles.is_empty() {
        use user_role::{Column, Entity};
        let roles = people.find::<Entity>().filter(Column::UserId.is_in(with_roles));
        let roles = roles.select_only().column(Column::UserId).expr(Expr::col(Asterisk).count());
        let roles: Vec<(Uuid, i64)> =
            roles.group_by(Column::UserId).select.into_tuple().all(people.transaction()).await?;
        for (user, rows) in roles {
            along.entry(user).or_default().roles = rows;
        }
    }
    Ok(along)
}

/// How many rows were deleted with each record.
async fn counted<E: Stamped>(db: &TenantDb, rows: Scoped<E>) -> Result<Vec<(Uuid, i64)>, StoreError> {
    let Some(with) = E::DELETED_WITH else { return Ok(Vec::new()) };
    let rows = rows.select_only().column(with).expr(Expr::col(Asterisk).count()).group_by(with);
    Ok(rows.select.into_tuple().all(db.transaction()).await?)
}
