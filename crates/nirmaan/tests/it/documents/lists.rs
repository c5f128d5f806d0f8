//! Lists: of a record, filtered, paged, sorted.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::{ALL, ONE, PDF, text};
use crate::{harness::App, platform::column};

const FILTER: &str = "/api/documents/filter";

// Spec: S7.documents.of-record S6.documents.tenant-scope
#[tokio::test]
async fn the_documents_of_a_record_are_listed_newest_first() {
    let app = App::start().await;
    let (tenant, owner, contract) = app.with_papers("Firm").await;
    let (rival, stranger, _) = app.with_papers("Rival").await;
    for name in ["a.pdf", "b.pdf"] {
        app.document(&owner, &contract, name, PDF).await;
    }
    app.upload(ONE, &owner, &[("entityType", "VEHICLE")], &[("rc.pdf", PDF)]).await.ok();
    let names = |list: &Value| column(list, "fileName");
    let path = format!("/api/documents/{}/CONTRACT/{contract}", tenant.id);
    for path in [
        path.clone(),
        format!("/api{path}"),
        format!("/api/documents?entityType=CONTRACT&entityId={contract}"),
    ] {
        assert_eq!(names(&app.get(&path, &owner.token).await.ok()), ["b.pdf", "a.pdf"], "{path}");
    }
    let vehicles = format!("/api/documents/{0}/VEHICLE/{0}", tenant.id);
    assert_eq!(names(&app.get(&vehicles, &owner.token).await.ok()), ["rc.pdf"]);
    assert_eq!(names(&app.get("/api/documents", &owner.token).await.ok()), ["rc.pdf", "b.pdf", "a.pdf"]);

    assert_eq!(app.get("/api/documents", &stranger.token).await.ok(), json!([]));
    let own = format!("/api/documents/{}/CONTRACT/{contract}", rival.id);
    assert_eq!(app.get(&own, &stranger.token).await.ok(), json!([]));
    let foreign = app.get(&path, &stranger.token).await.error(403);
    let invented = format!("/api/documents/{}/CONTRACT/{contract}", uuid::Uuid::now_v7());
    assert_eq!(app.get(&invented, &stranger.token).await.error(403), foreign);
    app.get(&format!("/api/documents/{}/NOTHING/{contract}", tenant.id), &owner.token).await.error(400);
}

#[tokio::test]
async fn documents_are_found_by_their_type_as_it_is_shown() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    for (name, kind) in [("rc.pdf", "VEHICLE_RC"), ("plan.pdf", ""), ("card.pdf", "RC book")] {
        let form = [("entityId", contract.as_str()), ("docType", kind)];
        app.upload(ONE, &owner, &form, &[(name, PDF)]).await.ok();
    }
    for (words, expected) in [
        ("Vehicle rc", &["rc.pdf"][..]),
        ("VEHICLE_RC", &["rc.pdf"]),
        ("rc vehicle", &[]),
        ("rc", &["card.pdf", "rc.pdf"]),
        ("rc book", &["card.pdf"]),
        ("Supporting doc", &["plan.pdf"]),
        ("support_doc", &["plan.pdf"]),
        ("supporting papers", &[]),
    ] {
        let page = app.post(FILTER, &owner.token, json!({"docType": words})).await.ok();
        assert_eq!(column(&page["content"], "fileName"), expected, "{words}");
    }
}

#[tokio::test]
async fn documents_are_filtered_paged_and_sorted() {
    let app = App::start().await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    for (name, kind, extra) in
        [("Notice_1.pdf", "NOTICE", 0), ("notice 2.pdf", "NOTICE", 20), ("EMD.pdf", "RECEIPT", 10)]
    {
        let bytes = [PDF, &vec![b' '; extra]].concat();
        let form = [("entityId", contract.as_str()), ("docType", kind)];
        app.upload(ONE, &owner, &form, &[(name, &bytes)]).await.ok();
    }
    app.upload(ONE, &owner, &[("entityType", "VEHICLE")], &[("rc notice.pdf", PDF)]).await.ok();
    for (body, expected) in [
        (json!({"fileName": "NOTICE"}), vec!["rc notice.pdf", "notice 2.pdf", "Notice_1.pdf"]),
        (json!({"fileName": "e_"}), vec!["Notice_1.pdf"]),
        (json!({"docType": "receipt"}), vec!["EMD.pdf"]),
        (json!({"entityType": ["VEHICLE"]}), vec!["rc notice.pdf"]),
        (
            json!({"entityType": ["CONTRACT", "CONTRACT"], "sort": {"field": "size"}}),
            vec!["Notice_1.pdf", "EMD.pdf", "notice 2.pdf"],
        ),
        (
            json!({"entityId": contract, "sort": {"field": "fileName", "direction": "desc"}}),
            vec!["notice 2.pdf", "Notice_1.pdf", "EMD.pdf"],
        ),
        (json!({"sort": {"field": "docType"}, "pagination": {"size": 1}}), vec!["Notice_1.pdf"]),
        (json!({"dateRange": {"to": "2020-01-01"}}), vec![]),
        (json!({"entityId": "no-id"}), vec![]),
    ] {
        let page = app.post(FILTER, &owner.token, body.clone()).await.ok();
        assert_eq!(column(&page["content"], "fileName"), expected, "{body}");
    }
    let page = app.post(FILTER, &owner.token, json!({"pagination": {"size": 3, "page": 1}})).await.ok();
    assert_eq!(
        (&page["totalElements"], &page["totalPages"], &page["number"]),
        (&json!(4), &json!(2), &json!(1))
    );
    let unknown = app.post(FILTER, &owner.token, json!({"sort": {"field": "sha256"}})).await;
    assert_eq!(unknown.error(400).1, "Cannot sort by 'sha256'.");
}

#[tokio::test]
async fn storage_is_counted_until_it_is_purged_and_never_exceeded() {
    let app = App::start_with(|config| config.limits.tenant_storage = 1_000).await;
    let (_, owner, contract) = app.with_papers("Firm").await;
    let (_, stranger, theirs) = app.with_papers("Rival").await;
    let usage = "/api/documents/storage/usage";
    let file = [PDF, &vec![b' '; 400 - PDF.len()]].concat();
    let document = app.document(&owner, &contract, "a.pdf", &file).await;
    assert_eq!(app.get(usage, &owner.token).await.ok(), json!({"used": 400, "quota": 1_000}));
    app.delete(&format!("/api/documents/{}", text(&document, "id")), &owner.token).await.ok();
    assert_eq!(app.get(usage, &owner.token).await.ok()["used"], 400);
    // There is room for one more, whoever comes first.
    let form = [("entityId", contract.as_str())];
    let files: [(&str, &[u8]); 1] = [("b.pdf", &file)];
    let uploads = (0..6).map(|_| app.upload(ONE, &owner, &form, &files));
    let answers = futures_util::future::join_all(uploads).await;
    let stored = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(stored, 1, "{:?}", answers.iter().map(|answer| &answer.text).collect::<Vec<_>>());
    for refused in answers.iter().filter(|answer| answer.status != 200) {
        assert!(refused.error(413).1.starts_with("Your organisation's storage is full."));
    }
    assert_eq!(app.get(usage, &owner.token).await.ok()["used"], 800);
    app.document(&stranger, &theirs, "c.pdf", &file).await;
}

// Spec: S6.documents.module
#[tokio::test]
async fn what_one_may_not_view_is_left_out() {
    let app = App::start().await;
    let (tenant, owner, contract) = app.with_papers("Firm").await;
    app.document(&owner, &contract, "a.pdf", PDF).await;
    let vehicle = app.upload(ONE, &owner, &[("entityType", "VEHICLE")], &[("rc.pdf", PDF)]).await.ok();
    for (module, seen) in [("Contracts", vec!["a.pdf"]), ("Vehicles", vec!["rc.pdf"]), ("Payments", vec![])] {
        let viewer = app.person(&tenant, &[(module, Action::View)]).await;
        assert_eq!(
            column(&app.get("/api/documents", &viewer.token).await.ok(), "fileName"),
            seen,
            "{module}"
        );
        let page = app.post(FILTER, &viewer.token, json!({})).await.ok();
        assert_eq!(column(&page["content"], "fileName"), seen, "{module}");
        assert_eq!(page["totalElements"], seen.len());
        let link = app.get(&format!("/api/download-link?key={}", text(&vehicle, "key")), &viewer.token).await;
        assert_eq!(link.status.as_u16(), if module == "Vehicles" { 200 } else { 404 }, "{module}");
        let named = app.post(FILTER, &viewer.token, json!({"entityType": ["VEHICLE"]})).await;
        assert_eq!(named.status.as_u16(), if module == "Vehicles" { 200 } else { 403 }, "{module}");
    }
    let all = app.person(&tenant, ALL).await;
    assert_eq!(app.get("/api/documents", &all.token).await.ok().as_array().unwrap().len(), 2);
}
