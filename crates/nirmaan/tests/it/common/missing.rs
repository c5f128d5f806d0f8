//! Records that are asked for after they were deleted: who did it, and when.

use std::collections::HashMap;

use chrono::{SecondsFormat, TimeDelta};
use nirmaan_api::{
    access::Action,
    projects::{StreamTaskTreeRequest, task_service_client::TaskServiceClient},
};
use serde_json::{Value, json};
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::{
    build::{ALL_OF_PROJECTS, Person},
    contracts::{
        deposits_of,
        imports::{contract, deposits::tried, sent, undo},
    },
    harness::{App, signed},
    tasks::{Site, id, nobodys},
};

/// What is told of a record that isn't there.
async fn told(app: &App, person: &Person, path: &str) -> Value {
    let answer = app.get(path, &person.token).await;
    assert_eq!(answer.error(404).0, "NOT_FOUND");
    answer.json()["details"].clone()
}

/// Why there is no tree of a project.
async fn tree(app: &App, person: &Person, project: &str) -> Status {
    let request = StreamTaskTreeRequest { project_id: project.to_owned() };
    let mut client = TaskServiceClient::new(app.channel().await);
    client.stream_task_tree(signed(request, &person.token)).await.unwrap_err()
}

fn facts(refused: &Status) -> HashMap<String, String> {
    refused.get_details_error_info().unwrap().metadata
}

/// So long after now, by the server's clock.
fn instant(app: &App, after: TimeDelta) -> Value {
    json!((app.deps().store.clock().now() + after).to_rfc3339_opts(SecondsFormat::Millis, true))
}

/// A contract with a deposit; their ids.
async fn lodged(app: &App, owner: &Person) -> (String, String) {
    let contract = id(&app.contract(owner, json!({"bidId": "GJ/71", "contractName": "Road"})).await);
    let deposits = format!("/api/contracts/{contract}/security-deposit");
    let body = json!({"depositType": "EMD", "instrumentNo": "DD 1", "amount": 100, "status": "SUBMITTED"});
    let deposit = id(&app.post(&deposits, &owner.token, body).await.ok());
    (contract, deposit)
}

#[tokio::test]
async fn a_deleted_record_says_who_deleted_it_and_when() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let (contract, deposit) = lodged(app, owner).await;
    let deposits = format!("/api/contracts/{contract}/security-deposit");
    let task = site.titled("Slab", "").await;
    let project = format!("/api/projects/{}", site.project);
    let project_name = app.get(&project, &owner.token).await.ok()["projectName"].clone();
    for (kind, id, name, path) in [
        ("TASK", &task, json!("Slab"), format!("/api/tasks/{task}")),
        ("PROJECT", &site.project, project_name, project),
        ("DEPOSIT", &deposit, json!("DD 1"), format!("{deposits}/{deposit}")),
        ("CONTRACT", &contract, json!("GJ/71"), format!("/api/contracts/{contract}")),
    ] {
        app.delete(&path, &owner.token).await.ok();
        let expected = json!({
            "kind": kind,
            "id": id,
            "name": name,
            "deletedAt": instant(app, TimeDelta::zero()),
            "deletedBy": owner.email,
            "restorableUntil": instant(app, TimeDelta::days(30)),
        });
        assert_eq!(told(app, owner, &path).await, expected);
        // There is none of that for a record that never was.
        assert_eq!(told(app, owner, &path.replace(id, &nobodys())).await, Value::Null, "{kind}");
    }
    // A deposit is found below its own contract alone, deleted or not.
    let astray = format!("/api/contracts/{}/security-deposit/{deposit}", nobodys());
    assert_eq!(told(app, owner, &astray).await, Value::Null);
    // So do the lists below a record.
    assert_eq!(told(app, owner, &deposits).await["name"], "GJ/71");
    assert_eq!(facts(&tree(app, owner, &site.project).await)["kind"], "PROJECT");
}

#[tokio::test]
async fn what_went_along_names_what_took_it() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let (road, deposit) = lodged(app, owner).await;
    let storey = site.titled("Storey", "").await;
    let slab = site.titled("Slab", &storey).await;
    let wall = site.titled("Wall", "").await;
    let import = sent(app, owner, "Bid ID,Contract Name\nA,Dam\n", &[]).await;
    let imported = import["importId"].as_str().unwrap().to_owned();
    let dam = id(&contract(app, owner, "A").await);
    let weir = app.contract(owner, json!({"bidId": "W", "contractName": "Weir"})).await;
    let deposits = tried(app, owner, "Bid ID,Deposit Type,Instrument No,Amount\nW,EMD,1,5\n", &[]).await.ok();
    let brought = deposits["importId"].as_str().unwrap().to_owned();
    let below = deposits_of(&weir);
    let lodged = id(&app.get(&below, &owner.token).await.ok()[0]);

    app.delete(&format!("/api/contracts/{road}"), &owner.token).await.ok();
    site.delete(&storey).await.ok();
    app.delete(&format!("/api/projects/{}", site.project), &owner.token).await.ok();
    undo(app, owner, &import).await.ok();
    undo(app, owner, &deposits).await.ok();
    for (path, along_kind, along) in [
        (format!("/api/contracts/{road}/security-deposit/{deposit}"), "CONTRACT", &road),
        (format!("/api/tasks/{slab}"), "TASK", &storey),
        (format!("/api/tasks/{wall}"), "PROJECT", &site.project),
        (format!("/api/contracts/{dam}"), "IMPORT", &imported),
        (format!("{below}/{lodged}"), "IMPORT", &brought),
    ] {
        let told = told(app, owner, &path).await;
        assert_eq!((&told["alongKind"], &told["alongId"]), (&json!(along_kind), &json!(along)), "{told}");
        assert_eq!(told["deletedBy"], json!(owner.email));
        let until = (along_kind != "IMPORT").then(|| instant(app, TimeDelta::days(30)));
        assert_eq!(told.get("restorableUntil"), until.as_ref(), "{told}");
    }
}

#[tokio::test]
async fn a_deleted_user_says_so_within_their_organisation() {
    let app = App::start().await;
    let people = [("User", Action::View), ("User", Action::Delete)];
    let [tenant, other] = [app.tenant("Firm").await, app.tenant("Other").await];
    let [owner, stranger] = [app.person(&tenant, &people).await, app.person(&other, &people).await];
    let gone = app.person(&tenant, &[]).await;
    let path = format!("/api/users/{}", gone.id);
    app.delete(&path, &owner.token).await.ok();
    let told_owner = told(&app, &owner, &path).await;
    assert_eq!((&told_owner["kind"], &told_owner["name"]), (&json!("USER"), &json!(gone.email)));
    assert_eq!(told_owner["deletedBy"], json!(owner.email));
    assert_eq!(told_owner["restorableUntil"], instant(&app, TimeDelta::days(30)));
    assert_eq!(told(&app, &stranger, &path).await, Value::Null);
    // A user of the platform sees those of all organisations.
    let told_root = told(&app, &app.root().await, &path).await;
    assert_eq!((&told_root["name"], &told_root["deletedBy"]), (&json!(gone.email), &json!(owner.email)));
    // Whoever deletes users without seeing them isn't told whom, nor who gives them roles.
    let mapper = app.person(&tenant, &[("UserRoleMapping", Action::View)]).await;
    let roles = app.get(&format!("/api/user-role-mappings/user/{}", gone.id), &mapper.token).await;
    roles.error(404);
    assert_eq!(roles.json()["details"], Value::Null);
    let keeper = app.person(&tenant, &[("User", Action::Delete)]).await;
    let answer = app.delete(&path, &keeper.token).await;
    answer.error(404);
    assert_eq!(answer.json()["details"], Value::Null);
}

#[tokio::test]
async fn nobody_without_the_right_or_of_another_organisation_learns_of_it() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let (contract, deposit) = lodged(app, owner).await;
    let task = site.titled("Slab", "").await;
    let (_, stranger) = app.building("Other").await;
    let without: Vec<_> =
        ALL_OF_PROJECTS.iter().copied().filter(|(_, action)| *action != Action::View).collect();
    let keeper = app.person(&site.tenant, &without).await;
    let paths = [
        format!("/api/tasks/{task}"),
        format!("/api/projects/{}", site.project),
        format!("/api/contracts/{contract}/security-deposit/{deposit}"),
        format!("/api/contracts/{contract}"),
    ];
    for path in &paths {
        app.delete(path, &owner.token).await.ok();
        assert_eq!(told(app, &stranger, path).await, Value::Null, "{path}");
        app.get(path, &keeper.token).await.error(403);
        let again = app.delete(path, &keeper.token).await;
        again.error(404);
        assert_eq!(again.json()["details"], Value::Null, "{path}");
    }
    // The name of a project is for whoever may see projects.
    let builder = app.person(&site.tenant, &[("Project Tasks", Action::View)]).await;
    let refused = tree(app, &builder, &site.project).await;
    assert_eq!((refused.code(), facts(&refused)), (Code::NotFound, HashMap::new()));
}

/// Nothing says whether it went alone, so that it can't be brought back.
#[tokio::test]
async fn what_an_earlier_version_deleted_says_who_and_when_alone() {
    let app = App::start().await;
    let (_, owner) = app.firm("Firm").await;
    let (contract, _) = lodged(&app, &owner).await;
    let path = format!("/api/contracts/{contract}");
    app.delete(&path, &owner.token).await.ok();
    let db = app.owner_db().await;
    app.platform_sql(&db, "UPDATE contracts SET deleted_with = NULL").await;
    let told = told(&app, &owner, &path).await;
    assert_eq!(told["deletedBy"], json!(owner.email));
    assert_eq!((told.get("restorableUntil"), told.get("alongKind")), (None, None));
}
