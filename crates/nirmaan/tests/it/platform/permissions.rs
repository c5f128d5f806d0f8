//! What roles grant, and what users may do by them.

use nirmaan_api::{
    access::Action,
    platform::{
        CreateRoleRequest, Role, RolePermission, UpdateRoleRequest, role_service_client::RoleServiceClient,
    },
};
use nirmaan_migrations::{MODULES, TENANT_ADMINISTRATOR, catalogue_id};
use serde_json::{Value, json};

use super::{column, members};
use crate::{
    build::Person,
    harness::{App, signed},
};

const FLAGS: [&str; 5] = ["canCreate", "canView", "canEdit", "canDelete", "canReport"];

async fn grid(app: &App, person: &Person, role: &Value) -> Value {
    let path = format!("/api/permissions/role-id-permissions?roleId={}", role["id"].as_str().unwrap());
    app.get(&path, &person.token).await.ok()
}

fn row<'a>(grid: &'a Value, module: &str) -> &'a Value {
    grid.as_array().unwrap().iter().find(|row| row["moduleName"] == module).unwrap()
}

// Spec: S3.role-permission S6.flags S7.permissions.list S7.permissions.save
#[tokio::test]
async fn a_grid_has_a_row_for_every_module_and_saving_leaves_the_others() {
    let app = App::start().await;
    let root = app.root().await;
    let role = app.post("/api/roles", &root.token, json!({"name": "Clerk"})).await.ok();
    let empty = grid(&app, &root, &role).await;
    assert_eq!(empty.as_array().unwrap().len(), MODULES.len());
    let mut expected = vec!["roleId", "moduleId", "moduleName"];
    expected.extend(FLAGS);
    let mut fields = members(&empty[0]);
    fields.sort_unstable();
    expected.sort_unstable();
    assert_eq!(fields, expected);
    assert!(empty.as_array().unwrap().iter().all(|row| FLAGS.iter().all(|flag| row[flag] == false)));

    let save = format!("/api/permissions/bulk/{}", role["id"].as_str().unwrap());
    let rows = json!([
        {"roleId": role["id"], "moduleId": catalogue_id("module", "Contracts"), "moduleName": "Contracts",
         "canCreate": true, "canView": true},
        {"moduleName": "project TASKS", "canEdit": true, "canDelete": true, "canReport": true},
    ]);
    let saved = app.post(&save, &root.token, rows).await.ok();
    assert_eq!(saved, grid(&app, &root, &role).await);
    let flags = |module: &str| FLAGS.map(|flag| row(&saved, module)[flag] == true);
    assert_eq!(flags("Contracts"), [true, true, false, false, false]);
    assert_eq!(flags("Project Tasks"), [false, false, true, true, true]);
    assert_eq!(flags("Projects"), [false; 5]);

    let saved = app.post(&save, &root.token, json!([{"moduleName": "Contracts"}])).await.ok();
    assert!(FLAGS.iter().all(|flag| row(&saved, "Contracts")[flag] == false));
    assert_eq!(row(&saved, "Project Tasks")["canEdit"], true);
    let trail = app.events("role").await;
    assert_eq!(
        trail.last().unwrap()["changes"]["permissions.Contracts"],
        json!({"from": "create, view", "to": ""})
    );
}

#[tokio::test]
async fn a_grid_is_saved_whole_or_not_at_all() {
    let app = App::start().await;
    let root = app.root().await;
    let role = app.post("/api/roles", &root.token, json!({"name": "Clerk"})).await.ok();
    let save = format!("/api/permissions/bulk/{}", role["id"].as_str().unwrap());
    let before = grid(&app, &root, &role).await;
    for wrong in [
        json!([{"moduleName": "Contracts", "canView": true}, {"moduleName": "Nothing", "canView": true}]),
        json!([{"moduleName": "Contracts", "canView": true}, {"moduleName": "contracts", "canEdit": true}]),
        json!([{"moduleName": "Contracts", "canView": true, "roleId": catalogue_id("role", TENANT_ADMINISTRATOR)}]),
        json!({"moduleName": "Contracts", "canView": true}),
    ] {
        app.post(&save, &root.token, wrong.clone()).await.error(400);
        assert_eq!(grid(&app, &root, &role).await, before, "{wrong}");
    }
    let system = format!("/api/permissions/bulk/{}", catalogue_id("role", TENANT_ADMINISTRATOR));
    let rows = json!([{"moduleName": "Contracts"}]);
    assert!(app.post(&system, &root.token, rows.clone()).await.error(409).1.contains("can't be changed"));
    let nobody = format!("/api/permissions/bulk/{}", uuid::Uuid::now_v7());
    app.post(&nobody, &root.token, rows).await.error(404);
}

#[tokio::test]
async fn a_role_is_created_and_changed_with_its_grid_in_one_call() {
    let app = App::start().await;
    let root = app.root().await;
    let mut client = RoleServiceClient::new(app.channel().await);
    let grant = |module: &str, can_view: bool| RolePermission {
        module_name: module.to_owned(),
        can_view,
        ..Default::default()
    };
    let role = Role { name: "Clerk".to_owned(), ..Default::default() };
    let request = CreateRoleRequest { role: Some(role), permissions: vec![grant("Contracts", true)] };
    let created = client.create_role(signed(request, &root.token)).await.unwrap().into_inner();
    let as_json = json!({"id": created.id});
    assert_eq!(row(&grid(&app, &root, &as_json).await, "Contracts")["canView"], true);
    let id = created.id.clone();
    let request = UpdateRoleRequest {
        id,
        role: Some(Role { name: "Clerk".to_owned(), version: created.version, ..Default::default() }),
        permissions: vec![grant("Contracts", false), grant("Projects", true)],
        update_mask: None,
    };
    let updated = client.update_role(signed(request, &root.token)).await.unwrap().into_inner();
    assert!(updated.version > created.version, "its grid is a part of it");
    let now = grid(&app, &root, &as_json).await;
    assert_eq!(
        (&row(&now, "Contracts")["canView"], &row(&now, "Projects")["canView"]),
        (&json!(false), &json!(true))
    );
    let trail = app.events("role").await;
    assert_eq!(trail.len(), 2, "one event each");
    assert_eq!(trail[0]["changes"]["permissions.Contracts"], json!({"from": "", "to": "view"}));
}

// Spec: S3.user-permission S6.mapping S7.user-permissions.list
#[tokio::test]
async fn a_user_may_do_what_any_of_their_roles_grants_and_each_flag_names_its_roles() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let person = app.person(&tenant, &[("Contracts", Action::View), ("Projects", Action::Edit)]).await;
    let role = app.post("/api/roles", &root.token, json!({"name": "Clerk"})).await.ok();
    let save = format!("/api/permissions/bulk/{}", role["id"].as_str().unwrap());
    let rows = json!([{"moduleName": "Contracts", "canView": true, "canCreate": true}]);
    app.post(&save, &root.token, rows).await.ok();
    app.post("/api/contracts", &person.token, json!({})).await.error(403);
    let body = json!({"userId": person.id, "roleId": role["id"]});
    app.post("/api/user-role-mappings", &root.token, body).await.ok();
    app.post("/api/contracts", &person.token, json!({})).await.error(400);

    let path = format!("/api/user-module-permissions/user/{}", person.id);
    let rights = app.get(&path, &person.token).await.ok();
    assert_eq!(column(&rights, "moduleName"), ["Contracts", "Projects"]);
    let contracts = &rights[0];
    assert_eq!(contracts["moduleId"], json!(catalogue_id("module", "Contracts")));
    assert_eq!(contracts["moduleDescription"], "Tenders, bids, contracts and their deposits");
    assert_eq!(FLAGS.map(|flag| contracts[flag] == true), [true, true, false, false, false]);
    let sources = contracts["sources"].as_array().unwrap();
    let giving = |flag: &str| {
        sources
            .iter()
            .filter(|source| source[flag] == true)
            .map(|source| &source["roleName"])
            .collect::<Vec<_>>()
    };
    assert_eq!(giving("canCreate"), [&json!("Clerk")]);
    assert_eq!(giving("canView").len(), 2);
    assert_eq!(app.get(&path, &root.token).await.ok(), rights);

    // Of others only with the right on users, and only of one's own tenant.
    let other = app.person(&tenant, &[]).await;
    app.get(&path, &other.token).await.error(403);
    let office = app.person(&tenant, &[("User", Action::View)]).await;
    assert_eq!(app.get(&path, &office.token).await.ok(), rights);
    let stranger = app.person(&app.tenant("Rival").await, &[("User", Action::View)]).await;
    app.get(&path, &stranger.token).await.error(404);
}
