//! Settings that leave a door open are told.

use nirmaan::{config::Config, warnings};
use nirmaan_api::access::Action;
use reqwest::Method;
use serde_json::json;

use crate::{harness::App, platform::platform};

#[tokio::test]
async fn settings_that_leave_a_door_open_are_told() {
    let app = App::start().await;
    let closed = Config {
        public_url: Some("https://nirmaan.example".to_owned()),
        trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()],
        ..Config::default()
    };
    let found = async |config: &Config| warnings::found(config, app.store()).await.unwrap();
    assert_eq!(found(&closed).await, <[&str; 0]>::default());
    let plain = Config { public_url: Some("http://nirmaan.example".to_owned()), ..closed.clone() };
    assert!(matches!(&*found(&plain).await, [warning] if warning.contains("plain http")));
    for everybody in ["0.0.0.0/0", "::/0"] {
        let trusting = Config { trusted_proxies: vec![everybody.parse().unwrap()], ..closed.clone() };
        assert!(matches!(&*found(&trusting).await, [warning] if warning.contains("X-Forwarded-For")));
    }
}

#[tokio::test]
async fn a_role_that_row_security_does_not_bind_is_told() {
    let app = App::start_with(|config| config.database_url = config.migration_database_url.clone()).await;
    let found = warnings::found(&Config::default(), app.store()).await.unwrap();
    assert_eq!(found.iter().any(|warning| warning.contains("BYPASSRLS")), app.is_postgres());
}

#[tokio::test]
async fn only_who_runs_the_installation_is_told_on_the_probe() {
    let plain = |config: &mut Config| config.public_url = Some("http://nirmaan.example".to_owned());
    let app = App::start_with(plain).await;
    let root = app.root().await;
    let (tenant, owner) = app.firm("Firm").await;
    let all: Vec<_> = ["Tenants", "Modules", "Role", "User", "Contracts"]
        .into_iter()
        .flat_map(|module| [Action::View, Action::Edit].map(|action| (module, action)))
        .collect();
    // Of a firm, with a role that grants what only the platform has a use for.
    let mighty = app.person(&tenant, &all).await;
    // Of the platform, without the right.
    let clerk = app.person(&platform(), &[("Contracts", Action::View)]).await;
    for token in [None, Some("x"), Some(owner.token.as_str()), Some(&mighty.token), Some(&clerk.token)] {
        for path in ["/readyz", "/healthz"] {
            let answer = app.send(Method::GET, path, token, None).await;
            assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, "ok\n"), "{token:?}");
            assert_eq!(answer.headers["content-type"], "text/plain; charset=utf-8");
        }
    }
    let told = app.get("/readyz", &root.token).await;
    assert_eq!(told.headers["content-type"], "application/json");
    assert_eq!(told.headers["cache-control"], "no-store");
    let warning = "NIRMAAN_PUBLIC_URL is plain http: passwords and tokens can be read on the way";
    let told = told.ok();
    assert_eq!(told["status"], "ok");
    assert!(told["warnings"].as_array().unwrap().contains(&json!(warning)), "{told}");
    assert_eq!(app.get("/healthz", &root.token).await.text, "ok\n");
    // Signed out, they are a stranger again.
    let body = json!({"refreshToken": root.refresh_token});
    app.send(Method::POST, "/api/auth/logout", None, Some(body)).await.ok();
    assert_eq!(app.get("/readyz", &root.token).await.text, "ok\n");
}
