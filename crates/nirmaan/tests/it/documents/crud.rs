//! A document's life: uploaded, listed, linked, deleted.

use reqwest::Method;
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{ONE, PDF, text};
use crate::harness::{App, answer};

// Spec: S7.documents.upload S7.documents.list S7.documents.delete S7.documents.download-link S3.document
#[tokio::test]
async fn a_document_is_uploaded_listed_linked_and_deleted() {
    let app = App::start().await;
    let (tenant, owner, contract) = app.with_papers("Firm").await;
    let form = [
        ("tenantId", &*tenant.id.to_string()),
        ("entityType", "CONTRACT"),
        ("entityId", &*contract),
        ("bucketName", "default-docs-bucket"),
    ];
    let document = app.upload(ONE, &owner, &form, &[("Tender notice.PDF", PDF)]).await.ok();
    let id: Uuid = text(&document, "id").parse().unwrap();
    let key = format!("{}/CONTRACT/{contract}/{id}/Tender_notice.PDF", tenant.id);
    let hash: String = Sha256::digest(PDF).iter().map(|byte| format!("{byte:02x}")).collect();
    for (field, expected) in [
        ("tenantId", json!(tenant.id)),
        ("entityType", json!("CONTRACT")),
        ("entityId", json!(contract)),
        ("docType", json!("SUPPORT_DOC")),
        ("purpose", json!("")),
        ("fileName", json!("Tender notice.PDF")),
        ("fileType", json!("application/pdf")),
        ("fileExtension", json!("pdf")),
        ("size", json!(PDF.len())),
        ("sha256", json!(hash)),
        ("bucketName", json!("default-docs-bucket")),
        ("key", json!(key)),
        ("s3Url", json!(format!("s3://default-docs-bucket/{key}"))),
        ("thumbnailUrl", json!("")),
        ("createdBy", json!(owner.id)),
        ("createdByEmail", json!(owner.email)),
    ] {
        assert_eq!(document[field], expected, "{field}");
    }
    assert_eq!(app.get("/api/documents", &owner.token).await.ok(), json!([document]));
    assert_eq!(app.linked(&document["previewUrl"]).await, (200, PDF.to_vec()));

    let path = format!("/api/download-link?key={key}&bucketName=default-docs-bucket");
    let link = app.get(&path, &owner.token).await.ok();
    let file = answer(app.request(Method::GET, text(&link, "url"), None)).await;
    let named = file.headers["content-disposition"].to_str().unwrap();
    assert!(named.starts_with("attachment; filename=\"Tender notice.PDF\""), "{named}");
    let expires: chrono::DateTime<chrono::Utc> = text(&link, "expiresAt").parse().unwrap();
    let left = expires - app.clock.now();
    assert!(left.num_minutes() >= 9 && left.num_minutes() <= 15, "{left}");

    let path = format!("/api/documents/{id}");
    assert_eq!(app.delete(&path, &owner.token).await.ok(), json!({}));
    assert_eq!(app.get("/api/documents", &owner.token).await.ok(), json!([]));
    app.delete(&path, &owner.token).await.error(404);
    let gone = app.get(&format!("/api/download-link?key={key}"), &owner.token).await;
    assert_eq!(gone.error(404).1, "Document not found.");
    // Whoever deletes by mistake has 30 days to ask the operator.
    assert_eq!(app.stored_keys().await, [key]);
    app.deps().trail.keep(app.store()).await.unwrap();
    let events = app.events("document").await;
    let actions: Vec<_> = events.iter().map(|event| text(event, "action")).collect();
    assert_eq!(actions, ["create", "download", "delete"]);
    assert!(events.iter().all(|event| event["actor"] == json!(owner.id) && event["source"] == "json"));
}

// Spec: S7.documents.download-link
#[tokio::test]
async fn a_link_is_for_a_live_document_of_the_own_tenant_in_the_one_bucket() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    let (_, stranger, _) = app.with_papers("Rival").await;
    let key = text(&app.document(&owner, &contract, "a.pdf", PDF).await, "key").to_owned();
    let of = |key: &str| format!("/api/download-link?key={key}");
    let theirs = app.get(&of(&key), &stranger.token).await;
    let nobodys = app.get(&of(&key.replace("a.pdf", "b.pdf")), &stranger.token).await;
    assert_eq!(theirs.error(404), nobodys.error(404));
    for wrong in ["", "%00", "..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd"] {
        app.get(&of(wrong), &owner.token).await.error(404);
    }
    let other = app.get(&format!("{}&bucketName=other", of(&key)), &owner.token).await;
    assert_eq!(other.error(400).1, "The bucket must be default-docs-bucket.");
}

#[tokio::test]
async fn a_contract_takes_its_documents_along() {
    let app = App::start().await;
    let (tenant, _, _) = app.with_papers("Firm").await;
    let owner = app.person(&tenant, &[super::ALL, crate::build::ALL_OF_CONTRACTS].concat()).await;
    let contract = app.contract(&owner, json!({"bidId": "A-2", "contractName": "Bridge"})).await;
    let contract = text(&contract, "id");
    let document = app.document(&owner, contract, "a.pdf", PDF).await;
    let vehicle = [("entityType", "VEHICLE")];
    let kept = app.upload(ONE, &owner, &vehicle, &[("rc.pdf", PDF)]).await.ok();
    app.delete(&format!("/api/contracts/{contract}"), &owner.token).await.ok();
    let left = app.get("/api/documents", &owner.token).await.ok();
    assert_eq!(left, json!([kept]));
    let key = text(&document, "key");
    app.get(&format!("/api/download-link?key={key}"), &owner.token).await.error(404);
    let event = app.events("contract").await.pop().unwrap();
    assert_eq!(event["changes"]["documents"], json!({"from": 1, "to": 0}));
    app.upload(ONE, &owner, &[("entityId", contract)], &[("b.pdf", PDF)]).await.error(404);
}
