//! `SearchService`.

mod groups;

use nirmaan_api::common::{SearchRequest, SearchResponse, search_service_server::SearchService};
use tonic::{Request, Response, async_trait};

use self::groups::Sought;
use crate::{Deps, access::Caller, check::Check, error::Result, wire::Rpc};

/// A shorter query, in characters, finds too much to be of use.
const SHORTEST: usize = 2;

/// One search over everything.
pub struct Search {
    deps: Deps,
}

impl Search {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn search(&self, caller: &Caller, request: &SearchRequest) -> Result<SearchResponse> {
        let mut check = Check::default();
        let word = check.text("query", "Query", &request.query, 255);
        check.done()?;
        if word.chars().count() < SHORTEST {
            return Ok(SearchResponse { groups: Vec::new() });
        }
        let _leave = self.deps.places.large_read(caller).await?;
        let db = self.deps.store.read(&caller.actor).await?;
        let sought = Sought { db: &db, caller, word: &word };
        // One after the other: they share a snapshot, and with it a connection.
        let groups = [
            sought.contracts().await?,
            sought.deposits().await?,
            sought.projects().await?,
            sought.tasks().await?,
            sought.documents().await?,
            sought.users().await?,
        ];
        Ok(SearchResponse { groups: groups.into_iter().flatten().collect() })
    }
}

#[async_trait]
impl SearchService for Search {
    async fn search(&self, request: Request<SearchRequest>) -> Rpc<SearchResponse> {
        let (caller, request) = Caller::split(request)?;
        Ok(Response::new(self.search(&caller, &request).await?))
    }
}
