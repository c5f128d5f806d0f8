//! Each right on each module opens exactly the documents that it governs.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::{ONE, PDF, text};
use crate::{
    build::{Person, Tenant},
    harness::App,
    projects::Figures,
};

const GOVERNED: [(&str, &str); 7] = [
    ("CONTRACT", "Contracts"),
    ("PROJECT", "Projects"),
    ("TASK", "Project Tasks"),
    ("VEHICLE", "Vehicles"),
    ("VEHICLE_INSURANCE", "Vehicle Insurance"),
    ("PAYMENT", "Payments"),
    ("DEPOSIT", "Contracts"),
];
const ACTIONS: [Action; 5] = [Action::Create, Action::View, Action::Edit, Action::Delete, Action::Report];

/// What documents belong to: its type, and its id where it isn't the tenant as a whole.
type Owners = [(&'static str, String); 7];

/// A record of each type, and a document of it.
async fn one_of_each(app: &App, tenant: &Tenant) -> (Owners, Vec<(&'static str, Value)>) {
    let every = GOVERNED.iter().flat_map(|(_, module)| ACTIONS.map(|action| (*module, action)));
    let owner = app.person(tenant, &every.collect::<Vec<_>>()).await;
    let contract = app.contract(&owner, json!({"bidId": "A-1", "contractName": "Road"})).await;
    let project = app.project(&owner, json!({"projectName": "Road"})).await;
    let deposit = app.new_deposit(&owner, text(&contract, "id")).await;
    let task = app.task_row(tenant, &project, None, Figures::default()).await;
    let owners = GOVERNED.map(|(entity_type, _)| {
        let id = match entity_type {
            "CONTRACT" => text(&contract, "id").to_owned(),
            "PROJECT" => text(&project, "id").to_owned(),
            "TASK" => task.to_string(),
            "DEPOSIT" => text(&deposit, "id").to_owned(),
            _ => String::new(),
        };
        (entity_type, id)
    });
    let mut documents = Vec::new();
    for (entity_type, id) in &owners {
        let form = [("entityType", *entity_type), ("entityId", id)];
        documents.push((*entity_type, app.upload(ONE, &owner, &form, &[("a.pdf", PDF)]).await.ok()));
    }
    (owners, documents)
}

async fn may_upload(app: &App, person: &Person, (entity_type, id): &(&str, String)) -> bool {
    let form = [("entityType", *entity_type), ("entityId", id)];
    let status = app.upload(ONE, person, &form, &[("a.pdf", PDF)]).await.status.as_u16();
    assert!(matches!(status, 403 | 200), "{entity_type} {status}");
    status == 200
}

// Spec: S6.documents.module S6.enforced
#[tokio::test]
async fn one_right_opens_one_thing_of_one_module() {
    let app = App::start_with(|config| config.limits.calls_burst = 1_000_000).await;
    let tenant = app.tenant("Firm").await;
    let (owners, documents) = one_of_each(&app, &tenant).await;
    for (_, module) in GOVERNED {
        for action in ACTIONS {
            let person = app.person(&tenant, &[(module, action)]).await;
            let what = format!("{module} {action:?}");
            for owner in &owners {
                let opens = action == Action::Create && GOVERNED.contains(&(owner.0, module));
                assert_eq!(may_upload(&app, &person, owner).await, opens, "{what} {owner:?}");
            }
            for (entity_type, document) in &documents {
                let governs = GOVERNED.contains(&(*entity_type, module));
                let link = app
                    .get(&format!("/api/download-link?key={}", text(document, "key")), &person.token)
                    .await;
                let expected = match action {
                    Action::View if governs => 200,
                    Action::View => 404,
                    _ => 403,
                };
                assert_eq!(link.status.as_u16(), expected, "{what} link {entity_type}");
                let of_record = format!("/api/documents?entityType={entity_type}");
                let listed = app.get(&of_record, &person.token).await.status.as_u16();
                assert_eq!(
                    listed,
                    if action == Action::View && governs { 200 } else { 403 },
                    "{what} list {entity_type}"
                );
                // Last: whoever may, does.
                if action == Action::Delete && !governs {
                    let path = format!("/api/documents/{}", text(document, "id"));
                    let theirs = app.delete(&path, &person.token).await.error(404);
                    let nobodys = format!("/api/documents/{}", uuid::Uuid::now_v7());
                    assert_eq!(app.delete(&nobodys, &person.token).await.error(404), theirs, "{what}");
                }
            }
        }
    }
    for (entity_type, document) in &documents {
        let (_, module) = GOVERNED.into_iter().find(|(governed, _)| governed == entity_type).unwrap();
        let person = app.person(&tenant, &[(module, Action::Delete)]).await;
        app.delete(&format!("/api/documents/{}", text(document, "id")), &person.token).await.ok();
    }
}

#[tokio::test]
async fn a_module_out_of_use_closes_its_documents() {
    let app = App::start().await;
    let (tenant, owner, contract) = app.with_papers("Firm").await;
    app.document(&owner, &contract, "a.pdf", PDF).await;
    app.upload(ONE, &owner, &[("entityType", "VEHICLE")], &[("rc.pdf", PDF)]).await.ok();
    let root = app.root().await;
    let vehicles = format!("/api/modules/{}", nirmaan_migrations::catalogue_id("module", "Vehicles"));
    let mut form = app.get(&vehicles, &root.token).await.ok();
    form["status"] = json!(false);
    app.put(&vehicles, &root.token, form).await.ok();
    let left = app.get("/api/documents", &owner.token).await.ok();
    assert_eq!(crate::platform::column(&left, "fileName"), ["a.pdf"]);
    app.upload(ONE, &owner, &[("entityType", "VEHICLE")], &[("b.pdf", PDF)]).await.error(403);
    let nobody = app.person(&tenant, &[("Vehicles", Action::View)]).await;
    app.get("/api/documents", &nobody.token).await.error(403);
}
