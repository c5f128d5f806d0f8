//! The second factor: enrolling, signing in with it, and losing it.

use chrono::TimeDelta;
use nirmaan_api::{
    access::Action::{Edit, View},
    auth::{LoginRequest, auth_service_client::AuthServiceClient},
};
use reqwest::Method;
use serde_json::{Value, json};
use tonic_types::StatusExt;
use totp_rs::{Builder, Secret, Totp};

use crate::{
    build::{PASSWORD, Person, Tenant},
    harness::{Answer, App, answer},
    platform::complaint,
};

const WORK: &str = "/api/contract-dashboard/status-summary";
const OWN: &str = "/api/auth/second-factor";

/// An authenticator app, and what it was given.
pub struct Authenticator {
    app: Totp,
    pub recovery_codes: Vec<String>,
}

impl Authenticator {
    /// Of a person who hasn't confirmed it yet.
    pub async fn begin(app: &App, person: &Person) -> Self {
        let path = format!("{OWN}/enrolment");
        let begun = app.post(&path, &person.token, json!({"password": PASSWORD})).await.ok();
        let secret = Secret::try_from_base32(begun["secret"].as_str().unwrap()).unwrap();
        let of_uri = Totp::from_url(begun["otpauthUri"].as_str().unwrap()).unwrap();
        assert_eq!(of_uri.secret().as_bytes(), secret.as_bytes());
        assert_eq!((of_uri.issuer(), of_uri.account_name()), (Some("Nirmaan"), person.email.as_str()));
        let app = Builder::new().with_secret(secret).with_account_name("test").with_issuer(None::<&str>);
        Self { app: app.build().unwrap(), recovery_codes: Vec::new() }
    }

    /// Of a person who has a second factor from now on.
    pub async fn enrol(app: &App, person: &Person) -> Self {
        let begun = Self::begin(app, person).await;
        let path = format!("{OWN}/confirmation");
        let codes = app.post(&path, &person.token, json!({"code": begun.code(app)})).await.ok();
        Self { recovery_codes: texts(&codes["codes"]), ..begun }
    }

    /// What it shows now.
    pub fn code(&self, app: &App) -> String {
        self.app.generate(app.clock.now().timestamp().try_into().unwrap()).to_string()
    }

    /// What it shows when everything it has shown so far is past.
    pub fn next_code(&self, app: &App) -> String {
        app.clock.advance(TimeDelta::seconds(60));
        self.code(app)
    }
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

async fn firm(app: &App) -> (Tenant, Person) {
    let tenant = app.tenant("Bharat Infra").await;
    let person = app.person(&tenant, &[("Contracts", View)]).await;
    (tenant, person)
}

async fn log_in(app: &App, person: &Person, password: &str, code: &str) -> Answer {
    let body = json!({"emailOrMobile": person.email, "password": password, "tenantName": "Bharat Infra", "code": code});
    app.send(Method::POST, "/api/auth/login", None, Some(body)).await
}

const WRONG: &str = "Invalid credentials. Please try again.";

#[tokio::test]
async fn signing_in_needs_a_code_from_the_confirmation_on() {
    let app = App::start().await;
    let (_, person) = firm(&app).await;
    assert_eq!(app.get(OWN, &person.token).await.ok(), json!({"since": null, "recoveryCodesLeft": 0}));

    // Whoever has but the session can't lock its user out.
    let path = format!("{OWN}/enrolment");
    let refused = app.post(&path, &person.token, json!({"password": "not it"})).await;
    refused.error(400);
    assert_eq!(complaint(&refused.json(), "password"), "The password is wrong.");
    let confirm = format!("{OWN}/confirmation");
    let nothing_begun = app.post(&confirm, &person.token, json!({"code": "123456"})).await;
    assert_eq!(nothing_begun.error(409).1, "Begin the enrolment first.");

    let begun = Authenticator::begin(&app, &person).await;
    log_in(&app, &person, PASSWORD, "").await.ok();
    let wrong = app.post(&confirm, &person.token, json!({"code": "12345"})).await;
    wrong.error(400);
    assert!(complaint(&wrong.json(), "code").starts_with("The code is wrong"));
    let codes = app.post(&confirm, &person.token, json!({"code": begun.code(&app)})).await.ok();
    assert_eq!(texts(&codes["codes"]).len(), 10);
    let own = app.get(OWN, &person.token).await.ok();
    assert_eq!(own["recoveryCodesLeft"], 10);
    assert!(own["since"].is_string(), "{own}");
    // The session that enrolled goes on, and enrolling once more asks for the removal first.
    app.get(WORK, &person.token).await.ok();
    app.post(&path, &person.token, json!({"password": PASSWORD})).await.error(409);
    app.post(&confirm, &person.token, json!({"code": begun.next_code(&app)})).await.error(409);

    let (code, message) = log_in(&app, &person, PASSWORD, "").await.error(401);
    assert_eq!(code, "UNAUTHENTICATED");
    assert_eq!(
        message,
        "This account has a second factor. Enter the six digits that your authenticator app shows, or a recovery code; \
         a program sends it as \"code\", or has an app password."
    );
    let mut client = AuthServiceClient::new(app.channel().await);
    let request = LoginRequest {
        email_or_mobile: person.email.clone(),
        password: PASSWORD.to_owned(),
        tenant_name: "Bharat Infra".to_owned(),
        ..Default::default()
    };
    let status = client.login(request).await.unwrap_err();
    assert_eq!(status.get_details_error_info().unwrap().reason, "ERROR_REASON_SECOND_FACTOR_REQUIRED");

    let login = log_in(&app, &person, PASSWORD, &begun.next_code(&app)).await.ok();
    app.get(WORK, login["accessToken"].as_str().unwrap()).await.ok();
    // Refreshing asks for nothing.
    let body = json!({"refreshToken": login["refreshToken"]});
    app.send(Method::POST, "/api/auth/refresh", None, Some(body)).await.ok();
}

#[tokio::test]
async fn a_code_counts_once_and_none_before_it() {
    let app = App::start().await;
    let (_, person) = firm(&app).await;
    let phone = Authenticator::enrol(&app, &person).await;
    // The one that confirmed it.
    assert_eq!(log_in(&app, &person, PASSWORD, &phone.code(&app)).await.error(401).1, WRONG);
    let earlier = phone.next_code(&app);
    app.clock.advance(TimeDelta::seconds(30));
    let code = phone.code(&app);
    // A wrong password doesn't use it up, and says nothing of it.
    assert_eq!(log_in(&app, &person, "not it", &code).await.error(401).1, WRONG);
    let (one, other) =
        tokio::join!(log_in(&app, &person, PASSWORD, &code), log_in(&app, &person, PASSWORD, &code));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    assert_eq!(log_in(&app, &person, PASSWORD, &earlier).await.error(401).1, WRONG);
    log_in(&app, &person, PASSWORD, &phone.next_code(&app)).await.ok();
}

#[tokio::test]
async fn a_recovery_code_counts_once() {
    let app = App::start().await;
    let (_, person) = firm(&app).await;
    let colleague = app.person(&app.tenant("Other").await, &[]).await;
    let phone = Authenticator::enrol(&app, &person).await;
    let of_another = Authenticator::enrol(&app, &colleague).await;
    let code = &phone.recovery_codes[3];
    assert_eq!(code.len(), 19);
    log_in(&app, &person, PASSWORD, &of_another.recovery_codes[0]).await.error(401);
    let (one, other) =
        tokio::join!(log_in(&app, &person, PASSWORD, code), log_in(&app, &person, PASSWORD, code));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    // However it is typed.
    let typed = phone.recovery_codes[4].to_lowercase().replace('-', " ");
    log_in(&app, &person, PASSWORD, &typed).await.ok();
    assert_eq!(app.get(OWN, &person.token).await.ok()["recoveryCodesLeft"], 8);
    let used: Vec<_> = app.events("user").await.into_iter().map(|event| event["changes"].clone()).collect();
    assert!(used.contains(&json!({"recovery_codes": {"from": 10, "to": 9}})), "{used:?}");
}

#[tokio::test]
async fn ten_wrong_codes_make_one_wait_wherever_they_come_from() {
    let app = App::start_with(|config| config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()]).await;
    let (_, person) = firm(&app).await;
    let phone = Authenticator::enrol(&app, &person).await;
    let from = async |address: u8, code: &str| {
        let body = json!({"emailOrMobile": person.email, "password": PASSWORD, "tenantName": "Bharat Infra", "code": code});
        let request = app.request(Method::POST, "/api/auth/login", None).json(&body);
        answer(request.header("x-forwarded-for", format!("203.0.113.{address}"))).await
    };
    for address in 0..10 {
        from(address, "000000").await.error(401);
        // Whoever knows the password doesn't get more tries by asking without a code.
        if address < 2 {
            from(address, "").await.error(401);
        }
    }
    app.clock.advance(TimeDelta::seconds(30));
    let answer = from(99, &phone.code(&app)).await;
    assert_eq!(answer.error(429).0, "RESOURCE_EXHAUSTED");
    app.clock.advance(TimeDelta::seconds(62));
    from(99, &phone.code(&app)).await.ok();
    // What was wrong before is forgiven.
    from(99, "000000").await.error(401);
    from(99, &phone.next_code(&app)).await.ok();
}

#[tokio::test]
async fn asking_which_code_is_needed_is_no_failure() {
    let app = App::start().await;
    let (_, person) = firm(&app).await;
    let phone = Authenticator::enrol(&app, &person).await;
    for _ in 0..12 {
        log_in(&app, &person, PASSWORD, "").await.error(401);
    }
    log_in(&app, &person, PASSWORD, &phone.next_code(&app)).await.ok();
    let db = app.owner_db().await;
    let left = app.platform_count(&db, "SELECT COALESCE(MAX(failures), 0) AS n FROM login_throttles").await;
    assert_eq!(left, 0);
}

#[tokio::test]
async fn wrong_codes_in_a_session_count_as_those_of_signing_in() {
    let app = App::start().await;
    let (_, person) = firm(&app).await;
    let phone = Authenticator::enrol(&app, &person).await;
    let path = format!("{OWN}/removal");
    for _ in 0..10 {
        let refused = app.post(&path, &person.token, json!({"code": "000000"})).await;
        refused.error(400);
        assert!(complaint(&refused.json(), "code").starts_with("The code is wrong or was used already."));
    }
    app.post(&path, &person.token, json!({"code": phone.next_code(&app)})).await.error(429);
    log_in(&app, &person, PASSWORD, &phone.code(&app)).await.error(429);
    app.clock.advance(TimeDelta::seconds(62));
    app.post(&path, &person.token, json!({"code": phone.code(&app)})).await.ok();
}

#[tokio::test]
async fn recovery_codes_are_renewed_and_the_factor_removed_with_a_proof() {
    let app = App::start().await;
    let (_, person) = firm(&app).await;
    let phone = Authenticator::enrol(&app, &person).await;
    let renew = format!("{OWN}/recovery-codes");
    let refused = app.post(&renew, &person.token, json!({})).await;
    refused.error(400);
    assert_eq!(complaint(&refused.json(), "password"), "Password is required.");
    app.post(&renew, &person.token, json!({"password": "not it"})).await.error(400);
    let codes = app.post(&renew, &person.token, json!({"password": PASSWORD})).await.ok();
    let codes = texts(&codes["codes"]);
    log_in(&app, &person, PASSWORD, &phone.recovery_codes[0]).await.error(401);
    log_in(&app, &person, PASSWORD, &codes[0]).await.ok();
    // A code proves as much as the password.
    let codes = app.post(&renew, &person.token, json!({"code": phone.next_code(&app)})).await.ok();
    assert_eq!(app.get(OWN, &person.token).await.ok()["recoveryCodesLeft"], 10);

    let remove = format!("{OWN}/removal");
    app.post(&remove, &person.token, json!({"code": codes["codes"][0]})).await.ok();
    assert_eq!(app.get(OWN, &person.token).await.ok(), json!({"since": null, "recoveryCodesLeft": 0}));
    log_in(&app, &person, PASSWORD, "").await.ok();
    for path in [&renew, &remove] {
        let none = app.post(path, &person.token, json!({"password": PASSWORD})).await;
        assert_eq!(none.error(409).1, "There is no second factor.");
    }
}

#[tokio::test]
async fn an_administrator_removes_it_for_whoever_lost_their_phone() {
    let app = App::start().await;
    let (tenant, person) = firm(&app).await;
    let helper = app.person(&tenant, &[("User", View), ("User", Edit), ("Contracts", View)]).await;
    let lesser = app.person(&tenant, &[("User", View), ("User", Edit)]).await;
    let path = format!("/api/users/{}/second-factor", person.id);
    assert_eq!(app.delete(&path, &helper.token).await.error(409).1, "There is no second factor.");
    Authenticator::enrol(&app, &person).await;
    let shown = app.get(&format!("/api/users/{}", person.id), &helper.token).await.ok();
    assert_eq!(shown["hasSecondFactor"], true);

    // Nobody helps themselves to an account with rights that they don't have.
    let (_, message) = app.delete(&path, &lesser.token).await.error(403);
    assert_eq!(message, "This user has rights that you don't have, so you can't change how they sign in.");
    app.delete(&path, &person.token).await.error(403);
    let own = format!("/api/users/{}/second-factor", helper.id);
    Authenticator::enrol(&app, &helper).await;
    assert_eq!(
        app.delete(&own, &helper.token).await.error(409).1,
        "Remove your own second factor in your profile."
    );

    let after = app.delete(&path, &helper.token).await.ok();
    assert_ne!(after["hasSecondFactor"], true);
    assert_eq!(after["version"], shown["version"], "whoever edits the user isn't in the way of it");
    app.get(WORK, &person.token).await.ok();
    log_in(&app, &person, PASSWORD, "").await.ok();
    let events = app.events("user").await;
    let last = events.last().unwrap();
    assert_eq!(last["actor"], json!(helper.id));
    assert_eq!(last["changes"]["recovery_codes"], json!({"from": 10, "to": 0}));
    assert_eq!(last["changes"]["second_factor_since"]["to"], Value::Null);
}

#[tokio::test]
async fn nothing_that_is_kept_tells_the_secret_or_a_code() {
    let app = App::start().await;
    let (_, person) = firm(&app).await;
    let phone = Authenticator::enrol(&app, &person).await;
    let db = app.owner_db().await;
    let rows = app.platform_rows(&db, "SELECT sealed_secret FROM second_factors").await;
    let sealed: Vec<u8> = rows[0].try_get("", "sealed_secret").unwrap();
    let secret = phone.app.secret();
    assert_eq!(sealed.len(), 12 + 20 + 16);
    assert!(!sealed.windows(20).any(|bytes| bytes == secret.as_bytes()));
    let trail = serde_json::to_string(&app.events("user").await).unwrap();
    assert!(!trail.contains(&secret.to_base32()));
    assert!(!phone.recovery_codes.iter().any(|code| trail.contains(code)));
}
