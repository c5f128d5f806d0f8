//! Organisations.

use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::{column, complaint, members};
use crate::harness::App;

fn bharat() -> Value {
    json!({
        "name": "Bharat Infra", "subdomain": "Bharat", "schemaName": "bharat_infra",
        "contactEmail": "Office@Bharat.example", "mobileNo": "9876543210", "whatsAppNo": "9876543211",
        "comment": "First\nof all",
    })
}

// Spec: S3.tenant S4.tenant.default S7.tenants.create S7.tenants.get
#[tokio::test]
async fn a_new_tenant_is_active_and_reads_as_it_was_written() {
    let app = App::start().await;
    let root = app.root().await;
    let created = app.post("/api/tenants", &root.token, bharat()).await.ok();
    for (field, expected) in [
        ("name", "Bharat Infra"),
        ("subdomain", "bharat"),
        ("schemaName", "bharat_infra"),
        ("contactEmail", "office@bharat.example"),
        ("mobileNo", "9876543210"),
        ("whatsAppNo", "9876543211"),
        ("comment", "First\nof all"),
        ("status", "ACTIVE"),
    ] {
        assert_eq!(created[field], expected, "{field}");
    }
    for field in ["id", "createdAt", "updatedAt"] {
        assert!(members(&created).contains(&field), "{field}");
    }
    let path = format!("/api/tenants/{}", created["id"].as_str().unwrap());
    assert_eq!(app.get(&path, &root.token).await.ok(), created);
    assert_eq!(app.get(&format!("{path}0"), &root.token).await.error(404).1, "Tenant not found.");
}

// Spec: S4.tenant.statuses S7.tenants.update
#[tokio::test]
async fn an_update_replaces_every_field_and_keeps_an_absent_status() {
    let app = App::start().await;
    let root = app.root().await;
    let created = app.post("/api/tenants", &root.token, bharat()).await.ok();
    let path = format!("/api/tenants/{}", created["id"].as_str().unwrap());
    for status in ["SUSPENDED", "TERMINATED", "DELETED", "ACTIVE"] {
        let body = json!({
            "name": "Bharat Roads", "subdomain": "bharat-roads", "schemaName": "bharat_roads", "status": status,
        });
        let updated = app.put(&path, &root.token, body).await.ok();
        assert_eq!(updated["status"], status);
    }
    let body =
        json!({"name": "Bharat Roads", "subdomain": "bharat", "schemaName": "b", "status": "SUSPENDED"});
    app.put(&path, &root.token, body).await.ok();
    let body = json!({"name": "Bharat Roads", "subdomain": "bharat", "schemaName": "b2"});
    let updated = app.put(&path, &root.token, body).await.ok();
    assert_eq!(updated["status"], "SUSPENDED");
    assert_eq!((&updated["mobileNo"], &updated["comment"]), (&json!(""), &json!("")));
    let old = json!({"name": "x", "subdomain": "x", "schemaName": "x", "version": created["version"]});
    app.put(&path, &root.token, old).await.error(409);
    let unknown = json!({"name": "x", "subdomain": "x", "schemaName": "x", "status": "SLEEPING"});
    app.put(&path, &root.token, unknown).await.error(400);
}

// Spec: S7.tenants.delete
#[tokio::test]
async fn a_deleted_tenant_is_listed_as_deleted() {
    let app = App::start().await;
    let root = app.root().await;
    let created = app.post("/api/tenants", &root.token, bharat()).await.ok();
    let path = format!("/api/tenants/{}", created["id"].as_str().unwrap());
    assert_eq!(app.delete(&path, &root.token).await.ok(), json!({}));
    app.delete(&path, &root.token).await.ok();
    assert_eq!(app.get(&path, &root.token).await.ok()["status"], "DELETED");
    let listed = app.post("/api/tenants/filter", &root.token, json!({"status": ["DELETED"]})).await.ok();
    assert_eq!(column(&listed["content"], "name"), ["Bharat Infra"]);
    let events = app.events("tenant").await;
    let actions: Vec<_> = events.iter().map(|event| event["action"].as_str().unwrap()).collect();
    assert_eq!(
        actions,
        ["create", "delete", "read"],
        "deleting twice is told once, and so is that the platform opened it"
    );
    assert_eq!(events[1]["changes"]["status"], json!({"from": "ACTIVE", "to": "DELETED"}));
}

#[tokio::test]
async fn names_are_unique_in_any_case_and_across_each_other() {
    let app = App::start().await;
    let root = app.root().await;
    app.post("/api/tenants", &root.token, bharat()).await.ok();
    for (name, subdomain, schema, field) in [
        ("BHARAT infra", "other", "other", "name"),
        ("Other", "BHARAT", "other", "subdomain"),
        ("Other", "other", "Bharat_Infra", "schemaName"),
        // Either signs in: nobody may call themselves by another's other name.
        ("Bharat", "other", "other", "name"),
        ("Other", "nirmaan", "other", "subdomain"),
    ] {
        let body = json!({"name": name, "subdomain": subdomain, "schemaName": schema});
        let answer = app.post("/api/tenants", &root.token, body).await;
        assert_eq!(answer.error(409).0, "ALREADY_EXISTS", "{name} {subdomain} {schema}");
        assert!(complaint(&answer.json(), field).contains("already used"), "{field}");
    }
    // One's own names are no obstacle.
    let body = json!({"name": "Himalaya", "subdomain": "himalaya", "schemaName": "himalaya"});
    let own = app.post("/api/tenants", &root.token, body.clone()).await.ok();
    app.put(&format!("/api/tenants/{}", own["id"].as_str().unwrap()), &root.token, body).await.ok();
}

#[tokio::test]
async fn malformed_fields_are_all_named() {
    let app = App::start().await;
    let root = app.root().await;
    let body = json!({
        "name": " ", "subdomain": "-a.b", "schemaName": "2nd", "contactEmail": "nobody", "mobileNo": "12345",
        "whatsAppNo": "5876543210", "comment": "a\u{0}b",
    });
    let answer = app.post("/api/tenants", &root.token, body).await;
    answer.error(400);
    let error = answer.json();
    let mut fields = column(&error["fields"], "field");
    fields.sort();
    let expected = ["comment", "contactEmail", "mobileNo", "name", "schemaName", "subdomain", "whatsAppNo"];
    assert_eq!(fields, expected);
    assert_eq!(complaint(&error, "name"), "Name is required.");
    assert!(complaint(&error, "mobileNo").contains("ten digits"));
}

#[tokio::test]
async fn the_platforms_own_tenant_goes_on() {
    let app = App::start().await;
    let root = app.root().await;
    let own = app.get("/api/profile", &root.token).await.ok()["tenantId"].as_str().unwrap().to_owned();
    let path = format!("/api/tenants/{own}");
    assert_eq!(app.delete(&path, &root.token).await.error(409).0, "FAILED_PRECONDITION");
    for status in ["SUSPENDED", "TERMINATED", "DELETED"] {
        let body =
            json!({"name": "Nirmaan", "subdomain": "nirmaan", "schemaName": "nirmaan", "status": status});
        assert!(app.put(&path, &root.token, body).await.error(409).1.contains("platform"), "{status}");
    }
    assert_eq!(app.get(&path, &root.token).await.ok()["status"], "ACTIVE");
}

// Spec: S7.tenants.search S7.tenants.name-search S9.search.three
#[tokio::test]
async fn names_are_searched_from_three_characters_and_outside_the_platform_only_ones_own() {
    let app = App::start().await;
    let root = app.root().await;
    let (infra, owner) = app.firm("Bharat Infra").await;
    app.tenant("Bharat Roads").await;
    let gone = app.tenant("Bharat Gone").await;
    app.delete(&format!("/api/tenants/{}", gone.id), &root.token).await.ok();
    let search = "/api/tenants/search-tenant-by-names?keyword=";
    let names = "/api/tenants/name-search?keyword=";
    let both = app.get(&format!("{search}bhaRAT"), &root.token).await.ok();
    assert_eq!(column(&both, "name"), ["Bharat Infra", "Bharat Roads"]);
    assert_eq!(both[0]["id"], json!(infra.id));
    assert_eq!(
        app.get(&format!("{names}bhaRAT"), &root.token).await.ok(),
        json!(["Bharat Infra", "Bharat Roads"])
    );
    assert_eq!(app.get(&format!("{names}%25%25%25"), &root.token).await.ok(), json!([]));
    assert_eq!(app.get(&format!("{names}bharat"), &owner.token).await.ok(), json!(["Bharat Infra"]));
    assert_eq!(
        column(&app.get(&format!("{search}roads"), &owner.token).await.ok(), "name"),
        Vec::<String>::new()
    );
    for keyword in ["", "bh", "%20bh"] {
        for path in [search, names] {
            let answer = app.get(&format!("{path}{keyword}"), &root.token).await;
            answer.error(400);
            assert_eq!(complaint(&answer.json(), "keyword"), "Write at least 3 characters.");
        }
    }
    for number in 0..25 {
        app.tenant(&format!("Crowd {number:02}")).await;
    }
    assert_eq!(app.get(&format!("{names}crowd"), &root.token).await.ok().as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn everybody_reads_their_own_tenant_and_no_other() {
    let app = App::start().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[]).await;
    let rival = app.tenant("Rival").await;
    let own = app.get(&format!("/api/tenants/{}", tenant.id), &person.token).await.ok();
    assert_eq!(own["name"], "Firm");
    app.get(&format!("/api/tenants/{}", rival.id), &person.token).await.error(404);
    // Not even with the right on tenants, which outside the platform opens nothing.
    let mighty = app.person(&tenant, &[("Tenants", Action::View), ("Tenants", Action::Edit)]).await;
    app.get(&format!("/api/tenants/{}", rival.id), &mighty.token).await.error(404);
    app.post("/api/tenants/filter", &mighty.token, json!({})).await.error(403);
    app.put(&format!("/api/tenants/{}", tenant.id), &mighty.token, json!({})).await.error(403);
}
