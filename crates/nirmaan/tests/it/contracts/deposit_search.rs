//! Contracts and deposits, searched together.

use chrono::TimeDelta;
use nirmaan_api::{
    contracts::{
        SearchContractDepositsRequest, contract::Status as ContractStatus, security_deposit::Status,
        security_deposit_service_client::SecurityDepositServiceClient,
    },
    types::{Money, Pagination, Sort},
};
use serde_json::{Value, json};

use super::{deposit_at, emd, id};
use crate::{
    build::Person,
    harness::{App, signed},
    platform::column,
};

const SEARCH: &str = "/api/contracts-deposit/search";

/// What is found: the bid ids of the contracts, and the instruments of the deposits, each in their order.
async fn found(app: &App, person: &Person, filter: &Value) -> (Vec<String>, Vec<String>) {
    let page = app.post(SEARCH, &person.token, filter.clone()).await.ok();
    let found = (column(&page["content"], "bidId"), column(&page["deposits"], "instrumentNo"));
    assert_eq!(page["totalElements"], found.0.len(), "{filter}");
    found
}

/// A firm with four contracts: A with three deposits, B with two, C with one and D with none.
async fn firm_with_deposits(app: &App) -> Person {
    let (_, person) = app.building("Firm").await;
    for (bid, name, reference, holder, kind, status, paper_cost, start) in [
        (
            "A",
            "Widening of Pali Road",
            "ROC 1",
            "Ramesh Patel",
            "Item rate",
            "AWARDED",
            json!(5),
            "2026-03-01",
        ),
        ("B", "100% lining_of canal", "ROC 2", "Shah & Sons", "EPC", "REJECTED", json!(null), "2026-02-01"),
        ("C", "राष्ट्रीय राजमार्ग", "LOA 3", "Ramesh Patel", "EPC", "CLOSED", json!(7), "2026-01-01"),
        ("D", "Culvert", "LOA 4", "Shah & Sons", "Item rate", "AWARDED", json!(9), "2026-04-01"),
    ] {
        let body = json!({
            "bidId": bid, "contractName": name, "referenceNo": reference, "licenseHolderName": holder,
            "contractType": kind, "status": status, "paperCost": paper_cost, "actualStartDate": start,
        });
        app.contract(&person, body).await;
        app.clock.advance(TimeDelta::seconds(1));
    }
    let page = app.post("/api/contracts/filter", &person.token, json!({})).await.ok();
    for (bid, number, kind, account, holder, amount, status, submitted, returned) in [
        ("A", "A1", "EMD", "111222", "Ramesh Patel", 100.5, "REFUNDED", "2026-01-01", "2026-01-31"),
        ("A", "A2", "PERFORMANCE_SECURITY", "333444", "Patel Bros", 20.0, "SUBMITTED", "2026-02-01", ""),
        ("A", "A3", "EMD", "333555", "", 3.0, "CANCELLED", "", ""),
        ("B", "B1", "EMD 100%", "222111", "राम Traders", 50.0, "PENDING_REFUND", "", "2026-02-02"),
        ("B", "B2", "EMD", "", "Shah & Sons", 1.0, "REJECTED", "2026-01-05", "2026-01-06"),
        ("C", "C1", "Retention", "999_1", "ramesh patel", 70.0, "PENDING_RELEASE", "2026-01-01", ""),
    ] {
        let contract = page["content"].as_array().unwrap().iter().find(|row| row["bidId"] == bid).unwrap();
        let body = json!({
            "depositType": kind, "instrumentNo": number, "bankAccountNo": account, "accountHolderName": holder,
            "amount": amount, "status": status, "depositSubmitedDate": submitted, "depositeReturnedDate": returned,
        });
        app.lodge(&person, contract, body).await;
        app.clock.advance(TimeDelta::seconds(1));
    }
    person
}

// Spec: S7.contract-deposit.search S7.contract-deposit.filter-contract S7.contract-deposit.filter-status
// Spec: S7.contract-deposit.filter-deposit S7.contract-deposit.filter-deposit-status S4.deposit.filter
#[tokio::test]
async fn every_filter_finds_what_it_says_and_nothing_else() {
    let app = App::start().await;
    let person = firm_with_deposits(&app).await;
    let all = ["C1", "B2", "B1", "A3", "A2", "A1"];
    let of_a = ["A3", "A2", "A1"];
    for (filter, contracts, deposits) in [
        (json!({}), &["D", "C", "B", "A"][..], &all[..]),
        // Of the contract; its deposits come along.
        (json!({"bidId": "a"}), &["A"], &of_a),
        (json!({"contractName": "ROAD"}), &["A"], &of_a),
        (json!({"contractName": "राजमार्ग"}), &["C"], &["C1"]),
        (json!({"contractName": "%"}), &["B"], &["B2", "B1"]),
        (json!({"contractName": "g_o"}), &["B"], &["B2", "B1"]),
        (json!({"referenceNo": "loa"}), &["D", "C"], &["C1"]),
        (json!({"licenseHolderName": "& SONS"}), &["D", "B"], &["B2", "B1"]),
        (json!({"contractType": "item"}), &["D", "A"], &of_a),
        (json!({"statuses": ["AWARDED"]}), &["D", "A"], &of_a),
        (json!({"statuses": ["REJECTED", "CLOSED", "CLOSED"]}), &["C", "B"], &["C1", "B2", "B1"]),
        (json!({"statuses": "DRAFT"}), &[], &[]),
        (json!({"statuses": []}), &["D", "C", "B", "A"], &all),
        // Of the deposit; those that match come along.
        (json!({"depositType": "emd"}), &["B", "A"], &["B2", "B1", "A3", "A1"]),
        (json!({"depositType": "performance sec"}), &["A"], &["A2"]),
        (json!({"depositType": "%"}), &["B"], &["B1"]),
        (json!({"depositType": "_"}), &["A"], &["A2"]),
        (json!({"instrumentNo": "2"}), &["B", "A"], &["B2", "A2"]),
        (json!({"accountHolderName": "PATEL"}), &["C", "A"], &["C1", "A2", "A1"]),
        (json!({"accountHolderName": "राम"}), &["B"], &["B1"]),
        (json!({"bankAccountNo": "222"}), &["B", "A"], &["B1", "A1"]),
        (json!({"bankAccountNo": "9_1"}), &["C"], &["C1"]),
        (json!({"bankAccountNo": "patel"}), &[], &[]),
        (json!({"depositStatuses": ["CANCELLED"]}), &["A"], &["A3"]),
        (json!({"depositStatuses": ["REJECTED", "PENDING_RELEASE"]}), &["C", "B"], &["C1", "B2"]),
        (json!({"depositStatuses": "DRAFT"}), &[], &[]),
        (json!({"depositStatuses": []}), &["D", "C", "B", "A"], &all),
        (json!({"depositTypes": ["EMD"]}), &["B", "A"], &["B2", "A3", "A1"]),
        (json!({"depositTypes": ["EMD", "Retention", "EMD"]}), &["C", "B", "A"], &["C1", "B2", "A3", "A1"]),
        (json!({"depositTypes": ["emd"]}), &[], &[]),
        (json!({"isReturned": true}), &["B", "A"], &["B2", "A1"]),
        (json!({"isReturned": false}), &["D", "C", "B", "A"], &all),
        // One deposit must match all that is asked of deposits.
        (json!({"depositType": "EMD", "depositStatuses": ["SUBMITTED"]}), &[], &[]),
        (json!({"depositType": "PERF", "isReturned": true}), &[], &[]),
        (json!({"depositType": "EMD", "bankAccountNo": "222", "isReturned": true}), &["A"], &["A1"]),
        (json!({"accountHolderName": "patel", "bankAccountNo": "333"}), &["A"], &["A2"]),
        // The contract and the deposit together.
        (json!({"licenseHolderName": "patel", "depositStatuses": ["PENDING_RELEASE"]}), &["C"], &["C1"]),
        (json!({"licenseHolderName": "shah", "accountHolderName": "patel"}), &[], &[]),
        (json!({"statuses": ["AWARDED"], "depositType": "emd"}), &["A"], &["A3", "A1"]),
        (
            json!({
                "bidId": "A", "contractName": "pali", "referenceNo": "roc", "licenseHolderName": "ramesh",
                "contractType": "rate", "statuses": ["AWARDED"], "depositType": "EMD", "instrumentNo": "a",
                "accountHolderName": "ramesh", "bankAccountNo": "1222", "depositStatuses": ["REFUNDED"],
                "depositTypes": ["EMD"], "isReturned": true,
            }),
            &["A"],
            &["A1"],
        ),
        (json!({"bid_id": "c", "deposit_statuses": ["PENDING_RELEASE"], "unknown": 1}), &["C"], &["C1"]),
    ] {
        let (found_contracts, found_deposits) = found(&app, &person, &filter).await;
        assert_eq!(found_contracts, contracts, "{filter}");
        assert_eq!(found_deposits, deposits, "{filter}");
    }
}

// Spec: S7.contract-deposit.filter-deposit-status S4.deposit.filter
#[tokio::test]
async fn what_can_not_be_searched_for_is_a_400_that_names_the_field() {
    let app = App::start().await;
    let person = firm_with_deposits(&app).await;
    for (filter, field) in [
        (json!({"statuses": ["PENDING_REFUND"]}), "statuses"),
        (json!({"depositStatuses": ["AWARDED"]}), "depositStatuses"),
        (json!({"bidId": "a\u{2}b"}), "bidId"),
        (json!({"depositType": "a\u{2}b"}), "depositType"),
        (json!({"instrumentNo": "a\u{2}b"}), "instrumentNo"),
        (json!({"accountHolderName": "a\u{0}b"}), "accountHolderName"),
        (json!({"bankAccountNo": "a\u{0}b"}), "bankAccountNo"),
        (json!({"depositTypes": ["a\u{0}b"]}), "depositTypes"),
        (json!({"depositTypes": ["x".repeat(65)]}), "depositTypes"),
        (json!({"depositTypes": (0..1_000).collect::<Vec<_>>()}), "depositTypes"),
        (json!({"accountHolderName": "x".repeat(256)}), "accountHolderName"),
        (json!({"dateRange": {"from": "yesterday"}}), "dateRange.from"),
    ] {
        let answer = app.post(SEARCH, &person.token, filter.clone()).await;
        assert_eq!(answer.error(400).0, "INVALID_ARGUMENT", "{filter}");
        let named = column(&answer.json()["fields"], "field");
        assert!(named[0].starts_with(field), "{filter}: {named:?}");
    }
    for sort in [json!({"field": "amount"}), json!({"field": "bidId", "direction": "up"})] {
        app.post(SEARCH, &person.token, json!({"sort": sort})).await.error(400);
    }
}

// Spec: S3.contract-deposit-row S3.contract.totals
#[tokio::test]
async fn a_row_has_the_totals_of_its_contract_whatever_was_asked_of_the_deposits() {
    let app = App::start().await;
    let person = firm_with_deposits(&app).await;
    let page = app.post("/api/contracts/filter", &person.token, json!({"bidId": "A"})).await.ok();
    app.project(&person, json!({"contractId": page["content"][0]["id"]})).await;
    for filter in [json!({}), json!({"depositTypes": ["EMD", "Retention"]})] {
        let page = app.post(SEARCH, &person.token, filter.clone()).await.ok();
        let listed = app.post("/api/contracts/filter", &person.token, json!({})).await.ok();
        for row in page["content"].as_array().unwrap() {
            let (deposit, amount, is_created) = match row["bidId"].as_str().unwrap() {
                "A" => (json!(120.5), json!(125.5), true),
                "B" => (json!(50), json!(50), false),
                "C" => (json!(70), json!(77), false),
                _ => (json!(0), json!(9), false),
            };
            assert_eq!((&row["totalDeposit"], &row["totalAmount"]), (&deposit, &amount), "{filter} {row}");
            assert_eq!(row["isProjectCreated"], is_created);
            // The very row of the list of contracts.
            assert!(listed["content"].as_array().unwrap().contains(row));
        }
    }
}

// Spec: S7.contract-deposit.search S3.page
#[tokio::test]
async fn pages_count_contracts_and_bring_their_own_deposits() {
    let app = App::start().await;
    let person = firm_with_deposits(&app).await;
    let asked = json!({"depositType": "emd"});
    for (pagination, number, size, pages, contracts, deposits) in [
        (json!({"size": 1}), 0, 1, 2, &["B"][..], &["B2", "B1"][..]),
        (json!({"size": 1, "page": 1}), 1, 1, 2, &["A"], &["A3", "A1"]),
        (json!({"size": 1, "page": 2}), 2, 1, 2, &[], &[]),
        (json!({"size": "many"}), 0, 1, 2, &["B"], &["B2", "B1"]),
        (json!({"size": 5000}), 0, 200, 1, &["B", "A"], &["B2", "B1", "A3", "A1"]),
        (json!(null), 0, 10, 1, &["B", "A"], &["B2", "B1", "A3", "A1"]),
    ] {
        let mut filter = asked.clone();
        filter["pagination"] = pagination.clone();
        let page = app.post(SEARCH, &person.token, filter).await.ok();
        for (field, expected) in [
            ("number", json!(number)),
            ("size", json!(size)),
            ("totalPages", json!(pages)),
            ("totalElements", json!(2)),
        ] {
            assert_eq!(page[field], expected, "{pagination} {field}");
        }
        assert_eq!(column(&page["content"], "bidId"), contracts, "{pagination}");
        assert_eq!(column(&page["deposits"], "instrumentNo"), deposits, "{pagination}");
    }
}

// Spec: S7.contract-deposit.search S9.sort-default
#[tokio::test]
async fn the_search_sorts_as_the_list_of_contracts_does() {
    let app = App::start().await;
    let person = firm_with_deposits(&app).await;
    let columns = [
        "bidId",
        "contractName",
        "contractType",
        "status",
        "paperCost",
        "tenderBidValue",
        "tenderActualValue",
        "actualStartDate",
        "actualEndDate",
        "createdAt",
        "updatedAt",
    ];
    for field in columns {
        for direction in ["asc", "desc"] {
            let body = json!({"sort": {"field": field, "direction": direction}});
            let page = app.post(SEARCH, &person.token, body.clone()).await.ok();
            let listed = app.post("/api/contracts/filter", &person.token, body).await.ok();
            assert_eq!(
                column(&page["content"], "id"),
                column(&listed["content"], "id"),
                "{field} {direction}"
            );
        }
    }
    let sorted = json!({"sort": {"field": "paperCost", "direction": "asc"}, "depositType": "e"});
    assert_eq!(found(&app, &person, &sorted).await.0, ["A", "C", "B"]);
}

// Spec: S7.contract-deposit.filter-contract S9.date-range
#[tokio::test]
async fn a_date_range_is_of_the_contracts_creation() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, json!({"bidId": "A", "contractName": "x"})).await;
    let deposit = app.lodge(&person, &contract, emd(json!({"depositCreatedDate": "2020-01-01"}))).await;
    let at: chrono::DateTime<chrono::Utc> = contract["createdAt"].as_str().unwrap().parse().unwrap();
    let day = nirmaan_store::clock::day_in_kolkata(at);
    let (before, after) = (day.pred_opt().unwrap(), day.succ_opt().unwrap());
    for (from, to, rows) in [(day, day, 1), (before, before, 0), (after, after, 0), (before, after, 1)] {
        let range = json!({"from": format!("{from}T00:00:00Z"), "to": format!("{to}T23:59:59Z")});
        let page = app.post(SEARCH, &person.token, json!({"dateRange": range})).await.ok();
        assert_eq!(page["totalElements"], rows, "{from} {to}");
        assert_eq!(column(&page["deposits"], "id"), vec![id(&deposit); rows]);
    }
}

#[tokio::test]
async fn what_was_deleted_is_not_found() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, json!({"bidId": "A", "contractName": "x"})).await;
    let deposit = app.lodge(&person, &contract, emd(json!({}))).await;
    let all = |contracts: &[&str], deposits: &[&str]| {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        (owned(contracts), owned(deposits))
    };
    let by_type = json!({"depositType": "EMD"});
    assert_eq!(found(&app, &person, &by_type).await, all(&["A"], &["DD 1"]));
    app.delete(&deposit_at(&contract, &deposit), &person.token).await.ok();
    assert_eq!(found(&app, &person, &by_type).await, all(&[], &[]));
    assert_eq!(found(&app, &person, &json!({})).await, all(&["A"], &[]));
    app.lodge(&person, &contract, emd(json!({}))).await;
    app.delete(&format!("/api/contracts/{}", id(&contract)), &person.token).await.ok();
    for filter in [by_type, json!({})] {
        assert_eq!(found(&app, &person, &filter).await, all(&[], &[]));
    }
}

#[tokio::test]
async fn a_thousand_deposits_come_along_and_no_more() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let contract = app.contract(&person, json!({"bidId": "A", "contractName": "x"})).await;
    app.deposit(&tenant, id(&contract), "EMD", 100, "SUBMITTED").await;
    let db = app.owner_db().await;
    for _ in 0..10 {
        app.double_deposits(&db).await;
    }
    let page = app.post(SEARCH, &person.token, json!({})).await.ok();
    assert_eq!(page["totalElements"], 1);
    assert_eq!(page["content"][0]["totalDeposit"], 1024);
    assert_eq!(page["deposits"].as_array().unwrap().len(), 1_000);
}

// Spec: S7.contract-deposit.search
#[tokio::test]
async fn the_search_is_the_same_over_grpc() {
    let app = App::start().await;
    let person = firm_with_deposits(&app).await;
    let mut client = SecurityDepositServiceClient::new(app.channel().await);
    let request = SearchContractDepositsRequest {
        statuses: vec![ContractStatus::Awarded.into(), ContractStatus::Closed.into()],
        deposit_statuses: vec![Status::Refunded.into(), Status::PendingRelease.into()],
        account_holder_name: "ramesh".to_owned(),
        sort: Some(Sort { field: "bidId".to_owned(), direction: "asc".to_owned() }),
        pagination: Some(Pagination { page: 0, size: Some(1) }),
        ..Default::default()
    };
    let page = client.search_contract_deposits(signed(request, &person.token)).await.unwrap().into_inner();
    assert_eq!((page.number, page.size, page.total_pages, page.total_elements), (0, 1, 2, 2));
    let [contract] = page.content.as_slice() else { panic!("one contract") };
    assert_eq!((contract.bid_id.as_str(), contract.total_deposit), ("A", Some(Money { paise: 12_050 })));
    let [deposit] = page.deposits.as_slice() else { panic!("one deposit") };
    assert_eq!((deposit.instrument_no.as_str(), deposit.amount), ("A1", Some(Money { paise: 10_050 })));
    assert_eq!(deposit.contract_id, contract.id);
    for wrong in [
        SearchContractDepositsRequest { statuses: vec![0], ..Default::default() },
        SearchContractDepositsRequest { deposit_statuses: vec![0], ..Default::default() },
        SearchContractDepositsRequest { deposit_statuses: vec![99], ..Default::default() },
    ] {
        let refused = client.search_contract_deposits(signed(wrong, &person.token)).await.unwrap_err();
        assert_eq!(refused.code(), tonic::Code::InvalidArgument);
    }
}
