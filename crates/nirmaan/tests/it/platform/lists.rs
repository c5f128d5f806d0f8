//! The lists of tenants and of users: what they filter and sort by.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::column;
use crate::{build::Person, harness::App};

async fn names(app: &App, root: &Person, filter: Value) -> Vec<String> {
    let page = app.post("/api/tenants/filter", &root.token, filter).await.ok();
    column(&page["content"], "name")
}

async fn emails(app: &App, root: &Person, filter: Value) -> Vec<String> {
    let page = app.post("/api/users/filter", &root.token, filter).await.ok();
    column(&page["content"], "email")
}

async fn with_tenants(app: &App) -> Person {
    for (name, subdomain, schema, email, mobile, whats_app, status, comment) in [
        ("alpha Infra", "zeta-1", "m1", "office@alpha.example", "9000000003", "8000000001", "ACTIVE", "c"),
        ("Beta_100%", "yoga-2", "l2", "", "9000000002", "8000000003", "SUSPENDED", "b"),
        ("गंगा Roads", "xray-3", "k3", "Ganga@roads.example", "", "8000000002", "TERMINATED", "a"),
    ] {
        let body = json!({
            "name": name, "subdomain": subdomain, "schemaName": schema, "contactEmail": email,
            "mobileNo": mobile, "whatsAppNo": whats_app, "status": status, "comment": comment,
        });
        app.clock.advance(TimeDelta::days(1));
        // An access token lives fifteen minutes.
        let root = app.root().await;
        app.post("/api/tenants", &root.token, body).await.ok();
    }
    app.root().await
}

// Spec: S7.tenants.filter S7.tenants.filter-texts S7.tenants.filter-status S9.sort-default
#[tokio::test]
async fn tenants_are_found_by_each_text_and_by_status() {
    let app = App::start().await;
    let root = with_tenants(&app).await;
    for (filter, expected) in [
        (json!({}), &["गंगा Roads", "Beta_100%", "alpha Infra", "Nirmaan"][..]),
        (json!({"name": "ALPHA"}), &["alpha Infra"]),
        (json!({"name": "गंगा"}), &["गंगा Roads"]),
        (json!({"name": "%"}), &["Beta_100%"]),
        (json!({"name": "a_1"}), &["Beta_100%"]),
        (json!({"subdomain": "YOGA"}), &["Beta_100%"]),
        (json!({"contactEmail": "ganga@"}), &["गंगा Roads"]),
        (json!({"mobileNo": "0002"}), &["Beta_100%"]),
        (json!({"whatsAppNo": "0001"}), &["alpha Infra"]),
        (json!({"name": "office"}), &[]),
        (json!({"status": ["SUSPENDED", "TERMINATED"]}), &["गंगा Roads", "Beta_100%"]),
        (json!({"status": ["ACTIVE"], "name": "infra"}), &["alpha Infra"]),
    ] {
        assert_eq!(names(&app, &root, filter.clone()).await, expected, "{filter}");
    }
    app.post("/api/tenants/filter", &root.token, json!({"status": ["LOST"]})).await.error(400);
}

// Spec: S7.tenants.sort
#[tokio::test]
async fn tenants_sort_by_ten_columns_both_ways() {
    let app = App::start().await;
    let root = with_tenants(&app).await;
    // All but the platform's own, which has most columns empty.
    let sorted = async |field: &str, direction: &str| {
        let filter = json!({"sort": {"field": field, "direction": direction}});
        let names = names(&app, &root, filter).await;
        names
            .into_iter()
            .filter(|name| name != "Nirmaan")
            .map(|name| name.chars().next().unwrap())
            .collect::<String>()
    };
    for (field, ascending) in [
        ("name", "aBग"),
        ("subdomain", "गBa"),
        ("schemaName", "गBa"),
        ("contactEmail", "Bगa"),
        ("mobileNo", "गBa"),
        ("whatsAppNo", "aगB"),
        ("status", "aBग"),
        ("comment", "गBa"),
        ("createdAt", "aBग"),
        ("updatedAt", "aBग"),
    ] {
        assert_eq!(sorted(field, "asc").await, ascending, "{field}");
        assert_eq!(sorted(field, "desc").await, ascending.chars().rev().collect::<String>(), "{field}");
    }
    let unknown = json!({"sort": {"field": "isPlatform", "direction": "asc"}});
    app.post("/api/tenants/filter", &root.token, unknown).await.error(400);
}

// Spec: S7.tenants.filter-dates S7.users.filter-dates S9.date-range
#[tokio::test]
async fn a_date_range_cuts_both_lists_by_the_days_of_creation() {
    let app = App::start().await;
    let root = with_tenants(&app).await;
    for (path, field) in [("/api/tenants", "createdAt"), ("/api/users", "createdAt")] {
        if path == "/api/users" {
            let body = json!({"email": "late@nirmaan.example", "password": "harbour lantern 7"});
            app.post(path, &root.token, body).await.ok();
        }
        let page =
            app.post(&format!("{path}/filter"), &root.token, json!({"pagination": {"size": 1}})).await.ok();
        let newest = &page["content"][0];
        let at: chrono::DateTime<chrono::Utc> = newest[field].as_str().unwrap().parse().unwrap();
        let day = nirmaan_store::clock::day_in_kolkata(at);
        let range = |from: chrono::NaiveDate, to: chrono::NaiveDate| json!({"dateRange": {"from": format!("{from}T00:00:00Z"), "to": format!("{to}T23:59:59Z")}});
        let count = async |filter: Value| {
            app.post(&format!("{path}/filter"), &root.token, filter).await.ok()["totalElements"]
                .as_i64()
                .unwrap()
        };
        assert_eq!(count(range(day, day)).await, 1, "{path}");
        assert_eq!(count(range(day.succ_opt().unwrap(), day.succ_opt().unwrap())).await, 0, "{path}");
        let all = page["totalElements"].as_i64().unwrap();
        assert_eq!(
            count(range(day - TimeDelta::days(300), day.pred_opt().unwrap())).await,
            all - 1,
            "{path}"
        );
        app.post(&format!("{path}/filter"), &root.token, json!({"dateRange": {"from": "yesterday"}}))
            .await
            .error(400);
    }
}

async fn with_users(app: &App) -> Person {
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    for (email, mobile, designation, is_active, comment) in [
        ("asha@firm.example", "9000000003", "Site Engineer", true, "c"),
        ("bina_x@firm.example", "9000000002", "अभियंता", false, "b"),
        ("chetan@firm.example", "", "Clerk 100%", true, "a"),
    ] {
        let body = json!({
            "email": email, "mobileNo": mobile, "designation": designation, "isActive": is_active,
            "comment": comment, "password": "harbour lantern 7", "tenantId": tenant.id,
        });
        app.clock.advance(TimeDelta::seconds(1));
        app.post("/api/users", &root.token, body).await.ok();
    }
    root
}

// Spec: S7.users.filter S7.users.filter-texts S7.users.filter-active
#[tokio::test]
async fn users_are_found_by_each_text_and_by_whether_they_are_active() {
    let app = App::start().await;
    let root = with_users(&app).await;
    let [asha, bina, chetan, admin] =
        ["asha@firm.example", "bina_x@firm.example", "chetan@firm.example", "admin@nirmaan.example"];
    for (filter, expected) in [
        (json!({}), &[chetan, bina, asha, admin][..]),
        (json!({"email": "FIRM"}), &[chetan, bina, asha]),
        (json!({"email": "_"}), &[bina]),
        (json!({"mobileNo": "0003"}), &[asha]),
        (json!({"designation": "engineer"}), &[asha]),
        (json!({"designation": "अभि"}), &[bina]),
        (json!({"designation": "%"}), &[chetan]),
        (json!({"isActive": false}), &[bina]),
        (json!({"isActive": true, "email": "firm"}), &[chetan, asha]),
        (json!({"isActive": "", "email": "bina"}), &[bina]),
        (json!({"isActive": null, "designation": "firm"}), &[]),
    ] {
        assert_eq!(emails(&app, &root, filter.clone()).await, expected, "{filter}");
    }
    let page =
        app.post("/api/users/filter", &root.token, json!({"pagination": {"page": 1, "size": 3}})).await.ok();
    assert_eq!(
        (&page["number"], &page["totalPages"], &page["totalElements"]),
        (&json!(1), &json!(2), &json!(4))
    );
    assert_eq!(column(&page["content"], "tenantName"), ["Nirmaan"]);
}

// Spec: S7.users.sort
#[tokio::test]
async fn users_sort_by_seven_columns_both_ways() {
    let app = App::start().await;
    let root = with_users(&app).await;
    let sorted = async |field: &str, direction: &str| {
        let filter = json!({"email": "firm", "sort": {"field": field, "direction": direction}});
        let emails = emails(&app, &root, filter).await;
        emails.into_iter().map(|email| email.chars().next().unwrap()).collect::<String>()
    };
    for (field, ascending) in [
        ("email", "abc"),
        ("mobileNo", "cba"),
        ("role", "cab"),
        ("designation", "cab"),
        ("comment", "cba"),
        ("createdAt", "abc"),
        ("updatedAt", "abc"),
    ] {
        assert_eq!(sorted(field, "asc").await, ascending, "{field}");
        assert_eq!(sorted(field, "desc").await, ascending.chars().rev().collect::<String>(), "{field}");
    }
    assert!(sorted("isActive", "asc").await.starts_with('b'));
    assert!(sorted("isActive", "desc").await.ends_with('b'));
    let unknown = json!({"sort": {"field": "passwordHash", "direction": "asc"}});
    app.post("/api/users/filter", &root.token, unknown).await.error(400);
}

// Spec: S6.tenant-scope
#[tokio::test]
async fn outside_the_platform_one_sees_ones_own_people() {
    let app = App::start().await;
    let root = with_users(&app).await;
    let rival = app.tenant("Rival").await;
    let office = app.person(&rival, super::ALL_OF_PEOPLE).await;
    assert_eq!(emails(&app, &office, json!({})).await, [office.email.as_str()]);
    assert_eq!(emails(&app, &office, json!({"tenantId": rival.id})).await, [office.email.as_str()]);
    for foreign in [uuid::Uuid::now_v7(), root.id] {
        app.post("/api/users/filter", &office.token, json!({"tenantId": foreign})).await.error(403);
    }
    assert_eq!(emails(&app, &root, json!({"tenantId": rival.id})).await, [office.email.as_str()]);
}
