//! Which user has which role.

use nirmaan_api::access::Action;
use nirmaan_migrations::{PLATFORM_ADMINISTRATOR, TENANT_ADMINISTRATOR, catalogue_id};
use serde_json::{Value, json};

use super::{ALL_OF_PEOPLE, column, members};
use crate::{build::Person, harness::App};

pub(super) async fn role(app: &App, root: &Person, name: &str, module: &str) -> Value {
    let role = app.post("/api/roles", &root.token, json!({"name": name})).await.ok();
    let save = format!("/api/permissions/bulk/{}", role["id"].as_str().unwrap());
    app.post(&save, &root.token, json!([{"moduleName": module, "canView": true}])).await.ok();
    role
}

// Spec: S7.role-mappings.create S7.role-mappings.list S7.role-mappings.delete
#[tokio::test]
async fn a_role_is_given_listed_and_taken() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let owner = app.administrator(&root, &tenant, "owner@firm.example").await;
    let clerk = role(&app, &root, "Clerk", "Contracts").await;
    let person = app.person(&tenant, &[]).await;
    let body = json!({"userId": person.id, "roleId": clerk["id"]});
    let created = app.post("/api/user-role-mappings", &owner.token, body.clone()).await.ok();
    assert_eq!((&created["userId"], &created["roleId"]), (&json!(person.id), &clerk["id"]));
    assert_eq!(created["roleName"], "Clerk");
    app.post("/api/contracts/filter", &person.token, json!({})).await.ok();
    let again = app.post("/api/user-role-mappings", &owner.token, body).await;
    assert_eq!(again.error(409), ("ALREADY_EXISTS".to_owned(), "The user already has this role.".to_owned()));

    let of_user = format!("/api/user-role-mappings/user/{}", person.id);
    let listed = app.get(&of_user, &owner.token).await.ok();
    assert_eq!(listed.as_array().unwrap().len(), 2, "with the role of their own");
    assert!(listed.as_array().unwrap().contains(&created));
    let of_role = format!("{of_user}/role/{}", clerk["id"].as_str().unwrap());
    assert_eq!(app.delete(&of_role, &owner.token).await.ok(), json!({}));
    app.post("/api/contracts/filter", &person.token, json!({})).await.error(403);
    app.delete(&of_role, &owner.token).await.error(404);
    let history = app.events("user").await;
    let clerk_only = |event: &&Value| event["changes"]["roles"].to_string().contains("Clerk");
    assert_eq!(history.iter().filter(clerk_only).count(), 2, "given and taken, on the user's own record");
}

// Spec: S3.role-selection S7.role-mappings.selection
#[tokio::test]
async fn the_selection_has_every_role_and_says_who_may_give_it() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let owner = app.administrator(&root, &tenant, "owner@firm.example").await;
    role(&app, &root, "Clerk", "Contracts").await;
    role(&app, &root, "Landlord", "Tenants").await;
    let path = format!("/api/user-role-mappings/user/{}/role-selection", owner.id);
    let selection = app.get(&path, &owner.token).await.ok();
    assert_eq!(
        column(&selection, "roleName"),
        ["Clerk", "Landlord", PLATFORM_ADMINISTRATOR, TENANT_ADMINISTRATOR]
    );
    for field in ["roleId", "roleName", "userId"] {
        assert!(members(&selection[0]).contains(&field), "{field}");
    }
    assert_eq!(column(&selection, "userId"), ["", "", "", &owner.id.to_string()]);
    let grantable: Vec<_> =
        selection.as_array().unwrap().iter().map(|row| row["isGrantable"].as_bool().unwrap()).collect();
    assert_eq!(grantable, [true, false, false, true]);
    // To people of other organisations even the platform doesn't give its own role.
    let by_root = app.get(&path, &root.token).await.ok();
    let platform = by_root.as_array().unwrap().iter().find(|row| row["roleName"] == PLATFORM_ADMINISTRATOR);
    assert_eq!(platform.unwrap()["isGrantable"], false);
}

#[tokio::test]
async fn a_users_roles_are_set_at_once_with_one_event() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let owner = app.administrator(&root, &tenant, "owner@firm.example").await;
    let clerk = role(&app, &root, "Clerk", "Contracts").await;
    let mason = role(&app, &root, "Mason", "Projects").await;
    let body = json!({"email": "new@firm.example", "password": "harbour lantern 7"});
    let user = app.post("/api/users", &owner.token, body).await.ok();
    let path = format!("/api/user-role-mappings/user/{}", user["id"].as_str().unwrap());
    let set = |roles: Value| json!({"roleIds": roles});
    let both = app.put(&path, &owner.token, set(json!([clerk["id"], mason["id"]]))).await.ok();
    assert_eq!(column(&both, "roleName"), ["Clerk", "Mason"]);
    let one = app.put(&path, &owner.token, set(json!([mason["id"]]))).await.ok();
    assert_eq!(column(&one, "roleName"), ["Mason"]);
    assert_eq!(one[0]["id"], both[1]["id"], "what stays is not given anew");
    let events = app.events("user").await.len();
    app.put(&path, &owner.token, set(json!([mason["id"]]))).await.ok();
    assert_eq!(app.events("user").await.len(), events, "nothing changed");
    app.put(&path, &owner.token, set(json!([uuid::Uuid::now_v7()]))).await.error(404);
    assert_eq!(column(&app.get(&path, &owner.token).await.ok(), "roleName"), ["Mason"]);
    let changes = &app.events("user").await[events - 1]["changes"]["roles"];
    assert_eq!(changes, &json!({"from": "Clerk, Mason", "to": "Mason"}));
}

#[tokio::test]
async fn single_roles_are_given_and_taken_beside_what_others_do() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let owner = app.administrator(&root, &tenant, "owner@firm.example").await;
    let clerk = role(&app, &root, "Clerk", "Contracts").await;
    let mason = role(&app, &root, "Mason", "Projects").await;
    let driver = role(&app, &root, "Driver", "Vehicles").await;
    let body = json!({"email": "new@firm.example", "password": "harbour lantern 7"});
    let user = app.post("/api/users", &owner.token, body).await.ok();
    let of_user = format!("/api/user-role-mappings/user/{}", user["id"].as_str().unwrap());
    let path = format!("{of_user}/changes");
    app.put(&of_user, &owner.token, json!({"roleIds": [clerk["id"], mason["id"]]})).await.ok();

    // Somebody whose screen still shows Clerk and Mason gives Driver, after Clerk was revoked.
    app.delete(&format!("{of_user}/role/{}", clerk["id"].as_str().unwrap()), &owner.token).await.ok();
    let given = app.post(&path, &owner.token, json!({"giveRoleIds": [driver["id"]]})).await.ok();
    assert_eq!(column(&given, "roleName"), ["Driver", "Mason"]);

    let both = json!({"giveRoleIds": [clerk["id"]], "takeRoleIds": [mason["id"]]});
    let changed = app.post(&path, &owner.token, both.clone()).await.ok();
    assert_eq!(column(&changed, "roleName"), ["Clerk", "Driver"]);
    let events = app.events("user").await.len();
    app.post(&path, &owner.token, both).await.ok();
    assert_eq!(app.events("user").await.len(), events, "nothing changed");

    let at_once = json!({"giveRoleIds": [mason["id"]], "takeRoleIds": [mason["id"]]});
    let refused = app.post(&path, &owner.token, at_once).await;
    assert_eq!(refused.json()["fields"][0]["field"], "takeRoleIds");
    refused.error(400);
    app.post(&path, &owner.token, json!({"giveRoleIds": [uuid::Uuid::now_v7()]})).await.error(404);
    let other = app.tenant("Deccan Builders").await;
    let stranger = app.administrator(&root, &other, "owner@deccan.example").await;
    app.post(&path, &stranger.token, json!({"takeRoleIds": [clerk["id"]]})).await.error(404);
    let office = app.person(&tenant, ALL_OF_PEOPLE).await;
    app.post(&path, &office.token, json!({"takeRoleIds": [clerk["id"]]})).await.error(403);
    assert_eq!(column(&app.get(&of_user, &owner.token).await.ok(), "roleName"), ["Clerk", "Driver"]);
}

// Spec: S5.role-mapping.permission
#[tokio::test]
async fn each_change_needs_its_own_right() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let clerk = role(&app, &root, "Clerk", "Contracts").await;
    let person = app.person(&tenant, &[]).await;
    let own = format!("/api/user-role-mappings/user/{}", person.id);
    let one = format!("{own}/role/{}", clerk["id"].as_str().unwrap());
    let body = json!({"userId": person.id, "roleId": clerk["id"]});
    for (action, may) in [
        (Action::View, "view"),
        (Action::Create, "create"),
        (Action::Edit, "edit"),
        (Action::Delete, "delete"),
    ] {
        let actor = app.person(&tenant, &[("UserRoleMapping", action), ("Contracts", Action::View)]).await;
        let token = &actor.token;
        let is_denied = |status: reqwest::StatusCode| status == 403;
        assert_eq!(is_denied(app.get(&own, token).await.status), may != "view");
        let created = app.post("/api/user-role-mappings", token, body.clone()).await.status;
        assert_eq!(is_denied(created), may != "create");
        assert_eq!(is_denied(app.put(&own, token, json!({"roleIds": []})).await.status), may != "edit");
        assert_eq!(is_denied(app.delete(&one, token).await.status), may != "delete");
    }
}

#[tokio::test]
async fn nobody_gives_or_takes_more_than_they_have() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let owner = app.administrator(&root, &tenant, "owner@firm.example").await;
    let office = app.person(&tenant, ALL_OF_PEOPLE).await;
    let clerk = role(&app, &root, "Clerk", "Contracts").await;
    let give = |role: Value| json!({"userId": office.id, "roleId": role});
    let answer = app.post("/api/user-role-mappings", &office.token, give(clerk["id"].clone())).await;
    assert!(answer.error(403).1.contains("you don't have yourself"));
    let administrator = catalogue_id("role", TENANT_ADMINISTRATOR);
    app.post("/api/user-role-mappings", &office.token, give(json!(administrator))).await.error(403);
    let of_owner = format!("/api/user-role-mappings/user/{}/role/{administrator}", owner.id);
    app.delete(&of_owner, &office.token).await.error(403);
    let all = format!("/api/user-role-mappings/user/{}", owner.id);
    app.put(&all, &office.token, json!({"roleIds": []})).await.error(403);
    // Nor by becoming whoever has it.
    let body = json!({"email": owner.email, "password": "taken over 12"});
    let path = format!("/api/users/{}", owner.id);
    assert!(app.put(&path, &office.token, body).await.error(403).1.contains("how they sign in"));
    let body = json!({"email": "mine@firm.example"});
    app.put(&path, &office.token, body).await.error(403);
    let body = json!({"email": owner.email, "designation": "Partner"});
    app.put(&path, &office.token, body).await.ok();
}
