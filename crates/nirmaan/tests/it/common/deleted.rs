//! Deletions: what goes along, and bringing it back.

use chrono::TimeDelta;
use nirmaan_api::access::Action;
use nirmaan_services::jobs::objects::purge_deleted;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::{Value, json};

use crate::{
    build::{ALL_OF_CONTRACTS, ALL_OF_PROJECTS, Person},
    contracts::{
        figures::kept::differences,
        imports::{contract, sent, undo},
    },
    documents::{ONE, PDF},
    harness::{Answer, App},
    tasks::{Site, id, nobodys},
};

const DESCRIBE: &str = "/api/deleted/describe";
const RESTORE: &str = "/api/deleted/restore";
pub const NOT_FOUND: &str = "Deleted record not found.";

pub async fn describe(app: &App, person: &Person, kind: &str, id: &str) -> Answer {
    app.post(DESCRIBE, &person.token, json!({"kind": kind, "id": id})).await
}

pub async fn restore(app: &App, person: &Person, kind: &str, id: &str) -> Answer {
    app.post(RESTORE, &person.token, json!({"kind": kind, "id": id})).await
}

/// Stores a document of a record; its id.
pub async fn paper(app: &App, person: &Person, entity_type: &str, of: &str, name: &str) -> String {
    let fields = [("entityType", entity_type), ("entityId", of)];
    id(&app.upload(ONE, person, &fields, &[(name, PDF)]).await.ok())
}

/// The names of all documents.
pub async fn papers(app: &App, person: &Person) -> Vec<String> {
    let all = app.get("/api/documents", &person.token).await.ok();
    let name = |row: &Value| row["fileName"].as_str().unwrap().to_owned();
    let mut names: Vec<_> = all.as_array().unwrap().iter().map(name).collect();
    names.sort();
    names
}

/// What a firm counts: its contracts and deposits by status, with their sums.
async fn counted(app: &App, person: &Person) -> Value {
    app.post("/api/contract-dashboard/kpis", &person.token, json!({})).await.ok()
}

#[tokio::test]
async fn a_contract_goes_and_comes_back_with_its_deposits_and_the_documents_of_all() {
    let app = App::start().await;
    let (_, owner) = app.firm("Firm").await;
    let body = json!({"bidId": "GJ/71", "contractName": "Ring road", "paperCost": 10});
    let contract = id(&app.contract(&owner, body).await);
    let path = format!("/api/contracts/{contract}");
    let deposits = format!("{path}/security-deposit");
    let lodge = async |number: &str, amount: f64, status: &str| {
        let body = json!({"depositType": "EMD", "instrumentNo": number, "amount": amount, "status": status});
        id(&app.post(&deposits, &owner.token, body).await.ok())
    };
    let out = lodge("DD 1", 100.5, "SUBMITTED").await;
    lodge("DD 2", 200.0, "REFUNDED").await;
    lodge("DD 3", 400.0, "CANCELLED").await;
    let gone_before = lodge("DD 4", 800.0, "SUBMITTED").await;
    paper(&app, &owner, "CONTRACT", &contract, "notice.pdf").await;
    paper(&app, &owner, "DEPOSIT", &out, "receipt.pdf").await;
    paper(&app, &owner, "DEPOSIT", &gone_before, "gone.pdf").await;
    let scope = describe(&app, &owner, "DEPOSIT", &gone_before).await.ok();
    assert_eq!(
        scope,
        json!({"deposits": 0, "depositsAmount": null, "stillOut": 800, "tasks": 0, "documents": 1, "roles": 0, "openTasks": 0, "sharedViews": 0})
    );
    app.delete(&format!("{deposits}/{gone_before}"), &owner.token).await.ok();

    let along = json!({"deposits": 3, "depositsAmount": 700.5, "stillOut": 100.5, "tasks": 0, "documents": 2, "roles": 0, "openTasks": 0, "sharedViews": 0});
    assert_eq!(describe(&app, &owner, "CONTRACT", &contract).await.ok(), along);
    let seen = async || {
        let mut contract = app.get(&path, &owner.token).await.ok();
        contract["version"].take();
        contract["updatedAt"].take();
        let mut rows = app.get(&deposits, &owner.token).await.ok();
        for row in rows.as_array_mut().unwrap() {
            row["version"].take();
            row["updatedAt"].take();
        }
        (contract, rows, counted(&app, &owner).await)
    };
    let before = seen().await;

    app.delete(&path, &owner.token).await.ok();
    assert_eq!(describe(&app, &owner, "CONTRACT", &contract).await.error(404).1, "Contract not found.");
    assert_eq!(papers(&app, &owner).await, Vec::<String>::new());
    // What went along comes back with the contract alone, and what was deleted before not without it.
    let (code, message) = restore(&app, &owner, "DEPOSIT", &gone_before).await.error(409);
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("FAILED_PRECONDITION", "Its contract is deleted. Bring that back first.")
    );
    assert_eq!(restore(&app, &owner, "DEPOSIT", &out).await.error(404).1, NOT_FOUND);

    assert_eq!(restore(&app, &owner, "CONTRACT", &contract).await.ok(), json!({}));
    assert_eq!(seen().await, before);
    assert_eq!(papers(&app, &owner).await, ["notice.pdf", "receipt.pdf"]);
    assert_eq!(differences(&app).await, []);
    restore(&app, &owner, "DEPOSIT", &gone_before).await.ok();
    assert_eq!(papers(&app, &owner).await, ["gone.pdf", "notice.pdf", "receipt.pdf"]);
    assert_eq!(counted(&app, &owner).await["still_out"], 900.5);
    assert_eq!(differences(&app).await, []);

    let restored: Vec<_> =
        app.events("contract").await.into_iter().filter(|event| event["action"] == "restore").collect();
    let [event] = restored.as_slice() else { panic!("{restored:?}") };
    assert_eq!((&event["actor"], &event["source"]), (&json!(owner.id), &json!("json")));
    assert_eq!(event["changes"]["security_deposits"], json!({"from": 0, "to": 3}));
    assert_eq!(event["changes"]["documents"], json!({"from": 0, "to": 2}));
    let told = app.get(&format!("/api/audit/contract/{contract}"), &owner.token).await.ok();
    assert_eq!(told["content"][0]["action"], "RESTORE");
}

#[tokio::test]
async fn whoever_asks_again_or_at_the_same_time_finds_it_brought_back_once() {
    let app = App::start().await;
    let (_, owner) = app.firm("Firm").await;
    let contract = id(&app.contract(&owner, json!({"bidId": "A", "contractName": "Road"})).await);
    app.delete(&format!("/api/contracts/{contract}"), &owner.token).await.ok();
    let both = tokio::join!(
        restore(&app, &owner, "CONTRACT", &contract),
        restore(&app, &owner, "CONTRACT", &contract)
    );
    assert_eq!((both.0.ok(), both.1.ok()), (json!({}), json!({})));
    restore(&app, &owner, "CONTRACT", &contract).await.ok();
    let events = app.events("contract").await;
    let actions: Vec<_> = events.iter().map(|event| event["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["create", "delete", "restore"]);
}

#[tokio::test]
async fn a_bid_id_that_another_contract_has_by_now_is_not_taken_from_it() {
    let app = App::start().await;
    let (_, owner) = app.firm("Firm").await;
    let first = id(&app.contract(&owner, json!({"bidId": "GJ/71", "contractName": "Road"})).await);
    app.delete(&format!("/api/contracts/{first}"), &owner.token).await.ok();
    let second = id(&app.contract(&owner, json!({"bidId": "GJ/71", "contractName": "Dam"})).await);
    let (code, message) = restore(&app, &owner, "CONTRACT", &first).await.error(409);
    assert_eq!(code, "ALREADY_EXISTS");
    assert_eq!(message, "Another contract has the bid ID GJ/71 by now. Change that one first.");
    let renamed = format!("/api/contracts/{second}?updateMask=bidId");
    app.put(&renamed, &owner.token, json!({"bidId": "GJ/72"})).await.ok();
    restore(&app, &owner, "CONTRACT", &first).await.ok();
}

#[tokio::test]
async fn a_record_can_be_brought_back_for_thirty_days_and_its_documents_are_whole_then() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    let [early, late] = ["A", "B"].map(|bid| json!({"bidId": bid, "contractName": "Road"}));
    let (early, late) = (id(&app.contract(&owner, early).await), id(&app.contract(&owner, late).await));
    for contract in [&early, &late] {
        paper(&app, &owner, "CONTRACT", contract, "notice.pdf").await;
        app.delete(&format!("/api/contracts/{contract}"), &owner.token).await.ok();
    }
    app.clock.advance(TimeDelta::days(30) - TimeDelta::minutes(1));
    purge_deleted(app.deps()).await.unwrap();
    let owner = app.person(&tenant, ALL_OF_CONTRACTS).await;
    restore(&app, &owner, "CONTRACT", &early).await.ok();
    let rows = app.get("/api/documents", &owner.token).await.ok();
    let (status, bytes) = app.linked(&rows[0]["previewUrl"]).await;
    assert_eq!((status, bytes.as_slice()), (200, PDF));
    app.clock.advance(TimeDelta::minutes(2));
    assert_eq!(restore(&app, &owner, "CONTRACT", &late).await.error(404).1, NOT_FOUND);
    // Nothing comes back while its content goes.
    assert_eq!(purge_deleted(app.deps()).await.unwrap(), 0);
    app.clock.advance(TimeDelta::hours(1));
    assert_eq!(purge_deleted(app.deps()).await.unwrap(), 1);
}

/// Nothing says what went along. A node of that version may still run beside this one.
#[tokio::test]
async fn what_an_earlier_version_deleted_stays_deleted() {
    let app = App::start().await;
    let (_, owner) = app.firm("Firm").await;
    let contract = id(&app.contract(&owner, json!({"bidId": "A", "contractName": "Road"})).await);
    app.delete(&format!("/api/contracts/{contract}"), &owner.token).await.ok();
    let db = app.owner_db().await;
    app.platform_sql(&db, "UPDATE contracts SET deleted_with = NULL").await;
    assert_eq!(restore(&app, &owner, "CONTRACT", &contract).await.error(404).1, NOT_FOUND);
}

#[tokio::test]
async fn what_taking_an_import_back_deletes_stays_deleted() {
    let app = App::start().await;
    let (_, owner) = app.firm("Firm").await;
    let import = sent(&app, &owner, "Bid ID,Contract Name\nA,Road\n", &[]).await;
    let contract = id(&contract(&app, &owner, "A").await);
    undo(&app, &owner, &import).await.ok();
    assert_eq!(restore(&app, &owner, "CONTRACT", &contract).await.error(404).1, NOT_FOUND);
}

/// Who takes it back has seen that the contract is gone, and doesn't look for its deposits.
#[tokio::test]
async fn a_contract_comes_back_behind_who_takes_its_import_back() {
    let app = App::start().await;
    if !app.is_postgres() {
        // SQLite has one writer.
        return;
    }
    let (_, owner) = app.firm("Firm").await;
    sent(&app, &owner, "Bid ID,Contract Name\nA,Road\n", &[]).await;
    let contract = id(&contract(&app, &owner, "A").await);
    app.new_deposit(&owner, &contract).await;
    app.delete(&format!("/api/contracts/{contract}"), &owner.token).await.ok();
    let db = app.owner_db().await;
    let taking_back = db.begin().await.unwrap();
    for sql in
        ["SELECT set_config('nirmaan.scope', 'platform', true)", "SELECT id FROM imports FOR NO KEY UPDATE"]
    {
        taking_back.execute_unprepared(sql).await.unwrap();
    }
    let other = app.owner_db().await;
    let commit = async {
        app.until_lock_wait(&other).await;
        taking_back.commit().await.unwrap();
    };
    tokio::join!(async { restore(&app, &owner, "CONTRACT", &contract).await.ok() }, commit);
    let deposits = app.get(&format!("/api/contracts/{contract}/security-deposit"), &owner.token).await.ok();
    assert_eq!(deposits.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_document_comes_back_to_what_it_belongs_to_for_who_may_delete_it() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let stored = paper(app, owner, "PROJECT", &site.project, "drawing.pdf").await;
    let path = format!("/api/documents/{stored}");
    describe(app, owner, "DOCUMENT", &stored).await.ok();
    app.delete(&path, &owner.token).await.ok();
    let other = app.person(&site.tenant, ALL_OF_CONTRACTS).await;
    assert_eq!(restore(app, &other, "DOCUMENT", &stored).await.error(404).1, NOT_FOUND);
    restore(app, owner, "DOCUMENT", &stored).await.ok();
    let told = app.get(&format!("/api/audit/document/{stored}"), &owner.token).await.ok();
    let event = &told["content"][0];
    let changes: Vec<_> =
        event["changes"].as_array().unwrap().iter().map(|change| &change["field"]).collect();
    assert_eq!(event["action"], "RESTORE");
    assert!(changes.contains(&&json!("file_name")), "{event}");
    restore(app, &other, "DOCUMENT", &stored).await.error(404);
    assert_eq!(papers(app, owner).await, ["drawing.pdf"]);
    app.delete(&path, &owner.token).await.ok();
    app.delete(&format!("/api/projects/{}", site.project), &owner.token).await.ok();
    let told = restore(app, owner, "DOCUMENT", &stored).await.error(409);
    assert_eq!(told.1, "The project of this document is deleted. Bring that back first.");
}

#[tokio::test]
async fn each_kind_asks_for_the_right_to_delete_it_and_stays_within_the_organisation() {
    let app = App::start().await;
    let (tenant, owner) = app.building("Firm").await;
    let contract = id(&app.contract(&owner, json!({"bidId": "A", "contractName": "Road"})).await);
    let without: Vec<_> =
        ALL_OF_PROJECTS.iter().copied().filter(|(_, action)| *action != Action::Delete).collect();
    let viewer = app.person(&tenant, &without).await;
    for (kind, module) in [
        ("CONTRACT", "Contracts"),
        ("DEPOSIT", "Contracts"),
        ("PROJECT", "Projects"),
        ("TASK", "Project Tasks"),
        ("DOCUMENT", "Project Tasks"),
    ] {
        let keeper = app.person(&tenant, &[(module, Action::Delete)]).await;
        let reader = app.person(&tenant, &[(module, Action::Delete), (module, Action::View)]).await;
        describe(&app, &viewer, kind, &nobodys()).await.error(403);
        // How much money goes along is for those alone who may see it.
        describe(&app, &keeper, kind, &nobodys()).await.error(403);
        describe(&app, &reader, kind, &nobodys()).await.error(404);
        restore(&app, &viewer, kind, &nobodys()).await.error(403);
        restore(&app, &keeper, kind, &nobodys()).await.error(404);
    }
    // Both for the module of what the document belongs to.
    let document = paper(&app, &owner, "CONTRACT", &contract, "notice.pdf").await;
    let mixed = app.person(&tenant, &[("Contracts", Action::View), ("Project Tasks", Action::Delete)]).await;
    let papers = [("Project Tasks", Action::View), ("Contracts", Action::Delete)];
    for person in [mixed, app.person(&tenant, &papers).await] {
        describe(&app, &person, "DOCUMENT", &document).await.error(403);
    }
    for path in [DESCRIBE, RESTORE] {
        let answer = app.post(path, &owner.token, json!({"id": nobodys()})).await;
        answer.error(400);
        assert_eq!(answer.json()["fields"][0]["field"], "kind");
        app.post(path, &owner.token, json!({"kind": "CONTRACT", "id": "nonsense"})).await.error(404);
    }
}

#[tokio::test]
async fn nobody_of_another_organisation_learns_of_a_record_or_brings_it_back() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let (_, stranger) = app.building("Other").await;
    let contract = id(&app.contract(owner, json!({"bidId": "A", "contractName": "Road"})).await);
    let deposit = id(&app.new_deposit(owner, &contract).await);
    let task = site.titled("Slab", "").await;
    let document = paper(app, owner, "TASK", &task, "photo.pdf").await;
    for (kind, id, path) in [
        ("DOCUMENT", &document, format!("/api/documents/{document}")),
        ("TASK", &task, format!("/api/tasks/{task}")),
        ("PROJECT", &site.project, format!("/api/projects/{}", site.project)),
        ("DEPOSIT", &deposit, format!("/api/contracts/{contract}/security-deposit/{deposit}")),
        ("CONTRACT", &contract, format!("/api/contracts/{contract}")),
    ] {
        let nobody = describe(app, &stranger, kind, &nobodys()).await.error(404);
        assert_eq!(describe(app, &stranger, kind, id).await.error(404), nobody);
        app.delete(&path, &owner.token).await.ok();
        let nobody = restore(app, &stranger, kind, &nobodys()).await.error(404);
        assert_eq!(restore(app, &stranger, kind, id).await.error(404), nobody);
        restore(app, owner, kind, id).await.ok();
        // What is there already stays as it is, for who may know of it.
        restore(app, owner, kind, id).await.ok();
        restore(app, &stranger, kind, id).await.error(404);
    }
}
