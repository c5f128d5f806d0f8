//! Users of the platform who read an organisation's rows: its trail and its administrators know.

use chrono::TimeDelta;
use nirmaan_api::{
    access::Action,
    platform::{GetUserRequest, user_service_client::UserServiceClient},
};
use nirmaan_services::mail::SmtpServer;
use reqwest::Method;
use sea_orm::QueryResult;
use serde_json::{Value, json};
use tonic_types::StatusExt;

use super::fact;
use crate::{
    build::Person,
    harness::{Answer, App, answer, signed},
};

/// Reads as a person who gives a reason.
async fn read(app: &App, person: &Person, path: &str, reason: &str) -> Answer {
    let request = app.request(Method::GET, path, Some(&person.token));
    answer(request.header("x-nirmaan-reason", reason)).await
}

#[tokio::test]
async fn an_organisation_sees_who_of_the_platform_read_what_and_why() {
    let app = App::start().await;
    let root = app.root().await;
    let (firm, owner) = app.watched("Firm").await;
    let (_, stranger) = app.watched("Rival").await;
    let user = format!("/api/users/{}", owner.id);
    read(&app, &root, &user, "Locked%20out%3A%20%E0%A4%AB%E0%A5%8B%E0%A4%A8").await.ok();
    // Going on with it is the same visit, for whatever reason.
    read(&app, &root, &user, "Another").await.ok();
    app.post("/api/users/filter", &root.token, json!({"tenantId": firm.id})).await.ok();
    let told = app.told(&owner, "READ").await;
    assert_eq!(told.len(), 1, "{told:?}");
    let event = &told[0];
    assert_eq!((&event["entity"], &event["entityId"]), (&json!("user"), &json!(firm.id)));
    assert_eq!(["read_by", "reason"].map(|name| fact(event, name)), [&root.email, "Locked out: फोन"]);
    // What else is read, and what is read later, is another.
    app.post("/api/audit/filter", &root.token, json!({"tenantId": firm.id})).await.ok();
    app.get(&format!("/api/user-role-mappings/{}", owner.id), &root.token).await;
    app.get(&format!("/api/user-module-permissions/user/{}", owner.id), &root.token).await.ok();
    let kinds = |told: Vec<Value>| -> Vec<String> {
        told.iter().map(|event| event["entity"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(app.told(&owner, "READ").await), ["audit_event", "user"]);
    assert_eq!(app.told(&stranger, "READ").await.len(), 0);
    app.clock.advance(TimeDelta::minutes(14));
    app.get(&user, &root.token).await.ok();
    assert_eq!(app.told(&owner, "READ").await.len(), 2);

    // One's own people leave no such event.
    app.get(&user, &owner.token).await.ok();
    assert_eq!(app.told(&owner, "READ").await.len(), 2);
}

#[tokio::test]
async fn a_reason_may_be_required_of_the_platforms_people() {
    let app = App::start_with(|config| config.reason_required = true).await;
    let root = app.root().await;
    let (_, owner) = app.watched("Firm").await;
    let user = format!("/api/users/{}", owner.id);
    let (_, message) = app.get(&user, &root.token).await.error(403);
    assert!(message.contains("X-Nirmaan-Reason"), "{message}");
    let mut client = UserServiceClient::new(app.channel().await);
    let request = signed(GetUserRequest { id: owner.id.to_string() }, &root.token);
    let status = client.get_user(request).await.unwrap_err();
    assert_eq!(status.get_details_error_info().unwrap().reason, "ERROR_REASON_ACCESS_REASON_REQUIRED");
    assert!(app.told(&owner, "READ").await.is_empty());
    read(&app, &root, &user, "Support%20call").await.ok();
    assert_eq!(app.told(&owner, "READ").await.len(), 1);
    app.get(&user, &owner.token).await.ok();
    app.get(&format!("/api/users/{}", root.id), &root.token).await.ok();
}

#[tokio::test]
async fn administrators_are_told_by_mail_once_a_day_where_mail_is_configured() {
    for is_configured in [true, false] {
        let app = App::start_with(|config| {
            // Nobody listens there: what matters is what waits in the outbox.
            let server = SmtpServer::of_url("smtp://127.0.0.1:9");
            config.smtp = server.filter(|_| is_configured);
        })
        .await;
        let root = app.root().await;
        let firm = app.tenant("Firm").await;
        let owner = app.administrator(&root, &firm, "owner@firm.example").await;
        app.person(&firm, &[("User", Action::View)]).await;
        let db = app.owner_db().await;
        let posted = async || {
            let rows = app.platform_rows(&db, "SELECT recipient, body FROM mails ORDER BY created_at").await;
            let text = |row: &QueryResult, column: &str| row.try_get::<String>("", column).unwrap();
            rows.iter().map(|row| (text(row, "recipient"), text(row, "body"))).collect::<Vec<_>>()
        };
        assert!(posted().await.is_empty(), "what is written isn't read");
        let user = format!("/api/users/{}", owner.id);
        read(&app, &root, &user, "Support%20call").await.ok();
        app.get(&format!("/api/tenants/{}", firm.id), &root.token).await.ok();
        let mails = posted().await;
        if !is_configured {
            assert!(mails.is_empty(), "{mails:?}");
            continue;
        }
        assert_eq!(mails.len(), 1, "to administrators alone, once for each person: {mails:?}");
        assert_eq!(mails[0].0, "owner@firm.example");
        assert!(mails[0].1.contains(&root.email) && mails[0].1.contains("Support call"), "{}", mails[0].1);
    }
}
