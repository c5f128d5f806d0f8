//! The dashboard's figures against the rows: whatever happens to contracts and deposits, every figure is what adding
//! up the rows says, and what a card opens adds up to its figure.

mod history;
pub mod kept;

use std::collections::BTreeMap;

use nirmaan_api::contracts::{
    Contract, DepositTypeTotal, FilterContractsRequest, Kpis, SearchContractDepositsRequest, SecurityDeposit,
    StatusCategoryCount, contract::Status as ContractStatus, security_deposit::Status,
};
use nirmaan_api::types::Money;
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Runtime;

use self::history::{Firm, histories};
use crate::harness::App;

/// All that count: neither CANCELLED nor REJECTED.
const COUNTED: [Status; 9] = [
    Status::Draft,
    Status::Submitted,
    Status::Refunded,
    Status::Forfeited,
    Status::Released,
    Status::PendingRelease,
    Status::PendingRefund,
    Status::Returned,
    Status::Pending,
];
const REFUNDED: [Status; 3] = [Status::Refunded, Status::Returned, Status::Released];
const STILL_OUT: [Status; 5] =
    [Status::Draft, Status::Submitted, Status::Pending, Status::PendingRelease, Status::PendingRefund];
const INITIATED: [Status; 2] = [Status::PendingRefund, Status::PendingRelease];
const OUT: [Status; 4] = [Status::Submitted, Status::Pending, Status::PendingRefund, Status::PendingRelease];

/// The categories, as they are documented.
const CATEGORIES: [(&str, &[ContractStatus]); 5] = [
    (
        "Pre-Project",
        &[
            ContractStatus::Draft,
            ContractStatus::Submitted,
            ContractStatus::Awarded,
            ContractStatus::Accepted,
            ContractStatus::WorkOrderIssued,
        ],
    ),
    (
        "Active",
        &[
            ContractStatus::Mobilized,
            ContractStatus::WorkInProgress,
            ContractStatus::OnHold,
            ContractStatus::Resumed,
            ContractStatus::SubmittedForApproval,
            ContractStatus::Approved,
            ContractStatus::PaymentPending,
        ],
    ),
    ("Closed", &[ContractStatus::Completed, ContractStatus::PaymentReceived, ContractStatus::Closed]),
    ("Dispute", &[ContractStatus::Dispute]),
    ("Others", &[ContractStatus::Rejected, ContractStatus::Cancelled, ContractStatus::Terminated]),
];

fn of_categories(names: &[&str]) -> Vec<ContractStatus> {
    CATEGORIES
        .iter()
        .filter(|(name, _)| names.contains(name))
        .flat_map(|(_, all)| all.iter().copied())
        .collect()
}

/// On contracts that are over.
fn over() -> Vec<ContractStatus> {
    of_categories(&["Closed", "Others"])
}

/// Contracts that were won, whatever came of it.
fn won() -> Vec<ContractStatus> {
    use ContractStatus::{Accepted, Awarded, Terminated, WorkOrderIssued};
    [of_categories(&["Active", "Closed", "Dispute"]), vec![Awarded, Accepted, WorkOrderIssued, Terminated]]
        .concat()
}

fn paise(money: Option<Money>) -> i64 {
    money.expect("an amount is there").paise
}

fn numbers<T: Into<i32> + Copy>(statuses: &[T]) -> Vec<i32> {
    statuses.iter().map(|status| (*status).into()).collect()
}

/// All rows of a firm, as the API shows them.
struct Rows {
    contracts: Vec<Contract>,
    /// Each with its contract's status.
    deposits: Vec<(SecurityDeposit, ContractStatus)>,
}

impl Rows {
    async fn read(firm: &Firm<'_>) -> Self {
        let contracts = firm.contracts(FilterContractsRequest::default()).await;
        let mut deposits = Vec::new();
        for contract in &contracts {
            let below = firm.deposits(&contract.id).await;
            deposits.extend(below.into_iter().map(|deposit| (deposit, contract.status())));
        }
        Self { contracts, deposits }
    }

    fn counted(&self) -> impl Iterator<Item = &(SecurityDeposit, ContractStatus)> {
        self.deposits.iter().filter(|(deposit, _)| COUNTED.contains(&deposit.status()))
    }

    fn amount(&self, of: &[Status]) -> i64 {
        let of = self.counted().filter(|(deposit, _)| of.contains(&deposit.status()));
        of.map(|(deposit, _)| paise(deposit.amount)).sum()
    }

    fn pending(&self) -> i64 {
        let over = over();
        let pending = self
            .counted()
            .filter(|(deposit, contract)| OUT.contains(&deposit.status()) && over.contains(contract));
        pending.map(|(deposit, _)| paise(deposit.amount)).sum()
    }

    fn by_type(&self) -> BTreeMap<String, i64> {
        let mut totals = BTreeMap::new();
        for (deposit, _) in self.counted() {
            *totals.entry(deposit.deposit_type.clone()).or_default() += paise(deposit.amount);
        }
        totals
    }

    fn paper_cost(&self, of: &[ContractStatus]) -> i64 {
        let of = self.contracts.iter().filter(|contract| of.contains(&contract.status()));
        of.filter_map(|contract| contract.paper_cost).map(|cost| cost.paise).sum()
    }

    /// Of one contract.
    fn deposited(&self, contract_id: &str) -> i64 {
        let own = self.counted().filter(|(deposit, _)| deposit.contract_id == contract_id);
        own.map(|(deposit, _)| paise(deposit.amount)).sum()
    }
}

/// The mean days from submission to return of the deposits that have both.
fn mean_days<'a>(deposits: impl Iterator<Item = &'a SecurityDeposit>) -> Option<f64> {
    let days: Vec<i64> = deposits.filter_map(history::days_out).collect();
    (!days.is_empty()).then(|| days.iter().sum::<i64>() as f64 / days.len() as f64)
}

/// The mean of the paper costs above nothing, half-up to the paisa.
fn mean_cost(contracts: &[Contract]) -> Option<i64> {
    let costs: Vec<i64> = contracts
        .iter()
        .filter_map(|row| row.paper_cost)
        .map(|cost| cost.paise)
        .filter(|cost| *cost > 0)
        .collect();
    let count = costs.len() as i64;
    (count > 0).then(|| (2 * costs.iter().sum::<i64>() + count) / (2 * count))
}

fn check_figures(kpis: &Kpis, rows: &Rows) {
    let all: Vec<_> = CATEGORIES.iter().flat_map(|(_, all)| all.iter().copied()).collect();
    for (figure, told, expected) in [
        ("total_security_deposit", kpis.total_security_deposit, rows.amount(&COUNTED)),
        ("total_refunded", kpis.total_refunded, rows.amount(&REFUNDED)),
        ("still_out", kpis.still_out, rows.amount(&STILL_OUT)),
        ("pending_refund", kpis.pending_refund, rows.pending()),
        ("refund_initiated", kpis.refund_initiated, rows.amount(&INITIATED)),
        ("paper_cost_total", kpis.paper_cost_total, rows.paper_cost(&all)),
        ("paper_cost_awarded", kpis.paper_cost_awarded, rows.paper_cost(&won())),
        ("paper_cost_lost", kpis.paper_cost_lost, rows.paper_cost(&[ContractStatus::Rejected])),
    ] {
        assert_eq!(paise(told), expected, "{figure}");
    }
    assert_eq!(kpis.paper_cost_average.map(|mean| mean.paise), mean_cost(&rows.contracts));
    assert_eq!(kpis.average_refund_days, mean_days(rows.counted().map(|(deposit, _)| deposit)));
    let told: Vec<_> = kpis.deposit_by_type.iter().map(|row| paise(row.total)).collect();
    assert!(told.is_sorted_by(|one, next| one >= next), "the largest first: {told:?}");
    let told: BTreeMap<_, _> =
        kpis.deposit_by_type.iter().map(|row| (row.r#type.clone(), paise(row.total))).collect();
    assert_eq!((told, kpis.deposit_by_type.len()), (rows.by_type(), rows.by_type().len()));
    assert_eq!(kpis.contract_count_by_status.len(), 19);
    for row in &kpis.contract_count_by_status {
        let count = rows.contracts.iter().filter(|contract| contract.status() == row.status()).count();
        assert_eq!(row.count, count as i64, "{:?}", row.status());
    }
}

/// What is deposited for each contract, wherever it is shown.
async fn check_totals(firm: &Firm<'_>, rows: &Rows) {
    let (found, _) = firm.search(SearchContractDepositsRequest::default()).await;
    assert_eq!(found, rows.contracts, "the search shows the rows of the list");
    for contract in &rows.contracts {
        let deposited = rows.deposited(&contract.id);
        assert_eq!(paise(contract.total_deposit), deposited);
        let cost = contract.paper_cost.map_or(0, |cost| cost.paise);
        assert_eq!(paise(contract.total_amount), deposited + cost);
    }
}

/// Opens the lists of the cards that show deposits, and adds them up.
async fn check_deposit_cards(firm: &Firm<'_>, kpis: &Kpis) {
    let of = |deposits: &[Status], contracts: &[ContractStatus]| SearchContractDepositsRequest {
        deposit_statuses: numbers(deposits),
        statuses: numbers(contracts),
        ..Default::default()
    };
    for (figure, told, search) in [
        ("total_security_deposit", kpis.total_security_deposit, of(&COUNTED, &[])),
        ("total_refunded", kpis.total_refunded, of(&REFUNDED, &[])),
        ("still_out", kpis.still_out, of(&STILL_OUT, &[])),
        ("pending_refund", kpis.pending_refund, of(&OUT, &over())),
        ("refund_initiated", kpis.refund_initiated, of(&INITIATED, &[])),
    ] {
        let (_, deposits) = firm.search(search).await;
        let sum: i64 = deposits.iter().map(|deposit| paise(deposit.amount)).sum();
        assert_eq!(paise(told), sum, "what the card {figure} opens");
    }
    for DepositTypeTotal { r#type, total } in &kpis.deposit_by_type {
        let search =
            SearchContractDepositsRequest { deposit_types: vec![r#type.clone()], ..of(&COUNTED, &[]) };
        let (_, deposits) = firm.search(search).await;
        let sum: i64 = deposits.iter().map(|deposit| paise(deposit.amount)).sum();
        assert_eq!(paise(*total), sum, "what the card of {type} opens");
    }
    let search = SearchContractDepositsRequest { is_returned: true, ..of(&COUNTED, &[]) };
    let (_, deposits) = firm.search(search).await;
    assert!(deposits.iter().all(|deposit| history::days_out(deposit).is_some()));
    assert_eq!(
        kpis.average_refund_days,
        mean_days(deposits.iter()),
        "what the card average_refund_days opens"
    );
}

/// Opens the lists of the cards that show contracts, and adds them up.
async fn check_contract_cards(firm: &Firm<'_>, kpis: &Kpis, categories: &[StatusCategoryCount]) {
    let of = |statuses: &[ContractStatus]| FilterContractsRequest {
        status: numbers(statuses),
        ..Default::default()
    };
    for (figure, told, filter) in [
        ("paper_cost_total", kpis.paper_cost_total, of(&[])),
        ("paper_cost_awarded", kpis.paper_cost_awarded, of(&won())),
        ("paper_cost_lost", kpis.paper_cost_lost, of(&[ContractStatus::Rejected])),
    ] {
        let contracts = firm.contracts(filter).await;
        let sum: i64 = contracts.iter().filter_map(|row| row.paper_cost).map(|cost| cost.paise).sum();
        assert_eq!(paise(told), sum, "what the card {figure} opens");
    }
    let with_cost = firm.contracts(FilterContractsRequest { has_paper_cost: true, ..of(&[]) }).await;
    assert!(with_cost.iter().all(|row| row.paper_cost.is_some_and(|cost| cost.paise > 0)));
    assert_eq!(kpis.paper_cost_average.map(|mean| mean.paise), mean_cost(&with_cost));
    for row in &kpis.contract_count_by_status {
        assert_eq!(firm.contracts(of(&[row.status()])).await.len() as i64, row.count, "{:?}", row.status());
    }
    let named: Vec<_> = categories.iter().map(|row| row.status_category.as_str()).collect();
    assert_eq!(named, CATEGORIES.map(|(name, _)| name));
    for (row, (_, statuses)) in categories.iter().zip(CATEGORIES) {
        let mut told: Vec<_> = row.statuses().collect();
        told.sort_unstable();
        let mut expected = statuses.to_vec();
        expected.sort_unstable();
        assert_eq!(told, expected, "{}", row.status_category);
        assert_eq!(firm.contracts(of(&told)).await.len() as i64, row.total_count, "{}", row.status_category);
    }
}

// Spec: S3.contract.totals S3.contract-deposit-row S4.contract.categories S7.dashboard.kpis S7.dashboard.kpi-deposits
// Spec: S7.dashboard.kpi-paper-cost S7.dashboard.kpi-by-type S7.dashboard.statuses S7.dashboard.categories
#[test]
fn every_figure_is_what_its_rows_add_up_to_whatever_happens() {
    let runtime = Runtime::new().unwrap();
    let app = runtime.block_on(App::start_with(|config| config.limits.calls_burst = 1_000_000));
    let config = Config { cases: 12, max_shrink_iters: 500, failure_persistence: None, ..Config::default() };
    let run = TestRunner::new(config).run(&histories(), |history| {
        // Every history in a firm of its own, beside those before it.
        runtime.block_on(async {
            let firm = Firm::live(&app, &history).await;
            let rows = Rows::read(&firm).await;
            let kpis = firm.kpis().await;
            check_figures(&kpis, &rows);
            check_totals(&firm, &rows).await;
            let (statuses, categories) = firm.summaries().await;
            assert_eq!(statuses, kpis.contract_count_by_status);
            check_deposit_cards(&firm, &kpis).await;
            check_contract_cards(&firm, &kpis, &categories).await;
            assert_eq!(kept::differences(&app).await, []);
        });
        Ok(())
    });
    if let Err(error) = run {
        panic!("{error}");
    }
}
