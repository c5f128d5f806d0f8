//! What is unusual is stored, and said.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::{deposit_at, deposits_of, emd, id, road};
use crate::{
    build::Person,
    harness::{App, answer, http_client},
};

/// The fields at which an answer has warnings, with what they say.
pub fn said(record: &Value) -> Vec<[&str; 2]> {
    let warnings = record["warnings"].as_array().unwrap().iter();
    warnings.map(|one| [&one["field"], &one["message"]].map(|text| text.as_str().unwrap())).collect()
}

#[tokio::test]
async fn a_contract_out_of_order_is_stored_with_warnings_which_only_writes_say() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let passed = ["closingDate", "Closing date has passed."];
    let out_of_order = ["closingDate", "Closing date is before the opening date, 12 Mar 2026."];
    let mut body = road("A-1");
    body["openingDate"] = json!("2026-03-12");
    body["closingDate"] = json!("2026-03-11");
    body["paperCost"] = json!(20_000_000_000_i64);
    let created = app.contract(&person, body.clone()).await;
    let too_large = ["paperCost", "Paper cost is above ₹1,000 crore."];
    assert_eq!(said(&created), [too_large, out_of_order, passed]);
    let path = format!("/api/contracts/{}", id(&created));
    let read = app.get(&path, &person.token).await.ok();
    assert_eq!((&read["closingDate"], &read["warnings"]), (&json!("2026-03-11"), &json!([])));

    // Only a new draft can still be put off; what clients say of warnings counts for nothing.
    body["warnings"] = created["warnings"].clone();
    body["paperCost"] = json!(500);
    assert_eq!(said(&app.put(&path, &person.token, body.clone()).await.ok()), [out_of_order]);
    body["closingDate"] = json!("2026-03-12");
    assert!(said(&app.put(&path, &person.token, body).await.ok()).is_empty());
}

#[tokio::test]
async fn a_call_that_is_sent_again_is_warned_again() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let send = async |path: String, body: Value| {
        let request =
            http_client().build().unwrap().post(format!("{}{path}", app.base)).bearer_auth(&person.token);
        answer(request.header("Idempotency-Key", "k").json(&body)).await.ok()
    };
    let mut body = road("A-1");
    body["closingDate"] = json!("2020-01-01");
    let first = send("/api/contracts".to_owned(), body.clone()).await;
    assert_eq!(said(&first), [["closingDate", "Closing date has passed."]]);
    assert_eq!(send("/api/contracts".to_owned(), body).await, first);

    let deposit = emd(json!({"depositSubmitedDate": "2026-03-12", "depositeReturnedDate": "2026-03-11"}));
    let first = send(deposits_of(&first), deposit.clone()).await;
    assert_eq!(
        said(&first),
        [["depositeReturnedDate", "Returned date is before the submitted date, 12 Mar 2026."]]
    );
    let contract = json!({"id": first["contractId"]});
    assert_eq!(send(deposits_of(&contract), deposit).await, first);
}

#[tokio::test]
async fn earnest_money_above_a_tenth_of_the_tender_is_said() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let mut tender = road("A-1");
    tender["tenderActualValue"] = json!(1_000);
    let contract = app.contract(&person, tender).await;
    let lodge = async |but: Value| app.lodge(&person, &contract, emd(but)).await;
    assert!(said(&lodge(json!({"amount": 100})).await).is_empty());
    let more = ["amount", "Amount is above 10% of the value of the tender."];
    assert_eq!(said(&lodge(json!({"amount": 100.01})).await), [more]);
    assert!(said(&lodge(json!({"amount": 500, "depositType": "RETENTION"})).await).is_empty());
    // What was quoted stands in for an estimate that isn't known.
    let mut bid = road("A-2");
    bid["tenderBidValue"] = json!(1_000);
    let contract = app.contract(&person, bid).await;
    assert_eq!(said(&app.lodge(&person, &contract, emd(json!({"amount": 101}))).await), [more]);
}

/// What a firm's other deposits say of an instrument.
async fn found(app: &App, person: &Person, query: &str) -> Value {
    app.get(&format!("/api/contracts-deposit/same-instrument?{query}"), &person.token).await.ok()["deposits"]
        .clone()
}

#[tokio::test]
async fn a_deposit_names_those_on_its_instrument_of_the_own_firm_that_are_out() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let (_, stranger) = app.firm("Rival").await;
    let draft = json!({"instrumentNo": "DD 004512", "bankName": "State Bank of India"});
    let theirs = app.contract(&stranger, road("R-1")).await;
    app.lodge(&stranger, &theirs, emd(draft.clone())).await;

    let road_1 = app.contract(&person, road("A-1")).await;
    let first = app.lodge(&person, &road_1, emd(draft.clone())).await;
    assert!(said(&first).is_empty());
    let road_2 = app.contract(&person, road("A-2")).await;
    let second = app
        .lodge(
            &person,
            &road_2,
            emd(json!({"instrumentNo": "DD 004512", "bankName": "STATE BANK OF  INDIA"})),
        )
        .await;
    let same = |bid_id: &str| format!("Another deposit has the same instrument number and bank: {bid_id}.");
    assert_eq!(said(&second), [["instrumentNo", &same("A-1")]]);
    for (but, expected) in [
        (json!({"instrumentNo": "DD 004513", "bankName": "State Bank of India"}), false),
        (json!({"instrumentNo": "DD 004512", "bankName": "Bank of Baroda"}), false),
        (json!({"instrumentNo": "DD 004512"}), false),
        (json!({"instrumentNo": "DD 004512", "bankName": "State Bank of India"}), true),
    ] {
        let changed = app.put(&deposit_at(&road_2, &second), &person.token, emd(but.clone())).await.ok();
        assert_eq!(!said(&changed).is_empty(), expected, "{but}");
    }

    let query = "instrumentNo=DD%20004512&bankName=state%20bank%20of%20india";
    let one = |contract: &Value, deposit: &Value| json!({"id": id(deposit), "contractId": id(contract), "bidId": contract["bidId"]});
    assert_eq!(found(&app, &person, query).await, json!([one(&road_2, &second), one(&road_1, &first)]));
    assert_eq!(
        found(&app, &person, &format!("{query}&exceptId={}", id(&second))).await,
        json!([one(&road_1, &first)])
    );
    assert_eq!(found(&app, &person, "instrumentNo=DD%20004512").await, json!([]));
    assert_eq!(found(&app, &stranger, query).await[0]["bidId"], "R-1");
    let all = found(&app, &person, query).await;
    assert_eq!(found(&app, &person, &format!("{query}&exceptId=nobody")).await, all);

    // One that is back isn't out on its instrument any more, and says nothing of others, either.
    let mut back = emd(draft.clone());
    back["status"] = json!("RETURNED");
    let change = async |contract: &Value, deposit: &Value, body: Value| {
        app.put(&deposit_at(contract, deposit), &person.token, body).await.ok()
    };
    let missing = "Returned date is missing, although the deposit came back.";
    assert_eq!(said(&change(&road_1, &first, back.clone()).await), [["depositeReturnedDate", missing]]);
    back["depositeReturnedDate"] = json!("2026-03-12");
    assert!(said(&change(&road_1, &first, back).await).is_empty());
    assert_eq!(found(&app, &person, query).await, json!([one(&road_2, &second)]));
    assert!(said(&change(&road_2, &second, emd(draft.clone())).await).is_empty());
    // Out once more.
    let mut again = emd(draft);
    again["status"] = json!("PENDING_REFUND");
    assert_eq!(said(&change(&road_1, &first, again).await), [["instrumentNo", &same("A-2")]]);
    // What is deleted, by itself or with its contract, may be used again.
    app.delete(&deposit_at(&road_2, &second), &person.token).await.ok();
    assert_eq!(found(&app, &person, query).await, json!([one(&road_1, &first)]));
    app.delete(&format!("/api/contracts/{}", id(&road_1)), &person.token).await.ok();
    assert_eq!(found(&app, &person, query).await, json!([]));
}

#[tokio::test]
async fn an_instrument_is_the_same_however_its_number_is_written() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    app.lodge(&person, &contract, emd(json!({"instrumentNo": "BG/2158-Igper.3116"}))).await;
    for (number, expected) in [
        ("bg/2158-igper.3116", 1),
        ("BG 2158 IGPER 3116", 1),
        ("BG2158IGPER3116", 1),
        ("BG/2158-Igper.3117", 0),
        ("2158-Igper.3116", 0),
        ("BG_2158-Igper.3116", 0),
    ] {
        let number = number.replace('/', "%2F").replace(' ', "%20");
        let found = found(&app, &person, &format!("instrumentNo={number}")).await;
        assert_eq!(found.as_array().unwrap().len(), expected, "{number}");
    }
}

#[tokio::test]
async fn whoever_may_not_read_contracts_is_told_of_none() {
    let app = App::start().await;
    let (firm, owner) = app.firm("Firm").await;
    let clerk = app.person(&firm, &[("Contracts", Action::Create)]).await;
    let [one, other] = [app.contract(&owner, road("A-1")).await, app.contract(&owner, road("A-2")).await];
    let deposit = emd(json!({"instrumentNo": "DD 004512", "depositSubmitedDate": "2026-03-12",
        "depositeReturnedDate": "2026-03-11"}));
    app.lodge(&owner, &one, deposit.clone()).await;
    let order = ["depositeReturnedDate", "Returned date is before the submitted date, 12 Mar 2026."];
    assert_eq!(said(&app.lodge(&clerk, &other, deposit.clone()).await), [order]);
    assert_eq!(said(&app.lodge(&owner, &other, deposit).await).len(), 2);
}

#[tokio::test]
async fn numbers_that_stand_for_none_are_nobodys() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    for number in ["NA", "0000", "12"] {
        app.lodge(&person, &contract, emd(json!({"instrumentNo": number}))).await;
        assert!(
            said(&app.lodge(&person, &contract, emd(json!({"instrumentNo": number}))).await).is_empty(),
            "{number}"
        );
        assert_eq!(found(&app, &person, &format!("instrumentNo={number}")).await, json!([]));
    }
    // Six on one number: five are told.
    for _ in 0..6 {
        app.lodge(&person, &contract, emd(json!({"instrumentNo": "UTR 9911"}))).await;
    }
    assert_eq!(found(&app, &person, "instrumentNo=UTR%209911").await.as_array().unwrap().len(), 5);
}
