//! Tasks whose progress and quantities contradict each other: progress can be entered alone, and what a call sends counts.

use std::fmt::{self, Display, Formatter};

use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseBackend, EntityTrait, FromQueryResult, QueryFilter, QueryOrder,
    QuerySelect, Select,
    sea_query::{Expr, ExprTrait},
};
use uuid::Uuid;

use crate::{
    PlatformDb, Store, StoreError,
    entity::task::{Column, Entity, progress_of},
};

/// A task with both quantities.
#[derive(Debug, FromQueryResult)]
struct Measured {
    tenant_id: Uuid,
    id: Uuid,
    project_id: Uuid,
    estimated_quantity: i64,
    actual_quantity: i64,
    progress: i32,
}

/// A task whose progress isn't what its quantities come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction {
    /// Whose task it is.
    pub tenant_id: Uuid,
    /// The project that it is in.
    pub project_id: Uuid,
    /// The task.
    pub task_id: Uuid,
    /// In ten-thousandths of a unit.
    pub estimated: i64,
    /// The same of what is done.
    pub actual: i64,
    /// In hundredths of a percent.
    pub progress: i32,
    /// What the quantities come to.
    pub implied: i32,
}

impl Display for Contradiction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { tenant_id, project_id, task_id, estimated, actual, progress, implied } = self;
        let percent = |hundredths: i32| f64::from(hundredths) / 100.0;
        let quantity = |parts: i64| parts as f64 / 10_000.0;
        write!(
            f,
            "task {task_id} in project {project_id} of tenant {tenant_id}: progress is {} %, but {} of {} is {} %",
            percent(*progress),
            quantity(*actual),
            quantity(*estimated),
            percent(*implied)
        )
    }
}

impl Store {
    /// Tells of every task without others below it whose progress isn't what its quantities come to, and says how many there
    /// are. So many with both quantities are read at a time as a page has. Nothing is changed: which of the two is right, only
    /// the firm knows.
    pub async fn contradictions(
        &self,
        page: u64,
        mut tell: impl FnMut(&Contradiction),
    ) -> Result<u64, StoreError> {
        let (mut found, mut after) = (0, (Uuid::nil(), Uuid::nil()));
        loop {
            let tasks = self.platform(|db| async move { db.measured(after, page).await }).await?;
            let Some(last) = tasks.last() else { return Ok(found) };
            after = (last.tenant_id, last.id);
            for contradiction in tasks.iter().filter_map(Measured::contradiction) {
                found += 1;
                tell(&contradiction);
            }
        }
    }
}

impl PlatformDb {
    /// The next tasks with both quantities, by tenant and id.
    async fn measured(&self, after: (Uuid, Uuid), page: u64) -> Result<Vec<Measured>, StoreError> {
        let db = self.transaction.as_ref();
        if db.get_database_backend() == DatabaseBackend::Postgres {
            // Where few tasks have quantities, many are passed over: that may take its time.
            db.execute_unprepared("SET LOCAL statement_timeout = 0").await?;
        }
        Ok(further(after).limit(page).into_model::<Measured>().all(db).await?)
    }
}

/// The tasks with both quantities after a tenant and an id, in this order. They are compared as a pair: both databases begin
/// there in the index.
fn further((tenant_id, id): (Uuid, Uuid)) -> Select<Entity> {
    let pair = Expr::tuple([Column::TenantId, Column::Id].map(|column| column.into_expr()));
    Entity::find()
        .select_only()
        .columns([Column::TenantId, Column::Id, Column::ProjectId])
        .columns([Column::EstimatedQuantity, Column::ActualQuantity, Column::Progress])
        .filter(Column::DeletedAt.is_null())
        .filter(Column::IsLeaf.eq(true))
        .filter(Column::EstimatedQuantity.gt(0))
        .filter(Column::ActualQuantity.is_not_null())
        .filter(pair.gt(Expr::tuple([tenant_id, id].map(Expr::val))))
        .order_by_asc(Column::TenantId)
        .order_by_asc(Column::Id)
}

impl Measured {
    fn contradiction(&self) -> Option<Contradiction> {
        let Self { tenant_id, id, project_id, estimated_quantity, actual_quantity, progress } = *self;
        let implied = progress_of(Some(estimated_quantity), Some(actual_quantity))?;
        (implied != progress).then_some(Contradiction {
            tenant_id,
            project_id,
            task_id: id,
            estimated: estimated_quantity,
            actual: actual_quantity,
            progress,
            implied,
        })
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::QueryTrait;

    use super::*;

    #[test]
    fn a_page_begins_in_the_index() {
        for backend in [DatabaseBackend::Postgres, DatabaseBackend::Sqlite] {
            let sql = further((Uuid::nil(), Uuid::nil())).build(backend).to_string();
            assert!(sql.contains(r#"("tasks"."tenant_id", "tasks"."id") > ("#), "{sql}");
        }
    }
}
