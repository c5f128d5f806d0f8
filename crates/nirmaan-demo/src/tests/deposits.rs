//! What must hold of deposits.

use std::collections::{HashMap, HashSet};

use nirmaan_store::{
    clock::day_in_kolkata,
    entity::{contract::Status as Stage, security_deposit::Status},
};

use super::super::ladder::{BID_VALIDITY, CLAIM_PERIOD, LADDER, PERFORMANCE_VALIDITY};
use super::super::rules::{self, EmdRule, PERCENT, RUPEE};
use super::super::{contract, security_deposit};
use super::{data, now};

type Pair = (security_deposit::Model, contract::Model);

fn firms() -> Vec<Vec<Pair>> {
    let data = data();
    let contracts: HashMap<_, _> = data.contracts.iter().map(|row| (row.id, row)).collect();
    data.tenants
        .iter()
        .map(|tenant| {
            let own = data.deposits.iter().filter(|row| row.tenant_id == tenant.id);
            own.map(|row| (row.clone(), contracts[&row.contract_id].clone())).collect()
        })
        .collect()
}

fn of_kind<'a>(pairs: &'a [Pair], kind: &'a str) -> impl Iterator<Item = &'a Pair> {
    pairs.iter().filter(move |(deposit, _)| deposit.deposit_type == kind)
}

fn metadata(row: &contract::Model) -> serde_json::Value {
    serde_json::from_str(row.contract_metadata.as_deref().unwrap()).unwrap()
}

fn rule(row: &contract::Model) -> EmdRule {
    let name = metadata(row)["emdRule"].as_str().unwrap().to_owned();
    [
        EmdRule::Gfr,
        EmdRule::Cpwd,
        EmdRule::Railways,
        EmdRule::WestBengal,
        EmdRule::Punjab,
        EmdRule::PunjabCooperative,
    ]
    .into_iter()
    .find(|rule| rule.name() == name)
    .unwrap()
}

#[test]
fn rows_belong_to_contracts_of_their_tenant() {
    for pairs in firms() {
        assert!((650..=1_000).contains(&pairs.len()), "{}", pairs.len());
        assert_eq!(pairs.iter().map(|(deposit, _)| deposit.id).collect::<HashSet<_>>().len(), pairs.len());
        assert_eq!(
            pairs.iter().map(|(row, _)| &row.instrument_no).collect::<HashSet<_>>().len(),
            pairs.len()
        );
        for (deposit, contract) in &pairs {
            assert_eq!(deposit.tenant_id, contract.tenant_id);
            assert!(deposit.amount > 0 && !deposit.instrument_no.is_empty());
            assert!(deposit.instrument_no.len() <= 100 && deposit.deposit_type.len() <= 64);
            assert!(deposit.bank_account_no.len() <= 64 && deposit.created_at >= contract.created_at);
        }
    }
}

#[test]
fn every_bid_has_one_emd_by_the_rule_unless_exempt() {
    let data = data();
    for pairs in firms() {
        let mut bids = HashSet::new();
        for (deposit, contract) in of_kind(&pairs, "EMD") {
            assert!(bids.insert(contract.id) && contract.status != Stage::Draft);
            let due = rules::emd(rule(contract), contract.tender_actual_value.unwrap());
            assert_eq!(deposit.amount, due, "{}", contract.bid_id);
            assert_eq!(metadata(contract)["emd"], due / RUPEE);
        }
        let tenant = pairs[0].0.tenant_id;
        let submitted: Vec<_> = data
            .contracts
            .iter()
            .filter(|row| row.tenant_id == tenant && row.status != Stage::Draft)
            .collect();
        let exempt = submitted.iter().filter(|row| !bids.contains(&row.id));
        assert!(exempt.clone().all(|row| metadata(row)["emdForm"] != "DEPOSIT"));
        let exempt = exempt.count();
        assert!((40..=50).contains(&exempt), "{exempt} of {}", submitted.len());
    }
}

#[test]
fn securities_come_with_the_stage_that_asks_for_them() {
    for (deposit, contract) in firms().concat() {
        let (stage, bid) = (contract.status, contract.tender_bid_value.unwrap());
        match deposit.deposit_type.as_str() {
            "EMD" => continue,
            "PERFORMANCE_SECURITY" => {
                assert!((bid * 3 / 100..=bid / 20 + 10 * RUPEE).contains(&deposit.amount));
            }
            "ADDITIONAL_PERFORMANCE" => assert!(contract.tender_bid_percentage.unwrap() < -10 * PERCENT),
            "ADVANCE_BG" => assert_eq!(stage, Stage::WorkInProgress),
            "RETENTION" | "SECURITY_DEPOSIT" => assert!(contract.actual_start_date.is_some()),
            other => panic!("{other}"),
        }
        let early = [Stage::Draft, Stage::Submitted, Stage::Rejected, Stage::Cancelled, Stage::Awarded];
        assert!(!early.contains(&stage), "{} on {stage:?}", deposit.deposit_type);
        assert!(deposit.deposit_created_date >= contract.awarded_date);
    }
}

#[test]
fn every_contract_from_accepted_on_has_performance_security() {
    for pairs in firms() {
        assert_eq!(of_kind(&pairs, "PERFORMANCE_SECURITY").count(), 200);
    }
}

#[test]
fn days_follow_each_other_and_money_comes_back_after_the_decision() {
    let today = day_in_kolkata(now());
    for (deposit, contract) in firms().concat() {
        let days = [
            deposit.deposit_created_date,
            deposit.deposit_submitted_date,
            deposit.deposit_returned_date,
            deposit.deposit_transferred_own_account_date,
        ];
        let days: Vec<_> = days.into_iter().flatten().collect();
        assert!(days.is_sorted() && days.iter().all(|day| *day <= today), "{deposit:?}");
        let back = deposit.status.is_back();
        assert_eq!(deposit.deposit_returned_date.is_some(), back, "{deposit:?}");
        if back {
            assert!(!matches!(contract.status, Stage::Draft | Stage::Submitted));
            let decided = contract.result_date.or(contract.closing_date);
            assert!(deposit.deposit_returned_date > decided, "{deposit:?}");
        }
    }
}

#[test]
fn every_status_occurs_and_the_rare_ones_as_often_as_planned() {
    for pairs in firms() {
        let count = |status| pairs.iter().filter(|(deposit, _)| deposit.status == status).count();
        for status in [
            Status::Submitted,
            Status::Refunded,
            Status::Returned,
            Status::Released,
            Status::PendingRelease,
            Status::PendingRefund,
            Status::Pending,
        ] {
            assert!(count(status) >= 4, "{status:?}: {}", count(status));
        }
        assert_eq!(count(Status::Forfeited), 4);
        assert_eq!([Status::Draft, Status::Rejected, Status::Cancelled].map(count), [3, 3, 3]);
        let missing = pairs.iter().filter(|(deposit, _)| deposit.comment.contains("acknowledgement missing"));
        assert_eq!(missing.count(), 6);
    }
}

#[test]
fn unreturned_emd_of_lost_bids_is_of_every_age() {
    let today = day_in_kolkata(now());
    for pairs in firms() {
        let mut buckets = [0; 5];
        for (deposit, contract) in of_kind(&pairs, "EMD") {
            let open = matches!(deposit.status, Status::Submitted | Status::PendingRefund);
            if contract.status == Stage::Rejected && open {
                let days = (today - contract.result_date.unwrap()).num_days();
                let bucket = [30, 60, 90, 180].iter().position(|limit| days <= *limit).unwrap_or(4);
                buckets[bucket] += 1;
            }
        }
        assert!(buckets.iter().all(|count| *count >= 2), "{buckets:?}");
    }
}

#[test]
fn refunds_take_ten_days_to_four_months() {
    for pairs in firms() {
        let days: Vec<i64> = of_kind(&pairs, "EMD")
            .filter(|(_, contract)| contract.status == Stage::Rejected)
            .filter_map(|(deposit, contract)| Some(deposit.deposit_returned_date? - contract.result_date?))
            .map(|time| time.num_days())
            .collect();
        assert!(days.len() >= 60 && days.iter().all(|days| (10..=120).contains(days)));
    }
}

#[test]
fn guarantees_stand_on_every_step_of_the_ladder() {
    let today = day_in_kolkata(now());
    for pairs in firms() {
        let mut steps = [0; LADDER.len()];
        for (deposit, _) in &pairs {
            let held = matches!(deposit.status, Status::Submitted | Status::Pending | Status::PendingRelease);
            if !held || !deposit.comment.contains("Bank guarantee valid") {
                continue;
            }
            let validity = if deposit.deposit_type == "EMD" { BID_VALIDITY } else { PERFORMANCE_VALIDITY };
            let left = validity - (today - deposit.deposit_created_date.unwrap()).num_days();
            assert!(left >= -CLAIM_PERIOD - 20, "{deposit:?}");
            if let Some(step) = LADDER.iter().position(|(from, to, _)| (*from..=*to).contains(&left)) {
                steps[step] += 1;
            }
        }
        assert_eq!(steps, LADDER.map(|(_, _, count)| count));
    }
}

#[test]
fn accounts_are_of_one_bank_and_some_begin_with_zeros() {
    let rows = firms().concat();
    let mut banks = HashMap::new();
    for (deposit, _) in &rows {
        assert_eq!(*banks.entry(&deposit.bank_account_no).or_insert(&deposit.bank_name), &deposit.bank_name);
    }
    assert!(rows.iter().any(|(deposit, _)| deposit.bank_account_no.starts_with("00")));
    assert!(rows.iter().any(|(deposit, _)| !deposit.bank_account_no.starts_with('0')));
}
