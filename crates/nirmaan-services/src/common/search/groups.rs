//! What is found of each kind.

use std::collections::HashMap;

use nirmaan_api::{
    access::Action::View,
    common::{SearchGroup, SearchHit, search_group::Kind},
};
use nirmaan_store::{
    ActiveEnum, ColumnTrait, Findable, QueryFilter, TenantDb, TenantEntity,
    entity::{
        contract,
        document::{self, EntityType},
        project, security_deposit, task, user,
    },
    query::documents,
};
use uuid::Uuid;

use crate::{access::Caller, error::Result, wire};

/// Hits of one kind.
const MOST: usize = 5;
/// Rows that are read to know whether there are more.
const READ: u64 = MOST as u64 + 1;

/// What is looked for, where, and for whom. A kind that the caller may not view isn't looked for.
pub(super) struct Sought<'a> {
    pub(super) db: &'a TenantDb,
    pub(super) caller: &'a Caller,
    pub(super) word: &'a str,
}

impl Sought<'_> {
    /// By bid id, name, reference and licence holder.
    pub(super) async fn contracts(&self) -> Result<Option<SearchGroup>> {
        let rows = self.best::<contract::Entity>("Contracts").await?;
        Ok(group(Kind::Contract, rows, |row| SearchHit {
            id: row.id.to_string(),
            title: row.contract_name,
            detail: row.bid_id,
            status: row.status.to_value(),
            ..SearchHit::default()
        }))
    }

    /// By the instrument's number alone: account numbers aren't for everybody who may view contracts.
    pub(super) async fn deposits(&self) -> Result<Option<SearchGroup>> {
        let rows = self.best::<security_deposit::Entity>("Contracts").await?;
        let contracts = self.contract_names(rows.iter().map(|row| row.contract_id)).await?;
        Ok(group(Kind::Deposit, rows, |row| SearchHit {
            id: row.id.to_string(),
            title: row.instrument_no,
            detail: name_of(&contracts, row.contract_id),
            status: row.status.to_value(),
            owner_id: row.contract_id.to_string(),
            ..SearchHit::default()
        }))
    }

    /// By name and bid id.
    pub(super) async fn projects(&self) -> Result<Option<SearchGroup>> {
        let rows = self.best::<project::Entity>("Projects").await?;
        Ok(group(Kind::Project, rows, |row| SearchHit {
            id: row.id.to_string(),
            title: row.project_name,
            detail: row.contract_bid_id,
            status: row.status.to_value(),
            ..SearchHit::default()
        }))
    }

    /// By title.
    pub(super) async fn tasks(&self) -> Result<Option<SearchGroup>> {
        let rows = self.best::<task::Entity>("Project Tasks").await?;
        let projects = self.project_names(rows.iter().map(|row| row.project_id)).await?;
        Ok(group(Kind::Task, rows, |row| SearchHit {
            id: row.id.to_string(),
            title: row.title,
            detail: name_of(&projects, row.project_id),
            status: row.status.to_value(),
            owner_id: row.project_id.to_string(),
            ..SearchHit::default()
        }))
    }

    /// By file name, of what the caller may view.
    pub(super) async fn documents(&self) -> Result<Option<SearchGroup>> {
        let grants = self.caller.entities(View);
        let rows = documents::find(self.db, &grants).best(self.word, READ).await?;
        let owners =
            |wanted| rows.iter().filter(move |row| row.entity_type == wanted).map(|row| row.entity_id);
        let mut names = self.contract_names(owners(EntityType::Contract)).await?;
        names.extend(self.project_names(owners(EntityType::Project)).await?);
        names.extend(self.task_titles(owners(EntityType::Task)).await?);
        let deposits = self.with_ids::<security_deposit::Entity>(owners(EntityType::Deposit)).await?;
        names.extend(deposits.iter().map(|deposit| (deposit.id, deposit.instrument_no.clone())));
        let contracts: HashMap<_, _> =
            deposits.into_iter().map(|deposit| (deposit.id, deposit.contract_id)).collect();
        Ok(group(Kind::Document, rows, |row: document::Model| SearchHit {
            id: row.id.to_string(),
            title: row.file_name,
            detail: name_of(&names, row.entity_id),
            owner_id: row.entity_id.to_string(),
            owner_type: row.entity_type.to_value(),
            owner_contract_id: wire::optional_id(contracts.get(&row.entity_id).copied()),
            ..SearchHit::default()
        }))
    }

    /// By e-mail address, mobile number and designation.
    pub(super) async fn users(&self) -> Result<Option<SearchGroup>> {
        let rows = self.best::<user::Entity>("User").await?;
        Ok(group(Kind::User, rows, |row| SearchHit {
            id: row.id.to_string(),
            title: row.email,
            detail: row.designation,
            status: if row.is_active { String::new() } else { "INACTIVE".to_owned() },
            ..SearchHit::default()
        }))
    }

    async fn best<E>(&self, module: &str) -> Result<Vec<E::Model>>
    where
        E: TenantEntity + Findable,
        E::Model: Send + Sync,
    {
        if !self.caller.may(module, View) {
            return Ok(Vec::new());
        }
        Ok(self.db.find::<E>().best(self.word, READ).await?)
    }

    async fn contract_names(&self, ids: impl Iterator<Item = Uuid>) -> Result<HashMap<Uuid, String>> {
        let rows = self.with_ids::<contract::Entity>(ids).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.contract_name)).collect())
    }

    async fn project_names(&self, ids: impl Iterator<Item = Uuid>) -> Result<HashMap<Uuid, String>> {
        let rows = self.with_ids::<project::Entity>(ids).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.project_name)).collect())
    }

    async fn task_titles(&self, ids: impl Iterator<Item = Uuid>) -> Result<HashMap<Uuid, String>> {
        let rows = self.with_ids::<task::Entity>(ids).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.title)).collect())
    }

    async fn with_ids<E>(&self, ids: impl Iterator<Item = Uuid>) -> Result<Vec<E::Model>>
    where
        E: TenantEntity,
        E::Model: Send + Sync,
    {
        let ids: Vec<_> = ids.collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.db.find::<E>().filter(E::ID.is_in(ids)).all().await?)
    }
}

fn group<M>(kind: Kind, rows: Vec<M>, hit: impl Fn(M) -> SearchHit) -> Option<SearchGroup> {
    let more = rows.len() > MOST;
    let hits: Vec<_> = rows.into_iter().take(MOST).map(hit).collect();
    (!hits.is_empty()).then(|| SearchGroup { kind: kind.into(), hits, more })
}

fn name_of(names: &HashMap<Uuid, String>, id: Uuid) -> String {
    names.get(&id).cloned().unwrap_or_default()
}
