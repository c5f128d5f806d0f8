//! Organisations, users, modules and roles as files.

use chrono::TimeDelta;
use nirmaan_api::access::Action;
use serde_json::{Value, json};

use super::Sheet;
use crate::{
    build::Person,
    harness::App,
    platform::{ALL_OF_PEOPLE, column},
};

/// A list as a file: CSV and workbook have the same texts.
async fn texts(app: &App, list: &str, person: &Person, filter: Value) -> Sheet<String> {
    let csv = app.export(list, person, json!({"filter": filter})).await.csv();
    let book = app.export(list, person, json!({"filter": filter, "format": "XLSX"})).await.xlsx();
    assert_eq!(csv.header, book.header);
    let first: Vec<_> = book.rows.iter().map(|row| row[0].to_string()).collect();
    assert_eq!(csv.rows.iter().map(|row| row[0].clone()).collect::<Vec<_>>(), first);
    csv
}

// Spec: S6.flags
#[tokio::test]
async fn organisations_are_exported_as_they_are_listed_by_the_platform_alone() {
    let app = App::start().await;
    let root = app.root().await;
    for (name, slug, status) in
        [("Alpha", "a", "ACTIVE"), ("=Beta", "b", "SUSPENDED"), ("गंगा", "c", "ACTIVE")]
    {
        let body = json!({
            "name": name, "subdomain": slug, "schemaName": slug, "status": status, "mobileNo": "9000000001",
            "contactEmail": "office@example.in", "comment": "one,\ntwo",
        });
        app.post("/api/tenants", &root.token, body).await.ok();
    }
    for filter in [
        json!({}),
        json!({"status": ["ACTIVE"]}),
        json!({"name": "a", "sort": {"field": "name", "direction": "desc"}}),
    ] {
        let page = app.post("/api/tenants/filter", &root.token, filter.clone()).await.ok();
        let listed = column(&page["content"], "id");
        let sheet = texts(&app, "tenants", &root, filter).await;
        assert_eq!(sheet.column("Tenant ID"), listed.iter().collect::<Vec<_>>());
    }
    let sheet = texts(&app, "tenants", &root, json!({"name": "beta"})).await;
    for (label, cell) in [
        ("Name", "'=Beta"),
        ("Status", "Suspended"),
        ("Mobile No", "9000000001"),
        ("Comment", "one,\ntwo"),
        ("Platform", "No"),
        ("Created By", "admin@nirmaan.example"),
    ] {
        assert_eq!(sheet.column(label), [cell], "{label}");
    }
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[("Tenants", Action::Report)]).await;
    app.post("/api/tenants/export", &person.token, json!({})).await.error(403);
}

// Spec: S6.flags
#[tokio::test]
async fn users_are_exported_without_secrets_and_each_organisation_its_own() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, ALL_OF_PEOPLE).await;
    let (_, stranger) = app.firm("Rival").await;
    for (email, designation, active) in [("a@firm.in", "@site", true), ("b@firm.in", "Clerk", false)] {
        app.clock.advance(TimeDelta::seconds(1));
        let body = json!({
            "email": email, "designation": designation, "isActive": active, "password": "harbour lantern 7",
            "mobileNo": if active { "9876543210" } else { "" },
        });
        app.post("/api/users", &person.token, body).await.ok();
    }
    let sort = json!({"sort": {"field": "email"}});
    let sheet = texts(&app, "users", &person, sort.clone()).await;
    let mut expected = vec![person.email.as_str(), "a@firm.in", "b@firm.in"];
    expected.sort_unstable();
    assert_eq!(sheet.column("E-mail"), expected);
    assert_eq!(sheet.column("Tenant Name"), ["Firm"; 3]);
    let all = sheet.rows.concat().join(" ");
    for secret in ["argon2", "harbour", "files/", &stranger.email] {
        assert!(!all.contains(secret), "{secret}");
    }
    let one = texts(&app, "users", &person, json!({"isActive": true, "designation": "site"})).await;
    for (label, cell) in [
        ("Designation", "'@site"),
        ("Mobile No", "9876543210"),
        ("Status", "Active"),
        ("Created By", person.email.as_str()),
    ] {
        assert_eq!(one.column(label), [cell], "{label}");
    }

    let everywhere = texts(&app, "users", &root, sort).await;
    assert!(everywhere.column("E-mail").iter().any(|email| **email == stranger.email));
    let theirs = texts(&app, "users", &root, json!({"tenantId": tenant.id})).await;
    assert_eq!(theirs.rows.len(), 3);
    let body = json!({"filter": {"tenantId": root.id}});
    app.post("/api/users/export", &person.token, body).await.error(403);
    let viewer = app.person(&tenant, &[("User", Action::View)]).await;
    app.post("/api/users/export", &viewer.token, json!({})).await.error(403);
}

// Spec: S6.flags
#[tokio::test]
async fn modules_and_roles_are_exported_as_they_are_listed() {
    let app = App::start().await;
    let root = app.root().await;
    app.post("/api/modules", &root.token, json!({"name": "+Cranes", "status": false})).await.ok();
    app.post("/api/roles", &root.token, json!({"name": "Clerk"})).await.ok();
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[("Modules", Action::Report), ("Role", Action::Report)]).await;
    for reader in [&root, &person] {
        for (list, path, id) in
            [("modules", "/api/modules", "Module ID"), ("roles", "/api/roles/all", "Role ID")]
        {
            let listed = column(&app.get(path, &reader.token).await.ok(), "id");
            let sheet = texts(&app, list, reader, json!({})).await;
            assert_eq!(sheet.column(id), listed.iter().collect::<Vec<_>>(), "{list}");
        }
    }
    let sheet = texts(&app, "modules", &root, json!({})).await;
    let cranes = sheet.rows.iter().find(|row| row[0] == "'+Cranes").unwrap();
    assert!(cranes.contains(&"Inactive".to_owned()));
    assert!(!texts(&app, "modules", &person, json!({})).await.rows.concat().concat().contains("Cranes"));
    let viewer = app.person(&tenant, &[("Modules", Action::View), ("Role", Action::View)]).await;
    for list in ["modules", "roles"] {
        app.post(&format!("/api/{list}/export"), &viewer.token, json!({})).await.error(403);
    }
}
