//! Taking imports back.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::{contract, imports, sent, undo};
use crate::{contracts::import::total, harness::App};

#[tokio::test]
async fn what_was_created_goes_and_what_was_changed_is_as_before() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let body = json!({
        "bidId": "A", "contractName": "Road", "tenderActualValue": 1000, "tenderBidPercentage": -10,
        "openingDate": "2025-05-05", "contractMetadata": {"zone": 1.50},
    });
    let mut before = app.contract(&person, body).await;
    let text = "Bid ID,Contract Name,Status,Tender Bid Value,Opening Date,Comments,Contract Metadata\n\
        A,Highway,Awarded,800,06-05-2025,ours,\"{\"\"zone\"\": 2}\"\nB,Dam,,,,,\nC,Weir,,,,,\n";
    let import = sent(&app, &person, text, &["updateExisting"]).await;
    assert_eq!(total(&app, &person).await, 3);
    let undone = undo(&app, &person, &import).await.ok();
    assert_eq!((&undone["id"], &undone["canUndo"]), (&import["importId"], &json!(false)));
    assert_eq!(undone["undoneByEmail"], json!(person.email));
    assert!(undone["undoneAt"].is_string());

    assert_eq!(total(&app, &person).await, 1);
    let after = contract(&app, &person, "A").await;
    (before["version"], before["updatedAt"]) = (json!(3), after["updatedAt"].clone());
    assert_eq!(after, before);
    let (_, message) = undo(&app, &person, &import).await.error(409);
    assert_eq!(message, "This import was undone already.");
    assert_eq!(imports(&app, &person, json!({})).await, [undone]);

    // The same file once more, as if nothing had been.
    let again = sent(&app, &person, text, &["updateExisting"]).await;
    assert_eq!(super::counts(&again), [2, 1, 0, 0]);
}

#[tokio::test]
async fn the_trail_tells_of_it() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    let row = app.contract(&person, json!({"bidId": "A", "contractName": "Road"})).await;
    let text = "Bid ID,Contract Name,Status\nA,,Awarded\nB,Dam,\nC,Weir,\n";
    let import = sent(&app, &person, text, &["updateExisting"]).await;
    undo(&app, &person, &import).await.ok();
    let events = app.events("contract_import").await;
    let actions: Vec<_> = events.iter().map(|event| event["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["import", "update"]);
    assert_eq!(events[1]["changes"]["created"], json!({"from": 2, "to": 0}));
    assert_eq!(events[1]["changes"]["updated"], json!({"from": 1, "to": 0}));
    let path = format!("/api/audit/contract/{}", row["id"].as_str().unwrap());
    let history = app.get(&path, &person.token).await.ok();
    for (event, [from, to]) in [(0, ["AWARDED", "DRAFT"]), (1, ["DRAFT", "AWARDED"])] {
        let changes = json!([{"field": "status", "from": from, "to": to, "fromState": "", "toState": ""}]);
        assert_eq!(history["content"][event]["changes"], changes);
    }
}

/// A tenant's import of two contracts and a change, to get in the way of.
async fn imported(app: &App, name: &str) -> (crate::build::Tenant, crate::build::Person, Value) {
    let (tenant, person) = app.building(name).await;
    app.contract(&person, json!({"bidId": "OLD", "contractName": "Road"})).await;
    let text = "Bid ID,Contract Name,Status\nOLD,,Awarded\nB,Dam,Awarded\nC,Weir,\n";
    let import = sent(app, &person, text, &["updateExisting"]).await;
    (tenant, person, import)
}

#[tokio::test]
async fn an_import_stays_when_somebody_has_worked_on_its_contracts() {
    let app = App::start().await;
    for (at, (bid_id, way, expected)) in [
        ("B", "edit", "B was changed or deleted since."),
        ("OLD", "edit", "OLD was changed or deleted since."),
        ("OLD", "delete", "OLD was changed or deleted since."),
        ("C", "deposit", "C has deposits."),
        ("OLD", "deposit", "OLD has deposits."),
        ("B", "project", "B has a project."),
        ("OLD", "project", "OLD has a project."),
    ]
    .into_iter()
    .enumerate()
    {
        let (tenant, person, import) = imported(&app, &format!("Firm {at}")).await;
        let row = contract(&app, &person, bid_id).await;
        let id = row["id"].as_str().unwrap();
        let path = format!("/api/contracts/{id}");
        match way {
            "edit" => {
                let mut changed = row.clone();
                changed["comments"] = json!("mine");
                app.put(&path, &person.token, changed).await.ok();
            }
            "delete" => {
                app.delete(&path, &person.token).await.ok();
            }
            "deposit" => app.deposit_now(&tenant, id).await,
            _ => {
                app.project(&person, json!({"contractId": id})).await;
            }
        }
        let before = total(&app, &person).await;
        let (code, message) = undo(&app, &person, &import).await.error(409);
        assert_eq!(code, "FAILED_PRECONDITION");
        assert_eq!(message, format!("This import can't be undone: {expected}"), "{bid_id} {way}");
        assert_eq!(total(&app, &person).await, before);
        assert_eq!(imports(&app, &person, json!({})).await[0]["canUndo"], false);
    }
}

#[tokio::test]
async fn a_deposit_of_before_and_a_contract_that_is_gone_are_in_nobodys_way() {
    let app = App::start().await;
    let (tenant, person) = app.firm("Firm").await;
    let old = app.contract(&person, json!({"bidId": "OLD", "contractName": "Road"})).await;
    app.deposit(&tenant, old["id"].as_str().unwrap(), "EMD", 100, "SUBMITTED").await;
    let text = "Bid ID,Contract Name,Status\nOLD,,Awarded\nB,Dam,\n";
    let import = sent(&app, &person, text, &["updateExisting"]).await;
    let gone = contract(&app, &person, "B").await;
    app.delete(&format!("/api/contracts/{}", gone["id"].as_str().unwrap()), &person.token).await.ok();
    undo(&app, &person, &import).await.ok();
    assert_eq!(contract(&app, &person, "OLD").await["status"], "DRAFT");
}

#[tokio::test]
async fn taking_back_needs_the_right_to_delete() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let rights = [Action::Create, Action::View, Action::Edit].map(|action| ("Contracts", action));
    let clerk = app.person(&tenant, &rights).await;
    let import = sent(&app, &clerk, "Bid ID,Contract Name\nA,Road\n", &[]).await;
    undo(&app, &clerk, &import).await.error(403);
    assert_eq!(total(&app, &clerk).await, 1);
}

#[tokio::test]
async fn two_who_take_it_back_at_once_do_it_once() {
    let app = App::start().await;
    let (_, person, import) = imported(&app, "Firm").await;
    let both = tokio::join!(undo(&app, &person, &import), undo(&app, &person, &import));
    let mut statuses = [both.0.status.as_u16(), both.1.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(total(&app, &person).await, 1);
}
