//! A sign-in from a new device is told by mail.

use chrono::TimeDelta;
use nirmaan_api::access::Action;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Mail, mails, set_mail};
use crate::{
    build::{PASSWORD, Tenant},
    harness::{App, answer, until},
};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
const NEWER_FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const EDGE: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0";

async fn app() -> App {
    App::start_with(|config| {
        set_mail(config);
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await
}

async fn log_in(app: &App, tenant: &str, email: &str, user_agent: &str, address: &str) -> Value {
    let body = json!({"emailOrMobile": email, "password": PASSWORD, "tenantName": tenant});
    let request = app.request(Method::POST, "/api/auth/login", None);
    let request = request.header("user-agent", user_agent).header("x-forwarded-for", address);
    answer(request.json(&body)).await.ok()
}

/// All mails, once there are so many.
async fn told(app: &App, times: usize) -> Vec<Mail> {
    until("a mail", || async { Some(mails(app).await).filter(|mails| mails.len() >= times) }).await
}

async fn somebody(app: &App) -> (Tenant, String) {
    let tenant = app.tenant("Bharat Infra").await;
    app.user(&tenant, "asha@bharat.example", &[("Contracts", Action::View)]).await;
    (tenant, "asha@bharat.example".to_owned())
}

#[tokio::test]
async fn a_device_that_was_not_seen_before_is_told_once() {
    let app = app().await;
    let (tenant, email) = somebody(&app).await;
    // Neither the first of all, nor the same again, in another version or network of its own.
    for (user_agent, address) in [
        (FIREFOX, "2001:db8:1:2::1"),
        (FIREFOX, "2001:db8:1:2::1"),
        (NEWER_FIREFOX, "2001:db8:1:2:ffff::7"),
        (EDGE, "203.0.113.7"),
        (EDGE, "203.0.113.7"),
        (FIREFOX, "203.0.113.7"),
    ] {
        log_in(&app, &tenant.name, &email, user_agent, address).await;
    }
    let mails = told(&app, 2).await;
    assert_eq!(mails.len(), 2, "{mails:?}");
    let edge = mails.iter().find(|mail| mail.body.contains("Edge on Windows")).unwrap();
    assert_eq!((&*edge.to, &*edge.subject), (&*email, "A new device has signed in to Nirmaan"));
    assert!(edge.body.contains("asha@bharat.example at Bharat Infra"), "{}", edge.body);
    assert!(edge.body.contains("\nAddress 203.0.113.7\n"), "{}", edge.body);
    assert!(edge.body.contains("https://nirmaan.example/profile\n"), "{}", edge.body);
    assert!(mails.iter().any(|mail| mail.body.contains("Firefox on Linux")));
}

#[tokio::test]
async fn three_mails_a_day_are_enough_and_a_colleagues_device_is_not_ones_own() {
    let app = app().await;
    let (tenant, email) = somebody(&app).await;
    for host in 1..=6 {
        log_in(&app, &tenant.name, &email, FIREFOX, &format!("203.0.113.{host}")).await;
        told(&app, (host - 1).min(3)).await;
    }
    app.user(&tenant, "ravi@bharat.example", &[]).await;
    log_in(&app, &tenant.name, "ravi@bharat.example", FIREFOX, "198.51.100.1").await;
    log_in(&app, &tenant.name, "ravi@bharat.example", FIREFOX, "203.0.113.1").await;
    let mails = told(&app, 4).await;
    let of = |who: &str| mails.iter().filter(|mail| mail.to == who).count();
    assert_eq!((of(&email), of("ravi@bharat.example")), (3, 1));
    app.clock.advance(TimeDelta::hours(25));
    log_in(&app, &tenant.name, &email, FIREFOX, "203.0.113.99").await;
    assert_eq!(told(&app, 5).await.len(), 5);
}

#[tokio::test]
async fn where_a_session_was_last_used_is_listed_and_counts() {
    let app = app().await;
    let (tenant, email) = somebody(&app).await;
    let session = log_in(&app, &tenant.name, &email, FIREFOX, "203.0.113.1").await;
    let refresh =
        app.request(Method::POST, "/api/auth/refresh", None).header("x-forwarded-for", "203.0.113.2");
    let session = answer(refresh.json(&json!({"refreshToken": session["refreshToken"]}))).await.ok();
    let listed = app.get("/api/profile/sessions", session["accessToken"].as_str().unwrap()).await.ok();
    assert_eq!(listed[0]["address"], "203.0.113.2");
    log_in(&app, &tenant.name, &email, FIREFOX, "203.0.113.2").await;
    log_in(&app, &tenant.name, &email, FIREFOX, "203.0.113.3").await;
    let mails = told(&app, 1).await;
    assert!(mails.len() == 1 && mails[0].body.contains("203.0.113.3"), "{mails:?}");
}

#[tokio::test]
async fn without_a_mail_server_signing_in_tells_nobody() {
    let app = App::start().await;
    let (tenant, email) = somebody(&app).await;
    for user_agent in [FIREFOX, EDGE] {
        log_in(&app, &tenant.name, &email, user_agent, "203.0.113.1").await;
    }
    assert_eq!(mails(&app).await.len(), 0);
}
