//! One search over everything.

use nirmaan_api::access::Action::{self, Create, Edit, View};
use nirmaan_store::{
    StoreError,
    entity::{project, task},
    new_id,
};
use reqwest::Url;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    build::{PASSWORD, Person, Tenant},
    documents,
    harness::App,
    platform::column,
};

/// Whoever may view everything that can be found, and file papers of contracts and vehicles.
const EVERYTHING: &[(&str, Action)] = &[
    ("Contracts", View),
    ("Contracts", Create),
    ("Contracts", Action::Delete),
    ("Projects", View),
    ("Project Tasks", View),
    ("Vehicles", View),
    ("Vehicles", Create),
    ("User", View),
];

async fn search(app: &App, person: &Person, query: &str) -> Value {
    let url = Url::parse_with_params(&app.base, [("query", query)]).unwrap();
    app.get(&format!("/api/search?{}", url.query().unwrap()), &person.token).await.ok()
}

/// What is found of one kind.
async fn hits(app: &App, person: &Person, kind: &str, query: &str) -> Vec<Value> {
    let groups = search(app, person, query).await;
    let group = groups.as_array().unwrap().iter().find(|group| group["kind"] == kind).cloned();
    group.map(|group| group["hits"].as_array().unwrap().clone()).unwrap_or_default()
}

async fn titles(app: &App, person: &Person, kind: &str, query: &str) -> Vec<String> {
    column(&json!(hits(app, person, kind, query).await), "title")
}

impl App {
    /// A project that no contract led to.
    async fn stored_project(&self, tenant: &Tenant, name: &str, bid_id: &str) -> Uuid {
        let (id, now) = (new_id(), self.clock.now());
        let row = &project::Model {
            tenant_id: tenant.id,
            id,
            contract_id: None,
            contract_bid_id: bid_id.to_owned(),
            license_id: String::new(),
            project_name: name.to_owned(),
            description: String::new(),
            project_type: "Hidden type".to_owned(),
            status: project::Status::InProgress,
            project_actual_value: None,
            project_bid_value: None,
            project_bid_percentage: None,
            license_holder_name: "Hidden holder".to_owned(),
            license_no: String::new(),
            given_start_date: None,
            given_end_date: None,
            actual_start_date: None,
            actual_end_date: None,
            extension_count: 0,
            extension_date: None,
            termination_reason: String::new(),
            comment: String::new(),
            search: project::search_text(name, bid_id, "Hidden holder", "Hidden type"),
            version: 1,
            created_at: now,
            updated_at: now,
            deleted_at: None,
            created_by: None,
            updated_by: None,
            deleted_by: None,
            deleted_with: None,
        };
        let insert = self.store().platform::<_, StoreError, _, _>(|db| async move {
            db.insert_all::<project::Entity, _, project::ActiveModel>(vec![row.clone()]).await
        });
        insert.await.unwrap();
        id
    }

    /// A task of a project, right below it.
    async fn stored_task(&self, tenant: &Tenant, project_id: Uuid, title: &str) -> Uuid {
        let (id, now) = (new_id(), self.clock.now());
        let row = &task::Model {
            tenant_id: tenant.id,
            id,
            project_id,
            parent_id: None,
            hierarchy_path: format!("{id}/"),
            level: 0,
            position: 0,
            is_leaf: true,
            title: title.to_owned(),
            description: String::new(),
            estimated_quantity: None,
            units: String::new(),
            estimated_rate: None,
            tax_percentage: 0,
            actual_quantity: None,
            actual_rate: None,
            estimated_amount: 0,
            actual_amount: 0,
            estimated_effort: None,
            actual_effort: None,
            status: task::Status::UnderReview,
            task_type: "Hidden type".to_owned(),
            priority: None,
            given_start_date: None,
            given_end_date: None,
            actual_start_date: None,
            actual_end_date: None,
            progress: 0,
            is_milestone: false,
            is_billable: true,
            assigned_to: None,
            handed_over_from: None,
            completed_by: None,
            approved_by: None,
            approval_date: None,
            is_approved: false,
            rejection_reason: String::new(),
            review_requested_by: None,
            review_requested_at: None,
            rejected_by: None,
            rejected_at: None,
            termination_reason: String::new(),
            comment: String::new(),
            search: task::search_text(title, "Hidden type"),
            version: 1,
            created_at: now,
            updated_at: now,
            deleted_at: None,
            created_by: None,
            updated_by: None,
            deleted_by: None,
            deleted_with: None,
        };
        let insert = self.store().platform::<_, StoreError, _, _>(|db| async move {
            db.insert_all::<task::Entity, _, task::ActiveModel>(vec![row.clone()]).await
        });
        insert.await.unwrap();
        id
    }
}

/// One of everything, all called Umiam.
struct Umiam {
    contract: String,
    deposit: Value,
    project: Uuid,
    task: Uuid,
    papers: [Value; 2],
    user: Value,
}

async fn umiam(app: &App, tenant: &Tenant, person: &Person) -> Umiam {
    let body = json!({
        "bidId": "2022_UMSCL_1", "contractName": "Umiam bridge", "referenceNo": "13/CAO", "status": "AWARDED",
        "licenseHolderName": "Asha Patil",
    });
    let contract = app.contract(person, body).await["id"].as_str().unwrap().to_owned();
    let body = json!({
        "depositType": "EMD", "instrumentNo": "DD Umiam 7", "amount": 5, "status": "PENDING",
        "bankAccountNo": "00112233445566", "accountHolderName": "Asha Umiam",
    });
    let deposits = format!("/api/contracts/{contract}/security-deposit");
    let deposit = app.post(&deposits, &person.token, body).await.ok();
    let project = app.stored_project(tenant, "Umiam bridge, north", "2022_UMSCL_1").await;
    let task = app.stored_task(tenant, project, "Piles of Umiam").await;
    let paper = app.document(person, &contract, "umiam-notice.pdf", documents::PDF).await;
    let form = [("entityType", "VEHICLE")];
    let vehicle = app.upload(documents::ONE, person, &form, &[("umiam-rc.pdf", documents::PDF)]).await.ok();
    let root = app.root().await;
    let body = json!({
        "email": "umiam@firm.example", "mobileNo": "9876543210", "designation": "Site engineer",
        "password": PASSWORD, "tenantId": tenant.id,
    });
    let user = app.post("/api/users", &root.token, body).await.ok();
    Umiam { contract, deposit, project, task, papers: [paper, vehicle], user }
}

#[tokio::test]
async fn every_kind_is_found_in_its_group() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, EVERYTHING).await;
    let made = umiam(&app, &tenant, &person).await;
    let hit = |id: Value, title: &str, detail: &str, status: &str, owner_id: Value, owner_type: &str| {
        json!({
            "id": id, "title": title, "detail": detail, "status": status, "ownerId": owner_id,
            "ownerType": owner_type, "ownerContractId": "",
        })
    };
    let none = || json!("");
    let groups = json!([
        {"kind": "CONTRACT", "more": false, "hits": [
            hit(json!(made.contract), "Umiam bridge", "2022_UMSCL_1", "AWARDED", none(), ""),
        ]},
        {"kind": "DEPOSIT", "more": false, "hits": [
            hit(made.deposit["id"].clone(), "DD Umiam 7", "Umiam bridge", "PENDING", json!(made.contract), ""),
        ]},
        {"kind": "PROJECT", "more": false, "hits": [
            hit(json!(made.project), "Umiam bridge, north", "2022_UMSCL_1", "IN_PROGRESS", none(), ""),
        ]},
        {"kind": "TASK", "more": false, "hits": [
            hit(json!(made.task), "Piles of Umiam", "Umiam bridge, north", "UNDER_REVIEW", json!(made.project), ""),
        ]},
        {"kind": "DOCUMENT", "more": false, "hits": [
            hit(made.papers[1]["id"].clone(), "umiam-rc.pdf", "", "", json!(tenant.id), "VEHICLE"),
            hit(made.papers[0]["id"].clone(), "umiam-notice.pdf", "Umiam bridge", "", json!(made.contract), "CONTRACT"),
        ]},
        {"kind": "USER", "more": false, "hits": [
            hit(made.user["id"].clone(), "umiam@firm.example", "Site engineer", "", none(), ""),
        ]},
    ]);
    assert_eq!(search(&app, &person, "  uMIAM ").await, groups);
}

#[tokio::test]
async fn each_kind_is_found_by_what_names_it_and_by_nothing_else() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, EVERYTHING).await;
    umiam(&app, &tenant, &person).await;
    for (query, kinds) in [
        ("umscl", &["CONTRACT", "PROJECT"][..]),
        ("3/ca", &["CONTRACT"]),
        ("asha p", &["CONTRACT"]),
        ("bridge", &["CONTRACT", "PROJECT"]),
        ("dd um", &["DEPOSIT"]),
        ("piles", &["TASK"]),
        (".pdf", &["DOCUMENT"]),
        ("987654", &["USER"]),
        ("engineer", &["USER"]),
        ("hidden holder", &["PROJECT"]),
        // Neither the holder of an account nor its number, nor what a text of one field and the next make together.
        ("asha umiam", &[]),
        ("3344", &[]),
        ("hidden type", &[]),
        ("EMD", &[]),
        ("1umiam", &[]),
        ("support_doc", &[]),
    ] {
        assert_eq!(column(&search(&app, &person, query).await, "kind"), kinds, "{query}");
    }
}

#[tokio::test]
async fn what_the_caller_may_not_view_is_left_out() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, EVERYTHING).await;
    umiam(&app, &tenant, &person).await;
    for (grants, kinds) in [
        (&[][..], &[][..]),
        (&[("Contracts", Edit), ("User", Edit)], &[]),
        (&[("Contracts", View)], &["CONTRACT", "DEPOSIT", "DOCUMENT"]),
        (&[("Projects", View)], &["PROJECT"]),
        (&[("Project Tasks", View)], &["TASK"]),
        (&[("Vehicles", View)], &["DOCUMENT"]),
        (&[("User", View)], &["USER"]),
    ] {
        let person = app.person(&tenant, grants).await;
        assert_eq!(column(&search(&app, &person, "umiam").await, "kind"), kinds, "{grants:?}");
    }
    let driver = app.person(&tenant, &[("Vehicles", View)]).await;
    assert_eq!(titles(&app, &driver, "DOCUMENT", "umiam").await, ["umiam-rc.pdf"]);
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn everybody_searches_their_own_organisation() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, EVERYTHING).await;
    umiam(&app, &tenant, &person).await;
    let rival = app.tenant("Rival").await;
    let stranger = app.person(&rival, EVERYTHING).await;
    for other in [&stranger, &app.root().await] {
        assert_eq!(search(&app, other, "umiam").await, json!([]));
    }
    assert_eq!(titles(&app, &app.root().await, "USER", "admin@").await, ["admin@nirmaan.example"]);
}

#[tokio::test]
async fn what_was_deleted_is_not_found() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, EVERYTHING).await;
    let made = umiam(&app, &tenant, &person).await;
    app.delete(&format!("/api/contracts/{}", made.contract), &person.token).await.ok();
    let user = format!("/api/users/{}", made.user["id"].as_str().unwrap());
    app.delete(&user, &app.root().await.token).await.ok();
    assert_eq!(column(&search(&app, &person, "umiam").await, "kind"), ["PROJECT", "TASK", "DOCUMENT"]);
    assert_eq!(titles(&app, &person, "DOCUMENT", "umiam").await, ["umiam-rc.pdf"]);
}

#[tokio::test]
async fn what_begins_with_the_query_comes_first_and_then_the_newest() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for (bid, name) in [
        ("1", "Road one"),
        ("2", "Ring road"),
        ("3", "Road two"),
        ("4", "Rail road"),
        ("ROAD-5", "Culvert"),
        ("6", "Silk road"),
    ] {
        app.contract(&person, json!({"bidId": bid, "contractName": name})).await;
    }
    let found = ["Culvert", "Road two", "Road one", "Silk road", "Rail road"];
    assert_eq!(titles(&app, &person, "CONTRACT", "road").await, found);
    assert_eq!(search(&app, &person, "road").await[0]["more"], true);
    assert_eq!(titles(&app, &person, "CONTRACT", "road ").await.len(), 5, "trimmed");
    let five = search(&app, &person, "r").await;
    assert_eq!(five, json!([]), "a single character finds nothing");
    app.contract(&person, json!({"bidId": "7", "contractName": "Five a"})).await;
    assert_eq!(search(&app, &person, "five").await[0]["more"], false);
}

#[tokio::test]
async fn queries_are_taken_literally_and_in_any_case_and_script() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for (bid, name) in [
        ("1", "100% rate_list \\ road"),
        ("2", "सड़क चौड़ीकरण, उमियम"),
        ("3", "ÄRMEL 1000 rateXlist"),
        ("4", "Łódź"),
    ] {
        app.contract(&person, json!({"bidId": bid, "contractName": name})).await;
    }
    for (query, bids) in [
        ("%%", &[][..]),
        ("__", &[]),
        ("100%", &["1"]),
        ("rate_list", &["1"]),
        ("\\ road", &["1"]),
        ("चौड़ी", &["2"]),
        ("ärmel", &["3"]),
        ("łÓDŹ", &["4"]),
        ("'; DROP TABLE contracts; --", &[]),
    ] {
        let found = json!(hits(&app, &person, "CONTRACT", query).await);
        assert_eq!(column(&found, "detail"), bids, "{query}");
    }
}

#[tokio::test]
async fn queries_have_bounds() {
    let app = App::start().await;
    let (_, person) = app.firm("Firm").await;
    for empty in ["", " ", "a", " a ", "स"] {
        assert_eq!(search(&app, &person, empty).await, json!([]), "{empty:?}");
    }
    assert_eq!(app.get("/api/search", &person.token).await.ok(), json!([]));
    assert_eq!(search(&app, &person, &"q".repeat(255)).await, json!([]));
    let long = format!("/api/search?query={}", "q".repeat(256));
    assert_eq!(app.get(&long, &person.token).await.error(400).1, "Query must have at most 255 characters.");
    let control = app.get("/api/search?query=ab%01c", &person.token).await;
    assert_eq!(control.error(400).1, "Query must not contain control characters.");
}
