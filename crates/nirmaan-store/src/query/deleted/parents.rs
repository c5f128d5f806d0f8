//! What deleted records belonged to, and what of that has to be brought back before them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, FromQueryResult, QueryFilter, QuerySelect};
use uuid::Uuid;

use super::list::{Gone, Key, Kind};
use crate::{
    Named, StoreError, TenantDb, TenantEntity,
    entity::{contract, project, security_deposit, task},
    handle::Handle,
    write::Stamped,
};

/// What a deleted record belonged to.
#[derive(Debug, Clone, FromQueryResult)]
pub struct Parent {
    id: Uuid,
    /// Bid id, instrument number, name or title.
    pub name: String,
    /// When it was deleted itself.
    pub deleted_at: Option<DateTime<Utc>>,
    deleted_with: Option<Uuid>,
    /// A deposit's contract, a task's project; otherwise itself.
    outer_id: Uuid,
}

impl Parent {
    /// What this record of a kind belongs to itself: a deposit's contract, a task's project.
    pub fn outer(&self, kind: Kind) -> Option<Key> {
        match kind {
            Kind::Deposit => Some((Kind::Contract, self.outer_id)),
            Kind::Task => Some((Kind::Project, self.outer_id)),
            Kind::Contract | Kind::Project | Kind::Document | Kind::User => None,
        }
    }

    /// What has to be brought back so that this deleted record of a kind is: itself, or what it went along with; `None` where
    /// nothing can, since it went along with its import, or an earlier version deleted it.
    fn root(&self, kind: Kind) -> Option<Key> {
        let with = self.deleted_with?;
        let outer = self.outer(kind).filter(|(_, id)| *id == with);
        let is_of_kind = with == self.id || kind == Kind::Task;
        outer.or_else(|| is_of_kind.then_some((kind, with)))
    }
}

/// What stands in the way of bringing a record back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// Nothing.
    Nothing,
    /// This has to be brought back first.
    For(Key),
    /// What it belonged to is gone for good.
    ForGood,
}

/// What deleted records belonged to, up to the contract or the project, and what that went along with.
#[derive(Debug, Default)]
pub struct Parents(HashMap<Key, Parent>);

impl Parents {
    /// Of these records.
    pub async fn of(db: &TenantDb, gone: &[Gone]) -> Result<Self, StoreError> {
        let mut parents = Self::default();
        parents.read(db, gone.iter().flat_map(Gone::above).collect()).await?;
        parents.read(db, parents.told(|kind, parent| parent.outer(kind))).await?;
        let root = |kind, parent: &Parent| parent.deleted_at.and_then(|_| parent.root(kind));
        parents.read(db, parents.told(root)).await?;
        Ok(parents)
    }

    /// One of them.
    pub fn get(&self, key: Key) -> Option<&Parent> {
        self.0.get(&key)
    }

    /// What stands in the way of bringing a record back; first what is outermost.
    pub fn wait(&self, gone: &Gone) -> Wait {
        let outer = |key: Key| self.get(key).and_then(|parent| parent.outer(key.0));
        let chain = gone.above().into_iter().flat_map(|key| outer(key).into_iter().chain([key]));
        let mut deleted = chain.filter_map(|key| Some((key.0, self.get(key)?)));
        match deleted.find(|(_, parent)| parent.deleted_at.is_some()) {
            None => Wait::Nothing,
            Some((kind, parent)) => parent.root(kind).map_or(Wait::ForGood, Wait::For),
        }
    }

    /// What those that are known tell of others.
    fn told(&self, of: impl Fn(Kind, &Parent) -> Option<Key>) -> BTreeSet<Key> {
        self.0.iter().filter_map(|((kind, _), parent)| of(*kind, parent)).collect()
    }

    /// Reads those that aren't known yet.
    async fn read(&mut self, db: &TenantDb, keys: BTreeSet<Key>) -> Result<(), StoreError> {
        let mut ids: BTreeMap<Kind, Vec<Uuid>> = BTreeMap::new();
        for (kind, id) in keys.into_iter().filter(|key| !self.0.contains_key(key)) {
            ids.entry(kind).or_default().push(id);
        }
        for (kind, ids) in ids {
            let found = match kind {
                Kind::Contract => {
                    use contract::{Column, Entity};
                    named::<Entity>(db, ids, Column::Id).await?
                }
                Kind::Deposit => {
                    use security_deposit::{Column, Entity};
                    named::<Entity>(db, ids, Column::ContractId).await?
                }
                Kind::Project => {
                    use project::{Column, Entity};
                    named::<Entity>(db, ids, Column::Id).await?
                }
                Kind::Task => {
                    use task::{Column, Entity};
                    named::<Entity>(db, ids, Column::ProjectId).await?
                }
                Kind::Document | Kind::User => Vec::new(),
            };
            self.0.extend(found.into_iter().map(|parent| ((kind, parent.id), parent)));
        }
        Ok(())
    }
}

async fn named<E: TenantEntity + Stamped + Named>(
    db: &TenantDb,
    ids: Vec<Uuid>,
    outer_id: E::Column,
) -> Result<Vec<Parent>, StoreError> {
    let (Some(at), Some(with)) = (E::DELETED_AT, E::DELETED_WITH) else { return Ok(Vec::new()) };
    let rows = db.all_of::<E>().filter(E::ID.is_in(ids)).select_only();
    let rows = rows.column_as(E::ID, "id").column_as(E::NAMED_BY, "name").column_as(at, "deleted_at");
    let rows = rows.column_as(with, "deleted_with").column_as(outer_id, "outer_id");
    Ok(rows.select.into_model::<Parent>().all(db.transaction()).await?)
}
