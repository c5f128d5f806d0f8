//! Choosing one's first password by mail.

use chrono::TimeDelta;
use nirmaan_api::access::Action;
use reqwest::Method;
use serde_json::{Value, json};

use super::{ENDED, Mail, NEXT, log_in, mailing, mails, post, read};
use crate::{
    build::{PASSWORD, Person, Tenant},
    harness::{Answer, App, answer},
    platform::complaint,
};

const PATH: &str = "/accept-invitation";
const EMAIL: &str = "asha@bharat.example";

async fn firm(app: &App) -> (Tenant, Person) {
    let tenant = app.tenant("Bharat Infra").await;
    let grants = [Action::Create, Action::View, Action::Edit].map(|action| ("User", action));
    let person = app.person(&tenant, &grants).await;
    (tenant, person)
}

async fn create(app: &App, by: &Person, fields: Value) -> Answer {
    let mut user = json!({"email": EMAIL, "sendInvitation": true});
    user.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    app.post("/api/users", &by.token, user).await
}

async fn invite_again(app: &App, by: &Person, user: &Value) -> Answer {
    app.post(&format!("/api/users/{}/invitation", user["id"].as_str().unwrap()), &by.token, json!({})).await
}

async fn accept(app: &App, token: &str, password: &str) -> Answer {
    post(app, "/api/auth/invitation", json!({"token": token, "newPassword": password})).await
}

async fn last(app: &App) -> Mail {
    mails(app).await.pop().unwrap()
}

#[tokio::test]
async fn whoever_is_invited_chooses_a_password_and_signs_in() {
    let app = mailing().await;
    let (tenant, owner) = firm(&app).await;
    let user = create(&app, &owner, json!({"mobileNo": "9876543210"})).await.ok();
    assert_eq!((&user["isInvited"], &user["isActive"]), (&json!(true), &json!(true)));
    let mail = last(&app).await;
    assert_eq!((mail.to.as_str(), mail.subject.as_str()), (EMAIL, "Bharat Infra invites you to Nirmaan"));
    let token = mail.token(PATH);

    // Nobody signs in without a password, whatever they send, nor gets another link but from an administrator.
    for password in [PASSWORD, " "] {
        log_in(&app, &tenant.name, EMAIL, password).await.error(401);
    }
    let forgotten = json!({"emailOrMobile": EMAIL, "tenantName": tenant.name});
    post(&app, "/api/auth/password-reset/request", forgotten).await.ok();
    assert_eq!(mails(&app).await.len(), 1);

    let link = read(&app, &token).await.ok();
    assert_eq!(
        (&link["purpose"], &link["email"], &link["tenantName"]),
        (&json!("INVITATION"), &json!(EMAIL), &json!("Bharat Infra"))
    );
    // A link is good for its purpose alone.
    let reset = json!({"token": token, "newPassword": NEXT});
    assert_eq!(post(&app, "/api/auth/password-reset", reset).await.error(409).1, ENDED);
    let refused = accept(&app, &token, "Bharat@2026").await;
    refused.error(400);
    assert!(complaint(&refused.json(), "newPassword").contains("must not be made of"));

    accept(&app, &token, NEXT).await.ok();
    log_in(&app, &tenant.name, "9876543210", NEXT).await.ok();
    let accepted = "This invitation was accepted already. Sign in with your password; if it wasn't you who accepted it, \
                    tell an administrator of your organisation.";
    assert_eq!(accept(&app, &token, PASSWORD).await.error(409).1, accepted);
    assert_eq!(read(&app, &token).await.error(409).1, accepted);
    let user = app.get(&format!("/api/users/{}", user["id"].as_str().unwrap()), &owner.token).await.ok();
    assert_eq!(user["isInvited"], false);
    assert_eq!(
        invite_again(&app, &owner, &user).await.error(409).1,
        "This user has chosen a password already."
    );
    assert_eq!(mails(&app).await.len(), 1);

    let events = app.events("user").await;
    let told: Vec<_> = events.iter().map(|event| &event["changes"]["mail_link"]).collect();
    let expected = [json!({"from": null, "to": "INVITATION"}), json!({"from": "INVITATION", "to": null})];
    assert_eq!(told, expected.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn an_invitation_counts_for_three_days_and_until_the_next() {
    let app = mailing().await;
    let (tenant, owner) = firm(&app).await;
    let user = create(&app, &owner, json!({})).await.ok();
    let first = last(&app).await.token(PATH);
    invite_again(&app, &owner, &user).await.ok();
    let second = last(&app).await.token(PATH);
    assert_eq!(accept(&app, &first, NEXT).await.error(409).1, ENDED);
    app.clock.advance(TimeDelta::hours(72) - TimeDelta::minutes(1));
    read(&app, &second).await.ok();
    app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(accept(&app, &second, NEXT).await.error(409).1, ENDED);

    // Somebody may be given a password after all, which ends the invitation.
    let session = log_in(&app, &tenant.name, &owner.email, PASSWORD).await.ok();
    let owner = Person { token: session["accessToken"].as_str().unwrap().to_owned(), ..owner };
    invite_again(&app, &owner, &user).await.ok();
    let third = last(&app).await.token(PATH);
    let body = json!({"email": EMAIL, "password": NEXT});
    app.put(&format!("/api/users/{}", user["id"].as_str().unwrap()), &owner.token, body).await.ok();
    assert_eq!(accept(&app, &third, "canal spanner 4 moss").await.error(409).1, ENDED);
    log_in(&app, &tenant.name, EMAIL, NEXT).await.ok();
}

#[tokio::test]
async fn a_password_is_still_required_of_whoever_doesnt_invite_and_refused_of_whoever_does() {
    let app = mailing().await;
    let (_, owner) = firm(&app).await;
    for (fields, field, message) in [
        (json!({"sendInvitation": false}), "password", "Password is required."),
        (json!({"password": NEXT}), "password", "Whoever is invited chooses their password. Leave it empty."),
        (json!({"isActive": false}), "isActive", "Whoever is invited must be active."),
        (json!({"email": "आशा@example.in"}), "email", "No mail can be sent to this address."),
    ] {
        let refused = create(&app, &owner, fields).await;
        refused.error(400);
        assert_eq!(complaint(&refused.json(), field), message);
    }
    assert_eq!(mails(&app).await.len(), 0);
    // A create that is repeated under its key mails once.
    for _ in 0..2 {
        let request = app.request(Method::POST, "/api/users", Some(&owner.token));
        let body = json!({"email": EMAIL, "sendInvitation": true});
        answer(request.header("idempotency-key", "once").json(&body)).await.ok();
    }
    assert_eq!(mails(&app).await.len(), 1);
    let silent = App::start().await;
    let (_, owner) = firm(&silent).await;
    let no_mail = "This server can't mail invitations. Set a password for the user, and tell it to them.";
    assert_eq!(create(&silent, &owner, json!({})).await.error(409).1, no_mail);
    let user = create(&silent, &owner, json!({"sendInvitation": false, "password": NEXT})).await.ok();
    assert_eq!(invite_again(&silent, &owner, &user).await.error(409).1, no_mail);
}

#[tokio::test]
async fn nobody_is_invited_by_whoever_lacks_their_rights_or_is_of_another_organisation() {
    let app = mailing().await;
    let (tenant, owner) = firm(&app).await;
    let user = create(&app, &owner, json!({})).await.ok();
    let id = user["id"].as_str().unwrap();
    // They are given a role that the inviter couldn't give.
    let stronger = app.person(&tenant, &[("Contracts", Action::Edit)]).await;
    let db = app.owner_db().await;
    let sql = format!(
        "UPDATE user_roles SET user_id = {} WHERE user_id = {}",
        app.sql_id(id.parse().unwrap()),
        app.sql_id(stronger.id)
    );
    app.platform_sql(&db, &sql).await;
    let refused = invite_again(&app, &owner, &user).await.error(403);
    assert_eq!(refused.1, "This user has rights that you don't have, so you can't change how they sign in.");
    let rival = app.tenant("Rival").await;
    let stranger = app.person(&rival, &[("User", Action::Edit)]).await;
    invite_again(&app, &stranger, &user).await.error(404);
    let onlooker = app.person(&tenant, &[("User", Action::View)]).await;
    invite_again(&app, &onlooker, &user).await.error(403);
    assert_eq!(mails(&app).await.len(), 1);
}
