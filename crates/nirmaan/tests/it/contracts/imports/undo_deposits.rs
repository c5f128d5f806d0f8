//! Imports of deposits: listed, looked at, and taken back.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::{
    behind, bid_ids, contract, counts,
    deposits::{REGISTER, deposits, firm, tried},
    imports, sent, undo,
};
use crate::{
    build::Person,
    contracts::{deposits_of, id},
    harness::App,
};

const TEXT: &str = "Bid ID,Deposit Type,Instrument No,Amount\nA,EMD,1,5\nA,EMD,2,7\nB,EMD,3,9\n";

/// The numbers of the deposits that a search finds, and how many contracts have them.
async fn found(app: &App, person: &Person, body: Value) -> (Vec<String>, i64) {
    let page = app.post("/api/contracts-deposit/search", &person.token, body).await.ok();
    let deposits = page["deposits"].as_array().unwrap().iter();
    let mut numbers: Vec<_> =
        deposits.map(|deposit| deposit["instrumentNo"].as_str().unwrap().to_owned()).collect();
    numbers.sort_unstable();
    (numbers, page["totalElements"].as_i64().unwrap())
}

/// What the dashboard makes of the firm's contracts and deposits.
async fn figures(app: &App, person: &Person) -> [Value; 2] {
    let kpis = app.post("/api/contract-dashboard/kpis", &person.token, json!({})).await.ok();
    let summary = app.get("/api/contract-dashboard/status-category-summary", &person.token).await.ok();
    [kpis, summary]
}

#[tokio::test]
async fn what_an_import_of_deposits_created_is_listed_and_goes_when_it_is_taken_back() {
    let app = App::start().await;
    let (person, [road, dam]) = firm(&app, "Firm").await;
    let own = json!({"depositType": "EMD", "instrumentNo": "own", "amount": 1, "status": "SUBMITTED"});
    app.post(&deposits_of(&road), &person.token, own).await.ok();
    sent(&app, &person, "Bid ID,Contract Name\nC,Weir\n", &[]).await;
    let before = figures(&app, &person).await;
    let import = tried(&app, &person, REGISTER, &[]).await.ok();
    assert_eq!(counts(&import), [3, 0, 0, 2], "{import}");
    assert_ne!(figures(&app, &person).await, before);

    let all = imports(&app, &person, json!({})).await;
    let told: Vec<_> = all.iter().map(|row| (row["record"].clone(), row["created"].clone())).collect();
    assert_eq!(told, [(json!("DEPOSIT"), json!(3)), (json!("CONTRACT"), json!(1))]);
    assert!(all.iter().all(|row| row["canUndo"] == true));
    let of_deposits = imports(&app, &person, json!({"record": "DEPOSIT"})).await;
    assert_eq!(of_deposits, all[..1]);
    assert_eq!(imports(&app, &person, json!({"record": "CONTRACT"})).await, all[1..]);
    let path = format!("/api/contracts/imports/{}", import["importId"].as_str().unwrap());
    assert_eq!(app.get(&path, &person.token).await.ok(), all[0]);

    // The search is narrowed to these deposits and their contracts, and so is its file.
    let of_import = json!({"importId": import["importId"]});
    let numbers = ["004512", "004513", "FD-7"].map(str::to_owned).to_vec();
    assert_eq!(found(&app, &person, of_import.clone()).await, (numbers, 2));
    let narrowed = json!({"importId": import["importId"], "instrumentNo": "FD"});
    assert_eq!(found(&app, &person, narrowed).await, (vec!["FD-7".to_owned()], 1));
    let file = app.export("contracts-deposit", &person, json!({"filter": of_import})).await.csv();
    assert_eq!(file.column("Instrument No").len(), 3);
    // It brought no contract in.
    assert!(bid_ids(&app, &person, of_import.clone()).await.is_empty());

    let undone = undo(&app, &person, &import).await.ok();
    assert_eq!((&undone["record"], &undone["canUndo"]), (&json!("DEPOSIT"), &json!(false)));
    assert_eq!(undone["undoneByEmail"], json!(person.email));
    assert_eq!(deposits(&app, &person, &dam).await, Vec::<Value>::new());
    let left = deposits(&app, &person, &road).await;
    assert_eq!((left.len(), &left[0]["instrumentNo"]), (1, &json!("own")));
    assert_eq!(found(&app, &person, of_import).await, (vec![], 0));
    assert_eq!(figures(&app, &person).await, before);
    let (_, message) = undo(&app, &person, &import).await.error(409);
    assert_eq!(message, "This import was undone already.");
    let events = app.events("contract_import").await;
    let told = events.iter().rfind(|event| event["action"] == "update").unwrap();
    assert_eq!(told["changes"]["created"], json!({"from": 3, "to": 0}));

    // The same file once more, as if nothing had been.
    assert_eq!(counts(&tried(&app, &person, REGISTER, &[]).await.ok()), [3, 0, 0, 2]);
}

#[tokio::test]
async fn an_import_stays_when_somebody_has_worked_on_its_deposits() {
    let app = App::start().await;
    for (at, (way, expected)) in [
        ("edit", "a deposit of A was changed or deleted since."),
        ("restore", "a deposit of A was changed or deleted since."),
        ("document", "a deposit of A has documents."),
        ("edit all", "3 of its deposits were changed or deleted since, such as one of A."),
        ("restore contract", "2 of its deposits were changed or deleted since, such as one of A."),
    ]
    .into_iter()
    .enumerate()
    {
        let (person, contracts) = firm(&app, &format!("Firm {at}")).await;
        let import = tried(&app, &person, TEXT, &[]).await.ok();
        let road = &contracts[0];
        let deposit = deposits(&app, &person, road).await[0].clone();
        let path = format!("{}/{}", deposits_of(road), id(&deposit));
        match way {
            "document" => {
                let fields = [("entityType", "DEPOSIT"), ("entityId", id(&deposit)), ("docType", "RECEIPT")];
                let path = "/api/documents/upload";
                app.upload(path, &person, &fields, &[("dd.pdf", b"%PDF-1.4")]).await.ok();
            }
            "restore" | "restore contract" => {
                let of_road = format!("/api/contracts/{}", id(road));
                let (path, kind, id) = match way {
                    "restore" => (path, "DEPOSIT", id(&deposit)),
                    _ => (of_road, "CONTRACT", id(road)),
                };
                app.delete(&path, &person.token).await.ok();
                let body = json!({"kind": kind, "id": id});
                app.post("/api/deleted/restore", &person.token, body).await.ok();
            }
            _ => {
                for contract in contracts.iter().take(if way == "edit" { 1 } else { 2 }) {
                    let all = deposits(&app, &person, contract).await;
                    for mut changed in all.into_iter().take(if way == "edit" { 1 } else { 2 }) {
                        changed["comment"] = json!("mine");
                        let path = format!("{}/{}", deposits_of(contract), id(&changed));
                        app.put(&path, &person.token, changed).await.ok();
                    }
                }
            }
        }
        assert_eq!(imports(&app, &person, json!({})).await[0]["canUndo"], false, "{way}");
        let (code, message) = undo(&app, &person, &import).await.error(409);
        assert_eq!(code, "FAILED_PRECONDITION");
        assert_eq!(message, format!("This import can't be undone: {expected}"), "{way}");
        assert_eq!(deposits(&app, &person, road).await.len(), 2);
    }
}

#[tokio::test]
async fn deposits_and_contracts_that_are_gone_are_in_nobodys_way() {
    let app = App::start().await;
    let (person, [road, dam]) = firm(&app, "Firm").await;
    let import = tried(&app, &person, TEXT, &[]).await.ok();
    let path = format!("{}/{}", deposits_of(&road), id(&deposits(&app, &person, &road).await[0]));
    app.delete(&path, &person.token).await.ok();
    let dam = id(&dam);
    app.delete(&format!("/api/contracts/{dam}"), &person.token).await.ok();
    undo(&app, &person, &import).await.ok();
    assert_eq!(deposits(&app, &person, &road).await, Vec::<Value>::new());
    // Somebody who brings a contract back brings back what went along with it.
    app.post("/api/deleted/restore", &person.token, json!({"kind": "CONTRACT", "id": dam})).await.ok();
    assert_eq!(found(&app, &person, json!({})).await.0, ["3"]);
    assert!(found(&app, &person, json!({"importId": import["importId"]})).await.0.is_empty());
}

#[tokio::test]
async fn an_import_of_contracts_is_undone_after_that_of_their_deposits() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let contracts = sent(&app, &person, "Bid ID,Contract Name\nA,Road\nB,Dam\n", &[]).await;
    let import = tried(&app, &person, TEXT, &[]).await.ok();
    let (_, message) = undo(&app, &person, &contracts).await.error(409);
    assert_eq!(message, "This import can't be undone: A and 1 more have deposits.");
    undo(&app, &person, &import).await.ok();
    undo(&app, &person, &contracts).await.ok();
    assert!(bid_ids(&app, &person, json!({})).await.is_empty());
}

#[tokio::test]
async fn only_who_sees_account_numbers_or_sent_them_is_handed_the_rows_with_problems() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let owner = app.person(&tenant, &[Action::Create, Action::View, Action::Edit].map(on_contracts)).await;
    app.contract(&owner, json!({"bidId": "A", "contractName": "Road"})).await;
    let text = format!("{TEXT}A,EMD,4,lots\n");
    let import = tried(&app, &owner, &text, &[]).await.ok();
    sent(&app, &owner, "Bid ID,Contract Name\nC,Weir\n,x\n", &[]).await;
    let viewer = app.person(&tenant, &[Action::View].map(on_contracts)).await;
    let path = format!("/api/contracts/imports/{}", import["importId"].as_str().unwrap());
    let clerk = app.person(&tenant, &[Action::Create, Action::View].map(on_contracts)).await;
    tried(&app, &clerk, "Bid ID,Deposit Type,Instrument No,Amount\nA,EMD,5,5\nA,EMD,6,lots\n", &[])
        .await
        .ok();
    // The clerk's own, that of contracts, and the owner's.
    for (person, expected) in
        [(&owner, [true, true, true]), (&clerk, [true, true, false]), (&viewer, [false, true, false])]
    {
        let all = imports(&app, person, json!({})).await;
        let links: Vec<_> = all.iter().map(|row| !row["errorFileUrl"].as_str().unwrap().is_empty()).collect();
        assert_eq!(links, expected);
        assert_eq!(app.get(&path, &person.token).await.ok(), all[2]);
        assert_eq!(all[2]["failed"], 2);
    }
    undo(&app, &owner, &import).await.error(403);
    let unknown = json!({"record": 7});
    app.post("/api/contracts/imports/filter", &owner.token, unknown).await.error(400);
}

fn on_contracts(action: Action) -> (&'static str, Action) {
    ("Contracts", action)
}

#[tokio::test]
async fn two_who_take_it_back_at_once_do_it_once() {
    let app = App::start().await;
    let (person, [road, _]) = firm(&app, "Firm").await;
    let import = tried(&app, &person, TEXT, &[]).await.ok();
    let both = tokio::join!(undo(&app, &person, &import), undo(&app, &person, &import));
    let mut statuses = [both.0.status.as_u16(), both.1.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(deposits(&app, &person, &road).await, Vec::<Value>::new());
}

/// Takes an import back while somebody has changed its deposits and not committed yet, which PostgreSQL alone can do.
#[tokio::test]
async fn what_comes_in_between_is_waited_for() {
    let app = App::start().await;
    if !app.is_postgres() {
        return;
    }
    for (at, (change, expected)) in [
        ("UPDATE security_deposits SET version = 2 WHERE instrument_no = '1'", 409),
        // Whoever brings one back holds the import until it is there.
        ("UPDATE security_deposits SET version = 3, deleted_at = NULL WHERE instrument_no = '2'", 409),
        ("UPDATE contracts SET status = 'AWARDED' WHERE bid_id = 'A'", 200),
    ]
    .into_iter()
    .enumerate()
    {
        let (person, [road, _]) = firm(&app, &format!("Firm {at}")).await;
        let import = tried(&app, &person, TEXT, &[]).await.ok();
        let second = deposits(&app, &person, &road).await[1].clone();
        app.delete(&format!("{}/{}", deposits_of(&road), id(&second)), &person.token).await.ok();
        let import_id = import["importId"].as_str().unwrap();
        let hold = format!("SELECT 1 FROM imports WHERE id = '{import_id}' FOR NO KEY UPDATE");
        let change = if at == 1 { format!("{hold}; {change}") } else { change.to_owned() };
        let undone = behind(&app, &change, undo(&app, &person, &import)).await;
        assert_eq!(undone.status.as_u16(), expected, "{change}");
        let left = deposits(&app, &person, &road).await.len();
        assert_eq!(left, [1, 2, 0][at], "{change}");
    }
}

/// Whoever takes an import back holds it until that is done.
#[tokio::test]
async fn who_brings_back_what_an_import_created_waits_for_who_takes_it_back() {
    let app = App::start().await;
    if !app.is_postgres() {
        return;
    }
    let (person, [road, _]) = firm(&app, "Firm").await;
    let of_deposits = tried(&app, &person, TEXT, &[]).await.ok();
    let of_contracts = sent(&app, &person, "Bid ID,Contract Name\nC,Weir\n", &[]).await;
    let deposit = deposits(&app, &person, &road).await[0].clone();
    let weir = contract(&app, &person, "C").await;
    for (import, kind, path, gone) in [
        (of_deposits, "DEPOSIT", deposits_of(&road), deposit),
        (of_contracts, "CONTRACT", "/api/contracts".to_owned(), weir),
    ] {
        app.delete(&format!("{path}/{}", id(&gone)), &person.token).await.ok();
        let import = import["importId"].as_str().unwrap();
        let hold = format!("SELECT 1 FROM imports WHERE id = '{import}' FOR NO KEY UPDATE");
        let body = json!({"kind": kind, "id": id(&gone)});
        behind(&app, &hold, app.post("/api/deleted/restore", &person.token, body)).await.ok();
    }
}
