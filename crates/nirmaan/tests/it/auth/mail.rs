//! Getting in by mail: what its tests have in common.

mod device;
mod email;
mod invitation;
mod reset;

use nirmaan::config::Config;
use nirmaan_services::mail::SmtpServer;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, App};

/// A good password that nobody has yet.
pub const NEXT: &str = "harbour lantern 7";
/// What whoever comes with a link is told that doesn't count.
pub const ENDED: &str = "This link was used or has ended. Please ask for a new one.";
const PUBLIC_URL: &str = "https://nirmaan.example";

/// A mail as it lies in the outbox.
#[derive(Debug, PartialEq, Eq)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    pub body: String,
}

impl Mail {
    /// The token in its link, which leads to `path`.
    pub fn token(&self, path: &str) -> String {
        let start = format!("{PUBLIC_URL}{path}#token=");
        let token = self.body.lines().find_map(|line| line.strip_prefix(&start));
        token.unwrap_or_else(|| panic!("no link to {path} in {}", self.body)).to_owned()
    }
}

/// Has a server mail links, to a mail server that never takes one: so they stay in the outbox.
pub fn set_mail(config: &mut Config) {
    config.public_url = Some(PUBLIC_URL.to_owned());
    config.smtp = SmtpServer::of_url("smtp://127.0.0.1:1");
    assert!(config.smtp.is_some());
}

/// A server that mails links.
pub async fn mailing() -> App {
    App::start_with(set_mail).await
}

/// All mails so far, the oldest first.
pub async fn mails(app: &App) -> Vec<Mail> {
    let db = app.owner_db().await;
    let rows = app.platform_rows(&db, "SELECT recipient, subject, body FROM mails ORDER BY id").await;
    let text = |row: &sea_orm::QueryResult, column| row.try_get("", column).unwrap();
    let mail =
        |row| Mail { to: text(row, "recipient"), subject: text(row, "subject"), body: text(row, "body") };
    rows.iter().map(mail).collect()
}

/// A call of somebody who isn't signed in.
pub async fn post(app: &App, path: &str, body: Value) -> Answer {
    app.send(Method::POST, path, None, Some(body)).await
}

/// What a link is for, asked without using it.
pub async fn read(app: &App, token: &str) -> Answer {
    post(app, "/api/auth/mail-links/read", json!({"token": token})).await
}

/// Tries to sign in.
pub async fn log_in(app: &App, tenant: &str, email: &str, password: &str) -> Answer {
    let body = json!({"emailOrMobile": email, "password": password, "tenantName": tenant});
    post(app, "/api/auth/login", body).await
}
