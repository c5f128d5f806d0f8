//! The list of what can be brought back.

use chrono::{DateTime, NaiveDate, Utc};
use nirmaan_api::{
    access::Action::{self, Delete, View},
    common::{
        DeletedRecord, DeletionScope, FilterDeletedRequest,
        deleted_record::{Kind, Parent},
    },
};
use nirmaan_store::{
    Page, PageRequest, TenantDb,
    query::{
        deleted::list::{self, Along, Gone, Kind as Stored, Wanted},
        documents::EntityGrant,
        people,
    },
};

use super::{KEPT, kind_of, require};
use crate::{
    access::Caller,
    check::Check,
    contracts::contract_deletion,
    documents::deletion::granted,
    error::Result,
    wire::{self, money, timestamp},
};

const KINDS: [(Stored, Kind); 5] = [
    (Stored::Contract, Kind::Contract),
    (Stored::Deposit, Kind::Deposit),
    (Stored::Project, Kind::Project),
    (Stored::Task, Kind::Task),
    (Stored::Document, Kind::Document),
];

/// What it takes to see what was deleted: the list tells what it was, and is there to bring it back.
const BOTH: &[Action] = &[View, Delete];

/// Which deleted records, checked.
pub(super) struct Filter {
    kinds: Vec<Stored>,
    documents: Vec<EntityGrant>,
    name: String,
    days: (Option<NaiveDate>, Option<NaiveDate>),
}

impl Filter {
    /// What a request asks for, of what the caller may both view and delete.
    pub(super) fn read(caller: &Caller, request: &FilterDeletedRequest) -> Result<Self> {
        let named =
            request.kind.iter().map(|kind| kind_of(caller, *kind, BOTH)).collect::<Result<Vec<_>>>()?;
        let is_wanted = |kind: Kind| match named.is_empty() {
            true => require(caller, kind, BOTH).is_ok(),
            false => named.contains(&kind),
        };
        let kinds: Vec<_> =
            KINDS.iter().filter(|(_, kind)| is_wanted(*kind)).map(|(stored, _)| *stored).collect();
        if kinds.is_empty() {
            require(caller, Kind::Contract, BOTH)?;
        }
        let mut check = Check::default();
        let name = check.text("name", "Name", &request.name, 255);
        check.done()?;
        let days = wire::days(request.date_range.clone())?;
        Ok(Self { kinds, documents: granted(caller, BOTH), name, days })
    }

    /// A page of those that were deleted since an instant.
    pub(super) async fn page(
        &self,
        db: &TenantDb,
        since: DateTime<Utc>,
        request: &PageRequest,
    ) -> Result<Page<Gone>> {
        let Self { kinds, documents, name, days } = self;
        Ok(list::page(db, &Wanted { kinds, documents, since, name, days: *days }, request).await?)
    }
}

/// Deleted records as clients see them.
pub(super) async fn present(db: &TenantDb, gone: Vec<Gone>) -> Result<Vec<DeletedRecord>> {
    let parents = list::parents(db, &gone).await?;
    let mut along = list::along(db, &gone).await?;
    let emails = people::emails(db, gone.iter().filter_map(|row| row.by)).await?;
    let parent = |of| {
        let (kind, id) = of?;
        let list::Parent { name, deleted_at, contract_id, .. } = parents.get(&(kind, id))?;
        let contract_id = if kind == Stored::Deposit { contract_id.to_string() } else { String::new() };
        let kind = told(kind).into();
        Some(Parent {
            kind,
            id: id.to_string(),
            name: name.clone(),
            is_deleted: deleted_at.is_some(),
            contract_id,
        })
    };
    let present = |row: Gone| DeletedRecord {
        kind: told(row.kind()).into(),
        id: row.id.to_string(),
        amount: (row.kind() == Stored::Deposit).then(|| money(row.amount)),
        deleted_at: Some(timestamp(row.at)),
        deleted_by: row.by.and_then(|id| emails.get(&id)).cloned().unwrap_or_default(),
        restorable_until: Some(timestamp(row.at + KEPT)),
        went_along: along.remove(&row.id).map(|Along { deposits, tasks, documents }| DeletionScope {
            tasks,
            documents,
            ..contract_deletion::of_deposits(&deposits)
        }),
        // The task above it, if that is gone: it has to come back first, unless the project has.
        parent: parent(row.above())
            .filter(|above| {
                above.is_deleted && parent(row.parent()).is_some_and(|project| !project.is_deleted)
            })
            .or_else(|| parent(row.parent())),
        name: row.name,
        contract_name: row.contract_name,
        entity_type: row.entity_type,
    };
    Ok(gone.into_iter().map(present).collect())
}

fn told(kind: Stored) -> Kind {
    KINDS.into_iter().find(|(stored, _)| *stored == kind).map_or(Kind::Unspecified, |(_, kind)| kind)
}
