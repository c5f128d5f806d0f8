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
async fn firm(app: &App, name: &str) -> (Tenant, Person) {
    let root = app.root().await;
    let tenant = app.tenant(name).await;
    let email = format!("owner@{}.example", name.to_lowercase());
    let owner = app.administrator(&root, &tenant, &email).await;
    (tenant, owner)
}

async fn delete(app: &App, by: &Person, whom: &Person) -> Answer {
    app.delete(&format!("/api/users/{}", whom.id), &by.token).await
}

async fn bring_back(app: &App, by: &Person, whom: &Person) -> Answer {
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

/// A firm with a project, and two who work on it: its owner, a clerk, and somebody else.
struct Site {
    app: App,
    tenant: Tenant,
    owner: Person,
    clerk: Person,
    other: Person,
    project: Value,
}

impl Site {
    async fn open() -> Self {
        let app = App::start().await;
        let (tenant, owner) = firm(&app, "Firm").await;
        let [clerk, other] = [app.person(&tenant, &[]).await, app.person(&tenant, &[]).await];
        let project = app.post("/api/projects", &owner.token, json!({"projectName": "Ring road"})).await.ok();
        Self { app, tenant, owner, clerk, other, project: project["id"].clone() }
    }

    /// A task of the clerk's; its id.
    async fn task(&self, title: &str) -> String {
        let task = json!({"title": title, "projectId": self.project, "assignedTo": self.clerk.id});
        let task = self.app.post("/api/tasks", &self.owner.token, task).await.ok();
        task["id"].as_str().unwrap().to_owned()
    }

    async fn change(&self, id: &str, change: Value) {
        let path = format!("/api/tasks/{id}");
        let mut task = self.app.get(&path, &self.owner.token).await.ok();
        for (field, value) in change.as_object().unwrap() {
            task[field] = value.clone();
        }
        self.app.put(&path, &self.owner.token, task).await.ok();
    }

    /// Whom a task is assigned to.
    async fn holder(&self, id: &str) -> Value {
        self.app.get(&format!("/api/tasks/{id}"), &self.owner.token).await.ok()["assignedTo"].clone()
    }

    /// Deletes the clerk, whose tasks go to somebody.
    async fn hand_over(&self, by: &Person, to: &str) -> Answer {
        let path = format!("/api/users/{}?handOverToId={to}", self.clerk.id);
        self.app.delete(&path, &by.token).await
    }
}

#[tokio::test]
async fn open_tasks_are_handed_over_and_given_back_as_far_as_nobody_has_decided_otherwise() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let [dig, fill, level, pave] =
        [site.task("Dig").await, site.task("Fill").await, site.task("Level").await, site.task("Pave").await];
    site.change(&pave, json!({"status": "COMPLETED"})).await;
    let [clerk, other] = [json!(site.clerk.id), json!(site.other.id)];

    site.hand_over(owner, &site.other.id.to_string()).await.ok();
    for task in [&dig, &fill, &level] {
        assert_eq!(site.holder(task).await, other);
    }
    assert_eq!(site.holder(&pave).await, clerk, "what is done stays in their name");
    let history = app.get(&format!("/api/audit/task/{dig}"), &owner.token).await.ok();
    let change = &history["content"][0];
    assert_eq!((&change["action"], &change["actor"]), (&json!("UPDATE"), &json!(owner.email)), "{history}");
    let mine = app.post("/api/tasks/filter", &owner.token, json!({"assignedTo": site.other.id})).await.ok();
    assert_eq!(mine["totalElements"], 3);

    // One is done, and another was assigned anew, to whom it had been handed over.
    site.change(&fill, json!({"status": "COMPLETED"})).await;
    site.change(&level, json!({"assignedTo": owner.id})).await;
    site.change(&level, json!({"assignedTo": site.other.id})).await;
    bring_back(app, owner, &site.clerk).await.ok();
    assert_eq!(site.holder(&dig).await, clerk);
    assert_eq!([site.holder(&fill).await, site.holder(&level).await], [other.clone(), other]);
    // The next time they are deleted and brought back, what was decided since stays.
    site.change(&fill, json!({"status": "REOPENED"})).await;
    delete(app, owner, &site.clerk).await.ok();
    bring_back(app, owner, &site.clerk).await.ok();
    assert_eq!(site.holder(&fill).await, json!(site.other.id));
}

#[tokio::test]
async fn what_was_handed_over_twice_goes_back_to_the_last_who_had_it() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let task = json!({"title": "Dig", "projectId": site.project, "assignedTo": site.clerk.id, "estimatedQuantity": 10, "actualQuantity": 4});
    let dig = app.post("/api/tasks", &owner.token, task).await.ok()["id"].as_str().unwrap().to_owned();
    let [clerk, other] = [json!(site.clerk.id), json!(site.other.id)];
    site.hand_over(owner, &site.other.id.to_string()).await.ok();
    let path = format!("/api/users/{}?handOverToId={}", site.other.id, owner.id);
    app.delete(&path, &owner.token).await.ok();
    assert_eq!(site.holder(&dig).await, json!(owner.id));
    bring_back(app, owner, &site.clerk).await.ok();
    assert_eq!(site.holder(&dig).await, json!(owner.id));
    // By somebody of the platform, too.
    bring_back(app, &app.root().await, &site.other).await.ok();
    assert_eq!(site.holder(&dig).await, other);

    // A task that is split takes its balance along.
    site.change(&dig, json!({"assignedTo": site.clerk.id})).await;
    site.hand_over(owner, &site.other.id.to_string()).await.ok();
    let below =
        json!({"title": "Trench", "projectId": site.project, "parentId": dig, "onOwnFigures": "KEEP"});
    app.post("/api/tasks?onOwnFigures=KEEP", &owner.token, below).await.ok();
    bring_back(app, owner, &site.clerk).await.ok();
    let theirs = app.post("/api/tasks/filter", &owner.token, json!({"assignedTo": site.clerk.id})).await.ok();
    let titles = crate::platform::column(&theirs["content"], "title");
    assert_eq!((titles.len(), site.holder(&dig).await), (2, clerk), "{titles:?}");
}

#[tokio::test]
async fn more_tasks_than_are_changed_together_are_handed_over_all() {
    let site = Site::open().await;
    let task = site.task("Dig").await;
    let db = site.app.owner_db().await;
    let columns = "tenant_id, project_id, level, position, is_leaf, title, description, units, tax_percentage, \
                   estimated_amount, actual_amount, status, task_type, progress, is_milestone, is_billable, assigned_to, \
                   is_approved, rejection_reason, termination_reason, comment, search, version, created_at, updated_at";
    let id = if site.app.is_postgres() { "gen_random_uuid()" } else { "CAST(randomblob(16) AS BLOB)" };
    let copies = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5001), \
         ids AS MATERIALIZED (SELECT {id} AS id FROM n) \
         INSERT INTO tasks (id, hierarchy_path, {columns}) SELECT ids.id, '', {columns} FROM ids, tasks"
    );
    site.app.platform_sql(&db, &copies).await;
    site.hand_over(&site.owner, &site.other.id.to_string()).await.ok();
    assert_eq!(site.holder(&task).await, json!(site.other.id));
    let count = "SELECT COUNT(*) AS n FROM tasks WHERE handed_over_from IS NOT NULL";
    assert_eq!(site.app.platform_count(&db, count).await, 5_002);
    let events = "SELECT COUNT(*) AS n FROM audit_events WHERE entity = 'task' AND action = 'update'";
    assert_eq!(site.app.platform_count(&db, events).await, 5_002);
}

#[tokio::test]
async fn tasks_are_handed_over_only_to_an_active_colleague_and_by_who_may_edit_tasks() {
    let site = Site::open().await;
    let (app, owner) = (&site.app, &site.owner);
    let dig = site.task("Dig").await;
    let (_, stranger) = firm(app, "Rival").await;
    let clerk = json!(site.clerk.id);
    let field = async |to: &str| {
        let answer = site.hand_over(owner, to).await;
        answer.error(400);
        answer.json()["fields"][0].clone()
    };
    let wrong = |message: &str| json!({"field": "handOverToId", "message": message});
    assert_eq!(
        field(&site.clerk.id.to_string()).await,
        wrong("This user is about to be deleted. Choose somebody else.")
    );
    let off = json!({"email": site.other.email, "isActive": false});
    app.put(&format!("/api/users/{}", site.other.id), &owner.token, off).await.ok();
    assert_eq!(
        field(&site.other.id.to_string()).await,
        wrong("An inactive user can't be given tasks. Choose somebody else.")
    );
    for nobody in [stranger.id.to_string(), uuid::Uuid::now_v7().to_string(), "nonsense".to_owned()] {
        assert_eq!(field(&nobody).await, wrong("There is no such user any more. Choose somebody else."));
    }
    let deleter = app.person(&site.tenant, &[("User", View), ("User", Delete)]).await;
    let (code, message) = site.hand_over(&deleter, &owner.id.to_string()).await.error(403);
    assert_eq!(code, "PERMISSION_DENIED");
    assert!(message.contains("Project Tasks"), "{message}");
    // The platform's users have no business with a firm's tasks.
    site.hand_over(&app.root().await, &owner.id.to_string()).await.error(403);
    assert_eq!(site.holder(&dig).await, clerk, "nothing of it was done");
    app.get(&format!("/api/users/{}", site.clerk.id), &owner.token).await.ok();
    site.hand_over(&deleter, "").await.ok();
    assert_eq!(site.holder(&dig).await, clerk);
}
