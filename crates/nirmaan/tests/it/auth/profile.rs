//! One's own account: who one is, where one is signed in.

use chrono::TimeDelta;
use nirmaan_api::{access::Action::View, auth::EndSessionRequest, method};
use reqwest::Method;
use serde_json::{Value, json};
use tonic::Code;
use uuid::Uuid;

use crate::{
    build::PASSWORD,
    harness::App,
    platform::{column, complaint},
    wire::any::{WIRES, call, message},
};

const SESSIONS: &str = "/api/profile/sessions";

#[tokio::test]
async fn everybody_reads_who_they_are_without_any_right() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[]).await;
    let profile = app.get("/api/profile", &person.token).await.ok();
    for (field, value) in [
        ("id", json!(person.id)),
        ("tenantId", json!(tenant.id)),
        ("tenantName", json!("Firm")),
        ("email", json!(person.email)),
        ("mobileNo", json!("")),
        ("profileImage", json!("")),
    ] {
        assert_eq!(profile[field], value, "{field}");
    }
}

#[tokio::test]
async fn a_mobile_number_is_ones_own_in_the_tenant_and_signs_in() {
    let app = App::start().await;
    let (firm, rival) = (app.tenant("Firm").await, app.tenant("Rival").await);
    let mobile = json!({"mobileNo": "9876543210"});
    let person = app.person(&firm, &[]).await;
    assert_eq!(app.put("/api/profile", &person.token, mobile.clone()).await.ok()["mobileNo"], "9876543210");
    assert_eq!(app.log_in("Firm", "9876543210", PASSWORD).await["user"]["id"], json!(person.id));
    let colleague = app.person(&firm, &[]).await;
    let answer = app.put("/api/profile", &colleague.token, mobile.clone()).await;
    assert_eq!(answer.error(409).0, "ALREADY_EXISTS");
    let message = complaint(&answer.json(), "mobileNo").to_owned();
    assert_eq!(message, "Mobile is already used by another user of the organisation.");
    app.put("/api/profile", &app.person(&rival, &[]).await.token, mobile).await.ok();
    for wrong in ["12345", "5876543210", "+919876543210", "98765 43210"] {
        let answer = app.put("/api/profile", &person.token, json!({"mobileNo": wrong})).await;
        answer.error(400);
        complaint(&answer.json(), "mobileNo");
    }
    assert_eq!(app.put("/api/profile", &person.token, json!({})).await.ok()["mobileNo"], "");
}

#[tokio::test]
async fn an_old_version_of_ones_account_is_a_conflict() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[]).await;
    let first = json!({"mobileNo": "9876543210", "version": 1});
    assert_eq!(app.put("/api/profile", &person.token, first.clone()).await.ok()["version"], 2);
    let answer = app.put("/api/profile", &person.token, json!({"mobileNo": "", "version": 1})).await;
    assert_eq!(answer.error(409).0, "ABORTED");
}

#[tokio::test]
async fn sessions_are_listed_the_one_in_use_first_and_ended() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[]).await;
    let sign_in = async |agent: &str| {
        app.clock.advance(TimeDelta::minutes(1));
        let body = json!({"emailOrMobile": person.email, "password": PASSWORD, "tenantName": "Firm"});
        let request =
            app.request(Method::POST, "/api/auth/login", None).header("user-agent", agent).json(&body);
        crate::harness::answer(request).await.ok()
    };
    let phone = sign_in("Phone/1").await;
    let desk = sign_in("Desk/2").await;
    let sessions = app.get(SESSIONS, &person.token).await.ok();
    assert_eq!(column(&sessions, "userAgent"), ["", "Desk/2", "Phone/1"]);
    let current: Vec<_> = sessions.as_array().unwrap().iter().map(|row| row["isCurrent"] == true).collect();
    assert_eq!(current, [true, false, false]);
    assert_eq!(column(&sessions, "address"), ["127.0.0.1"; 3]);
    let instant =
        |field: &str| sessions[1][field].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!(instant("expiresAt") - instant("createdAt"), TimeDelta::days(30));

    let path = format!("{SESSIONS}/{}", sessions[1]["id"].as_str().unwrap());
    assert_eq!(app.delete(&path, &person.token).await.ok(), json!({}));
    app.get("/api/profile", desk["accessToken"].as_str().unwrap()).await.error(401);
    app.get("/api/profile", phone["accessToken"].as_str().unwrap()).await.ok();
    let (_, message) = app.delete(&path, &person.token).await.error(404);
    assert_eq!(message, "Session not found.");
    let third = sign_in("Third/3").await;
    assert_eq!(app.delete(SESSIONS, &person.token).await.ok(), json!({"ended": 2}));
    for ended in [&phone, &third] {
        app.get("/api/profile", ended["accessToken"].as_str().unwrap()).await.error(401);
        let body = json!({"refreshToken": ended["refreshToken"]});
        app.send(Method::POST, "/api/auth/refresh", None, Some(body)).await.error(401);
    }
    assert_eq!(app.delete(SESSIONS, &person.token).await.ok(), json!({"ended": 0}));
    let own = format!("{SESSIONS}/{}", sessions[0]["id"].as_str().unwrap());
    app.delete(&own, &person.token).await.ok();
    app.get("/api/profile", &person.token).await.error(401);
}

#[tokio::test]
async fn what_was_not_used_for_a_week_is_no_session_to_list() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let idle = app.person(&tenant, &[]).await;
    app.clock.advance(TimeDelta::days(8));
    let login = app.log_in("Firm", &idle.email, PASSWORD).await;
    let sessions = app.get(SESSIONS, login["accessToken"].as_str().unwrap()).await.ok();
    assert_eq!(sessions.as_array().unwrap().len(), 1);
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn a_colleagues_session_is_no_session_of_ones_own() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    // Nor does any right of an administrator's open it.
    let person = app.person(&tenant, &[("User", View)]).await;
    let colleague = app.person(&tenant, &[]).await;
    let theirs: Value = app.get(SESSIONS, &colleague.token).await.ok();
    let end = method::find("/nirmaan.auth.v1.ProfileService/EndSession").unwrap();
    for wire in WIRES {
        let mut heard = Vec::new();
        for id in [theirs[0]["id"].as_str().unwrap().to_owned(), Uuid::now_v7().to_string()] {
            let request = message(end, &EndSessionRequest { id });
            heard.push(call(&app, wire, end, Some(&person.token), &request).await);
        }
        assert_eq!(heard[0].code, Code::NotFound);
        assert_eq!(heard[0].rest, heard[1].rest, "{wire:?}");
    }
    assert_eq!(app.delete(SESSIONS, &person.token).await.ok(), json!({"ended": 0}));
    app.get("/api/profile", &colleague.token).await.ok();
}
