//! A document's life: uploaded, listed, linked, deleted.

use reqwest::Method;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::{ONE, PDF, text};
use crate::{
    build::ALL_OF_CONTRACTS,
    harness::{App, answer},
};

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
    // Whoever deletes by mistake has 30 days to bring it back.
    assert_eq!(app.stored_keys().await, [key]);
    let events = app.all_events("document").await;
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
async fn a_deposit_takes_its_documents_along_and_so_does_its_contract() {
    let app = App::start().await;
    let (tenant, _, _) = app.with_papers("Firm").await;
    let owner = app.person(&tenant, &[super::ALL, ALL_OF_CONTRACTS].concat()).await;
    let contract = app.contract(&owner, json!({"bidId": "A-2", "contractName": "Bridge"})).await;
    let contract = text(&contract, "id");
    let deposits = [app.new_deposit(&owner, contract).await, app.new_deposit(&owner, contract).await];
    let [first, second] = deposits.each_ref().map(|deposit| text(deposit, "id"));
    let add = async |deposit, name| {
        let form = [("entityType", "DEPOSIT"), ("entityId", deposit), ("docType", "RECEIPT")];
        app.upload(ONE, &owner, &form, &[(name, PDF)]).await
    };
    let receipt = add(first, "first.pdf").await.ok();
    let kept = add(second, "second.pdf").await.ok();
    assert_eq!((text(&receipt, "entityType"), text(&receipt, "entityId")), ("DEPOSIT", first));
    let of = |deposit| format!("/api/documents?entityType=DEPOSIT&entityId={deposit}");
    assert_eq!(app.get(&of(first), &owner.token).await.ok(), json!([receipt]));
    // They aren't the contract's own.
    let path = format!("/api/documents?entityType=CONTRACT&entityId={contract}");
    assert_eq!(app.get(&path, &owner.token).await.ok(), json!([]));

    app.delete(&format!("/api/contracts/{contract}/security-deposit/{first}"), &owner.token).await.ok();
    let event = app.events("security_deposit").await.pop().unwrap();
    assert_eq!(event["changes"]["documents"], json!({"from": 1, "to": 0}));
    assert_eq!(app.get("/api/documents", &owner.token).await.ok(), json!([kept]));
    let key = text(&receipt, "key");
    app.get(&format!("/api/download-link?key={key}"), &owner.token).await.error(404);
    add(first, "late.pdf").await.error(404);

    app.delete(&format!("/api/contracts/{contract}"), &owner.token).await.ok();
    let event = app.events("contract").await.pop().unwrap();
    assert_eq!(event["changes"]["documents"], json!({"from": 1, "to": 0}));
    assert_eq!(app.get("/api/documents", &owner.token).await.ok(), json!([]));
    add(second, "late.pdf").await.error(404);
}

#[tokio::test]
async fn no_document_is_left_of_a_deposit_that_somebody_deletes_meanwhile() {
    let app = App::start().await;
    let (tenant, _, _) = app.with_papers("Firm").await;
    let owner = app.person(&tenant, &[super::ALL, ALL_OF_CONTRACTS].concat()).await;
    for round in 0..16 {
        let body = json!({"bidId": format!("B-{round}"), "contractName": "Bridge"});
        let contract = app.contract(&owner, body).await;
        let contract = text(&contract, "id");
        let deposit = app.new_deposit(&owner, contract).await;
        let deposit = text(&deposit, "id");
        let form = [("entityType", "DEPOSIT"), ("entityId", deposit)];
        let path = match round / 4 % 2 {
            0 => format!("/api/contracts/{contract}"),
            _ => format!("/api/contracts/{contract}/security-deposit/{deposit}"),
        };
        let (tell, heard) = oneshot::channel();
        let mut tell = Some(tell);
        let uploads = async {
            for upload in 0..4 {
                // The deletion begins together with another upload each time.
                if upload == round % 4 {
                    tell.take().unwrap().send(()).unwrap();
                }
                let answer = app.upload(ONE, &owner, &form, &[("receipt.pdf", PDF)]).await;
                assert!(matches!(answer.status.as_u16(), 200 | 404), "{}", answer.status);
            }
        };
        let delete = async {
            heard.await.unwrap();
            app.delete(&path, &owner.token).await.ok();
        };
        tokio::join!(uploads, delete);
        assert_eq!(app.get("/api/documents", &owner.token).await.ok(), json!([]), "{path}");
    }
}

// On SQLite there is one writer at a time anyway.
#[tokio::test]
async fn a_deletion_waits_for_a_document_that_its_deposit_is_getting() {
    let app = App::start().await;
    if !app.is_postgres() {
        return;
    }
    let (tenant, _, _) = app.with_papers("Firm").await;
    let owner = app.person(&tenant, &[super::ALL, ALL_OF_CONTRACTS].concat()).await;
    for of_contract in [true, false] {
        let contract = app.contract(&owner, json!({"bidId": "B-1", "contractName": "Bridge"})).await;
        let contract = format!("/api/contracts/{}", text(&contract, "id"));
        let deposit = app.new_deposit(&owner, contract.trim_start_matches("/api/contracts/")).await;
        let deposit = text(&deposit, "id");
        let form = [("entityType", "DEPOSIT"), ("entityId", deposit)];
        app.upload(ONE, &owner, &form, &[("receipt.pdf", PDF)]).await.ok();
        let db = app.owner_db().await;
        let stored = format!("UPDATE documents SET deleted_at = NULL WHERE deposit_id = '{deposit}'");
        app.platform_sql(&db, &stored.replace("= NULL", "= now()")).await;
        // As an upload does: it holds the deposit, and its document is there when it ends.
        let upload = db.begin().await.unwrap();
        for sql in [
            "SELECT set_config('nirmaan.scope', 'platform', true)",
            &format!("SELECT id FROM security_deposits WHERE id = '{deposit}' FOR NO KEY UPDATE"),
            &stored,
        ] {
            upload.execute_unprepared(sql).await.unwrap();
        }
        let other = app.owner_db().await;
        let commit = async {
            app.until_lock_wait(&other).await;
            upload.commit().await.unwrap();
        };
        let alone = format!("{contract}/security-deposit/{deposit}");
        let path = if of_contract { &contract } else { &alone };
        tokio::join!(async { app.delete(path, &owner.token).await.ok() }, commit);
        assert_eq!(app.get("/api/documents", &owner.token).await.ok(), json!([]), "{path}");
    }
}

#[tokio::test]
async fn a_document_of_a_deposit_is_found_with_its_contract_and_by_nobody_else() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    let deposit = app.new_deposit(&owner, &contract).await;
    let deposit = text(&deposit, "id");
    let form = [("entityType", "DEPOSIT"), ("entityId", deposit)];
    app.upload(ONE, &owner, &form, &[("receipt.pdf", PDF)]).await.ok();
    let found = app.get("/api/search?query=receipt", &owner.token).await.ok();
    let hit = &found[0]["hits"][0];
    for (field, expected) in [
        ("title", "receipt.pdf"),
        ("detail", "DD 4512"),
        ("ownerType", "DEPOSIT"),
        ("ownerId", deposit),
        ("ownerContractId", &contract),
    ] {
        assert_eq!(hit[field], expected, "{field}");
    }
    let (_, stranger, _) = app.with_papers("Other").await;
    assert_eq!(app.get("/api/search?query=receipt", &stranger.token).await.ok(), json!([]));
    app.upload(ONE, &stranger, &form, &[("theirs.pdf", PDF)]).await.error(404);
    let path = format!("/api/documents?entityType=DEPOSIT&entityId={deposit}");
    assert_eq!(app.get(&path, &stranger.token).await.ok(), json!([]));
    assert_eq!(app.get(&path, &owner.token).await.ok().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_contract_takes_its_documents_along() {
    let app = App::start().await;
    let (tenant, _, _) = app.with_papers("Firm").await;
    let owner = app.person(&tenant, &[super::ALL, ALL_OF_CONTRACTS].concat()).await;
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
