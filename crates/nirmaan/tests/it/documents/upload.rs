//! Uploads: the form in its spellings and orders, what is refused, and that a refusal leaves nothing.

use nirmaan_api::{
    documents::{
        UploadDocumentRequest, document_service_client::DocumentServiceClient,
        upload_document_request::Part as Upload,
    },
    types::{FileStart, FormField},
};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};
use tonic::Code;

use super::{ONE, PDF, SEVERAL, text};
use crate::{
    build::Person,
    harness::{Answer, App, answer, signed, until},
};

impl App {
    async fn form(&self, path: &str, person: &Person, form: Form) -> Answer {
        answer(self.request(Method::POST, path, Some(&person.token)).multipart(form)).await
    }

    /// Nothing is stored, not even on the way.
    async fn assert_nothing_is_left(&self, person: &Person) {
        assert_eq!(self.get("/api/documents", &person.token).await.ok(), json!([]));
        until("the objects to go", || async { self.stored_keys().await.is_empty().then_some(()) }).await;
        assert_eq!(std::fs::read_dir(self.data_dir().join("uploads")).unwrap().count(), 0);
    }
}

fn file(name: &str, bytes: &[u8]) -> Part {
    Part::bytes(bytes.to_vec()).file_name(name.to_owned())
}

// Spec: S7.documents.upload-snake-case S9.documents.entity-type S9.documents.doc-type S9.documents.bucket
#[tokio::test]
async fn both_spellings_are_read_before_and_behind_the_file() {
    let app = App::start().await;
    let (tenant, owner, contract) = app.with_papers("Firm").await;
    let tenant = tenant.id.to_string();
    let snake = Form::new()
        .text("tenant_id", tenant.clone())
        .text("entity_type", "CONTRACT")
        .part("file", file("a.pdf", PDF))
        .text("entity_id", contract.clone())
        .text("doc_type", "EMD_RECEIPT")
        .text("purpose", "Proof of payment")
        .text("bucket_name", "")
        .text("file_name", "evil.exe")
        .text("file_type", "text/html")
        .text("file_extension", "exe")
        .text("size", "1");
    let document = app.form(ONE, &owner, snake).await.ok();
    for (field, expected) in [
        ("entityId", json!(contract)),
        ("docType", json!("EMD_RECEIPT")),
        ("purpose", json!("Proof of payment")),
        ("fileName", json!("a.pdf")),
        ("fileType", json!("application/pdf")),
        ("fileExtension", json!("pdf")),
        ("size", json!(PDF.len())),
    ] {
        assert_eq!(document[field], expected, "{field}");
    }
    let plain = Form::new().part("file", file("b.pdf", PDF)).text("entityId", contract.clone());
    let document = app.form(ONE, &owner, plain).await.ok();
    let defaults = ["entityType", "docType", "bucketName"].map(|field| text(&document, field));
    assert_eq!(defaults, ["CONTRACT", "SUPPORT_DOC", "default-docs-bucket"]);
}

// Spec: S7.documents.upload-multiple
#[tokio::test]
async fn several_files_are_stored_together_in_their_order() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    let files: [(&str, &[u8]); 3] =
        [("a.pdf", PDF), ("b.csv", b"Bid,Amount\n"), ("a.pdf", b"%PDF-1.3 other")];
    let documents = app.upload(SEVERAL, &owner, &[("entityId", &contract)], &files).await.ok();
    let names: Vec<_> = documents.as_array().unwrap().iter().map(|row| text(row, "fileName")).collect();
    assert_eq!(names, ["a.pdf", "b.csv", "a.pdf"]);
    for (document, (_, bytes)) in documents.as_array().unwrap().iter().zip(files) {
        assert_eq!(app.linked(&document["previewUrl"]).await, (200, bytes.to_vec()));
    }
    let events = app.events("document").await;
    assert_eq!(events.iter().filter(|event| event["action"] == "create").count(), 3);
}

#[tokio::test]
async fn one_bad_file_stores_none() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    let files: [(&str, &[u8]); 2] = [("a.pdf", PDF), ("b.pdf", b"MZ\x90\0")];
    let refused = app.upload(SEVERAL, &owner, &[("entityId", &contract)], &files).await;
    let (code, message) = refused.error(400);
    assert_eq!(
        (&*code, &*message),
        ("INVALID_ARGUMENT", "b.pdf: the file isn't what its name says, or it is damaged.")
    );
    app.assert_nothing_is_left(&owner).await;
}

// Spec: S5.documents.none
#[tokio::test]
async fn what_is_wrong_with_a_form_or_a_file_is_said() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    let of = |fields: &[(&str, &str)], name: &str, bytes: &[u8]| {
        let form = Form::new().text("entityId", contract.clone()).part("file", file(name, bytes));
        fields.iter().fold(form, |form, (name, value)| form.text((*name).to_owned(), (*value).to_owned()))
    };
    let long = "x".repeat(256);
    for (form, status, said) in [
        (Form::new().text("entityId", contract.clone()), 400, "Please select at least one file to upload."),
        (of(&[], "", b""), 400, "Please select at least one file to upload."),
        (of(&[], "empty.pdf", b""), 400, "empty.pdf: the file is empty."),
        (
            of(&[], "page.html", b"<html>"),
            400,
            "page.html: files of this kind can't be stored. Allowed: PDF,",
        ),
        (of(&[], "..", PDF), 400, "The file: files of this kind can't be stored."),
        (of(&[("entityType", "INVOICE")], "a.pdf", PDF), 400, "There is no such type of record."),
        (of(&[("entityId", "")], "a.pdf", PDF), 400, "Say which record the documents belong to."),
        (of(&[("bucketName", "my-bucket")], "a.pdf", PDF), 400, "The bucket must be default-docs-bucket."),
        (of(&[("purpose", &long)], "a.pdf", PDF), 400, "Purpose must have at most 255 characters."),
        (
            of(&[("docType", "a\u{7}b")], "a.pdf", PDF),
            400,
            "Document type must not contain control characters.",
        ),
        (of(&[("entityId", "no-id")], "a.pdf", PDF), 404, "Contract not found."),
        (of(&[("entityType", "PROJECT")], "a.pdf", PDF), 403, "You need the right to create in Projects."),
        (of(&[("entityType", "VEHICLE")], "a.pdf", PDF), 404, "Record not found."),
        (of(&[], "a.pdf", PDF).part("file", file("b.pdf", PDF)), 400, "Please upload one file at a time."),
    ] {
        let refused = app.form(ONE, &owner, form).await;
        let (_, message) = refused.error(status);
        assert!(message.starts_with(said), "{message} is not {said}");
    }
    app.assert_nothing_is_left(&owner).await;
}

// Spec: S6.documents.tenant-scope
#[tokio::test]
async fn another_tenant_is_refused_wherever_it_is_named() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    let (rival, _, theirs) = app.with_papers("Rival").await;
    let mut heard = Vec::new();
    for tenant in [rival.id.to_string(), uuid::Uuid::now_v7().to_string(), "none".to_owned()] {
        let before = Form::new()
            .text("tenantId", tenant.clone())
            .text("entityId", contract.clone())
            .part("file", file("a.pdf", PDF));
        let behind = Form::new()
            .part("file", file("a.pdf", PDF))
            .text("entityId", contract.clone())
            .text("tenant_id", tenant);
        for form in [before, behind] {
            heard.push(app.form(ONE, &owner, form).await.error(403));
        }
    }
    assert!(heard.iter().all(|said| *said == heard[0]), "{heard:?}");
    // Another tenant's contract is none.
    let mut heard = Vec::new();
    for id in [theirs, uuid::Uuid::now_v7().to_string()] {
        heard.push(app.upload(ONE, &owner, &[("entityId", &id)], &[("a.pdf", PDF)]).await.error(404));
    }
    assert_eq!(heard[0], heard[1]);
    app.assert_nothing_is_left(&owner).await;
}

#[tokio::test]
async fn an_upload_that_breaks_off_leaves_nothing() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    // A form without its end, and one that is cut off by the client.
    let body = format!(
        "--x\r\nContent-Disposition: form-data; name=\"entityId\"\r\n\r\n{contract}\r\n--x\r\n\
         Content-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.7 half"
    );
    let request = app.request(Method::POST, ONE, Some(&owner.token));
    let request = request.header("content-type", "multipart/form-data; boundary=x").body(body);
    answer(request).await.error(400);
    let pieces = futures_util::stream::iter([
        Ok("--x\r\nContent-Disposition: form-data; name=\"file\"; \
         filename=\"a.pdf\"\r\n\r\n%PDF-1.7 "
            .to_owned()),
        Err(std::io::Error::other("gone")),
    ]);
    let request = app.request(Method::POST, ONE, Some(&owner.token));
    let request = request.header("content-type", "multipart/form-data; boundary=x");
    assert!(request.body(reqwest::Body::wrap_stream(pieces)).send().await.is_err());
    app.assert_nothing_is_left(&owner).await;
}

#[tokio::test]
async fn names_lead_nowhere_and_show_what_they_are() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    for (name, kept) in [
        ("../../../etc/cron.d/x.txt", "x.txt"),
        ("C:\\Users\\asha\\notice.pdf", "notice.pdf"),
        ("bill\u{202e}fdp.txt", "billfdp.txt"),
        ("निविदा सूचना #1 100%.pdf", "निविदा सूचना #1 100%.pdf"),
    ] {
        let bytes = if kept.ends_with("pdf") { PDF } else { b"text" };
        let document = app.document(&owner, &contract, name, bytes).await;
        assert_eq!(text(&document, "fileName"), kept);
        assert_eq!(text(&document, "key").split('/').count(), 5);
        assert_eq!(app.linked(&document["previewUrl"]).await, (200, bytes.to_vec()), "{name}");
    }
    let keys = app.stored_keys().await;
    assert_eq!(keys.len(), 4, "{keys:?}");
}

/// What a client sends over gRPC.
fn parts(contract: &str, bytes: &[u8]) -> Vec<UploadDocumentRequest> {
    let start = FileStart { file_name: "a.pdf".to_owned(), ..FileStart::default() };
    let field = FormField { name: "entityId".to_owned(), value: contract.to_owned() };
    let mut parts = vec![Upload::FileStart(start)];
    parts.extend(bytes.chunks(1 << 20).map(|chunk| Upload::Chunk(chunk.to_vec().into())));
    parts.push(Upload::Field(field));
    parts.into_iter().map(|part| UploadDocumentRequest { part: Some(part) }).collect()
}

#[tokio::test]
async fn an_upload_over_grpc_is_the_same_and_has_the_same_limits() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    let mut client = DocumentServiceClient::new(app.channel().await);
    let mut large = PDF.to_vec();
    large.resize(25 * 1024 * 1024, b' ');
    let request = signed(futures_util::stream::iter(parts(&contract, &large)), &owner.token);
    let document = client.upload_document(request).await.unwrap().into_inner();
    assert_eq!((document.size, document.file_name.as_str()), (26_214_400, "a.pdf"));
    let (status, bytes) = app.linked(&json!(document.preview_url)).await;
    assert!(status == 200 && bytes == large, "stored in parts, read as one");

    large.push(b' ');
    let request = signed(futures_util::stream::iter(parts(&contract, &large)), &owner.token);
    let refused = client.upload_document(request).await.unwrap_err();
    assert_eq!(
        (refused.code(), refused.message()),
        (Code::ResourceExhausted, "a.pdf: a file may have at most 25 MB.")
    );
    let over_json = app.upload(ONE, &owner, &[("entityId", &contract)], &[("a.pdf", &large)]).await;
    assert_eq!(over_json.error(413).0, "RESOURCE_EXHAUSTED");
    let many: Vec<(&str, &[u8])> = vec![("a.pdf", PDF); 21];
    let refused = app.upload(SEVERAL, &owner, &[("entityId", &contract)], &many).await;
    assert_eq!(refused.error(413).1, "20 files can be uploaded at a time.");
    assert_eq!(app.stored_keys().await.len(), 1);
}

#[tokio::test]
async fn an_upload_repeated_under_its_key_happens_once() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    let send = |name: &'static str| {
        let form = Form::new().text("entityId", contract.clone()).part("file", file(name, PDF));
        let request = app.request(Method::POST, ONE, Some(&owner.token)).header("idempotency-key", "k-1");
        answer(request.multipart(form))
    };
    let first = send("a.pdf").await.ok();
    let second = send("a.pdf").await.ok();
    assert_eq!(first["id"], second["id"]);
    send("b.pdf").await.error(409);
    let listed: Value = app.get("/api/documents", &owner.token).await.ok();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    let key = text(&first, "key");
    until("the second's object to go", || async { (app.stored_keys().await == [key]).then_some(()) }).await;
}
