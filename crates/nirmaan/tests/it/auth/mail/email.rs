//! Another address of one's own.

use chrono::TimeDelta;
use serde_json::json;

use super::{ENDED, NEXT, log_in, mailing, mails, post, read};
use crate::{
    build::{PASSWORD, Person, Tenant},
    harness::{Answer, App},
    platform::complaint,
};

const PATH: &str = "/confirm-email";
const NEW: &str = "asha.patil@bharat.example";

async fn firm(app: &App) -> (Tenant, Person) {
    let tenant = app.tenant("Bharat Infra").await;
    let person = app.person(&tenant, &[]).await;
    (tenant, person)
}

async fn request(app: &App, person: &Person, email: &str, password: &str) -> Answer {
    let body = json!({"newEmail": email, "password": password});
    app.post("/api/auth/email-change/request", &person.token, body).await
}

async fn confirm(app: &App, token: &str) -> Answer {
    post(app, "/api/auth/email-change", json!({"token": token})).await
}

async fn last_token(app: &App) -> String {
    mails(app).await.last().unwrap().token(PATH)
}

#[tokio::test]
async fn an_address_is_ones_own_once_it_is_confirmed_and_the_old_one_is_told() {
    let app = mailing().await;
    let (tenant, person) = firm(&app).await;
    request(&app, &person, "Asha.Patil@Bharat.example", PASSWORD).await.ok();
    let asked = mails(&app).await.pop().unwrap();
    assert_eq!((&*asked.to, &*asked.subject), (NEW, "Confirm your address for Nirmaan"));
    let token = asked.token(PATH);
    // Nothing has changed yet.
    let profile = app.get("/api/profile", &person.token).await.ok();
    assert_eq!(profile["email"], json!(person.email));
    log_in(&app, &tenant.name, NEW, PASSWORD).await.error(401);
    let link = read(&app, &token).await.ok();
    assert_eq!((&link["purpose"], &link["email"]), (&json!("EMAIL_CHANGE"), &json!(NEW)));

    confirm(&app, &token).await.ok();
    assert_eq!(app.get("/api/profile", &person.token).await.ok()["email"], NEW);
    log_in(&app, &tenant.name, NEW, PASSWORD).await.ok();
    log_in(&app, &tenant.name, &person.email, PASSWORD).await.error(401);
    let told = mails(&app).await.pop().unwrap();
    assert_eq!((&*told.to, &*told.subject), (&*person.email, "Your address for Nirmaan was changed"));
    assert!(told.body.contains(NEW), "{}", told.body);
    let confirmed = "This address was confirmed already. Sign in with it.";
    assert_eq!(confirm(&app, &token).await.error(409).1, confirmed);

    let events = app.events("user").await;
    assert_eq!(events.len(), 2);
    assert_eq!(events[0]["changes"], json!({"mail_link": {"from": null, "to": "EMAIL_CHANGE"}}));
    assert_eq!(events[1]["changes"]["email"], json!({"from": person.email, "to": NEW}));
}

#[tokio::test]
async fn a_link_counts_for_a_day_until_the_next_and_until_the_password_is_another() {
    let app = mailing().await;
    let (_, person) = firm(&app).await;
    request(&app, &person, "first@bharat.example", PASSWORD).await.ok();
    let first = last_token(&app).await;
    request(&app, &person, NEW, PASSWORD).await.ok();
    let second = last_token(&app).await;
    assert_eq!(confirm(&app, &first).await.error(409).1, ENDED);
    read(&app, &second).await.ok();
    let body = json!({"currentPassword": PASSWORD, "newPassword": NEXT});
    let session = app.post("/api/profile/password", &person.token, body).await.ok();
    assert_eq!(confirm(&app, &second).await.error(409).1, ENDED);
    let person = Person { token: session["accessToken"].as_str().unwrap().to_owned(), ..person };
    request(&app, &person, NEW, NEXT).await.ok();
    let third = last_token(&app).await;
    app.clock.advance(TimeDelta::hours(24));
    assert_eq!(confirm(&app, &third).await.error(409).1, ENDED);
}

#[tokio::test]
async fn an_address_is_asked_for_with_ones_password_and_is_nobody_elses() {
    let app = mailing().await;
    let (tenant, person) = firm(&app).await;
    let colleague = app.person(&tenant, &[]).await;
    for (email, password, field, message) in [
        ("", PASSWORD, "newEmail", "New e-mail is required."),
        ("asha", PASSWORD, "newEmail", "New e-mail must be an e-mail address, such as name@firm.in."),
        (person.email.as_str(), PASSWORD, "newEmail", "This is the present address."),
        (NEW, "", "password", "Password is required."),
        (NEW, "not the password", "password", "The current password is wrong."),
    ] {
        let refused = request(&app, &person, email, password).await;
        refused.error(400);
        assert_eq!(complaint(&refused.json(), field), message);
    }
    let taken = "E-mail is already used by another user of the organisation.";
    assert_eq!(request(&app, &person, &colleague.email, PASSWORD).await.error(409).1, taken);
    assert_eq!(mails(&app).await.len(), 0);

    // Somebody gets it meanwhile.
    request(&app, &person, NEW, PASSWORD).await.ok();
    let token = last_token(&app).await;
    app.user(&tenant, NEW, &[]).await;
    assert_eq!(confirm(&app, &token).await.error(409).1, taken);
    for other in 0..4 {
        request(&app, &person, &format!("n{other}@bharat.example"), PASSWORD).await.ok();
    }
    let refused = request(&app, &person, "n5@bharat.example", PASSWORD).await;
    assert!(refused.error(429).1.starts_with("Too many requests."));

    let silent = App::start().await;
    let (_, person) = firm(&silent).await;
    let refused = request(&silent, &person, NEW, PASSWORD).await.error(409);
    assert_eq!(refused.1, "This server sends no mail. Please ask an administrator.");
}
