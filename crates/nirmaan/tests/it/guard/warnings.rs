//! Settings that leave a door open are told.

use nirmaan::{config::Config, warnings};

use crate::harness::App;

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
