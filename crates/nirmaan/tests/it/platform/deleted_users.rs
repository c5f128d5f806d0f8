//! Users who were deleted: what is theirs, and having them back.

use chrono::TimeDelta;
use nirmaan::jobs::sweep;
use nirmaan_api::access::Action::{Create, Delete, Edit, View};
use nirmaan_services::jobs::{objects::sweep_orphans, people::forget_deleted};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    auth::{image::picture, second_factor::Authenticator},
    build::{PASSWORD, Person, Tenant},
    common::deleted::{NOT_FOUND, describe, restore},
    harness::{Answer, App},
};

/// A firm with its administrator.
pub async fn firm(app: &App, name: &str) -> (Tenant, Person) {
    let root = app.root().await;
    let tenant = app.tenant(name).await;
    let email = format!("owner@{}.example", name.to_lowercase());
    let owner = app.administrator(&root, &tenant, &email).await;
    (tenant, owner)
}

pub async fn delete(app: &App, by: &Person, whom: &Person) -> Answer {
    app.delete(&format!("/api/users/{}", whom.id), &by.token).await
}

pub async fn bring_back(app: &App, by: &Person, whom: &Person) -> Answer {
    restore(app, by, "USER", &whom.id.to_string()).await
}

async fn log_in(app: &App, tenant: &Tenant, email: &str, code: &str) -> Answer {
    let body = json!({"emailOrMobile": email, "password": PASSWORD, "tenantName": tenant.name, "code": code});
    app.send(Method::POST, "/api/auth/login", None, Some(body)).await
}

/// The deleted users that somebody sees.
async fn listed(app: &App, by: &Person) -> Vec<Value> {
    let page = app.post("/api/deleted/filter", &by.token, json!({"kind": ["USER"]})).await.ok();
    page["content"].as_array().unwrap().clone()
}

/// The events of users who were brought back.
async fn restored(app: &App) -> Vec<Value> {
    app.events("user").await.into_iter().filter(|event| event["action"] == "restore").collect()
}

#[tokio::test]
async fn a_user_comes_back_with_their_roles_password_image_and_second_factor() {
    let app = App::start().await;
    let (tenant, owner) = firm(&app, "Firm").await;
    let clerk = app.person(&tenant, &[("Contracts", View)]).await;
    app.put("/api/profile", &clerk.token, json!({"profileImage": picture()})).await.ok();
    let phone = Authenticator::enrol(&app, &clerk).await;
    let path = format!("/api/users/{}", clerk.id);
    let before = app.get(&path, &owner.token).await.ok();
    assert_eq!(before["hasSecondFactor"], true);
    let images = app.stored_keys().await;
    assert_eq!(images.len(), 2);

    assert_eq!(delete(&app, &owner, &clerk).await.ok(), json!({}));
    app.get("/api/profile", &clerk.token).await.error(401);
    log_in(&app, &tenant, &clerk.email, &phone.next_code(&app)).await.error(401);
    sweep_orphans(app.deps(), app.deps().store.clock().now() + TimeDelta::days(1)).await.unwrap();
    assert_eq!(app.stored_keys().await, images, "kept for when they come back");

    assert_eq!(bring_back(&app, &owner, &clerk).await.ok(), json!({}));
    let mut after = app.get(&path, &owner.token).await.ok();
    assert!(after["version"].as_i64() > before["version"].as_i64());
    for field in ["version", "updatedAt", "updatedBy", "profileImage", "profileThumbnail"] {
        after[field] = before[field].clone();
    }
    assert_eq!(after, before);
    // Nobody is signed in again, and the password alone isn't enough, as before.
    app.get("/api/profile", &clerk.token).await.error(401);
    let (code, message) = log_in(&app, &tenant, &clerk.email, "").await.error(401);
    assert_eq!(code, "UNAUTHENTICATED");
    assert!(message.contains("second factor"), "{message}");
    let login = log_in(&app, &tenant, &clerk.email, &phone.next_code(&app)).await.ok();
    app.post("/api/contracts/filter", login["accessToken"].as_str().unwrap(), json!({})).await.ok();
    // Once more changes nothing.
    bring_back(&app, &owner, &clerk).await.ok();
    let events = restored(&app).await;
    let [event] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(
        (&event["actor"], &event["changes"]["user_roles"]),
        (&json!(owner.id), &json!({"from": 0, "to": 1}))
    );
}

#[tokio::test]
async fn the_question_says_how_many_roles_go_along_and_what_stays_in_their_name() {
    let app = App::start().await;
    let (tenant, owner) = firm(&app, "Firm").await;
    let rights =
        [("Projects", Create), ("Project Tasks", Create), ("Project Tasks", Edit), ("Contracts", View)];
    let clerk = app.person(&tenant, &rights).await;
    let project = app.post("/api/projects", &clerk.token, json!({"projectName": "Ring road"})).await.ok();
    for (title, status) in [
        ("Dig", "ASSIGNED"),
        ("Fill", "UNDER_REVIEW"),
        ("Level", "REJECTED"),
        ("Pave", "COMPLETED"),
        ("Paint", "CANCELLED"),
    ] {
        let task = json!({"title": title, "projectId": project["id"], "assignedTo": clerk.id});
        app.post("/api/tasks", &clerk.token, task).await.ok();
        let db = app.owner_db().await;
        app.platform_sql(&db, &format!("UPDATE tasks SET status = '{status}' WHERE title = '{title}'")).await;
    }
    for (name, is_shared) in [("Mine", false), ("Open roads", true)] {
        let view = json!({"list": "contracts", "name": name, "query": "", "isShared": is_shared});
        app.post("/api/settings/views", &clerk.token, view).await.ok();
    }
    let scope = json!({
        "deposits": 0, "depositsAmount": null, "stillOut": null, "tasks": 0, "documents": 0,
        "roles": 1, "openTasks": 3, "sharedViews": 1,
    });
    let asked = async |by: &Person| describe(&app, by, "USER", &clerk.id.to_string()).await;
    assert_eq!(asked(&owner).await.ok(), scope);
    // Of tasks only to who may view them, and of another organisation's business nothing.
    let keeper = app.person(&tenant, &[("User", View), ("User", Delete)]).await;
    for (by, views) in [(&keeper, 1), (&app.root().await, 0)] {
        let told = asked(by).await.ok();
        assert_eq!([&told["roles"], &told["openTasks"], &told["sharedViews"]], [1, 0, views]);
    }
    asked(&firm(&app, "Rival").await.1).await.error(404);
    delete(&app, &owner, &clerk).await.ok();
    describe(&app, &owner, "USER", &clerk.id.to_string()).await.error(404);
}

#[tokio::test]
async fn deleted_users_are_listed_with_the_roles_that_come_back() {
    let app = App::start().await;
    let (tenant, owner) = firm(&app, "Firm").await;
    let (_, stranger) = firm(&app, "Rival").await;
    let [clerk, other] = [app.person(&tenant, &[("Contracts", View)]).await, app.person(&tenant, &[]).await];
    delete(&app, &owner, &other).await.ok();
    app.clock.advance(TimeDelta::minutes(1));
    delete(&app, &owner, &clerk).await.ok();
    let rows = listed(&app, &owner).await;
    let [of_clerk, of_other] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!((&of_clerk["name"], &of_other["name"]), (&json!(clerk.email), &json!(other.email)));
    assert_eq!((&of_clerk["deletedBy"], &of_clerk["tenantName"]), (&json!(owner.email), &json!("Firm")));
    assert_eq!((&of_clerk["parent"], &of_clerk["waitsFor"]), (&Value::Null, &Value::Null));
    assert_eq!(of_clerk["wentAlong"]["roles"], 1);
    assert_eq!(listed(&app, &stranger).await, Vec::<Value>::new());
    // Found by the address, among the others.
    let filter = json!({"name": clerk.email.to_uppercase()});
    let found = app.post("/api/deleted/filter", &owner.token, filter).await.ok();
    assert_eq!((&found["totalElements"], &found["content"][0]["kind"]), (&json!(1), &json!("USER")));
    bring_back(&app, &owner, &clerk).await.ok();
    assert_eq!(listed(&app, &owner).await.len(), 1);
}

#[tokio::test]
async fn a_user_comes_back_only_by_who_may_delete_them_and_has_their_rights() {
    let app = App::start().await;
    let (tenant, owner) = firm(&app, "Firm").await;
    let (_, stranger) = firm(&app, "Rival").await;
    let clerk = app.person(&tenant, &[("Contracts", View)]).await;
    let reader = app.person(&tenant, &[("User", View), ("Contracts", View)]).await;
    let narrow = app.person(&tenant, &[("User", View), ("User", Delete)]).await;
    let wide = app.person(&tenant, &[("User", Delete), ("Contracts", View)]).await;
    delete(&app, &narrow, &clerk).await.error(403);
    delete(&app, &owner, &clerk).await.ok();
    bring_back(&app, &reader, &clerk).await.error(403);
    let (code, message) = bring_back(&app, &narrow, &clerk).await.error(403);
    assert_eq!(code, "PERMISSION_DENIED");
    assert_eq!(
        message,
        "This user has rights that you don't have, so you can't delete them or bring them back."
    );
    assert_eq!(bring_back(&app, &stranger, &clerk).await.error(404).1, NOT_FOUND);
    for other in [&reader, &wide] {
        let answer = app.post("/api/deleted/filter", &other.token, json!({"kind": ["USER"]})).await;
        answer.error(403);
        describe(&app, other, "USER", &clerk.id.to_string()).await.error(403);
    }
    bring_back(&app, &wide, &clerk).await.ok();
    log_in(&app, &tenant, &clerk.email, "").await.ok();
}

#[tokio::test]
async fn an_address_or_mobile_number_that_another_has_by_now_is_in_the_way() {
    let app = App::start().await;
    let (_, owner) = firm(&app, "Firm").await;
    let create = async |email: &str, mobile: &str| {
        let body = json!({"email": email, "mobileNo": mobile, "password": "harbour lantern 7"});
        app.post("/api/users", &owner.token, body).await.ok()["id"].as_str().unwrap().to_owned()
    };
    let gone = create("ravi@firm.example", "9822012345").await;
    app.delete(&format!("/api/users/{gone}"), &owner.token).await.ok();
    let refused = async || restore(&app, &owner, "USER", &gone).await.error(409);
    let taken = |what: &str| {
        ("ALREADY_EXISTS".to_owned(), format!("Another user has the {what} by now. Change that one first."))
    };
    let namesake = create("ravi@firm.example", "").await;
    assert_eq!(refused().await, taken("e-mail address ravi@firm.example"));
    app.delete(&format!("/api/users/{namesake}"), &owner.token).await.ok();
    let neighbour = create("meena@firm.example", "9822012345").await;
    assert_eq!(refused().await, taken("mobile number 9822012345"));
    app.delete(&format!("/api/users/{neighbour}"), &owner.token).await.ok();
    restore(&app, &owner, "USER", &gone).await.ok();
}

#[tokio::test]
async fn whose_address_is_taken_is_not_told_to_who_may_not_view_users() {
    let app = App::start().await;
    let (tenant, owner) = firm(&app, "Firm").await;
    let keeper = app.person(&tenant, &[("User", Delete)]).await;
    let ravi = json!({"email": "ravi@firm.example", "password": "harbour lantern 7"});
    let gone =
        app.post("/api/users", &owner.token, ravi.clone()).await.ok()["id"].as_str().unwrap().to_owned();
    app.delete(&format!("/api/users/{gone}"), &owner.token).await.ok();
    app.post("/api/users", &owner.token, ravi).await.ok();
    let (_, message) = restore(&app, &keeper, "USER", &gone).await.error(409);
    assert_eq!(message, "Another user has their e-mail address by now. Change that one first.");
}

#[tokio::test]
async fn whoever_has_a_second_factor_shows_it_before_somebody_has_their_roles_again() {
    let app = App::start().await;
    let (tenant, owner) = firm(&app, "Firm").await;
    let phone = Authenticator::enrol(&app, &owner).await;
    let clerk = app.person(&tenant, &[]).await;
    app.clock.advance(TimeDelta::hours(1));
    let login = log_in(&app, &tenant, &owner.email, &phone.next_code(&app)).await.ok();
    let owner = Person { token: login["accessToken"].as_str().unwrap().to_owned(), ..owner };
    delete(&app, &owner, &clerk).await.ok();
    app.clock.advance(TimeDelta::minutes(14));
    let body = json!({"kind": "USER", "id": clerk.id});
    let answer = app.post("/api/deleted/restore", &owner.token, body).await;
    answer.error(403);
    assert!(answer.json()["message"].as_str().unwrap().starts_with("Show your second factor once more"));
    app.post("/api/auth/step-up", &owner.token, json!({"code": phone.next_code(&app)})).await.ok();
    bring_back(&app, &owner, &clerk).await.ok();
}

#[tokio::test]
async fn app_passwords_end_and_dont_come_back() {
    let app = App::start().await;
    let (tenant, owner) = firm(&app, "Firm").await;
    let clerk = app.person(&tenant, &[]).await;
    Authenticator::enrol(&app, &clerk).await;
    let made = app.post("/api/auth/app-passwords", &clerk.token, json!({"name": "Tally"})).await.ok();
    app.log_in("Firm", &clerk.email, made["password"].as_str().unwrap()).await;
    delete(&app, &owner, &clerk).await.ok();
    let deleted = app.events("user").await.into_iter().rfind(|event| event["action"] == "delete").unwrap();
    assert_eq!(deleted["changes"]["app_passwords"], json!({"from": 1, "to": 0}));
    bring_back(&app, &owner, &clerk).await.ok();
    let body = json!({"emailOrMobile": clerk.email, "password": made["password"], "tenantName": "Firm"});
    app.send(Method::POST, "/api/auth/login", None, Some(body)).await.error(401);
}

#[tokio::test]
async fn a_role_that_is_deleted_meanwhile_doesnt_come_back() {
    let app = App::start().await;
    let root = app.root().await;
    let (tenant, owner) = firm(&app, "Firm").await;
    let clerk = app.person(&tenant, &[]).await;
    let role = app.post("/api/roles", &root.token, json!({"name": "Clerk"})).await.ok();
    let body = json!({"userId": clerk.id, "roleId": role["id"]});
    app.post("/api/user-role-mappings", &owner.token, body).await.ok();
    let of_role = format!("/api/roles/{}", role["id"].as_str().unwrap());
    app.delete(&of_role, &root.token).await.error(409);
    delete(&app, &owner, &clerk).await.ok();
    assert_eq!(listed(&app, &owner).await[0]["wentAlong"]["roles"], 2);
    app.delete(&of_role, &root.token).await.ok();
    assert_eq!(listed(&app, &owner).await[0]["wentAlong"]["roles"], 1);
    bring_back(&app, &owner, &clerk).await.ok();
    let held = app.get(&format!("/api/user-role-mappings/user/{}", clerk.id), &owner.token).await.ok();
    assert_eq!(held.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_platform_has_the_deleted_users_of_all_organisations_back_and_each_is_told() {
    let app = App::start().await;
    let root = app.root().await;
    let (tenant, owner) = firm(&app, "Firm").await;
    let clerk = app.person(&tenant, &[]).await;
    delete(&app, &root, &clerk).await.ok();
    let rows = listed(&app, &root).await;
    assert_eq!((&rows[0]["name"], &rows[0]["tenantName"]), (&json!(clerk.email), &json!("Firm")));
    assert_eq!(rows[0]["deletedBy"], root.email);
    assert_eq!(app.told(&owner, "READ").await.len(), 1);
    // To a tenant, somebody of the platform is the platform.
    assert_eq!(listed(&app, &owner).await[0]["deletedBy"], "Nirmaan");
    // With users alone: what else an organisation deletes isn't the platform's to see.
    let contract = app.contract(&owner, json!({"bidId": "GJ/71", "contractName": "Dam"})).await;
    app.delete(&format!("/api/contracts/{}", contract["id"].as_str().unwrap()), &owner.token).await.ok();
    for kind in [json!([]), json!(["CONTRACT"]), json!(["CONTRACT", "USER"])] {
        let all = app.post("/api/deleted/filter", &root.token, json!({"kind": kind})).await.ok();
        assert_eq!(all["totalElements"], 0, "{all}");
    }

    bring_back(&app, &root, &clerk).await.ok();
    log_in(&app, &tenant, &clerk.email, "").await.ok();
    assert_eq!(restored(&app).await[0]["actor"], json!(root.id));
    assert_eq!(listed(&app, &root).await, Vec::<Value>::new());
}

#[tokio::test]
async fn after_thirty_days_nothing_is_left_that_they_would_have_come_back_with() {
    let app = App::start().await;
    let (tenant, owner) = firm(&app, "Firm").await;
    let clerk = app.person(&tenant, &[]).await;
    app.put("/api/profile", &clerk.token, json!({"profileImage": picture()})).await.ok();
    Authenticator::enrol(&app, &clerk).await;
    delete(&app, &owner, &clerk).await.ok();
    let db = app.owner_db().await;
    let left = async || {
        let mut left = Vec::new();
        for table in ["user_roles", "second_factors", "recovery_codes"] {
            left.push(app.platform_rows(&db, &format!("SELECT user_id FROM {table}")).await.len());
        }
        left
    };
    let [roles, factors, codes] = left().await[..] else { unreachable!() };
    assert_eq!((factors, codes), (1, 10));
    app.clock.advance(TimeDelta::days(30) + TimeDelta::minutes(1));
    let owner = app.log_in("Firm", &owner.email, PASSWORD).await;
    let token = owner["accessToken"].as_str().unwrap();
    let body = json!({"kind": "USER", "id": clerk.id});
    assert_eq!(app.post("/api/deleted/restore", token, body).await.error(404).1, NOT_FOUND);
    app.clock.advance(TimeDelta::minutes(58));
    assert_eq!(forget_deleted(app.deps()).await.unwrap(), 0, "not while one of them may be coming back");
    app.clock.advance(TimeDelta::minutes(2));
    // As the server does it every hour.
    sweep(app.deps()).await.unwrap();
    assert_eq!(left().await, [roles - 1, 0, 0]);
    let forgotten = "SELECT id FROM users WHERE deleted_at IS NOT NULL AND password_hash = '' \
                     AND profile_image = '' AND second_factor_since IS NULL";
    assert_eq!(app.platform_rows(&db, forgotten).await.len(), 1);
    assert_eq!(forget_deleted(app.deps()).await.unwrap(), 0);
    sweep_orphans(app.deps(), app.deps().store.clock().now() + TimeDelta::days(1)).await.unwrap();
    assert_eq!(app.stored_keys().await, Vec::<String>::new());
}

#[tokio::test]
async fn of_a_user_who_comes_back_and_a_namesake_who_is_created_at_once_there_is_one() {
    let app = App::start().await;
    let (_, owner) = firm(&app, "Firm").await;
    let ravi = json!({"email": "ravi@firm.example", "password": "harbour lantern 7"});
    let gone =
        app.post("/api/users", &owner.token, ravi.clone()).await.ok()["id"].as_str().unwrap().to_owned();
    app.delete(&format!("/api/users/{gone}"), &owner.token).await.ok();
    let (back, created) =
        tokio::join!(restore(&app, &owner, "USER", &gone), app.post("/api/users", &owner.token, ravi));
    let mut statuses = [back.status.as_u16(), created.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let found = json!({"email": "ravi@firm.example"});
    assert_eq!(app.post("/api/users/filter", &owner.token, found).await.ok()["totalElements"], 1);
}
