//! Signing in, staying in, signing out.

mod app_passwords;
mod duties;
mod forms;
pub mod image;
mod login;
pub mod mail;
mod most;
mod password;
mod profile;
pub(crate) mod second_factor;
mod session;
mod step_up;
mod theft;

use std::time::Duration;

use nirmaan::config::Config;
use reqwest::Method;
use serde_json::json;

use crate::harness::{Answer, App};

/// Delays so long after failed attempts that nobody is answered by mistake.
fn delay_long(config: &mut Config) {
    config.first_delay = Duration::from_secs(3_600);
}

/// Signs in, whether or not it goes well.
async fn try_login(app: &App, tenant: &str, who: &str, password: &str) -> Answer {
    let body = json!({"emailOrMobile": who, "password": password, "tenantName": tenant});
    app.send(Method::POST, "/api/auth/auth/login", None, Some(body)).await
}

/// Fails if what should be delayed is answered before the others, which follow each other and so take longer.
async fn is_later<T>(delayed: impl Future<Output = T>, others: impl Future<Output = ()>) {
    tokio::select! {
        _ = delayed => panic!("it was not delayed"),
        () = others => {}
    }
}
