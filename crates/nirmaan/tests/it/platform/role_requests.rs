//! Asking for a role.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{mappings::role, platform};
use crate::{
    auth::mail::{mailing, mails},
    build::{PASSWORD, Person, Tenant},
    harness::App,
};

const PATH: &str = "/api/role-request";

/// A firm with two administrators, and somebody without a role.
async fn firm(app: &App) -> (Tenant, Person, Person) {
    let (root, firm) = (app.root().await, app.tenant("Firm").await);
    let owner = app.administrator(&root, &firm, "owner@firm.example").await;
    app.administrator(&root, &firm, "accounts@firm.example").await;
    let clerk = app.person(&firm, &[]).await;
    (firm, owner, clerk)
}

async fn ask(app: &App, person: &Person) -> Value {
    app.post(PATH, &person.token, json!({})).await.ok()
}

/// When a user asked, as an administrator sees it.
async fn requested_at(app: &App, administrator: &Person, of: &Person) -> Value {
    app.get(&format!("/api/users/{}", of.id), &administrator.token).await.ok()["roleRequestedAt"].clone()
}

#[tokio::test]
async fn whoever_has_no_role_asks_the_administrators_by_mail() {
    let app = mailing().await;
    let (firm, owner, clerk) = firm(&app).await;
    let before = app.get(PATH, &clerk.token).await.ok();
    let administrators = json!(["accounts@firm.example", "owner@firm.example"]);
    assert_eq!(
        before,
        json!({"administrators": administrators, "requestedAt": null, "nextRequestAt": null, "byMail": true, "hasRights": false})
    );
    assert_eq!(mails(&app).await, [], "reading asks nobody");
    assert_eq!(requested_at(&app, &owner, &clerk).await, Value::Null);

    let asked = ask(&app, &clerk).await;
    assert_eq!(app.get(PATH, &clerk.token).await.ok(), asked);
    assert_eq!(asked["administrators"], administrators);
    let sent = mails(&app).await;
    let to: Vec<_> = sent.iter().map(|mail| mail.to.as_str()).collect();
    assert_eq!(to, ["accounts@firm.example", "owner@firm.example"]);
    for mail in &sent {
        assert_eq!(mail.subject, format!("{} asks for a role at Nirmaan", clerk.email));
        assert!(mail.body.contains(&firm.name), "{}", mail.body);
        let link = format!("https://nirmaan.example/admin/users/{}/roles", clerk.id);
        assert!(mail.body.contains(&link), "{}", mail.body);
    }
    let db = app.owner_db().await;
    let answers = format!("SELECT COUNT(*) AS n FROM mails WHERE reply_to_address = '{}'", clerk.email);
    assert_eq!(app.platform_count(&db, &answers).await, 2, "an answer reaches whoever asks");

    // Those who give roles see it as well, and the trail keeps it.
    assert_eq!(requested_at(&app, &owner, &clerk).await, asked["requestedAt"]);
    let events = app.events("user").await;
    let event = events.iter().rfind(|event| event["changes"]["asked_for_role"].is_object()).unwrap();
    let told = json!({"from": null, "to": "accounts@firm.example, owner@firm.example"});
    assert_eq!(event["changes"], json!({"asked_for_role": told}));
    assert_eq!(event["actor"], json!(clerk.id));
}

#[tokio::test]
async fn once_a_day_is_enough() {
    let app = mailing().await;
    let (firm, _, clerk) = firm(&app).await;
    // Two tabs at once.
    let answers = join_all((0..6).map(|_| ask(&app, &clerk))).await;
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!(mails(&app).await.len(), 2);
    // An hour before they may ask again. Their token has ended by then, so they sign in anew.
    let again = |by: TimeDelta| {
        app.clock.advance(by);
        app.log_in(&firm.name, &clerk.email, PASSWORD)
    };
    let login = again(TimeDelta::hours(23)).await;
    let token = login["accessToken"].as_str().unwrap();
    let same = app.post(PATH, token, json!({})).await.ok();
    assert_eq!(same, answers[0]);
    assert_eq!(mails(&app).await.len(), 2);
    let login = again(TimeDelta::hours(1)).await;
    let token = login["accessToken"].as_str().unwrap();
    assert_eq!(app.get(PATH, token).await.ok()["nextRequestAt"], Value::Null);
    let next = app.post(PATH, token, json!({})).await.ok();
    assert_ne!(next["requestedAt"], answers[0]["requestedAt"]);
    assert_eq!(mails(&app).await.len(), 4);
}

#[tokio::test]
async fn a_role_answers_the_request() {
    let app = mailing().await;
    let (_, owner, clerk) = firm(&app).await;
    ask(&app, &clerk).await;
    let viewer = role(&app, &app.root().await, "Viewer", "Contracts").await;
    let body = json!({"userId": clerk.id, "roleId": viewer["id"]});
    app.post("/api/user-role-mappings", &owner.token, body).await.ok();
    let now = app.get(PATH, &clerk.token).await.ok();
    assert_eq!((&now["hasRights"], &now["requestedAt"]), (&json!(true), &Value::Null));
    assert_eq!(requested_at(&app, &owner, &clerk).await, Value::Null);
    let refused = app.post(PATH, &clerk.token, json!({})).await.error(409);
    assert_eq!(refused, ("FAILED_PRECONDITION".to_owned(), "You have a role already.".to_owned()));
    assert_eq!(mails(&app).await.len(), 2);
}

#[tokio::test]
async fn without_a_mail_server_the_list_of_users_tells() {
    let app = App::start().await;
    let (_, owner, clerk) = firm(&app).await;
    let asked = ask(&app, &clerk).await;
    assert_eq!((&asked["byMail"], asked["requestedAt"].is_string()), (&json!(false), true));
    assert_eq!(mails(&app).await, []);
    let found = app.post("/api/users/filter", &owner.token, json!({"email": clerk.email})).await.ok();
    assert_eq!(found["content"][0]["roleRequestedAt"], asked["requestedAt"]);
}

#[tokio::test]
async fn only_those_are_named_who_can_give_a_role() {
    let app = mailing().await;
    let (_, owner, clerk) = firm(&app).await;
    let named = async || app.get(PATH, &clerk.token).await.ok()["administrators"].clone();
    let root = app.root().await;
    let other = app.tenant("Other").await;
    app.administrator(&root, &other, "owner@other.example").await;
    assert_eq!(named().await, json!(["accounts@firm.example", "owner@firm.example"]));
    // Who can't sign in gives none.
    let accounts = app.post("/api/users/filter", &owner.token, json!({"email": "accounts"})).await.ok();
    let id = accounts["content"][0]["id"].as_str().unwrap().to_owned();
    let off = json!({"isActive": false});
    app.put(&format!("/api/users/{id}?updateMask=isActive"), &root.token, off).await.ok();
    assert_eq!(named().await, json!(["owner@firm.example"]));
    // People of the platform ask those who run it.
    let newcomer = app.person(&platform(), &[]).await;
    let asked = app.get(PATH, &newcomer.token).await.ok();
    assert_eq!(asked["administrators"], json!(["admin@nirmaan.example"]));
}

#[tokio::test]
async fn where_nobody_can_give_a_role_that_is_said() {
    let app = mailing().await;
    let firm = app.tenant("Firm").await;
    let clerk = app.person(&firm, &[]).await;
    assert_eq!(app.get(PATH, &clerk.token).await.ok()["administrators"], json!([]));
    let (code, message) = app.post(PATH, &clerk.token, json!({})).await.error(409);
    assert_eq!(code, "FAILED_PRECONDITION");
    assert!(message.contains("no administrator"), "{message}");
    assert_eq!(app.get(PATH, &clerk.token).await.ok()["requestedAt"], Value::Null);
}

#[tokio::test]
async fn rights_answer_the_request_however_they_come() {
    let app = App::start().await;
    let (_, owner, clerk) = firm(&app).await;
    let root = app.root().await;
    let empty = app.post("/api/roles", &root.token, json!({"name": "Clerk"})).await.ok();
    let body = json!({"userId": clerk.id, "roleId": empty["id"]});
    app.post("/api/user-role-mappings", &owner.token, body).await.ok();
    // A role that grants nothing is none to whoever has it, and leaves the request as it is.
    let asked = ask(&app, &clerk).await;
    let roles = json!({"roleIds": [empty["id"]]});
    app.put(&format!("/api/user-role-mappings/user/{}", clerk.id), &owner.token, roles).await.ok();
    assert_eq!(requested_at(&app, &owner, &clerk).await, asked["requestedAt"]);
    let save = format!("/api/permissions/bulk/{}", empty["id"].as_str().unwrap());
    app.post(&save, &root.token, json!([{"moduleName": "Contracts", "canView": true}])).await.ok();
    assert_eq!(requested_at(&app, &owner, &clerk).await, Value::Null);
    let found = app.post("/api/users/filter", &owner.token, json!({"email": clerk.email})).await.ok();
    assert_eq!(found["content"][0]["roleRequestedAt"], Value::Null);
    let change = format!("/api/users/{}?updateMask=comment", clerk.id);
    let changed = app.put(&change, &owner.token, json!({"comment": "Counts deposits"})).await.ok();
    assert_eq!(changed["roleRequestedAt"], Value::Null);
    let now = app.get(PATH, &clerk.token).await.ok();
    assert_eq!((&now["hasRights"], &now["requestedAt"]), (&json!(true), &Value::Null));
    app.post(PATH, &clerk.token, json!({})).await.error(409);
}
