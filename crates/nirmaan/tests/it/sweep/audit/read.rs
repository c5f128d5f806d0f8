//! Reading the trail: one's own tenant's alone, and files that no spreadsheet runs.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    build::{PASSWORD, Person},
    harness::App,
    platform::column,
};

const FILTER: &str = "/api/audit/filter";
const EXPORT: &str = "/api/audit/export";

/// A tenant with an administrator made by the platform's, who creates a contract.
async fn working(app: &App, root: &Person, name: &str) -> (crate::build::Tenant, Person, Value) {
    let tenant = app.tenant(name).await;
    let email = format!("owner@{}.example", name.to_lowercase());
    let owner = app.administrator(root, &tenant, &email).await;
    let contract = app.contract(&owner, json!({"bidId": "A-1", "contractName": "Road"})).await;
    (tenant, owner, contract)
}

#[tokio::test]
async fn the_trail_shows_ones_own_tenant_and_the_platform_all() {
    let app = App::start().await;
    let root = app.root().await;
    let (firm, owner, contract) = working(&app, &root, "Firm").await;
    let (rival, stranger, _) = working(&app, &root, "Rival").await;
    // What is read leaves events of its own, soon.
    let told = json!(["CREATE", "UPDATE", "SIGN_IN"]);
    let all = json!({"action": told, "pagination": {"size": 200}});
    for (person, own) in [(&owner, &firm), (&stranger, &rival)] {
        let page = app.post(FILTER, &person.token, all.clone()).await.ok();
        // Created, given a role, signed in, a contract created.
        assert_eq!(page["totalElements"], 4, "{page}");
        assert!(column(&page["content"], "tenantId").iter().all(|id| *id == own.id.to_string()));
        // What the platform did is told, but not by whom of its people.
        let mut actors = column(&page["content"], "actor");
        actors.sort();
        assert_eq!(actors, ["Nirmaan", "Nirmaan", &person.email, &person.email]);
        assert!(!page.to_string().contains(&root.email));
        let file = app.post(EXPORT, &person.token, json!({})).await;
        assert_eq!((file.status.as_u16(), file.text.contains(&own.name)), (200, true));
        let other = if own.id == firm.id { "rival" } else { "firm" };
        assert!(!file.text.to_lowercase().contains(other), "{}", file.text);
    }
    let page = app.post(FILTER, &root.token, all).await.ok();
    let tenants = column(&page["content"], "tenantName");
    for name in ["Nirmaan", "Firm", "Rival"] {
        assert!(tenants.contains(&name.to_owned()), "{tenants:?}");
    }
    let body = json!({"action": told, "tenantId": firm.id});
    assert_eq!(app.post(FILTER, &root.token, body.clone()).await.ok()["totalElements"], 4);
    assert_eq!(app.post(FILTER, &owner.token, body).await.ok()["totalElements"], 4);

    let history = format!("/api/audit/contract/{}", contract["id"].as_str().unwrap());
    assert_eq!(app.get(&history, &owner.token).await.ok()["totalElements"], 1);
    // Contracts are their own tenant's alone, for the platform too.
    for other in [&stranger, &root] {
        assert_eq!(app.get(&history, &other.token).await.ok()["totalElements"], 0);
    }
    let history = format!("/api/audit/user/{}", owner.id);
    assert_eq!(app.get(&history, &root.token).await.ok()["totalElements"], 2);
    assert_eq!(app.get(&history, &stranger.token).await.ok()["totalElements"], 0);
}

#[tokio::test]
async fn the_file_is_read_as_text_by_every_spreadsheet_and_run_by_none() {
    let app = App::start().await;
    let root = app.root().await;
    let (_, owner, _) = working(&app, &root, "Firm").await;
    for (at, evil) in
        ["=HYPERLINK(\"http://x\")", "+1+1", "-1+1", "@SUM(A1)", "＝1+1", "निर्माण, \"ईंट\""].iter().enumerate()
    {
        let email = format!("clerk{at}@firm.example");
        let body = json!({"email": email, "password": PASSWORD, "designation": evil});
        app.post("/api/users", &owner.token, body).await.ok();
    }
    let request = app.request(Method::POST, EXPORT, Some(&owner.token)).json(&json!({"entity": "user"}));
    let response = request.send().await.unwrap();
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "text/csv; charset=utf-8");
    assert!(header("content-disposition").starts_with("attachment; filename=\"activity-"));
    let bytes = response.bytes().await.unwrap();
    let text = std::str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap()).unwrap();
    assert!(text.starts_with("\"Time (IST)\",\"Organisation\",\"Person\","));
    for cell in
        ["'=HYPERLINK(\"\"http://x\"\")", "'+1+1", "'-1+1", "'@SUM(A1)", "'＝1+1", "निर्माण, \"\"ईंट\"\""]
    {
        assert!(text.contains(&format!(",\"{cell}\",")), "{cell}: {text}");
    }
}

#[tokio::test]
async fn a_file_that_is_cut_says_so_and_one_that_is_whole_does_not() {
    let app = App::start().await;
    let root = app.root().await;
    let (tenant, owner, _) = working(&app, &root, "Firm").await;
    let db = app.owner_db().await;
    let new_id = if app.is_postgres() { "gen_random_uuid()" } else { "randomblob(16)" };
    let file = async |request: &str| {
        let filter = json!({"filter": {"requestId": request}});
        app.post(EXPORT, &owner.token, filter).await.text
    };
    for (request, events) in [("all", 10_000), ("more", 10_001)] {
        let id = app.sql_id(tenant.id);
        let insert = format!(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {events}) \
             INSERT INTO audit_events (tenant_id, id, at, source, request_id, entity, entity_id, action, changes) \
             SELECT {id}, {new_id}, '2026-01-01T00:00:00+00:00', 'JSON', '{request}', 'contract', {id}, 'update', '{{}}' \
             FROM numbers"
        );
        app.platform_sql(&db, &insert).await;
    }
    let (whole, cut) = (file("all").await, file("more").await);
    assert_eq!((whole.lines().count(), cut.lines().count()), (10_001, 10_002));
    assert!(!whole.contains("The file ends here."));
    assert!(cut.lines().last().unwrap().starts_with("\"The file ends here."), "{:?}", cut.lines().last());
}
