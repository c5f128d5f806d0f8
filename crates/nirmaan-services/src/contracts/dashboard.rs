//! `ContractDashboardService`.

mod rules;

use std::collections::HashMap;

use nirmaan_api::contracts::{
    GetKpisRequest, Kpis, ListStatusCategorySummaryRequest, ListStatusCategorySummaryResponse,
    ListStatusSummaryRequest, ListStatusSummaryResponse, StatusCategoryCount, StatusCount,
    contract_dashboard_service_server::ContractDashboardService,
};
use nirmaan_store::{entity::contract::Status as RowStatus, query::kpis};
use tonic::{Request, Response, async_trait};

use super::status::{self, Category};
use crate::{
    Deps,
    access::Caller,
    error::{Error, Result},
    wire::Rpc,
};

/// Counts and sums over the tenant's live contracts and deposits.
pub struct Dashboard {
    deps: Deps,
}

impl Dashboard {
    /// The service.
    pub fn new(deps: Deps) -> Self {
        Self { deps }
    }

    async fn counts(&self, caller: &Caller) -> Result<HashMap<RowStatus, i64>> {
        let db = self.deps.store.read(&caller.actor).await?;
        let groups = kpis::contracts(&db).await?;
        Ok(groups.into_iter().map(|group| (group.status, group.contracts)).collect())
    }
}

#[async_trait]
impl ContractDashboardService for Dashboard {
    async fn get_kpis(&self, request: Request<GetKpisRequest>) -> Rpc<Kpis> {
        let (caller, _) = Caller::split(request)?;
        // One handle is one snapshot: the figures of a call agree with each other.
        let db = self.deps.store.read(&caller.actor).await.map_err(Error::from)?;
        let contracts = kpis::contracts(&db).await.map_err(Error::from)?;
        let deposits = kpis::deposits(&db).await.map_err(Error::from)?;
        Ok(Response::new(rules::kpis(&contracts, &deposits)))
    }

    async fn list_status_summary(
        &self,
        request: Request<ListStatusSummaryRequest>,
    ) -> Rpc<ListStatusSummaryResponse> {
        let counts = self.counts(&Caller::split(request)?.0).await?;
        let rows = status::all()
            .map(|status| StatusCount {
                status: status::to_wire(status).into(),
                count: counts.get(&status).copied().unwrap_or(0),
            })
            .collect();
        Ok(Response::new(ListStatusSummaryResponse { rows }))
    }

    async fn list_status_category_summary(
        &self,
        request: Request<ListStatusCategorySummaryRequest>,
    ) -> Rpc<ListStatusCategorySummaryResponse> {
        let counts = self.counts(&Caller::split(request)?.0).await?;
        let rows = Category::ALL
            .map(|category| {
                let statuses = status::all().filter(|status| Category::of(*status) == category);
                StatusCategoryCount {
                    status_category: category.label().to_owned(),
                    total_count: statuses.clone().filter_map(|status| counts.get(&status)).sum(),
                    statuses: statuses.map(|status| status::to_wire(status).into()).collect(),
                }
            })
            .to_vec();
        Ok(Response::new(ListStatusCategorySummaryResponse { rows }))
    }
}
