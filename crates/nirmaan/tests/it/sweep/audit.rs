//! The trail: every call that changes something leaves one event, and nothing changes the trail.

mod cases;
mod read;

use std::collections::BTreeSet;

use nirmaan_api::method;
use reqwest::multipart::{Form, Part};
use sea_orm::{ConnectionTrait, Database};
use serde_json::{Value, json};
use tonic::Code;
use uuid::Uuid;

use self::cases::{Case, Stage};
use crate::{
    auth::mail::set_mail,
    build::PASSWORD,
    harness::{App, answer},
    wire::any::{WIRES, Wire, call},
};

/// Calls that write without an event, for a reason.
const UNTOLD: [(&str, &str); 6] = [
    (
        "AuthService/Refresh",
        "goes on with a session that is told of already; a theft that it finds is told of",
    ),
    (
        "ContactService/SendEmail",
        "writes to the outbox: nobody is signed in, and no record of a tenant changes",
    ),
    (
        "MailLinkService/RequestPasswordReset",
        "mails a link: nobody is signed in, and no record changes before it is used, which is told",
    ),
    ("MailLinkService/ConfirmEmailChange", "held by a test of its own, which reads the link's mail"),
    ("MailLinkService/AcceptInvitation", "held by a test of its own, which reads the link's mail"),
    ("MailLinkService/ResetPassword", "held by a test of its own, which reads the link's mail"),
];
/// Held by tests of their own: their requests are streams.
const STREAMED: [&str; 4] = [
    "ContractService/BulkUploadContracts",
    "DepositImportService/BulkUploadDeposits",
    "DocumentService/UploadDocument",
    "DocumentService/UploadDocuments",
];

/// `Service/Method` of every call that may change something.
fn writing() -> BTreeSet<String> {
    let calls = method::all().iter().filter(|method| !method.reads);
    calls.map(|method| short(&method.path).to_owned()).collect()
}

fn short(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, name)| name)
}

/// An event as the database has it.
#[derive(Debug)]
struct Event {
    tenant: Uuid,
    actor: Option<Uuid>,
    source: String,
    entity: String,
    action: String,
    changes: Value,
}

async fn events_of(app: &App, request_id: &str) -> Vec<Event> {
    assert!(!request_id.is_empty(), "every answer says its request's id");
    let db = app.owner_db().await;
    let sql = format!(
        "SELECT tenant_id, actor_id, source, entity, action, changes FROM audit_events \
         WHERE request_id = '{request_id}'"
    );
    let rows = app.platform_rows(&db, &sql).await;
    let event = |row: &sea_orm::QueryResult| Event {
        tenant: row.try_get("", "tenant_id").unwrap(),
        actor: row.try_get("", "actor_id").unwrap(),
        source: row.try_get("", "source").unwrap(),
        entity: row.try_get("", "entity").unwrap(),
        action: row.try_get("", "action").unwrap(),
        changes: row.try_get("", "changes").unwrap(),
    };
    rows.iter().map(event).collect()
}

async fn count(app: &App) -> i64 {
    let db = app.owner_db().await;
    app.platform_count(&db, "SELECT COUNT(*) AS n FROM audit_events").await
}

#[tokio::test]
async fn every_call_that_changes_something_leaves_one_event_that_says_who_where_and_what() {
    let app = App::start_with(|config| {
        config.limits.calls_burst = 1_000_000;
        set_mail(config);
    })
    .await;
    let stage = Stage::set(&app).await;
    for name in writing() {
        if STREAMED.contains(&name.as_str()) || UNTOLD.iter().any(|(untold, _)| *untold == name) {
            continue;
        }
        let method = method::all().iter().find(|method| short(&method.path) == name).unwrap();
        for wire in WIRES {
            let case: Case = stage.case(method, &name).await;
            let before = count(&app).await;
            let heard = call(&app, wire, method, case.token.as_deref(), &case.request).await;
            let what = format!("{name} over {wire:?}");
            assert_eq!(heard.code, Code::Ok, "{what}: {:?}", heard.rest);
            let events = events_of(&app, &heard.request_id).await;
            assert_eq!((events.len(), count(&app).await - before), (1, 1), "{what}: {events:?}");
            let event = &events[0];
            let source = match wire {
                Wire::Grpc => "grpc",
                Wire::Web => "web",
                Wire::Json => "json",
            };
            assert_eq!(event.source, source, "{what}");
            assert_eq!((event.tenant, event.actor), (case.tenant, Some(case.actor)), "{what}");
            assert_eq!((event.entity.as_str(), event.action.as_str()), (case.entity, case.action), "{what}");
            for (field, from, to) in &case.changes {
                assert_eq!(
                    event.changes[*field],
                    json!({"from": from, "to": to}),
                    "{what}: {}",
                    event.changes
                );
            }
        }
    }
    assert_nothing_secret(&app).await;
}

async fn assert_nothing_secret(app: &App) {
    let db = app.owner_db().await;
    let rows = app.platform_rows(&db, "SELECT changes FROM audit_events").await;
    for row in rows {
        let changes = row.try_get::<Value>("", "changes").unwrap().to_string();
        for secret in ["argon2", PASSWORD, cases::NEXT_PASSWORD, "eyJ"] {
            assert!(!changes.contains(secret), "{secret} in {changes}");
        }
    }
}

#[test]
fn the_trail_is_only_read() {
    let writing = writing();
    for (name, _) in UNTOLD {
        assert!(writing.contains(name), "{name} is gone: take it off the list");
    }
    assert!(!writing.iter().any(|name| name.starts_with("AuditService/")), "{writing:?}");
}

#[tokio::test]
async fn an_import_leaves_one_event_to_which_the_history_of_each_row_leads() {
    let app = App::start().await;
    let (tenant, owner) = app.firm("Firm").await;
    let file = Part::bytes(include_bytes!("../data/tenders.csv").to_vec()).file_name("tenders.csv");
    let request = app.request(reqwest::Method::POST, "/api/contracts/v2/bulk-upload", Some(&owner.token));
    let before = count(&app).await;
    let imported = answer(request.multipart(Form::new().part("file", file))).await;
    let rows = imported.ok()["imported"].as_i64().unwrap();
    let events = events_of(&app, imported.headers["x-request-id"].to_str().unwrap()).await;
    assert_eq!((events.len(), count(&app).await - before), (1, 1));
    let event = &events[0];
    assert_eq!((event.action.as_str(), event.source.as_str()), ("import", "import"));
    assert_eq!((event.tenant, event.actor), (tenant.id, Some(owner.id)));
    let body = json!({"pagination": {"size": 200}});
    let page = app.post("/api/contracts/filter", &owner.token, body).await.ok();
    let contracts = page["content"].as_array().unwrap();
    assert_eq!(contracts.len() as i64, rows);
    for contract in contracts {
        let path = format!("/api/audit/contract/{}", contract["id"].as_str().unwrap());
        let history = app.get(&path, &owner.token).await.ok();
        assert_eq!(history["totalElements"], 1);
        assert_eq!(history["content"][0]["action"], "BULK_IMPORT");
        assert_eq!(history["content"][0]["requestId"], imported.headers["x-request-id"].to_str().unwrap());
    }
    // Of deposits as well.
    let bid_id = contracts[0]["bidId"].as_str().unwrap();
    let text = format!("Bid ID,Deposit Type,Instrument No,Amount\n{bid_id},EMD,1,5\n{bid_id},EMD,2,5\n");
    let before = count(&app).await;
    let file = Part::bytes(text.into_bytes()).file_name("deposits.csv");
    let path = "/api/contracts/deposits/bulk-upload";
    let request = app.request(reqwest::Method::POST, path, Some(&owner.token));
    let imported = answer(request.multipart(Form::new().part("file", file))).await;
    assert_eq!((&imported.ok()["imported"], count(&app).await - before), (&json!(2), 1));
    let path = format!("/api/contracts/{}/security-deposit", contracts[0]["id"].as_str().unwrap());
    for deposit in app.get(&path, &owner.token).await.ok().as_array().unwrap() {
        let path = format!("/api/audit/security_deposit/{}", deposit["id"].as_str().unwrap());
        let history = app.get(&path, &owner.token).await.ok();
        assert_eq!(history["totalElements"], 1);
        assert_eq!(history["content"][0]["action"], "BULK_IMPORT");
        assert_eq!(history["content"][0]["requestId"], imported.headers["x-request-id"].to_str().unwrap());
    }
}

#[tokio::test]
async fn neither_the_server_nor_the_databases_owner_can_change_the_trail() {
    let app = App::start().await;
    app.firm("Firm").await;
    let before = count(&app).await;
    let own_role = app.owner_url.replace("//postgres@", "//nirmaan_app@");
    for (url, reason) in [(&app.owner_url, "append-only"), (&own_role, "permission denied")] {
        let db = Database::connect(url).await.unwrap();
        for sql in [
            "UPDATE audit_events SET action = 'x'",
            "UPDATE audit_events SET changes = '{}' WHERE 1 = 1",
            "DELETE FROM audit_events",
        ] {
            let refused = db.execute_unprepared(sql).await.unwrap_err().to_string();
            // On SQLite there is one role alone, and the trigger is what refuses.
            let reason = if app.is_postgres() { reason } else { "append-only" };
            assert!(refused.contains(reason), "{sql}: {refused}");
        }
        db.close().await.unwrap();
    }
    assert_eq!(count(&app).await, before);
}
