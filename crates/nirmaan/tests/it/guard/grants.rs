//! Nobody grants what they don't have, on no way.

use nirmaan_api::{
    access::Action::{self, Create, Edit, View},
    method,
    platform::{CreateRoleRequest, Role, RolePermission, UpdateRoleRequest},
};
use nirmaan_migrations::{PLATFORM_ADMINISTRATOR, catalogue_id};
use serde_json::{Value, json};
use tonic::Code;

use crate::{
    build::{ALL_OF_CONTRACTS, PASSWORD, Person},
    harness::App,
    platform::{ALL_OF_PEOPLE, column, platform},
    wire::any::{Wire, call, message},
};

/// Somebody of the platform who writes roles, and may view Payroll and no more of it.
async fn clerk(app: &App) -> Person {
    let grants = [("Role", View), ("Role", Create), ("Role", Edit), ("Payroll", View)];
    app.person(&platform(), &grants).await
}

async fn role(app: &App, root: &Person, name: &str) -> String {
    let role = app.post("/api/roles", &root.token, json!({"name": name})).await.ok();
    role["id"].as_str().unwrap().to_owned()
}

async fn grid(app: &App, root: &Person, role: &str) -> Vec<Value> {
    let rows =
        app.get(&format!("/api/permissions/role-id-permissions?roleId={role}"), &root.token).await.ok();
    let any = |row: &Value| {
        ["canCreate", "canView", "canEdit", "canDelete", "canReport"].iter().any(|f| row[*f] == true)
    };
    rows.as_array().unwrap().iter().filter(|row| any(row)).cloned().collect()
}

#[tokio::test]
async fn a_grid_takes_no_flag_that_its_writer_lacks() {
    let app = App::start().await;
    let (root, clerk) = (app.root().await, clerk(&app).await);
    let role = role(&app, &root, "Mason").await;
    let path = format!("/api/permissions/bulk/{role}");
    for flag in ["canCreate", "canEdit", "canDelete", "canReport"] {
        // The good row of the same grid isn't saved either.
        let body = json!([{"moduleName": "Role", "canView": true}, {"moduleName": "PAYROLL", "canView": true, flag: true}]);
        let (code, message) = app.post(&path, &clerk.token, body).await.error(403);
        assert_eq!(code, "PERMISSION_DENIED");
        let word = flag.trim_start_matches("can").to_lowercase();
        assert_eq!(message, format!("You can't grant {word} in Payroll: you don't have it yourself."));
    }
    assert_eq!(grid(&app, &root, &role).await, Vec::<Value>::new());
    let body = json!([{"moduleName": "Payroll", "canView": true}]);
    app.post(&path, &clerk.token, body).await.ok();
    assert_eq!(grid(&app, &root, &role).await.len(), 1);
    // What somebody else granted may stay, and more of it may not come.
    let all = json!([{"moduleName": "Payroll", "canView": true, "canEdit": true}]);
    app.post(&path, &root.token, all.clone()).await.ok();
    app.post(&path, &clerk.token, all).await.ok();
    let more = json!([{"moduleName": "Payroll", "canView": true, "canEdit": true, "canDelete": true}]);
    app.post(&path, &clerk.token, more).await.error(403);
}

#[tokio::test]
async fn a_role_that_comes_with_its_grid_takes_none_either() {
    let app = App::start().await;
    let (root, clerk) = (app.root().await, clerk(&app).await);
    let token = Some(clerk.token.as_str());
    let more = || {
        let module_name = "Payroll".to_owned();
        vec![RolePermission { module_name, can_view: true, can_delete: true, ..Default::default() }]
    };
    let named = |name: &str| Some(Role { name: name.to_owned(), ..Default::default() });
    let existing = role(&app, &root, "Mason").await;
    let create = method::find("/nirmaan.platform.v1.RoleService/CreateRole").unwrap();
    let update = method::find("/nirmaan.platform.v1.RoleService/UpdateRole").unwrap();
    for wire in [Wire::Grpc, Wire::Web] {
        let request = message(create, &CreateRoleRequest { role: named("Paymaster"), permissions: more() });
        assert_eq!(call(&app, wire, create, token, &request).await.code, Code::PermissionDenied);
        let request = UpdateRoleRequest {
            id: existing.clone(),
            role: named("Paymaster"),
            permissions: more(),
            update_mask: None,
        };
        let heard = call(&app, wire, update, token, &message(update, &request)).await;
        assert_eq!(heard.code, Code::PermissionDenied);
    }
    let names = column(&app.get("/api/roles/all", &root.token).await.ok(), "name");
    assert!(names.contains(&"Mason".to_owned()) && !names.contains(&"Paymaster".to_owned()), "{names:?}");
    assert_eq!(grid(&app, &root, &existing).await, Vec::<Value>::new());
}

#[tokio::test]
async fn nobody_becomes_a_stronger_user_by_how_they_sign_in() {
    let app = App::start().await;
    let root = app.root().await;
    let firm = app.tenant("Firm").await;
    let owner = app.administrator(&root, &firm, "owner@firm.example").await;
    let path = format!("/api/users/{}", owner.id);
    // In the tenant, and on the platform with the one right that the call declares.
    for tenant in [&firm, &platform()] {
        let office = app.person(tenant, &[("User", Edit)]).await;
        for change in [
            json!({"email": "mine@firm.example"}),
            json!({"email": owner.email, "mobileNo": "9876543210"}),
            json!({"email": owner.email, "password": "harbour lantern 7"}),
        ] {
            let (_, message) = app.put(&path, &office.token, change).await.error(403);
            assert_eq!(
                message,
                "This user has rights that you don't have, so you can't change how they sign in."
            );
        }
        let harmless = json!({"email": owner.email.to_uppercase(), "designation": "Partner"});
        app.put(&path, &office.token, harmless).await.ok();
    }
    app.log_in(&firm.name, &owner.email, PASSWORD).await;
    app.get("/api/profile", &owner.token).await.ok();
}

#[tokio::test]
async fn the_platforms_role_goes_to_nobody_of_another_tenant() {
    let app = App::start().await;
    let root = app.root().await;
    let firm = app.tenant("Firm").await;
    let person = app.person(&firm, &[]).await;
    let role = catalogue_id("role", PLATFORM_ADMINISTRATOR);
    let path = format!("/api/user-role-mappings/user/{}", person.id);
    let before = app.get(&path, &root.token).await.ok();
    let body = json!({"userId": person.id, "roleId": role});
    for answer in [
        app.post("/api/user-role-mappings", &root.token, body).await,
        app.put(&path, &root.token, json!({"roleIds": [role]})).await,
    ] {
        let (code, message) = answer.error(409);
        assert_eq!(code, "FAILED_PRECONDITION");
        assert_eq!(message, "Platform Administrator is for people of the platform alone.");
    }
    assert_eq!(app.get(&path, &root.token).await.ok(), before);
}

#[tokio::test]
async fn whoever_maps_roles_gives_themselves_and_others_no_more_than_they_have() {
    let app = App::start().await;
    let root = app.root().await;
    let firm = app.tenant("Firm").await;
    let office = app.person(&firm, &[ALL_OF_PEOPLE, &[("Contracts", Action::View)]].concat()).await;
    let colleague = app.person(&firm, &[]).await;
    app.person(&firm, ALL_OF_CONTRACTS).await;
    let selection = format!("/api/user-role-mappings/user/{}/role-selection", office.id);
    let roles = app.get(&selection, &office.token).await.ok();
    let roles = roles.as_array().unwrap();
    // Their own role, the colleague's empty one; not the contractor's, and neither administrator's.
    let grantable: Vec<_> = roles.iter().filter(|role| role["isGrantable"] == true).collect();
    assert_eq!((grantable.len(), roles.len()), (2, 5));
    for role in roles {
        for person in [&office, &colleague] {
            let held = format!("/api/user-role-mappings/user/{}", person.id);
            let before = column(&app.get(&held, &root.token).await.ok(), "roleId");
            let id = role["roleId"].as_str().unwrap().to_owned();
            let all = [before.clone(), vec![id.clone()]].concat();
            let one = app
                .post("/api/user-role-mappings", &office.token, json!({"userId": person.id, "roleId": id}))
                .await;
            let set = app.put(&held, &office.token, json!({"roleIds": all})).await;
            let changed = column(&app.get(&held, &root.token).await.ok(), "roleId") != before;
            if role["isGrantable"] == true {
                assert_eq!((one.status == 403, set.status.as_u16()), (false, 200), "{role}");
            } else {
                let refusals = [one.status.as_u16(), set.status.as_u16()];
                assert!(refusals == [403, 403] || refusals == [409, 409], "{role} {refusals:?}");
                assert!(!changed, "{role}");
            }
        }
    }
}

#[tokio::test]
async fn what_a_module_out_of_use_grants_is_granted_by_nobody_without_it() {
    let app = App::start().await;
    let root = app.root().await;
    let firm = app.tenant("Firm").await;
    let owner = app.administrator(&root, &firm, "owner@firm.example").await;
    let office = app.person(&firm, ALL_OF_PEOPLE).await;
    let paymaster = app.person(&firm, &[("Payroll", View)]).await;
    let held = app.get(&format!("/api/user-role-mappings/user/{}", paymaster.id), &root.token).await.ok();
    let path = format!("/api/modules/{}", catalogue_id("module", "Payroll"));
    app.put(&path, &root.token, json!({"name": "Payroll", "status": false})).await.ok();
    // It may be in use again tomorrow.
    let give = json!({"userId": office.id, "roleId": held[0]["roleId"]});
    app.post("/api/user-role-mappings", &office.token, give.clone()).await.error(403);
    let body = json!({"email": paymaster.email, "password": "harbour lantern 7"});
    let user = format!("/api/users/{}", paymaster.id);
    app.put(&user, &office.token, body).await.error(403);
    // Whoever has it gives it on, and writes it into grids.
    app.post("/api/user-role-mappings", &owner.token, give).await.ok();
    let role = role(&app, &root, "Mason").await;
    let grid = format!("/api/permissions/bulk/{role}");
    app.post(&grid, &root.token, json!([{"moduleName": "Payroll", "canView": true}])).await.ok();
}
