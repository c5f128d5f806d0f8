//! Names and passwords in other Unicode forms than those in which they were given.

use futures_util::future::join_all;
use serde_json::json;

use crate::{auth::try_login, build::PASSWORD, harness::App};

/// With the accent in its letter, and behind it.
const COMPOSED: &str = "caf\u{e9} lantern 71";
const APART: &str = "cafe\u{301} lantern 71";
/// A hash of [`APART`] as it was typed, which is how all hashes were made once.
const OLD_HASH: &str =
    "$argon2id$v=19$m=8,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$cvPATHHm+AgOQNyG25pkljm9UYwOwEJ1MFhU5+t6LiA";

#[tokio::test]
async fn an_organisation_and_a_person_are_found_by_each_form_of_their_names() {
    let app = App::start().await;
    let tenant = app.tenant("Café Infra").await;
    app.user(&tenant, "ren\u{e9}@cafe.example", &[]).await;
    for (name, who) in [
        ("Café Infra", "ren\u{e9}@cafe.example"),
        ("CAFE\u{301} INFRA", "rene\u{301}@cafe.example"),
        ("\u{feff}cafe infra\u{200b}", "\u{202a}Ren\u{c9}@cafe.example\u{202c}"),
    ] {
        let login = try_login(&app, name, who, PASSWORD).await.ok();
        assert_eq!(login["user"]["tenantName"], "Café Infra", "{name:?}");
    }
    // Another accent is another address: mail goes elsewhere.
    try_login(&app, "Café Infra", "rene@cafe.example", PASSWORD).await.error(401);
}

#[tokio::test]
async fn other_forms_of_a_name_are_no_further_tries() {
    let app = App::start().await;
    let tenant = app.tenant("Café Infra").await;
    app.user(&tenant, "ren\u{e9}@cafe.example", &[]).await;
    for at in 0..10 {
        let name = ["Café Infra", "CAFE\u{301} INFRA", "cafe infra", "ｃａｆｅ infra"][at % 4];
        let who = ["ren\u{e9}@cafe.example", "REN\u{c9}@cafe.example", "rene\u{301}@cafe.example"][at % 3];
        try_login(&app, name, who, "wrong").await.error(401);
    }
    try_login(&app, "Cafe\u{200b} Infra", "ren\u{e9}@cafe.example", PASSWORD).await.error(429);
}

#[tokio::test]
async fn a_password_counts_in_either_form() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    app.user(&tenant, "clerk@firm.example", &[]).await;
    let token = async |password: &str| {
        let login = try_login(&app, "Firm", "clerk@firm.example", password).await.ok();
        login["accessToken"].as_str().unwrap().to_owned()
    };
    let change = async |from: &str, to: &str| {
        let body = json!({"currentPassword": from, "newPassword": to});
        app.post("/api/profile/password", &token(from).await, body).await
    };
    change(PASSWORD, APART).await.ok();
    for typed in [COMPOSED, APART] {
        token(typed).await;
    }
    for other in
        ["cafe lantern 71", "CAF\u{c9} lantern 71", "caf\u{e9} lantern 71 ", "caf\u{e9}\u{200b} lantern 71"]
    {
        try_login(&app, "Firm", "clerk@firm.example", other).await.error(401);
    }
    let message = change(COMPOSED, APART).await.error(400).1;
    assert_eq!(message, change(APART, APART).await.error(400).1);
}

#[tokio::test]
async fn a_hash_from_before_opens_once_more_and_is_renewed() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let db = app.owner_db().await;
    for typed in [APART, COMPOSED] {
        let email = format!("{}@firm.example", typed.len());
        let id = app.user(&tenant, &email, &[]).await;
        let own = format!("WHERE id = {}", app.sql_id(id));
        app.platform_sql(&db, &format!("UPDATE users SET password_hash = '{OLD_HASH}' {own}")).await;
        let stored = async || {
            let rows =
                app.platform_rows(&db, &format!("SELECT password_hash, version FROM users {own}")).await;
            let hash: String = rows[0].try_get("", "password_hash").unwrap();
            (hash, rows[0].try_get::<i64>("", "version").unwrap())
        };
        try_login(&app, "Firm", &email, "cafe lantern 71").await.error(401);
        assert_eq!(stored().await.0, OLD_HASH);
        let session = try_login(&app, "Firm", &email, typed).await.ok();
        let (renewed, version) = stored().await;
        assert_ne!(renewed, OLD_HASH);
        // Nobody changed the user, and who signs in next changes nothing more.
        assert_eq!(version, 1);
        for again in [COMPOSED, APART] {
            try_login(&app, "Firm", &email, again).await.ok();
        }
        assert_eq!(stored().await.0, renewed);
        app.get("/api/profile", session["accessToken"].as_str().unwrap()).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_who_sign_in_at_once_with_a_hash_from_before_all_come_in() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let id = app.user(&tenant, "clerk@firm.example", &[]).await;
    let db = app.owner_db().await;
    let sql = format!("UPDATE users SET password_hash = '{OLD_HASH}' WHERE id = {}", app.sql_id(id));
    for _ in 0..5 {
        app.platform_sql(&db, &sql).await;
        for answer in join_all((0..4).map(|_| try_login(&app, "Firm", "clerk@firm.example", COMPOSED))).await
        {
            answer.ok();
        }
    }
}

#[tokio::test]
async fn a_password_is_as_long_as_its_characters_are_many() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    app.user(&tenant, "clerk@firm.example", &[]).await;
    let long: String = "e\u{301}qwzx7k ".chars().cycle().take(136).collect();
    assert!(long.chars().count() > 128);
    let login = try_login(&app, "Firm", "clerk@firm.example", PASSWORD).await.ok();
    let body = json!({"currentPassword": PASSWORD, "newPassword": long});
    app.post("/api/profile/password", login["accessToken"].as_str().unwrap(), body).await.ok();
    try_login(&app, "Firm", "clerk@firm.example", &long).await.ok();
}
