//! `Login`.

use chrono::TimeDelta;
use nirmaan_api::access::Action;
use reqwest::Method;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    auth::{delay_long, is_later, try_login},
    build::PASSWORD,
    harness::{App, answer},
};

// Spec: S3.login-result S7.auth.login
#[tokio::test]
async fn a_user_signs_in_by_the_tenants_name_or_subdomain_in_any_case() {
    let app = App::start().await;
    let tenant = app.tenant("Bharat Infra").await;
    let id = app.user(&tenant, "clerk@bharat.example", &[("Contracts", Action::View)]).await;
    for name in ["Bharat Infra", "BHARAT INFRA", "bharat-infra"] {
        let login = try_login(&app, name, "Clerk@Bharat.example", PASSWORD).await.ok();
        let user = &login["user"];
        assert_eq!(user["id"], json!(id));
        assert_eq!(user["tenantId"], json!(tenant.id));
        assert_eq!(user["tenantName"], "Bharat Infra");
        assert_eq!(user["username"], "clerk@bharat.example");
        let permissions = user["permissions"].as_array().unwrap();
        assert_eq!(permissions.len(), 1);
        assert_eq!(permissions[0]["moduleName"], "Contracts");
        assert_eq!(permissions[0]["canView"], true);
        assert_eq!(permissions[0]["canCreate"], false);
        assert!(login.get("hashedPassword").is_none());
    }
}

#[tokio::test]
async fn whatever_is_wrong_the_answer_is_the_same() {
    let app = App::start().await;
    let tenant = app.tenant("Deccan").await;
    app.user(&tenant, "owner@deccan.example", &[]).await;
    app.user(&tenant, "gone@deccan.example", &[]).await;
    let db = app.owner_db().await;
    db.execute_unprepared("UPDATE users SET is_active = FALSE WHERE email = 'gone@deccan.example'")
        .await
        .unwrap();
    let mut answers = Vec::new();
    for (tenant, who, password) in [
        ("Nowhere", "owner@deccan.example", PASSWORD),
        ("Deccan", "nobody@deccan.example", PASSWORD),
        ("Deccan", "owner@deccan.example", "wrong password"),
        ("Deccan", "gone@deccan.example", PASSWORD),
    ] {
        let answer = try_login(&app, tenant, who, password).await;
        let mut body = answer.json();
        assert_eq!(answer.status, 401, "{body}");
        body["requestId"] = Value::Null;
        answers.push(body);
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    assert_eq!(answers[0]["message"], "Invalid credentials. Please try again.");
}

#[tokio::test]
async fn a_suspended_or_terminated_organisation_hears_it_only_with_the_right_password() {
    let app = App::start().await;
    let tenant = app.tenant("Himalaya").await;
    app.user(&tenant, "owner@himalaya.example", &[]).await;
    let db = app.owner_db().await;
    for (status, word) in [("SUSPENDED", "suspended"), ("TERMINATED", "terminated")] {
        let sql = format!("UPDATE tenants SET status = '{status}' WHERE name = 'Himalaya'");
        db.execute_unprepared(&sql).await.unwrap();
        let (code, message) =
            try_login(&app, "Himalaya", "owner@himalaya.example", PASSWORD).await.error(403);
        assert_eq!(code, "PERMISSION_DENIED");
        assert_eq!(message, format!("This organisation's account is {word}."));
        try_login(&app, "Himalaya", "owner@himalaya.example", "wrong").await.error(401);
    }
}

// Spec: S5.login.required
#[tokio::test]
async fn all_three_fields_are_required_and_a_huge_password_is_refused_at_once() {
    let app = App::start().await;
    let answer = try_login(&app, "", " ", "").await;
    answer.error(400);
    let fields: Vec<_> =
        answer.json()["fields"].as_array().unwrap().iter().map(|f| f["field"].clone()).collect();
    assert_eq!(fields, ["emailOrMobile", "tenantName", "password"]);
    try_login(&app, "Nirmaan", "admin@nirmaan.example", &"x".repeat(500_000)).await.error(400);
    try_login(&app, "Nirmaan", "admin@nirmaan.example", &"x".repeat(1 << 20)).await.error(413);
}

#[tokio::test]
async fn ten_failures_make_one_wait_and_others_not() {
    let app = App::start().await;
    let tenant = app.tenant("Throttled").await;
    app.user(&tenant, "a@throttled.example", &[]).await;
    app.user(&tenant, "b@throttled.example", &[]).await;
    for _ in 0..10 {
        try_login(&app, "Throttled", "a@throttled.example", "wrong").await.error(401);
    }
    let answer = try_login(&app, "Throttled", "a@throttled.example", PASSWORD).await;
    assert_eq!(answer.error(429).0, "RESOURCE_EXHAUSTED");
    let seconds: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=61).contains(&seconds), "{seconds}");
    try_login(&app, "Throttled", "b@throttled.example", PASSWORD).await.ok();

    app.clock.advance(TimeDelta::seconds(62));
    try_login(&app, "Throttled", "a@throttled.example", PASSWORD).await.ok();
}

#[tokio::test]
async fn a_hundred_failures_make_an_address_wait_and_others_not() {
    let app = App::start_with(|config| config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()]).await;
    let from = async |address: &str, who: &str, password: &str| {
        let body = json!({"emailOrMobile": who, "password": password, "tenantName": "Nirmaan"});
        let request = app.request(Method::POST, "/api/auth/auth/login", None).json(&body);
        answer(request.header("x-forwarded-for", address)).await
    };
    // Five each: fewer than make one of them wait.
    for person in 0..20 {
        let who = format!("{person}@office.example");
        for _ in 0..5 {
            from("203.0.113.7", &who, "wrong").await.error(401);
        }
    }
    let db = app.owner_db().await;
    let counts = async || app.platform_count(&db, "SELECT COUNT(*) AS n FROM login_throttles").await;
    let counted = counts().await;
    from("203.0.113.7", "admin@nirmaan.example", PASSWORD).await.error(429);
    assert_eq!(counts().await, counted, "whoever waits writes nothing");
    from("203.0.113.8", "admin@nirmaan.example", PASSWORD).await.ok();

    app.clock.advance(TimeDelta::seconds(62));
    from("203.0.113.7", "admin@nirmaan.example", PASSWORD).await.ok();
}

#[tokio::test]
async fn attempts_at_once_do_not_outrun_the_count() {
    let app = App::start().await;
    let tenant = app.tenant("Hurried").await;
    app.user(&tenant, "a@hurried.example", &[]).await;
    let attempts = (0..30).map(|_| try_login(&app, "Hurried", "a@hurried.example", "wrong"));
    let answers = futures_util::future::join_all(attempts).await;
    let refused = answers.iter().filter(|answer| answer.status == 401).count();
    let busy = answers.iter().filter(|answer| answer.is_busy()).count();
    assert!(
        (1..=10).contains(&refused) && refused + busy >= 10,
        "{refused} refused, {busy} told to come again"
    );
    assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 401 | 429) || answer.is_busy()));
}

#[tokio::test]
async fn an_office_that_mistypes_now_and_then_is_not_locked_out() {
    let app = App::start().await;
    let tenant = app.tenant("Office").await;
    app.user(&tenant, "a@office.example", &[]).await;
    for _ in 0..15 {
        try_login(&app, "Office", "a@office.example", "wrong").await.error(401);
        app.clock.advance(TimeDelta::minutes(2));
    }
    try_login(&app, "Office", "a@office.example", PASSWORD).await.ok();
}

#[tokio::test]
async fn whoever_failed_five_times_waits_before_the_next_is_answered() {
    let app = App::start_with(delay_long).await;
    let tenant = app.tenant("Slow").await;
    app.user(&tenant, "a@slow.example", &[]).await;
    for _ in 0..5 {
        try_login(&app, "Slow", "a@slow.example", "wrong").await.error(401);
    }
    let others = async {
        for _ in 0..3 {
            try_login(&app, "Slow", "b@slow.example", "wrong").await.error(401);
        }
    };
    is_later(try_login(&app, "Slow", "a@slow.example", PASSWORD), others).await;
}

#[tokio::test]
async fn an_unknown_identifier_is_throttled_like_a_known_one() {
    let app = App::start().await;
    for _ in 0..10 {
        try_login(&app, "Nowhere", "nobody@nowhere.example", "wrong").await.error(401);
    }
    try_login(&app, "nowhere", "Nobody@nowhere.example", "wrong").await.error(429);
}

#[tokio::test]
async fn what_is_counted_tells_neither_organisations_nor_people() {
    let app = App::start().await;
    let tenant = app.tenant("Bharat Infra").await;
    let id = app.user(&tenant, "owner@bharat.example", &[]).await;
    let db = app.owner_db().await;
    app.platform_sql(
        &db,
        "UPDATE users SET mobile_no = '+919876543210' WHERE email = 'owner@bharat.example'",
    )
    .await;
    let (tenant_id, user_id) = (tenant.id.to_string(), id.to_string());
    // Of one organisation and one person, real and invented ones, each way to call them.
    for (names, people) in [
        (["Bharat Infra", "bharat-infra", &tenant_id], ["owner@bharat.example", "+919876543210", &user_id]),
        (["Kosala Works", "kosala-works", "none"], ["owner@kosala.example", "+919876543211", "nobody"]),
    ] {
        let mut answers = Vec::new();
        for (name, who) in [
            (names[0], people[0]),
            // Only case and spaces at the ends make no difference, known or not.
            (&*names[0].to_uppercase(), &*format!("  {}", people[0].to_uppercase())),
            (names[1], people[0]),
            (names[2], people[0]),
            (names[0], people[1]),
            (names[0], people[2]),
        ] {
            let failures: Vec<_> =
                futures_util::future::join_all((0..12).map(|_| try_login(&app, name, who, "wrong")))
                    .await
                    .iter()
                    .map(|answer| answer.status.as_u16())
                    .collect();
            answers.push(failures.iter().filter(|status| **status == 401).count());
        }
        assert_eq!(answers, [10, 0, 10, 10, 10, 10], "{names:?}");
    }
    // Of an address alone there are a hundred in all.
    let counts = app.platform_count(&db, "SELECT MAX(failures) AS n FROM login_throttles").await;
    assert_eq!(counts, 100);
}

#[tokio::test]
async fn the_first_administrator_signs_in_and_may_do_everything() {
    let app = App::start().await;
    let login = try_login(&app, "nirmaan", "admin@nirmaan.example", PASSWORD).await.ok();
    let permissions = login["user"]["permissions"].as_array().unwrap();
    assert_eq!(permissions.len(), nirmaan_migrations::MODULES.len());
    let flags = ["canCreate", "canView", "canEdit", "canDelete", "canReport"];
    assert!(permissions.iter().all(|row| flags.iter().all(|flag| row[*flag] == true)));
}
