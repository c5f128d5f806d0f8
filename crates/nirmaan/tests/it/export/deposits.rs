//! Deposits and documents as files.

use nirmaan_api::access::Action;
use serde_json::json;

use crate::{
    build::{ALL_OF_CONTRACTS, Person, Tenant},
    documents,
    harness::App,
};

/// A firm with a person who may report on contracts, and what else is said.
async fn firm(app: &App, more: &[(&'static str, Action)]) -> (Tenant, Person) {
    let (tenant, _) = app.firm("Firm").await;
    let rights = [ALL_OF_CONTRACTS, &[("Contracts", Action::Report)], more].concat();
    let person = app.person(&tenant, &rights).await;
    (tenant, person)
}

// Spec: S6.flags S6.deposits.masked
#[tokio::test]
async fn deposits_are_exported_with_their_contracts_as_the_search_finds_them() {
    let app = App::start().await;
    let (tenant, person) = firm(&app, &[]).await;
    for (bid, status) in [("A-1", "AWARDED"), ("B-2", "REJECTED"), ("C-3", "AWARDED")] {
        let body = json!({"bidId": bid, "contractName": "सड़क काम", "status": status});
        let contract = app.contract(&person, body).await;
        for (kind, amount) in [("EMD", 1500.05), ("RETENTION", 7.0)] {
            let deposit = json!({
                "depositType": kind, "instrumentNo": format!("=DD {bid}"), "amount": amount,
                "bankAccountNo": "00900013004217", "depositSubmitedDate": "2026-03-31", "status": "PENDING",
            });
            app.lodge(&person, &contract, deposit).await;
        }
    }
    let filter = json!({"statuses": ["AWARDED"], "depositType": "emd"});
    let sheet = app.export("contracts-deposit", &person, json!({"filter": filter})).await.csv();
    for (label, cells) in [
        ("Bid ID", ["C-3", "A-1"]),
        ("Contract Name", ["सड़क काम"; 2]),
        ("Contract Status", ["Awarded"; 2]),
        ("Deposit Type", ["EMD"; 2]),
        ("Instrument No", ["'=DD C-3", "'=DD A-1"]),
        ("Amount", ["1500.05"; 2]),
        ("Submitted Date", ["2026-03-31"; 2]),
        ("Status", ["Pending"; 2]),
        ("Bank Account No", ["00900013004217"; 2]),
        ("Created By", [person.email.as_str(); 2]),
    ] {
        assert_eq!(sheet.column(label), cells, "{label}");
    }
    let all = app.export("contracts-deposit", &person, json!({"format": "XLSX"})).await.xlsx();
    assert_eq!(all.rows.len(), 6);
    assert!(all.column("Amount").iter().all(|cell| matches!(cell, calamine::Data::Float(_))));
    assert!(all.column("Bank Account No").iter().all(|cell| **cell == "00900013004217"));

    let reporter = app.person(&tenant, &[("Contracts", Action::Report)]).await;
    let masked = app.export("contracts-deposit", &reporter, json!({"filter": filter})).await.csv();
    assert_eq!(masked.column("Bank Account No"), ["••••••••••4217"; 2]);
    let part = json!({"filter": {"bankAccountNo": "4217"}});
    assert!(app.export("contracts-deposit", &reporter, part).await.csv().rows.is_empty());

    let viewer = app.person(&tenant, &[("Contracts", Action::View)]).await;
    app.post("/api/contracts-deposit/export", &viewer.token, json!({})).await.error(403);
    let wrong = json!({"filter": {"depositStatuses": ["LOST"]}});
    app.post("/api/contracts-deposit/export", &person.token, wrong).await.error(400);
}

// Spec: S6.flags S6.documents.module
#[tokio::test]
async fn documents_are_exported_as_far_as_one_may_report_on_them() {
    let app = App::start().await;
    let (tenant, person) = firm(&app, &[("Vehicles", Action::Create)]).await;
    let contract = app.contract(&person, json!({"bidId": "A-1", "contractName": "Road"})).await;
    app.document(&person, contract["id"].as_str().unwrap(), "notice.pdf", documents::PDF).await;
    let form = [("entityType", "VEHICLE"), ("docType", "RC")];
    app.upload(documents::ONE, &person, &form, &[("rc.pdf", documents::PDF)]).await.ok();

    let sheet = app.export("documents", &person, json!({})).await.csv();
    assert_eq!(sheet.column("File Name"), ["notice.pdf"]);
    assert_eq!(sheet.column("Belongs To"), ["CONTRACT"]);
    assert_eq!(sheet.column("Bytes"), [&documents::PDF.len().to_string()]);
    assert_eq!(sheet.column("Uploaded By"), [person.email.as_str()]);

    let both = [("Vehicles", Action::Report), ("Contracts", Action::Report)];
    let reporter = app.person(&tenant, &both).await;
    let all = app.export("documents", &reporter, json!({"format": "XLSX"})).await.xlsx();
    assert_eq!(all.rows.len(), 2);
    let named = json!({"filter": {"fileName": "RC", "entityType": ["VEHICLE"]}});
    assert_eq!(app.export("documents", &reporter, named).await.csv().column("File Name"), ["rc.pdf"]);
    let vehicles = json!({"filter": {"entityType": ["VEHICLE"]}});
    app.post("/api/documents/export", &person.token, vehicles).await.error(403);
    let viewer = app.person(&tenant, &[("Contracts", Action::View)]).await;
    app.post("/api/documents/export", &viewer.token, json!({})).await.error(403);
}
