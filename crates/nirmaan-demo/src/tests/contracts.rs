//! What must hold of contracts.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use nirmaan_store::{clock::day_in_kolkata, entity::contract::Status, search};

use super::super::contracts::{STATUS_MIX, exceeds_class};
use super::super::rules::{self, RUPEE};
use super::super::{PROFILES, contract};
use super::{data, now};

fn firms() -> Vec<Vec<contract::Model>> {
    let data = data();
    data.tenants
        .iter()
        .map(|tenant| data.contracts.iter().filter(|row| row.tenant_id == tenant.id).cloned().collect())
        .collect()
}

fn metadata(row: &contract::Model) -> serde_json::Value {
    serde_json::from_str(row.contract_metadata.as_deref().unwrap()).unwrap()
}

#[test]
fn each_firm_has_the_same_mix_of_statuses() {
    for rows in firms() {
        assert_eq!(rows.len(), 500);
        let mut counts: HashMap<Status, usize> = HashMap::new();
        for row in &rows {
            *counts.entry(row.status).or_default() += 1;
        }
        assert_eq!(counts, STATUS_MIX.into_iter().collect());
    }
}

#[test]
fn known_ids_stay_known() {
    let first = &firms()[0][0];
    assert_eq!(first.id.to_string(), "6f47411b-ce18-5fdd-864a-d856c78f0ae9");
    assert_eq!(first.bid_id, "2025_ZZPWB_901001_3");
}

#[test]
fn ids_are_distinct_within_a_firm() {
    for rows in firms() {
        assert_eq!(rows.iter().map(|row| &row.bid_id).collect::<HashSet<_>>().len(), 500);
        assert_eq!(rows.iter().map(|row| row.id).collect::<HashSet<_>>().len(), 500);
        assert!(rows.iter().all(|row| row.bid_id.contains("ZZ") || row.bid_id.starts_with("GEM/")));
    }
}

#[test]
fn texts_are_as_short_as_the_contract_message_wants_them() {
    for row in firms().concat() {
        for (text, longest) in [
            (&row.bid_id, 64),
            (&row.contract_name, 255),
            (&row.reference_no, 100),
            (&row.description, 4_000),
            (&row.contract_type, 64),
            (&row.termination_reason, 4_000),
            (&row.license_id, 64),
            (&row.license_holder_name, 150),
            (&row.license_no, 100),
            (&row.comments, 4_000),
        ] {
            assert!(text.chars().count() <= longest && !text.contains(['{', '}']), "{text}");
        }
        assert!(!row.bid_id.is_empty() && !row.contract_name.is_empty());
        assert!(row.search.len() <= search::MAX_BYTES);
        assert!(row.contract_metadata.as_ref().is_none_or(|text| text.len() <= 16 * 1024));
        assert!(metadata(&row).is_object());
    }
}

#[test]
fn bids_follow_from_estimate_and_percentage() {
    for row in firms().concat() {
        assert_eq!(row.tender_bid_value.is_some(), row.tender_bid_percentage.is_some());
        assert!(row.status == Status::Draft || row.tender_bid_value.is_some());
        let (Some(bid), Some(percentage)) = (row.tender_bid_value, row.tender_bid_percentage) else {
            continue;
        };
        assert!((-240_000..=80_000).contains(&percentage));
        let exact = i128::from(row.tender_actual_value.unwrap()) * i128::from(1_000_000 + percentage);
        let off = exact - i128::from(bid) * 1_000_000;
        assert!((-500_000..500_000).contains(&off), "{off}");
    }
}

#[test]
fn estimates_are_those_of_the_profile() {
    for (profile, rows) in PROFILES.iter().zip(firms()) {
        let (low, high) = profile.values;
        // Rounding takes a little off the smallest.
        let rounding = 1_000 * RUPEE;
        assert!(rows.iter().all(|row| (low - rounding..=high).contains(&row.tender_actual_value.unwrap())));
        let small = rows.iter().filter(|row| row.tender_actual_value.unwrap() < 8 * low).count();
        assert!((100..350).contains(&small), "log-uniform: {small} below three doublings");
    }
}

#[test]
fn dates_follow_each_other_and_reach_no_further_than_the_status() {
    let today = day_in_kolkata(now());
    for row in firms().concat() {
        let to_start = [
            row.opening_date,
            row.closing_date,
            row.result_date,
            row.awarded_date,
            row.drafting_date,
            row.agreement_date,
            row.given_start_date,
        ];
        let actual = [row.actual_start_date, row.actual_end_date, row.submitted_payment_date];
        for rest in [&[row.given_end_date][..], &actual] {
            let days: Vec<NaiveDate> = to_start.iter().chain(rest).copied().flatten().collect();
            assert!(days.is_sorted(), "{row:?}");
        }
        let past = [row.result_date, row.awarded_date, row.drafting_date, row.agreement_date];
        assert!(past.iter().chain(&actual).flatten().all(|day| *day <= today), "{row:?}");
        let undecided = matches!(row.status, Status::Draft | Status::Submitted | Status::Cancelled);
        assert_eq!(row.result_date.is_none(), undecided);
        assert_eq!(row.awarded_date.is_none(), undecided || row.status == Status::Rejected);
    }
}

#[test]
fn contracts_were_taken_down_over_a_year_and_a_half() {
    let today = day_in_kolkata(now());
    for rows in firms() {
        let ages: Vec<i64> =
            rows.iter().map(|row| (today - day_in_kolkata(row.created_at)).num_days()).collect();
        assert!(ages.iter().all(|age| (0..=580).contains(age)));
        for quarter in 0..6 {
            let count = ages.iter().filter(|age| **age / 91 == quarter).count();
            assert!(count >= 40, "{count} contracts in quarter {quarter}");
        }
        assert!(rows.iter().all(|row| day_in_kolkata(row.created_at) <= row.closing_date.unwrap()));
        assert!(rows.iter().all(|row| row.version == 1 && row.deleted_at.is_none()));
    }
}

#[test]
fn each_firm_deleted_a_contract_of_late_that_it_had_twice() {
    let data = data();
    assert_eq!(data.deleted.len(), data.tenants.len());
    for (row, deposits) in &data.deleted {
        let days = (now() - row.deleted_at.unwrap()).num_days();
        assert!((1..25).contains(&days), "{days}");
        assert!(row.created_at < row.updated_at && row.updated_at == row.deleted_at.unwrap());
        assert!(data.contracts.iter().all(|other| other.id != row.id && other.bid_id != row.bid_id));
        let original = row.bid_id.strip_suffix('0').unwrap();
        let mut twins = data.contracts.iter().filter(|other| other.bid_id == original);
        assert_eq!(twins.next().unwrap().contract_name, row.contract_name);
        // It comes back with its deposits.
        assert_eq!(row.deleted_with, Some(row.id));
        assert!(!deposits.is_empty());
        for deposit in deposits {
            assert_eq!((deposit.contract_id, deposit.deleted_with), (row.id, Some(row.id)));
            assert_eq!(deposit.deleted_at, row.deleted_at);
            assert!(data.deposits.iter().all(|other| other.id != deposit.id));
            let mut events = data.events.iter().filter(|event| event.entity_id == deposit.id);
            assert!(events.all(|event| event.at < row.updated_at));
        }
        let mut events: Vec<_> = data.events.iter().filter(|event| event.entity_id == row.id).collect();
        events.sort_by_key(|event| event.at);
        assert_eq!((events[0].action.as_str(), events.last().unwrap().action.as_str()), ("create", "delete"));
        assert_eq!(events.last().unwrap().at, row.updated_at);
    }
}

#[test]
fn five_values_a_firm_exceed_the_licence() {
    for rows in firms() {
        let exceeding: Vec<u64> = (1..)
            .zip(&rows)
            .filter(|(_, row)| {
                let limit = metadata(row)["licenceLimit"].as_i64();
                limit.is_some_and(|limit| row.tender_actual_value.unwrap() > limit * RUPEE)
            })
            .map(|(no, _)| no)
            .collect();
        assert_eq!(exceeding, [37, 137, 237, 337, 437]);
        assert!(exceeding.iter().all(|no| exceeds_class(*no)));
        assert!(rows.iter().all(|row| {
            let class = metadata(row)["licenceClass"].as_str().unwrap().to_owned();
            rules::class_limit(&class) != Some(0)
        }));
    }
}

#[test]
fn some_names_are_hindi() {
    for rows in firms() {
        let hindi =
            rows.iter().filter(|row| row.contract_name.contains(|c| ('\u{900}'..'\u{980}').contains(&c)));
        assert_eq!(hindi.count(), 31);
    }
}

#[test]
fn some_railway_bids_ask_for_additional_security() {
    let low = |row: &&contract::Model| {
        metadata(row)["emdRule"] == "Railways"
            && row.tender_bid_percentage.is_some_and(|percent| percent < -100_000)
    };
    assert!(firms()[2].iter().filter(low).count() > 30);
}
