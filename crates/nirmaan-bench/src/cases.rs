//! The calls that are measured, on each side.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use anyhow::Context;
use futures_util::future::BoxFuture;
use nirmaan_api::{
    contracts::{
        Contract, CreateContractRequest, FilterContractsRequest, GetContractRequest, GetKpisRequest,
        ListStatusSummaryRequest, SearchContractDepositsRequest, contract::Status,
        contract_dashboard_service_client::ContractDashboardServiceClient,
        contract_service_client::ContractServiceClient,
        security_deposit_service_client::SecurityDepositServiceClient,
    },
    types::Money,
};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use tonic::{
    Request,
    metadata::{Ascii, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};
use uuid::Uuid;

use crate::{
    data::{Firm, Firms},
    load::{Call, Calls},
};

/// The password of the demo's accounts.
const PASSWORD: &str = "Nirmaan@2026";
/// What the filtered page asks for, beside a word.
const STATUSES: [Status; 3] = [Status::Submitted, Status::Rejected, Status::Closed];
/// A word that some names contain.
const WORD: &str = "road";
/// What a new contract is worth.
const RUPEES: i64 = 1_250_000;

/// A call, and how each side makes it.
pub struct Case {
    /// What is called.
    pub name: String,
    /// The bare server's share that is to be reached.
    pub must: Option<f64>,
    /// On the bare server.
    pub bare: Option<Calls>,
    /// On Nirmaan, over gRPC.
    pub grpc: Calls,
    /// On Nirmaan, over JSON.
    pub json: Calls,
}

/// Every case.
pub async fn all(firms: &Firms, bare: &str, nirmaan: &str) -> anyhow::Result<Vec<Case>> {
    let mut cases = vec![
        get(&Side::of(bare, nirmaan, &firms.small).await?),
        create(&Side::of(bare, nirmaan, &firms.written).await?),
    ];
    for firm in [&firms.small, &firms.large] {
        let side = Side::of(bare, nirmaan, firm).await?;
        cases.extend([page(&side), filter(&side), status_summary(&side), kpis(&side), deposits(&side)]);
    }
    Ok(cases)
}

/// What a firm's owner sends to sign in.
pub fn login(http: &Client, nirmaan: &str, firm: &Firm) -> RequestBuilder {
    let body = json!({"emailOrMobile": firm.owner, "password": PASSWORD, "tenantName": firm.name});
    http.post(format!("{nirmaan}/api/auth/login")).json(&body)
}

/// Signs a firm's owner in; the token of the session.
pub async fn sign_in(http: &Client, nirmaan: &str, firm: &Firm) -> anyhow::Result<String> {
    let answer: Value = login(http, nirmaan, firm).send().await?.error_for_status()?.json().await?;
    Ok(answer.get("accessToken").and_then(Value::as_str).context("no token")?.to_owned())
}

/// Both servers, and somebody of a firm who is signed in.
struct Side {
    bare: String,
    nirmaan: String,
    firm: Firm,
    token: String,
}

impl Side {
    async fn of(bare: &str, nirmaan: &str, firm: &Firm) -> anyhow::Result<Self> {
        let token = sign_in(&Client::new(), nirmaan, firm).await?;
        Ok(Self { bare: bare.to_owned(), nirmaan: nirmaan.to_owned(), firm: firm.clone(), token })
    }

    fn name(&self, call: &str) -> String {
        format!("{call}, {}k", self.firm.size.div_ceil(1_000))
    }

    fn bare(
        &self,
        request: impl Fn(&Client, &str, usize) -> RequestBuilder + Send + Sync + 'static,
    ) -> Option<Calls> {
        let base = self.bare.clone();
        Some(http(move |client, at| request(client, &base, at)))
    }

    fn json(
        &self,
        request: impl Fn(&Client, &str, usize) -> RequestBuilder + Send + Sync + 'static,
    ) -> Calls {
        let (base, token) = (format!("{}/api", self.nirmaan), self.token.clone());
        http(move |client, at| request(client, &base, at).bearer_auth(&token))
    }

    fn grpc<F>(&self, call: impl Fn(Signed, usize) -> F + Send + Sync + 'static) -> Calls
    where
        F: Future<Output = Result<(), tonic::Status>> + Send + 'static,
    {
        let (call, base, token) = (Arc::new(call), self.nirmaan.clone(), self.token.clone());
        Arc::new(move || {
            let (call, base, token) = (call.clone(), base.clone(), token.clone());
            Box::pin(async move {
                let channel = Endpoint::from_shared(base)?.connect().await?;
                let signed = InterceptedService::new(channel, Bearer(format!("Bearer {token}").parse()?));
                let turns = AtomicUsize::new(0);
                Ok(Box::new(move || {
                    let called = call(signed.clone(), turns.fetch_add(1, Ordering::Relaxed));
                    let called: BoxFuture<'static, anyhow::Result<()>> =
                        Box::pin(async move { Ok(called.await?) });
                    called
                }) as Call)
            })
        })
    }
}

/// A channel whose calls carry a token.
type Signed = InterceptedService<Channel, Bearer>;

#[derive(Clone)]
struct Bearer(MetadataValue<Ascii>);

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, tonic::Status> {
        request.metadata_mut().insert("authorization", self.0.clone());
        Ok(request)
    }
}

/// Calls over HTTP/1.1, whose answers are read to their end.
fn http(request: impl Fn(&Client, usize) -> RequestBuilder + Send + Sync + 'static) -> Calls {
    let request = Arc::new(request);
    Arc::new(move || {
        let (request, client, turns) = (request.clone(), Client::new(), AtomicUsize::new(0));
        Box::pin(async move {
            Ok(Box::new(move || {
                let request = request(&client, turns.fetch_add(1, Ordering::Relaxed));
                let called: BoxFuture<'static, anyhow::Result<()>> = Box::pin(async move {
                    request.send().await?.error_for_status()?.bytes().await?;
                    Ok(())
                });
                called
            }) as Call)
        })
    })
}

fn get(side: &Side) -> Case {
    let ids = Arc::new(side.firm.contracts.clone());
    let of = move |at: usize| ids.get(at % ids.len()).copied().unwrap_or_default();
    let tenant = side.firm.id;
    let (first, second, third) = (of.clone(), of.clone(), of);
    Case {
        name: side.name("get"),
        must: Some(0.45),
        bare: side
            .bare(move |client, base, at| client.get(format!("{base}/contracts/{tenant}/{}", first(at)))),
        grpc: side.grpc(move |signed, at| {
            let request = GetContractRequest { id: second(at).to_string() };
            async move { ContractServiceClient::new(signed).get_contract(request).await.map(drop) }
        }),
        json: side.json(move |client, base, at| client.get(format!("{base}/contracts/{}", third(at)))),
    }
}

fn create(side: &Side) -> Case {
    let tenant = side.firm.id;
    let bid_id = || Uuid::new_v4().to_string();
    Case {
        name: "create".to_owned(),
        must: Some(0.40),
        bare: side.bare(move |client, base, _| {
            let value = RUPEES * 100;
            let body =
                json!({"tenant": tenant, "bid_id": bid_id(), "contract_name": "A road", "value": value});
            client.post(format!("{base}/contracts")).json(&body)
        }),
        grpc: side.grpc(move |signed, _| {
            let contract = Contract {
                bid_id: bid_id(),
                contract_name: "A road".to_owned(),
                tender_actual_value: Some(Money { paise: RUPEES * 100 }),
                ..Contract::default()
            };
            let request = CreateContractRequest { contract: Some(contract) };
            async move { ContractServiceClient::new(signed).create_contract(request).await.map(drop) }
        }),
        json: side.json(move |client, base, _| {
            let body = json!({"bidId": bid_id(), "contractName": "A road", "tenderActualValue": RUPEES});
            client.post(format!("{base}/contracts")).json(&body)
        }),
    }
}

fn page(side: &Side) -> Case {
    let tenant = side.firm.id;
    Case {
        name: side.name("page with its total"),
        must: Some(0.60),
        bare: side.bare(move |client, base, _| client.get(format!("{base}/contracts/{tenant}"))),
        grpc: side.grpc(|signed, _| async move {
            let request = FilterContractsRequest::default();
            ContractServiceClient::new(signed).filter_contracts(request).await.map(drop)
        }),
        json: side.json(|client, base, _| client.post(format!("{base}/contracts/filter")).json(&json!({}))),
    }
}

fn filter(side: &Side) -> Case {
    let tenant = side.firm.id;
    let names = STATUSES.map(|status| status.as_str_name());
    Case {
        name: side.name("filtered page with its total"),
        must: Some(0.60),
        bare: side.bare(move |client, base, _| {
            let body = json!({"tenant": tenant, "statuses": names, "word": WORD});
            client.post(format!("{base}/contracts/filter")).json(&body)
        }),
        grpc: side.grpc(|signed, _| async move {
            let request = FilterContractsRequest {
                contract_name: WORD.to_owned(),
                status: STATUSES.map(Into::into).to_vec(),
                ..FilterContractsRequest::default()
            };
            ContractServiceClient::new(signed).filter_contracts(request).await.map(drop)
        }),
        json: side.json(move |client, base, _| {
            let body = json!({"contractName": WORD, "status": names});
            client.post(format!("{base}/contracts/filter")).json(&body)
        }),
    }
}

/// A call that the bare server has no counterpart of.
fn alone(side: &Side, call: &str, grpc: Calls, json: Calls) -> Case {
    Case { name: side.name(call), must: None, bare: None, grpc, json }
}

fn status_summary(side: &Side) -> Case {
    let grpc = side.grpc(|signed, _| async move {
        let request = ListStatusSummaryRequest::default();
        ContractDashboardServiceClient::new(signed).list_status_summary(request).await.map(drop)
    });
    let json = side.json(|client, base, _| client.get(format!("{base}/contract-dashboard/status-summary")));
    alone(side, "status summary", grpc, json)
}

fn kpis(side: &Side) -> Case {
    let grpc = side.grpc(|signed, _| async move {
        ContractDashboardServiceClient::new(signed).get_kpis(GetKpisRequest {}).await.map(drop)
    });
    let json =
        side.json(|client, base, _| client.post(format!("{base}/contract-dashboard/kpis")).json(&json!({})));
    alone(side, "KPIs", grpc, json)
}

fn deposits(side: &Side) -> Case {
    let grpc = side.grpc(|signed, _| async move {
        let request = SearchContractDepositsRequest { contract_name: WORD.to_owned(), ..Default::default() };
        SecurityDepositServiceClient::new(signed).search_contract_deposits(request).await.map(drop)
    });
    let json = side.json(|client, base, _| {
        client.post(format!("{base}/contracts-deposit/search")).json(&json!({"contractName": WORD}))
    });
    alone(side, "search of deposits", grpc, json)
}
