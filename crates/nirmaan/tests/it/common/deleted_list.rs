//! The list of what was deleted and can be brought back.

use chrono::{SecondsFormat, TimeDelta};
use nirmaan_api::access::Action::{Create, Delete, View};
use serde_json::{Value, json};

use super::deleted::{paper, restore};
use crate::{
    build::{ALL_OF_PROJECTS, Person},
    contracts::imports::{contract, sent, undo},
    harness::{Answer, App},
    tasks::{Site, id},
};

async fn list(app: &App, person: &Person, filter: Value) -> Answer {
    app.post("/api/deleted/filter", &person.token, filter).await
}

/// What the list shows, each as its kind and name.
async fn shown(app: &App, person: &Person, filter: Value) -> Vec<String> {
    let page = list(app, person, filter).await.ok();
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    let rows = page["content"].as_array().unwrap().iter();
    rows.map(|row| format!("{} {}", text(row, "kind"), text(row, "name"))).collect()
}

/// Deletes a record, a minute after what was deleted before.
async fn delete(app: &App, person: &Person, path: &str) {
    app.clock.advance(TimeDelta::minutes(1));
    app.delete(path, &person.token).await.ok();
}

#[tokio::test]
async fn what_was_deleted_by_itself_is_listed_with_what_went_along_until_it_is_back() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let contract = id(&app.contract(owner, json!({"bidId": "GJ/71", "contractName": "Dam"})).await);
    let path = format!("/api/contracts/{contract}");
    let deposits = format!("{path}/security-deposit");
    for (number, amount, status) in [("DD 1", 100.5, "SUBMITTED"), ("DD 2", 200.0, "REFUNDED")] {
        let body = json!({"depositType": "EMD", "instrumentNo": number, "amount": amount, "status": status});
        let deposit = id(&app.post(&deposits, &owner.token, body).await.ok());
        paper(app, owner, "DEPOSIT", &deposit, "receipt.pdf").await;
    }
    let before = id(&app.new_deposit(owner, &contract).await);
    let top = site.titled("Slab", "").await;
    let below = site.titled("Steel", &top).await;
    site.titled("Bars", &below).await;
    let drawing = paper(app, owner, "TASK", &top, "drawing.pdf").await;
    assert_eq!(shown(app, owner, json!({})).await, Vec::<String>::new());

    delete(app, owner, &format!("{deposits}/{before}")).await;
    delete(app, owner, &format!("/api/documents/{drawing}")).await;
    delete(app, owner, &format!("/api/tasks/{below}")).await;
    delete(app, owner, &path).await;
    let page = list(app, owner, json!({})).await.ok();
    let gone_at = app.deps().store.clock().now();
    let instant = |at: chrono::DateTime<chrono::Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
    let [of_contract, of_task, of_document, of_deposit] = page["content"].as_array().unwrap().as_slice()
    else {
        panic!("{page}")
    };
    assert_eq!(
        of_contract,
        &json!({
            "kind": "CONTRACT", "id": contract, "name": "GJ/71", "contractName": "Dam", "amount": null,
            "entityType": "", "deletedAt": instant(gone_at), "deletedBy": owner.email,
            "restorableUntil": instant(gone_at + TimeDelta::days(30)),
            "wentAlong": {"deposits": 2, "depositsAmount": 300.5, "stillOut": 100.5, "tasks": 0, "documents": 2, "roles": 0, "openTasks": 0, "sharedViews": 0},
            "parent": null, "waitsFor": null, "tenantName": "", "deletedByState": "",
        })
    );
    assert_eq!(of_task["name"], "Steel");
    assert_eq!(of_task["wentAlong"]["tasks"], 1);
    let project = json!({"kind": "PROJECT", "id": site.project, "name": "Ring road", "isDeleted": false, "contractId": ""});
    assert_eq!((&of_task["parent"], &of_task["waitsFor"]), (&project, &Value::Null));
    assert_eq!((&of_document["name"], &of_document["entityType"]), (&json!("drawing.pdf"), &json!("TASK")));
    assert_eq!((&of_document["parent"]["name"], &of_document["wentAlong"]), (&json!("Slab"), &Value::Null));
    assert_eq!((&of_deposit["name"], &of_deposit["amount"]), (&json!("DD 4512"), &json!(5_000)));
    // It comes back only after its contract.
    let gone =
        json!({"kind": "CONTRACT", "id": contract, "name": "GJ/71", "isDeleted": true, "contractId": ""});
    assert_eq!((&of_deposit["parent"], &of_deposit["waitsFor"]), (&gone, &gone));
    assert_eq!((&page["totalElements"], &page["totalPages"]), (&json!(4), &json!(1)));

    restore(app, owner, "CONTRACT", &contract).await.ok();
    assert_eq!(shown(app, owner, json!({"kind": ["CONTRACT"]})).await, Vec::<String>::new());
    let left = list(app, owner, json!({"kind": ["DEPOSIT"]})).await.ok();
    assert_eq!(left["content"][0]["parent"]["isDeleted"], false);
    assert_eq!(left["content"][0]["waitsFor"], Value::Null);
}

#[tokio::test]
async fn a_record_names_what_has_to_come_back_before_it() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let top = site.titled("Slab", "").await;
    let middle = site.titled("Steel", &top).await;
    let below = site.titled("Bars", &middle).await;
    let drawing = paper(app, owner, "TASK", &middle, "drawing.pdf").await;
    let contract = id(&app.contract(owner, json!({"bidId": "GJ/71", "contractName": "Dam"})).await);
    let deposit = id(&app.new_deposit(owner, &contract).await);
    let receipt = paper(app, owner, "DEPOSIT", &deposit, "receipt.pdf").await;
    let row = async |name: &str| {
        let rows = list(app, owner, json!({"name": name})).await.ok();
        rows["content"][0].clone()
    };
    /// What a record belonged to, and what it waits for, each by its kind and name.
    fn told(row: &Value) -> [String; 2] {
        ["parent", "waitsFor"].map(|field| match &row[field] {
            Value::Null => String::new(),
            parent => format!("{} {}", parent["kind"].as_str().unwrap(), parent["name"].as_str().unwrap()),
        })
    }
    let expect =
        async |name: &str, expected: [&str; 2]| assert_eq!(told(&row(name).await), expected, "{name}");

    delete(app, owner, &format!("/api/tasks/{below}")).await;
    delete(app, owner, &format!("/api/documents/{drawing}")).await;
    expect("Bars", ["PROJECT Ring road", ""]).await;
    expect("drawing", ["TASK Steel", ""]).await;
    // The task above it goes along with another one, with which it comes back.
    delete(app, owner, &format!("/api/tasks/{top}")).await;
    expect("Bars", ["PROJECT Ring road", "TASK Slab"]).await;
    expect("drawing", ["TASK Steel", "TASK Slab"]).await;
    expect("Slab", ["PROJECT Ring road", ""]).await;
    restore(app, owner, "TASK", &top).await.ok();
    delete(app, owner, &format!("/api/projects/{}", site.project)).await;
    expect("Bars", ["PROJECT Ring road", "PROJECT Ring road"]).await;
    expect("drawing", ["TASK Steel", "PROJECT Ring road"]).await;
    // The list says what restoring says.
    restore(app, owner, "DOCUMENT", &drawing).await.error(409);
    restore(app, owner, "PROJECT", &site.project).await.ok();
    restore(app, owner, "DOCUMENT", &drawing).await.ok();

    delete(app, owner, &format!("/api/documents/{receipt}")).await;
    delete(app, owner, &format!("/api/contracts/{contract}")).await;
    expect("receipt", ["DEPOSIT DD 4512", "CONTRACT GJ/71"]).await;
    assert_eq!(row("receipt").await["parent"]["contractId"], json!(contract));
    restore(app, owner, "CONTRACT", &contract).await.ok();
    delete(app, owner, &format!("/api/contracts/{contract}/security-deposit/{deposit}")).await;
    expect("receipt", ["DEPOSIT DD 4512", "DEPOSIT DD 4512"]).await;
    // First what is outermost.
    delete(app, owner, &format!("/api/contracts/{contract}")).await;
    expect("receipt", ["DEPOSIT DD 4512", "CONTRACT GJ/71"]).await;
}

#[tokio::test]
async fn what_belonged_to_something_that_is_gone_for_good_says_so() {
    let app = App::start().await;
    let (_, owner) = app.firm("Firm").await;
    let import = sent(&app, &owner, "Bid ID,Contract Name\nA,Road\n", &[]).await;
    let imported = id(&contract(&app, &owner, "A").await);
    let deposit = id(&app.new_deposit(&owner, &imported).await);
    let receipt = paper(&app, &owner, "DEPOSIT", &deposit, "receipt.pdf").await;
    paper(&app, &owner, "DEPOSIT", &deposit, "slip.pdf").await;
    delete(&app, &owner, &format!("/api/documents/{receipt}")).await;
    delete(&app, &owner, &format!("/api/contracts/{imported}/security-deposit/{deposit}")).await;
    undo(&app, &owner, &import).await.ok();
    let rows = list(&app, &owner, json!({})).await.ok();
    let [of_deposit, of_receipt] = rows["content"].as_array().unwrap().as_slice() else { panic!("{rows}") };
    assert_eq!((&of_deposit["name"], &of_receipt["name"]), (&json!("DD 4512"), &json!("receipt.pdf")));
    for row in [of_deposit, of_receipt] {
        assert_eq!(row["parent"]["isDeleted"], true);
        assert_eq!((&row["waitsFor"], &row["restorableUntil"]), (&Value::Null, &Value::Null));
    }
    assert_eq!(
        of_deposit["wentAlong"],
        json!({"deposits": 0, "depositsAmount": null, "stillOut": null, "tasks": 0, "documents": 1, "roles": 0, "openTasks": 0, "sharedViews": 0})
    );
}

#[tokio::test]
async fn records_that_were_deleted_at_the_same_moment_are_on_one_page_each() {
    let app = App::start().await;
    let (_, owner) = app.firm("Firm").await;
    let mut expected = Vec::new();
    for bid_id in ["A", "B", "C", "D", "E"] {
        let contract = id(&app.contract(&owner, json!({"bidId": bid_id, "contractName": "Road"})).await);
        let deposit = id(&app.new_deposit(&owner, &contract).await);
        app.delete(&format!("/api/contracts/{contract}/security-deposit/{deposit}"), &owner.token).await.ok();
        app.delete(&format!("/api/contracts/{contract}"), &owner.token).await.ok();
        expected.extend([contract, deposit]);
    }
    let mut listed = Vec::new();
    for page in 0..4 {
        let rows = list(&app, &owner, json!({"pagination": {"page": page, "size": 3}})).await.ok();
        assert_eq!(rows["totalElements"], 10);
        listed.extend(rows["content"].as_array().unwrap().iter().map(id));
    }
    listed.sort();
    expected.sort();
    assert_eq!(listed, expected);
}

#[tokio::test]
async fn the_list_is_narrowed_by_kind_name_and_day_and_read_by_pages() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    for (bid_id, name) in [("GJ/71", "Ring road"), ("MH/8", "Dam"), ("MH/9", "Bridge")] {
        let contract = id(&app.contract(owner, json!({"bidId": bid_id, "contractName": name})).await);
        delete(app, owner, &format!("/api/contracts/{contract}")).await;
    }
    let tomorrow = app.deps().store.clock().now() + TimeDelta::days(1);
    app.clock.advance(TimeDelta::days(1));
    let owner = &app.person(&site.tenant, ALL_OF_PROJECTS).await;
    let task = site
        .app
        .post("/api/tasks", &owner.token, json!({"title": "Road base", "projectId": site.project}))
        .await;
    delete(app, owner, &format!("/api/tasks/{}", id(&task.ok()))).await;

    let all = ["TASK Road base", "CONTRACT MH/9", "CONTRACT MH/8", "CONTRACT GJ/71"];
    assert_eq!(shown(app, owner, json!({})).await, all);
    assert_eq!(shown(app, owner, json!({"kind": ["CONTRACT", "PROJECT"]})).await, all[1..]);
    // A contract is found by either of its names.
    assert_eq!(shown(app, owner, json!({"name": " ROAD "})).await, [all[0], all[3]]);
    assert_eq!(shown(app, owner, json!({"name": "mh/"})).await, all[1..3]);
    assert_eq!(shown(app, owner, json!({"name": "%"})).await, Vec::<String>::new());
    let day =
        tomorrow.with_timezone(&chrono::FixedOffset::east_opt(19_800).unwrap()).format("%F").to_string();
    assert_eq!(shown(app, owner, json!({"dateRange": {"from": day}})).await, all[..1]);
    let page = json!({"pagination": {"page": 1, "size": 3}});
    assert_eq!(shown(app, owner, page.clone()).await, all[3..]);
    let page = list(app, owner, page).await.ok();
    assert_eq!(
        [&page["number"], &page["size"], &page["totalPages"], &page["totalElements"]],
        [&json!(1), &json!(3), &json!(2), &json!(4)]
    );
    let beyond = list(app, owner, json!({"pagination": {"page": 9}})).await.ok();
    assert_eq!((&beyond["content"], &beyond["totalElements"]), (&json!([]), &json!(4)));
    for (filter, field) in [
        (json!({"kind": ["KIND_UNSPECIFIED"]}), "kind[0]"),
        (json!({"dateRange": {"to": "soon"}}), "dateRange.to"),
        (json!({"name": "x".repeat(256)}), "name"),
    ] {
        let answer = list(app, owner, filter).await;
        answer.error(400);
        assert_eq!(answer.json()["fields"][0]["field"], field);
    }
    list(app, owner, json!({"pagination": {"page": 1_000_000}})).await.error(400);
}

#[tokio::test]
async fn what_an_import_took_back_what_is_purged_and_what_is_older_is_not_listed() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let import = sent(app, owner, "Bid ID,Contract Name\nA,Road\n", &[]).await;
    contract(app, owner, "A").await;
    undo(app, owner, &import).await.ok();
    assert_eq!(shown(app, owner, json!({})).await, Vec::<String>::new(), "taken back with its import");

    let drawing = paper(app, owner, "PROJECT", &site.project, "drawing.pdf").await;
    delete(app, owner, &format!("/api/documents/{drawing}")).await;
    let kept = id(&app.contract(owner, json!({"bidId": "B", "contractName": "Road"})).await);
    delete(app, owner, &format!("/api/contracts/{kept}")).await;
    let db = app.owner_db().await;
    app.platform_sql(&db, "UPDATE documents SET purged_at = deleted_at").await;
    assert_eq!(shown(app, owner, json!({})).await, ["CONTRACT B"], "its content is gone");
    app.clock.advance(TimeDelta::days(30) - TimeDelta::seconds(1));
    let owner = &app.person(&site.tenant, ALL_OF_PROJECTS).await;
    assert_eq!(shown(app, owner, json!({})).await, ["CONTRACT B"]);
    app.clock.advance(TimeDelta::seconds(2));
    assert_eq!(shown(app, owner, json!({})).await, Vec::<String>::new(), "after 30 days");
}

#[tokio::test]
async fn each_sees_the_kinds_that_they_may_view_and_delete() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let contract = id(&app.contract(owner, json!({"bidId": "GJ/71", "contractName": "Dam"})).await);
    let notice = paper(app, owner, "CONTRACT", &contract, "notice.pdf").await;
    let drawing = paper(app, owner, "PROJECT", &site.project, "drawing.pdf").await;
    for path in [
        format!("/api/documents/{notice}"),
        format!("/api/documents/{drawing}"),
        format!("/api/contracts/{contract}"),
        format!("/api/projects/{}", site.project),
    ] {
        delete(app, owner, &path).await;
    }
    let all = ["PROJECT Ring road", "CONTRACT GJ/71", "DOCUMENT drawing.pdf", "DOCUMENT notice.pdf"];
    assert_eq!(shown(app, owner, json!({})).await, all);
    let contracts =
        app.person(&site.tenant, &[("Contracts", View), ("Contracts", Delete), ("Projects", View)]).await;
    assert_eq!(shown(app, &contracts, json!({})).await, [all[1], all[3]]);
    assert_eq!(shown(app, &contracts, json!({"kind": ["DOCUMENT"]})).await, [all[3]]);
    list(app, &contracts, json!({"kind": ["CONTRACT", "PROJECT"]})).await.error(403);
    for half in [View, Delete] {
        let person = app.person(&site.tenant, &[("Contracts", half), ("Projects", half)]).await;
        list(app, &person, json!({})).await.error(403);
        list(app, &person, json!({"kind": ["DOCUMENT"]})).await.error(403);
    }
    let tasks = app.person(&site.tenant, &[("Project Tasks", View), ("Project Tasks", Delete)]).await;
    assert_eq!(shown(app, &tasks, json!({})).await, Vec::<String>::new());
    list(app, &tasks, json!({"kind": ["CONTRACT"]})).await.error(403);
    let cars = app.person(&site.tenant, &[("Vehicles", View), ("Vehicles", Delete)]).await;
    let permit =
        paper(app, &app.person(&site.tenant, &[("Vehicles", Create)]).await, "VEHICLE", "", "permit.pdf")
            .await;
    delete(app, &cars, &format!("/api/documents/{permit}")).await;
    assert_eq!(shown(app, &cars, json!({})).await, ["DOCUMENT permit.pdf"]);
    let (_, stranger) = app.building("Other").await;
    assert_eq!(shown(app, &stranger, json!({})).await, Vec::<String>::new());
}
