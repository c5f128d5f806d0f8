//! Fields that are the server's own: sent by a client they change nothing, and hashes never leave.

use std::time::SystemTime;

use nirmaan_api::{
    auth::{Profile, UpdateProfileRequest},
    contracts::{Contract, CreateContractRequest},
    method,
    platform::{
        CreateModuleRequest, CreateRoleRequest, CreateTenantRequest, CreateUserRequest, FilterUsersRequest,
        GetUserRequest, Module, Role, Tenant as Organisation, User,
    },
};
use prost::Message;
use serde_json::{Value, json};
use tonic::Code;
use uuid::Uuid;

use crate::{
    build::Person,
    harness::App,
    wire::any::{WIRES, Wire, call, message},
};

const ID: &str = "00000000-0000-7000-8000-000000000001";
const THEN: &str = "2020-01-01T00:00:00Z";

/// Every field that is the server's own, in both spellings, with a value that it doesn't have.
fn lies() -> Value {
    json!({
        "id": ID, "createdBy": ID, "created_by": ID, "updatedBy": ID, "updated_by": ID, "deletedBy": ID,
        "deleted_by": ID, "createdAt": THEN, "created_at": THEN, "updatedAt": THEN, "updated_at": THEN,
        "isDeleted": true, "is_deleted": true, "deletedAt": THEN, "deleted_at": THEN,
        "isPlatform": true, "is_platform": true, "isSystem": true, "is_system": true, "isSeeded": true,
        "is_seeded": true, "tenantName": "Mine", "tenant_name": "Mine", "hashedPassword": "mine",
        "hashed_password": "mine", "passwordHash": "mine", "password_hash": "mine",
        "profileThumbnail": "mine", "profile_thumbnail": "mine", "search": "mine", "nameKey": "mine",
        "totalDeposit": 5, "total_deposit": 5, "totalAmount": 6, "total_amount": 6, "isProjectCreated": true,
        "is_project_created": true, "importId": ID, "import_id": ID,
    })
}

/// The fields of an answer that nobody may set.
fn own(row: &Value) -> Value {
    let mut row = row.clone();
    let fields = row.as_object_mut().unwrap();
    let lies = lies();
    fields.retain(|field, _| lies.get(field).is_some() && field != "updatedAt" && field != "updatedBy");
    row
}

fn with(fields: Value, body: Value) -> Value {
    let mut all = fields;
    all.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
    all
}

// Spec: S3.user.password
#[tokio::test]
async fn what_is_the_servers_own_is_ignored_in_both_spellings() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let owner = app.administrator(&root, &tenant, "owner@firm.example").await;
    for (path, by, body) in [
        ("/api/tenants", &root, json!({"name": "New", "subdomain": "new", "schemaName": "new"})),
        ("/api/modules", &root, json!({"name": "Cranes"})),
        ("/api/roles", &root, json!({"name": "Mason"})),
        ("/api/users", &owner, json!({"email": "new@firm.example", "password": "harbour lantern 7"})),
        ("/api/contracts", &owner, json!({"bidId": "A-1", "contractName": "Road"})),
    ] {
        let created =
            app.post(path, &by.token, with(with(lies(), json!({"version": 77})), body.clone())).await.ok();
        assert_ne!(created["id"], ID);
        assert_eq!(created["version"], 1, "{path}");
        assert_unlied(&created, path);
        if created.get("createdBy").is_some() {
            assert_eq!((&created["createdBy"], &created["updatedBy"]), (&json!(by.id), &json!(by.id)));
        }
        let one = format!("{path}/{}", created["id"].as_str().unwrap());
        let updated = app.put(&one, &by.token, with(lies(), body.clone())).await.ok();
        assert_eq!(own(&updated), own(&created), "{path}");
        assert_eq!(app.get(&one, &by.token).await.ok(), updated);
        // A version that never was is no way around a conflict.
        for version in [77, -1] {
            let answer = app.put(&one, &by.token, with(json!({"version": version}), body.clone())).await;
            assert_eq!(answer.error(409).0, "ABORTED", "{path} {version}");
        }
    }
    let before = app.get("/api/profile", &owner.token).await.ok();
    let more =
        json!({"email": "mine@firm.example", "designation": "King", "isActive": false, "comment": "mine"});
    let after = app.put("/api/profile", &owner.token, with(lies(), more)).await.ok();
    assert_eq!(after, before);
    assert_eq!(app.get(&format!("/api/users/{}", owner.id), &owner.token).await.ok()["isActive"], true);
}

/// Nothing of an answer is what was lied about.
fn assert_unlied(row: &Value, what: &str) {
    for (field, lie) in lies().as_object().unwrap() {
        let told = row.get(field).unwrap_or(&Value::Null);
        let same_instant = field.ends_with("At") && told.as_str().is_some_and(|at| at.starts_with("2020"));
        assert!(told != lie && !same_instant, "{what} {field}: {told}");
    }
    assert!(row.get("hashedPassword").is_none() && row.get("passwordHash").is_none(), "{what}");
}

fn then<T: From<SystemTime>>() -> Option<T> {
    Some(SystemTime::UNIX_EPOCH.into())
}

/// Creates over gRPC, and reads what came of it.
async fn created<T: Message + Default>(app: &App, by: &Person, path: &str, request: &impl Message) -> T {
    let bytes =
        crate::wire::over_grpc(app, path, Some(&by.token), request.encode_to_vec().into()).await.unwrap();
    T::decode(bytes).unwrap()
}

#[tokio::test]
async fn what_is_the_servers_own_is_ignored_over_grpc_too() {
    let app = App::start().await;
    let root = app.root().await;
    let tenant = app.tenant("Firm").await;
    let owner = app.administrator(&root, &tenant, "owner@firm.example").await;
    let (id, new) = (|| ID.to_owned(), |text: &str| text.to_owned());

    let sent = Organisation {
        id: id(),
        name: new("New"),
        subdomain: new("new"),
        schema_name: new("new"),
        created_at: then(),
        updated_at: then(),
        created_by: id(),
        updated_by: id(),
        is_platform: true,
        version: 77,
        ..Default::default()
    };
    let request = CreateTenantRequest { tenant: Some(sent) };
    let row: Organisation =
        created(&app, &root, "/nirmaan.platform.v1.TenantService/CreateTenant", &request).await;
    assert!(row.id != ID && row.created_at != then() && row.updated_at != then() && !row.is_platform);
    assert_eq!((row.created_by, row.updated_by, row.version), (root.id.to_string(), root.id.to_string(), 1));

    let sent = Module {
        id: id(),
        name: new("Cranes"),
        is_seeded: true,
        created_at: then(),
        updated_at: then(),
        version: 77,
        ..Default::default()
    };
    let request = CreateModuleRequest { module: Some(sent) };
    let row: Module = created(&app, &root, "/nirmaan.platform.v1.ModuleService/CreateModule", &request).await;
    assert!(row.id != ID && row.created_at != then() && row.updated_at != then() && !row.is_seeded);
    assert_eq!(row.version, 1);

    let sent = Role {
        id: id(),
        name: new("Mason"),
        is_system: true,
        created_at: then(),
        updated_at: then(),
        version: 77,
        ..Default::default()
    };
    let request = CreateRoleRequest { role: Some(sent), permissions: Vec::new() };
    let row: Role = created(&app, &root, "/nirmaan.platform.v1.RoleService/CreateRole", &request).await;
    assert!(row.id != ID && row.created_at != then() && row.updated_at != then() && !row.is_system);
    assert_eq!(row.version, 1);

    let sent = User {
        id: id(),
        email: new("new@firm.example"),
        password: new("harbour lantern 7"),
        tenant_name: new("Mine"),
        profile_thumbnail: new("mine"),
        created_at: then(),
        updated_at: then(),
        created_by: id(),
        updated_by: id(),
        version: 77,
        ..Default::default()
    };
    let request = CreateUserRequest { user: Some(sent), role_ids: Vec::new() };
    let row: User = created(&app, &owner, "/nirmaan.platform.v1.UserService/CreateUser", &request).await;
    assert!(row.id != ID && row.created_at != then() && row.updated_at != then());
    assert_eq!((row.created_by, row.updated_by), (owner.id.to_string(), owner.id.to_string()));
    assert_eq!((row.tenant_name.as_str(), row.profile_thumbnail.as_str(), row.version), ("Firm", "", 1));
    assert_eq!(row.password, "");

    let sent = Contract {
        id: id(),
        bid_id: new("A-1"),
        contract_name: new("Road"),
        created_at: then(),
        updated_at: then(),
        created_by: id(),
        updated_by: id(),
        deleted_at: then(),
        deleted_by: id(),
        is_deleted: true,
        is_project_created: true,
        version: 77,
        ..Default::default()
    };
    let request = CreateContractRequest { contract: Some(sent) };
    let row: Contract =
        created(&app, &owner, "/nirmaan.contracts.v1.ContractService/CreateContract", &request).await;
    assert!(row.id != ID && row.created_at != then() && row.updated_at != then() && row.deleted_at.is_none());
    assert_eq!((row.created_by, row.deleted_by), (owner.id.to_string(), String::new()));
    assert!(!row.is_deleted && !row.is_project_created);

    let sent = Profile {
        id: id(),
        tenant_name: new("Mine"),
        email: new("mine@firm.example"),
        designation: new("King"),
        profile_thumbnail: new("mine"),
        ..Default::default()
    };
    let request = UpdateProfileRequest { profile: Some(sent) };
    let row: Profile = created(&app, &owner, "/nirmaan.auth.v1.ProfileService/UpdateProfile", &request).await;
    assert_eq!((row.id, row.tenant_name), (owner.id.to_string(), new("Firm")));
    assert_eq!((row.email, row.designation, row.profile_thumbnail), (owner.email, new(""), new("")));
}

// Spec: S3.user.password
#[tokio::test]
async fn no_answer_has_a_hash_in_it() {
    let app = App::start().await;
    let root = app.root().await;
    let (tenant, _) = app.firm("Firm").await;
    let owner = app.administrator(&root, &tenant, "owner@firm.example").await;
    let db = app.owner_db().await;
    let rows = app.platform_rows(&db, "SELECT password_hash FROM users").await;
    let hashes: Vec<String> = rows.iter().map(|row| row.try_get("", "password_hash").unwrap()).collect();
    assert!(hashes.iter().all(|hash| hash.starts_with("$argon2id$")));
    let clean = |what: &str, text: &str| {
        let plain = text.to_lowercase();
        // The trail says that the field has changed, and hides from what to what.
        for word in ["hashedpassword", "passwordhash", "password_hash"] {
            assert!(!plain.contains(word) || what.contains("audit"), "{word} in {what}: {text}");
        }
        assert!(hashes.iter().all(|hash| !text.contains(hash.as_str())), "{what}: {text}");
        assert!(!plain.contains("argon2"), "{what}: {text}");
    };
    let own = format!("/api/users/{}", owner.id);
    let history = format!("/api/audit/user/{}", owner.id);
    let rights = format!("/api/user-module-permissions/user/{}", owner.id);
    let roles = format!("/api/user-role-mappings/user/{}", owner.id);
    for person in [&owner, &root] {
        for path in [own.as_str(), &history, &rights, &roles, "/api/profile", "/api/profile/sessions"] {
            clean(path, &app.get(path, &person.token).await.ok().to_string());
        }
        for path in ["/api/users/filter", "/api/audit/filter", "/api/audit/export"] {
            clean(path, &app.post(path, &person.token, json!({})).await.text);
        }
        for wire in [Wire::Grpc, Wire::Web] {
            for (path, request) in [
                (
                    "/nirmaan.platform.v1.UserService/GetUser",
                    GetUserRequest { id: owner.id.to_string() }.encode_to_vec(),
                ),
                (
                    "/nirmaan.platform.v1.UserService/FilterUsers",
                    FilterUsersRequest::default().encode_to_vec(),
                ),
                ("/nirmaan.auth.v1.ProfileService/GetProfile", Vec::new()),
            ] {
                let method = method::find(path).unwrap();
                let request =
                    prost_reflect::DynamicMessage::decode(method.descriptor.input(), request.as_slice());
                let heard = call(&app, wire, method, Some(&person.token), &request.unwrap()).await;
                assert_eq!(heard.code, Code::Ok);
                clean(path, &heard.rest.1);
            }
        }
    }
    clean("login", &app.log_in("Firm", &owner.email, crate::build::PASSWORD).await.to_string());
}

#[tokio::test]
async fn a_user_is_moved_to_no_other_tenant() {
    let app = App::start().await;
    let root = app.root().await;
    let (firm, rival) = (app.tenant("Firm").await, app.tenant("Rival").await);
    let owner = app.administrator(&root, &firm, "owner@firm.example").await;
    let person = app.person(&firm, &[]).await;
    let update = method::find("/nirmaan.platform.v1.UserService/UpdateUser").unwrap();
    for tenant_id in [rival.id, Uuid::now_v7()] {
        let user =
            User { email: person.email.clone(), tenant_id: tenant_id.to_string(), ..Default::default() };
        let request = nirmaan_api::platform::UpdateUserRequest {
            id: person.id.to_string(),
            user: Some(user),
            ..Default::default()
        };
        for wire in WIRES {
            let request = message(update, &request);
            let heard = call(&app, wire, update, Some(&root.token), &request).await;
            assert_eq!(heard.code, Code::InvalidArgument, "{wire:?}");
            let heard = call(&app, wire, update, Some(&owner.token), &request).await;
            assert_eq!(heard.code, Code::PermissionDenied, "{wire:?}");
        }
    }
    let user = app.get(&format!("/api/users/{}", person.id), &owner.token).await.ok();
    assert_eq!((&user["tenantId"], &user["version"]), (&json!(firm.id), &json!(1)));
}
