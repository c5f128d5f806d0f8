//! Failed sign-ins, lockouts, exports and downloads in the trail.

use std::pin::pin;

use futures_util::{FutureExt, poll};
use nirmaan_api::access::Action;
use nirmaan_store::{Action as Done, Actor, Changes, Source};
use reqwest::{Method, header::RANGE};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, Statement};
use serde_json::{Value, json};
use uuid::Uuid;

use super::fact;
use crate::{
    build::PASSWORD,
    documents::PDF,
    harness::{App, answer, until},
};

async fn try_login(app: &App, tenant: &str, who: &str, password: &str) -> u16 {
    let body = json!({"emailOrMobile": who, "password": password, "tenantName": tenant});
    app.send(Method::POST, "/api/auth/auth/login", None, Some(body)).await.status.as_u16()
}

#[tokio::test]
async fn a_failed_sign_in_is_told_to_the_users_own_organisation_without_what_was_typed() {
    let app = App::start().await;
    let (tenant, owner) = app.watched("Bharat Infra").await;
    let (_, stranger) = app.watched("Rival").await;
    let id = app.user(&tenant, "clerk@bharat.example", &[]).await;
    for (name, who, password) in [
        ("bharat-infra", "Clerk@Bharat.example", "tr0ub4dor&3"),
        ("Bharat Infra", "nobody@bharat.example", "tr0ub4dor&3"),
        ("Nowhere", "clerk@bharat.example", "tr0ub4dor&3"),
        ("Rival", "clerk@bharat.example", "tr0ub4dor&3"),
    ] {
        assert_eq!(try_login(&app, name, who, password).await, 401);
    }
    assert_eq!(try_login(&app, "Bharat Infra", "clerk@bharat.example", PASSWORD).await, 200);
    let told = app.told(&owner, "SIGN_IN_FAILED").await;
    assert_eq!(told.len(), 1, "{told:?}");
    let event = &told[0];
    assert_eq!((&event["entity"], &event["entityId"]), (&json!("user"), &json!(id)));
    assert_eq!((&event["actor"], &event["address"]), (&json!("clerk@bharat.example"), &json!("127.0.0.1")));
    assert_eq!((fact(event, "email"), fact(event, "attempts")), ("clerk@bharat.example", "1"));
    assert!(!event.to_string().contains("tr0ub4dor"), "{event}");
    assert!(app.told(&stranger, "SIGN_IN_FAILED").await.is_empty());
    // Signing in tells from where, too.
    assert_eq!(app.told(&owner, "SIGN_IN").await[0]["address"], "127.0.0.1");
}

#[tokio::test]
async fn a_lockout_is_one_event_however_often_it_is_tried_then() {
    let app = App::start().await;
    let (tenant, owner) = app.watched("Firm").await;
    app.user(&tenant, "clerk@firm.example", &[]).await;
    for _ in 0..10 {
        assert_eq!(try_login(&app, "Firm", "clerk@firm.example", "wrong").await, 401);
    }
    for _ in 0..5 {
        assert_eq!(try_login(&app, "Firm", "clerk@firm.example", PASSWORD).await, 429);
    }
    assert_eq!(app.told(&owner, "SIGN_IN_FAILED").await.len(), 9);
    let told = app.told(&owner, "LOCK_OUT").await;
    assert_eq!(told.len(), 1);
    assert_eq!(fact(&told[0], "attempts"), "10");
    assert!(!fact(&told[0], "locked_until").is_empty());
}

#[tokio::test]
async fn an_export_tells_which_list_left_how_many_rows_and_what_it_was_narrowed_by() {
    let app = App::start().await;
    let (tenant, owner) = app.watched("Firm").await;
    for bid in ["A-1", "A-2", "B-1"] {
        app.contract(&owner, json!({"bidId": bid, "contractName": "Road"})).await;
    }
    let body =
        json!({"filter": {"bidId": "a-", "status": ["DRAFT"], "sort": {"field": "bidId"}}, "format": "XLSX"});
    app.export("contracts", &owner, body).await.xlsx();
    let told = until("the job keeps what was told", || async {
        let body = json!({"action": ["EXPORT"]});
        let page = app.post("/api/audit/filter", &owner.token, body).await.ok();
        page["content"].as_array().filter(|told| !told.is_empty()).cloned()
    })
    .await;
    assert_eq!(told.len(), 1);
    let event = &told[0];
    assert_eq!((&event["entity"], &event["actor"]), (&json!("contract"), &json!(owner.email)));
    let facts = ["rows", "format", "filter.bid_id", "filter.status", "filter.sort", "is_whole"];
    assert_eq!(facts.map(|name| fact(event, name)), ["2", "xlsx", "a-", "DRAFT", "", ""]);

    // What the trail itself gave away is told as well, and all of it stands in the next file.
    app.post("/api/audit/export", &owner.token, json!({"filter": {"actor": "example.in"}})).await;
    let told = app.told(&owner, "EXPORT").await;
    assert_eq!((told.len(), &told[0]["entity"]), (2, &json!("audit_event")));
    assert_eq!(fact(&told[0], "filter.actor"), "example.in");
    let file = app.post("/api/audit/export", &owner.token, json!({"filter": {"action": ["EXPORT"]}})).await;
    assert!(file.text.contains("\"EXPORT\",\"contract\""), "{}", file.text);
    assert!(file.text.contains("\"filter.bid_id\",\"\",\"a-\""), "{}", file.text);
    assert!(file.text.contains("\"127.0.0.1\""), "{}", file.text);

    // By what it was narrowed is for whoever may view the rows.
    let clerk = app.person(&tenant, &[("User", Action::Report)]).await;
    let told = app.told(&clerk, "EXPORT").await;
    assert!(told.iter().all(|event| event["changes"] == json!([])), "{told:?}");
}

#[tokio::test]
async fn a_download_is_told_once_for_each_user_when_the_content_is_fetched() {
    let app = App::start().await;
    let (tenant, owner, contract) = app.with_papers("Firm").await;
    let document = app.document(&owner, &contract, "notice.pdf", PDF).await;
    let clerk = app.person(&tenant, &[("Contracts", Action::View), ("User", Action::Report)]).await;
    let link = async |token: &str| -> Value {
        let path = format!("/api/download-link?key={}", document["key"].as_str().unwrap());
        app.get(&path, token).await.ok()["url"].take()
    };
    let fetch = async |method: Method, link: &Value| {
        let request = app.request(method, link.as_str().unwrap(), None);
        answer(request.header(RANGE, "bytes=0-3")).await.status.as_u16()
    };
    let (own, other) = (link(&owner.token).await, link(&clerk.token).await);
    assert_ne!(own, other);
    assert_eq!(fetch(Method::HEAD, &own).await, 200);
    assert!(
        app.told(&clerk, "DOWNLOAD").await.is_empty(),
        "to be given a link is no download, nor to ask its size"
    );
    for _ in 0..3 {
        assert_eq!(fetch(Method::GET, &own).await, 206);
    }
    assert_eq!(fetch(Method::GET, &document["previewUrl"]).await, 206);
    assert_eq!(fetch(Method::GET, &other).await, 206);
    let told = app.told(&clerk, "DOWNLOAD").await;
    let who: Vec<_> = told.iter().map(|event| event["actor"].as_str().unwrap()).collect();
    assert_eq!(who, [&clerk.email, &owner.email]);
    let event = &told[1];
    assert_eq!((&event["entity"], &event["entityId"]), (&json!("document"), &document["id"]));
    assert_eq!((&event["source"], &event["address"]), (&json!("JSON"), &json!("127.0.0.1")));
    let facts = ["file_name", "entity_type", "entity_id"].map(|name| fact(event, name));
    assert_eq!(facts, ["notice.pdf", "CONTRACT", &contract]);
}

#[tokio::test]
async fn whoever_keeps_events_waits_for_those_that_are_being_kept() {
    let app = App::start().await;
    let (tenant, owner) = app.watched("Firm").await;
    let actor = Actor {
        tenant_id: tenant.id,
        user_id: Some(owner.id),
        source: Source::Json,
        request_id: String::new(),
        address: String::new(),
    };
    let (trail, store) = (&app.deps().trail, app.store());
    // Nothing is written meanwhile: a database at hand may answer before the first poll returns.
    let db = app.owner_db().await;
    let held = app.hold(&db, "audit_events").await;
    trail.tell(&actor, Done::Export, ("contract", Uuid::nil()), Changes::new());
    let mut first = pin!(trail.keep(store));
    assert!(poll!(&mut first).is_pending());
    assert!(trail.keep(store).now_or_never().is_none(), "an event is on its way");
    held.rollback().await.unwrap();
    assert_eq!(first.await.unwrap(), 1);
    assert_eq!(trail.keep(store).await.unwrap(), 0);
}

#[tokio::test]
async fn what_was_told_last_is_kept_by_a_stop() {
    let app = App::start().await;
    let (_, owner) = app.watched("Firm").await;
    app.export("contracts", &owner, json!({})).await.csv();
    let exports = async |db: &DatabaseConnection| {
        let sql = "SELECT COUNT(*) AS n FROM audit_events WHERE action = 'export'";
        let statement = Statement::from_string(db.get_database_backend(), sql);
        db.query_one_raw(statement).await.unwrap().unwrap().try_get::<i64>("", "n").unwrap()
    };
    // As its owner, whom row security binds as well; one connection, so that it goes on counting.
    let mut options = ConnectOptions::new(&app.owner_url);
    let db = Database::connect(options.max_connections(1).to_owned()).await.unwrap();
    if app.is_postgres() {
        db.execute_unprepared("SELECT set_config('nirmaan.scope', 'platform', false)").await.unwrap();
    }
    let _folder = app.stop().await;
    assert_eq!(exports(&db).await, 1);
}
