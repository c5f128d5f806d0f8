//! Roles that come with a user, and with a change of one.

use chrono::TimeDelta;
use nirmaan_api::access::Action;
use nirmaan_migrations::{PLATFORM_ADMINISTRATOR, TENANT_ADMINISTRATOR, catalogue_id};
use reqwest::Method;
use serde_json::{Value, json};

use super::{ALL_OF_PEOPLE, column, complaint, mappings::role, platform};
use crate::{
    auth::{
        mail::{mailing, mails},
        second_factor::Authenticator,
    },
    build::{Person, Tenant},
    harness::{App, answer},
};

const PASSWORD: &str = "harbour lantern 7";
const SELECTION: &str = "/api/user-role-mappings/role-selection";

/// A firm with its administrator, and the roles Clerk and Mason.
struct Firm {
    root: Person,
    tenant: Tenant,
    owner: Person,
    clerk: Value,
    mason: Value,
}

impl Firm {
    async fn of(app: &App) -> Self {
        let (root, tenant) = (app.root().await, app.tenant("Firm").await);
        let owner = app.administrator(&root, &tenant, "owner@firm.example").await;
        let clerk = role(app, &root, "Clerk", "Contracts").await["id"].clone();
        let mason = role(app, &root, "Mason", "Projects").await["id"].clone();
        Self { root, tenant, owner, clerk, mason }
    }
}

fn with_roles(roles: &[&Value]) -> String {
    let named: Vec<_> = roles.iter().map(|id| format!("roleIds={}", id.as_str().unwrap())).collect();
    format!("/api/users?{}", named.join("&"))
}

fn new_user(email: &str) -> Value {
    json!({"email": email, "password": PASSWORD})
}

/// The names of the roles that a user holds.
async fn held(app: &App, by: &Person, id: &Value) -> Vec<String> {
    let path = format!("/api/user-role-mappings/user/{}", id.as_str().unwrap());
    let mappings = app.get(&path, &by.token).await.ok();
    column(&mappings, "roleName")
}

async fn users(app: &App, by: &Person) -> i64 {
    app.post("/api/users/filter", &by.token, json!({})).await.ok()["totalElements"].as_i64().unwrap()
}

#[tokio::test]
async fn a_new_user_has_the_roles_that_they_were_created_with() {
    let app = App::start().await;
    let Firm { owner, clerk, mason, .. } = Firm::of(&app).await;
    let before = app.events("user").await.len();
    let path = with_roles(&[&mason, &clerk, &mason]);
    let created = app.post(&path, &owner.token, new_user("new@firm.example")).await.ok();
    assert_eq!(held(&app, &owner, &created["id"]).await, ["Clerk", "Mason"]);
    let events = app.events("user").await;
    assert_eq!(events.len(), before + 1, "one event: {events:?}");
    let event = events.last().unwrap();
    assert_eq!(event["action"], "create");
    assert_eq!(event["changes"]["roles"], json!({"from": "", "to": "Clerk, Mason"}));

    let login = app.log_in("Firm", "new@firm.example", PASSWORD).await;
    let token = login["accessToken"].as_str().unwrap();
    app.post("/api/contracts/filter", token, json!({})).await.ok();
    app.post("/api/projects/filter", token, json!({})).await.ok();
    app.post("/api/users/filter", token, json!({})).await.error(403);
}

#[tokio::test]
async fn nobody_is_created_with_a_role_that_may_not_be_given() {
    let app = App::start().await;
    let Firm { root, tenant, owner, clerk, .. } = Firm::of(&app).await;
    let there = users(&app, &owner).await;

    // Without the right to give roles.
    let creates = app.person(&tenant, &[("User", Action::Create), ("Contracts", Action::View)]).await;
    let refused = app.post(&with_roles(&[&clerk]), &creates.token, new_user("a@firm.example")).await;
    assert!(refused.error(403).1.contains("UserRoleMapping"), "{:?}", refused.json());
    // With it, but without what the role grants.
    let office = app.person(&tenant, ALL_OF_PEOPLE).await;
    let refused = app.post(&with_roles(&[&clerk]), &office.token, new_user("a@firm.example")).await;
    assert!(refused.error(403).1.contains("you don't have yourself"));
    let administrator = json!(catalogue_id("role", TENANT_ADMINISTRATOR));
    app.post(&with_roles(&[&administrator]), &office.token, new_user("a@firm.example")).await.error(403);

    for gone in [json!(uuid::Uuid::now_v7()), json!("no id")] {
        let wrong = app.post(&with_roles(&[&clerk, &gone]), &owner.token, new_user("a@firm.example")).await;
        wrong.error(400);
        assert_eq!(
            complaint(&wrong.json(), "roleIds"),
            "One of the roles isn't there any more. Choose again."
        );
    }
    // The platform's own role is for its people, even where the platform gives it.
    let platforms = json!(catalogue_id("role", PLATFORM_ADMINISTRATOR));
    let mut body = new_user("a@firm.example");
    body["tenantId"] = json!(tenant.id);
    let refused = app.post(&with_roles(&[&platforms]), &root.token, body).await;
    assert!(refused.error(409).1.contains("people of the platform"));

    assert_eq!(users(&app, &owner).await, there + 2, "nobody but who tried");
    app.post("/api/users", &creates.token, new_user("a@firm.example")).await.ok();
}

#[tokio::test]
async fn a_create_that_is_sent_again_gives_its_roles_once() {
    let app = App::start().await;
    let Firm { owner, clerk, mason, .. } = Firm::of(&app).await;
    let body = new_user("new@firm.example");
    let send = async |roles: &[&Value]| {
        let request = app.request(Method::POST, &with_roles(roles), Some(&owner.token));
        answer(request.header("Idempotency-Key", "k").json(&body)).await
    };
    let first = send(&[&clerk]).await.ok();
    assert_eq!(send(&[&clerk]).await.ok()["id"], first["id"]);
    assert_eq!(held(&app, &owner, &first["id"]).await, ["Clerk"]);
    send(&[&clerk, &mason]).await.error(409);
    assert_eq!(held(&app, &owner, &first["id"]).await, ["Clerk"]);
}

#[tokio::test]
async fn whoever_has_a_second_factor_shows_it_to_give_roles() {
    let app = App::start().await;
    let Firm { owner, clerk, .. } = Firm::of(&app).await;
    let phone = Authenticator::enrol(&app, &owner).await;
    app.clock.advance(TimeDelta::minutes(5));
    let user = app.post("/api/users", &owner.token, new_user("plain@firm.example")).await.ok();
    app.post(&with_roles(&[&clerk]), &owner.token, new_user("new@firm.example")).await.error(403);
    let path = format!("/api/users/{}?giveRoleIds={}", user["id"].as_str().unwrap(), clerk.as_str().unwrap());
    app.put(&path, &owner.token, user.clone()).await.error(403);
    assert!(held(&app, &owner, &user["id"]).await.is_empty());
    app.post("/api/auth/step-up", &owner.token, json!({"code": phone.next_code(&app)})).await.ok();
    app.put(&path, &owner.token, user.clone()).await.ok();
    app.post(&with_roles(&[&clerk]), &owner.token, new_user("new@firm.example")).await.ok();
    assert_eq!(held(&app, &owner, &user["id"]).await, ["Clerk"]);
}

#[tokio::test]
async fn an_update_gives_and_takes_roles_with_the_rest_of_it() {
    let app = App::start().await;
    let Firm { root, tenant, owner, clerk, mason } = Firm::of(&app).await;
    let driver = role(&app, &root, "Driver", "Vehicles").await["id"].clone();
    let user = app.post(&with_roles(&[&clerk]), &owner.token, new_user("new@firm.example")).await.ok();
    let (id, path) = (&user["id"], format!("/api/users/{}", user["id"].as_str().unwrap()));
    // Somebody else gives Driver, while the form shows Clerk alone.
    let others = format!("/api/user-role-mappings/user/{}/changes", id.as_str().unwrap());
    app.post(&others, &owner.token, json!({"giveRoleIds": [driver]})).await.ok();

    let text = |id: &Value| id.as_str().unwrap().to_owned();
    let both = format!("{path}?giveRoleIds={}&takeRoleIds={}", text(&mason), text(&clerk));
    let mut body = user.clone();
    body["designation"] = json!("Foreman");
    let updated = app.put(&both, &owner.token, body.clone()).await.ok();
    assert_eq!(updated["designation"], "Foreman");
    assert_eq!(held(&app, &owner, id).await, ["Driver", "Mason"]);
    let events = app.events("user").await;
    let event = events.last().unwrap();
    assert_eq!(event["changes"]["roles"], json!({"from": "Clerk, Driver", "to": "Driver, Mason"}));
    assert_eq!(event["changes"]["designation"]["to"], "Foreman", "in the same event");

    // With an old version nothing happens, and neither for whoever may not change roles, nor with a role that isn't there.
    let back = format!("{path}?giveRoleIds={}&takeRoleIds={}", text(&clerk), text(&mason));
    app.put(&back, &owner.token, body.clone()).await.error(409);
    body["version"] = updated["version"].clone();
    body["designation"] = json!("Driver");
    let edits = app.person(&tenant, &[("User", Action::Edit), ("UserRoleMapping", Action::Create)]).await;
    assert!(app.put(&back, &edits.token, body.clone()).await.error(403).1.contains("UserRoleMapping"));
    let wrong =
        app.put(&format!("{path}?giveRoleIds={}", uuid::Uuid::now_v7()), &owner.token, body.clone()).await;
    wrong.error(400);
    assert!(complaint(&wrong.json(), "giveRoleIds").contains("isn't there any more"));
    let wrong = app.put(&format!("{path}?takeRoleIds=nonsense"), &owner.token, body.clone()).await;
    wrong.error(400);
    assert!(complaint(&wrong.json(), "takeRoleIds").contains("isn't there any more"));
    // Neither with a role that grants what the caller doesn't have.
    let office = app.person(&tenant, ALL_OF_PEOPLE).await;
    for change in [format!("giveRoleIds={}", text(&clerk)), format!("takeRoleIds={}", text(&mason))] {
        let refused = app.put(&format!("{path}?{change}"), &office.token, body.clone()).await;
        assert!(refused.error(403).1.contains("you don't have yourself"), "{change}");
    }
    let at_once = format!("{path}?giveRoleIds={0}&takeRoleIds={0}", text(&clerk));
    let wrong = app.put(&at_once, &owner.token, body.clone()).await;
    wrong.error(400);
    assert!(complaint(&wrong.json(), "takeRoleIds").contains("at once"));
    let other = app.tenant("Deccan Builders").await;
    let stranger = app.administrator(&root, &other, "owner@deccan.example").await;
    app.put(&back, &stranger.token, new_user("new@firm.example")).await.error(404);
    assert_eq!(held(&app, &owner, id).await, ["Driver", "Mason"]);
    assert_eq!(app.get(&path, &owner.token).await.ok()["designation"], "Foreman");

    // Roles alone, which count as a change of the user.
    let again = app.put(&back, &owner.token, updated.clone()).await.ok();
    assert_eq!(held(&app, &owner, id).await, ["Clerk", "Driver"]);
    assert_eq!(again["version"].as_i64(), updated["version"].as_i64().map(|version| version + 1));
    let event = app.events("user").await.pop().unwrap();
    assert_eq!(event["changes"], json!({"roles": {"from": "Driver, Mason", "to": "Clerk, Driver"}}));
}

#[tokio::test]
async fn the_last_administrator_stays_one_and_keeps_the_rest_of_the_update_out() {
    let app = App::start().await;
    let Firm { owner, .. } = Firm::of(&app).await;
    let administrator = catalogue_id("role", TENANT_ADMINISTRATOR);
    let path = format!("/api/users/{}", owner.id);
    let mut body = app.get(&path, &owner.token).await.ok();
    body["designation"] = json!("Retired");
    let refused = app.put(&format!("{path}?takeRoleIds={administrator}"), &owner.token, body.clone()).await;
    assert!(refused.error(409).1.contains("last administrator"));
    assert_eq!(app.get(&path, &owner.token).await.ok()["designation"], "");
    app.post(&with_roles(&[&json!(administrator)]), &owner.token, new_user("next@firm.example")).await.ok();
    app.put(&format!("{path}?takeRoleIds={administrator}"), &owner.token, body).await.ok();
    app.get(&path, &owner.token).await.error(403);
}

#[tokio::test]
async fn of_two_administrators_who_lose_their_role_at_once_one_stays() {
    let app = App::start().await;
    let Firm { root, tenant, owner, .. } = Firm::of(&app).await;
    let other = app.administrator(&root, &tenant, "other@firm.example").await;
    let administrator = catalogue_id("role", TENANT_ADMINISTRATOR);
    let take = async |from: &Person| {
        let path = format!("/api/users/{}?takeRoleIds={administrator}", from.id);
        app.put(&path, &root.token, json!({"email": from.email})).await.status.as_u16()
    };
    let mut answers = <[u16; 2]>::from(futures_util::join!(take(&owner), take(&other)));
    answers.sort_unstable();
    assert_eq!(answers, [200, 409]);
    let held = [held(&app, &root, &json!(owner.id)).await, held(&app, &root, &json!(other.id)).await];
    assert_eq!(held.concat(), [TENANT_ADMINISTRATOR]);
}

#[tokio::test]
async fn an_update_that_gives_a_role_answers_a_request_for_one() {
    let app = App::start().await;
    let Firm { tenant, owner, clerk, .. } = Firm::of(&app).await;
    let asks = app.person(&tenant, &[]).await;
    app.post("/api/role-request", &asks.token, json!({})).await.ok();
    let path = format!("/api/users/{}", asks.id);
    let user = app.get(&path, &owner.token).await.ok();
    assert_ne!(user["roleRequestedAt"], Value::Null);
    let gives = format!("{path}?giveRoleIds={}", clerk.as_str().unwrap());
    let updated = app.put(&gives, &owner.token, user).await.ok();
    assert_eq!(updated["roleRequestedAt"], Value::Null);
    let db = app.owner_db().await;
    let open = "SELECT COUNT(*) AS n FROM users WHERE role_requested_at IS NOT NULL";
    assert_eq!(app.platform_count(&db, open).await, 0);
}

#[tokio::test]
async fn an_invitation_names_the_roles() {
    let app = mailing().await;
    let Firm { owner, clerk, mason, .. } = Firm::of(&app).await;
    let invited = |email: &str| json!({"email": email, "sendInvitation": true});
    let path = with_roles(&[&mason, &clerk]);
    let user = app.post(&path, &owner.token, invited("new@firm.example")).await.ok();
    app.post("/api/users", &owner.token, invited("bare@firm.example")).await.ok();
    let of_user = format!("/api/user-role-mappings/user/{}", user["id"].as_str().unwrap());
    app.delete(&format!("{of_user}/role/{}", mason.as_str().unwrap()), &owner.token).await.ok();
    let again = format!("/api/users/{}/invitation", user["id"].as_str().unwrap());
    app.post(&again, &owner.token, json!({})).await.ok();
    let sent = mails(&app).await;
    assert_eq!(sent.len(), 3);
    assert!(sent[0].body.contains("\n\nRoles given to you: Clerk, Mason.\n\n"), "{}", sent[0].body);
    assert!(!sent[1].body.contains("Roles"), "{}", sent[1].body);
    assert!(sent[2].body.contains("\n\nRoles given to you: Clerk.\n\n"), "{}", sent[2].body);
}

#[tokio::test]
async fn the_choice_for_somebody_new_says_what_may_be_given() {
    let app = App::start().await;
    let Firm { root, tenant, owner, .. } = Firm::of(&app).await;
    // Among the catalogue's; whoever is made for a test has a role of their own.
    let grantable = |rows: &Value| -> Vec<String> {
        let may = rows.as_array().unwrap().iter().filter(|row| row["isGrantable"] == true);
        let mut names = column(&may.cloned().collect(), "roleName");
        names.retain(|name| !name.starts_with("Role of"));
        names
    };
    let all = ["Clerk", "Mason", PLATFORM_ADMINISTRATOR, TENANT_ADMINISTRATOR];
    let own = app.get(SELECTION, &owner.token).await.ok();
    assert_eq!(column(&own, "roleName"), all);
    assert_eq!(column(&own, "userId"), ["", "", "", ""], "nobody holds them yet");
    assert_eq!(grantable(&own), ["Clerk", "Mason", TENANT_ADMINISTRATOR]);
    let office = app.person(&tenant, ALL_OF_PEOPLE).await;
    assert!(grantable(&app.get(SELECTION, &office.token).await.ok()).is_empty());

    // The platform's administrator, for their own people and for the firm's.
    let own = app.get(SELECTION, &root.token).await.ok();
    assert_eq!(grantable(&own), all);
    let of_firm = format!("{SELECTION}?tenantId={}", tenant.id);
    assert_eq!(
        grantable(&app.get(&of_firm, &root.token).await.ok()),
        ["Clerk", "Mason", TENANT_ADMINISTRATOR]
    );
    assert_eq!(app.get(&of_firm, &owner.token).await.ok(), app.get(SELECTION, &owner.token).await.ok());
    let platforms = format!("{SELECTION}?tenantId={}", platform().id);
    app.get(&platforms, &owner.token).await.error(403);
    let none = app.person(&tenant, &[("UserRoleMapping", Action::Create)]).await;
    app.get(SELECTION, &none.token).await.error(403);
}
