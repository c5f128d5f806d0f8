//! A new password for whoever has forgotten theirs.

use chrono::TimeDelta;
use nirmaan_api::{
    access::Action,
    auth::{ReadMailLinkRequest, mail_link_service_client::MailLinkServiceClient},
};
use serde_json::json;
use tonic::Code;
use tonic_types::StatusExt;

use super::{ENDED, NEXT, log_in, mailing, mails, post, read, set_mail};
use crate::{
    auth::{delay_long, is_later},
    build::{PASSWORD, Person, Tenant},
    harness::{Answer, App, answer},
    platform::complaint,
};

const PATH: &str = "/reset-password";
const USED: &str = "This link was used already. Sign in with your password, or ask for a new link.";

async fn request(app: &App, tenant: &str, who: &str) -> Answer {
    let body = json!({"emailOrMobile": who, "tenantName": tenant});
    post(app, "/api/auth/password-reset/request", body).await
}

async fn reset(app: &App, token: &str, password: &str) -> Answer {
    post(app, "/api/auth/password-reset", json!({"token": token, "newPassword": password})).await
}

async fn firm(app: &App) -> (Tenant, Person) {
    let tenant = app.tenant("Bharat Infra").await;
    let person = app.person(&tenant, &[("Contracts", Action::View)]).await;
    (tenant, person)
}

/// The token of the last link that was mailed.
async fn last_token(app: &App) -> String {
    mails(app).await.last().unwrap().token(PATH)
}

async fn sql(app: &App, sql: &str) {
    app.platform_sql(&app.owner_db().await, sql).await;
}

#[tokio::test]
async fn whoever_asked_five_times_waits_before_the_next_is_answered() {
    let app = App::start_with(|config| {
        set_mail(config);
        delay_long(config);
    })
    .await;
    let (tenant, person) = firm(&app).await;
    for _ in 0..5 {
        request(&app, &tenant.name, &person.email).await.ok();
    }
    let others = async {
        for _ in 0..3 {
            request(&app, &tenant.name, "nobody@bharat.example").await.ok();
        }
    };
    is_later(request(&app, &tenant.name, &person.email), others).await;
}

#[tokio::test]
async fn a_mailed_link_sets_a_password_once_ends_every_session_and_tells_the_user() {
    let app = mailing().await;
    let (tenant, person) = firm(&app).await;
    assert_eq!(post_options(&app).await, json!({"links": true}));
    assert_eq!(request(&app, "bharat-infra", &person.email.to_uppercase()).await.ok(), json!({}));
    let mail = mails(&app).await.pop().unwrap();
    assert_eq!((mail.to.as_str(), mail.subject.as_str()), (&*person.email, "Set a new password for Nirmaan"));
    assert!(mail.body.contains(&format!("{} at Bharat Infra", person.email)), "{}", mail.body);
    let token = mail.token(PATH);
    assert_eq!(token.len(), 43, "256 bits");

    let link = read(&app, &token).await.ok();
    assert_eq!(link["purpose"], "PASSWORD_RESET");
    assert_eq!((&link["email"], &link["tenantName"]), (&json!(person.email), &json!("Bharat Infra")));

    assert_eq!(reset(&app, &token, NEXT).await.ok(), json!({}));
    app.get("/api/profile", &person.token).await.error(401);
    let refresh = json!({"refreshToken": person.refresh_token});
    post(&app, "/api/auth/refresh", refresh).await.error(401);
    log_in(&app, &tenant.name, &person.email, PASSWORD).await.error(401);
    let session = log_in(&app, &tenant.name, &person.email, NEXT).await.ok();
    let told = mails(&app).await.pop().unwrap();
    let subject = "Your password for Nirmaan was changed";
    assert_eq!((told.to.as_str(), told.subject.as_str()), (&*person.email, subject));

    // Once.
    assert_eq!(reset(&app, &token, PASSWORD).await.error(409).1, USED);
    assert_eq!(read(&app, &token).await.error(409).1, USED);

    let events = app.events("user").await;
    assert_eq!((events.len(), &events[0]["action"]), (1, &json!("update")));
    let changes = &events[0]["changes"];
    assert_eq!(changes["sessions"], json!({"from": 1, "to": 0}));
    assert_eq!(changes["mail_link"], json!({"from": "PASSWORD_RESET", "to": null}));
    assert_eq!(changes["password_hash"], json!({"from": "(hidden)", "to": "(hidden)"}));
    app.get("/api/profile", session["accessToken"].as_str().unwrap()).await.ok();
}

async fn post_options(app: &App) -> serde_json::Value {
    app.send(reqwest::Method::GET, "/api/auth/mail-options", None, None).await.ok()
}

#[tokio::test]
async fn a_link_counts_for_an_hour_and_until_the_next_one() {
    let app = mailing().await;
    let (tenant, person) = firm(&app).await;
    request(&app, &tenant.name, &person.email).await.ok();
    let first = last_token(&app).await;
    request(&app, &tenant.name, &person.email).await.ok();
    let second = last_token(&app).await;
    assert_ne!(first, second);
    assert_eq!(reset(&app, &first, NEXT).await.error(409).1, ENDED);
    app.clock.advance(TimeDelta::minutes(59));
    read(&app, &second).await.ok();
    app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(reset(&app, &second, NEXT).await.error(409).1, ENDED);
    log_in(&app, &tenant.name, &person.email, PASSWORD).await.ok();
    assert_eq!(reset(&app, "", NEXT).await.error(409).1, ENDED);
    assert_eq!(reset(&app, "no such token", NEXT).await.error(409).1, ENDED);

    app.clock.advance(TimeDelta::days(2));
    nirmaan::jobs::sweep(app.deps()).await.unwrap();
    let left = app.platform_count(&app.owner_db().await, "SELECT COUNT(*) AS n FROM mail_links").await;
    assert_eq!(left, 0);
}

#[tokio::test]
async fn whatever_changes_how_somebody_signs_in_ends_their_link() {
    let app = mailing().await;
    let (tenant, person) = firm(&app).await;
    let id = app.sql_id(person.id);
    for (change, back) in [
        ("email = 'other@example.in'", format!("email = '{}'", person.email)),
        ("is_active = FALSE", "is_active = TRUE".to_owned()),
        ("deleted_at = '2026-01-01T00:00:00+00:00'", "deleted_at = NULL".to_owned()),
    ] {
        request(&app, &tenant.name, &person.email).await.ok();
        let token = last_token(&app).await;
        sql(&app, &format!("UPDATE users SET {change} WHERE id = {id}")).await;
        assert_eq!(reset(&app, &token, NEXT).await.error(409).1, ENDED, "{change}");
        sql(&app, &format!("UPDATE users SET {back} WHERE id = {id}")).await;
    }
    request(&app, &tenant.name, &person.email).await.ok();
    let token = last_token(&app).await;
    let session = log_in(&app, &tenant.name, &person.email, PASSWORD).await.ok();
    let body = json!({"currentPassword": PASSWORD, "newPassword": NEXT});
    app.post("/api/profile/password", session["accessToken"].as_str().unwrap(), body).await.ok();
    assert_eq!(reset(&app, &token, "canal spanner 4 moss").await.error(409).1, ENDED, "another password");

    request(&app, &tenant.name, &person.email).await.ok();
    let token = last_token(&app).await;
    sql(&app, "UPDATE tenants SET status = 'SUSPENDED' WHERE name = 'Bharat Infra'").await;
    assert_eq!(reset(&app, &token, PASSWORD).await.error(409).1, ENDED, "suspended");
}

#[tokio::test]
async fn of_two_who_use_a_link_at_once_one_sets_the_password_and_the_other_finds_it_used() {
    let app = mailing().await;
    let (tenant, person) = firm(&app).await;
    request(&app, &tenant.name, &person.email).await.ok();
    let token = last_token(&app).await;
    let other = "canal spanner 4 moss";
    let (one, two) = tokio::join!(reset(&app, &token, NEXT), reset(&app, &token, other));
    let (refused, set) = if one.status.is_success() { (two, NEXT) } else { (one, other) };
    assert_eq!(refused.error(409).1, USED);
    log_in(&app, &tenant.name, &person.email, set).await.ok();
}

#[tokio::test]
async fn whoever_comes_again_with_a_used_link_learns_whose_it_was_as_long_as_they_can_sign_in() {
    let app = mailing().await;
    let (tenant, person) = firm(&app).await;
    request(&app, &tenant.name, &person.email).await.ok();
    let token = last_token(&app).await;
    reset(&app, &token, NEXT).await.ok();
    let mut grpc = MailLinkServiceClient::new(app.channel().await);
    let refused = grpc.read_mail_link(ReadMailLinkRequest { token: token.clone() }).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, USED));
    let info = refused.get_details_error_info().unwrap();
    assert_eq!(info.reason, "ERROR_REASON_LINK_USED");
    assert_eq!((&info.metadata["email"], &info.metadata["tenantName"]), (&person.email, &tenant.name));

    // Another password since makes no difference.
    let session = log_in(&app, &tenant.name, &person.email, NEXT).await.ok();
    let body = json!({"currentPassword": NEXT, "newPassword": PASSWORD});
    app.post("/api/profile/password", session["accessToken"].as_str().unwrap(), body).await.ok();
    assert_eq!(read(&app, &token).await.error(409).1, USED);
    // For another purpose it is like any other.
    let accepted = json!({"token": token, "newPassword": PASSWORD});
    assert_eq!(post(&app, "/api/auth/invitation", accepted).await.error(409).1, ENDED);
    let (user, firm) = (app.sql_id(person.id), app.sql_id(tenant.id));
    for (change, back) in [
        (
            format!("users SET email = 'other@example.in' WHERE id = {user}"),
            format!("users SET email = '{}' WHERE id = {user}", person.email),
        ),
        (
            format!("users SET is_active = FALSE WHERE id = {user}"),
            format!("users SET is_active = TRUE WHERE id = {user}"),
        ),
        (
            format!("users SET deleted_at = '2026-01-01T00:00:00+00:00' WHERE id = {user}"),
            format!("users SET deleted_at = NULL WHERE id = {user}"),
        ),
        (
            format!("tenants SET status = 'SUSPENDED' WHERE id = {firm}"),
            format!("tenants SET status = 'ACTIVE' WHERE id = {firm}"),
        ),
    ] {
        sql(&app, &format!("UPDATE {change}")).await;
        assert_eq!(read(&app, &token).await.error(409).1, ENDED, "{change}");
        sql(&app, &format!("UPDATE {back}")).await;
    }
    assert_eq!(read(&app, &token).await.error(409).1, USED);
}

#[tokio::test]
async fn the_new_password_obeys_the_rules_and_the_link_waits_for_one_that_does() {
    let app = mailing().await;
    let (tenant, person) = firm(&app).await;
    request(&app, &tenant.name, &person.email).await.ok();
    let token = last_token(&app).await;
    let long = "x".repeat(129);
    for (password, part) in [
        ("", "at least 8"),
        ("short 1", "at least 8"),
        (long.as_str(), "at most 128"),
        ("Password@123", "too common"),
        ("Bharat@2026", "must not be made of"),
        (PASSWORD, "This is the present password."),
    ] {
        let refused = reset(&app, &token, password).await;
        refused.error(400);
        let told = refused.json();
        let message = complaint(&told, "newPassword");
        assert!(message.contains(part), "{password}: {message}");
    }
    reset(&app, &token, NEXT).await.ok();
}

#[tokio::test]
async fn who_gets_no_link_is_answered_as_who_does() {
    let app = mailing().await;
    let (tenant, person) = firm(&app).await;
    let asleep = app.person(&tenant, &[]).await;
    sql(&app, &format!("UPDATE users SET is_active = FALSE WHERE id = {}", app.sql_id(asleep.id))).await;
    let invited = app.person(&tenant, &[]).await;
    sql(&app, &format!("UPDATE users SET password_hash = '' WHERE id = {}", app.sql_id(invited.id))).await;
    let unreachable = app.user(&tenant, "राम@example.in", &[]).await;
    assert_ne!(unreachable, person.id);
    let (closed, theirs) = app.firm("Closed").await;
    sql(&app, &format!("UPDATE tenants SET status = 'TERMINATED' WHERE id = {}", app.sql_id(closed.id)))
        .await;
    let known = request(&app, &tenant.name, &person.email).await;
    let of_known: Vec<_> = known.headers.keys().map(|name| name.to_string()).collect();
    for (tenant, who) in [
        (tenant.name.as_str(), "nobody@example.in"),
        ("No such firm", person.email.as_str()),
        (&tenant.name, &asleep.email),
        (&tenant.name, &invited.email),
        (&tenant.name, "राम@example.in"),
        ("Closed", &theirs.email),
    ] {
        let unknown = request(&app, tenant, who).await;
        let of_unknown: Vec<_> = unknown.headers.keys().map(|name| name.to_string()).collect();
        assert_eq!((unknown.ok(), of_unknown), (known.ok(), of_known.clone()), "{who}");
    }
    assert_eq!(mails(&app).await.len(), 1);

    let answer = request(&app, "", "").await;
    answer.error(400);
    assert_eq!(complaint(&answer.json(), "tenantName"), "Tenant name is required.");
    assert_eq!(complaint(&answer.json(), "emailOrMobile"), "E-mail or mobile is required.");
}

#[tokio::test]
async fn ten_requests_for_one_person_at_one_address_make_it_wait_and_five_mails_an_hour_are_enough() {
    let app = App::start_with(|config| {
        set_mail(config);
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let (tenant, person) = firm(&app).await;
    let ask = async |who: &str, address: &str| {
        let body = json!({"emailOrMobile": who, "tenantName": tenant.name});
        let path = "/api/auth/password-reset/request";
        let asked = app.request(reqwest::Method::POST, path, None).header("x-forwarded-for", address);
        answer(asked.json(&body)).await
    };
    // Known or not, it is the same.
    for who in [person.email.as_str(), "nobody@example.in"] {
        let (count, own) = ("SELECT COUNT(*) AS n FROM login_throttles", "203.0.113.7");
        for _ in 0..10 {
            ask(who, own).await.ok();
        }
        let before = app.platform_count(&app.owner_db().await, count).await;
        let refused = ask(who, own).await;
        let (code, message) = refused.error(429);
        assert_eq!(code, "RESOURCE_EXHAUSTED");
        assert!(message.starts_with("Too many requests. Please try again in "), "{message}");
        assert!(refused.headers.contains_key("retry-after"));
        assert_eq!(app.platform_count(&app.owner_db().await, count).await, before, "nothing is written");
        // Nobody is locked out from elsewhere.
        ask(who, "203.0.113.8").await.ok();
    }
    assert_eq!(mails(&app).await.len(), 5);
    let last = last_token(&app).await;
    // Signing in has counts of its own.
    log_in(&app, &tenant.name, &person.email, PASSWORD).await.ok();
    reset(&app, &last, NEXT).await.ok();
    app.clock.advance(TimeDelta::minutes(61));
    ask(&person.email, "203.0.113.7").await.ok();
    assert_eq!(mails(&app).await.len(), 7, "five links, what was changed, and another link");
}

#[tokio::test]
async fn without_a_mail_server_or_a_public_address_nothing_is_pretended() {
    for with_address in [false, true] {
        let app = App::start_with(|config| {
            set_mail(config);
            if with_address {
                config.smtp = None;
            } else {
                config.public_url = None;
            }
        })
        .await;
        let (tenant, person) = firm(&app).await;
        assert_eq!(post_options(&app).await, json!({"links": false}));
        let message = "This server sends no mail. Please ask an administrator.";
        assert_eq!(request(&app, &tenant.name, &person.email).await.error(409).1, message);
        assert_eq!(request(&app, &tenant.name, "nobody@example.in").await.error(409).1, message);
        assert_eq!(mails(&app).await.len(), 0);
    }
}

#[tokio::test]
async fn a_link_of_somebody_who_was_deleted_has_ended_when_they_are_back() {
    let app = mailing().await;
    let (tenant, person) = firm(&app).await;
    let owner = app.person(&tenant, &[("User", Action::Delete), ("Contracts", Action::View)]).await;
    request(&app, &tenant.name, &person.email).await.ok();
    let token = last_token(&app).await;
    app.delete(&format!("/api/users/{}", person.id), &owner.token).await.ok();
    let body = json!({"kind": "USER", "id": person.id});
    app.post("/api/deleted/restore", &owner.token, body).await.ok();
    assert_eq!(reset(&app, &token, NEXT).await.error(409).1, ENDED);
}
