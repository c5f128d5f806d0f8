//! The tree of a project's tasks, and where they stand in it.

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Statement,
    sea_query::{BinOper, Expr, ExprTrait, Func, SimpleExpr},
};
use uuid::Uuid;

use crate::{
    Scoped, StoreError, TenantDb, WriteDb,
    entity::{
        project,
        task::{Column, Entity, Model, Priority, Status},
    },
    handle::Handle,
    sum::Figures,
};

/// How far apart new neighbours stand: 32 tasks find room between any two before they are moved apart.
const GAP: i64 = 1 << 32;

/// A task as the tree shows it.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct Node {
    /// What it adds to those above it.
    #[sea_orm(nested)]
    pub figures: Figures,
    /// What is to be done.
    pub title: String,
    /// Where it stands.
    pub status: Status,
    /// How pressing it is.
    pub priority: Option<Priority>,
    /// What kind of work it is.
    pub task_type: String,
    /// Whom it is given to.
    pub assigned_to: Option<Uuid>,
    /// Unit of the quantities.
    pub units: String,
    /// How much there is to do.
    pub estimated_quantity: Option<i64>,
    /// How much is done.
    pub actual_quantity: Option<i64>,
    /// Price of one unit.
    pub estimated_rate: Option<i64>,
    /// A point in time rather than work.
    pub is_milestone: bool,
    /// Grows with every change.
    pub version: i64,
}

impl Node {
    const COLUMNS: [Column; 11] = [
        Column::Title,
        Column::Status,
        Column::Priority,
        Column::TaskType,
        Column::AssignedTo,
        Column::Units,
        Column::EstimatedQuantity,
        Column::ActualQuantity,
        Column::EstimatedRate,
        Column::IsMilestone,
        Column::Version,
    ];
}

/// What tasks show of their projects.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct ProjectName {
    /// Which project.
    pub id: Uuid,
    /// What it is called.
    pub project_name: String,
    /// Its contract.
    pub contract_id: Option<Uuid>,
}

/// The names and contracts of projects.
pub async fn project_names(db: &TenantDb, ids: Vec<Uuid>) -> Result<Vec<ProjectName>, StoreError> {
    let projects = db.find::<project::Entity>().filter(project::Column::Id.is_in(ids));
    projects
        .select_only()
        .columns([project::Column::Id, project::Column::ProjectName, project::Column::ContractId])
        .rows()
        .await
}

/// The tasks of projects whose name contains `word`; `None` when there is no word.
pub fn in_projects_named(db: &TenantDb, word: &str) -> Option<SimpleExpr> {
    let named = project::contains(project::Text::ProjectName, word)?;
    let projects = db.find::<project::Entity>().filter(named).select_only().column(project::Column::Id);
    Some(Column::ProjectId.in_subquery(projects.select.into_query()))
}

/// How many characters the long texts of some tasks have together.
pub async fn length_of_texts(tasks: Scoped<Entity>) -> Result<i64, StoreError> {
    #[derive(FromQueryResult)]
    struct Length {
        characters: i64,
    }
    let characters = Expr::cust(
        "CAST(COALESCE(SUM(LENGTH(description) + LENGTH(comment) + LENGTH(rejection_reason) + \
         LENGTH(termination_reason)), 0) AS BIGINT)",
    );
    let lengths: Vec<Length> = tasks.select_only().column_as(characters, "characters").rows().await?;
    Ok(lengths.first().map_or(0, |length| length.characters))
}

/// All tasks of a project, level by level, siblings in their order.
pub async fn tree(db: &TenantDb, project_id: Uuid) -> Result<Vec<Node>, StoreError> {
    nodes(db.find::<Entity>().filter(Column::ProjectId.eq(project_id)))
        .order_by_asc(Column::Level)
        .order_by_asc(Column::Position)
        .order_by_asc(Column::Id)
        .rows()
        .await
}

/// Tasks as the tree shows them, from the top down.
pub async fn nodes_of(db: &TenantDb, ids: impl IntoIterator<Item = Uuid>) -> Result<Vec<Node>, StoreError> {
    let found = nodes(db.find::<Entity>().filter(Column::Id.is_in(ids)));
    found.order_by_asc(Column::Level).order_by_asc(Column::Id).rows().await
}

fn nodes(tasks: Scoped<Entity>) -> Scoped<Entity> {
    tasks.select_only().columns(Figures::COLUMNS).columns(Node::COLUMNS)
}

/// A task and all below it.
pub fn at_or_below(db: &TenantDb, top: &Model) -> Scoped<Entity> {
    db.find::<Entity>().filter(is_within(top))
}

/// Whether a task is this one, or below it.
pub fn is_within(top: &Model) -> SimpleExpr {
    Column::ProjectId.eq(top.project_id).and(path_within(&top.hierarchy_path))
}

/// How many levels a task reaches down.
pub async fn height(db: &TenantDb, top: &Model) -> Result<i32, StoreError> {
    #[derive(FromQueryResult)]
    struct Lowest {
        level: i32,
    }
    let below = at_or_below(db, top).order_by_desc(Column::Level).limit(1);
    let lowest: Vec<Lowest> = below.select_only().column(Column::Level).rows().await?;
    Ok(lowest.first().map_or(0, |lowest| lowest.level - top.level))
}

/// The project of a deleted task.
pub async fn project_of_deleted(db: &TenantDb, id: Uuid) -> Result<Option<Uuid>, StoreError> {
    let deleted = db.all_of::<Entity>().filter(Column::Id.eq(id)).filter(Column::DeletedAt.is_not_null());
    Ok(deleted.one().await?.map(|task| task.project_id))
}

/// Deletes what lies below a task that goes; says how many tasks.
pub async fn delete_below(db: &WriteDb, top: &Model) -> Result<u64, StoreError> {
    db.delete_along::<Entity>(is_within(top).and(Column::Id.ne(top.id)), top.id).await
}

/// Takes what lies below a task along to where the task has gone. Nobody may have changed the tree since it was read:
/// whoever does locks the project.
pub async fn follow(db: &WriteDb, from: &Model, to: &Model) -> Result<(), StoreError> {
    // It is all ids and slashes: as many bytes as characters, far fewer than the largest number.
    let rest = from.hierarchy_path.len() as i32 + 1;
    let rest = Func::cust("SUBSTR").arg(Expr::col(Column::HierarchyPath)).arg(rest);
    let path = Expr::val(to.hierarchy_path.as_str()).binary(BinOper::Custom("||"), rest);
    Entity::update_many()
        .col_expr(Column::HierarchyPath, path)
        .col_expr(Column::Level, Expr::col(Column::Level).add(to.level - from.level))
        .filter(Column::TenantId.eq(db.tenant_id()))
        .filter(Column::ProjectId.eq(from.project_id))
        .filter(path_within(&from.hierarchy_path))
        .filter(Column::Id.ne(from.id))
        // What is deleted stays where it was: it may have reached further down than what is left.
        .filter(Column::DeletedAt.is_null())
        .exec(db.transaction())
        .await?;
    Ok(())
}

/// The tasks of a parent, or of the project itself.
#[derive(Debug, Clone, Copy)]
pub struct Siblings {
    /// Which project.
    pub project_id: Uuid,
    /// The task above; `None` for level 0.
    pub parent_id: Option<Uuid>,
}

impl Siblings {
    /// The place behind the last of them, but for the task that is about to move there.
    pub async fn last_place(self, db: &WriteDb, but: Option<Uuid>) -> Result<i64, StoreError> {
        let others = self.find(db).narrow(but.map(|id| Column::Id.ne(id)));
        Ok(last(others).await?.map_or(0, |position| position + GAP))
    }

    /// A place right before one of them, but for the task that is about to move there; `None` when that one isn't
    /// among them. Moves them apart where there is no room.
    pub async fn place_before(self, db: &WriteDb, id: Uuid, but: Uuid) -> Result<Option<i64>, StoreError> {
        loop {
            let next: Option<Model> = self.find(db).filter(Column::Id.eq(id)).one().await?;
            let Some(next) = next.map(|next| next.position) else { return Ok(None) };
            let before = self.find(db).filter(Column::Id.is_not_in([id, but])).filter(
                Expr::tuple([Expr::col(Column::Position), Expr::col(Column::Id)])
                    .lt(Expr::tuple([Expr::val(next), Expr::val(id)])),
            );
            match last(before).await? {
                None => return Ok(Some(next - GAP)),
                Some(previous) if next - previous > 1 => return Ok(Some(previous + (next - previous) / 2)),
                Some(_) => self.spread(db, but).await?,
            }
        }
    }

    fn find(self, db: &TenantDb) -> Scoped<Entity> {
        let parent = match self.parent_id {
            Some(id) => Column::ParentId.eq(id),
            None => Column::ParentId.is_null(),
        };
        db.find::<Entity>().filter(Column::ProjectId.eq(self.project_id)).filter(parent)
    }

    /// Moves them apart, in the order they have, but for the task that is about to move. Those that are deleted keep their
    /// place among them.
    async fn spread(self, db: &WriteDb, but: Uuid) -> Result<(), StoreError> {
        let sql = format!(
            "UPDATE tasks SET position = numbered.place * {GAP} FROM (SELECT id, \
             ROW_NUMBER() OVER (ORDER BY position, id) AS place FROM tasks WHERE tenant_id = $1 AND project_id = $2 \
             AND {} AND id <> $3) AS numbered WHERE tasks.tenant_id = $1 AND tasks.id = numbered.id",
            if self.parent_id.is_some() { "parent_id = $4" } else { "parent_id IS NULL" }
        );
        let ids = [Some(db.tenant_id()), Some(self.project_id), Some(but), self.parent_id];
        let values = ids.into_iter().flatten().map(sea_orm::Value::from);
        let transaction = db.transaction();
        let backend = transaction.get_database_backend();
        transaction.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
        Ok(())
    }
}

/// The place of the last of some siblings.
async fn last(siblings: Scoped<Entity>) -> Result<Option<i64>, StoreError> {
    #[derive(FromQueryResult)]
    struct Place {
        position: i64,
    }
    let last = siblings.order_by_desc(Column::Position).order_by_desc(Column::Id).limit(1);
    let places: Vec<Place> = last.select_only().column(Column::Position).rows().await?;
    Ok(places.first().map(|place| place.position))
}

/// Whether a task is assigned to a user, and something is left to be done of it.
pub fn is_open_of(user_id: Uuid) -> SimpleExpr {
    is_open().and(Column::AssignedTo.eq(user_id))
}

/// Whether a task was handed over when a user was deleted or made inactive, nobody has assigned it anew since, and something is
/// left to be done of it.
pub fn is_handed_over_from(user_id: Uuid) -> SimpleExpr {
    is_open().and(Column::HandedOverFrom.eq(user_id))
}

/// Holds the projects of tasks for which a condition holds: whoever changes such a tree holds its project before its tasks.
pub async fn hold_projects(db: &WriteDb, which: SimpleExpr) -> Result<(), StoreError> {
    let of_tasks = db.find::<Entity>().filter(which).select_only().column(Column::ProjectId);
    db.lock::<project::Entity>(project::Column::Id.in_subquery(of_tasks.select.into_query())).await?;
    Ok(())
}

/// Forgets that tasks were handed over when a user was deleted or made inactive, also of closed and deleted ones. Not a change of
/// their version: nobody sees it.
pub async fn forget_hand_over(db: &WriteDb, user_id: Uuid) -> Result<(), StoreError> {
    let forgotten = Entity::update_many()
        .col_expr(Column::HandedOverFrom, Expr::value(None::<Uuid>))
        .filter(Column::TenantId.eq(db.tenant_id()))
        .filter(Column::HandedOverFrom.eq(user_id));
    forgotten.exec(db.transaction()).await?;
    Ok(())
}

fn is_open() -> SimpleExpr {
    Column::Status.is_not_in(Status::CLOSED)
}

/// The tasks whose path begins with this one, which ends with a slash: the one character before a zero.
fn path_within(path: &str) -> SimpleExpr {
    let behind = format!("{}0", path.trim_end_matches('/'));
    Column::HierarchyPath.gte(path).and(Column::HierarchyPath.lt(behind))
}
