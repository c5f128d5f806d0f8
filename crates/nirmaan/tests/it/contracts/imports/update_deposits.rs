//! Rows that change deposits, and taking that back.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::{
    behind, counts,
    deposits::{THERE, UNKNOWN, deposits, firm, reasons, tried},
    imports, undo,
};
use crate::{
    build::Person,
    contracts::{deposits_of, id},
    harness::App,
};

const HEADER: &str = "Bid ID,Deposit Type,Instrument No,Amount,Status,Returned Date";
const RETURNED: &str = "A,Earnest Money Deposit,dd-4512,,Returned,31-05-2026";

/// Sends rows that may change what is there.
async fn sent(app: &App, person: &Person, rows: &str, fields: &[(&'static str, &str)]) -> Value {
    let fields = [&[("updateExisting", "true")], fields].concat();
    tried(app, person, &format!("{HEADER}\n{rows}\n"), &fields).await.ok()
}

/// A firm whose contract A has the deposit DD 004512, and whose contract B has none.
async fn with_deposit(app: &App, name: &str) -> (Person, [Value; 2], Value) {
    let (person, contracts) = firm(app, name).await;
    let deposit = json!({
        "depositType": "EMD", "instrumentNo": "DD 004512", "amount": 50_000, "status": "SUBMITTED",
        "depositSubmitedDate": "2026-04-15", "bankAccountNo": "00112233445566", "bankName": "SBI", "comment": "by post",
    });
    let deposit = app.post(&deposits_of(&contracts[0]), &person.token, deposit).await.ok();
    (person, contracts, deposit)
}

async fn kpis(app: &App, person: &Person) -> Value {
    app.post("/api/contract-dashboard/kpis", &person.token, json!({})).await.ok()
}

#[tokio::test]
async fn filled_cells_change_the_deposit_that_a_row_names_and_nothing_else_of_it() {
    let app = App::start().await;
    let (person, [road, _], before) = with_deposit(&app, "Firm").await;
    let figures = kpis(&app, &person).await;
    let checked = sent(&app, &person, RETURNED, &[("dryRun", "true")]).await;
    assert_eq!(checked["message"], "1 deposit would be updated. Nothing is stored yet.");
    let row = &checked["rows"][0];
    assert_eq!((&row["outcome"], &row["reason"]), (&json!("UPDATE"), &json!("Returned Date, Status")));
    let days = json!([
        {"field": "depositSubmitedDate", "day": "2026-04-15"}, {"field": "depositeReturnedDate", "day": "2026-05-31"},
    ]);
    let expected = json!({
        "depositType": "EMD", "instrumentNo": "DD 004512", "amount": 50_000, "status": "RETURNED", "bankName": "SBI",
        "days": days,
    });
    assert_eq!((&row["deposit"], &row["warnings"]), (&expected, &json!([])));
    assert_eq!(deposits(&app, &person, &road).await, std::slice::from_ref(&before));

    let import = sent(&app, &person, RETURNED, &[]).await;
    assert_eq!(
        (counts(&import), &import["message"]),
        ([0, 1, 0, 0], &json!("Upload successful! 1 deposit updated."))
    );
    let after = deposits(&app, &person, &road).await[0].clone();
    let mut expected = before.clone();
    for (field, value) in
        [("status", json!("RETURNED")), ("depositeReturnedDate", json!("2026-05-31")), ("version", json!(2))]
    {
        expected[field] = value;
    }
    expected["updatedAt"] = after["updatedAt"].clone();
    assert_eq!(after, expected);
    assert_ne!(kpis(&app, &person).await, figures);
    let again = sent(&app, &person, RETURNED, &[]).await;
    assert_eq!((counts(&again), &again["importId"]), ([0, 0, 1, 0], &json!("")));
    assert_eq!(again["message"], "The file says what is there already: nothing to change.");

    // The search is narrowed to what the import changed.
    let of_import = json!({"importId": import["importId"]});
    let found = app.post("/api/contracts-deposit/search", &person.token, of_import.clone()).await.ok();
    assert_eq!((&found["totalElements"], &found["deposits"]), (&json!(1), &json!([after])));
    let listed = &imports(&app, &person, json!({})).await[0];
    assert_eq!(
        (&listed["record"], &listed["updated"], &listed["canUndo"]),
        (&json!("DEPOSIT"), &json!(1), &json!(true))
    );

    undo(&app, &person, &import).await.ok();
    let back = deposits(&app, &person, &road).await[0].clone();
    let mut expected = before.clone();
    (expected["version"], expected["updatedAt"]) = (json!(3), back["updatedAt"].clone());
    assert_eq!(back, expected);
    assert_eq!(kpis(&app, &person).await, figures);
    let found = app.post("/api/contracts-deposit/search", &person.token, of_import).await.ok();
    assert_eq!(found["totalElements"], 0);
    let history = app.get(&format!("/api/audit/security_deposit/{}", id(&before)), &person.token).await.ok();
    let told = history["content"].as_array().unwrap().iter();
    let told: Vec<_> = told.map(|event| (event["action"].clone(), event["source"].clone())).collect();
    let [update, create] = ["UPDATE", "CREATE"].map(|action| json!(action));
    assert_eq!(told, [(update.clone(), json!("JSON")), (update, json!("IMPORT")), (create, json!("JSON"))]);
}

#[tokio::test]
async fn every_field_can_be_changed_and_is_named() {
    let app = App::start().await;
    let (person, [road, _], _) = with_deposit(&app, "Firm").await;
    let cells = [
        ("Amount", "amount", json!(60_000)),
        ("Status", "status", json!("REFUNDED")),
        ("Created Date", "depositCreatedDate", json!("2026-04-01")),
        ("Submitted Date", "depositSubmitedDate", json!("2026-04-02")),
        ("Returned Date", "depositeReturnedDate", json!("2026-04-03")),
        ("Date In Own Account", "depositTransferedOwnAcDate", json!("2026-04-04")),
        ("Bank Account No", "bankAccountNo", json!("77665544")),
        ("Bank Name", "bankName", json!("BoB")),
        ("Account Holder", "accountHolderName", json!("Patel")),
        ("Bank Address", "bankAddress", json!("Anand")),
        ("Comment", "comment", json!("back")),
    ];
    let [names, values] = [0, 1].map(|which| {
        let cells = cells.iter().map(|(name, _, value)| match (which, value) {
            (0, _) => (*name).to_owned(),
            (_, Value::String(text)) => text.clone(),
            (_, value) => value.to_string(),
        });
        cells.collect::<Vec<_>>().join(",")
    });
    let text = format!("Bid ID,Deposit Type,Instrument No,{names}\nA,EMD,DD4512,{values}\n");
    let trial = [("updateExisting", "true"), ("dryRun", "true")];
    let checked = tried(&app, &person, &text, &trial).await.ok();
    let mut named: Vec<_> = checked["rows"][0]["reason"].as_str().unwrap().split(", ").collect();
    let mut all = cells.clone().map(|(name, ..)| name);
    named.sort_unstable();
    all.sort_unstable();
    assert_eq!(named, all);
    let import = tried(&app, &person, &text, &trial[..1]).await.ok();
    let changed = deposits(&app, &person, &road).await[0].clone();
    for (_, field, value) in cells {
        assert_eq!(changed[field], value, "{field}");
    }
    undo(&app, &person, &import).await.ok();
    let back = deposits(&app, &person, &road).await[0].clone();
    assert_eq!((&back["bankAccountNo"], &back["amount"]), (&json!("00112233445566"), &json!(50_000)));
    let told = app.events("security_deposit").await;
    let told: Vec<_> = told.iter().filter_map(|event| event["changes"].get("bank_account_no")).collect();
    let [old, new] = ["••••••••••5566", "••••5544"];
    let change = |from, to| json!({"from": from, "to": to});
    assert_eq!(told[1..], [&change(old, new), &change(new, old)]);
}

#[tokio::test]
async fn a_deposit_whose_number_has_no_figures_is_known_by_its_amount() {
    let app = App::start().await;
    let (person, [road, _]) = firm(&app, "Firm").await;
    let online =
        json!({"depositType": "EMD", "instrumentNo": "Online", "amount": 5_000, "status": "SUBMITTED"});
    app.post(&deposits_of(&road), &person.token, online).await.ok();
    let rows =
        "A,EMD,online,,Returned,31-05-2026\nA,EMD,online,5000,Returned,31-05-2026\nA,EMD,Online,6000,,";
    let checked = sent(&app, &person, rows, &[("dryRun", "true")]).await;
    let which = "Amount: is needed, because the number has no figures to tell the deposit by";
    assert_eq!((counts(&checked), reasons(&checked)), ([1, 1, 0, 1], vec![("A", which)]), "{checked}");
    let beside = "The contract has another deposit of this type with this number and another amount; this one is created \
                  beside it.";
    assert_eq!(checked["rows"][2]["warnings"], json!([{"field": "amount", "message": beside}]));
    sent(&app, &person, rows, &[]).await;
    let told = deposits(&app, &person, &road).await;
    let mut told: Vec<_> = told.iter().map(|row| (row["amount"].as_i64(), row["status"].as_str())).collect();
    told.sort_unstable();
    assert_eq!(told, [(Some(5_000), Some("RETURNED")), (Some(6_000), Some("SUBMITTED"))]);
}

#[tokio::test]
async fn a_row_that_says_when_a_deposit_came_back_but_not_that_it_did_is_warned_of() {
    let app = App::start().await;
    let (person, _, _) = with_deposit(&app, "Firm").await;
    let message = "It has a returned date, but its status says that it isn't back. Write Returned, Refunded or Released.";
    let expected = json!([{"field": "status", "message": message}]);
    for row in ["A,EMD,DD 4512,,,31-05-2026", "A,EMD,9,500,,31-05-2026"] {
        let checked = sent(&app, &person, row, &[("dryRun", "true")]).await;
        assert_eq!(checked["rows"][0]["warnings"], expected, "{row}");
    }
    sent(&app, &person, RETURNED, &[]).await;
    // The row of a list that is older than the return.
    let checked = sent(&app, &person, "A,EMD,DD 4512,,Submitted,", &[("dryRun", "true")]).await;
    assert_eq!(checked["rows"][0]["warnings"], expected);
}

#[tokio::test]
async fn a_file_may_create_and_change_and_says_what_it_can_do_neither_with() {
    let app = App::start().await;
    let (person, [road, dam], _) = with_deposit(&app, "Firm").await;
    for _ in 0..2 {
        let same = json!({"depositType": "EMD", "instrumentNo": "7", "amount": 5, "status": "SUBMITTED"});
        app.post(&deposits_of(&dam), &person.token, same).await.ok();
    }
    let (_, stranger) = app.firm("Rival").await;
    let rows = format!("{RETURNED}\nA,EMD,8,900,,\nB,EMD,7,,Returned,\nB,EMD,9,,Returned,\nX,EMD,1,5,,");
    let result = sent(&app, &person, &rows, &[]).await;
    assert_eq!(counts(&result), [1, 1, 0, 3], "{result}");
    let several = "Instrument No: the contract has several deposits of this type with this number; change the right one on \
                   its page, or remove the row";
    let not_there = "Instrument No: the contract has no deposit of this type with this number; correct the type or the \
                     number, or write an amount to create it";
    assert_eq!(reasons(&result), [("B", several), ("B", not_there), ("X", UNKNOWN)]);
    let of_road = deposits(&app, &person, &road).await;
    let told: Vec<_> =
        of_road.iter().map(|row| (row["instrumentNo"].clone(), row["status"].clone())).collect();
    assert_eq!(told, [(json!("8"), json!("SUBMITTED")), (json!("DD 004512"), json!("RETURNED"))]);
    // Not unless it is chosen, and not for another firm.
    let text = format!("{HEADER}\n{RETURNED}\nA,EMD,8,900,,\n");
    let result = tried(&app, &person, &text, &[]).await.ok();
    assert_eq!(reasons(&result)[1], ("A", THERE));
    let result = sent(&app, &stranger, RETURNED, &[]).await;
    assert_eq!(reasons(&result), [("A", UNKNOWN)]);

    // What it created goes, what it changed is as before; or neither.
    let import = json!({"importId": imports(&app, &person, json!({})).await[0]["id"]});
    let path = format!("{}/{}", deposits_of(&road), id(&of_road[0]));
    let mut edited = of_road[0].clone();
    edited["comment"] = json!("mine");
    app.put(&path, &person.token, edited).await.ok();
    undo(&app, &person, &import).await.error(409);
    assert_eq!(deposits(&app, &person, &road).await[1]["status"], "RETURNED");
    app.delete(&path, &person.token).await.ok();
    undo(&app, &person, &import).await.ok();
    let of_road = deposits(&app, &person, &road).await;
    assert_eq!((of_road.len(), &of_road[0]["status"]), (1, &json!("SUBMITTED")));
}

#[tokio::test]
async fn a_file_that_was_exported_and_not_edited_changes_nothing() {
    let app = App::start().await;
    let (person, [road, _], before) = with_deposit(&app, "Firm").await;
    let export = app.post("/api/contracts-deposit/export", &person.token, json!({})).await.text;
    let update = [("updateExisting", "true")];
    assert_eq!(counts(&tried(&app, &person, &export, &update).await.ok()), [0, 0, 1, 0]);
    // Nor does that of somebody who is shown the end of account numbers only.
    let masked = export.replace("00112233445566", "••••••••••5566");
    assert_eq!(counts(&tried(&app, &person, &masked, &update).await.ok()), [0, 0, 1, 0]);
    // Nor one that went through a spreadsheet, which drops zeros before a number.
    let shortened = export.replace("00112233445566", "112233445566").replace("DD 004512", "DD 4512");
    assert_eq!(counts(&tried(&app, &person, &shortened, &update).await.ok()), [0, 0, 1, 0]);
    let changed = masked.replace("by post", "by hand");
    assert_eq!(counts(&tried(&app, &person, &changed, &update).await.ok()), [0, 1, 0, 0]);
    let after = &deposits(&app, &person, &road).await[0];
    assert_eq!((&after["comment"], &after["bankAccountNo"]), (&json!("by hand"), &before["bankAccountNo"]));
    let another = masked.replace("5566", "5567");
    let refused = tried(&app, &person, &another, &update).await.ok();
    assert_eq!(
        reasons(&refused),
        [("A", "Bank Account No: write the whole number, or leave the cell empty")]
    );
}

#[tokio::test]
async fn changing_deposits_takes_the_right_to_edit() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let rights = [Action::Create, Action::View].map(|action| ("Contracts", action));
    let clerk = app.person(&tenant, &rights).await;
    let text = format!("{HEADER}\n{RETURNED}\n");
    tried(&app, &clerk, &text, &[("updateExisting", "true")]).await.error(403);
    assert_eq!(tried(&app, &clerk, &text, &[]).await.status, 200);
}

async fn document(app: &App, person: &Person, deposit: &Value) {
    let fields = [("entityType", "DEPOSIT"), ("entityId", id(deposit)), ("docType", "RECEIPT")];
    app.upload("/api/documents/upload", person, &fields, &[("dd.pdf", b"%PDF-1.4")]).await.ok();
}

#[tokio::test]
async fn an_import_stays_when_somebody_has_worked_on_what_it_changed() {
    let app = App::start().await;
    for (at, (way, expected)) in [
        ("edit", Some("a deposit of A was changed or deleted since.")),
        ("delete", Some("a deposit of A was changed or deleted since.")),
        ("document", Some("a deposit of A has documents.")),
        ("restore", Some("a deposit of A was changed or deleted since.")),
        ("delete the contract", Some("a deposit of A was changed or deleted since.")),
        ("import", Some("a deposit of A was changed or deleted since.")),
        ("import and undo", Some("a deposit of A was changed or deleted since.")),
        ("document of before", None),
    ]
    .into_iter()
    .enumerate()
    {
        let (person, [road, _], deposit) = with_deposit(&app, &format!("Firm {at}")).await;
        let path = format!("{}/{}", deposits_of(&road), id(&deposit));
        if way == "document of before" {
            document(&app, &person, &deposit).await;
        }
        let import = sent(&app, &person, RETURNED, &[]).await;
        match way {
            "edit" => {
                let mut changed = app.get(&path, &person.token).await.ok();
                changed["comment"] = json!("mine");
                app.put(&path, &person.token, changed).await.ok();
            }
            "delete" => {
                app.delete(&path, &person.token).await.ok();
            }
            "restore" => {
                app.delete(&path, &person.token).await.ok();
                let body = json!({"kind": "DEPOSIT", "id": id(&deposit)});
                app.post("/api/deleted/restore", &person.token, body).await.ok();
            }
            "delete the contract" => {
                app.delete(&format!("/api/contracts/{}", id(&road)), &person.token).await.ok();
            }
            "document" => document(&app, &person, &deposit).await,
            "import" | "import and undo" => {
                let later = sent(&app, &person, "A,EMD,DD 4512,,Refunded,", &[]).await;
                if way != "import" {
                    undo(&app, &person, &later).await.ok();
                }
            }
            _ => {}
        }
        let listed = imports(&app, &person, json!({})).await;
        assert_eq!(listed.last().unwrap()["canUndo"], expected.is_none(), "{way}");
        let undone = undo(&app, &person, &import).await;
        let Some(expected) = expected else {
            undone.ok();
            assert_eq!(app.get(&path, &person.token).await.ok()["status"], "SUBMITTED");
            continue;
        };
        let (code, message) = undone.error(409);
        assert_eq!(code, "FAILED_PRECONDITION");
        assert_eq!(message, format!("This import can't be undone: {expected}"), "{way}");
    }
}

#[tokio::test]
async fn what_somebody_changes_meanwhile_is_not_overwritten() {
    let app = App::start().await;
    if !app.is_postgres() {
        return;
    }
    let (person, [road, dam], deposit) = with_deposit(&app, "Firm").await;
    let text = format!("{HEADER}\n{RETURNED}\n");
    let send = || tried(&app, &person, &text, &[("updateExisting", "true")]);
    let edit =
        "UPDATE security_deposits SET version = version + 1, comment = 'theirs' WHERE bank_name = 'SBI'";
    let import = behind(&app, edit, send()).await.ok();
    assert_eq!(counts(&import), [0, 1, 0, 0]);
    let after = deposits(&app, &person, &road).await[0].clone();
    let told = ["comment", "status", "version"].map(|field| after[field].clone());
    assert_eq!(told, [json!("theirs"), json!("RETURNED"), json!(3)]);
    // Nor is that when it is taken back.
    let edit = edit.replace("theirs", "late");
    behind(&app, &edit, undo(&app, &person, &import)).await.error(409);
    let path = format!("{}/{}", deposits_of(&road), id(&deposit));
    app.delete(&path, &person.token).await.ok();

    // By then, the Bid ID is that of a contract without such a deposit.
    let deposit = json!({"depositType": "EMD", "instrumentNo": "DD4512", "amount": 5, "status": "SUBMITTED"});
    app.post(&deposits_of(&road), &person.token, deposit).await.ok();
    let swap =
        "UPDATE contracts SET bid_id = CASE bid_id WHEN 'A' THEN 'Y' ELSE 'Z' END WHERE bid_id IN ('A', 'B')";
    let heard = behind(&app, swap, send()).await.ok();
    assert_eq!(reasons(&heard), [("A", UNKNOWN)]);
    assert_eq!(deposits(&app, &person, &road).await[0]["status"], "SUBMITTED");
    assert!(deposits(&app, &person, &dam).await.is_empty());
}
