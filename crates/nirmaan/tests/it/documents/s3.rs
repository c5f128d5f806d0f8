//! The same life of documents in a folder and in a bucket.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use chrono::{TimeDelta, Utc};
use nirmaan::config::Secret;
use nirmaan_services::jobs::objects::{purge_deleted, sweep_orphans};
use reqwest::Method;
use serde_json::json;

use super::{PDF, text};
use crate::harness::{App, answer};

/// Python's moto, which speaks S3; ended with the test.
struct Moto {
    child: Child,
    port: String,
}

impl Moto {
    fn start() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let python = here.join("../../.venv/bin/python");
        assert!(python.exists(), "scripts/setup-tests python installs what this test needs");
        let mut child = Command::new(python)
            .arg(here.join("tests/it/documents/s3_server.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let port = BufReader::new(child.stdout.take().unwrap()).lines().next().expect("the port").unwrap();
        Self { child, port }
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn live(app: &App) {
    let (_, owner, contract) = app.with_papers("Firm").await;
    let small = app.document(&owner, &contract, "निविदा सूचना (1).pdf", PDF).await;
    // In three parts, the last of them short.
    let large: Vec<u8> = PDF.iter().copied().chain((0..11_000_000_u32).map(|at| (at % 251) as u8)).collect();
    let large_one = app.document(&owner, &contract, "large.pdf", &large).await;
    assert_eq!(app.get("/api/documents", &owner.token).await.ok(), json!([large_one, small]));
    assert_eq!(app.linked(&small["previewUrl"]).await, (200, PDF.to_vec()));
    let (status, bytes) = app.linked(&large_one["previewUrl"]).await;
    assert!(status == 200 && bytes == large);

    let link =
        app.get(&format!("/api/download-link?key={}", text(&large_one, "key")), &owner.token).await.ok();
    let link = text(&link, "url");
    let head = answer(app.request(Method::HEAD, link, None)).await;
    assert_eq!(head.headers["content-length"], large.len().to_string());
    let part = app.request(Method::GET, link, None).header("range", "bytes=5242878-5242881");
    let part = part.send().await.unwrap();
    assert_eq!(part.status(), 206);
    assert_eq!(part.headers()["content-range"], format!("bytes 5242878-5242881/{}", large.len()));
    assert_eq!(part.bytes().await.unwrap(), large[5_242_878..=5_242_881]);

    app.delete(&format!("/api/documents/{}", text(&large_one, "id")), &owner.token).await.ok();
    app.clock.advance(TimeDelta::days(31));
    assert_eq!(purge_deleted(app.deps()).await.unwrap(), 1);
    let orphan = text(&small, "key").replace(text(&small, "id"), &uuid::Uuid::now_v7().to_string());
    app.deps().objects.put(&orphan, bytes::Bytes::from_static(b"x")).await.unwrap();
    assert_eq!(app.stored_keys().await.len(), 2);
    assert_eq!(sweep_orphans(app.deps(), Utc::now() + TimeDelta::hours(1)).await.unwrap(), 1);
    assert_eq!(app.stored_keys().await, [text(&small, "key")]);
}

#[tokio::test]
async fn documents_live_in_a_folder() {
    live(&App::start().await).await;
}

#[tokio::test]
async fn documents_live_in_a_bucket() {
    let moto = Moto::start();
    let app = App::start_with(|config| {
        config.storage_url = "s3://papers/nirmaan".to_owned();
        let endpoint = format!("http://127.0.0.1:{}", moto.port);
        let variables = [
            ("AWS_ENDPOINT_URL", endpoint.as_str()),
            ("AWS_ALLOW_HTTP", "true"),
            ("AWS_ACCESS_KEY_ID", "desk"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
            ("AWS_REGION", "us-east-1"),
        ];
        config.aws = variables.map(|(name, value)| (name.to_owned(), Secret::new(value))).to_vec();
    });
    live(&app.await).await;
}
