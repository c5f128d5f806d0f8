//! The dashboard's figures, from grouped rows.

use std::collections::BTreeMap;

use nirmaan_api::contracts::{DepositTypeTotal, Kpis, StatusCount};
use nirmaan_store::{
    entity::{contract::Status as ContractStatus, security_deposit::Status as DepositStatus},
    query::kpis::{ContractGroup, DepositGroup},
};

use crate::{
    contracts::status::{self, Category},
    wire::sum_of_money,
};

/// The figures of a tenant.
pub(super) fn kpis(contracts: &[ContractGroup], deposits: &[DepositGroup]) -> Kpis {
    let amount = |counts: fn(&DepositGroup) -> bool| -> i128 {
        deposits.iter().filter(|group| counts(group)).map(DepositGroup::amount).sum()
    };
    let paper_cost = |counts: fn(ContractStatus) -> bool| -> i128 {
        contracts.iter().filter(|group| counts(group.status)).map(ContractGroup::paper_cost).sum()
    };
    let returned: i64 = deposits.iter().map(|group| group.returned).sum();
    let days_out: i64 = deposits.iter().map(|group| group.days_out).sum();
    let with_paper_cost: i64 = contracts.iter().map(|group| group.with_paper_cost).sum();
    let total_paper_cost = paper_cost(|_| true);
    Kpis {
        total_security_deposit: Some(sum_of_money(amount(|_| true))),
        still_out: Some(sum_of_money(amount(|group| group.status.is_out()))),
        total_refunded: Some(sum_of_money(amount(|group| group.status.is_back()))),
        pending_refund: Some(sum_of_money(amount(is_pending_refund))),
        refund_initiated: Some(sum_of_money(amount(|group| is_initiated(group.status)))),
        average_refund_days: (returned > 0).then(|| days_out as f64 / returned as f64),
        paper_cost_total: Some(sum_of_money(total_paper_cost)),
        paper_cost_awarded: Some(sum_of_money(paper_cost(was_won))),
        paper_cost_lost: Some(sum_of_money(paper_cost(|status| status == ContractStatus::Rejected))),
        paper_cost_average: mean(total_paper_cost, with_paper_cost.into()).map(sum_of_money),
        deposit_by_type: by_type(deposits),
        contract_count_by_status: status::all()
            .map(|status| StatusCount {
                status: status::to_wire(status).into(),
                count: contracts
                    .iter()
                    .filter(|group| group.status == status)
                    .map(|group| group.contracts)
                    .sum(),
            })
            .collect(),
    }
}

fn is_initiated(status: DepositStatus) -> bool {
    matches!(status, DepositStatus::PendingRefund | DepositStatus::PendingRelease)
}

/// Still out although the contract is over.
fn is_pending_refund(group: &DepositGroup) -> bool {
    let out = is_initiated(group.status)
        || matches!(group.status, DepositStatus::Submitted | DepositStatus::Pending);
    out && matches!(Category::of(group.contract_status), Category::Closed | Category::Others)
}

/// The firm was chosen, whatever came of it.
fn was_won(status: ContractStatus) -> bool {
    use ContractStatus::{Accepted, Awarded, Terminated, WorkOrderIssued};
    matches!(status, Awarded | Accepted | WorkOrderIssued | Terminated)
        || matches!(Category::of(status), Category::Active | Category::Closed | Category::Dispute)
}

/// The mean of a sum of amounts, half-up to the paisa; `None` of nothing.
fn mean(sum: i128, count: i128) -> Option<i128> {
    (count > 0).then(|| (sum + count / 2) / count)
}

/// The sums of the types, largest first, then by name.
fn by_type(deposits: &[DepositGroup]) -> Vec<DepositTypeTotal> {
    let mut totals: BTreeMap<&str, i128> = BTreeMap::new();
    for group in deposits {
        *totals.entry(&group.deposit_type).or_default() += group.amount();
    }
    let mut totals: Vec<_> = totals.into_iter().collect();
    totals.sort_by_key(|(_, total)| -total);
    totals
        .into_iter()
        .map(|(kind, total)| DepositTypeTotal { r#type: kind.to_owned(), total: Some(sum_of_money(total)) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::money;

    fn deposit(status: DepositStatus, contract_status: ContractStatus, amount: i64) -> DepositGroup {
        let deposit_type = "EMD".to_owned();
        DepositGroup {
            deposit_type,
            status,
            contract_status,
            rupees: amount / 100,
            paise: amount % 100,
            returned: 0,
            days_out: 0,
        }
    }

    #[test]
    fn a_deposit_waits_for_its_refund_only_when_the_contract_is_over() {
        let deposits = [
            deposit(DepositStatus::Submitted, ContractStatus::Submitted, 1),
            deposit(DepositStatus::Submitted, ContractStatus::Rejected, 10),
            deposit(DepositStatus::PendingRelease, ContractStatus::Closed, 100),
            deposit(DepositStatus::Refunded, ContractStatus::Rejected, 1_000),
            deposit(DepositStatus::Forfeited, ContractStatus::Rejected, 10_000),
        ];
        let kpis = kpis(&[], &deposits);
        assert_eq!(kpis.pending_refund, Some(money(110)));
        assert_eq!(kpis.refund_initiated, Some(money(100)));
        assert_eq!(kpis.total_refunded, Some(money(1_000)));
        assert_eq!(kpis.total_security_deposit, Some(money(11_111)));
        assert_eq!(kpis.still_out, Some(money(111)));
        assert_eq!(kpis.average_refund_days, None);
    }

    #[test]
    fn deposits_are_summed_by_type_the_largest_first() {
        let of = |kind: &str, amount| DepositGroup {
            deposit_type: kind.to_owned(),
            ..deposit(DepositStatus::Submitted, ContractStatus::Submitted, amount)
        };
        let deposits = [of("SD", 5), of("EMD", 30), of("SD", 4), of("APSD", 9), of("EMD", 1)];
        let totals = kpis(&[], &deposits).deposit_by_type;
        let totals: Vec<_> = totals.iter().map(|it| (it.r#type.as_str(), it.total)).collect();
        assert_eq!(totals, [("EMD", Some(money(31))), ("APSD", Some(money(9))), ("SD", Some(money(9)))]);
    }

    #[test]
    fn days_are_averaged_over_what_came_back_and_contracts_counted_by_status() {
        let back = |returned, days_out| DepositGroup {
            returned,
            days_out,
            ..deposit(DepositStatus::Refunded, ContractStatus::Closed, 1)
        };
        let of =
            |status, contracts| ContractGroup { status, contracts, with_paper_cost: 0, rupees: 0, paise: 0 };
        let contracts = [of(ContractStatus::Draft, 3), of(ContractStatus::Awarded, 5)];
        let kpis = kpis(&contracts, &[back(1, 10), back(3, 5)]);
        assert_eq!(kpis.average_refund_days, Some(3.75));
        let counted = kpis.contract_count_by_status.iter().filter(|counted| counted.count > 0);
        let counted: Vec<_> = counted.map(|counted| (counted.status, counted.count)).collect();
        let wire = |status| i32::from(status::to_wire(status));
        assert_eq!(counted, [(wire(ContractStatus::Draft), 3), (wire(ContractStatus::Awarded), 5)]);
    }

    #[test]
    fn paper_costs_are_won_lost_and_averaged() {
        let group = |status, paise: i64| ContractGroup {
            status,
            contracts: 1,
            with_paper_cost: i64::from(paise > 0),
            rupees: paise / 100,
            paise: paise % 100,
        };
        let contracts = [
            group(ContractStatus::Dispute, 100),
            group(ContractStatus::Rejected, 51),
            group(ContractStatus::Draft, 0),
        ];
        let kpis = kpis(&contracts, &[]);
        assert_eq!(kpis.paper_cost_awarded, Some(money(100)));
        assert_eq!(kpis.paper_cost_lost, Some(money(51)));
        // 151 over the two that had one, half-up.
        assert_eq!(kpis.paper_cost_average, Some(money(76)));
        assert_eq!(kpis.contract_count_by_status.len(), 19);
    }

    #[test]
    fn nothing_has_no_mean() {
        assert_eq!(mean(0, 0), None);
        assert_eq!(mean(3, 2), Some(2));
    }
}
