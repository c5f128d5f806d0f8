//! What a deposit must have and may be.

use serde_json::{Value, json};

use super::{deposit_at, deposits_of, emd, id, road};
use crate::{
    harness::{Answer, App},
    platform::column,
};

const STATUSES: [&str; 11] = [
    "DRAFT",
    "SUBMITTED",
    "REJECTED",
    "CANCELLED",
    "REFUNDED",
    "FORFEITED",
    "RELEASED",
    "PENDING_RELEASE",
    "PENDING_REFUND",
    "RETURNED",
    "PENDING",
];

/// The fields that an error names, sorted.
fn wrong_fields(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.error(400).0, "INVALID_ARGUMENT");
    let mut fields = column(&answer.json()["fields"], "field");
    fields.sort();
    fields
}

// Spec: S4.deposit.create
#[tokio::test]
async fn what_was_not_sent_is_null_or_empty_never_missing() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let created = app.lodge(&person, &contract, emd(json!({"status": ""}))).await;
    for (field, expected) in [
        ("status", json!("SUBMITTED")),
        ("depositCreatedDate", Value::Null),
        ("depositSubmitedDate", Value::Null),
        ("depositeReturnedDate", Value::Null),
        ("depositTransferedOwnAcDate", Value::Null),
        ("bankAccountNo", json!("")),
        ("bankName", json!("")),
        ("accountHolderName", json!("")),
        ("bankAddress", json!("")),
        ("comment", json!("")),
    ] {
        assert_eq!(created.get(field), Some(&expected), "{field}");
    }
}

// Spec: S4.deposit.statuses
#[tokio::test]
async fn a_deposit_has_one_of_eleven_statuses() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    for status in STATUSES {
        let created = app.lodge(&person, &contract, emd(json!({"status": status}))).await;
        assert_eq!(created["status"], status);
    }
    let listed = app.get(&deposits_of(&contract), &person.token).await.ok();
    let (list, one) = (deposits_of(&contract), deposit_at(&contract, &listed[0]));
    for status in ["AWARDED", "submitted", "STATUS_UNSPECIFIED_1"] {
        let body = emd(json!({"status": status}));
        for answer in
            [app.post(&list, &person.token, body.clone()).await, app.put(&one, &person.token, body).await]
        {
            assert_eq!(wrong_fields(&answer), ["status"], "{status}");
        }
    }
    assert_eq!(app.get(&list, &person.token).await.ok(), listed);
}

// Spec: S4.deposit.statuses S4.deposit.any-transition
#[tokio::test]
async fn a_deposit_goes_from_any_status_to_any_other() {
    let app = App::start_with(|config| config.limits.calls_burst = 10_000).await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let path = deposit_at(&contract, &app.lodge(&person, &contract, emd(json!({}))).await);
    let set = async |status: &str| {
        let changed = app.put(&path, &person.token, emd(json!({"status": status}))).await.ok();
        assert_eq!(changed["status"], status);
    };
    for from in STATUSES {
        for to in STATUSES {
            set(from).await;
            set(to).await;
        }
    }
}

// Spec: S5.deposit.required S5.deposit.amount
#[tokio::test]
async fn type_number_and_an_amount_above_nothing_are_required() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let kept = app.lodge(&person, &contract, emd(json!({"comment": "Kept"}))).await;
    let (list, one) = (deposits_of(&contract), deposit_at(&contract, &kept));
    for (body, expected) in [
        (json!({}), &["amount", "depositType", "instrumentNo"][..]),
        (emd(json!({"depositType": " "})), &["depositType"]),
        (emd(json!({"depositType": null})), &["depositType"]),
        (emd(json!({"instrumentNo": ""})), &["instrumentNo"]),
        (emd(json!({"amount": null})), &["amount"]),
        (emd(json!({"amount": ""})), &["amount"]),
        (emd(json!({"amount": 0})), &["amount"]),
        (emd(json!({"amount": -0.01})), &["amount"]),
        (emd(json!({"amount": 0.001})), &["amount"]),
        (emd(json!({"amount": "much"})), &["amount"]),
        (emd(json!({"amount": 10_000_000_000_000.01})), &["amount"]),
        (emd(json!({"amount": 0, "depositCreatedDate": "1850-01-01"})), &["amount", "depositCreatedDate"]),
    ] {
        let answers = [
            app.post(&list, &person.token, body.clone()).await,
            app.put(&one, &person.token, body.clone()).await,
        ];
        for answer in answers {
            assert_eq!(wrong_fields(&answer), expected, "{body}");
        }
    }
    assert_eq!(app.get(&list, &person.token).await.ok(), json!([kept]));
    for amount in [json!(0.01), json!(10_000_000_000_000_i64)] {
        let created = app.lodge(&person, &contract, emd(json!({"amount": amount}))).await;
        assert_eq!(created["amount"], amount);
    }
}

#[tokio::test]
async fn texts_are_as_long_as_documented_and_no_longer() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contract = app.contract(&person, road("A-1")).await;
    let list = deposits_of(&contract);
    let limits = [
        ("depositType", 64),
        ("instrumentNo", 100),
        ("bankAccountNo", 64),
        ("bankName", 255),
        ("accountHolderName", 255),
        ("bankAddress", 4_000),
        ("comment", 4_000),
    ];
    // Of four bytes each, and one that grows in lower case.
    for letter in ["𑘀", "İ"] {
        let longest: serde_json::Map<_, _> =
            limits.iter().map(|(field, most)| ((*field).to_owned(), json!(letter.repeat(*most)))).collect();
        let created = app.lodge(&person, &contract, emd(Value::Object(longest.clone()))).await;
        assert!(longest.iter().all(|(field, text)| created[field] == *text));
        for (field, most) in limits {
            let body = emd(json!({field: letter.repeat(most + 1)}));
            assert_eq!(wrong_fields(&app.post(&list, &person.token, body).await), [field]);
        }
    }
    for (field, _) in limits {
        let answer = app.post(&list, &person.token, emd(json!({field: "a\u{0}b"}))).await;
        assert_eq!(wrong_fields(&answer), [field]);
    }
}

// Spec: S3.contract.totals
#[tokio::test]
async fn what_a_contract_holds_follows_its_deposits() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let mut body = road("A-1");
    body["paperCost"] = json!(5.5);
    let contract = app.contract(&person, body).await;
    let held = async || {
        let row = app.get(&format!("/api/contracts/{}", id(&contract)), &person.token).await.ok();
        (row["totalDeposit"].as_f64().unwrap(), row["totalAmount"].as_f64().unwrap())
    };
    assert_eq!(held().await, (0.0, 5.5));
    let first = app.lodge(&person, &contract, emd(json!({"amount": 100.25}))).await;
    app.lodge(&person, &contract, emd(json!({"amount": 20, "status": "RETURNED"}))).await;
    assert_eq!(held().await, (120.25, 125.75));
    let path = deposit_at(&contract, &first);
    for (status, total) in
        [("CANCELLED", 20.0), ("FORFEITED", 21.0), ("REJECTED", 20.0), ("DRAFT", 21.0), ("REFUNDED", 21.0)]
    {
        app.put(&path, &person.token, emd(json!({"amount": 1, "status": status}))).await.ok();
        assert_eq!(held().await, (total, total + 5.5), "{status}");
    }
    app.delete(&path, &person.token).await.ok();
    assert_eq!(held().await, (20.0, 25.5));
}
