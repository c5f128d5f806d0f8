//! `DeletedService`.

mod list;

use chrono::TimeDelta;
use nirmaan_api::{
    access::Action::{self, Delete, Edit, View},
    common::{
        DeletionScope, DescribeDeletionRequest, FilterDeletedRequest, FilterDeletedResponse,
        RestoreDeletedRequest, RestoreDeletedResponse, deleted_record::Kind,
        deleted_service_server::DeletedService,
    },
};
use nirmaan_store::query::deleted::list::Gone;
use tonic::{Request, Response, async_trait};

use crate::{
    Deps,
    access::Caller,
    contracts::{contract_deletion, deposit_deletion},
    documents,
    error::{Error, Result, Violation},
    platform::{user_deletion, visits},
    projects::{project_deletion, task_deletion},
    wire::{self, Rpc},
};

/// How long what is deleted can be brought back.
pub(crate) const KEPT: TimeDelta = TimeDelta::days(30);

/// What deletions take along, and bringing it back.
pub struct Deleted {
    deps: Deps,
}

impl Deleted {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn describe(&self, caller: &Caller, request: DescribeDeletionRequest) -> Result<DeletionScope> {
        let rights: &[Action] = match request.kind() {
            // The form that makes a user inactive needs this as well.
            Kind::User if caller.may("User", Edit) => &[View],
            _ => &[View, Delete],
        };
        let kind = kind_of(caller, request.kind, rights)?;
        let id = wire::id(&request.id, "Record")?;
        let of_tenant = || self.deps.store.read(&caller.actor);
        match kind {
            Kind::Contract => contract_deletion::scope(&of_tenant().await?, id).await,
            Kind::Deposit => deposit_deletion::scope(&of_tenant().await?, id).await,
            Kind::Project => project_deletion::scope(&of_tenant().await?, id).await,
            Kind::Task => task_deletion::scope(&of_tenant().await?, id).await,
            Kind::Document => documents::deletion::scope(&of_tenant().await?, caller, id).await,
            Kind::User => user_deletion::scope(&self.deps, caller, id).await,
            Kind::Unspecified => Err(unnamed()),
        }
    }

    async fn filter(&self, caller: &Caller, request: FilterDeletedRequest) -> Result<FilterDeletedResponse> {
        let since = self.deps.store.clock().now() - KEPT;
        let filter = list::Filter::read(caller, &request)?;
        // In a transaction over all organisations nothing of their business is read.
        let platform = caller.platform.as_ref().filter(|_| filter.is_of_users());
        let people = self.deps.store.read_within(&caller.actor, platform).await?;
        let db = people.own(&caller.actor);
        let asked = wire::page_request(request.pagination, None);
        let page = filter.page(&db, &people, since, &asked).await?;
        visits::tell(&self.deps, caller, "user", page.content.iter().filter_map(Gone::tenant_id)).await?;
        let [number, size, total_pages] = wire::page_numbers(&page);
        let total_elements = page.total_elements as i64;
        let content = list::present(&db, &people, page.content).await?;
        Ok(FilterDeletedResponse { content, number, size, total_pages, total_elements })
    }

    async fn restore(&self, caller: &Caller, request: RestoreDeletedRequest) -> Result<()> {
        let kind = kind_of(caller, request.kind, &[Delete])?;
        let id = wire::id(&request.id, RECORD)?;
        let since = self.deps.store.clock().now() - KEPT;
        if kind == Kind::User {
            return user_deletion::restore(&self.deps, caller, id, since).await;
        }
        let restored = self.deps.store.write(&caller.actor, |db| async move {
            match kind {
                Kind::Contract => contract_deletion::restore(&db, id, since).await,
                Kind::Deposit => deposit_deletion::restore(&db, id, since).await,
                Kind::Project => project_deletion::restore(&db, id, since).await,
                Kind::Task => task_deletion::restore(&db, id, since).await,
                Kind::Document => documents::deletion::restore(&db, caller, id, since).await,
                Kind::Unspecified | Kind::User => Err(unnamed()),
            }
        });
        restored.await
    }
}

/// What there isn't when somebody asks for what isn't deleted, or was so long ago, or went along with another record.
const RECORD: &str = "Deleted record";

/// What comes of bringing a record back that isn't deleted: nothing, where it is there already.
///
/// # Errors
/// [`Error::NotFound`] where it isn't.
pub(crate) fn gone<M>(live: Option<M>) -> Result<()> {
    live.map(drop).ok_or(Error::NotFound(RECORD))
}

/// The kind that a request names, for which the caller has these rights.
///
/// # Errors
/// [`Error::Invalid`] without a kind, [`Error::Denied`] without the rights.
fn kind_of(caller: &Caller, kind: i32, rights: &[Action]) -> Result<Kind> {
    let kind = Kind::try_from(kind).unwrap_or(Kind::Unspecified);
    require(caller, kind, rights)?;
    Ok(kind)
}

/// Asks for rights for a kind of record.
///
/// # Errors
/// As [`kind_of`].
fn require(caller: &Caller, kind: Kind, rights: &[Action]) -> Result<()> {
    let module = match kind {
        Kind::Unspecified => return Err(unnamed()),
        Kind::Contract | Kind::Deposit => "Contracts",
        Kind::Project => "Projects",
        Kind::Task => "Project Tasks",
        Kind::User => "User",
        // Whether it is one of these is asked of the document.
        Kind::Document if !documents::deletion::granted(caller, rights).is_empty() => return Ok(()),
        Kind::Document => "Contracts",
    };
    rights.iter().try_for_each(|right| caller.require(module, *right))
}

/// Whoever doesn't say what kind of record they mean.
fn unnamed() -> Error {
    let message = "Name a kind of record, such as CONTRACT.".to_owned();
    Error::Invalid(vec![Violation { field: "kind".to_owned(), message }])
}

#[async_trait]
impl DeletedService for Deleted {
    async fn describe_deletion(&self, request: Request<DescribeDeletionRequest>) -> Rpc<DeletionScope> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.describe(&caller, request).await?))
    }

    async fn filter_deleted(&self, request: Request<FilterDeletedRequest>) -> Rpc<FilterDeletedResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.filter(&caller, request).await?))
    }

    async fn restore_deleted(&self, request: Request<RestoreDeletedRequest>) -> Rpc<RestoreDeletedResponse> {
        let (caller, request) = Caller::split(request)?;
        self.restore(&caller, request).await?;
        Ok(Response::new(RestoreDeletedResponse {}))
    }
}
