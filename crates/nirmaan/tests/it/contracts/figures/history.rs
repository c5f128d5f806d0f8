//! Random histories of a firm's contracts and deposits, lived through over gRPC.

use chrono::{Datelike, NaiveDate};
use nirmaan_api::{
    Date,
    contracts::{
        Contract, CreateContractRequest, CreateSecurityDepositRequest, DeleteContractRequest,
        DeleteSecurityDepositRequest, FilterContractsRequest, GetKpisRequest, Kpis,
        ListSecurityDepositsRequest, ListStatusCategorySummaryRequest, ListStatusSummaryRequest,
        SearchContractDepositsRequest, SecurityDeposit, StatusCategoryCount, StatusCount,
        UpdateContractRequest, UpdateSecurityDepositRequest,
        contract_dashboard_service_client::ContractDashboardServiceClient,
        contract_service_client::ContractServiceClient,
        security_deposit_service_client::SecurityDepositServiceClient,
    },
    types::{Money, Pagination},
};
use proptest::{
    collection::vec,
    option, prop_oneof,
    sample::{Index, select},
    strategy::{Just, Strategy},
};
use tonic::transport::Channel;

use crate::{
    build::Person,
    harness::{App, signed},
};

const FIRST_DAY: NaiveDate = NaiveDate::from_ymd_opt(2025, 12, 1).unwrap();

/// Something that happens. Indices are of what is there then.
#[derive(Debug, Clone)]
pub enum Event {
    NewContract(Contract),
    NewDeposit(Index, SecurityDeposit),
    ChangeContract(Index, Contract),
    ChangeDeposit(Index, SecurityDeposit),
    DeleteContract(Index),
    DeleteDeposit(Index),
}

/// Histories of up to forty events.
pub fn histories() -> impl Strategy<Value = Vec<Event>> {
    let index = proptest::arbitrary::any::<Index>;
    let event = prop_oneof![
        4 => contracts().prop_map(Event::NewContract),
        8 => (index(), deposits()).prop_map(|(at, deposit)| Event::NewDeposit(at, deposit)),
        3 => (index(), contracts()).prop_map(|(at, contract)| Event::ChangeContract(at, contract)),
        5 => (index(), deposits()).prop_map(|(at, deposit)| Event::ChangeDeposit(at, deposit)),
        1 => index().prop_map(Event::DeleteContract),
        2 => index().prop_map(Event::DeleteDeposit),
    ];
    vec(event, 0..40)
}

fn contracts() -> impl Strategy<Value = Contract> {
    (1..=19_i32, amounts(0)).prop_map(|(status, paper_cost)| Contract {
        status,
        paper_cost,
        ..Default::default()
    })
}

fn deposits() -> impl Strategy<Value = SecurityDeposit> {
    let kinds = select(vec!["EMD", "emd", "EMD 100%", "PERFORMANCE_SECURITY", "Retention धन"]);
    let parts = (kinds, amounts(1), 1..=11_i32, days(), days());
    parts.prop_map(|(kind, amount, status, submitted, returned)| SecurityDeposit {
        deposit_type: kind.to_owned(),
        instrument_no: "DD 1".to_owned(),
        amount: amount.or(Some(Money { paise: 1 })),
        status,
        deposit_submitted_date: submitted,
        deposit_returned_date: returned,
        ..Default::default()
    })
}

/// Amounts from so many paise, some of them odd, some of them huge.
fn amounts(least: i64) -> impl Strategy<Value = Option<Money>> {
    let paise = prop_oneof![Just(least), least..100_000, Just(1_000_000_000_000_000), least..10_000_000_000];
    option::weighted(0.8, paise.prop_map(|paise| Money { paise }))
}

fn days() -> impl Strategy<Value = Option<Date>> {
    let day = (0..120_u64).prop_map(|days| {
        let day = FIRST_DAY + chrono::Days::new(days);
        Date { year: day.year(), month: day.month() as i32, day: day.day() as i32 }
    });
    option::weighted(0.6, day)
}

/// Days from submission to return, of a deposit that has both.
pub fn days_out(deposit: &SecurityDeposit) -> Option<i64> {
    let day = |date: Date| NaiveDate::from_ymd_opt(date.year, date.month as u32, date.day as u32).unwrap();
    let submitted = deposit.deposit_submitted_date?;
    Some((day(deposit.deposit_returned_date?) - day(submitted)).num_days())
}

/// A firm after its history, and what it sees.
pub struct Firm<'a> {
    app: &'a App,
    person: Person,
    /// The ids of the live contracts.
    contracts: Vec<String>,
    /// The live deposits: their contract's id and their own.
    deposits: Vec<(String, String)>,
}

impl<'a> Firm<'a> {
    /// Lives through a history.
    pub async fn live(app: &'a App, history: &[Event]) -> Self {
        let name = format!("Firm {}", uuid::Uuid::now_v7().simple());
        let (_, person) = app.firm(&name).await;
        let mut firm = Self { app, person, contracts: Vec::new(), deposits: Vec::new() };
        for (at, event) in history.iter().enumerate() {
            firm.happen(at, event).await;
        }
        let listed = firm.contracts(FilterContractsRequest::default()).await;
        assert_eq!(listed.len(), firm.contracts.len());
        let mut deposits = 0;
        for contract in &firm.contracts {
            deposits += firm.deposits(contract).await.len();
        }
        assert_eq!(deposits, firm.deposits.len());
        firm
    }

    async fn happen(&mut self, at: usize, event: &Event) {
        match event {
            Event::NewContract(contract) => {
                let request = CreateContractRequest { contract: Some(named(contract, &format!("B-{at}"))) };
                let made = self.contract_service().await.create_contract(self.signed(request)).await.unwrap();
                self.contracts.push(made.into_inner().id);
            }
            Event::ChangeContract(index, contract) if !self.contracts.is_empty() => {
                let id = index.get(&self.contracts).clone();
                let request =
                    UpdateContractRequest { contract: Some(named(contract, &id)), id, update_mask: None };
                self.contract_service().await.update_contract(self.signed(request)).await.unwrap();
            }
            Event::DeleteContract(index) if !self.contracts.is_empty() => {
                let id = self.contracts.swap_remove(index.index(self.contracts.len()));
                self.deposits.retain(|(contract_id, _)| *contract_id != id);
                let request = DeleteContractRequest { id };
                self.contract_service().await.delete_contract(self.signed(request)).await.unwrap();
            }
            Event::NewDeposit(index, deposit) if !self.contracts.is_empty() => {
                let contract_id = index.get(&self.contracts).clone();
                let deposit = Some(deposit.clone());
                let request = CreateSecurityDepositRequest { contract_id: contract_id.clone(), deposit };
                let request = self.signed(request);
                let made = self.deposit_service().await.create_security_deposit(request).await.unwrap();
                self.deposits.push((contract_id, made.into_inner().id));
            }
            Event::ChangeDeposit(index, deposit) if !self.deposits.is_empty() => {
                let (contract_id, id) = index.get(&self.deposits).clone();
                let request = UpdateSecurityDepositRequest {
                    contract_id,
                    id,
                    deposit: Some(deposit.clone()),
                    update_mask: None,
                };
                let request = self.signed(request);
                self.deposit_service().await.update_security_deposit(request).await.unwrap();
            }
            Event::DeleteDeposit(index) if !self.deposits.is_empty() => {
                let (contract_id, id) = self.deposits.swap_remove(index.index(self.deposits.len()));
                let request = self.signed(DeleteSecurityDepositRequest { contract_id, id });
                self.deposit_service().await.delete_security_deposit(request).await.unwrap();
            }
            // There is nothing that it could happen to.
            _ => {}
        }
    }

    fn signed<T>(&self, message: T) -> tonic::Request<T> {
        signed(message, &self.person.token)
    }

    async fn contract_service(&self) -> ContractServiceClient<Channel> {
        ContractServiceClient::new(self.app.channel().await)
    }

    async fn deposit_service(&self) -> SecurityDepositServiceClient<Channel> {
        SecurityDepositServiceClient::new(self.app.channel().await)
    }

    async fn dashboard(&self) -> ContractDashboardServiceClient<Channel> {
        ContractDashboardServiceClient::new(self.app.channel().await)
    }

    /// Every contract that a list finds; histories are shorter than a page.
    pub async fn contracts(&self, filter: FilterContractsRequest) -> Vec<Contract> {
        let request = self.signed(FilterContractsRequest { pagination: whole(), ..filter });
        let page = self.contract_service().await.filter_contracts(request).await.unwrap().into_inner();
        assert_eq!(page.total_elements, page.content.len() as i64);
        page.content
    }

    /// A contract's deposits.
    pub async fn deposits(&self, contract_id: &str) -> Vec<SecurityDeposit> {
        let request = self.signed(ListSecurityDepositsRequest { contract_id: contract_id.to_owned() });
        self.deposit_service().await.list_security_deposits(request).await.unwrap().into_inner().deposits
    }

    /// What the combined search finds.
    pub async fn search(
        &self,
        filter: SearchContractDepositsRequest,
    ) -> (Vec<Contract>, Vec<SecurityDeposit>) {
        let request = self.signed(SearchContractDepositsRequest { pagination: whole(), ..filter });
        let page = self.deposit_service().await.search_contract_deposits(request).await.unwrap().into_inner();
        assert_eq!(page.total_elements, page.content.len() as i64);
        (page.content, page.deposits)
    }

    /// The figures.
    pub async fn kpis(&self) -> Kpis {
        self.dashboard().await.get_kpis(self.signed(GetKpisRequest {})).await.unwrap().into_inner()
    }

    /// The counts by status and by category.
    pub async fn summaries(&self) -> (Vec<StatusCount>, Vec<StatusCategoryCount>) {
        let mut dashboard = self.dashboard().await;
        let by_status =
            dashboard.list_status_summary(self.signed(ListStatusSummaryRequest {})).await.unwrap();
        let by_category = dashboard
            .list_status_category_summary(self.signed(ListStatusCategorySummaryRequest {}))
            .await
            .unwrap();
        (by_status.into_inner().rows, by_category.into_inner().rows)
    }
}

fn named(contract: &Contract, bid_id: &str) -> Contract {
    Contract { bid_id: bid_id.to_owned(), contract_name: "Road".to_owned(), ..contract.clone() }
}

fn whole() -> Option<Pagination> {
    Some(Pagination { page: 0, size: Some(200) })
}
