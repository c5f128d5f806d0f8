//! Who may do what with deposits, who sees account numbers, and whose deposits there are.

use nirmaan_api::{
    access::Action,
    contracts::{ListSecurityDepositsRequest, SearchContractDepositsRequest},
    method,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{deposit_at, deposits_of, emd, id, road};
use crate::{
    build::Person,
    harness::{Answer, App},
    platform::column,
    wire::any::{WIRES, call, message},
};

const SEARCH: &str = "/api/contracts-deposit/search";
const ACCOUNT: &str = "00112233445566";
const MASKED: &str = "••••••••••5566";

/// What an answer says, but for the request's id.
fn said(answer: &Answer) -> (StatusCode, Value) {
    let mut body = answer.json();
    body["requestId"] = Value::Null;
    (answer.status, body)
}

// Spec: S6.deposits.contracts S6.enforced
#[tokio::test]
async fn every_call_asks_for_its_own_right_on_contracts() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    let contract = app.contract(&owner, road("A-1")).await;
    let timeline = format!("/api/contracts/{}/timeline", id(&contract));
    let mut people = Vec::new();
    for (name, module, actions) in [
        ("create", "Contracts", &[Action::Create][..]),
        ("view", "Contracts", &[Action::View]),
        ("edit", "Contracts", &[Action::Edit]),
        ("delete", "Contracts", &[Action::Delete]),
        ("report", "Contracts", &[Action::Report]),
        ("another module", "Projects", &[Action::Create, Action::View, Action::Edit, Action::Delete]),
    ] {
        let grants: Vec<_> = actions.iter().map(|action| (module, *action)).collect();
        people.push((name, app.person(&tenant, &grants).await));
    }
    for (name, person) in people {
        let deposit = app.lodge(&owner, &contract, emd(json!({}))).await;
        let (list, one) = (deposits_of(&contract), deposit_at(&contract, &deposit));
        for (verb, path, right) in [
            (Method::GET, list.as_str(), "view"),
            (Method::GET, &one, "view"),
            (Method::POST, SEARCH, "view"),
            (Method::GET, &timeline, "view"),
            (Method::POST, "/api/contract-dashboard/kpis", "view"),
            (Method::POST, &list, "create"),
            (Method::PUT, &one, "edit"),
            (Method::DELETE, &one, "delete"),
        ] {
            let body = (verb != Method::GET).then(|| emd(json!({})));
            let what = format!("{name}: {verb} {path}");
            let answer = app.send(verb, path, Some(&person.token), body).await;
            if name == right {
                assert_eq!(answer.status, StatusCode::OK, "{what}: {}", answer.text);
            } else {
                let (code, message) = answer.error(403);
                assert_eq!(code, "PERMISSION_DENIED", "{what}");
                assert!(message.contains("Contracts"), "{message}");
            }
        }
    }
    let list = deposits_of(&contract);
    assert_eq!(app.send(Method::GET, &list, None, None).await.error(401).0, "UNAUTHENTICATED");
}

// Spec: S6.deposits.masked
#[tokio::test]
async fn account_numbers_are_whole_for_those_alone_who_may_edit() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    let clerk = app.person(&tenant, &[("Contracts", Action::View), ("Contracts", Action::Create)]).await;
    let contract = app.contract(&owner, road("A-1")).await;
    let list = deposits_of(&contract);
    for (number, masked) in
        [(ACCOUNT, MASKED), ("12345", "•2345"), ("1234", "1234"), ("", ""), ("खाता-१२३४", "•••••१२३४")]
    {
        let body = emd(json!({"bankAccountNo": number}));
        let created = app.lodge(&clerk, &contract, body).await;
        assert_eq!(created["bankAccountNo"], masked, "the answer of the create");
        let path = deposit_at(&contract, &created);
        for (person, expected) in [(&clerk, masked), (&owner, number)] {
            assert_eq!(app.get(&path, &person.token).await.ok()["bankAccountNo"], expected);
            let listed = app.get(&list, &person.token).await.ok();
            assert_eq!(listed[0]["bankAccountNo"], expected);
            let found = app.post(SEARCH, &person.token, json!({})).await.ok();
            assert_eq!(found["deposits"][0]["bankAccountNo"], expected);
        }
        app.delete(&path, &owner.token).await.ok();
    }
    // Sent back by somebody who was shown the end only, it would replace the number.
    let body = emd(json!({"bankAccountNo": MASKED}));
    let refused = app.post(&list, &owner.token, body).await;
    refused.error(400);
    assert_eq!(refused.json()["fields"][0]["field"], "bankAccountNo");
}

// Spec: S6.deposits.masked
#[tokio::test]
async fn whoever_may_not_edit_finds_an_account_by_its_whole_number_only() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    let viewer = app.person(&tenant, &[("Contracts", Action::View)]).await;
    for (bid, number) in [("A", ACCOUNT), ("B", "2233"), ("C", "9900112233445566"), ("D", "")] {
        let contract = app.contract(&owner, road(bid)).await;
        app.lodge(&owner, &contract, emd(json!({"bankAccountNo": number, "depositType": bid}))).await;
    }
    let found = async |person: &Person, filter: Value| {
        let page = app.post(SEARCH, &person.token, filter.clone()).await.ok();
        let bids = column(&page["content"], "bidId");
        assert_eq!(column(&page["deposits"], "depositType"), bids, "{filter}");
        assert_eq!(page["totalElements"], bids.len(), "{filter}");
        let mut bids = bids;
        bids.sort();
        bids.concat()
    };
    for (number, of_viewer, of_owner) in [
        (ACCOUNT, "A", "AC"),
        (" 00112233445566 ", "A", "AC"),
        ("2233", "B", "ABC"),
        ("9900112233445566", "C", "C"),
        ("5566", "", "AC"),
        ("0011223344556", "", "AC"),
        ("0", "", "AC"),
        ("%", "", ""),
        ("_", "", ""),
        ("0011223344556_", "", ""),
        (MASKED, "", ""),
        ("•", "", ""),
    ] {
        let filter = json!({"bankAccountNo": number});
        assert_eq!(found(&viewer, filter.clone()).await, of_viewer, "{number}");
        assert_eq!(found(&owner, filter).await, of_owner, "{number}");
    }
    // Nor does another filter read the number.
    for field in ["depositType", "instrumentNo", "accountHolderName", "bidId", "contractName"] {
        assert_eq!(found(&viewer, json!({field: "5566"})).await, "", "{field}");
    }
    assert_eq!(found(&viewer, json!({"bankAccountNo": ACCOUNT, "depositType": "B"})).await, "");
}

// Spec: S6.deposits.masked
#[tokio::test]
async fn no_wire_and_no_trail_tells_what_the_mask_hides() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    let viewer = app.person(&tenant, &[("Contracts", Action::View), ("User", Action::Report)]).await;
    let contract = app.contract(&owner, road("A-1")).await;
    let deposit = app.lodge(&owner, &contract, emd(json!({"bankAccountNo": ACCOUNT}))).await;
    let path = deposit_at(&contract, &deposit);
    app.put(&path, &owner.token, emd(json!({"bankAccountNo": "77889900112233"}))).await.ok();
    app.put(&path, &owner.token, emd(json!({"bankAccountNo": ACCOUNT}))).await.ok();
    let list = ListSecurityDepositsRequest { contract_id: id(&contract).to_owned() };
    let search = SearchContractDepositsRequest { bank_account_no: ACCOUNT.to_owned(), ..Default::default() };
    let at =
        |name: &str| method::find(&format!("/nirmaan.contracts.v1.SecurityDepositService/{name}")).unwrap();
    let (listing, searching) = (at("ListSecurityDeposits"), at("SearchContractDeposits"));
    for wire in WIRES {
        for (method, request) in
            [(listing, message(listing, &list)), (searching, message(searching, &search))]
        {
            let heard = call(&app, wire, method, Some(&viewer.token), &request).await;
            let text = heard.rest.1;
            assert!(text.contains("•5566"), "{wire:?} {}: {text}", method.path);
            assert!(!text.contains("45566"), "{wire:?} {}: {text}", method.path);
        }
    }
    // The trail keeps the number from everybody.
    for person in [&viewer, &owner] {
        let history = app.get(&format!("/api/audit/security_deposit/{}", id(&deposit)), &person.token).await;
        assert_eq!(history.ok()["totalElements"], 3);
        assert!(history.text.contains("•5566") && !history.text.contains("45566"), "{}", history.text);
    }
    let filter = json!({"entity": "security_deposit"});
    let trail = app.post("/api/audit/filter", &viewer.token, filter.clone()).await;
    let file = app.post("/api/audit/export", &viewer.token, json!({"filter": filter})).await;
    for answer in [trail, file] {
        assert_eq!(answer.status, StatusCode::OK);
        assert!(answer.text.contains("•5566") && !answer.text.contains("45566"), "{}", answer.text);
    }
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn a_deposit_is_found_below_its_own_contract_alone() {
    let app = App::start().await;
    let (_, owner) = app.firm("Firm").await;
    let contract = app.contract(&owner, road("A-1")).await;
    let other = app.contract(&owner, road("A-2")).await;
    let deposit = app.lodge(&owner, &contract, emd(json!({}))).await;
    let nothing = json!({"id": Uuid::now_v7()});
    let malformed = json!({"id": "not-an-id"});
    let paths = [
        deposit_at(&other, &nothing),
        deposit_at(&other, &deposit),
        deposit_at(&nothing, &deposit),
        deposit_at(&malformed, &deposit),
        deposit_at(&contract, &malformed),
    ];
    for (verb, body) in
        [(Method::GET, None), (Method::PUT, Some(emd(json!({"comment": "Moved"})))), (Method::DELETE, None)]
    {
        let mut answers = Vec::new();
        for path in &paths {
            answers.push(said(&app.send(verb.clone(), path, Some(&owner.token), body.clone()).await));
        }
        assert_eq!(answers[0].0, StatusCode::NOT_FOUND);
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    }
    for path in [deposits_of(&nothing), deposits_of(&malformed)] {
        assert_eq!(app.get(&path, &owner.token).await.error(404).0, "NOT_FOUND");
        assert_eq!(app.post(&path, &owner.token, emd(json!({}))).await.error(404).0, "NOT_FOUND");
    }
    assert_eq!(app.get(&deposits_of(&contract), &owner.token).await.ok(), json!([deposit]));
    assert_eq!(app.get(&deposits_of(&other), &owner.token).await.ok(), json!([]));
    assert_eq!(app.events("security_deposit").await.len(), 1);
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn another_tenants_ids_answer_like_ids_that_nobody_has() {
    let app = App::start().await;
    let (_, owner) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Rival").await;
    let contract = app.contract(&owner, road("A-1")).await;
    let deposit = app.lodge(&owner, &contract, emd(json!({"bankAccountNo": ACCOUNT}))).await;
    let own_contract = app.contract(&stranger, road("A-1")).await;
    let own = app.lodge(&stranger, &own_contract, emd(json!({}))).await;
    let nobodys = json!({"id": Uuid::now_v7()});
    let mut pairs = vec![
        (deposits_of(&contract), deposits_of(&nobodys)),
        (
            format!("/api/contracts/{}/timeline", id(&contract)),
            format!("/api/contracts/{}/timeline", id(&nobodys)),
        ),
    ];
    for (theirs, random) in [
        ((&contract, &deposit), (&nobodys, &nobodys)),
        ((&contract, &own), (&nobodys, &own)),
        ((&own_contract, &deposit), (&own_contract, &nobodys)),
    ] {
        pairs.push((deposit_at(theirs.0, theirs.1), deposit_at(random.0, random.1)));
    }
    for (theirs, random) in pairs {
        for (verb, body) in [
            (Method::GET, None),
            (Method::POST, Some(emd(json!({})))),
            (Method::PUT, Some(emd(json!({"version": 1})))),
            (Method::PUT, Some(emd(json!({"amount": 0})))),
            (Method::DELETE, None),
        ] {
            let theirs = app.send(verb.clone(), &theirs, Some(&stranger.token), body.clone()).await;
            let random = app.send(verb.clone(), &random, Some(&stranger.token), body).await;
            assert_eq!(said(&theirs), said(&random), "{verb}");
            assert!(!theirs.status.is_success(), "{verb}: {}", theirs.text);
        }
    }
    // Filters find nothing of another tenant either.
    let found = app.post(SEARCH, &stranger.token, json!({"bankAccountNo": ACCOUNT})).await.ok();
    assert_eq!((&found["totalElements"], &found["deposits"]), (&json!(0), &json!([])));
    let found = app.post(SEARCH, &stranger.token, json!({})).await.ok();
    assert_eq!(column(&found["deposits"], "id"), [id(&own)]);
    assert_eq!(app.get(&deposits_of(&contract), &owner.token).await.ok(), json!([deposit]));
    assert_eq!(app.get(&deposits_of(&own_contract), &stranger.token).await.ok(), json!([own]));
}
