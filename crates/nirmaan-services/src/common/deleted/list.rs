//! The list of what was deleted.

use chrono::{DateTime, NaiveDate, Utc};
use nirmaan_api::{
    access::Action::{self, Delete, View},
    common::{
        DeletedRecord, DeletionScope, FilterDeletedRequest,
        deleted_record::{Kind, Parent},
    },
};
use nirmaan_store::{
    Page, PageRequest, ReachDb, TenantDb,
    query::{
        deleted::{
            list::{self, Along, Gone, Key, Kind as Stored, Wanted},
            parents::{Parents, Wait},
        },
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
    wire::{self, money, name_and_state, optional_id, timestamp},
};

const KINDS: [(Stored, Kind); 6] = [
    (Stored::Contract, Kind::Contract),
    (Stored::Deposit, Kind::Deposit),
    (Stored::Project, Kind::Project),
    (Stored::Task, Kind::Task),
    (Stored::Document, Kind::Document),
    (Stored::User, Kind::User),
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

    /// Whether it asks for users alone.
    pub(super) fn is_of_users(&self) -> bool {
        self.kinds == [Stored::User]
    }

    /// A page of those that were deleted since an instant; of users, those within reach of `people`.
    pub(super) async fn page(
        &self,
        db: &TenantDb,
        people: &ReachDb,
        since: DateTime<Utc>,
        request: &PageRequest,
    ) -> Result<Page<Gone>> {
        let Self { kinds, documents, name, days } = self;
        Ok(list::page(db, &Wanted { kinds, documents, people, since, name, days: *days }, request).await?)
    }
}

/// Deleted records as clients see them.
pub(super) async fn present(db: &TenantDb, people: &ReachDb, gone: Vec<Gone>) -> Result<Vec<DeletedRecord>> {
    let parents = Parents::of(db, &gone).await?;
    let mut along = list::along(db, people, &gone).await?;
    let tenants = people::tenant_names(people, gone.iter().filter_map(Gone::tenant_id)).await?;
    let by = people::with_names(people, gone.iter().filter_map(|row| row.by)).await?;
    let present = |row: Gone| {
        let wait = parents.wait(&row);
        let tenant_name = row.tenant_id().and_then(|id| tenants.get(&id)).cloned().unwrap_or_default();
        let (deleted_by, deleted_by_state) = name_and_state(by.of(row.by));
        DeletedRecord {
            kind: told(row.kind()).into(),
            id: row.id.to_string(),
            amount: (row.kind() == Stored::Deposit).then(|| money(row.amount)),
            deleted_at: Some(timestamp(row.at)),
            deleted_by,
            restorable_until: (wait != Wait::ForGood).then(|| timestamp(row.at + KEPT)),
            went_along: along.remove(&row.id).map(|along| scope(row.kind(), along)),
            parent: row.parent().and_then(|key| parent(&parents, key)),
            waits_for: match wait {
                Wait::For(key) => parent(&parents, key),
                Wait::Nothing | Wait::ForGood => None,
            },
            name: row.name,
            contract_name: row.contract_name,
            entity_type: row.entity_type,
            tenant_name,
            deleted_by_state,
        }
    };
    Ok(gone.into_iter().map(present).collect())
}

fn parent(parents: &Parents, (kind, id): Key) -> Option<Parent> {
    let found = parents.get((kind, id))?;
    Some(Parent {
        kind: told(kind).into(),
        id: id.to_string(),
        name: found.name.clone(),
        is_deleted: found.deleted_at.is_some(),
        contract_id: optional_id(found.outer(kind).filter(|_| kind == Stored::Deposit).map(|(_, id)| id)),
    })
}

/// What went along with a record of a kind; amounts are those of a contract's deposits.
fn scope(kind: Stored, Along { deposits, tasks, documents, roles }: Along) -> DeletionScope {
    let of_deposits = match kind {
        Stored::Contract => contract_deletion::of_deposits(&deposits),
        _ => DeletionScope::default(),
    };
    DeletionScope { tasks, documents, roles, ..of_deposits }
}

fn told(kind: Stored) -> Kind {
    KINDS.into_iter().find(|(stored, _)| *stored == kind).map_or(Kind::Unspecified, |(_, kind)| kind)
}
