//! What files are served as, their small pictures, and the sweep of what is nobody's.

use std::io::Cursor;

use bytes::Bytes;
use chrono::{TimeDelta, Utc};
use image::{DynamicImage, ImageFormat, RgbImage};
use nirmaan_services::jobs::objects::{purge_deleted, sweep_orphans};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{PDF, text};
use crate::harness::{Answer, App, answer};

fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let picture =
        DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 7])));
    picture.write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

async fn fetch(app: &App, link: &Value) -> Answer {
    answer(app.request(Method::GET, link.as_str().unwrap(), None)).await
}

#[tokio::test]
async fn files_are_shown_or_saved_and_run_nowhere() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    let image = picture(8, 8);
    for (name, bytes, media_type, shown) in [
        ("a.pdf", PDF, "application/pdf", true),
        ("a.png", &image, "image/png", true),
        ("a.csv", b"Bid,Amount\n", "text/csv", false),
        ("a.txt", b"=cmd|' /C calc'!A0", "text/plain", false),
        ("a.dwg", b"AC1032\0\0", "image/vnd.dwg", false),
    ] {
        let document = app.document(&owner, &contract, name, bytes).await;
        assert_eq!(text(&document, "fileType"), media_type, "{name}");
        let preview = fetch(&app, &document["previewUrl"]).await;
        let link =
            app.get(&format!("/api/download-link?key={}", text(&document, "key")), &owner.token).await.ok();
        let download = fetch(&app, &link["url"]).await;
        for (file, inline) in [(&preview, shown), (&download, false)] {
            let header = |name: &str| file.headers[name].to_str().unwrap();
            assert_eq!(header("content-type"), media_type);
            assert_eq!(header("x-content-type-options"), "nosniff");
            assert_eq!(header("cache-control"), "private, no-store");
            let policy = header("content-security-policy");
            let viewer = name == "a.pdf";
            assert!(
                policy
                    == if viewer {
                        "default-src 'none'; frame-ancestors 'self'"
                    } else {
                        "sandbox; default-src 'none'"
                    }
            );
            let disposition = header("content-disposition");
            assert!(
                disposition.starts_with(if inline { "inline" } else { "attachment" }),
                "{name} {disposition}"
            );
        }
    }
}

#[tokio::test]
async fn an_image_has_a_small_picture_that_goes_with_it() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    let document = app.document(&owner, &contract, "site.png", &picture(900, 300)).await;
    let (status, small) = app.linked(&document["thumbnailUrl"]).await;
    let small = image::load_from_memory(&small).unwrap();
    assert_eq!((status, small.width(), small.height()), (200, 256, 85));
    assert_eq!(app.stored_keys().await.len(), 2);
    // An image that can't be read is kept as it is, without one.
    let broken = app.document(&owner, &contract, "broken.png", b"\x89PNG\r\n\x1a\nnothing").await;
    assert_eq!(broken["thumbnailUrl"], "");

    app.delete(&format!("/api/documents/{}", text(&document, "id")), &owner.token).await.ok();
    app.clock.advance(TimeDelta::days(29));
    assert_eq!(purge_deleted(app.deps()).await.unwrap(), 0);
    app.clock.advance(TimeDelta::days(2));
    assert_eq!(purge_deleted(app.deps()).await.unwrap(), 1);
    assert_eq!(purge_deleted(app.deps()).await.unwrap(), 0);
    assert_eq!(app.stored_keys().await, [text(&broken, "key")]);
    let person = app.log_in("Firm", &owner.email, crate::build::PASSWORD).await;
    let usage = app.get("/api/documents/storage/usage", text(&person, "accessToken")).await.ok();
    assert_eq!(usage["used"], broken["size"]);
}

#[tokio::test]
async fn objects_without_rows_are_swept_and_all_others_stay() {
    let app = App::start().await;
    let (tenant, owner, contract) = app.with_papers("Firm").await;
    let kept = app.document(&owner, &contract, "site.png", &picture(300, 300)).await;
    let deleted = app.document(&owner, &contract, "old.pdf", PDF).await;
    app.delete(&format!("/api/documents/{}", text(&deleted, "id")), &owner.token).await.ok();
    let image = format!("data:image/png;base64,{}", {
        use base64::Engine;
        base64::engine::general_purpose::STANDARD.encode(picture(20, 20))
    });
    app.put("/api/profile", &owner.token, json!({"profileImage": image})).await.ok();
    let mut expected = app.stored_keys().await;
    assert_eq!(expected.len(), 5, "{expected:?}");

    let id = Uuid::now_v7();
    let (tenant, user) = (tenant.id, owner.id);
    let orphans = [
        format!("{tenant}/CONTRACT/{contract}/{id}/a.pdf"),
        format!("{tenant}/CONTRACT/{contract}/{id}.png"),
        format!("{tenant}/USER/{user}/{id}/profile.jpg"),
        format!("{tenant}/USER/{user}/{id}/small.jpg"),
    ];
    // Of no scheme that is known here: somebody else's.
    let foreign = [format!("{tenant}/ELSEWHERE/{id}/x"), "notes.txt".to_owned()];
    for key in orphans.iter().chain(&foreign) {
        app.deps().objects.put(key, Bytes::from_static(b"x")).await.unwrap();
    }
    let draft = app.data_dir().join("objects").join(format!("{tenant}/CONTRACT/{contract}/draft.pdf#3"));
    std::fs::write(&draft, "half").unwrap();

    let yesterday = Utc::now() - TimeDelta::days(1);
    assert_eq!(sweep_orphans(app.deps(), yesterday).await.unwrap(), 0, "younger ones may be on their way");
    let later = Utc::now() + TimeDelta::hours(1);
    // Two nodes at once.
    let (one, other) = tokio::join!(sweep_orphans(app.deps(), later), sweep_orphans(app.deps(), later));
    assert!(one.unwrap() + other.unwrap() >= 5);
    assert!(!draft.exists());
    expected.extend(foreign);
    expected.sort();
    assert_eq!(app.stored_keys().await, expected);
    assert_eq!(app.linked(&kept["previewUrl"]).await.0, 200);
}
