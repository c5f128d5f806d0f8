//! Profile images: what is taken, what is served, and what never is.

use std::path::Path;

use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{TimeDelta, Utc};
use nirmaan_api::access::Action;
use nirmaan_services::jobs::objects::sweep_orphans;
use reqwest::{Method, header::HeaderMap};
use serde_json::{Value, json};

use crate::{
    build::{PASSWORD, Person},
    harness::{App, answer},
    platform::complaint,
};

/// The smallest picture there is: one opaque pixel.
const GIF: &[u8] =
    b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0\x3b";
/// The largest file that is taken.
const MOST: usize = 2_097_152;
const FORMAT: &str = "Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.";
const SIZE: &str = "Image size must be under 2MB.";

fn data_url(file: &[u8]) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(file))
}

/// The smallest picture as clients send it.
pub fn picture() -> String {
    data_url(GIF)
}

/// A picture with so many bytes of nothing behind it.
fn padded(to: usize) -> Vec<u8> {
    let mut file = GIF.to_vec();
    file.resize(to, 0);
    file
}

/// What a link serves: its headers and bytes.
async fn served(app: &App, link: &Value) -> (u16, HeaderMap, Vec<u8>) {
    let response = app.request(Method::GET, link.as_str().unwrap(), None).send().await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    (status, headers, response.bytes().await.unwrap().to_vec())
}

async fn person(app: &App) -> Person {
    let tenant = app.tenant("Firm").await;
    app.person(&tenant, &[("User", Action::Create), ("User", Action::View), ("User", Action::Edit)]).await
}

async fn set(app: &App, person: &Person, image: &str) -> Value {
    app.put("/api/profile", &person.token, json!({"profileImage": image})).await.ok()
}

#[tokio::test]
async fn an_image_is_set_kept_and_removed() {
    let app = App::start().await;
    let person = person(&app).await;
    let first = set(&app, &person, &data_url(GIF)).await;
    for link in ["profileImage", "profileThumbnail"] {
        let (status, headers, bytes) = served(&app, &first[link]).await;
        assert_eq!((status, &bytes[..2]), (200, &b"\xff\xd8"[..]), "{link}");
        assert_eq!(headers["content-type"], "image/jpeg");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["content-security-policy"], "sandbox; default-src 'none'");
    }
    // The link that was answered, nothing, or whatever else isn't an image keeps what is there.
    for kept in [first["profileImage"].as_str().unwrap(), "", "https://example.in/me.png"] {
        assert_eq!(set(&app, &person, kept).await["version"], first["version"], "{kept}");
    }
    let second = set(&app, &person, &data_url(GIF)).await;
    assert_ne!(second["profileImage"], first["profileImage"]);
    assert_eq!(served(&app, &first["profileImage"]).await.0, 404, "the one before is gone");
    let login = app.log_in("Firm", &person.email, PASSWORD).await;
    assert_eq!(login["user"]["profileImage"], second["profileThumbnail"]);
    let none = set(&app, &person, "none").await;
    assert_eq!((&none["profileImage"], &none["profileThumbnail"]), (&json!(""), &json!("")));
    assert_eq!(served(&app, &second["profileImage"]).await.0, 404);
}

/// PostgreSQL ends the connection at the commit: the client can't know what became of it.
#[tokio::test]
async fn an_image_whose_commit_is_in_doubt_is_left_to_the_daily_sweep() {
    let app = App::start().await;
    if !app.is_postgres() {
        return;
    }
    let person = person(&app).await;
    let db = app.owner_db().await;
    let cut = "CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS \
               'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'";
    app.platform_sql(&db, cut).await;
    let at_commit = "CREATE CONSTRAINT TRIGGER cut AFTER UPDATE ON users DEFERRABLE INITIALLY DEFERRED \
                     FOR EACH ROW EXECUTE FUNCTION cut()";
    app.platform_sql(&db, at_commit).await;
    let body = json!({"profileImage": data_url(GIF)});
    app.put("/api/profile", &person.token, body).await.error(503);
    assert_eq!(app.stored_keys().await.len(), 2, "the image and the small one");

    app.platform_sql(&db, "DROP TRIGGER cut ON users").await;
    let before = Utc::now() + TimeDelta::days(1);
    sweep_orphans(app.deps(), before).await.unwrap();
    assert_eq!(app.stored_keys().await.len(), 0, "no row names them");
}

// Spec: S5.image.format S5.image.size
#[tokio::test]
async fn what_is_no_image_or_too_large_is_refused_in_the_specified_words() {
    let app = App::start().await;
    let person = person(&app).await;
    let just_right = padded(MOST);
    let body = |at: usize, image: &[u8]| json!({"email": format!("n{at}@firm.example"), "password": "harbour lantern 7", "profileImage": data_url(image)});
    app.post("/api/users", &person.token, body(0, &just_right)).await.ok();
    app.put("/api/profile", &person.token, json!({"profileImage": data_url(&just_right)})).await.ok();
    for (at, (file, message)) in [
        (padded(MOST + 1), SIZE),
        // Still below what a body may have.
        (padded(3 * 1_048_576 - 4096), SIZE),
        (b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(), FORMAT),
        (b"BM\x3a\0\0\0\0\0\0\0".to_vec(), FORMAT),
        (b"%PDF-1.7".to_vec(), FORMAT),
        (Vec::new(), FORMAT),
    ]
    .into_iter()
    .enumerate()
    {
        let users = app.post("/api/users", &person.token, body(at + 1, &file)).await;
        let own = app.put("/api/profile", &person.token, json!({"profileImage": data_url(&file)})).await;
        let one = format!("/api/users/{}", person.id);
        let user = app
            .put(&one, &person.token, json!({"email": person.email, "profileImage": data_url(&file)}))
            .await;
        for refused in [&users, &own, &user] {
            assert_eq!(refused.error(400).0, "INVALID_ARGUMENT");
            assert_eq!(complaint(&refused.json(), "profileImage"), message, "{at}");
        }
    }
    let db = app.owner_db().await;
    assert_eq!(app.platform_count(&db, "SELECT COUNT(*) AS n FROM users WHERE email LIKE 'n%'").await, 1);
}

#[tokio::test]
async fn users_take_bodies_of_four_mebibytes_and_others_of_one() {
    let app = App::start().await;
    let person = person(&app).await;
    let one = format!("/api/users/{}", person.id);
    let mebibytes = |count: usize| "x".repeat(count * 1_048_576 - 100);
    for (verb, path, most) in [
        (Method::POST, "/api/users", 4),
        (Method::PUT, one.as_str(), 4),
        (Method::PUT, "/api/profile", 4),
        (Method::POST, "/api/users/filter", 1),
    ] {
        let send = |count| {
            let request = app.request(verb.clone(), path, Some(&person.token));
            answer(request.json(&json!({"unknown": mebibytes(count)})))
        };
        assert_ne!(send(most).await.status, 413, "{path}");
        send(most + 1).await.error(413);
    }
}

/// A picture as a phone writes it, with the place in it.
fn with_exif(jpeg: &[u8]) -> Vec<u8> {
    let segment = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\0\0\0\0\0 23.0225N 72.5714E";
    let length = u16::try_from(segment.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], b"\xff\xe1", &length, segment, &jpeg[2..]].concat()
}

#[tokio::test]
async fn where_a_picture_was_taken_is_not_served() {
    let app = App::start().await;
    let person = person(&app).await;
    let plain = set(&app, &person, &data_url(GIF)).await;
    let (_, _, jpeg) = served(&app, &plain["profileImage"]).await;
    let tagged = set(&app, &person, &data_url(&with_exif(&jpeg))).await;
    assert_ne!(tagged["profileImage"], plain["profileImage"]);
    for link in ["profileImage", "profileThumbnail"] {
        let (status, _, bytes) = served(&app, &tagged[link]).await;
        assert_eq!(status, 200);
        for tag in [&b"Exif"[..], b"23.0225N"] {
            assert!(!bytes.windows(tag.len()).any(|part| part == tag), "{link}");
        }
    }
}

/// How many files there are below a folder.
fn files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|entry| if entry.is_dir() { files(&entry) } else { 1 }).sum()
}

#[tokio::test]
async fn a_refused_change_leaves_no_image_behind() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("file://{}", folder.path().display());
    let app = App::start_with(|config| config.storage_url = url).await;
    let person = person(&app).await;
    let kept = set(&app, &person, &data_url(GIF)).await;
    let stale = json!({"profileImage": data_url(GIF), "version": 1});
    app.put("/api/profile", &person.token, stale).await.error(409);
    assert_eq!(served(&app, &kept["profileImage"]).await.0, 200, "what is there stays");
    let taken =
        json!({"email": person.email, "password": "harbour lantern 7", "profileImage": data_url(GIF)});
    app.post("/api/users", &person.token, taken).await.error(409);
    assert_eq!(files(folder.path()), 2, "the image and its small copy");
}
