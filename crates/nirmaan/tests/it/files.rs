//! Stored objects through the door: signed links and the headers that come with a file.

use bytes::Bytes;
use chrono::TimeDelta;
use nirmaan_migrations::{PLATFORM_TENANT, catalogue_id};
use nirmaan_services::links::Link;
use reqwest::{Method, StatusCode};

use crate::{
    build::Person,
    documents::PDF,
    harness::{Answer, App, answer},
};

fn link(file_name: &str, media_type: &str, inline: bool) -> Link {
    Link {
        key: format!("{}/USER/someone/one", catalogue_id("tenant", PLATFORM_TENANT)),
        file_name: file_name.to_owned(),
        media_type: media_type.to_owned(),
        inline,
        reader: None,
    }
}

impl App {
    async fn stored(&self, link: &Link, bytes: &'static [u8]) -> String {
        self.deps().objects.put(&link.key, Bytes::from_static(bytes)).await.unwrap();
        self.deps().links.sign(link, self.clock.now())
    }

    async fn fetched(&self, path: &str) -> Answer {
        answer(self.request(Method::GET, path, None)).await
    }
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn a_file_comes_with_headers_that_keep_it_from_running() {
    let app = App::start().await;
    let sandbox = "sandbox; default-src 'none'";
    let viewer = "default-src 'none'; frame-ancestors 'self'";
    for (name, media_type, inline, disposition, policy) in [
        ("me.png", "image/png", true, "inline", sandbox),
        ("plan.pdf", "application/pdf", true, "inline", viewer),
        ("plan.pdf", "application/pdf", false, "attachment", viewer),
        ("bids.csv", "text/csv", true, "attachment", sandbox),
        ("page.html", "text/html", true, "attachment", sandbox),
        ("drawing.svg", "image/svg+xml", true, "attachment", sandbox),
    ] {
        let path = app.stored(&link(name, media_type, inline), b"content").await;
        let file = app.fetched(&path).await;
        assert_eq!((file.status, file.text.as_str()), (StatusCode::OK, "content"), "{name}");
        assert_eq!(header(&file, "content-type"), media_type);
        assert_eq!(header(&file, "content-length"), "7");
        let named = format!("{disposition}; filename=\"{name}\"; filename*=UTF-8''{name}");
        assert_eq!(header(&file, "content-disposition"), named);
        assert_eq!(header(&file, "content-security-policy"), policy, "{name}");
        assert_eq!(header(&file, "x-content-type-options"), "nosniff");
        assert_eq!(header(&file, "cache-control"), "private, no-store");
        assert_eq!(header(&file, "cross-origin-resource-policy"), "same-origin");
    }
}

#[tokio::test]
async fn a_name_in_any_script_arrives() {
    let app = App::start().await;
    let path = app.stored(&link("निविदा \"1\".png", "image/png", true), b"content").await;
    let file = app.fetched(&path).await;
    assert_eq!(file.status, StatusCode::OK);
    let named = header(&file, "content-disposition");
    assert!(named.starts_with("inline; filename=\"______ _1_.png\"; filename*=UTF-8''%E0%A4%A8"), "{named}");
    // What the path says besides the token doesn't count.
    let (token, _) = path.strip_prefix("/files/").unwrap().split_once('/').unwrap();
    let other = app.fetched(&format!("/files/{token}/%FF.html")).await;
    assert_eq!(header(&other, "content-disposition"), named);
}

#[tokio::test]
async fn a_link_that_expired_or_was_tampered_with_is_refused() {
    let app = App::start().await;
    let path = app.stored(&link("me.png", "image/png", true), b"content").await;
    let mut tampered = path.clone();
    let place = "/files/".len() + 60;
    let other = if &tampered[place..=place] == "A" { "B" } else { "A" };
    tampered.replace_range(place..=place, other);
    for refused in [&tampered, "/files/x/me.png", "/files//me.png"] {
        let answer = app.fetched(refused).await;
        assert_eq!(answer.error(403).0, "PERMISSION_DENIED", "{refused}");
        assert!(!answer.json()["requestId"].as_str().unwrap().is_empty());
        assert_eq!(header(&answer, "cache-control"), "no-store");
    }
    app.clock.advance(TimeDelta::minutes(9));
    assert_eq!(app.fetched(&path).await.status, StatusCode::OK);
    app.clock.advance(TimeDelta::minutes(6));
    let (code, message) = app.fetched(&path).await.error(403);
    assert_eq!(code, "PERMISSION_DENIED");
    assert_eq!(message, "This link has expired. Go back and open the file again.");
}

#[tokio::test]
async fn a_link_counts_only_while_its_organisation_works() {
    let app = App::start().await;
    let root = app.root().await;
    let (_, neighbour, theirs) = app.with_papers("Neighbour").await;
    let link_to = async |owner: &Person, contract: &str| {
        let document = app.document(owner, contract, "notice.pdf", PDF).await;
        document["previewUrl"].as_str().unwrap().to_owned()
    };
    let other = link_to(&neighbour, &theirs).await;
    for status in ["SUSPENDED", "TERMINATED", "DELETED", ""] {
        let (tenant, owner, contract) = app.with_papers(&format!("Firm{status}")).await;
        let path = link_to(&owner, &contract).await;
        // Twice, so that it is remembered.
        for _ in 0..2 {
            assert_eq!(app.fetched(&path).await.status, StatusCode::OK);
        }
        let record = format!("/api/tenants/{}", tenant.id);
        if status.is_empty() {
            app.delete(&record, &root.token).await.ok();
        } else {
            let mut form = app.get(&record, &root.token).await.ok();
            form["status"] = status.into();
            app.put(&record, &root.token, form).await.ok();
        }
        for verb in [Method::GET, Method::HEAD] {
            let refused = answer(app.request(verb, &path, None).header("range", "bytes=0-1")).await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{status}");
        }
        let (code, message) = app.fetched(&path).await.error(403);
        assert_eq!(code, "PERMISSION_DENIED");
        assert_eq!(message, "This link has expired. Go back and open the file again.");
        assert_eq!(app.fetched(&other).await.status, StatusCode::OK);
    }
    // A link to what is nobody's doesn't count either, whoever signed it.
    for key in ["tenant/USER/one".to_owned(), format!("{}/USER/one", uuid::Uuid::now_v7())] {
        let nobodys = Link { key, ..link("me.png", "image/png", true) };
        let path = app.stored(&nobodys, b"content").await;
        assert_eq!(app.fetched(&path).await.error(403).0, "PERMISSION_DENIED");
    }
}

#[tokio::test]
async fn what_is_gone_or_was_never_there_is_not_found() {
    let app = App::start().await;
    let link = link("me.png", "image/png", true);
    let path = app.stored(&link, b"content").await;
    app.deps().objects.delete(&link.key).await.unwrap();
    let ranged = answer(app.request(Method::GET, &path, None).header("range", "bytes=0-1")).await;
    assert_eq!(ranged.error(404).0, "NOT_FOUND");
    let (code, message) = app.fetched(&path).await.error(404);
    assert_eq!((code.as_str(), message.as_str()), ("NOT_FOUND", "This file is no longer there."));
    for path in ["/files/", "/files/token"] {
        assert_eq!(app.fetched(path).await.error(404).0, "NOT_FOUND", "{path}");
    }
}

#[tokio::test]
async fn a_file_is_only_read() {
    let app = App::start().await;
    let path = app.stored(&link("me.png", "image/png", true), b"content").await;
    let head = answer(app.request(Method::HEAD, &path, None)).await;
    assert_eq!((head.status, header(&head, "content-length"), head.text.as_str()), (StatusCode::OK, "7", ""));
    for verb in [Method::POST, Method::PUT, Method::DELETE] {
        let refused = answer(app.request(verb.clone(), &path, None)).await;
        assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED, "{verb}");
        assert_eq!(header(&refused, "allow"), "GET,HEAD");
    }
}

#[tokio::test]
async fn a_part_of_a_file_is_read_by_its_range() {
    let app = App::start().await;
    let path = app.stored(&link("plan.pdf", "application/pdf", true), b"0123456789").await;
    for (range, status, text, bytes) in [
        ("bytes=2-4", 206, "234", "bytes 2-4/10"),
        ("bytes=7-", 206, "789", "bytes 7-9/10"),
        ("bytes=-2", 206, "89", "bytes 8-9/10"),
        ("bytes=0-99", 206, "0123456789", "bytes 0-9/10"),
        ("bytes=0-1,4-5", 200, "0123456789", ""),
        ("lines=1-2", 200, "0123456789", ""),
    ] {
        let part = answer(app.request(Method::GET, &path, None).header("range", range)).await;
        assert_eq!((part.status.as_u16(), part.text.as_str()), (status, text), "{range}");
        assert_eq!(header(&part, "content-range"), bytes, "{range}");
        assert_eq!(header(&part, "content-length"), text.len().to_string(), "{range}");
        assert_eq!(header(&part, "accept-ranges"), "bytes");
        assert_eq!(header(&part, "x-content-type-options"), "nosniff");
        assert_eq!(header(&part, "content-security-policy"), "default-src 'none'; frame-ancestors 'self'");
    }
    let beyond = answer(app.request(Method::GET, &path, None).header("range", "bytes=10-")).await;
    assert_eq!(beyond.error(416).0, "OUT_OF_RANGE");
    assert_eq!(header(&beyond, "content-range"), "bytes */10");
    let head = answer(app.request(Method::HEAD, &path, None).header("range", "bytes=2-4")).await;
    assert_eq!((head.status.as_u16(), header(&head, "content-length")), (200, "10"));
}

#[tokio::test]
async fn an_object_outlives_the_server_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("file://{}/objects", folder.path().display());
    let first = App::start_with(|config| config.storage_url = url.clone()).await;
    let path = first.stored(&link("me.png", "image/png", true), b"content").await;
    drop(first);
    let second = App::start_with(|config| config.storage_url = url).await;
    let file = second.fetched(&path).await;
    assert_eq!(file.text, "content", "any node that shares keys and storage serves it");
}
